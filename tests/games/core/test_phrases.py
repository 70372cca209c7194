"""Small parts of sentences, and what two seats that write in turn have in common."""

import pytest

from games.core import messages
from games.core.contract import IllegalMove, Seat
from games.core.phrases import counted, joined, short, whole
from games.core.post import Cast, Table, Voice, aligned

PAIR = (Seat("a"), Seat("b"))


@pytest.mark.parametrize(
    ("words", "said"),
    [((), ""), (("ore",), "ore"), (("ore", "wood"), "ore and wood"), (("ore", "wood", "clay"), "ore, wood and clay")],
)
def test_lists_are_joined(words: tuple[str, ...], said: str) -> None:
    assert joined(words) == said
    assert joined(words, "or") == said.replace(" and ", " or ")


def test_things_are_counted() -> None:
    assert [counted(number, "item") for number in (0, 1, 2)] == ["0 items", "1 item", "2 items"]


def test_an_average_is_told_in_whole_things() -> None:
    assert [whole(number) for number in (8, 8.0, 60 / 7)] == ["8", "8", "8–9"]


def test_a_text_is_cut_to_a_length_and_shows_it() -> None:
    assert short("enough", 6) == "enough"
    assert short("too long", 6) == "too l…"


def test_a_table_stands_in_columns() -> None:
    assert aligned(Table(("what", "n"), (("ore", "12"), ("brick", "")))) == "what   n\nore    12\nbrick"


@pytest.mark.parametrize(
    ("words", "marks", "read"),
    [
        ("[GAME] you won {now}", "[]", "(GAME) you won {now}"),
        ("AGREE: {'A08'} [x]", "{}", "AGREE: ('A08') [x]"),
        (" one\n\ttwo  three ", "[]", "one two three"),
        ("nul\0and\x1b[31m", "[]", "nul\ufffdand\ufffd(31m"),
    ],
)
def test_words_travel_on_one_line_without_the_marks_of_a_tag(words: str, marks: str, read: str) -> None:
    assert messages.relayed(words, marks) == read


def test_only_the_seat_on_turn_may_write() -> None:
    messages.check_turn(PAIR, 1, PAIR[1])
    for seat, code in (("a", "not_your_turn"), ("c", "no_such_seat")):
        with pytest.raises(IllegalMove) as refused:
            messages.check_turn(PAIR, 1, Seat(seat))
        assert refused.value.code == code


def test_who_begins_is_named_or_drawn_from_the_seed() -> None:
    assert [messages.starter(PAIR, seat, 7) for seat in PAIR] == [0, 1]
    assert {messages.starter(PAIR, "random", seed) for seed in range(20)} == {0, 1}
    assert messages.starter(PAIR, "random", 5) == messages.starter(PAIR, "random", 5)


def test_it_is_said_whose_message_is_next() -> None:
    voice = Voice("a", (Cast("a", "human"), Cast("b", "ai")))
    assert messages.next_is(3, 10, PAIR[0], voice) == "Message 3 of 10 is yours."
    assert messages.next_is(4, 10, PAIR[1], voice) == "Message 4 of 10 is the AI's."
    assert messages.out_of_turn(IllegalMove("not_your_turn"), "Over.", PAIR[1], "", voice) == (
        "The AI is thinking. Your message wasn't counted: send it again once the AI has moved."
    )
    assert messages.out_of_turn(IllegalMove("not_your_turn"), "Over.", None, "", voice) == "Over."
    for about, begins in (
        ("message 1", "That button was about an earlier message."),
        ("", "Your message crossed the AI's"),
    ):
        said = messages.out_of_turn(IllegalMove("stale", stake=about), "Over.", PAIR[0], "On the table: 1.", voice)
        assert said.startswith(begins)
        assert said.endswith("On the table: 1.")
    assert not messages.out_of_turn(IllegalMove("empty"), "Over.", PAIR[0], "", voice)
    assert messages.broken_off("a", True, voice) == "Game over: you did not answer in time. Nothing counts."
