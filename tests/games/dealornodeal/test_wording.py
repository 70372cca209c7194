"""The words of the division: the opening, others' words with what they would mean, the card, the end."""

from typing import Any

import pytest

from games.core.contract import TABLE, IllegalMove, Moved, Reading, Said, Seat
from games.core.post import Cast, Choice, Form, Post, Voice, plain
from games.dealornodeal.rules.state import ME, YOU, Accept, Confirm, DealState, Leave, Offer, Reopen, Speak
from tests.games.dealornodeal.helpers import after, dealt, game, typed

AI = Voice(YOU, (Cast("you", "human", "Ann"), Cast("me", "ai")))
PEOPLE = (Cast("you", "human", "Ann"), Cast("me", "human", "Ben"))


def told(before: DealState, event: Moved[Any], who: Seat = YOU, voice: Voice = AI) -> tuple[Post, ...]:
    state = game.apply(before, event)
    facts = tuple(news.fact for news in game.news(before, event, state) if news.reaches(who))
    return game.tell(facts, game.view(state, who), voice)


def text(posts: tuple[Post, ...]) -> str:
    return "\n".join(map(plain, posts))


def opening(who: Seat, voice: Voice) -> str:
    state = dealt()
    facts = tuple(news.fact for news in game.opening(state) if news.reaches(who))
    return text(game.tell(facts, game.view(state, who), voice))


def test_the_opening_shows_the_pool_and_ones_own_values_only() -> None:
    mine = opening(YOU, AI)
    assert "2 books, 1 hat, 3 balls" in mine
    assert "book 1, hat 2, ball 2" in mine
    assert "10" in mine
    assert "20 messages" in mine
    assert "hat 7" not in mine
    assert "hat 7" in opening(ME, Voice(ME, PEOPLE))
    assert "worth" not in opening(TABLE, Voice("", PEOPLE))
    assert "look yours up" in opening(TABLE, Voice("", PEOPLE))


def test_others_words_come_with_what_they_would_mean_to_the_reader() -> None:
    state = after(dealt(), Moved(YOU, Speak(), "hi"))
    said = text(told(state, Moved(ME, Offer((0, 1, 1)), "the hat and a ball")))
    assert "The AI: the hat and a ball" in said
    assert "You: 2 books, 2 balls (6 points)." in said
    assert "The AI: 1 hat, 1 ball." in said


def test_ones_own_line_is_not_repeated_but_its_reading_is_shown() -> None:
    said = text(told(dealt(), Moved(YOU, Offer((0, 0, 3)), "gimme the round things")))
    assert "round things" not in said
    assert "I read that as an offer. You: 3 balls (6 points)." in said


def test_more_words_that_change_no_offer_are_not_read_out_again() -> None:
    state = typed(dealt(), YOU, "the balls for me please, you get the rest")
    reading = game.read(game.view(state, YOU), Said("thanks a lot"))
    assert isinstance(reading, Reading)
    assert told(state, Moved(YOU, reading.move, reading.say)) == ()
    said = text(told(state, Moved(YOU, reading.move, reading.say), ME, Voice(ME, PEOPLE)))
    assert said == "Ann: thanks a lot"


def test_the_card_is_data_for_programs_with_the_reader_as_you() -> None:
    state = after(dealt(), Moved(YOU, Offer((0, 0, 3)), "a"))
    event = Moved(ME, Accept(), "deal")
    (card,) = [post for post in told(state, event) if post.data]
    mine, theirs = {"book": 0, "hat": 0, "ball": 3}, {"book": 2, "hat": 1, "ball": 0}
    assert card.data == {"card": {"you": mine, "me": theirs, "version": 1}}
    (card,) = [post for post in told(state, event, ME, Voice(ME, PEOPLE)) if post.data]
    assert card.data == {"card": {"you": theirs, "me": mine, "version": 1}}
    assert "Ann: 3 balls." in plain(card)


def test_a_card_that_one_side_has_confirmed_says_who_and_waits_for_the_other() -> None:
    state = after(dealt(), Moved(YOU, Offer((0, 0, 3)), "a"), Moved(ME, Accept(), "deal"))
    (card,) = told(state, Moved(ME, Confirm(1)))
    assert plain(card).endswith("The AI has confirmed. It is a deal once you have confirmed, too.")
    assert card.slot == "card"
    assert "have confirmed" not in text(told(after(state, Moved(ME, Confirm(1))), Moved(YOU, Confirm(1))))
    (card,) = told(state, Moved(YOU, Confirm(1)))
    assert plain(card).endswith("You have confirmed. It is a deal once the AI has confirmed, too.")
    assert card.data is not None


