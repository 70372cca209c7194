"""Typed and pressed texts to moves: the card's answers, the form, leaving, and everything else in free words."""

import pytest

from games.core.contract import Moved, Reading, Said, Unclear
from games.dealornodeal.rules.state import ME, YOU, Accept, Confirm, DealMove, DealState, Heard, Leave, Offer, Reopen
from tests.games.dealornodeal.helpers import after, dealt, game, talk


def read(state: DealState, text: str, seat: object = YOU, via: str = "typed") -> Reading[DealMove]:
    reading = game.read(game.view(state, seat), Said(text, via=via))  # type: ignore[arg-type]
    assert isinstance(reading, Reading), reading
    return reading


def with_card() -> DealState:
    return after(dealt(), Moved(YOU, Offer((0, 0, 3)), "x"), Moved(ME, Accept(), "y"))


@pytest.mark.parametrize(
    "text",
    [
        *("confirm", "Confirm.", "i confirm", "yes", "Yes, that's right!", "ok deal", "deal", "correct", "yep", "k"),
        *(
            "sure, sounds good",
            "Yes! Deal!",
            "great, thanks, ok",
            "yes please",
            "perfect",
            "that works for me",
            "👍",
            "mmm k",
            "yes thats correct",
            "that's what i meant",
            "I accept",
            "confirm the deal",
            "fine by me",
            "👍🏽",
        ),
        *("ok confirm that card", "please confirm it", "confirm pls", "yesss", "go for it", "let's do it", "yes do it"),
        "that's what i want",
        *("I'm happy with this card", "yes, let's wrap it up", "ok, go ahead", "this is what we said"),
        "the deal looks right",
    ],
)
def test_a_plain_yes_confirms_the_open_card(text: str) -> None:
    assert read(with_card(), text).move == Confirm(1)


@pytest.mark.parametrize(
    "text",
    [
        "not what i meant",
        "No",
        "that's wrong",
        "this is not what I said",
        "that isn't right",
        "not quite",
        "nah",
        "i didn't mean that",
    ],
)
def test_a_plain_no_puts_the_card_aside_as_misread(text: str) -> None:
    assert read(with_card(), text).move == Reopen(1, True)


@pytest.mark.parametrize(
    "text",
    [
        *("keep talking", "let's keep talking", "I changed my mind", "cancel", "please cancel that", "withdraw"),
        *("not acceptable", "this is not good enough for me", "sorry, that's not satisfactory"),
    ],
)
def test_keep_talking_puts_it_aside_without_blame(text: str) -> None:
    assert read(with_card(), text).move == Reopen(1, False)


@pytest.mark.parametrize("text", ["oh great", "right, and I'm the queen", "not yet", "let's end this"])
def test_irony_and_half_words_leave_the_card_unanswered(text: str) -> None:
    made = read(with_card(), text)
    assert made.confirm or not isinstance(made.move, Confirm | Reopen)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("oh great", "words"),
        ("right, and I'm the king", "words"),
        ("yes, and pigs fly", "words"),
        ("oh great, deal", "accept"),
        ("that will do", "accept"),
        ("ok, I am accepting", "accept"),
        ("not acceptable", "refuse"),
        ("that is not good enough", "refuse"),
        ("don't you need the ball?", "words"),
        ("what happens if we both refuse", "words"),
        ("I'm fond of hats", "words"),
        ("you just care about balls", "words"),
        ("my last partner gave me the hat", "words"),
    ],
)
def test_words_after_an_offer(text: str, act: str) -> None:
    offered = after(dealt(), Moved(YOU, None, "Hello!"), Moved(ME, Offer((0, 0, 3)), "You get the books and the hat"))
    move = read(offered, text).move
    assert isinstance(move, Heard)
    assert move.act == act


def test_a_question_about_the_card_is_just_words() -> None:
    assert read(with_card(), "hm, are you sure?").move == Heard("words", (), False, (), 90)


@pytest.mark.parametrize(
    "text",
    [
        "thanks",
        "great",
        "oh",
        "ok but what about the hat?",
        "yes or no?",
        "not confirmed",
        "yes but no",
        "confirm?",
        "ok " * 600 + "hm",
        *(
            "i won't confirm",
            "don't confirm",
            "i can't confirm this",
            "not yet",
            "you confirm first",
            "did you confirm",
        ),
        *("ok you confirm", "what happens if i confirm", "confirm if i get the hat", "confirm two books", "deal? no"),
        *("yes, no", "yes two books", "ok but not the balls", "i'll confirm when you give me the hat"),
    ],
)
def test_less_than_a_plain_yes_confirms_nothing(text: str) -> None:
    assert not isinstance(read(with_card(), text).move, Confirm)


def test_another_offer_is_an_offer_with_the_card_open() -> None:
    move = read(with_card(), "wait, i need one book too").move
    assert isinstance(move, Heard)
    assert (move.act, move.keep) == ("offer", (1, 0, 3))


