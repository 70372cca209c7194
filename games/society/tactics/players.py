"""Analytic players: their bargaining, their choice of a coalition, and the plans from the world's policies."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.core.contract import Act, Player, Seat, rng
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Pass
from games.society.tactics.bargainer import move as bargain
from games.society.tactics.bargainer import worth
from games.society.tactics.company import company
from games.society.tactics.dispositions import STYLES, Disposition, Style, drawn
from games.society.tactics.partners import may_bind
from games.society.tactics.speech import words
from games.society.view import View
from games.society.world.policies import POLICIES


def decide(style: Style, view: View, seed: int, mine: Disposition) -> Act[Move]:
    match view.phase:
        case "negotiation":
            if style.name == "random":
                return Act(_by_chance(view, seed))
            move = bargain(view, mine)
            return Act(move, words(view, move, seed))
        case "contract":
            return Act(_join(style, view, seed))
        case _:
            assert view.sight is not None
            return Act(Orders(POLICIES[style.world](view.sight, seed, company(view))))


def _by_chance(view: View, seed: int) -> Move:
    me, talks, customs = view.who, view.talks, view.terms.customs
    chance = rng(seed, "step", talks.step)
    shares = range(max(10, customs.low), min(90, customs.high) + 1, 10)
    current = talks.bargain(me)
    moves: list[Move] = [Pass()]
    if current is not None:
        other = current.other(me)
        moves.append(Finish(other))
        if current.mover == me and current.offers < customs.offers and may_bind(view, me, other):
            moves.append(Counter(other, chance.choice(shares)))
    else:
        others = [seat for seat in talks.targets(me, view.terms.seats) if may_bind(view, me, seat)]
        if others:
            mine = None if customs.match == "mutual" else chance.choice(shares)
            moves.append(Negotiate(chance.choice(others), mine))
    moves += [Accept(offer.by, 100 - offer.mine) for offer in talks.offers_to(me) if may_bind(view, me, offer.by)]
    return chance.choice(moves)


# --- contract ---------------------------------------------------------------------------------------------------------


def _join(style: Style, view: View, seed: int) -> Move:
    if style.name == "random":
        return Join(rng(seed, "turn", view.slots.turn).randrange(len(view.slots.seats)))
    return Join(_most_joined(view) if style.loyal else _best_paid(view))


def _each(view: View, slot: int) -> int:
    """Return the expected earnings of each member of a slot with the seat there, in hundredths of a credit."""
    members = (*_others(view, slot), view.who)
    return 100 * worth(view, members) // len(members)


def _others(view: View, slot: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in view.slots.members(slot) if seat != view.who)


def _best_paid(view: View) -> int:
    """Return the slot in which everybody earns most; ties go to the own slot, then to the emptiest."""
    here = view.slots.slot(view.who)

    def order(slot: int) -> tuple[int, bool, int, int]:
        return _each(view, slot), slot == here, -len(_others(view, slot)), -slot

    return max(range(len(view.slots.seats)), key=order)


def _most_joined(view: View) -> int:
    """Return the slot with most others of those that pay better than being alone; ties go to the own slot."""
    slots, here = view.slots, view.slots.slot(view.who)
    alone = 100 * worth(view, (view.who,))
    paying = [slot for slot in range(len(slots.seats)) if _others(view, slot) and _each(view, slot) > alone]
    if paying:
        return max(paying, key=lambda slot: (len(_others(view, slot)), slot == here, -slot))
    if here >= 0:
        return here
    if slots.mover is None:
        # All choose at once, so they meet in the first slot.
        return 0
    return next(iter(slots.empty()), 0)


def _player(style: Style) -> Player[View, Move]:
    return Player(
        style.name,
        style.about,
        lambda view, seed, mine: decide(style, view, seed, mine),
        lambda view, seed: drawn(style, view, seed),
        Disposition,
    )


PLAYERS: Final[Mapping[str, Player[View, Move]]] = MappingProxyType({style.name: _player(style) for style in STYLES})
