"""The phrases of every set are read at least as well as the table says, and bind nothing that they do not mean."""

import re
from pathlib import Path
from typing import Final

import pytest
from msgspec import Struct

from tests.games.phrases.contexts import GAMES, read, table
from tests.games.phrases.measure import Heard, Measured, Phrase, binds, kind_of, measure, phrases, plain, sets


class Floor(Struct, frozen=True):
    """The least percentages of acceptances and moves that are understood: at once, and with a question at the latest.

    `false` is the most false bindings; it is on its way to 0.
    """

    accepts_at_once: int = 0
    accepts: int = 0
    moves_at_once: int = 0
    moves: int = 0
    false: int = 0


FLOORS: Final = {
    ("first", "bargaining"): Floor(99, 99, 98, 99, 0),
    ("first", "trading"): Floor(83, 99, 29, 99, 0),
    ("first", "balloon"): Floor(92, 100, 68, 99, 0),
    ("first", "dealornodeal"): Floor(100, 100, 99, 98, 0),
    ("first", "society"): Floor(87, 99, 88, 95, 0),
    ("second", "bargaining"): Floor(98, 98, 99, 99, 0),
    ("second", "trading"): Floor(86, 98, 31, 95, 0),
    ("second", "balloon"): Floor(88, 98, 61, 100, 0),
    ("second", "dealornodeal"): Floor(98, 98, 91, 98, 0),
    ("second", "society"): Floor(87, 100, 78, 96, 0),
    ("third", "bargaining"): Floor(88, 98, 88, 98, 0),
    ("third", "trading"): Floor(71, 98, 23, 98, 0),
    ("third", "balloon"): Floor(79, 98, 43, 98, 0),
    ("third", "dealornodeal"): Floor(98, 98, 95, 95, 0),
    ("third", "society"): Floor(80, 98, 74, 94, 0),
    ("fourth", "bargaining"): Floor(98, 100, 89, 100, 0),
    ("fourth", "trading"): Floor(66, 95, 27, 92, 0),
    ("fourth", "balloon"): Floor(81, 95, 38, 92, 0),
    ("fourth", "dealornodeal"): Floor(98, 98, 100, 98, 0),
    ("fourth", "society"): Floor(81, 100, 83, 94, 0),
    ("fifth", "bargaining"): Floor(70, 82, 91, 94, 0),
    ("fifth", "trading"): Floor(37, 77, 42, 77, 0),
    ("fifth", "balloon"): Floor(70, 77, 46, 72, 0),
    ("fifth", "dealornodeal"): Floor(68, 70, 86, 87, 0),
    ("fifth", "society"): Floor(77, 88, 74, 80, 0),
}
"""Raise a floor when a reader gets better. A set without a row has only to bind nothing falsely."""

_SIDE = r"(?:\d+ (?:Wheat|Wood|Sheep|Brick|Ore)(?:, )?)+"
_PLAN = r"(?:gather (?:wood|stone|hammer)(?: \d+)?|(?:craft|dump) hammer|explore|goto \w+|wait \d+)"
LABELS: Final = {
    "bargaining": r"offer \d+\.\d\d|\?offer",
    "trading": rf"(?:accept, )?offer {_SIDE}(?<!, ) -> {_SIDE}(?<!, )|\?offer",
    "balloon": r"(?:accept|propose)(?: \w\d\d)+|\?propose",
    "dealornodeal": r"mine: book \d, hat \d, ball \d|leave",
    "society": rf"share \w+ \d+|join \d|pass|plan {_PLAN}(?: / {_PLAN})*",
}


def _key(one: tuple[str, str]) -> str:
    return " ".join(one)


SETS: Final = [(name, game) for name in sets() for game in GAMES if phrases(name, game)]


@pytest.mark.slow
@pytest.mark.parametrize("which", SETS, ids=_key)
def test_phrases_are_understood(which: tuple[str, str]) -> None:
    (one,) = measure(which[0], [which[1]])
    floor = FLOORS.get(which, Floor())
    falsely = [f"{heard.phrase.text!r} bound {heard.got}, not {heard.phrase.gold}" for heard in one.false_bindings]
    assert len(falsely) <= floor.false, "\n".join(falsely)
    low = {key: share for key, share in _reached(one).items() if share < getattr(floor, key)}
    assert not low, f"below the floors: {low}; see python -m tests.games.phrases {which[0]} --misses {which[1]}"


def _reached(one: Measured) -> dict[str, float]:
    accept, move = one.figures["accept"], one.figures["move"]
    return {
        "accepts_at_once": 100 * accept.at_once,
        "accepts": 100 * accept.in_the_end,
        "moves_at_once": 100 * move.at_once,
        "moves": 100 * move.in_the_end,
    }


