"""A player that gives way to who moves and holds against who repeats: the strongest in measurements.

It opens with everything, so that each later offer is a step that the other side can see. It makes two steps unasked,
which is what tit for tat needs to begin, and then as many as the other side makes new offers (after MiCRO, de Jonge
2022). How far it goes grows with the way that the other side has come. If the other side asks for less
than it does, it offers nothing below its target, except to break a deadlock.
"""

from dataclasses import dataclass
from functools import cached_property

from games.dealornodeal.tactics.belief import SCALE
from games.dealornodeal.tactics.mind import Mind, Style, Talk


@dataclass(frozen=True, slots=True)
class Reciprocity(Style):
    """Parameters of such a player, beside those of every style. `last`: to a side that never moved, and to one that
    moved half of all.

    - `unasked`: the steps that it makes before the other side has moved.
    - `low`: the least that it asks for in a step unasked, or in one below its target.
    - `gain`: a step gives the other side this much more at least, by what it is expected to value.
    - `nudge`: this many equal offers in a row are followed by a step all the same, if the other side has moved.
    - `least`: what it takes rather than make its last offer; less by half of the way that the other side has come.
    """

    unasked: int = 2
    low: int = 650
    gain: int = 20
    nudge: int = 3
    least: int = 530

    def mind(self, talk: Talk) -> Mind:
        return Reciprocal(self, talk)


class Reciprocal(Mind):
    """One decision of such a player."""

    style: Reciprocity
    modest = False

    # --- what the other side has done ---------------------------------------------------------------------------------

    @cached_property
    def way(self) -> int:
        """Return the other side's progress since its first offer: the mean of what it gives more and asks less."""
        offers = self.talk.theirs
        if not offers:
            return 0
        gives = max(map(self.own.__getitem__, offers)) - self.own[offers[0]]
        return (gives + self.theirs(offers[0]) - min(map(self.theirs, offers))) // 2

    @cached_property
    def steps(self) -> int:
        """Return the number of steps I may make: those unasked, and one for each new offer of the other side."""
        return self.style.unasked + max(0, len(set(self.talk.theirs)) - 1)

    def _concessions(self) -> tuple[int, bool]:
        made, style = self.steps - max(0, self.style.unasked - len(self.talk.mine)), self.style
        return made * style.step + self.way * style.answer // 100, self.steps > style.unasked

    def _ahead(self) -> bool:
        """Return whether the other side asks for less of its all than I have asked for of mine."""
        asks = min(map(self.theirs, self.talk.theirs), default=SCALE)
        return asks < min(map(self.own.__getitem__, self.talk.mine))

    # --- what I want now ----------------------------------------------------------------------------------------------

    def _target(self) -> int:
        return min(self._earned(), self.most)

    def offer(self) -> int:
        talk, values = self.talk, self.values
        if not talk.mine:
            return max(self.deals, key=lambda k: (values[k], sum(self.table.shares[k])))
        if talk.left <= 3 and talk.theirs:
            return self.last_word()
        return self._come_down()

    def _come_down(self) -> int:
        """Return the next offer: one that gives more, at my target if there is one; else another one, or the same."""
        talk, values, theirs = self.talk, self.values, self.theirs
        floor, best = min(self.target, self._floor()), max(map(theirs, talk.mine)) + self.style.gain
        new = [k for k in self.deals if values[k] >= floor and k not in talk.mine]
        more = [k for k in new if theirs(k) >= best]
        wanted = [k for k in new if values[k] >= self.target]
        if good := [k for k in more if values[k] >= self.target]:
            return max(good, key=lambda k: (theirs(k), values[k]))
        if more:
            return max(more, key=lambda k: (values[k], theirs(k)))
        varies = self.steps > self.style.unasked + 1
        return max(wanted, key=lambda k: (theirs(k), values[k])) if varies and wanted else talk.mine[-1]

    def _floor(self) -> int:
        """Return the least that a step may ask for now: all if my steps are made, or if the other side leads."""
        style, mine = self.style, self.talk.mine
        made, same = len(set(mine)) - 1, len(mine) >= style.nudge and len(set(mine[-style.nudge :])) == 1
        if same and self.steps > style.unasked:
            return style.low
        if self._ahead():
            return SCALE
        if made < style.unasked:
            return style.low
        if made < self.steps:
            return max(style.low, self.target - style.lead)
        return SCALE

    def _last_floor(self) -> int:
        stubborn, moved = self.style.last
        return stubborn - (stubborn - moved) * min(SCALE, 2 * self.way) // SCALE

    def _at_last(self, instead: int) -> int:
        return self.most * max(0, self.style.least - self.way // 2) // SCALE
