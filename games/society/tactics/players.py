"""Analytic players: their bargaining, their choice of a coalition, and the plans from the world's policies."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from games.core.contract import Act, Player, Seat, rng
from games.society.rules.coalition import side
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Pass
from games.society.rules.talks import Bargain
from games.society.tactics.estimate import pot
from games.society.view import View
from games.society.world.policies import POLICIES

Name = Literal["fallback", "cooperative", "selfish", "random"]


class Style(Struct, frozen=True):
    """Parameters of one kind of bargainer, in percentages for its side.

    `first`: its demand at the beginning of the phase. `margin`: the least that it demands above its side's worth
    without the deal.
    """

    name: Name
    first: int
    margin: int
    about: str


STYLES: Final = (
    Style("fallback", 60, 10, "Bargains from 60 % down to what pays, joins who it lacks, and hands tools over."),
    Style("cooperative", 50, 5, "Splits evenly, takes what pays, makes tools for others and lays them down."),
    Style("selfish", 90, 40, "Asks for nearly everything, keeps what it makes, and drops nothing."),
    Style("random", 50, 0, "Does anything that is allowed, by chance."),
)


def decide(style: Style, view: View, seed: int) -> Act[Move]:
    match view.phase:
        case "negotiation":
            return _by_chance(view, seed) if style.name == "random" else _bargain(style, view, seed)
        case "contract":
            return Act(_join(style, view, seed))
        case _:
            return _plan(style, view, seed)


# --- negotiation ------------------------------------------------------------------------------------------------------


def _bargain(style: Style, view: View, seed: int) -> Act[Move]:
    me, talks = view.who, view.talks
    offers = sorted(talks.offers_to(me), key=lambda offer: (offer.mine, offer.by))
    for offer in offers:
        mine = 100 - offer.mine
        if _may_bind(view, offer.by) and mine >= wanted(style, view, offer.by):
            return Act(Accept(offer.by, mine), _words(seed, view, "accept"))
    bargain = talks.bargain(me)
    if bargain is not None:
        return Act(Pass()) if bargain.mover != me else _in_bargain(style, view, seed, bargain)
    for offer in offers:
        if _pays(view, offer.by):
            return Act(Counter(offer.by, _asked(style, view, offer.by, offer.mine)), _words(seed, view, "counter"))
    partner = _partner(view) if talks.invite_by(me) is None else None
    if partner is None:
        return Act(Pass())
    opening = None if view.terms.customs.match == "mutual" else _asked(style, view, partner, None)
    return Act(Negotiate(partner, opening), _words(seed, view, "invite"))


def _in_bargain(style: Style, view: View, seed: int, bargain: Bargain) -> Act[Move]:
    other = bargain.other(view.who)
    if bargain.offers >= view.terms.customs.offers or not _pays(view, other):
        return Act(Finish(other), _words(seed, view, "end"))
    theirs = bargain.offer.mine if bargain.offer is not None else None
    return Act(Counter(other, _asked(style, view, other, theirs)), _words(seed, view, "counter"))


def _pays(view: View, other: Seat) -> bool:
    return _may_bind(view, other) and _surplus(view, other) > 0


def wanted(style: Style, view: View, other: Seat) -> int:
    """Return the least percentage that a seat accepts now, falling towards the least that pays."""
    floor = min(95, _reservation(view, other) + style.margin)
    steps = max(1, view.terms.customs.steps - 1)
    done = min(steps, view.talks.step - 1)
    asked = max(floor, style.first)
    # The demand reaches its least a third before the end: later there is nothing to wait for.
    return max(floor, asked - (asked - floor) * 3 * done // (2 * steps))


def _asked(style: Style, view: View, other: Seat, theirs: int | None) -> int:
    """Return the percentage to propose: the least wanted, rounded up, but no less than the partner leaves."""
    customs = view.terms.customs
    mine = -(-wanted(style, view, other) // 10) * 10
    if theirs is not None:
        mine = max(mine, min(90, 110 - theirs)) if style.name == "selfish" else max(mine, 100 - theirs)
    return max(customs.low, 10, min(customs.high, 90, mine))


def _reservation(view: View, other: Seat) -> int:
    """Return the own side's worth without the deal, in percent of the merged pot, rounded up."""
    mine, together = _worth(view, view.who), _together(view, other)
    return min(100, -(-100 * mine // together)) if together else 100


def _surplus(view: View, other: Seat) -> int:
    """Return the gain of a deal over both sides' worth without it."""
    return _together(view, other) - _worth(view, view.who) - _worth(view, other)


def _worth(view: View, seat: Seat) -> int:
    return _pot(view, side(view.talks.coalitions, seat))


def _together(view: View, other: Seat) -> int:
    both = {*side(view.talks.coalitions, view.who), *side(view.talks.coalitions, other)}
    return _pot(view, tuple(both))


def _pot(view: View, seats: tuple[Seat, ...]) -> int:
    carpenters = sum(view.terms.role(seat) == "carpenter" for seat in seats)
    return pot(view.terms.instance, carpenters, len(seats) - carpenters)


def _partner(view: View) -> Seat | None:
    """Return the seat to invite: where the gain is largest, then the side smallest, then the one opposite."""
    seats, me = view.terms.seats, view.who
    targets = [seat for seat in view.talks.targets(me, seats) if _pays(view, seat)]
    opposite = (seats.index(me) + view.terms.instance.carpenters) % len(seats)

    def order(seat: Seat) -> tuple[int, int, int]:
        members = len(side(view.talks.coalitions, seat))
        # The preferred seat moves on every three steps, so that a silent seat is not asked for ever.
        return -_surplus(view, seat), members, (seats.index(seat) - opposite - view.talks.step // 3) % len(seats)

    return min(targets, key=order, default=None)


def _may_bind(view: View, other: Seat) -> bool:
    if view.terms.customs.bind != "founder":
        return True
    founders = {c.founder for c in view.talks.coalitions}
    members = {seat for c in view.talks.coalitions for seat in c.members}
    return all(seat in founders or seat not in members for seat in (view.who, other))


def _by_chance(view: View, seed: int) -> Act[Move]:
    me, talks, customs = view.who, view.talks, view.terms.customs
    chance = rng(seed, "step", talks.step)
    shares = range(max(10, customs.low), min(90, customs.high) + 1, 10)
    bargain = talks.bargain(me)
    moves: list[Move] = [Pass()]
    if bargain is not None:
        other = bargain.other(me)
        moves.append(Finish(other))
        if bargain.mover == me and bargain.offers < customs.offers and _may_bind(view, other):
            moves.append(Counter(other, chance.choice(shares)))
    else:
        others = [seat for seat in talks.targets(me, view.terms.seats) if _may_bind(view, seat)]
        if others:
            mine = None if customs.match == "mutual" else chance.choice(shares)
            moves.append(Negotiate(chance.choice(others), mine))
    moves += [Accept(offer.by, 100 - offer.mine) for offer in talks.offers_to(me) if _may_bind(view, offer.by)]
    return Act(chance.choice(moves))


# --- contract ---------------------------------------------------------------------------------------------------------


def _join(style: Style, view: View, seed: int) -> Move:
    slots = view.slots
    match style.name:
        case "random":
            return Join(rng(seed, "turn", slots.turn).randrange(len(slots.seats)))
        case "selfish":
            return Join(_best_paid(view))
        case _:
            return Join(_best_matched(view))


def _others(view: View, slot: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in view.slots.members(slot) if seat != view.who)


def _best_paid(view: View) -> int:
    """Return the slot in which everybody earns most; ties go to the own slot, then to the emptiest."""
    here = view.slots.slot(view.who)

    def order(slot: int) -> tuple[int, bool, int, int]:
        others = _others(view, slot)
        # In hundredths, so that whole numbers compare.
        each = 100 * _pot(view, (*others, view.who)) // (len(others) + 1)
        return each, slot == here, -len(others), -slot

    return max(range(len(view.slots.seats)), key=order)


def _best_matched(view: View) -> int:
    """Return the own slot if it has the other role, else the smallest that lacks the own, else an empty one."""
    me, slots = view.who, view.slots
    here, role = slots.slot(me), view.terms.role(me)
    roles = {slot: [view.terms.role(seat) for seat in _others(view, slot)] for slot in range(len(slots.seats))}
    if here >= 0 and any(other != role for other in roles[here]):
        return here
    lacking = [slot for slot, there in roles.items() if there and role not in there]
    if lacking:
        return min(lacking, key=lambda slot: (len(roles[slot]), slot))
    if here >= 0:
        return here
    if slots.mover is None:
        # All choose at once: carpenters and miners of the same number meet.
        return view.terms.seats.index(me) % view.terms.instance.carpenters
    return next(iter(slots.empty()), 0)


# --- the world --------------------------------------------------------------------------------------------------------


def _plan(style: Style, view: View, seed: int) -> Act[Move]:
    assert view.sight is not None
    queue = POLICIES[style.name](view.sight, seed)
    words = ""
    tools = [tool for tool in view.sight.kit.dumps if view.sight.has(tool)]
    if tools and style.name in ("fallback", "cooperative"):
        words = _words(seed, view, tools[0])
    return Act(Orders(queue), words)


# --- words ------------------------------------------------------------------------------------------------------------

_SAYINGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "accept": ("That is fair. Let us get to work.", "Agreed.", "Good. I will do my part."),
        "counter": ("A little more for my side, and we have a deal.", "Close. Meet me here.", ""),
        "invite": ("We have what the other lacks.", "Shall we?", ""),
        "end": ("Then not. No hard feelings.", "We are too far apart."),
        "hammer": ("I leave a hammer where I stand.", "A hammer is coming, pick it up."),
        "torch": ("Torches: come and get them.", "I leave a torch where I stand."),
    }
)
_TALKATIVE: Final = 3
"""One in this many occasions gets words; otherwise a table of eight would be all chatter."""


def _words(seed: int, view: View, occasion: str) -> str:
    chance = rng(seed, "words", view.phase, view.number)
    talks = occasion in ("accept", "end") or not chance.randrange(_TALKATIVE)
    return chance.choice(_SAYINGS[occasion]) if talks else ""


def _player(style: Style) -> Player[View, Move]:
    return Player(
        style.name,
        style.about,
        lambda view, seed, mine: decide(style, view, seed),
    )


PLAYERS: Final[Mapping[str, Player[View, Move]]] = MappingProxyType({style.name: _player(style) for style in STYLES})
