"""The result card: both gains beside the offers that were made, the Pareto frontier and the Nash point."""

from collections.abc import Iterator

from games.core.contract import REVEAL
from games.core.display_names import could_gain, does, subject, who, whose
from games.core.messages import own_first
from games.core.phrases import counted
from games.core.planes import Pair, left, nash, plane, spots, turned
from games.core.plots import Axis, Bar, Bars, Plane, Spot, thinned
from games.core.post import Block, Bold, Voice, chart, line
from games.trading.analysis.frontier import frontier
from games.trading.analysis.summary import summary
from games.trading.config import SEATS
from games.trading.domain import covers, gain, growth, swapped, worth
from games.trading.rules import State
from games.trading.view import Cards, view
from games.trading.wording.phrases import signed, titled

NO_OFFER = "Nobody made an offer."
MOST_POINTS = 60
"""Points of the frontier in a chart."""


def card(state: State, voice: Voice) -> tuple[Block, ...] | None:
    """Return the card of an ended game; None while it runs."""
    if state.close is None:
        return None
    told = _Told(state, titled(view(state, REVEAL), voice))
    return (line(Bold(told.heading())), *map(line, told.lines()), *told.chart())


class _Told:
    """An ended game in the words of one reader. Pairs of gains are (the reader's, the other's)."""

    def __init__(self, state: State, voice: Voice) -> None:
        assert state.close is not None
        self.state, self.voice, self.close = state, voice, state.close
        self.cards = Cards(state.values, state.start, state.holdings)
        self.found = summary(self.cards)
        self.order = own_first(SEATS, voice)
        swap = self.order == (1, 0)
        self.counts = self.close.end != "abandoned"
        [self.end] = turned([self.found.gains if self.counts else (0, 0)], swap)
        best = frontier(self.cards)
        self.frontier = turned(best, swap)
        balanced = nash(best, (0, 0))
        self.nash = None if balanced is None else turned([balanced], swap)[0]
        self.offers = turned(_offers(state), swap)

    def heading(self) -> str:
        match self.close.why:
            case "left":
                return f"{does(self.close.by, self.voice, 'left', 'left')}, so nothing counts"
            case "clock":
                return f"{subject(self.close.by, self.voice)} did not answer in time, so nothing counts"
        if self.close.end == "no_deal":
            return "No trade, so nobody gained anything"
        return f"Gains: {self._each(self.end)}"

    def lines(self) -> Iterator[str]:
        found = self.found
        if not found.best:
            yield "Both value everything alike, so there was nothing to gain together."
        elif self.counts:
            reached = f"Together {'you' if self.voice.you in SEATS else 'they'} reached {signed(found.joint)}"
            yield f"{reached}; {signed(self._most())} was possible without a loss for either."
        else:
            yield f"Together {signed(self._most())} was possible without a loss for either."
        made = sum(message.offer is not None for message in self.state.history)
        taken = sum(message.answer == "accepted" for message in self.state.history)
        yield f"Of {counted(made, 'offer')}, {taken} {'was' if taken == 1 else 'were'} accepted." if made else NO_OFFER
        if self.counts and any(found.left):
            yield could_gain(SEATS, found.left, self.voice)
        elif self.counts and self.frontier and not any(left(self.frontier, self.end)):
            yield "Nobody could have gained more at no cost to the other."
        if self.nash is not None:
            yield f"At the Nash point, which balances both gains: {self._each(self.nash)}."

    def _most(self) -> int:
        """Return the most that both could gain together if neither loses; where that is not known, if one may."""
        return max((sum(pair) for pair in self.frontier if min(pair) >= 0), default=self.found.best)

    def _each(self, pair: Pair) -> str:
        """Return both gains: `you +76, the AI +31`."""
        return ", ".join(
            f"{who(SEATS[k], self.voice)} {signed(gain)}" for k, gain in zip(self.order, pair, strict=True)
        )

    def chart(self) -> tuple[Block, ...]:
        made = f"; the result: {self._each(self.end)}" if self.counts else ""
        if not self.frontier:
            alt = f"What each side's goods were worth to it at the start and at the end{made}."
            return chart("Worth of your goods", self._bars(), alt, self.voice)
        best = f"; the Nash point: {self._each(self.nash)}" if self.nash is not None else ""
        alt = f"Both gains in a plane, with the offers that were made and the Pareto frontier{made}{best}."
        return chart("Gains of both sides", self._plane(), alt, self.voice)

    def _plane(self) -> Plane:
        name = "your result" if self.voice.you in SEATS else "the result"
        end = Spot(name, *self.end) if self.counts and self.end != (0, 0) else None
        found = tuple(
            Spot("no trade", spot.x, spot.y, "none") if spot.kind == "none" else spot
            for spot in spots(end, self.nash, (0, 0))
        )
        lows = [min(0, *(pair[at] for pair in (self.end, *self.offers))) for at in (0, 1)]
        near = tuple(pair for pair in self.frontier if pair[0] >= lows[0] and pair[1] >= lows[1])
        owners = whose(SEATS[self.order[0]], self.voice), whose(SEATS[self.order[1]], self.voice)
        return plane(owners, "gain", self.offers, thinned(near, MOST_POINTS), found, "offers made")

    def _bars(self) -> Bars:
        """Return each side's worth at the start and end, where its goods are worth too many points for a frontier."""
        goods = zip(self.cards.start, self.cards.holdings, self.cards.values, strict=True)
        worths = [(worth(start, values), worth(end, values)) for start, end, values in goods]
        bars = tuple(Bar(subject(SEATS[k], self.voice), worths[k], own=SEATS[k] == self.voice.you) for k in self.order)
        return Bars(Axis("points", 0, max(map(max, worths))), ("start", "end"), bars)


def _offers(state: State) -> list[Pair]:
    """Return both seats' gains in all, had each offer been accepted when it was made; in the order of the seats."""
    holdings, standing = list(state.start), None
    found = []
    for message in state.history:
        me = SEATS.index(message.seat)
        if message.answer == "accepted" and standing is not None:
            holdings[me] = swapped(holdings[me], standing.get, standing.give)
            holdings[1 - me] = swapped(holdings[1 - me], standing.give, standing.get)
        standing = message.offer
        if standing is not None and covers(holdings[1 - me], standing.get):
            pair = list(map(growth, state.start, holdings, state.values))
            pair[me] += gain(standing, state.values[me])
            pair[1 - me] -= gain(standing, state.values[1 - me])
            found.append((pair[0], pair[1]))
    return found
