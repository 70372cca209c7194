"""Analytic traders: legal, consistent, and better the harder they are."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from games.core.contract import Act, Moved, subseed
from games.trading import game
from games.trading.domain import BASE, Goods, Offer, gain
from games.trading.rules import Accept, Deny, Move, Propose, State, gains
from games.trading.tactics import beliefs
from tests.games.trading.table import STANDING, ZERO, dealt, mover, say, situation

PLAYERS = tuple(game.players)
GAMES = 60


def decided(state: State, player: str, seed: int = 0) -> Act[Move]:
    return game.players[player].decide(game.view(state, mover(state)), seed)


def play(state: State, names: tuple[str, str]) -> State:
    while state.close is None:
        act = decided(state, names[state.mover], subseed(7, mover(state)))
        state = game.apply(state, Moved(mover(state), act.move, act.say))
    return state


@cache
def field() -> dict[str, tuple[int, int]]:
    """Everybody meets everybody from both chairs over the same deals: gain in all, and wins minus losses."""
    total = {name: [0, 0] for name in PLAYERS}
    for first, second, seed in product(PLAYERS, PLAYERS, range(GAMES)):
        made = gains(play(dealt(seed), (first, second)))
        for k, name in enumerate((first, second)):
            total[name][0] += made[k]
            total[name][1] += (made[k] > made[1 - k]) - (made[k] < made[1 - k])
    return {name: (gained, won) for name, (gained, won) in total.items()}


def test_the_harder_player_gains_more() -> None:
    easy, normal, hard = (field()[name][0] for name in ("easy", "normal", "hard"))
    assert easy < normal < hard


def test_the_harder_player_wins_more_often() -> None:
    easy, normal, hard = (field()[name][1] for name in ("easy", "normal", "hard"))
    assert easy < normal < hard


@pytest.mark.parametrize("names", list(product(PLAYERS, repeat=2)), ids="-".join)
def test_every_move_of_theirs_is_legal(names: tuple[str, str]) -> None:
    strict = dealt(1, strict_response="on", penalty="seed_strict")
    shown = dealt(2, open_inventory="on", max_turns="30")
    together = dealt(3, cooperative="on", clamp="on", max_turns="7")
    for state in (dealt(0), strict, shown, together):
        assert play(state, names).close is not None


@given(st.integers(0, 10**6), st.sampled_from(PLAYERS))
def test_they_never_lose_by_a_swap(seed: int, player: str) -> None:
    assert min(gains(play(dealt(seed), (player, player)))) >= 0


def test_they_take_what_pays_and_can_be_paid() -> None:
    state = replace(situation(STANDING), values=(replace(BASE, brick=20, ore=48), BASE))
    for player in PLAYERS:
        assert isinstance(decided(state, player).move, Accept)
    poor = replace(state, holdings=(replace(state.holdings[0], brick=2), state.holdings[1]))
    for player in PLAYERS:
        assert isinstance(decided(poor, player).move, Deny)


def test_only_easy_takes_what_brings_the_other_more_unless_nobody_wins() -> None:
    # +1 to the taker; at the base values +15 to the other.
    generous = Offer(Goods(0, 0, 0, 0, 2), Goods(0, 0, 1, 3, 0))
    values = (Goods(5, 10, 15, 21, 40), BASE)
    state = replace(situation(generous), values=values)
    assert -gain(generous, values[0]) == 2
    assert [isinstance(decided(state, name).move, Accept) for name in ("easy", "normal", "hard")] == [
        True,
        False,
        False,
    ]
    together = replace(state, terms=replace(state.terms, cooperative=True))
    assert all(isinstance(decided(together, name).move, Accept) for name in PLAYERS)


def test_nobody_offers_in_the_last_message() -> None:
    for player in PLAYERS:
        state = say(situation(max_turns="2"), "Hello.")
        assert decided(state, player).move is None
        assert decided(state, player).say


def test_nobody_repeats_an_offer_that_was_not_taken() -> None:
    for player, seed in product(PLAYERS, range(15)):
        state, made = dealt(seed, max_turns="30"), []
        while state.close is None:
            if mover(state) == ZERO:
                act = decided(state, player, 1)
                if isinstance(act.move, Propose):
                    made.append(act.move.offer)
                state = game.apply(state, Moved(ZERO, act.move, act.say))
            else:
                state = say(state, "No.")
        assert len(made) == len(set(map(str, made)))


def test_the_words_hold_no_number() -> None:
    for player, seed in product(PLAYERS, range(20)):
        for state in (dealt(seed), situation(STANDING), say(situation(max_turns="2"), "Hi.")):
            assert not any(char.isdigit() for char in decided(state, player, seed).say)


def test_hard_learns_from_what_the_other_side_does() -> None:
    def shifts(*texts: str) -> dict[str, int]:
        state = situation()
        for text in texts:
            state = say(state, text)
        seen = astuple(BASE)
        learnt = zip(("Wheat", "Wood", "Sheep", "Brick", "Ore"), beliefs(game.view(state, ZERO)), seen, strict=True)
        return {name: now // base - 100 for name, now, base in learnt if now != 100 * base}

    assert shifts("Hi.", "[Offer: 1 Wood -> 1 Ore]") == {"Wood": -5, "Ore": 5}
    assert shifts("[Offer: 1 Wood -> 1 Ore]", "[Accept]") == {"Wood": 4, "Ore": -4}
    assert shifts("[Offer: 1 Wood -> 1 Ore]", "[Deny]") == {"Wood": -6, "Ore": 6}
    assert shifts("[Offer: 1 Wood -> 1 Ore]", "Hm.") == {"Wood": -6, "Ore": 6}
    assert shifts(*("Hi.", "[Offer: 1 Wood -> 1 Ore]") * 4) == {"Wood": -15, "Ore": 15}


def test_they_know_nothing_but_their_view() -> None:
    state = dealt(4)
    other = replace(
        state,
        values=(state.values[0], Goods(6, 12, 18, 30, 48)),
        holdings=(state.holdings[0], Goods(5, 5, 5, 5, 5)),
        start=(state.start[0], Goods(5, 5, 5, 5, 5)),
    )
    for player in PLAYERS:
        assert decided(state, player) == decided(other, player)