def test_the_card_brings_its_three_buttons() -> None:
    state = after(dealt(), Moved(YOU, Offer((0, 0, 3)), "a"), Moved(ME, Accept(), "deal"))
    says = [ask.says for ask in game.asks(game.view(state, YOU), AI)]
    assert says == ["confirm", "not what i meant", "keep talking"]
    state = after(state, Moved(YOU, Confirm(1)))
    assert [ask.says for ask in game.asks(game.view(state, YOU), AI)] == ["keep talking"]


def test_a_standing_offer_brings_a_button_that_names_it() -> None:
    state = after(dealt(), Moved(YOU, Speak(), "hi"), Moved(ME, Offer((0, 1, 1)), "x"))
    asks = game.asks(game.view(state, YOU), AI)
    labels = [ask.label for ask in asks if isinstance(ask, Choice)]
    assert labels[0] == "Deal: you get 2 books, 2 balls"
    assert any(isinstance(ask, Form) for ask in asks)
    assert labels[-1].startswith("Walk away")


def test_walking_away_is_offered_after_the_first_word_only() -> None:
    assert all(ask.says != "walk away" for ask in game.asks(game.view(dealt(), YOU), AI))


def test_messages_are_counted_from_the_fourteenth_on() -> None:
    state = dealt()
    for number in range(1, 16):
        said = text(told(state, Moved((ME, YOU)[number % 2], Speak(), "hm"), TABLE, Voice("", PEOPLE)))
        assert ("Message" in said) == (number >= 14)
        state = after(state, Moved((ME, YOU)[number % 2], Speak(), "hm"))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Moved(YOU, Leave()), "You walked away."),
        (Moved(ME, Leave()), "The AI walked away."),
    ],
)
def test_a_walk_away_names_who_left(event: Moved[Any], words: str) -> None:
    state = after(dealt(), Moved(YOU, Speak(), "hi"), Moved(ME, Speak(), "hello"))
    said = text(told(state, event))
    assert words in said
    assert "nobody gets anything" in said


def test_the_deal_names_both_shares_and_both_scores() -> None:
    state = after(dealt(), Moved(YOU, Offer((0, 0, 3)), "a"), Moved(ME, Accept(), "b"), Moved(ME, Confirm(1)))
    said = text(told(state, Moved(YOU, Confirm(1))))
    assert "You: 3 balls (6 points)." in said
    assert "The AI: 2 books, 1 hat (7 points)." in said


def test_a_misread_card_asks_the_reader_to_say_it_again() -> None:
    state = after(dealt(), Moved(YOU, Offer((0, 0, 3)), "a"), Moved(ME, Accept(), "b"))
    assert "Say again what you meant" in text(told(state, Moved(YOU, Reopen(1, True))))
    assert "not what was meant" in text(told(state, Moved(YOU, Reopen(1, True)), ME, Voice(ME, PEOPLE)))


def test_the_status_repeats_the_last_offers_and_the_card() -> None:
    state = after(dealt(), Moved(YOU, Offer((0, 0, 3)), "a"), Moved(ME, Offer((1, 1, 2)), "b"))
    status = plain(game.status(game.view(state, YOU), AI))
    assert "Your last offer: You: 3 balls (6 points)." in status
    assert "The last offer of the AI: You: 1 book, 1 ball (3 points)." in status
    assert "Message 2 of 20. It is your turn." in status
    state = after(state, Moved(YOU, Accept(), "ok"))
    post = game.status(game.view(state, YOU), AI)
    assert post.data is not None
    assert "A card waits for you and the AI to confirm." in plain(post)


def test_camping_speaks_of_its_own_things() -> None:
    state = dealt(domain="camp", instance="")
    rules = plain(game.explain(game.view(state, YOU), AI))
    assert "food, water, firewood" in rules
    assert "each side gets 5 points" in rules


@pytest.mark.parametrize("code", ["over", "stale", "empty", "no_offer", "no_card", "too_early", "bad_offer", "full"])
def test_a_refusal_says_what_is_allowed(code: str) -> None:
    assert len(plain(game.refuse(IllegalMove(code, most=20), game.view(dealt(), YOU), AI))) > 20


def test_what_only_this_seat_knows_can_be_looked_up() -> None:
    assert "hat 7" in plain(game.sheet(game.view(dealt(), ME), Voice(ME, PEOPLE)))
    assert "worth" not in plain(game.sheet(game.view(dealt(), TABLE), Voice("", PEOPLE)))