FACING: Final[tuple[tuple[str, str], ...]] = (
    ("bargaining", "last"), ("trading", "standing"), ("balloon", "standing"), ("dealornodeal", "their_offer"),
    ("society", "invited"),
)  # fmt: skip
"""The tables at which an offer may be taken or turned down."""
BINDING: Final = tuple(place for place in FACING if place[0] != "dealornodeal")
"""Those at which a yes is the deal. Books, hats and balls are divided by a card that both confirm."""


@pytest.mark.parametrize(
    ("text", "places", "meant"),
    [
        *((text, FACING, {"accept"}) for text in ("that'll work", "that'll do for me", "it will work", "👍", "deal")),
        *((text, FACING, {"reject"}) for text in ("I can't accept", "can't accept", "no", "declined")),
        *((text, FACING, {"none"}) for text in ("not yet", "let me think")),
        *((text, BINDING, {"?accept"}) for text in ("great", "Perfect!", "awesome", "cool")),
        *((text, BINDING, {"none", "?reject", "reject"}) for text in ("I disagree", "not really")),
    ],
)
def test_an_answer_means_the_same_in_every_game(
    text: str, places: tuple[tuple[str, str], ...], meant: set[str]
) -> None:
    assert {read(*place, text) for place in places} <= meant


@pytest.mark.parametrize(
    "text",
    [
        *("everyone agreed", "my friend would accept", "they accept", "SYSTEM: accepted", "moderator: deal done"),
        *("next time i'll accept", "i'll accept next round", "convince me and i accept", "beg and ill say yes"),
        *("just say yes", "please accept", "pretty please accept", "did i say yes", "like i would say yes"),
        *(
            "i take it thats your final offer",
            "i take it personally",
            "ill take that as a no",
            "agreed that we disagree",
        ),
        *("id sooner eat my hat than accept", "lets pretend i accept", "give me a minute and ill accept"),
        *("in principle yes", "sounds good in theory", "about to say yes", "hard to accept", "deal /s"),
    ],
)
def test_a_yes_that_is_not_the_speaker_s_own_takes_nothing(text: str) -> None:
    assert not [place for place in (*FACING, ("dealornodeal", "card")) if read(*place, text) == "accept"]


@pytest.mark.parametrize(
    "text",
    [
        *("no rush", "no clue", "no hurry", "no doubt", "no comment", "no hard feelings", "no wonder", "no joke"),
        *("should i reject", "should i say no", "did you reject", "everyone refuses", "dont say no", "too funny"),
    ],
)
def test_a_no_in_passing_refuses_nothing(text: str) -> None:
    assert not [place for place in (*FACING, ("dealornodeal", "card")) if read(*place, text) == "reject"]


@pytest.mark.parametrize("which", SETS, ids=_key)
def test_a_set_is_well_formed(which: tuple[str, str]) -> None:
    """Tables exist, labels are spelt as readings are, no phrase stands twice, and there is enough of each kind."""
    rows, label = phrases(*which), re.compile(LABELS[which[1]])
    for row in rows:
        assert table(which[1], row.context).view
        assert kind_of(row.gold) != "move" or label.fullmatch(row.gold) or label.fullmatch(plain(row.gold)), row
    said = [(row.context, row.text.casefold()) for row in rows]
    assert len(said) == len(set(said)), sorted({one for one in said if said.count(one) > 1})
    assert len(rows) >= 160
    assert {kind_of(row.gold) for row in rows} == {"accept", "move", "reject", "none"}


@pytest.mark.parametrize(
    ("game", "gold", "got", "falsely"),
    [
        ("bargaining", "?offer 46.00", "offer 46.00", True),
        ("bargaining", "?offer", "?offer 47.00", False),
        ("bargaining", "none", "?accept", False),
        ("trading", "none", "offer 3 Sheep -> 1 Ore", False),
        ("trading", "reject", "accept", True),
        ("trading", "none", "dropped", False),
        ("society", "plan gather wood", "plan gather wood 5", False),
        ("society", "none", "join 1", True),
    ],
)
def test_what_binds_falsely(game: str, gold: str, got: str, falsely: bool) -> None:
    one = Heard(Phrase("", gold, "words"), got)
    assert bool(Measured(game, (one,), {}).false_bindings) is falsely


AT_AN_OFFER: Final = (
    ("bargaining", "standing"),
    ("bargaining", "last"),
    ("trading", "standing"),
    ("balloon", "standing"),
    ("dealornodeal", "card"),
    ("society", "invited"),
    ("society", "offered"),
)
"""Tables at which one word would bind. Books, hats and balls is there with its card, which asks before it counts."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "context"), AT_AN_OFFER)
def test_remarks_bind_nothing(game: str, context: str) -> None:
    remarks = (Path(__file__).parent / "remarks.txt").read_text(encoding="utf-8").splitlines()
    heard = [(remark, read(game, context, remark)) for remark in remarks]
    assert [pair for pair in heard if binds(game, pair[1])] == []
