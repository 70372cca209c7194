"""Knowledge of each viewer: the deal, the audience of events, and the views."""

from collections.abc import Mapping
from typing import Any

from games.core.contract import REVEAL, Event, Moved, News, Result, Seat
from games.dealornodeal.analysis import distance_to_nash, fair, is_pareto
from games.dealornodeal.deals import most_joint
from games.dealornodeal.model import (
    NOBODY,
    SEATS,
    YOU,
    CardGone,
    CardUp,
    Confirmed,
    DealConfig,
    DealState,
    Dealt,
    Ended,
    Fact,
    Reopen,
    Spoke,
    View,
    Worth,
    context_of,
    domain_of,
)


def deal(config: DealConfig, seed: int) -> DealState:
    """Return the first state; the first seat speaks first."""
    context = context_of(config, seed)
    return DealState(config, context, (), open=False, due=YOU, card=None, cards=0, misread=0, ended=None)


def opening(state: DealState) -> tuple[News[Fact], ...]:
    """Return the pool as a fact for everybody, and its worth to each seat for that seat alone."""
    dealt = Dealt(state.context.pool, state.config.utterances, domain_of(state.config).fallback)
    private = (News[Fact](Worth(s, v), frozenset({s})) for s, v in zip(SEATS, state.context.values, strict=True))
    return (News(dealt), *private)


def news(before: DealState, event: Event, after: DealState) -> tuple[News[Fact], ...]:
    """Return the facts that changed; all of them are public."""
    facts: list[Fact] = []
    if after.spoken != before.spoken:
        last = after.spoken[-1]
        words = event.say if isinstance(event, Moved) else ""
        was = before.spoken[-1] if len(before.spoken) == len(after.spoken) else None
        if was and (was.act, was.keep) == (last.act, last.keep):
            facts.append(Spoke(last.seat, words, len(after.spoken), "words", ()))
        else:
            facts.append(Spoke(last.seat, words, len(after.spoken), last.act, last.keep))
    old, new = before.card, after.card
    if old and (new is None or new.version != old.version):
        seat = event.seat if isinstance(event, Moved) else NOBODY
        misread = isinstance(event, Moved) and isinstance(event.move, Reopen) and event.move.misread
        offered = after.spoken != before.spoken and after.spoken[-1].act == "offer"
        facts.append(CardGone(seat, old.version, "misread" if misread else "offer" if offered else "talk"))
    if new and (old is None or new.version != old.version):
        facts.append(CardUp(new.version, new.keep))
    if new and old and new.version == old.version:
        facts.extend(Confirmed(seat, new.version) for seat in SEATS if seat in new.confirmed - old.confirmed)
    if after.ended and not before.ended:
        facts.append(after.ended)
    return tuple(map(News, facts))


def view(state: DealState, who: Seat) -> View:
    """Return a view: a seat sees its own values, the table none, the reveal all."""
    values = state.context.values[SEATS.index(who)] if who in SEATS else ()
    return View(
        who,
        domain_of(state.config),
        state.config.utterances,
        state.context.pool,
        values,
        state.context.values if who == REVEAL else (),
        state.spoken,
        state.open,
        state.due,
        state.card,
        state.ended,
    )


def result(state: DealState) -> Result | None:
    if not state.ended:
        return None
    return Result(state.ended.end, tuple(zip(SEATS, state.ended.points, strict=True)))


def report(state: DealState) -> Mapping[str, Any]:
    """Return the outcome beside the possible ones. Points and counts are whole numbers; distances, in points, are
    rounded.
    """
    context, domain, ended = state.context, domain_of(state.config), state.ended
    names, mine, yours = domain.names, *context.values
    told: dict[str, Any] = {
        "pool": dict(zip(names, context.pool, strict=True)),
        "values": {s: dict(zip(names, v, strict=True)) for s, v in zip(SEATS, context.values, strict=True)},
        "max_joint": most_joint(context.pool, mine, yours),
        "utterances": len(state.spoken),
        "words": sum(len(said.text.split()) for said in state.spoken),
        "cards": state.cards,
        "misread": state.misread,
    }
    if not ended:
        return told
    pair = ended.points
    deal_made = ended.end == "deal"
    return told | {
        "deal": _shares(names, context.pool, ended) if deal_made else None,
        "left": ended.by or None,
        "joint": sum(pair),
        "pareto": deal_made and is_pareto(context, pair),
        "nash_distance": round(distance_to_nash(context, pair, domain.fallback), 4),
        "fair_utility": {SEATS[0]: str(fair(*pair)), SEATS[1]: str(fair(*pair[::-1]))} if deal_made else None,
    }


def _shares(names: tuple[str, ...], pool: tuple[int, ...], ended: Ended) -> dict[str, dict[str, int]]:
    kept = dict(zip(names, ended.keep, strict=True))
    return {SEATS[0]: kept, SEATS[1]: {name: count - kept[name] for name, count in zip(names, pool, strict=True)}}
