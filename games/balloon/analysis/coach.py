"""The coach of the balloon game: sets worth proposing or agreeing to, who may sit opposite, and why it pays.

A player thinks for milliseconds about values that it meets for the first time, so only the few decisions are judged in
which most seems to be at stake.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from games.balloon import rules
from games.balloon.analysis import advice
from games.balloon.analysis.field import FIELD, Opponent, PlaysOn, importances, opponent, share, typical
from games.balloon.config import SEATS
from games.balloon.rules import Agree, Bargain, Move, State, efforts_of, mask_of
from games.balloon.tactics.model import SCALE, estimate, nearly_best, suited
from games.balloon.view import View, view
from games.core.coach.analyst import Analyst, Decision, Imagined, SeatCase, Told, Turns
from games.core.contract import Act, Event, Moved, Seat
from games.core.review import Moment, Past

JUDGED: Final = 45
"""Items of all decisions together that are judged: three decisions with 15 items, one with 35."""
FIRM: Final = 970
"""The share of one's own optimum that a bold proposal keeps, in per mille."""
LATE: Final = 200
"""The share that is at stake besides in the last messages, in per mille."""


class BalloonAnalyst(Analyst[State, Move, View]):
    effort = 8_500
    talks = True
    apply = staticmethod(rules.apply)
    turn = staticmethod(rules.turn)
    result = staticmethod(rules.result)
    view = staticmethod(view)

    def __init__(self, field: Mapping[str, int] = FIELD) -> None:
        self.field = field

    def blank(self, deal: State, seat: Seat) -> State:
        nothing = (0,) * len(deal.items)
        mine = deal.importance[SEATS.index(seat)]
        return replace(deal, importance=(mine, nothing) if seat == SEATS[0] else (nothing, mine))

    def case(self, past: Past, seat: Seat) -> SeatCase:
        case = Case(self, self.blank(past[0][0], seat), tuple(event for _, event in past), seat)
        case.judge(self.screened(case.decisions))
        return case

    def alternatives(self, view: View, played: Move | None) -> Sequence[Act[Move]]:
        """Return agreeing to the best open proposal, a bold proposal, and one that comes half-way."""
        best = max((p.items for p in view.theirs), key=view.worth, default=0)
        if view.last:
            return (Act(Agree(view.names(best))),) if view.worth(best) and not isinstance(played, Agree) else ()
        acts: list[Act[Move]] = [Act(Agree(view.names(best)))] if view.worth(best) else []
        made = played.propose if isinstance(played, Bargain) else ()
        for items in _proposals(view, share(view, best)):
            names = view.names(items)
            if names and set(names) not in map(set, made):
                acts.append(Act(Bargain((names,), ())))
        return acts

    def screened(self, decisions: Sequence[Decision]) -> Sequence[Decision]:
        if not decisions:
            return ()
        most = max(1, JUDGED // len(decisions[0].view.items))
        costliest = sorted(decisions, key=lambda decision: -stakes(decision.view, decision.acts[0].move))[:most]
        return sorted(costliest, key=lambda decision: decision.at)

    def imagine(self, deal: State, seat: Seat, chance: Random) -> Imagined:
        return self.imagined(deal, seat, chance, 0)

    def imagined(self, deal: State, seat: Seat, chance: Random, wanted: int) -> Imagined:
        """Return a draw that leans towards a set that the other side wants."""
        me, efforts = SEATS.index(seat), efforts_of(deal.items)
        own, other = deal.importance[me], SEATS[1 - me]
        theirs, weight = importances(efforts, own, wanted, chance)
        deal = replace(deal, importance=(theirs, own) if me else (own, theirs))
        player = opponent(chance, self.field, *typical(efforts, deal.limit, own))
        return Imagined(deal, {other: player}, weight=weight)

    def fits(self, view: View, seen: Move, player: Turns) -> float:
        assert isinstance(player, Opponent)
        return player.fits(view, seen)

    def continuations(self, view: View) -> Sequence[Turns]:
        return (PlaysOn(view),)

    def tell(self, told: Told) -> Moment:
        return advice.moment(told)


class Case(SeatCase):
    """A game as one seat saw it. Worlds lean towards the first set that the other side asked for."""

    def __init__(self, analyst: BalloonAnalyst, deal: State, events: tuple[Event, ...], seat: Seat) -> None:
        super().__init__(analyst, deal, events, seat)
        asked = (
            names
            for event in events
            if isinstance(event, Moved) and event.seat != seat and isinstance(event.move, Bargain)
            for names in event.move.propose
        )
        self._wanted = mask_of(deal.items, next(asked, ()))

    def imagined(self, chance: Random) -> Imagined:
        assert isinstance(self.analyst, BalloonAnalyst)
        return self.analyst.imagined(self.deal, self.seat, chance, self._wanted)


def stakes(view: View, played: Move | None) -> int:
    """Return the share of one's optimum that a decision seems to have put at stake, in per mille."""
    efforts, own = view.efforts, view.importance or ()
    even = typical(efforts, view.limit, own)[1]
    if isinstance(played, Agree):
        return max(0, SCALE - share(view, mask_of(view.items, played.items)))
    stood = max((share(view, p.items) for p in view.theirs), default=0)
    made = [share(view, mask_of(view.items, names)) for names in (played.propose if played is not None else ())]
    before = [share(view, p.items) for m in view.history if m.seat == view.who for p in m.proposed]
    gave = max(0, (before[-1] if before else FIRM) - made[-1]) if made else 0
    late = LATE if view.number + 2 > view.terms.max_messages else 0
    return max(0, stood - even) + gave + late


def _proposals(view: View, offered: int) -> list[int]:
    """Return a set that keeps nearly all that one can have, and one half-way from one's last to what is offered."""
    efforts, own = view.efforts, view.importance or ()
    asked = [share(view, p.items) for m in view.history if m.seat == view.who for p in m.proposed]
    heard = tuple(dict.fromkeys(p.items for m in view.history if m.seat != view.who for p in m.proposed))
    other, best = estimate(efforts, view.limit, own, heard), nearly_best(efforts, view.limit, own).value
    low, even = typical(efforts, view.limit, own)
    last = min([FIRM, *asked[-1:]])
    halfway = (last + max(offered, low, min(even, last))) // 2
    found = (suited(efforts, view.limit, own, other, wanted * best // SCALE)[:1] for wanted in (last, halfway))
    return list(dict.fromkeys(items for sets in found for items in sets))


ANALYST: Final = BalloonAnalyst()
review = ANALYST.review
