"""Frictions of whole games: gifts nobody made, a yes that was none, a no that was not heard."""

import msgspec
import pytest

from games.core.contract import TABLE, Moved, Reading, Said, Seat, Unclear
from games.core.post import Cast, Choice, Counts, Form, Voice, plain
from games.dealornodeal.llm import loses
from games.dealornodeal.reader.read import DEAL
from games.dealornodeal.rules.state import ME, YOU, Accept, Confirm, DealMove, DealState, Heard, Leave, Offer, Reopen
from games.dealornodeal.tactics.players import PLAYERS
from tests.games.dealornodeal.helpers import after, dealt, game, talk, typed

ONE_BOOK = "1,4,1 1,2,1 2,1,4"
AI = Voice(YOU, (Cast("you", "human", "Ann"), Cast("me", "ai")))


def read(state: DealState, text: str, seat: Seat = YOU) -> Reading[DealMove]:
    reading = game.read(game.view(state, seat), Said(text))
    assert isinstance(reading, Reading), reading
    return reading


def offered(**texts: str) -> DealState:
    """The other side keeps the book and two hats."""
    return talk(dealt(instance=ONE_BOOK, **texts), "hello", "i take the book and two hats, you get the rest")


def with_card() -> DealState:
    return after(offered(), Moved(YOU, Accept(), "deal"))


def told(state: DealState, event: Moved[DealMove], voice: Voice = AI) -> list[str]:
    later = game.apply(state, event)
    facts = [news.fact for news in game.news(state, event, later) if news.reaches(Seat(voice.you))]
    return [plain(post) for post in game.tell(facts, game.view(later, Seat(voice.you)), voice)]


# --- words about some items never give away the others ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("you can have the ball, lets split the books", (0, 1)),
        ("you can have the ball and lets split the books", (0, 1)),
        ("I want the book, you can have the ball", (1,)),
        ("i'll trade you the ball for the book", (1,)),
        ("let's split the hats", (0, 2)),
        ("I love hats", ()),
        ("I love hats. What about you?", ()),
    ],
)
def test_a_demand_that_leaves_items_open_proposes_nothing(text: str, left: tuple[int, ...]) -> None:
    move = read(dealt(instance=ONE_BOOK), text).move
    assert isinstance(move, Heard)
    assert (move.act, move.keep, move.open) == ("words", (), left)


def test_what_one_asked_for_is_not_given_away_later() -> None:
    state = talk(
        dealt(instance=ONE_BOOK), "could I have all the hats?", "the hats and the ball are mine, rest is yours"
    )
    move = read(state, "you can have the ball, lets split the books").move
    assert isinstance(move, Heard)
    assert (move.act, move.open) == ("words", (0, 1))


def test_open_items_are_asked_about_and_the_ai_accepts_nothing() -> None:
    text = "you can have the ball, lets split the books"
    state = dealt(instance=ONE_BOOK)
    (post,) = told(state, Moved(YOU, read(state, text).move, text))
    assert post == "And the book and the hats? Say who gets what, and it's an offer."
    state = talk(state, text)
    assert isinstance(PLAYERS["easy"].decide(game.view(state, ME), 1).move, Offer)


def test_the_items_that_were_left_open_can_be_named_later() -> None:
    state = talk(dealt(instance=ONE_BOOK), "you can have the ball, lets split the books", "and the hats?")
    move = read(state, "the book for me and the hats are mine").move
    assert isinstance(move, Heard)
    assert (move.act, move.keep) == ("offer", (1, 4, 0))


def test_an_offer_that_is_followed_by_an_open_demand_cannot_be_accepted() -> None:
    state = after(dealt(instance=ONE_BOOK), Moved(YOU, Offer((1, 0, 0)), "the book for me"))
    state = typed(state, YOU, "or you take the ball and we split the books")
    assert not isinstance(PLAYERS["easy"].decide(game.view(state, ME), 1).move, Accept)


def test_giving_some_of_what_one_asked_for_takes_nothing_back() -> None:
    state = talk(dealt(instance=ONE_BOOK), "all the hats for me", "I like hats, too.")
    move = read(state, "fine, take two of the hats").move
    assert isinstance(move, Heard)
    assert (move.act, move.keep) == ("offer", (0, 2, 0))


