"""No leak that the earlier guard kept back is posted; computed numbers are where new ones would open."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.players.base import Brief
from tests.bot.players.llm import leaks_of_prices, tables
from tests.bot.players.llm.leaks_of_things import LEAKS
from tests.bot.players.llm.seated import canned

Table = Callable[[], tuple[Brief, Any]]

FORMS: dict[int, tuple[str, ...]] = {
    3: ("3", "$3", "three"),
    6: ("6", "$6.00", "six dollars"),
    13: ("13", "$13", "thirteen bucks"),
    16: ("16", "$16.00", "sixteen"),
    41: ("41", "$41", "forty-one"),
    63: ("63", "$63", "sixty-three"),
}
BARGAINERS: dict[str, tuple[Table, dict[str, int]]] = {
    "a cost that every price is a public difference from": (
        lambda: tables.bargaining("41"),
        {"c": 41, "r": 13, "m": 6},
    ),
    "the same, other differences": (lambda: tables.bargaining("41"), {"r": 16, "m": 3}),
    "a cost that is the first gap": (lambda: tables.bargaining("16"), {"c": 16}),
    "a cost that is a gap, too": (lambda: tables.bargaining("13"), {"c": 13}),
    "a cost that is about as far from a price": (tables.bargaining, {"r": 13}),
}
THINGS: dict[str, Table] = {
    **tables.TABLES,
    "trading of small worths": tables.small_trading,
    "balloon of round worths": tables.round_balloon,
    "dealornodeal of hats": tables.hats_only,
}


def listed(text: str) -> list[str]:
    return [words.strip() for line in text.splitlines() for words in line.split(" / ") if words.strip()]


def filled(texts: list[str], **slots: int) -> Iterator[str]:
    """The sentences about these numbers, each with the number in another form."""
    for at, text in enumerate(texts):
        slot = next((slot for slot in ("c", "r", "m") if "{" + slot + "}" in text), "")
        if not slot:
            yield text
        elif slot in slots:
            forms = FORMS[slots[slot]]
            words = text.format(**{slot: forms[at % len(forms)]})
            yield words[0].upper() + words[1:]


async def posted(table: Table, texts: list[str]) -> list[str]:
    """The words that are posted beside the move of a table."""
    turn, move = table()
    fields = turn.game.given(turn.view, move, "")
    house, _ = canned(*(json.dumps({"reason": "So.", **fields, "say": words}) for words in texts))
    return [words for words in texts if (await house.player().decide(turn, 45)).say == words]


def test_the_lists_are_long() -> None:
    prices = (leaks_of_prices.LIMITS, leaks_of_prices.ROOM, leaks_of_prices.MARGINS, leaks_of_prices.OF_BUYERS)
    assert sum(len(listed(text)) for text in (*prices, *LEAKS.values())) >= 900


@pytest.mark.parametrize("name", BARGAINERS)
async def test_a_seller_tells_no_limit_room_or_plan(name: str) -> None:
    table, slots = BARGAINERS[name]
    texts = [words for text in (leaks_of_prices.LIMITS, leaks_of_prices.ROOM, leaks_of_prices.MARGINS)
             for words in listed(text) if "{" in words]  # fmt: skip
    assert await posted(table, list(filled(texts, **slots))) == []


async def test_a_buyer_tells_no_limit_room_or_plan() -> None:
    texts = list(filled(listed(leaks_of_prices.OF_BUYERS), c=63, r=16, m=6))
    assert await posted(tables.buying, texts) == []


async def test_no_phrase_of_a_public_number_carries_a_private_one() -> None:
    assert await posted(lambda: tables.bargaining("41"), listed(leaks_of_prices.IN_PHRASES)) == []


@pytest.mark.parametrize("name", LEAKS)
async def test_nobody_tells_what_things_are_worth_to_it_or_what_it_will_do(name: str) -> None:
    assert await posted(THINGS[name], listed(LEAKS[name])) == []
