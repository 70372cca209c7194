"""One table of phrases, run through the reader of every game."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from games.core.contract import AnyGame, Reading, Said, Seat
from games.core.registry import get
from tests.games.balloon import table as load
from tests.games.bargaining.helpers import after, dealt
from tests.games.dealornodeal import helpers as split
from tests.games.language.phrases import COLUMNS, NEVER, PHRASES
from tests.games.society import table as share
from tests.games.trading import table as trade

MOVES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("Accept", "Agree", "Confirm"), "accept"),
    **dict.fromkeys(("Reject", "Deny", "Reopen", "Finish", "Vote", "Bargain"), "refuse"),
    **dict.fromkeys(("Offer", "Propose", "Counter"), "offer"),
}
SPOKEN: Final[Mapping[str, str]] = {"words": "talk"}


def _situations() -> dict[str, tuple[AnyGame, Any]]:
    """Return the game and the view of a seat that faces an offer, by column."""
    price, trading, balloon, dividing, society = map(
        get, ("bargaining", "trading", "balloon", "dealornodeal", "society")
    )
    offered = split.talk(split.dealt(), "I take the books and you get the rest")
    card = split.typed(offered, split.ME, "deal")
    answering, lone = trade.situation(trade.STANDING), load.lone()
    return {
        "price": (price, price.view(after(dealt(), 55, 42, 50), Seat("buyer"))),
        "trade": (trading, trading.view(answering, trade.mover(answering))),
        "load": (balloon, balloon.view(lone, load.mover(lone))),
        "split": (dividing, dividing.view(offered, split.ME)),
        "card": (dividing, dividing.view(card, split.YOU)),
        "share": (society, society.view(share.MINE, share.C0)),
    }


SITUATIONS: Final = _situations()


def meaning(column: str, text: str) -> str:
    """Return what a text comes to in one column of the table."""
    game, view = SITUATIONS[column]
    reading = game.read(view, Said(text))
    if not isinstance(reading, Reading) or reading.confirm:
        return "ask"
    if reading.move is None:
        return "talk"
    kind = type(reading.move).__name__
    return SPOKEN.get(reading.move.act, reading.move.act) if kind == "Heard" else MOVES[kind]


def test_every_game_reads_the_table() -> None:
    wrong = [
        f"{column}: {text!r} was read as {made}, not as {meant}"
        for texts, row in PHRASES
        for text in texts.split(" | ")
        for column, meant in zip(COLUMNS, row.split(), strict=True)
        if (made := meaning(column, text)) != meant
    ]
    assert not wrong


@pytest.mark.parametrize("column", [column for column in COLUMNS if column != "split"])
def test_no_weakened_yes_is_final(column: str) -> None:
    texts = [text.strip() for text in NEVER.split("|") if text.strip()]
    assert [text for text in texts if meaning(column, text) == "accept"] == []