# --- a yes, and what is none ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["deal", "yup, works for me", "ok go ahead", "gladly", "i am fine with that", "you've got a deal", "sold!"]
)
def test_a_plain_yes_takes_the_offer(text: str) -> None:
    move = read(offered(), text).move
    assert isinstance(move, Heard)
    assert (move.act, move.keep) == ("accept", (0, 2, 1))


@pytest.mark.parametrize(
    "text",
    [
        *("deal... just kidding", "if you add more, deal", "> deal", "oh great, so generous 🙄", "yeah right"),
        *("I'd take it if it were better", "sure, and I also give you my house", "deal with it", "i don't confirm"),
    ],
)
def test_what_only_looks_like_a_yes_takes_nothing(text: str) -> None:
    for state in (offered(), with_card()):
        reading = read(state, text)
        assert not isinstance(reading.move, Confirm)
        assert not (isinstance(reading.move, Heard) and reading.move.act == "accept")


@pytest.mark.parametrize(
    "text", ["maybe ok", "I guess so", "ok I suppose", "hmm I think that could work", "i think so"]
)
def test_a_hedged_yes_is_asked_about(text: str) -> None:
    reading = read(offered(), text)
    assert (reading.confirm, reading.question) == (DEAL, "You'd get 2 hats, 1 ball. Do you take that offer?")
    again = game.read(game.view(offered(), YOU), Said(reading.confirm, via="pressed"))
    assert isinstance(again, Reading)
    assert again.move == Accept()


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("maybe 3 hats for me", (0, 3, 0)),
        ("2 hats or so for me", (0, 2, 0)),
        ("one more hat", (0, 3, 1)),
        ("could you spare another hat?", (0, 3, 1)),
        ("perhaps you take everything", (0, 0, 0)),
        ("2 or 3 hats for me", (0, 3, 0)),
        ("around 3 hats for me", (0, 3, 0)),
    ],
)
def test_a_hedged_or_relative_offer_is_asked_about(text: str, keep: tuple[int, ...]) -> None:
    reading = read(offered(), text)
    assert reading.question.endswith("Is that your offer?")
    again = game.read(game.view(offered(), YOU), Said(reading.confirm, via="pressed"))
    assert isinstance(again, Reading)
    assert again.move == Offer(keep)


def generous() -> DealState:
    """The other side offers the book and two of the four hats."""
    return talk(dealt(instance=ONE_BOOK), "hello", "i take the ball and two hats, you get the rest")


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        *((text, False) for text in ("throw in a hat and it's a deal", "ok but only if i get a hat too")),
        *((text, False) for text in ("ok but i also want a hat", "a hat on top and we have a deal")),
        *((text, False) for text in ("toss in a hat", "let me have a hat as well", "add a hat and i'll take it")),
        *((text, False) for text in ("ok, plus one hat", "with a hat as a bonus i accept", "a hat too, then deal")),
        *((text, True) for text in ("deal if i get a hat", "ok but i want a hat", "an extra hat", "plus a hat")),
        *((text, True) for text in ("as long as i get a hat, fine", "if you put a hat on top, deal")),
    ],
)
def test_a_demand_on_top_gives_as_much_more_as_it_says(text: str, asks: bool) -> None:
    reading = read(generous(), text)
    assert isinstance(reading.move, Heard | Offer)
    assert (reading.move.keep, bool(reading.question)) == ((1, 3, 0), asks)


@pytest.mark.parametrize("text", ["i want 3 hats too", "i also want 3 of the hats", "add a hat or a ball"])
def test_a_demand_on_top_that_may_mean_something_else_is_asked_about(text: str) -> None:
    reading = read(generous(), text)
    assert (reading.move, bool(reading.question)) == (Offer((1, 3, 0)), True)


@pytest.mark.parametrize("text", ["i want the hat too but you keep the ball", "and i also get the book, you get a hat"])
def test_a_demand_on_top_beside_a_gift_is_never_a_yes(text: str) -> None:
    reading = read(generous(), text)
    assert reading.question or not isinstance(reading.move, Heard) or reading.move.act == "words"


