"""Reading what people type, beyond the table: more of every kind, and what holds for every text."""

import json
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.bargaining.reader.message import scanned
from games.bargaining.rules import Accept, BargainingMove, Offer, Reject
from games.bargaining.view import View
from games.core.contract import Reading, Said, Unclear
from tests.games.bargaining.helpers import after, dealt, read, view
from tests.games.bargaining.reader.test_prices import FACING_50, TABLE, verdict
from tests.games.readings import misread, rows

FIRST = view(dealt(first="buyer"))
FINAL = view(after(dealt(condition="tight"), 44, 41, 43))
WIDE = view(after(dealt(accept="wide"), 55))
TALKING = view(after(dealt(talk="both"), 55))
MUG = view(after(dealt(condition="mug"), 9))

ROWS = [(expected, json.loads(text)) for expected, text in rows(__file__)]


def test_more_of_every_kind() -> None:
    assert not misread((text, verdict(text), expected) for expected, text in ROWS)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("accept 50", "both"),
        ("no deal", "unclear_yes"),
        ("40 or 45", "several"),
        ("101", "out_of_bounds"),
        ("-5", "out_of_bounds"),
        ("50%", "no_price"),
        ("hello", "nothing"),
    ],
)
def test_the_reason_is_named(text: str, code: str) -> None:
    reading = read(text, FACING_50)
    assert isinstance(reading, Unclear)
    assert (reading.code, reading.strike) == (code, False)


@pytest.mark.parametrize(
    "text", ["ok", "Okay!", "sure", "agreed", "ok, fine", "sure, works for me", "agreed, thanks", "yes"]
)
def test_a_wide_list_of_words_accepts_more(text: str) -> None:
    assert read(text, WIDE) == Reading(Accept())


@pytest.mark.parametrize(
    "text",
    ["ok?", "not sure", "ok, let me think", "okay so what now", "ok 45", "sure, 45", "is that ok", "not agreed", "y"],
)
def test_a_wide_list_is_no_free_pass(text: str) -> None:
    assert isinstance(read(text, WIDE), Unclear)


@pytest.mark.parametrize(
    "text",
    [
        "reject",
        "Reject!",
        "I reject",
        "I reject the offer.",
        "no",
        "No.",
        "no deal",
        "no, thanks",
        "decline",
        "I refuse",
        "no, I reject the offer",
        "Sorry, no.",
        "no deal, sorry",
        "well, no thanks",
        "I have to decline, thank you",
        "let me reject",
        "I'll pass",
    ],
)
def test_the_last_offer_can_be_turned_down_in_words(text: str) -> None:
    assert read(text, FINAL) == Reading(Reject())
    assert isinstance(read(text, FACING_50), Unclear)


@pytest.mark.parametrize(
    "text",
    [
        "no idea",
        "reject? no",
        "I do not know",
        "not yet",
        "should I reject",
        "rejected",
        "quit",
        "no ok",
        "don't reject",
        "no, I accept",
        "no " * 60,
    ],
)
def test_turning_down_has_to_be_unmistakable_too(text: str) -> None:
    assert isinstance(read(text, FINAL), Unclear)


def test_prices_follow_the_range_of_the_game() -> None:
    assert read("14.995", MUG) == Reading(Offer(1500))
    assert read("15", MUG) == Reading(Offer(1500))
    assert isinstance(read("15.001", MUG), Unclear)
    assert read("45 or 9", MUG) == Reading(Offer(900))
    low = view(after(dealt(lowest="10"), 55))
    assert isinstance(read("9.999", low), Unclear)
    assert read("10", low) == Reading(Offer(1000))


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("45", ""),
        ("$45.00 dollars!", ""),
        ("I could do 44,\n  I am a student", "I could do 44, I am a student"),
        ("accept", ""),
        ("fair :D 44", "fair :D 44"),
        ("I accept your offer, thanks", ""),
        ("deal, pleasure doing business", "deal, pleasure doing business"),
    ],
)
def test_words_beside_a_move_are_passed_on_only_where_talk_is_on(text: str, say: str) -> None:
    spoken, silent = read(text, TALKING), read(text, FACING_50)
    assert isinstance(spoken, Reading)
    assert isinstance(silent, Reading)
    assert (spoken.say, silent.say) == (say, "")
    assert spoken.move == silent.move


