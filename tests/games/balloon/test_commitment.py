"""Commitments of the analytic players: limits drawn at the deal, concessions for concessions, true words."""

import re
from functools import cache
from itertools import product
from statistics import mean

import pytest

from games.balloon import game
from games.balloon.analysis.frontier import front
from games.balloon.domain import optimum, total
from games.balloon.rules import Agree, Move, State, efforts_of
from games.balloon.tactics.stance import Disposition, prospects
from games.core.contract import Act, Moved, subseed
from tests.games.balloon.table import bargain, dealt, mover

PLAYERS = tuple(game.players)
SIZES = ("4", "15")
FIRM = ("normal", "hard", "greedy")
MINE, THEIRS = 1, 0
"""Seats by index: the player answers as B."""


def disposition(state: State, player: str, seed: int) -> Disposition:
    drawn = game.players[player].draw(game.view(state, mover(state)), seed)
    assert isinstance(drawn, Disposition)
    return drawn


def decided(state: State, player: str, seed: int = 0) -> Act[Move]:
    return game.players[player].decide(game.view(state, mover(state)), seed)


def share(state: State, seat: int, items: int) -> float:
    own = state.importance[seat]
    return 1000 * total(own, items) / optimum(efforts_of(state.items), own, state.limit).value


@cache
def choices(seed: int) -> tuple[int, ...]:
    """Undominated sets of a deal with inverse importances, the worst for B first."""
    state = dealt(seed, pairing="inverse")
    first, second = state.importance
    return tuple(items for _, _, items in front(efforts_of(state.items), state.limit, first, second))


@cache
def modest(seed: int) -> tuple[int, ...]:
    """The sets of `choices` that leave B clearly less than the even share."""
    state = dealt(seed, pairing="inverse")
    even = prospects(efforts_of(state.items), state.limit, state.importance[MINE])[1]
    return tuple(items for items in choices(seed) if share(state, MINE, items) < even - 60)


def proposing(state: State, items: int) -> State:
    return bargain(state, " ".join(game.view(state, mover(state)).names(items)))


def answered(state: State, player: str, seed: int = 0) -> State:
    act = decided(state, player, seed)
    return game.apply(state, Moved(mover(state), act.move, act.say))


def asked(player: str, seed: int, heard: list[int]) -> list[float]:
    """The player's share in its own proposals, after each of A's."""
    state, shares = dealt(seed, pairing="inverse"), []
    for items in heard:
        state = answered(proposing(state, items), player)
        assert state.close is None
        shares.append(share(state, MINE, state.history[-1].proposed[-1].items))
    return shares


@pytest.mark.parametrize("player", FIRM)
def test_repetition_is_answered_by_repetition(player: str) -> None:
    for seed in range(5):
        shares = asked(player, seed, [choices(seed)[0]] * 10)
        assert len(set(shares[1:])) == 1


@pytest.mark.parametrize("player", FIRM)
def test_a_concession_is_answered_by_a_concession_and_a_larger_one_by_more(player: str) -> None:
    small, large = [], []
    for seed in range(12):
        sets = modest(seed)
        if len(sets) < 3:
            continue
        before = asked(player, seed, [sets[0]] * 2)[-1]
        small.append(before - asked(player, seed, [sets[0], sets[1]])[-1])
        large.append(before - asked(player, seed, [sets[0], sets[-1]])[-1])
    assert min(small) >= 0
    assert mean(large) > mean(small)


@pytest.mark.parametrize("player", FIRM)
def test_a_step_backwards_is_answered_by_nothing(player: str) -> None:
    for seed in range(5):
        back, *_, there = modest(seed)
        shares = asked(player, seed, [back, there, back, back])
        assert shares[2:] == [shares[1]] * 2


@pytest.mark.parametrize("player", FIRM)
def test_the_same_last_proposal_gets_another_answer_after_another_history(player: str) -> None:
    differ = 0
    for seed in range(8):
        sets = modest(seed)
        first, last = sets[0], sets[-1]
        differ += asked(player, seed, [first, last])[-1] != asked(player, seed, [last, last])[-1]
        # After five repetitions the same step brings less, or no more.
        assert asked(player, seed, [first] * 6 + [last])[-1] >= asked(player, seed, [first, last])[-1]
    assert differ