@pytest.mark.parametrize("text", ["2 hats too", "and 2 hats as well please", "2 hats too and it's a deal"])
def test_a_count_that_may_be_one_in_all_is_asked_about(text: str) -> None:
    state = talk(dealt(instance="1,6,1 1,1,3 2,1,2"), "hello", "i take the ball and four hats, you get the rest")
    reading = read(state, text)
    assert (reading.move, bool(reading.question)) == (Offer((1, 4, 0)), True)


@pytest.mark.parametrize(
    "text", ["throw in three hats", "add 3 hats and i'll take it", "three more hats and it's a deal"]
)
def test_more_on_top_than_there_is_is_refused(text: str) -> None:
    unclear = game.read(game.view(generous(), YOU), Said(text))
    assert isinstance(unclear, Unclear)
    assert (unclear.code, unclear.facts["item"]) == ("too_many", 1)


@pytest.mark.parametrize("text", ["can i have the hats too?", "i want the hats as well", "also all the hats"])
def test_a_demand_on_top_is_asked_about_if_its_author_claimed_more(text: str) -> None:
    state = dealt(instance="2,4,1 1,1,4 2,1,4")
    state = talk(state, "i want a book and the ball, you get the rest", "you can have the book, i need the ball")
    reading = read(state, text)
    assert (reading.move, bool(reading.question)) == (Offer((2, 4, 0)), True)


# --- several offers in one text ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "first offer: i take the ball. second offer: i take 2 hats and the book",
        "option 1: i get the hats and you get the rest. option 2: i get the book, rest is yours",
        "1) hats for me, rest for you 2) book for me, rest for you",
        "i take the hats and you take the rest, or i take the book and you get the rest",
        "plan a: you get all the hats, plan b: i get all the hats",
        "i get the hats, you get the rest. alternatively i get the book, you get the rest",
        "my proposal: all hats to me. another option: book and ball to me",
        "offer A: hats mine, rest yours; offer B: book mine, rest yours",
        "the hats for me\nother option: the book for me",
    ],
)
def test_two_different_offers_in_one_text_are_asked_about(text: str) -> None:
    for state in (dealt(instance=ONE_BOOK), offered()):
        unclear = game.read(game.view(state, YOU), Said(text))
        assert isinstance(unclear, Unclear)
        assert unclear.code == "several"
        assert "Which" in plain(game.refuse(unclear, game.view(state, YOU), AI))


@pytest.mark.parametrize(
    "text",
    [
        *("my first idea is hats for me, rest for you", "1. i want 4 hats. 2. you get the rest"),
        *(
            "first offer: hats for me, rest for you. second offer: hats for me, rest for you",
            "give me the hats or no deal",
        ),
    ],
)
def test_one_offer_in_several_parts_is_one(text: str) -> None:
    move = read(dealt(instance=ONE_BOOK), text).move
    assert isinstance(move, Heard | Offer)
    assert move.keep == (0, 4, 0)


@pytest.mark.parametrize(
    "before", ["hello, nice to meet you", "good to see you", "hi, how are you", "a fine day to you"]
)
@pytest.mark.parametrize("between", ["\n", ", ", ". ", "! "])
def test_a_greeting_gives_nothing_away(before: str, between: str) -> None:
    state = dealt(instance="3,1,1 1,2,5 1,3,4")
    reading = read(state, f"{before}{between}maybe all but one hat for me?")
    assert (reading.move, bool(reading.question)) == (Offer((3, 0, 1)), True)


# --- at the card ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["i am ok with that", "yeah i can do that", "sounds good", "ok lets do it", "all good"]
)
def test_more_ways_to_confirm_a_card(text: str) -> None:
    assert read(with_card(), text).move == Confirm(1)


@pytest.mark.parametrize(
    "text",
    [
        *("sorry, that is no deal", "nope", "not what i said", "that's not what we agreed on", "no deal", "no way"),
        *("I don't confirm", "don't confirm that", "you got it wrong", "I take it back"),
    ],
)
def test_more_ways_to_put_a_card_aside(text: str) -> None:
    assert isinstance(read(with_card(), text).move, Reopen)


