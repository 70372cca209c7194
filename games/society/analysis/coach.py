"""The coach of the society: which shares to ask for, offer and take.

It judges the bargaining of up to four players and nothing else. A coalition counts by what it can expect to earn
(`tactics.estimate`), so a bargain can be played on to its end without the world, where rollouts would take too long.
"""

from collections.abc import Collection, Mapping, Sequence
from math import exp
from random import Random
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from games.core.coach.analyst import Analyst, Decision, Imagined, SeatCase, Told, Turns
from games.core.contract import Act, Event, Expired, Left, Moved, Seat, Turn
from games.core.review import Moment, Past, Review
from games.society.analysis import advice
from games.society.rules import play
from games.society.rules.coalition import share, side
from games.society.rules.moves import Accept, Counter, Move, Negotiate
from games.society.rules.state import State
from games.society.tactics.bargainer import STEP, demand, move, pays, worth
from games.society.tactics.dispositions import STYLES, Disposition, Style, drawn
from games.society.view import View, view
from games.society.world.state import place

FIELD: Final[Mapping[str, int]] = MappingProxyType({"normal": 40, "easy": 25, "hard": 25, "selfish": 10})
"""The players of the field, each with its weight in per cent."""
SEATS_MOST: Final = 4
"""Players up to which bargaining is judged; with more it would take longer than a second."""
JUDGED: Final = 2
"""Decisions that are judged at most, the first that name or answer a share."""
WIDTH, FLOOR = 15, 0.1
"""Points of a share that fit a third as well; the least that a move fits."""
_STYLES: Final[Mapping[str, Style]] = {style.name: style for style in STYLES}
_NORMAL: Final = _STYLES["normal"]
_SEED: Final = 0


class SocietyAnalyst(Analyst[State, Move, View]):
    least = 10.0
    effort = 1_200
    about = "This judges how you agreed on shares, not your plans in the world."
    apply = staticmethod(play.apply)
    result = staticmethod(play.result)
    view = staticmethod(view)

    def __init__(self, field: Mapping[str, int] = FIELD) -> None:
        self.field = field

    @staticmethod
    def turn(state: State) -> Turn:
        """Return the turn as long as shares are bargained for; then one that awaits nobody."""
        return play.turn(state) if state.phase == "negotiation" else Turn()

    def review(self, past: Past, seat: Seat, seed: int, effort: int = 0) -> Review:
        """Return the review; it is empty where nobody bargains, or too many do."""
        bargained = past and past[0][0].phase == "negotiation" and len(past[0][0].terms.seats) <= SEATS_MOST
        return super().review(past, seat, seed, effort) if bargained else Review()

    def case(self, past: Past, seat: Seat) -> SeatCase:
        case = SeatCase(self, self.blank(past[0][0], seat), tuple(bargaining(past, seat)), seat)
        case.judge(self.screened(case.decisions))
        return case

    def blank(self, deal: State, seat: Seat) -> State:
        """Return the deal with another map: nobody sees the map while shares are bargained for."""
        terms = deal.terms
        return replace(deal, world=place(terms.instance, _SEED, terms.customs.precedence), shuffle=None)

    def alternatives(self, view: View, played: Move) -> Sequence[Act[Move]]:
        """Return the best offer to take, what `normal` asks for, and a step towards what was asked."""
        if not isinstance(played, Accept | Counter | Negotiate):
            return ()
        moves = [*_takes(view), *_asks(view, played)]
        kept = [move for move in moves if _same(move) != _same(played)]
        return [Act(move) for move in dict.fromkeys(kept)]

    def screened(self, decisions: Sequence[Decision]) -> Sequence[Decision]:
        return decisions[:JUDGED]

    def imagine(self, deal: State, seat: Seat, chance: Random) -> Imagined:
        others: dict[Seat, Turns] = {}
        for other in deal.terms.seats:
            if other != seat:
                style = _STYLES[chance.choices(tuple(self.field), tuple(self.field.values()))[0]]
                others[other] = _bargainer(drawn(style, view(deal, other), chance.getrandbits(32)))
        return Imagined(deal, others)

    def likely(self, view: View, seen: Move | None, expected: Move | None) -> float:
        if isinstance(seen, Counter | Negotiate) and type(seen) is type(expected) and seen.to == _to(expected):
            asked, hoped = seen.mine, getattr(expected, "mine", None)
            off = abs(asked - hoped) if asked is not None and hoped is not None else 0
            return FLOOR + (1 - FLOOR) * exp(-off / WIDTH)
        return 1.0 if _same(seen) == _same(expected) else FLOOR

    def continuations(self, view: View) -> Sequence[Turns]:
        return (_bargainer(drawn(_NORMAL, view, _SEED)),)

    def worth(self, state: State, seat: Seat) -> float:
        """Return the seat's expected earnings with its coalition, above those alone."""
        seen, talks = view(state, seat), state.talks
        whole = worth(seen, side(talks.coalitions, seat))
        return float(share(talks.coalitions, seat) * whole - worth(seen, (seat,)))

    def tell(self, told: Told) -> Moment:
        return advice.moment(told)


