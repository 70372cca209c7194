"""Analytic players: committed to a limit, moved by what the other side does, and looking for what costs it little.

Points are scaled as in `belief` (everything is 1000); the other side's are expected ones.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from operator import le, mul
from typing import ClassVar, NamedTuple

from msgspec import Struct

from games.dealornodeal.tactics.belief import SCALE, Table, expectation


@dataclass(frozen=True, slots=True)
class Style:
    """Parameters of one kind of player.

    - `shares`: the range of its limit, as a share in per mille of what both sides would have (see `limits`).
    - `curve`: the least that it offers or accepts however much the other side gives, as a part of the most that it
      could have, in per mille, at equal steps from the first message to the last.
    - `step`, `answer`: what a concession of the other side earns: so much, and this many per cent of its size.
    - `lead`: how far below the curve it still goes, one level of points at a time, to answer a new offer at all.
    - `last`: the least that its very last offer asks for itself, to a side that never moved and to one that did.
    - `behind`, `ahead`: per cent of the gap that it dislikes when it has less, and when it has more (Fehr and Schmidt
      1999; 75 and 75 is fair).
    - `presses`: per cent of its trust that a last offer is judged by what it gives, so that it makes one.
    - `firm`: tone.
    """

    shares: tuple[int, int]
    curve: tuple[int, ...]
    step: int = 60
    answer: int = 30
    lead: int = 200
    last: tuple[int, int] = (550, 500)
    behind: int = 0
    ahead: int = 0
    presses: int = 100
    firm: bool = False

    def mind(self, talk: "Talk") -> "Mind":
        """Return the decision that a player of this style makes now."""
        return Mind(self, talk)


class Talk(Struct, frozen=True):
    """The course of a negotiation for one side. Offers are deals of its table, oldest first.

    `at` counts messages of both sides so far, `most` how many there can be. `fallback` is the worth of no deal to it,
    `limit` the least that it takes.
    """

    table: Table
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    claims: tuple[tuple[int, int], ...]
    at: int
    most: int
    fallback: int
    limit: int

    @property
    def left(self) -> int:
        """Return the number of messages left, including mine now."""
        return self.most - self.at


SURE = 97
"""Per cent chance that a side accepts its own earlier proposal."""
CHANCES = (90, 30, 10, 2)
"""Per cent chance that a side accepts 0, 1, 2, or more points of ten less than the least it has asked for."""
UNKNOWN = 700
"""The assumed demand of a side that has not spoken."""
NOTHING, ENOUGH = 200, 600
"""Points that a side refuses, and takes, when no other offer can come: in between, ever more likely."""
BETTER = 30
"""A further message is worth it for that much more to the other side at no cost to me."""


class Step(NamedTuple):
    """One turn: the deal to propose, or None to accept the other side's offer. `betters`: it could have been accepted,
    and the proposal is as good for oneself.
    """

    deal: int | None
    betters: bool = False


class Mind:
    """One decision: the next offer, and whether to accept the other side's.

    A `modest` one never asks for everything, nor for more than before, and betters an offer only by adding to it.
    """

    modest: ClassVar[bool] = True

    def __init__(self, style: Style, talk: Talk) -> None:
        self.style, self.talk = style, talk
        self.table = talk.table
        expected = expectation(talk.table, talk.theirs, talk.claims)
        self.weights, self.sum, self._theirs = expected.weights, expected.total, expected.points
        self.values = self.own = talk.table.own
        if style.behind or style.ahead:
            self.values = tuple(map(self._utility, range(len(self.own))))
        deals = self.table.sensible if self.modest else self.table.all
        self.deals = self._bearable(deals) or self._bearable(self.table.all)
        self.deals = self.deals or (max(deals, key=self.own.__getitem__),)
        self.most = max(map(self.values.__getitem__, self.deals))
        self.earned, self.moved = self._concessions()
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

    def bearable(self, deal: int) -> bool:
        """Return whether a deal reaches my limit, and is better than none."""
        return bool(self._bearable((deal,)))

    def _bearable(self, deals: Iterable[int]) -> tuple[int, ...]:
        own, values, limit, none = self.own, self.values, self.talk.limit, min(0, self.talk.fallback)
        return tuple([deal for deal in deals if own[deal] >= limit and values[deal] > none])

    # --- what the other side has done ---------------------------------------------------------------------------------

    def _concessions(self) -> tuple[int, bool]:
        """Return the sum that the other side's concessions earned so far, and whether its last offer was a new one.

        A concession gives me more than ever before, or asks for less than ever before. Its size is the mean of both.
        An offer made before earns nothing, nor does one that takes back a part of the offer before it.
        """
        earned, new, seen, before = 0, False, set[int](), -1
        most, least = 0, SCALE
        for deal in self.talk.theirs:
            gives, asks = self.own[deal], self.theirs(deal)
            new = deal not in seen and not (seen and self._takes_back(before, deal))
            size = (max(0, gives - most) + max(0, least - asks)) // 2
            if new and size:
                earned += (self.style.step if seen else 0) + size * self.style.answer // 100
            seen.add(deal)
            before, most, least = deal, max(most, gives), min(least, asks)
        return earned, new

    def _takes_back(self, before: int, deal: int) -> bool:
        """Return whether the other side leaves me a part of what it has just left me, and nothing more."""
        return all(map(le, self.table.shares[deal], self.table.shares[before]))

    # --- what I want now ----------------------------------------------------------------------------------------------

    def _target(self) -> int:
        """Return the least value that I offer or accept at this moment; what I asked for last, unless they moved."""
        wanted, mine = self._earned(), self.talk.mine
        if mine and not self.moved:
            wanted = max(wanted, self.values[mine[-1]])
        return min(wanted, self.most)

    def _earned(self) -> int:
        """Return the least value that the other side's concessions and the clock allow me to want."""
        return max(self.most * self._share() // SCALE, self.most * self.style.curve[0] // SCALE - self.earned)

    def _share(self) -> int:
        """Return the part of the most that I could have, by the clock."""
        curve, span = self.style.curve, max(1, self.talk.most - 1)
        step, into = divmod(min(self.talk.at, span) * (len(curve) - 1), span)
        return curve[step] if not into else (curve[step] * (span - into) + curve[step + 1] * into) // span

    def offer(self) -> int:
        """Return my next proposal: a new one if the other side moved, else my last one again."""
        talk, values = self.talk, self.values
        if not talk.mine:
            return max(self._wanted(self.target), key=lambda k: (self.theirs(k), values[k]))
        if talk.left <= 3 and talk.theirs:
            return self.last_word()
        if not self.moved:
            return talk.mine[-1]
        return self._next(min(self.target, self.most * (self._share() - self.style.lead) // SCALE))

    def _next(self, floor: int) -> int:
        """Return the next offer that I have not made: better for the other side, and if it can be, at my target."""
        talk, values, theirs = self.talk, self.values, self.theirs
        last = talk.mine[-1]
        more = [k for k in self._wanted(floor) if k not in talk.mine and theirs(k) > theirs(last)]
        if good := [k for k in more if values[k] >= self.target]:
            return max(good, key=lambda k: (theirs(k), values[k]))
        return max(more, key=lambda k: (values[k], theirs(k)), default=last)

    def _wanted(self, target: int) -> list[int]:
        """Return the deals that reach a target; if I am modest, those that ask for no more than before."""
        values, said = self.values, self.talk.mine
        deals = [k for k in self.deals if values[k] >= target]
        if not self.modest or not said:
            return deals
        asked = min(self.own[k] for k in said)
        return [k for k in deals if self.own[k] <= asked] or deals

    def last_word(self) -> int:
        """Return the most promising proposal if hardly anything comes after it; never one that takes back."""
        last = self.talk.mine[-1]
        deals = self._wanted(min(self.target, self._last_floor()))
        return max(
            [k for k in deals if self.theirs(k) >= self.theirs(last)] or [last],
            key=lambda k: ((self.values[k] - self.talk.fallback) * self.chance(k), self.theirs(k)),
        )

    def _last_floor(self) -> int:
        return self.style.last[len(set(self.talk.theirs)) > 1]

    @cached_property
    def demand(self) -> tuple[int, ...]:
        """Return the least that the other side has asked for, one number for each vector of its values."""
        asked = [self.table.theirs[k] for k in set(self.talk.theirs)]
        return tuple(map(min, *asked)) if len(asked) > 1 else asked[0] if asked else (UNKNOWN,) * len(self.weights)

    def chance(self, deal: int) -> int:
        """Return the per cent chance that the other side accepts a deal now, judged by the least it has asked for, and
        at the very end by what the deal gives it.
        """
        if deal in self.talk.theirs:
            return SURE
        total = 0
        for weight, gets, wants in zip(self.weights, self.table.theirs[deal], self.demand, strict=True):
            total += weight * (CHANCES[0] if gets >= wants else CHANCES[min(3, (wants - gets + 99) // 100)])
        judged = total // self.sum
        if self.talk.left > 2:
            return judged
        given = min(SURE, (self.theirs(deal) - NOTHING) * 100 // (ENOUGH - NOTHING))
        return max(judged, given * self.style.presses // 100)

    # --- what is on the table -----------------------------------------------------------------------------------------

    def step(self, asked: bool) -> Step:
        """Return my turn. `asked`: an offer of the other side waits for an answer."""
        offer = self.offer()
        if asked and self.takes(self.talk.theirs[-1], offer):
            return Step(self.better(self.talk.theirs[-1]), betters=True)
        return Step(offer)

    def takes(self, deal: int, instead: int) -> bool:
        """Return whether I accept the other side's offer; `instead` is my own proposal otherwise."""
        if not self.bearable(deal) or self.talk.left <= 1:
            return self.bearable(deal)
        value = self.values[deal]
        need = min(self.target, self.values[instead])
        if self.talk.left == 2:
            need = min(need, self._at_last(instead))
        return value >= need

    def _at_last(self, instead: int) -> int:
        """Return the least value that I rather take than make my last offer."""
        return self.values[instead] * self.chance(instead) // 100

    def better(self, deal: int) -> int | None:
        """Return a proposal that is as good for me as an acceptable offer, and better for the other side."""
        if self.talk.left <= 3:
            return None
        least, value = self.theirs(deal) + BETTER, self.values[deal]
        said = self.talk.mine
        deals = [k for k in self.deals if self.values[k] >= value and k not in said and self.theirs(k) >= least]
        if self.modest:
            kept, shares = self.table.shares[deal], self.table.shares
            deals = [k for k in deals if all(map(le, shares[k], kept))]
        return max(deals, key=lambda k: (self.theirs(k), self.values[k]), default=None)