# --- walking away -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *(
            "walk away",
            "I quit",
            "i give up, bye",
            "let's stop here without a deal",
            "bye",
            "I'm out",
            "we're done here",
        ),
        *("I'm leaving.", "ok then, i'll walk away now"),
    ],
)
def test_every_typed_way_to_walk_away_asks_what_the_button_asks(text: str) -> None:
    reading = read(offered(), text)
    (button,) = [a for a in game.asks(game.view(offered(), YOU), AI) if isinstance(a, Choice) and a.mood == "stop"]
    assert (reading.move, reading.question) == (Leave(), button.question)
    assert reading.confirm == button.says


# --- the form, and the chat look --------------------------------------------------------------------------------------


def test_the_form_opens_with_the_last_offer() -> None:
    def chosen(state: DealState) -> tuple[int, ...]:
        (form,) = [ask for ask in game.asks(game.view(state, YOU), AI) if isinstance(ask, Form)]
        (field,) = form.fields
        assert isinstance(field, Counts)
        return field.chosen

    assert chosen(dealt(instance=ONE_BOOK)) == ()
    assert chosen(offered()) == (0, 2, 1)
    assert chosen(typed(offered(), YOU, "the hats for me")) == (0, 4, 0)


def chat_opening(voice: Voice) -> str:
    state = dealt(instance=ONE_BOOK, style="chat")
    facts = [news.fact for news in game.opening(state) if news.reaches(YOU)]
    (post,) = game.tell(facts, game.view(state, YOU), voice)
    return plain(post)


def test_the_opening_in_chats_is_short_and_a_rematch_says_only_what_is_new() -> None:
    first = chat_opening(AI).splitlines()
    assert first == [
        "On the table: 1 book, 4 hats, 1 ball.",
        "Each is worth to you (only you see this): book 1, hat 2, ball 1; everything together 10.",
        "Talk it out in your own words. No deal after 20 messages: nobody gets anything.",
        "You speak first.",
    ]
    again = chat_opening(Voice(YOU, AI.cast, again=True)).splitlines()
    assert again == [first[0], first[1], first[3]]
    asks = game.asks(game.view(dealt(style="chat"), YOU), AI)
    assert [ask.label for ask in asks] == ["Offer…", "Full rules"]


@pytest.mark.parametrize(
    ("who", "you", "said"),
    [(ME, ME, "Ann speaks first."), (TABLE, "", "Ann speaks first."), (TABLE, YOU, "You speak first.")],
)
def test_who_waits_is_told_who_speaks_first(who: Seat, you: str, said: str) -> None:
    state = dealt(instance=ONE_BOOK, style="chat")
    facts = [news.fact for news in game.opening(state) if news.reaches(who)]
    (post,) = game.tell(facts, game.view(state, who), Voice(you, (Cast(YOU, "human", "Ann"), Cast(ME, "human", "Bob"))))
    assert plain(post).splitlines()[-1] == said


def test_the_end_in_chats_is_one_message_with_the_deal_and_both_earnings() -> None:
    state = after(offered(style="chat"), Moved(YOU, Accept(), "deal"), Moved(ME, Confirm(1)))
    (end,) = told(state, Moved(YOU, Confirm(1)))
    assert end.splitlines() == [
        "GAME OVER",
        "It's a deal.",
        "You: 2 hats, 1 ball.",
        "The AI: 1 book, 2 hats.",
        "Final Earnings: you 5 points, the AI 4 points.",
    ]
    (end,) = told(offered(style="chat"), Moved(YOU, Leave()))
    assert end.splitlines() == [
        "GAME OVER",
        "You walked away. No deal.",
        "Final Earnings: you 0 points, the AI 0 points.",
    ]


@pytest.mark.parametrize("words", ["take it or leave it", "All or nothing!", "it's that or nothing"])
def test_pressure_alone_is_no_offer(words: str) -> None:
    move = read(offered(), words).move
    assert isinstance(move, Heard)
    assert (move.act, move.keep) == ("words", ())


def test_pressure_behind_an_offer_gives_nothing_away() -> None:
    plainly, pressing = read(offered(), "all four hats for me"), read(offered(), "all four hats for me, or nothing")
    assert isinstance(pressing.move, Heard)
    assert isinstance(plainly.move, Offer)
    assert pressing.move.keep == plainly.move.keep == (0, 4, 0)
    assert plainly.confirm == "I keep 4 hats; you get the rest"


