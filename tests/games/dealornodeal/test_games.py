"""Whole games: what is typed comes to the same as what is meant, and a deal is always what both have confirmed."""

from itertools import product

import pytest

from games.core.codec import encode
from games.core.contract import Event, Expired, Moved, Reading, Said, Seat, subseed
from games.core.draw import config_of, recipe_of
from games.dealornodeal.domain.deals import rest, worth
from games.dealornodeal.game import game
from games.dealornodeal.rules.state import SEATS, Confirm, DealState, Offer
from games.dealornodeal.tactics.players import PLAYERS

NAMES = tuple(PLAYERS)
PAIRS = [pair for number, pair in enumerate(product(NAMES, repeat=2)) if number % 3 == 0]


def run(seed: int, names: tuple[str, str], typed: bool) -> tuple[DealState, list[Event]]:
    """A game of two players. `typed`: the first one's offers go through the reader, as a person's words do."""
    config = config_of(game, recipe_of(game, {"domain": "camp"} if seed % 5 == 0 else {}), seed, 0)
    state, log = game.deal(config, seed), list[Event]()
    while game.result(state) is None:
        turn = game.turn(state)
        if not turn.awaited:
            event: Event = Expired(turn.clocks[0].id)
        else:
            seat = next(s for s in SEATS if s in turn.awaited)
            event = decided(state, seat, names[SEATS.index(seat)], seed, typed and seat == SEATS[0])
        state = game.apply(state, event)
        log.append(event)
    return state, log


def decided(state: DealState, seat: Seat, name: str, seed: int, typed: bool) -> Event:
    view = game.view(state, seat)
    act = PLAYERS[name].decide(view, subseed(seed, "player", seat))
    if typed and isinstance(act.move, Offer):
        reading = game.read(view, Said(act.say))
        assert isinstance(reading, Reading)
        return Moved(seat, reading.move, reading.say)
    return Moved(seat, act.move, act.say)


@pytest.mark.slow
@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_a_deal_is_what_both_confirmed_and_replays(names: tuple[str, str]) -> None:
    for seed in range(12):
        state, log = run(seed, names, typed=seed % 2 == 0)
        ended = state.ended
        assert ended is not None
        if ended.end == "deal":
            confirmed = [(e.seat, e.move.version) for e in log if isinstance(e, Moved) and isinstance(e.move, Confirm)]
            assert confirmed[-1][1] == confirmed[-2][1] == state.cards
            assert {seat for seat, _ in confirmed[-2:]} == set(SEATS)
            mine, yours = state.context.values
            assert ended.points == (worth(mine, ended.keep), worth(yours, rest(state.context.pool, ended.keep)))
        again = game.deal(state.config, seed)
        for event in log:
            again = game.apply(again, event)
        assert encode(again) == encode(state)


@pytest.mark.slow
def test_typed_offers_lead_to_the_same_deals() -> None:
    for seed in range(1, 60):
        names = ("core", "normal")
        spoken, typed = run(seed, names, typed=False)[0], run(seed, names, typed=True)[0]
        assert [u.keep for u in spoken.spoken] == [u.keep for u in typed.spoken]
        assert spoken.ended == typed.ended
