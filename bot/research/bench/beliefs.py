"""The model's estimate of the other side's limit, asked apart from the game and scored by Brier's rule.

It is asked once a game, after the model's first move that answers an offer and leaves the game open. The question goes
out in a call of its own, after everything that the model has seen and its move; nothing of it enters the game.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from bot.players.llm.client import Reply
from bot.players.llm.player import parsed
from games.bargaining.rules import BUYER
from games.core.contract import Seat
from games.core.prompt import schema
from games.core.settings import dollars

POINTS: Final = 5
"""Prices that are asked about."""


class Limit(Struct, frozen=True):
    """The other side's limit in cents, and the range that the game announces for it."""

    whose: str
    value: int
    low: int
    high: int

    @property
    def prices(self) -> tuple[int, ...]:
        """The prices that divide the range into equal parts."""
        return tuple(self.low + (self.high - self.low) * k // (POINTS + 1) for k in range(1, POINTS + 1))


class Stated(Struct, frozen=True):
    """A stated estimate. `brier` is its mean squared error, `flat` that of equal chances over the announced range."""

    brier: float
    flat: float


def limit(game: str, config: Any, seat: Seat) -> Limit | None:
    """Return the limit that a seat can only estimate; None where a game has none, or tells it."""
    if game != "bargaining":
        return None
    if seat == BUYER:
        return None if config.information != "range" else _of("seller", config.reservation, "cost", config)
    return None if config.value_known != "range" else _of("buyer", config.buyer_value, "value", config)


def _of(whose: str, value: int, number: str, config: Any) -> Limit:
    return Limit(whose, value, getattr(config, f"{number}_low"), getattr(config, f"{number}_high"))


def answers(view: Any) -> bool:
    """Return whether a decision in this view answers an offer, and another one can follow."""
    return bool(view.offers) and len(view.offers) + 1 < view.terms.rounds


def asking(found: Limit, body: Mapping[str, Any], reply: Reply) -> dict[str, Any]:
    """Return the request for an estimate, after the question and the answer of the last decision."""
    what = "the least that the seller would take" if found.whose == "seller" else "the most that the buyer would pay"
    names = _names()
    listed = ", ".join(f"{name}: {dollars(price)}" for name, price in zip(names, found.prices, strict=True))
    question = (
        "A question apart from the game; nobody at the table sees it. How likely is it, in percent from 0 to 100, "
        f"that {what} is at or above each of these prices? {listed}. Answer with a JSON object of the fields "
        f"{', '.join(names)}, whole numbers."
    )
    fields = {name: {"type": "integer", "description": "Percent."} for name in names}
    return {
        **body,
        "messages": [
            *body["messages"],
            {"role": "assistant", "content": reply.text or "{}"},
            {"role": "user", "content": question},
        ],
        "output_config": {
            **body.get("output_config", {}),
            "format": {"type": "json_schema", "schema": schema(**fields)},
        },
    }


def scored(found: Limit, text: str) -> Stated | None:
    """Return the score of an answer; None for one that states no chances."""
    given = parsed(text)
    chances = [given.get(name) for name in _names()]
    numbers = [n for n in chances if isinstance(n, int | float) and not isinstance(n, bool) and 0 <= n <= 100]
    if len(numbers) < POINTS:
        return None
    truth = [float(found.value >= price) for price in found.prices]
    flat = [(found.high - price) / max(1, found.high - found.low) for price in found.prices]
    return Stated(_brier([n / 100 for n in numbers], truth), _brier(flat, truth))


def _brier(chances: list[float], truth: list[float]) -> float:
    return sum((p - t) ** 2 for p, t in zip(chances, truth, strict=True)) / len(truth)


def _names() -> tuple[str, ...]:
    return tuple(f"p{k}" for k in range(1, POINTS + 1))