def test_naming_what_stands_on_the_card_does_not_put_it_aside() -> None:
    assert read(with_card(), "i get the three balls, you get everything else").move == Heard("words", (), False, (), 95)


def test_without_a_card_the_same_words_are_words() -> None:
    assert isinstance(read(dealt(), "confirm").move, Heard)
    assert isinstance(read(dealt(), "keep talking").move, Heard)


@pytest.mark.parametrize(
    ("take", "keep"),
    [("2 books, 1 hat", (2, 1, 0)), ("", (0, 0, 0)), ("3 balls", (0, 0, 3)), ("1 books, 2 balls", (1, 0, 2))],
)
def test_the_form_is_read_exactly(take: str, keep: tuple[int, ...]) -> None:
    assert read(dealt(), f"I keep {take}; you get the rest", via="form").move == Offer(keep)


def test_the_same_words_typed_are_the_same_offer() -> None:
    move = read(dealt(), "I keep 2 books, 1 hat; you get the rest").move
    assert isinstance(move, Heard)
    assert move.keep == (2, 1, 0)


def test_the_deal_button_accepts_the_last_offer() -> None:
    state = talk(dealt(), "i want the balls")
    assert read(state, "deal", ME, "pressed").move == Accept()


@pytest.mark.parametrize("text", ["walk away", "I'm leaving", "ok, i quit", "i walk away now"])
def test_leaving_in_words_is_asked_back_once(text: str) -> None:
    reading = read(talk(dealt(), "hi", "hello"), text)
    assert (reading.move, reading.confirm) == (Leave(), "walk away")
    assert read(talk(dealt(), "hi", "hello"), "walk away", via="pressed").confirm == ""


def test_a_bare_no_deal_refuses_and_the_second_in_a_row_asks_whether_to_leave() -> None:
    state = talk(dealt(), "hi", "i want everything")
    first = read(state, "no deal").move
    assert isinstance(first, Heard)
    assert first.act == "refuse"
    state = talk(dealt(), "no deal", "i want everything")
    assert read(state, "No deal!").confirm == "walk away"


def test_leaving_before_the_first_word_is_just_words() -> None:
    assert isinstance(read(dealt(), "walk away").move, Heard)


def test_no_deal_with_a_demand_is_an_offer() -> None:
    asked = read(talk(dealt(), "hi", "i want the hat, you get the rest"), "no deal, i need the hat")
    assert asked.confirm == "I keep 1 hat; you get the rest"
    assert asked.move == Offer((0, 1, 0))


def test_claims_go_into_the_move() -> None:
    move = read(dealt(), "the books are worth 1 to me").move
    assert isinstance(move, Heard)
    assert move.claims == ((0, 1),)


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_nothing_is_unclear(text: str) -> None:
    unclear = game.read(game.view(dealt(), YOU), Said(text))
    assert isinstance(unclear, Unclear)
    assert unclear.code == "empty"


def test_a_note_for_the_log_says_how_it_was_read() -> None:
    assert "named in full" in read(dealt(), "i get the balls, you get the books and the hat").note
    assert "%" in read(dealt(), "hello").note


def test_a_text_over_the_limit_is_refused_whole_and_not_cut() -> None:
    unclear = game.read(game.view(dealt(), YOU), Said("a " * 1_001))
    assert isinstance(unclear, Unclear)
    assert (unclear.code, unclear.facts) == ("too_long", {"most": 2_000})


def test_reading_works_in_another_item_set() -> None:
    move = read(dealt(domain="camp", instance=""), "i take all the firewood and one water, you get the rest").move
    assert isinstance(move, Heard)
    assert move.keep == (0, 1, 3)


def taken_up() -> DealState:
    """A typed "deal" has just brought up the card; the utterance that it stands in may go on."""
    offered = after(dealt(), Moved(YOU, Offer((2, 1, 3)), "all for me"), Moved(ME, Offer((2, 0, 0)), "books for me"))
    return after(offered, Moved(YOU, read(offered, "deal").move, "deal"))


@pytest.mark.parametrize(
    "text",
    ["what about the books", "1 1 1", "books", "hats", "hmm", "i get the balls", "wait, let me think", "the books?"],
)
def test_words_behind_an_acceptance_confirm_nothing_and_leave_the_card(text: str) -> None:
    state = taken_up()
    assert state.card is not None
    move = read(state, text).move
    assert isinstance(move, Heard)
    later = after(state, Moved(YOU, move, text))
    assert later.card == state.card
    assert later.ended is None
    again = read(later, text).move
    assert isinstance(again, Heard)
    assert read(later, "confirm").move == read(later, "y").move == Confirm(1)


def test_another_offer_behind_an_acceptance_puts_the_card_aside() -> None:
    state = taken_up()
    move = read(state, "no wait, i want a book, the hat and the balls").move
    assert isinstance(move, Heard)
    assert (move.act, move.keep) == ("offer", (1, 1, 3))
    assert after(state, Moved(YOU, move, "x")).card is None
