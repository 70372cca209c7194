"""The result card: every possible deal in the plane of both sides' points, with the one that was made."""

from collections.abc import Iterator

from games.core.contract import REVEAL, Seat
from games.core.phrases import counted
from games.core.planes import Pair, left, nash, plane, spots, turned
from games.core.plots import Plane, Spot
from games.core.post import Block, Bold, Voice, chart, line
from games.dealornodeal.domain.deals import frontier, most_joint, points
from games.dealornodeal.rules.state import NOBODY, SEATS, DealState, Ended
from games.dealornodeal.view import view
from games.dealornodeal.wording.posts import Table


def card(state: DealState, voice: Voice) -> tuple[Block, ...] | None:
    """Return the card of an ended game; None while it runs."""
    if state.ended is None:
        return None
    told = _Told(state, state.ended, voice)
    title = "All possible deals"
    return (line(Bold(told.heading())), *map(line, told.lines()), *chart(title, told.plot(), told.alt(), voice))


class _Told:
    """An ended game in the words of one reader. Pairs are (the reader's, the other's), or in the order of the seats."""

    def __init__(self, state: DealState, ended: Ended, voice: Voice) -> None:
        self.ended, self.context = ended, state.context
        self.table = Table(view(state, REVEAL), voice)
        first, second = self.table.seats()
        self.names = self.table.name(first), self.table.name(second)
        swap = first != SEATS[0]
        pool, (mine, yours) = self.context.pool, self.context.values
        self.all = turned(points(pool, mine, yours), swap)
        best = frontier(pool, mine, yours)
        self.frontier = turned(best, swap)
        [self.end] = turned([ended.points], swap)
        self.none: Pair = (self.table.domain.fallback, self.table.domain.fallback)
        balanced = nash(best, self.none)
        self.nash = None if balanced is None else turned([balanced], swap)[0]
        self.dealt = ended.end == "deal"
        self.joint = most_joint(pool, mine, yours)

    def heading(self) -> str:
        if self.dealt:
            return f"Deal: {self._each(self.end)} points"
        match self.ended.end:
            case "walkaway":
                why = f"{self.table.name(self.ended.by)} walked away"
            case "cutoff":
                why = f"all {self.table.view.utterances} messages were used"
            case _ if self.ended.by != NOBODY:
                why = f"{self.table.name(Seat(self.ended.by))} left"
            case _:
                why = "nobody answered any more"
        return f"No deal: {why}"

    def lines(self) -> Iterator[str]:
        together = f"Together: {sum(self.end)} of the {self.joint} points that were possible."
        if not self.dealt:
            yield f"Earned: {self._each(self.end)}. {together}"
            if self.nash is not None:
                yield f"At the Nash point, which balances both gains: {self._each(self.nash)}."
            return
        yield together
        yield self._left()
        if self.nash == self.end:
            yield "This is the Nash point, the deal that balances both gains best."
        elif self.nash is not None:
            yield f"At the Nash point, which balances both gains: {self._each(self.nash)}."

    def _left(self) -> str:
        """Return the gains that each side could still have had at no cost to the other."""
        mine, theirs = left(self.frontier, self.end)
        first, second = self.names
        if not mine and not theirs:
            return "No other deal gave one side more and the other no less."
        one, gain, other, rest = (first, mine, second, theirs) if mine else (second, theirs, first, 0)
        more = f" (or {other} {rest} more)" if rest else ""
        begun = one[0].upper() + one[1:]
        return f"{begun} could have had {counted(gain, 'point')} more at no cost to {other}{more}."

    def _each(self, pair: Pair) -> str:
        """Return both sides' points: `you 7, the AI 6`."""
        return ", ".join(f"{name} {number}" for name, number in zip(self.names, pair, strict=True))

    def plot(self) -> Plane:
        name = "your deal" if self.names[0] == "you" else "the deal"
        end = Spot(name, *self.end) if self.dealt else None
        whose = tuple("your" if name == "you" else f"{name}'s" for name in self.names)
        return plane((whose[0], whose[1]), "points", self.all, self.frontier, spots(end, self.nash, self.none))

    def alt(self) -> str:
        """Return the picture in a sentence."""
        made = f"the deal: {self._each(self.end)} points" if self.dealt else "there was no deal"
        best = f"; the Nash point: {self._each(self.nash)}" if self.nash is not None else ""
        return f"Every possible deal by what it pays both sides, with the Pareto frontier; {made}{best}."
