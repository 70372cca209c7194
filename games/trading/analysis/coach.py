"""The coach of trading: which answers and offers were worth more.

Who gains more wins. So a move is worth the lead that it brings, one's own gain less the other side's; where nobody wins
it is worth one's own gain. A trader thinks long about a proposal, so only the few decisions are judged in which most
seems to be at stake at mean values.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from games.core.coach.analyst import Analyst, Decision, Imagined, SeatCase, Told, Turns
from games.core.contract import Act, Event, Moved, Seat
from games.core.review import Moment, Past, Review
from games.trading import rules
from games.trading.analysis import advice
from games.trading.analysis.field import FIELD, Opponent, PlaysOn, advised, goods, proposed, values
from games.trading.asks import PASS
from games.trading.config import MOST, SEATS
from games.trading.domain import RESOURCES, Goods, Offer, covers, flaw, swapped
from games.trading.rules import Accept, Deny, Move, Propose, State
from games.trading.tactics.packages import kinds, net_of
from games.trading.view import View, view

JUDGED: Final = 3
"""Decisions that are judged at most."""
USUAL: Final = 10
"""Messages of a game of usual length."""
SILENT: Final = 2
"""Points that seem to be at stake where no offer was made."""
LEAD: Final = "A move counts by your lead: your gain less the other side's."
_NOTHING: Final = Goods(0, 0, 0, 0, 0)
_PLENTY: Final = Goods(MOST, MOST, MOST, MOST, MOST)


class TradingAnalyst(Analyst[State, Move, View]):
    least = 125.0
    mildest = "mistake"
    effort = 9_000
    talks = True
    apply = staticmethod(rules.apply)
    turn = staticmethod(rules.turn)
    result = staticmethod(rules.result)
    view = staticmethod(view)

    def __init__(self, field: Mapping[str, int] = FIELD) -> None:
        self.field = field

    def blank(self, deal: State, seat: Seat) -> State:
        """Return the deal without the other side's values, and with plenty of goods unless all see what it owns."""
        me, start = SEATS.index(seat), deal.start
        if not deal.terms.open_inventory:
            start = _pair(me, deal.start[me], _PLENTY)
        return replace(deal, values=_pair(me, deal.values[me], _NOTHING), start=start, holdings=start)

    def case(self, past: Past, seat: Seat) -> SeatCase:
        """Return the case of a seat. An acceptance that could not be paid counts as the refusal that it became."""
        events = []
        for number, (state, event) in enumerate(past):
            after = past[number + 1][0] if number + 1 < len(past) else None
            void = after is not None and after.history and after.history[-1].answer == "void"
            if void and isinstance(event, Moved) and isinstance(event.move, Accept):
                event = Moved(event.seat, Deny(event.move.then), event.say)
            events.append((state, event))
        case = Case(self, self.blank(past[0][0], seat), tuple(event for _, event in events), seat)
        case.judge(self.screened(case.decisions))
        return case

    def alternatives(self, view: View, played: Move | None) -> Sequence[Act[Move]]:
        """Return both answers, each with the same offer, with the one that `hard` would make, and with none."""
        then, taken = proposed(played), isinstance(played, Accept)
        answers = [taken]
        if view.offer is not None and (taken or _payable(view)):
            answers.append(not taken)
        moves = [_move(view, answer, offer) for answer in answers for offer in (then, advised(view, answer), None)]
        kept = [move for move in moves if move != played and (move is None or _legal(view, move))]
        return [Act(move, PASS if move is None else "") for move in dict.fromkeys(kept)]

    def screened(self, decisions: Sequence[Decision]) -> Sequence[Decision]:
        costliest = sorted(decisions, key=lambda decision: -stakes(decision.view, decision.acts[0].move))[:JUDGED]
        return sorted(costliest, key=lambda decision: decision.at)

    def imagine(self, deal: State, seat: Seat, chance: Random) -> Imagined:
        return self.imagined(deal, seat, chance, (0,) * len(RESOURCES))

    def imagined(self, deal: State, seat: Seat, chance: Random, asks: Sequence[int]) -> Imagined:
        """Return a draw that leans towards goods that the other side asks for (1), away from those it offers (-1)."""
        me = SEATS.index(seat)
        start = deal.start if deal.terms.open_inventory else _pair(me, deal.start[me], goods(chance))
        theirs, weight = values(deal.terms, asks, chance)
        drawn = _pair(me, deal.values[me], theirs)
        deal, other = replace(deal, values=drawn, start=start, holdings=start), SEATS[1 - me]
        return Imagined(deal, {other: Opponent(view(deal, other), chance, self.field)}, weight=weight)

    def fits(self, view: View, seen: Move, player: Turns) -> float:
        assert isinstance(player, Opponent)
        return player.fits(view, seen)

    def continuations(self, view: View) -> Sequence[Turns]:
        return (PlaysOn(),)

    def review(self, past: Past, seat: Seat, seed: int, effort: int = 0) -> Review:
        """Return the review. The longer the game, the fewer rollouts fit into a second."""
        if not past:
            return Review()
        terms = past[0][0].terms
        found = super().review(past, seat, seed, effort or self.effort // max(1, terms.max_turns // USUAL))
        return found if terms.cooperative else replace(found, about=LEAD)

    def worth(self, state: State, seat: Seat) -> float:
        """Return the lead, or the own gain where nobody wins."""
        if state.close is None:
            return 0.0
        mine, theirs = (rules.gains(state)[at] for at in (SEATS.index(seat), 1 - SEATS.index(seat)))
        return float(mine if state.terms.cooperative else mine - theirs)

    def tell(self, told: Told) -> Moment:
        return advice.moment(told)


class Case(SeatCase):
    """A game as one seat saw it. Worlds lean towards the first offer that the other side made."""

    def __init__(self, analyst: TradingAnalyst, deal: State, events: tuple[Event, ...], seat: Seat) -> None:
        super().__init__(analyst, deal, events, seat)
        made = (proposed(event.move) for event in events if isinstance(event, Moved) and event.seat != seat)
        first = next((offer for offer in made if offer is not None), None)
        self._asks = kinds(net_of(first.get, first.give)) if first is not None else (0,) * len(RESOURCES)

    def imagined(self, chance: Random) -> Imagined:
        assert isinstance(self.analyst, TradingAnalyst)
        return self.analyst.imagined(self.deal, self.seat, chance, self._asks)


def stakes(view: View, played: Move | None) -> float:
    """Return the points of lead that a decision seems to have lost, at mean values of the other side."""
    found, made = 0.0, proposed(played)
    if view.offer is not None and _payable(view):
        lead = advice.taken(view, view.offer)
        found = max(0.0, -lead if isinstance(played, Accept) else lead)
    if made is not None:
        return found + max(0.0, -advice.lead(view, made))
    return found if view.last else found + SILENT


def _move(view: View, taken: bool, then: Offer | None) -> Move | None:
    if view.offer is None:
        return None if then is None else Propose(then)
    return Accept(then) if taken else Deny(then)


def _payable(view: View) -> bool:
    assert view.holdings is not None
    return view.offer is not None and covers(view.holdings, view.offer.get)


def _legal(view: View, move: Move) -> bool:
    owned, then = view.holdings, proposed(move)
    assert owned is not None
    if isinstance(move, Accept) and view.offer is not None:
        owned = swapped(owned, view.offer.get, view.offer.give)
    return then is None or not flaw(then, owned)


def _pair(me: int, mine: Goods, theirs: Goods) -> tuple[Goods, Goods]:
    return (mine, theirs) if me == 0 else (theirs, mine)


ANALYST: Final = TradingAnalyst()
review = ANALYST.review