@pytest.mark.parametrize(
    "ultimatum",
    [
        *(
            "no thanks, {} or nothing",
            "{} or no deal",
            "{}, otherwise I walk away",
            "{} or I'm out",
            "either {} or bust",
        ),
        *("only if I get {}", "no deal unless I get {}", "no deal without {}", "if I don't get {}, no deal"),
        *("only with {}", "{} or you get nothing", "{}... or nothing", "{} or the deal is off"),
    ],
)
@pytest.mark.parametrize("theirs", ["1 hat", "1 book and 3 balls", "2 books", "1 ball"])
def test_what_an_ultimatum_names_is_its_speakers(ultimatum: str, theirs: str) -> None:
    state = talk(dealt(), "hello", f"i take {theirs}, you get the rest")
    reading = read(state, ultimatum.format("both books"))
    assert isinstance(reading.move, Heard | Offer)
    assert reading.move.keep[:1] == (2,)
    assert isinstance(reading.move, Heard) or reading.confirm  # what was offered beside the books would be given away


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("deal if I get the book", (1, 0, 0)),
        ("it's a deal if I get one hat", (0, 1, 0)),
        ("only if I get the ball", (0, 0, 1)),
        ("I get the book, you get the hats, we flip for the ball", (1, 0, 0)),
        ("i take the book, hats are yours and we toss a coin for the ball", (1, 0, 0)),
        ("the ball for you, dice decide who gets the book, hats for me", (1, 4, 0)),
        ("you get the hats or the book, i get the rest", (1, 0, 1)),
    ],
)
def test_what_gives_away_items_without_a_word_or_by_chance_is_asked_about(text: str, keep: tuple[int, ...]) -> None:
    reading = read(dealt(instance=ONE_BOOK), text)
    assert reading.move == Offer(keep)
    assert reading.confirm


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("book=me hats=you ball=me", (1, 0, 1)),
        ("book = me, hats = you, ball = you", (1, 0, 0)),
        ("hats=me ball=you book=you", (0, 4, 0)),
    ],
)
def test_an_owner_behind_an_equals_sign_is_that_items(text: str, keep: tuple[int, ...]) -> None:
    move = read(dealt(instance=ONE_BOOK), text).move
    assert isinstance(move, Heard)
    assert (move.act, move.keep) == ("offer", keep)


@pytest.mark.parametrize("opening", ["I would do it another way.", "another idea:"])
def test_another_idea_is_no_relative_demand(opening: str) -> None:
    reading = read(dealt(instance=ONE_BOOK), f"{opening} the book and the ball for me and the hats for you")
    assert isinstance(reading.move, Heard)
    assert (reading.move.act, reading.move.keep) == ("offer", (1, 0, 1))


@pytest.mark.parametrize("text", ["ball > book > hat", "book>ball>hat", "i'd say ball > hat"])
def test_an_order_of_liking_is_no_offer(text: str) -> None:
    move = read(dealt(instance=ONE_BOOK), text).move
    assert isinstance(move, Heard)
    assert move.act == "words"


def test_what_stands_beside_you_get_nothing_is_the_speakers() -> None:
    move = read(dealt(), "both books and the hat, you get nothing").move
    assert isinstance(move, Heard)
    assert (move.act, move.keep[:2]) == ("offer", (2, 1))


@pytest.mark.parametrize("text", ["you get the hat or nothing", "I give you the hat or no deal"])
def test_an_ultimatum_that_says_whose_an_item_is_means_it(text: str) -> None:
    move = read(dealt(), text).move
    assert isinstance(move, Heard)
    assert (move.act, move.keep) == ("offer", (2, 0, 3))


def test_giving_everything_away_in_words_is_asked_about() -> None:
    assert "You: nothing." in read(offered(), "you take everything").question


