"""Analytic players: aspiration over time, logrolling, and no reward for waiting until the end.

Points are scaled as in `belief` (everything is 1000); the other side's are expected ones.
"""

from dataclasses import dataclass
from operator import le, mul

from msgspec import Struct

from games.dealornodeal.tactics.belief import SCALE, Table, belief, told


@dataclass(frozen=True, slots=True)
class Style:
    """Parameters of one kind of player.

    - `curve`: its wanted part of the most that it could have, in per mille, at equal steps from the first message to
      the last.
    - `behind`, `ahead`: per cent of the gap that it dislikes when it has less, and when it has more (Fehr and Schmidt
      1999; 75 and 75 is fair).
    - `hold`: per cent of the other side's lead in conceding that it keeps back.
    - `fresh`: the worth of an offer that it has not made yet, in the other side's points.
    - `stern`: its demand at the very end from a side that did not move; `mild`: from a side that did.
    - `yields`: it recognises the last messages, and seeks a deal then.
    - `modest`: it never asks for everything, nor for more than before, and improves an offer only by adding to it.
    - `firm`: tone.
    """

    curve: tuple[int, ...]
    behind: int = 0
    ahead: int = 0
    hold: int = 60
    fresh: int = 150
    stern: tuple[int, ...] = (300, 400, 500)
    mild: int = 100
    yields: bool = True
    modest: bool = True
    firm: bool = False


class Talk(Struct, frozen=True):
    """The course of a negotiation for one side. Offers are deals of its table, oldest first.

    `at` counts messages of both sides so far, `limit` how many there can be. `fallback` is the worth of no deal to it.
    """

    table: Table
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    claims: tuple[tuple[int, int], ...]
    at: int
    limit: int
    fallback: int

    @property
    def left(self) -> int:
        """Return the number of messages left, including mine now."""
        return self.limit - self.at


SURE = 97
"""Per cent chance that a side accepts its own earlier proposal."""
CHANCES = (90, 30, 10, 2)
"""Per cent chance that a side accepts 0, 1, 2, or more points of ten less than the least it has asked for."""
UNKNOWN = 700
"""The assumed demand of a side that has not spoken."""
BETTER = 30
"""A further message is worth it for that much more to the other side at no cost to me."""
RETURNS = 30
"""Per cent of the other side's best offer that one may still expect after one's own last message."""


