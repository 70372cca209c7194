"""A bargainer on plain prices: offers that come down from an opening to a target, step for step with the other's.

A bargainer has planned even or growing steps from its first offer down to its target. It makes a step in full when the
other has made a fair one, less for less, and none when the other repeats a price or goes back: as in MiCRO (de Jonge
2022), offers run out only while the other's new offers come in. Its last offer answers the whole game.

Gains are cents on one's own side, fractions are thousandths. A game is a list of prices here, as a review plays more
than a hundred thousand moves.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache

from games.bargaining.rules import BUYER, Accept, BargainingMove, Offer, Reject, Terms
from games.bargaining.tactics.disposition import WHOLE, Plan, grid, told
from games.bargaining.tactics.manners import Manner
from games.bargaining.view import View
from games.core.chance import rng
from games.core.contract import Seat

ACCEPT, REJECT = -1, -2
"""Moves that name no price."""
JITTER = 150
"""The most by which a step is longer or shorter by chance, in thousandths of it."""


class Place:
    """A seat's place in a game.

    - `sign`: 1 for a seller, -1 for a buyer; `first`: the number of its first offer, from 0.
    - `left`, `theirs`: how many offers it and the other side can still make, by how many were made.
    - `closes`: whether the last offer is its own.
    """

    def __init__(self, terms: Terms, who: Seat) -> None:
        self.rounds, self.lowest, self.highest = terms.rounds, terms.lowest, terms.highest
        self.sign = -1 if who == BUYER else 1
        self.first = terms.order.index(who)
        mine = [(round - self.first) % 2 == 0 for round in range(terms.rounds)]
        self.left = [sum(mine[made:]) for made in range(terms.rounds + 1)]
        self.theirs = [terms.rounds - made - self.left[made] for made in range(terms.rounds + 1)]
        self.closes = terms.order[(terms.rounds - 1) % 2] == who


class Bargainer(ABC):
    """A player of a game between two lists of prices. `own` is its reservation price."""

    def __init__(self, place: Place, own: int) -> None:
        self.place, self.own = place, own

    @abstractmethod
    def move(self, prices: Sequence[int]) -> int:
        """Return its next price after these offers of both sides, `ACCEPT` or `REJECT`."""


@lru_cache(maxsize=64)
def place_of(terms: Terms, who: Seat) -> Place:
    """Return a seat's place; games of equal terms share it."""
    return Place(terms, who)


def played(move: int) -> BargainingMove:
    """Return a number as a move."""
    return Accept() if move == ACCEPT else Reject() if move == REJECT else Offer(move)