@pytest.mark.parametrize(("items", "mine"), [("", "You: nothing."), ("1 book", "You: 1 book, worth 0 points to you.")])
def test_a_form_that_gives_everything_of_worth_away_is_asked_about(items: str, mine: str) -> None:
    state = dealt(instance="1,4,1 0,1,6 2,1,4")
    (form,) = [ask for ask in game.asks(game.view(state, YOU), AI) if isinstance(ask, Form)]
    sent = Said(form.says.replace("{items}", items), via="form")
    asked = game.read(game.view(state, YOU), sent)
    assert isinstance(asked, Reading)
    assert asked.question.startswith(mine)
    yes = game.read(game.view(state, YOU), Said(asked.confirm, via="pressed"))
    assert isinstance(yes, Reading)
    assert (yes.move, yes.confirm) == (asked.move, "")


def test_a_form_that_keeps_something_of_worth_is_an_offer_at_once() -> None:
    state = dealt(instance="1,4,1 0,1,6 2,1,4")
    reading = game.read(game.view(state, YOU), Said("I keep 1 hat; you get the rest", via="form"))
    assert isinstance(reading, Reading)
    assert (reading.move, reading.confirm) == (Offer((0, 1, 0)), "")


@pytest.mark.parametrize(
    "text",
    [
        "nice hat",
        "hat trick lol",
        "judge a book by its cover",
        "both books??",
        "you want the book?",
        "you always want the book",
        "i would have taken 3 hats",
        "you said 2 hats and the ball, right?",
        "does the ball matter to you",
        "bet you would",
        "great deal for YOU",
        "accept my idea please",
    ],
)
def test_a_remark_about_items_divides_nothing(text: str) -> None:
    reading = read(offered(), text)
    assert not reading.confirm
    assert isinstance(reading.move, Heard)
    assert (reading.move.act, reading.move.keep) == ("words", ())


@pytest.mark.parametrize("text", ["I would like the book please", "you can have the book", "gimme 2 hats"])
def test_words_about_some_items_ask_before_the_others_change_hands(text: str) -> None:
    asked = read(dealt(instance=ONE_BOOK), text)
    assert asked.confirm.startswith("I keep ")
    assert asked.question.endswith("Is that your offer?")


@pytest.mark.parametrize("text", ["I want the book, you get the rest", "everything but the book", "all for me"])
def test_words_about_all_items_are_an_offer_at_once(text: str) -> None:
    assert not read(dealt(instance=ONE_BOOK), text).confirm


@pytest.mark.parametrize("text", ["i'd have liked 3 hats but fine, i accept", "works 4 me", "alr bet", "say less"])
def test_slang_and_regrets_take_the_offer(text: str) -> None:
    move = read(offered(), text).move
    assert isinstance(move, Heard)
    assert move.act == "accept"


def test_words_that_take_an_earlier_offer_are_weighed_by_that_offer() -> None:
    """The first offer leaves seat `me` a hat and seven points, the last one only a ball and one point."""
    state = talk(dealt(), "I keep 2 books, 3 balls", "I keep 1 hat, 3 balls", "I keep 2 books, 1 hat, 2 balls")
    view = game.view(state, ME)
    poor = msgspec.structs.replace(view, domain=msgspec.structs.replace(view.domain, fallback=3))
    assert not loses(poor, Heard("accept", (0, 1, 0), False, (), 100))
    assert "gives you 3" in loses(poor, Heard("accept", (0, 0, 1), False, (), 100))
    assert "gives you 3" in loses(poor, Accept())


# --- words for Parley are not said to the other side ------------------------------------------------------------------


@pytest.mark.parametrize("text", ["help", "Help me!", "what can I do?", "how does this work?", "rules"])
def test_a_chat_answers_a_call_for_help_and_uses_up_no_message(text: str) -> None:
    at = game.view(offered(style="chat"), YOU)
    unclear = game.read(at, Said(text))
    assert isinstance(unclear, Unclear)
    assert (unclear.code, unclear.strike) == ("help", False)
    said = plain(game.refuse(unclear, at, AI))
    assert said.startswith("Say what you propose, such as: I keep 1 book; you get the rest.")
    read(offered(), text)


@pytest.mark.parametrize("text", ["can you help me with the hats?", "help yourself to the balls", "what do I get?"])
def test_other_words_about_help_are_said(text: str) -> None:
    read(offered(style="chat"), text)