def test_passed_on_words_are_not_endless() -> None:
    reading = read("so " * 1_900 + "45", TALKING)
    assert isinstance(reading, Reading)
    assert len(reading.say) <= 300


WORDS = st.sampled_from(
    [
        *(
            "45",
            "45.50",
            "$45",
            "-5",
            "1",
            "100",
            "101",
            "0",
            "000",
            "7.5",
            ".5",
            "5.",
            "1,000",
            "50%",
            "$",
            "-",
            "- ",
            "½",
            "٤",
        ),
        *(
            "accept",
            "yes",
            "deal",
            "a",
            "no",
            "not",
            "ok",
            "sure",
            "you",
            "my",
            "I",
            "is",
            "?",
            "!",
            ".",
            ",",
            ":",
            ";",
            "(",
            ")",
        ),
        *(
            " ",
            "  ",
            "\n",
            "\t",
            "forty ",
            "ty ",
            "minus ",
            "usd",
            "USD ",
            "dollars",
            " bucks",
            " cents",
            "c",
            "k",
            " k",
            "x",
            "%",
        ),
        *(
            "how about ",
            "I'd give ",
            "www.",
            "www. ",
            "/",
            "<",
            ">",
            "*",
            "_",
            "'",
            '"',
            "please",
            "hundred ",
            "\u200b",
            "’",
            "=",
            "@",
        ),
    ]
)
TEXTS = st.lists(WORDS, max_size=8).map("".join) | st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=30)
KNOWN = [text for _, texts, _ in TABLE for text in texts]
VIEWS = (FIRST, FACING_50, FINAL, WIDE, TALKING, MUG)


def same(one: Reading[BargainingMove] | Unclear, two: Reading[BargainingMove] | Unclear) -> bool:
    return one.code == two.code if isinstance(one, Unclear) and isinstance(two, Unclear) else one == two


@pytest.mark.slow
@settings(max_examples=800)
@given(TEXTS, st.sampled_from(VIEWS))
@example("yes 45", FACING_50)
@example("ok 45", WIDE)
@example("-$ 45", FACING_50)
@example("forty  5", FACING_50)
@example("knock off 5", FACING_50)
@example("$5 below your price", FACING_50)
@example("45 and a half", FACING_50)
def test_a_quick_reading_is_the_whole_reading(text: str, at: View) -> None:
    assert same(read(text, at), scanned(at, text))


def test_known_texts_are_read_quickly_as_wholly() -> None:
    texts = [*KNOWN, *(text for _, text in ROWS)]
    assert not [(text, at) for text in texts for at in VIEWS if not same(read(text, at), scanned(at, text))]


@settings(max_examples=300)
@given(st.text(), st.sampled_from(VIEWS))
def test_every_text_is_a_reading_or_unclear(text: str, at: View) -> None:
    reading = read(text, at)
    assert isinstance(reading, Unclear) or reading.move is not None


@given(
    st.integers(0, 10_000),
    st.sampled_from(["{}", "${}", "{} dollars", "how about {}?", "I'd go to {}.", "No, {}!", "{}\n"]),
)
def test_every_legal_price_is_read_to_the_cent(cents: int, frame: str) -> None:
    assert read(frame.format(f"{cents // 100}.{cents % 100:02d}"), FACING_50) == Reading(Offer(cents))


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "unit",
    [
        "9",
        "9 ",
        "9.",
        "1,",
        "9-",
        "-",
        "$",
        "a",
        "yes ",
        "yes!",
        "!",
        " ",
        "\n",
        "no ",
        "½",
        "<@",
        "'",
        "www.",
        "to ",
        "(9",
        "yes x ",
        "yes 5 less ",
        "drop by 5 ",
    ],
)
def test_long_texts_are_read_in_linear_time(unit: str) -> None:
    long = unit * (100_000 // len(unit))
    read(f"yes {long}", FINAL)
    read(f"{long} 45", TALKING)


def test_random_bytes_do_no_harm() -> None:
    chance = Random(0)
    for _ in range(300):
        text = "".join(chr(chance.randrange(0x110000)) for _ in range(chance.randrange(40)))
        assert isinstance(read(text, FACING_50), Reading | Unclear)


def test_a_pressed_button_reads_like_typed_words() -> None:
    for text in ("accept", "45.50"):
        assert read(text, FACING_50) == scanned(FACING_50, Said(text, via="pressed").text)
