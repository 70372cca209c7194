"""The society keeps the contract of all games, and what is secret in it stays so."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.codec import encode
from games.core.contract import TABLE, Moved, Seat
from games.core.draw import config_of, recipe_of
from games.core.post import Voice, plain
from games.society import game
from games.society.rules.moves import Join, Negotiate, Orders
from games.society.rules.state import State
from games.society.world.plans import Explore, Gather, Queue, Wait
from tests.games import contract


def config(**wrote: str) -> Any:
    return config_of(game, recipe_of(game, wrote), 1, 0)


def secrets(state: State, seat: Seat) -> Iterator[str]:
    """Return a seat's choice in the window that is open, as it would be encoded; lines of plans that are rare enough
    to stand for themselves.
    """
    move = state.move(seat)
    if isinstance(move, Negotiate | Join | Orders):
        yield encode(move).decode()


SAMPLE = contract.Sample(
    "games.society:game",
    configs=(
        config(),
        config(bind="vote", steps="20"),
        config(game="contract", flow="sealed"),
        config(game="contract"),
        config(players="3", match="mutual", steps="20"),
        config(game="social", shuffle_seats="on", log="all"),
        config(bind="founder", difficulty="hard", log="none", strict_range="on"),
        config(style="chat", reading="plain"),
        config(style="chat", reading="plain", game="contract"),
        config(style="chat", reading="plain", bind="vote", match="mutual", steps="20"),
    ),
    texts=(
        "propose miner_0 40/60",
        "accept",
        "accept carpenter_0",
        "counter 50/50",
        "I will negotiate with miner_1. I will propose that I gain 100% reward and miner_1 will gain 0% reward.",
        "I will make a new proposal. I will propose that I gain 30% reward and miner_1 will gain 70% reward.",
        "End. I chose to end this bargain.",
        "join 1",
        "I want to join in Coalition 0.",
        "stay",
        "pass",
        "gather 5 wood\ncraft hammer\ndump hammer",
        "EXPLORE MAP",
        "vote no",
        "miner 0 half half?",
        "ok deal",
        "no thanks",
        "join miner 1",
        "get me some wood and make a hammer",
        "I will propose that I gain 60% reward and miner_0 will gain 40% reward.",
    ),
    canaries=secrets,
    games=7,
    steps=48,
)


@pytest.mark.slow
@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_contract(check: contract.Check) -> None:
    check(SAMPLE)


def _everything(state: State, news: tuple[Any, ...], who: Seat) -> str:
    """All that somebody comes across."""
    view = game.view(state, who)
    facts = tuple(n.fact for n in news if n.reaches(who))
    voice = Voice(who)
    posts = (*game.tell(facts, view, voice), game.status(view, voice), game.sheet(view, voice))
    return encode((view, facts, game.asks(view, voice), game.stake(state, who))).decode() + "".join(map(plain, posts))


def test_what_a_seat_orders_changes_nothing_for_anybody_else_until_the_round_is_over() -> None:
    state = game.deal(config(game="social"), 3)
    me = Seat("carpenter_0")
    ways = [Queue((Wait(9), Gather("wood", 7)), True), Queue((Explore(),), False)]
    for who in (TABLE, *(seat for seat in state.terms.seats if seat != me)):
        seen = set()
        for queue in ways:
            event = Moved(me, Orders(queue), "")
            after = game.apply(state, event)
            seen.add(_everything(after, game.news(state, event, after), who))
        assert len(seen) == 1, f"{who or 'the table'} learns what {me} ordered"


def test_what_a_seat_holds_out_of_sight_changes_nothing_for_a_stranger_but_its_worth() -> None:
    state = game.deal(config(game="social", scenario="isolation"), 3)
    me, number = Seat("miner_3"), 7
    held = state.world.bodies[number].held
    richer = (held[0] + 10, 0, held[2], held[3], held[4], held[5])
    bodies = list(state.world.bodies)
    seen = set()
    for inventory in (richer, (0, 0, 2, 0, 0, 0)):
        # Both are worth ten credits to a miner.
        bodies[number] = replace(bodies[number], held=inventory)
        world = replace(state.world, bodies=tuple(bodies))
        seen.add("".join(_everything(replace(state, world=world), (), w) for w in state.terms.seats if w != me))
    assert len(seen) == 1