class Mind:
    """One decision: the next offer, and whether to accept the other side's."""

    def __init__(self, style: Style, talk: Talk, seed: int) -> None:
        self.style, self.talk, self.seed = style, talk, seed
        self.table = talk.table
        weights = belief(talk.table, talk.theirs)
        self.weights = told(talk.table, weights, talk.claims) if talk.claims else weights
        self.sum = sum(self.weights)
        self._theirs: dict[int, int] = {}
        self.values = self.own = talk.table.own
        if style.behind or style.ahead:
            self.values = tuple(map(self._utility, range(len(self.own))))
        self.deals = self.table.sensible if style.modest else self.table.all
        self.target = self._target()

    def theirs(self, deal: int) -> int:
        """Return the other side's expected points."""
        known = self._theirs
        if deal not in known:
            known[deal] = sum(map(mul, self.weights, self.table.theirs[deal])) // self.sum
        return known[deal]

    def _utility(self, deal: int) -> int:
        own, style = self.own[deal], self.style
        gap = self.theirs(deal) - own
        return own - (style.behind * gap if gap > 0 else -style.ahead * gap) // 100

    def _target(self) -> int:
        """Return the least value that I offer or accept at this moment."""
        talk, style, curve = self.talk, self.style, self.style.curve
        span = max(1, talk.limit - 1)
        step, into = divmod(min(talk.at, span) * (len(curve) - 1), span)
        share = curve[step] if not into else (curve[step] * (span - into) + curve[step + 1] * into) // span
        if self.values is self.own:
            most = self.table.most[style.modest]
        else:
            most = max(map(self.values.__getitem__, self.deals))
        wanted = most * share // SCALE
        if self.style.hold and talk.theirs:
            given, giving = SCALE - min(map(self.theirs, talk.theirs)), SCALE - wanted
            wanted += max(0, given - giving) * self.style.hold // 100
        return min(wanted, most)

    # --- what I want now ----------------------------------------------------------------------------------------------

    def offer(self) -> int:
        """Return my next proposal."""
        talk = self.talk
        if talk.left <= 2 and self.style.yields:
            return self.last_word(0)
        if talk.left == 3 and talk.theirs and self.style.yields:
            return self.last_word(max(self.own[k] for k in talk.theirs) * RETURNS // 100)
        said, fresh, values, theirs = talk.mine, self.style.fresh, self.values, self.theirs
        deals = self._wanted()
        best, best_score = deals[0], -SCALE * SCALE
        for k in deals:
            score = theirs(k) - fresh if k in said else theirs(k)
            if score > best_score or (score == best_score and values[k] > values[best]):
                best, best_score = k, score
        return best

    def _wanted(self) -> list[int]:
        """Return the deals that reach my target; if I am modest, those that ask for no more than before."""
        values, target, said = self.values, self.target, self.talk.mine
        deals = [k for k in self.table.sensible if values[k] >= target]
        deals = deals or [k for k in self.deals if values[k] >= target]
        if not self.style.modest or not said:
            return deals
        asked = min(self.own[k] for k in said)
        return [k for k in deals if self.own[k] <= asked] or deals

    def last_word(self, hope: int) -> int:
        """Return the most promising proposal if hardly anything comes after it; `hope` is the value else."""
        hope = max(hope, self.talk.fallback)
        return max(self.table.sensible, key=lambda k: (max(-1, self.values[k] - hope) * self.chance(k), self.theirs(k)))

    def chance(self, deal: int) -> int:
        """Return the per cent chance that the other side accepts a deal now, judged by the least it has asked for."""
        if deal in self.talk.theirs:
            return SURE
        points = self.table.theirs
        asked = [points[k] for k in set(self.talk.theirs)]
        least = tuple(map(min, *asked)) if len(asked) > 1 else asked[0] if asked else (UNKNOWN,) * len(self.weights)
        total = 0
        for weight, gets, wants in zip(self.weights, points[deal], least, strict=True):
            total += weight * CHANCES[0 if gets >= wants else min(3, (wants - gets + 99) // 100)]
        return total // self.sum

    # --- what is on the table -----------------------------------------------------------------------------------------

    def takes(self, deal: int, instead: int) -> bool:
        """Return whether I accept the other side's offer; `instead` is my own proposal otherwise."""
        talk, value = self.talk, self.values[deal]
        if self.own[deal] <= talk.fallback or value <= min(0, talk.fallback):
            return False
        if talk.left <= 1 and self.style.yields:
            return value >= self.reserve()
        need = min(self.target, self.values[instead])
        if talk.left == 2 and self.style.yields:
            need = min(need, self.values[instead] * self.chance(instead) // 100)
        return value >= need

    def better(self, deal: int) -> int | None:
        """Return a proposal that is as good for me as an acceptable offer, and better for the other side."""
        if self.talk.left <= 3:
            return None
        least, value = self.theirs(deal) + BETTER, self.values[deal]
        said = self.talk.mine
        deals = [k for k, v in enumerate(self.values) if v >= value and k not in said and self.theirs(k) >= least]
        if self.style.modest:
            kept, shares = self.table.shares[deal], self.table.shares
            deals = [k for k in deals if all(map(le, shares[k], kept))]
        return max(deals, key=lambda k: (self.theirs(k), self.values[k]), default=None)

    def reserve(self) -> int:
        """Return the least that I accept when nothing follows, more from a side that only waits for the end."""
        talk, style = self.talk, self.style
        if len(talk.theirs) < 2 or not talk.mine:
            return max(style.mild, talk.fallback + 1)
        moved = self.theirs(talk.theirs[0]) - min(map(self.theirs, talk.theirs))
        conceded = self.values[talk.mine[0]] - min(self.values[k] for k in talk.mine)
        if 2 * moved >= conceded or moved >= 200:
            return max(style.mild, talk.fallback + 1)
        return max(style.stern[self.seed % len(style.stern)], talk.fallback + 1)