class Committed(Bargainer):
    """One of our bargainers, with the plan that it drew."""

    def __init__(self, place: Place, manner: Manner, view: View, seed: int, mine: Plan) -> None:
        super().__init__(place, mine.reservation)
        self.manner, self.seed, self.mine = manner, seed, mine
        self.step, self.floor = grid(mine.zone), mine.gain(mine.floor)
        self.exact = told(view).how == "exact"
        self._paces: dict[int, int] = {}

    def move(self, prices: Sequence[int]) -> int:
        """Return its move. Of the last offer it takes what pays its limit; before, what pays as much as its own next
        offer, or, where nobody can make another after that, as its target.
        """
        place, made = self.place, len(prices)
        sign, own = place.sign, self.own
        offered = sign * (prices[-1] - own) if made else 0
        if made == place.rounds:
            return ACCEPT if offered >= self.floor else REJECT
        theirs = [sign * (price - own) for price in prices[1 - place.first :: 2]]
        if self.exact:  # offers at a known loss are no steps
            theirs = [max(0, gain) for gain in theirs]
        left = place.left[made]
        aim = self._target(theirs, place.closes and left == 1)
        price = self._price(prices, theirs, aim, left)
        if made:
            enough = sign * (price - own)
            if made == place.rounds - 1 and left == 1:
                enough = min(enough, aim)
            if offered >= enough:
                return ACCEPT
        return price

    def _target(self, theirs: list[int], final: bool) -> int:
        """Return the least gain that it asks for now.

        Shrinking steps suggest that the other comes near its limit, growing ones that there is room. It is a bounded
        suggestion, as anybody can feign a pattern.
        """
        mine, sway = self.mine, 0
        if not self.exact and len(theirs) > 2:
            steps, best = list[int](), theirs[0]
            for gain in theirs[1:]:
                if gain > best:
                    steps.append(gain - best)
                    best = gain
            if len(steps) > 1:
                ratio = steps[-1] * WHOLE // steps[-2]
                grown, shrunk = min(WHOLE, max(0, ratio - 2 * WHOLE)), max(0, min(WHOLE, (WHOLE - ratio) * 3 // 2))
                sway = self.manner.sway * (grown - shrunk) // WHOLE
        aim = mine.base + mine.zone * (mine.finish + sway) // WHOLE
        if final and mine.sure is not None and theirs:
            aim = min(aim, max(mine.sure, *theirs))
        return max(aim, self.floor)

    def _price(self, prices: Sequence[int], theirs: list[int], aim: int, left: int) -> int:
        """Return its next price on the grid, in its own favour. It costs no money and takes no concession back.

        A past offer at a loss, as a model may have made it, does not bind: going back to exactly no loss would reveal
        the reservation price.
        """
        place, own, made = self.place, self.own, len(prices)
        last = place.sign * (prices[made - 1 - (made - 1 - place.first) % 2] - own) if made > place.first else 0
        if last > 0:
            least = max(self.mine.base, last - self._given(theirs, last - aim, aim, made, left))
        else:
            least = self.mine.gain(self._opening(made > place.first, left))
        step, lowest, highest = self.step, place.lowest, place.highest
        if place.sign < 0:
            price = max((own - least) // step * step, lowest)
            return min(max(price, own - last) if last > 0 else price, own, highest)
        price = min(-(-(own + least) // step) * step, highest)
        return max(min(price, own + last) if last > 0 else price, own, lowest)

    def _opening(self, made: bool, left: int) -> int:
        """Return the share of a first offer; an only one asks for the target, or leaves a little room where one
        follows.
        """
        mine = self.mine
        if left > 1 or made:
            return mine.start
        return mine.finish if self.place.closes else (mine.start + mine.finish) // 2

    def _given(self, theirs: list[int], room: int, aim: int, made: int, left: int) -> int:
        """Return the concession that it makes now, in cents."""
        if room <= 0 or not theirs:
            return 0
        best = max(theirs[:-1], default=0)
        moved = theirs[-1] - best
        if moved <= 0 and len(theirs) > 1:
            return 0
        planned = room * self._part(made // 2, left) // WHOLE
        if left > 1:
            planned = planned * self._pace(made) // WHOLE
        if len(theirs) == 1:
            # An extreme opening gets a smaller answer.
            opening = min(WHOLE, WHOLE // 4 + 3 * WHOLE * max(0, theirs[0]) // (2 * max(1, aim)))
            welcome = opening if left == 1 else opening * self.mine.goodwill // WHOLE
            return min(room, max(self.step, planned * welcome // WHOLE))
        given = planned * self._answer(theirs, best, moved, aim, made, left) // WHOLE
        if self.manner.mirrors:
            given = max(moved, given if left == 1 else 0)
        return min(room, max(given, min(self.step, moved // self.step * self.step)))

    def _part(self, made: int, left: int) -> int:
        """Return the part of the remaining way that is planned for this offer."""
        if left == 1:
            return WHOLE
        whole = made + left - 1
        if self.manner.late:
            before, after = WHOLE * (made - 1) ** 2 // whole**2, WHOLE * made**2 // whole**2
        else:
            before, after = WHOLE * (made - 1) // whole, WHOLE * made // whole
        return (after - before) * WHOLE // (WHOLE - before)

    def _pace(self, made: int) -> int:
        """Return the drawn jitter of a step."""
        if made not in self._paces:
            self._paces[made] = rng(self.seed, "step", made).randint(WHOLE - JITTER, WHOLE + JITTER)
        return self._paces[made]

    def _answer(self, theirs: list[int], best: int, moved: int, aim: int, made: int, left: int) -> int:
        """Return the part of a planned step that answers a move of the other."""
        if self.place.closes and left == 1:
            progress = (max(theirs) - theirs[0]) * WHOLE // max(1, aim - theirs[0])
            return min(WHOLE, progress * self.manner.endgame)
        fair = (aim - best) // (self.place.theirs[made] + 1)
        return min(WHOLE, moved * WHOLE // max(1, fair * self.manner.needs // WHOLE))
