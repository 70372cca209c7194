"""The physical stage: rounds of plans in the world, and the sharing of their gains."""

from msgspec.structs import replace

from games.core.contract import End, Seat
from games.society.rules import contract, social
from games.society.rules.moves import Orders, Pass
from games.society.rules.sharing import Groups, groups_of, shared
from games.society.rules.state import Close, Ended, Fact, Fared, Passed, Round, State, Switched, Worked
from games.society.world import rounds
from games.society.world.field import Links
from games.society.world.plans import IDLE
from games.society.world.state import credits
from games.society.world.things import INDEX, Held


def groups(state: State) -> Groups:
    """Return the groups that share their earnings now."""
    if state.terms.kind == "social":
        return state.order.groups
    if state.terms.kind == "contract":
        return groups_of(contract.coalitions(state.slots))
    return groups_of(state.talks.coalitions)


def links(state: State) -> Links:
    """Return for each seat the seats whose maps it is shown."""
    number = state.terms.number
    return tuple(
        tuple(number(giver) for giver, taker in state.order.sees if taker == seat) for seat in state.terms.seats
    )


def play(state: State, sent: dict[Seat, Orders | Pass]) -> State:
    """Return the state after one round of the world, and after the last one with the end."""
    terms, tick = state.terms, state.world.tick
    queues = tuple(
        move.queue if isinstance(move := sent.get(seat), Orders) else standing
        for seat, standing in zip(terms.seats, state.queues, strict=True)
    )
    longest = social.lasts(terms.scenario, tick) if terms.kind == "social" else None
    ticks = terms.ticks if longest is None else min(terms.ticks, longest)
    before, seen = credits(state.world), links(state)
    world, played = rounds.play_round(state.world, [queue or IDLE for queue in queues], ticks, lambda _: seen)
    gains = tuple(after - had for after, had in zip(credits(world), before, strict=True))
    got = shared(groups(state), terms.seats, gains)
    earned = tuple(have + new for have, new in zip(state.earned, got, strict=True))
    state = replace(state, queues=queues, world=world, earned=earned, number=state.number + 1)
    state = replace(state, recent=(*state.recent, *_reported(state, played, gains)))
    if world.over:
        end: End = "deal" if any(len(g.members) > 1 for g in groups(state)) else "no_deal"
        close = Close(end, "")
        return replace(state, close=close, recent=(*state.recent, Ended(close, earned)))
    return _switched(state)


def _switched(state: State) -> State:
    """Return the order that holds from this tick on."""
    terms = state.terms
    if terms.kind != "social":
        return state
    order = social.order(terms.scenario, state.world.tick, terms.seats, state.shuffle)
    if order == state.order:
        return state
    switched = Switched(order, state.order.groups)
    return replace(state, order=order, recent=(*state.recent, switched))


def _reported(state: State, played: rounds.Round, gains: tuple[int, ...]) -> tuple[Fact, ...]:
    seats = state.terms.seats
    handed = sum(hand.count for hand in played.handed if hand.giver != hand.taker)
    tools = [_tools(deeds.crafted) for deeds in played.deeds]
    made = sum(hammers for hammers, _ in tools), sum(torches for _, torches in tools)
    facts: list[Fact] = [Round(state.number - 1, played.first, played.last, gains, state.earned, made, handed)]
    for seat, deeds in zip(seats, played.deeds, strict=True):
        facts.append(Fared(seat, deeds))
        facts.append(Worked(seat, deeds.after - deeds.before, _tools(deeds.crafted), _tools(deeds.dropped)))
    facts += [Passed(seats[hand.giver], seats[hand.taker], hand.tool, hand.count) for hand in played.handed]
    return tuple(facts)


def _tools(held: Held) -> tuple[int, int]:
    """Return the hammers and torches among items."""
    return held[INDEX["hammer"]], held[INDEX["torch"]]
