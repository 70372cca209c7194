"""The result card: the offers of both sides by round, against both limits and the zone between them."""

from collections.abc import Iterator

from games.bargaining.analysis.outcome import Outcome, outcome
from games.bargaining.rules import BUYER, SEATS, SELLER, BargainingState, Ended
from games.bargaining.view import View, view
from games.bargaining.wording.speech import Speech
from games.core.contract import REVEAL, Seat
from games.core.plots import Axis, Level, Lines, Series, Spot
from games.core.post import Block, Bold, Voice, chart, line
from games.core.settings import dollars

MOST_ROUNDS = 10
"""Rounds up to which the plot shows those that were not needed, too."""


def card(state: BargainingState, voice: Voice) -> tuple[Block, ...] | None:
    """Return the card of an ended game; None while it runs."""
    ended = state.ended
    if ended is None:
        return None
    told = _Told(view(state, REVEAL), ended, voice)
    title = "Offers by round"
    return (line(Bold(told.heading())), *map(line, told.lines()), *chart(title, told.plot(), told.alt(), voice))


class _Told:
    """An ended game in the words of one reader."""

    def __init__(self, seen: View, ended: Ended, voice: Voice) -> None:
        self.seen, self.ended = seen, ended
        self.speech = Speech(seen, voice)
        self.found: Outcome = outcome(seen.terms, ended)
        self.low, self.high = ended.seller_cost + ended.outside_option, ended.buyer_value
        self.deal = ended.offer if ended.closing.how == "accepted" else None

    def heading(self) -> str:
        closing, rounds = self.ended.closing, self.seen.terms.rounds
        if self.deal is not None:
            return f"Deal at {dollars(self.deal.price)} in round {self.deal.round} of {rounds}"
        match closing.how:
            case "left":
                return f"No deal: {self.speech.name(closing.seat)} left"
            case "late":
                return f"No deal: no answer from {self.speech.name(closing.seat)} in time"
            case _:
                return f"No deal after {rounds} round{'' if rounds == 1 else 's'}"

    def lines(self) -> Iterator[str]:
        yield self._possible()
        totals = dict(zip(SEATS, self.ended.earnings, strict=True))
        first, second = self.speech.ordered
        earned = f"{self.speech.begin(first)} earned {dollars(totals[first])}"
        yield f"{earned}, {self.speech.name(second)} {dollars(totals[second])}."
        if path := self._paths():
            yield f"{path[0].upper()}{path[1:]}."
        if self.deal is None and (apart := self._apart()) > 0:
            yield f"The closest offers of both sides were {dollars(apart)} apart."

    def _possible(self) -> str:
        """Return the zone, and what became of it."""
        if self.found.zone <= 0:
            worth = f"worth {dollars(self.high)} to {self.speech.name(BUYER)}"
            least = f"{self.speech.name(SELLER)} needed more than {dollars(self.low)}"
            return f"No price paid both sides: the item was {worth}, and {least} to gain."
        span = f"Prices between {dollars(self.low)} and {dollars(self.high)} paid both sides."
        if self.found.shares is None:
            return f"{span} Nobody got any of the {dollars(self.found.zone)} between them."
        first = self.speech.ordered[0]
        share = self.found.shares[SEATS.index(first)]
        if not 0 <= share <= 1:
            return f"{span} The price of the deal paid only one side."
        did = "paid" if first == BUYER else "got"
        price = dollars(self.deal.price) if self.deal else ""
        whose = "yours" if first == self.speech.you else self._whose(first)
        return f"{span} {self.speech.begin(first)} {did} {price}: {round(100 * share)} % of the gain was {whose}."

    def _paths(self) -> str:
        """Return each side's first and last offer."""
        said: list[str] = []
        for seat in self.speech.ordered:
            prices = [offer.price for offer in self.seen.offers if offer.seat == seat]
            noun = " offers" if not said else ""
            if len(prices) > 1:
                said.append(f"{self._whose(seat)}{noun} went from {dollars(prices[0])} to {dollars(prices[-1])}")
            elif prices:
                said.append(f"{self._whose(seat)} only offer was {dollars(prices[0])}")
        return ", ".join(said)

    def _apart(self) -> int:
        """Return the lowest price that the seller asked for less the highest that the buyer bid; 0 without both."""
        asks = [offer.price for offer in self.seen.offers if offer.seat == SELLER]
        bids = [offer.price for offer in self.seen.offers if offer.seat == BUYER]
        return min(asks) - max(bids) if asks and bids else 0

    def _whose(self, seat: Seat) -> str:
        return "your" if seat == self.speech.you else f"{self.speech.name(seat)}'s"

    def plot(self) -> Lines:
        offers, rounds = self.seen.offers, self.seen.terms.rounds
        series = tuple(
            Series(self.speech.name(seat), points, "other" if n else "own")
            for n, seat in enumerate(self.speech.ordered)
            if (points := tuple((offer.round, offer.price) for offer in offers if offer.seat == seat))
        )
        prices = [offer.price for offer in offers]
        least = "cost" if not self.ended.outside_option else "break-even"
        return Lines(
            x=Axis("round", 1, rounds if rounds <= MOST_ROUNDS else max(len(offers), 2), whole=True),
            y=Axis("price", min(self.low, self.high, *prices), max(self.low, self.high, *prices), 100, "$"),
            series=series,
            levels=(
                Level(f"{self._whose(BUYER)} value", self.high),
                Level(f"{self._whose(SELLER)} {least}", self.low),
            ),
            zone=(self.low, self.high) if self.found.zone > 0 else None,
            zone_name="prices that pay both" if self.found.zone > 0 else "",
            spots=(Spot("deal", self.deal.round, self.deal.price),) if self.deal else (),
        )

    def alt(self) -> str:
        """Return the picture in a sentence."""
        ends = ((BUYER, "value", self.high), (SELLER, "break-even price", self.low))
        limits = ", ".join(f"{self._whose(seat)} {what} {dollars(price)}" for seat, what, price in ends)
        deal = f"; the deal at {dollars(self.deal.price)}" if self.deal else ""
        paths = self._paths()
        return f"Offers by round{': ' + paths if paths else ', none made'}; {limits}{deal}."
