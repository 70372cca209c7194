"""The result card: the sets that could be kept, in the plane of their worth to both sides."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.balloon.analysis.frontier import FEW, supported
from games.balloon.analysis.summary import Pair as Numbers
from games.balloon.analysis.summary import summary
from games.balloon.config import SEATS
from games.balloon.domain import total
from games.balloon.rules import Close, State, efforts_of
from games.balloon.wording.phrases import percent
from games.core.display_names import could_gain, who, whose
from games.core.messages import own_first
from games.core.planes import Pair, nash, near, plane, spots, turned
from games.core.plots import Plane, Spot, thinned
from games.core.post import Block, Bold, Voice, chart, line

MOST_POINTS = 60
"""Points of the frontier in a chart."""


def card(state: State, voice: Voice) -> tuple[Block, ...] | None:
    """Return the card of an ended game; None while it runs."""
    if state.close is None:
        return None
    told = _Told(state, state.close, voice)
    title = "Sets that could be kept" if told.few else "Worth to both sides"
    return (line(Bold(told.heading())), *map(line, told.lines()), *chart(title, told.plot(), told.alt(), voice))


class _Told:
    """An ended game in the words of one reader. Pairs are (the reader's, the other's)."""

    def __init__(self, state: State, close: Close, voice: Voice) -> None:
        self.state, self.close, self.voice = state, close, voice
        self.order = own_first(SEATS, voice)
        self.swap = self.order == (1, 0)
        efforts, limit, importance = efforts_of(state.items), state.limit, state.importance
        self.found = summary(efforts, limit, importance, close)
        self.few, self.proven = len(state.items) <= FEW, True
        sets: Sequence[Pair]
        if self.few:
            best = self.found.best.front
            sets = possible(efforts, limit, importance)
        else:
            best, self.proven = self.found.best.front, self.found.best.exact
            if not best:
                best, self.proven = supported(efforts, limit, importance)
            sets = [self._worth(made.items) for message in state.history for made in message.proposed]
        self.frontier, self.dots = turned(best, self.swap), turned(sets, self.swap)
        [self.end] = turned([self.found.values], self.swap)
        balanced = nash(best, (0, 0)) if self.few else self._worth(self.found.best.items)
        self.best = None if balanced is None or not any(balanced) else turned([balanced], self.swap)[0]

    def _worth(self, items: int) -> Pair:
        """Return the worth of a set to both seats."""
        first, second = (total(table, items) for table in self.state.importance)
        return first, second

    def heading(self) -> str:
        by = self.close.by
        match self.close.why:
            case "agreed":
                return f"Deal: {', '.join(self._worths())}"
            case "left":
                return f"No deal: {who(by, self.voice)} left"
            case "clock":
                return f"No deal: no answer from {who(by, self.voice)} in time"
            case "faults" | "protocol":
                return f"No deal: one faulty message too many by {who(by, self.voice)}"
            case "stalled":
                return "No deal: too many messages in a row without a proposal"
            case _:
                return f"No deal after {len(self.state.history)} messages"

    def lines(self) -> Iterator[str]:
        found = self.found
        if self.close.deal is None:
            most = ", ".join(f"{who(SEATS[k], self.voice)} {found.optimum[k]}" for k in self.order)
            yield f"The most that each could have had alone: {most}."
        else:
            first, second = self.order
            own = f"{percent(found.shares[first])} of {whose(SEATS[first], self.voice)} own best set"
            yield f"That is {own}, and {percent(found.shares[second])} of {whose(SEATS[second], self.voice)}."
            yield f"Score together: {percent(found.score)[:-2]} of 100; 100 is the best balance of both shares."
            if any(found.left):
                yield could_gain(SEATS, found.left, self.voice)
            elif found.left_is_exact:
                yield "Nobody could have had more at no cost to the other."
        if self.best is not None and self.best != self.end:
            yield f"{self._best_is()}: {self._each(self.best)}."

    def _best_is(self) -> str:
        """Return the name of the point that the game is measured by, for a sentence."""
        if self.few:
            return "At the Nash point, which balances both sides"
        return "At the best score" if self.found.best.exact else "At the best score that is known"

    def _each(self, pair: Pair) -> str:
        """Return both sides' worth: `you 412, the AI 398`."""
        return ", ".join(f"{who(SEATS[k], self.voice)} {n}" for k, n in zip(self.order, pair, strict=True))

    def _worths(self) -> list[str]:
        return [f"{n} to {who(SEATS[k], self.voice)}" for k, n in zip(self.order, self.end, strict=True)]

    def plot(self) -> Plane:
        name = "your deal" if self.voice.you in SEATS else "the deal"
        end = Spot(name, *self.end) if self.close.deal is not None else None
        front = thinned(self.frontier, MOST_POINTS)
        owners = whose(SEATS[self.order[0]], self.voice), whose(SEATS[self.order[1]], self.voice)
        found = spots(end, self.best, (0, 0), "Nash point" if self.few else "best score")
        dots, found = near(self.dots, front, found) or (self.dots, found)
        if self.few:
            return plane(owners, "worth", dots, front, found)
        known = "some of the Pareto frontier" if self.proven else "best sets known"
        return plane(owners, "worth", dots, front, found, "sets proposed", known)

    def alt(self) -> str:
        """Return the picture in a sentence."""
        made = f"the deal: {self._each(self.end)}" if self.close.deal is not None else "there was no deal"
        what = "Sets that could be kept" if self.few else "Sets that were proposed"
        best = f"; {'the Nash point' if self.few else 'the best score'}: {self._each(self.best)}" if self.best else ""
        return f"{what} by their worth to both sides, with the best ones; {made}{best}."


@lru_cache(maxsize=4)  # each seat of a game that ends gets a card of the same sets
def possible(efforts: Numbers, limit: int, importance: tuple[Numbers, Numbers]) -> tuple[Pair, ...]:
    """Return the worth of each set within the limit to both sides."""
    sets: list[tuple[int, int, int]] = [(0, 0, 0)]
    for effort, first, second in zip(efforts, *importance, strict=True):
        sets += [(e + effort, a + first, b + second) for e, a, b in sets if e + effort <= limit]
    return tuple(sorted({(a, b) for _, a, b in sets}))
