"""Analysis of a finished game: the best joint outcome, and each side's unused gains."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple

from games.trading.config import SEATS
from games.trading.domain import named
from games.trading.rules import State
from games.trading.view import Cards

NODES: Final = 10_000
"""Steps of the search for the best further swap. Half of the ordinary deals need 21, one in a thousand 4,000."""


class Summary(Struct, frozen=True):
    """The outcome of a game against its yardsticks.

    - `best`: the joint gain if every unit belonged to the side that values it more.
    - `share`: the part of it that was reached, at most 1; 1 where there was nothing to gain.
    - `homes`: for each resource, the index of the side that values it more; -1 where both value it alike.
    - `left`: each seat's possible further gain by one more swap that costs the other nothing.
    """

    gains: tuple[int, int]
    joint: int
    best: int
    share: Fraction
    homes: tuple[int, ...]
    left: tuple[int, int]


def summary(cards: Cards) -> Summary:
    first, second = (astuple(values) for values in cards.values)
    homes = tuple(-1 if a == b else int(a < b) for a, b in zip(first, second, strict=True))
    starts = [astuple(goods) for goods in cards.start]
    best = sum(
        abs(a - b) * starts[1 - home][at]
        for at, (home, a, b) in enumerate(zip(homes, first, second, strict=True))
        if home >= 0
    )
    joint = sum(cards.gains)
    share = Fraction(joint, best) if best else Fraction(1)
    return Summary(cards.gains, joint, best, share, homes, (left_by(cards, 0), left_by(cards, 1)))


def left_by(cards: Cards, seat: int) -> int:
    """Return the most that a seat could gain from the final holdings by one swap at no loss to the other.

    Exact, unless the search takes more than `NODES` steps; then it is a lower bound.
    """
    own, theirs = astuple(cards.holdings[seat]), astuple(cards.holdings[1 - seat])
    return most_gain(own, theirs, astuple(cards.values[seat]), astuple(cards.values[1 - seat]))


def most_gain(own: Sequence[int], theirs: Sequence[int], values: Sequence[int], costs: Sequence[int]) -> int:
    """Return the highest worth at `values` of a swap that is worth at most 0 at `costs`: a bounded knapsack.

    Branch and bound: everything is handed over, then bought back in the order of value for cost. The bound of a branch
    fills the rest of the sack with fractions.
    """
    kinds = [(v, c, o + t) for o, t, v, c in zip(own, theirs, values, costs, strict=True) if v]
    kinds.sort(key=lambda kind: (kind[1] > 0, Fraction(-kind[0], kind[1] or 1)))
    room = sum(o * c for o, c in zip(own, costs, strict=True))
    paid = sum(o * v for o, v in zip(own, values, strict=True))
    best, nodes = paid, 0

    def bound(at: int, room: int) -> int:
        total = 0
        for value, cost, number in kinds[at:]:
            if cost * number > room:
                return total + value * room // cost
            total, room = total + value * number, room - cost * number
        return total

    def search(at: int, room: int, total: int) -> None:
        nonlocal best, nodes
        best = max(best, total)
        if at == len(kinds):
            return
        value, cost, number = kinds[at]
        for taken in range(min(number, room // cost) if cost else number, -1, -1):
            nodes += 1
            after, made = room - taken * cost, total + taken * value
            if nodes > NODES or made + bound(at + 1, after) <= best:
                return
            search(at + 1, after, made)

    search(0, room, 0)
    return best - paid


def report(state: State) -> dict[str, Any]:
    cards = Cards(state.values, state.start, state.holdings)
    found = summary(cards)
    return {
        "inventories": _by_seat(*map(named, cards.holdings)),
        "start": _by_seat(*map(named, cards.start)),
        "values": _by_seat(*map(named, cards.values)),
        "messages": len(state.history),
        "trades": sum(message.answer == "accepted" for message in state.history),
        "gain": _by_seat(*found.gains),
        "winner": (state.close.winner if state.close else "") or None,
        "joint_gain": found.joint,
        "best_joint_gain": found.best,
        "efficiency": hundredths(found.share),
        "left_on_the_table": _by_seat(*found.left),
    }


def hundredths(share: Fraction) -> str:
    """Return a share with two decimals: `0.63`."""
    number = round(abs(share) * 100)
    return f"{'-' if share < 0 and number else ''}{number // 100}.{number % 100:02d}"


def _by_seat(first: object, second: object) -> dict[str, object]:
    return {SEATS[0]: first, SEATS[1]: second}