@pytest.mark.parametrize("player", PLAYERS)
def test_below_its_limit_it_refuses_to_the_end_and_at_its_limit_it_agrees(player: str) -> None:
    taken = refused = 0
    for seed in range(20):
        state = dealt(seed, pairing="inverse", max_messages="2")
        answering = proposing(state, choices(seed)[seed % 3 * len(choices(seed)) // 3])
        limit = disposition(answering, player, seed).limit
        (items,) = (proposal.items for proposal in answering.active[THEIRS])
        if share(answering, MINE, items) >= limit:
            taken += 1
            assert isinstance(decided(answering, player, seed).move, Agree)
        else:
            refused += 1
            assert not isinstance(decided(answering, player, seed).move, Agree)
    assert taken
    assert refused or player == "easy"


@pytest.mark.parametrize("player", FIRM)
def test_who_repeats_the_own_optimum_gets_it_only_where_the_limit_allows(player: str) -> None:
    got = 0
    for seed in range(30):
        state = dealt(seed, pairing="inverse", max_messages="10")
        ideal = choices(seed)[0]
        limit = disposition(proposing(state, ideal), player, seed).limit
        while state.close is None:
            state = answered(proposing(state, ideal), player, seed)
        got += state.close.end == "deal"
        assert (state.close.end == "deal") == (share(state, MINE, ideal) >= limit)
    assert got < 10


def test_the_limit_is_drawn_from_the_seed_and_the_own_numbers_alone() -> None:
    for player in PLAYERS:
        limits = {disposition(dealt(seed), player, seed).limit for seed in range(40)}
        assert len(limits) > 20
        state = dealt(3)
        assert len({disposition(state, player, seed).limit for seed in range(40)}) > 10
        later = proposing(proposing(state, 1), 2)
        assert disposition(later, player, 5) == disposition(state, player, 5)


def test_harder_players_draw_higher_limits_and_none_is_out_of_reach() -> None:
    limits = {
        player: [
            disposition(dealt(seed, items=items), player, seed).limit for seed in range(40) for items in ("4", "15")
        ]
        for player in PLAYERS
    }
    middle = {player: mean(found) for player, found in limits.items()}
    assert middle["easy"] + 50 < middle["normal"] < middle["hard"] - 30
    assert middle["hard"] < middle["greedy"]
    assert middle["cooperative"] < middle["hard"]
    assert max(limits["greedy"]) <= 900


@pytest.mark.parametrize("items", ["2", "4", "8", "15"])
def test_the_even_share_can_be_had_by_both_where_they_want_the_opposite(items: str) -> None:
    for seed in range(15):
        state = dealt(seed, items=items, pairing="inverse")
        efforts, (first, second) = efforts_of(state.items), state.importance
        found = list(front(efforts, state.limit, first, second))
        most = max(a for a, _, _ in found), max(b for _, b, _ in found)
        exact = max(min(a / most[0], b / most[1]) for a, b, _ in found)
        assert 1000 * exact - 20 <= prospects(efforts, state.limit, first)[1] <= 1000 * exact


def test_a_side_to_which_nothing_is_worth_anything_has_no_limit() -> None:
    assert prospects((60, 50), 100, (0, 0)) == (0, 0)


def test_words_are_silent_in_the_published_look() -> None:
    for player in PLAYERS:
        state = dealt(2, pairing="inverse", style="seed", max_messages="8")
        while state.close is None:
            state = answered(state, player)
        assert not any(message.words for message in state.history)


def test_words_that_name_an_item_are_true() -> None:
    told = set()
    for player, seed in product(PLAYERS, range(6)):
        state = dealt(seed, pairing="inverse", style="chat")
        while state.close is None:
            before, state = state, answered(state, player, subseed(seed, mover(state)))
            words, me = state.history[-1].words, before.mover
            sets = {
                seat: [p.items for m in state.history for p in m.proposed if (m.seat == "AB"[me]) == seat]
                for seat in (True, False)
            }
            for at, item in enumerate(state.items):
                if not re.search(rf"\b{item.name}\b", words):
                    continue
                mine, theirs = ([bool(items >> at & 1) for items in sets[own]] for own in (True, False))
                if "three" in words:
                    told.add("asked")
                    assert all(theirs[-3:])
                    assert len(theirs) >= 3
                    assert not mine[-1]
                elif "your set" in words or "we agree" in words:
                    told.add("shared")
                    assert mine[-1]
                    assert theirs[-1]
                else:
                    told.add("new")
                    assert mine[-2:] == [False, True]
    assert told == {"asked", "shared", "new"}