def _bargainer(mine: Disposition) -> Turns:
    return lambda view: Act(move(view, mine))


def bargaining(past: Past, seat: Seat) -> list[Event]:
    """Return the events while shares were bargained for, as the seat could see them.

    In each step everybody chooses in secret and may choose again. So only last choices count, the seat's own first.
    """
    found, window, number = list[Event](), dict[Seat, Event](), 1
    awaited = frozenset[Seat]()
    for state, event in past:
        if state.phase != "negotiation":
            break
        if state.number != number:
            found += _ordered(window, seat, awaited)
            window, number = {}, state.number
        if not window:
            awaited = frozenset(play.eligible(state))
        if isinstance(event, Moved):
            if event.move is not None or not event.say.strip():
                window.pop(event.seat, None)
                window[event.seat] = event
        elif isinstance(event, Expired | Left):
            found += [*_ordered(window, seat, awaited), event]
            window = {}
    return found + _ordered(window, seat, awaited)


def _ordered(window: Mapping[Seat, Event], seat: Seat, awaited: Collection[Seat]) -> list[Event]:
    """Return the choices of a step: the seat's own first, and those that it waits for after those of other seats.

    The last one that it waits for ends a step, so the seat's own one comes last where it waits for nobody else.
    """
    closes = set(awaited) == {seat}
    return [window[one] for one in sorted(window, key=lambda one: ((one != seat) != closes, one in awaited, one))]


def _takes(view: View) -> list[Move]:
    """Return the acceptance of the offer that leaves the seat's side most; nothing if none pays."""
    offers = [offer for offer in view.talks.offers_to(view.who) if pays(view, offer.by)]
    best = min(offers, key=lambda offer: offer.mine, default=None)
    return [Accept(best.by, 100 - best.mine)] if best is not None else []


def _asks(view: View, played: Accept | Counter | Negotiate) -> list[Move]:
    """Return the same invitation or an offer to the same seat, with other shares."""
    shares = _shares(view, played)
    if isinstance(played, Negotiate):
        return [Negotiate(played.to, mine) for mine in shares]
    return [Counter(_to(played), mine) for mine in shares] if not view.last and _counters(view) else []


def _counters(view: View) -> bool:
    """Return whether the seat may still make an offer in its bargain."""
    bargain = view.talks.bargain(view.who)
    return bargain is None or (bargain.mover == view.who and bargain.offers < view.terms.customs.offers)


def _shares(view: View, played: Accept | Counter | Negotiate) -> list[int]:
    """Return the shares worth asking for: what `normal` asks for, and one step towards the share played, or beyond."""
    if isinstance(played, Negotiate) and played.mine is None:
        return []
    to, bargain = _to(played), view.talks.bargain(view.who)
    standing = tuple(offer for offer in view.talks.offers_to(view.who) if offer.by == to)
    made = bargain.made if bargain is not None else standing
    wanted = demand(view, drawn(_NORMAL, view, _SEED), to, made)
    step = STEP if (played.mine or 0) >= wanted else -STEP
    return [mine for mine in (wanted, wanted + step) if max(STEP, view.terms.customs.low) <= mine <= 90]


def _to(move: Any) -> Seat:
    found: Seat = move.of if isinstance(move, Accept) else move.to
    return found


def _same(move: Move | None) -> Any:
    """Return a move without the share that an acceptance may name or leave out."""
    return Accept(move.of, None) if isinstance(move, Accept) else move


ANALYST: Final = SocietyAnalyst()
review = ANALYST.review
