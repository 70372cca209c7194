"""The contract phase, the given orders, and the course of a game to its end."""

from fractions import Fraction

import pytest

from games.core.codec import encode
from games.core.contract import Expired, IllegalMove, Moved, Seat, subseed
from games.society import game
from games.society.config import Scenario
from games.society.rules import social, stage
from games.society.rules.contract import NOWHERE
from games.society.rules.moves import Join, Negotiate, Orders, Pass
from games.society.rules.play import turn
from games.society.rules.sharing import groups_of, shared
from games.society.rules.state import State, Switched
from games.society.tactics.estimate import ceiling as quick_ceiling
from games.society.world import ceiling
from games.society.world.instance import instance
from games.society.world.plans import Explore, Gather, Queue
from games.society.world.state import broken
from tests.games.society.table import C0, M0, allies, close, dealt

SEATS = dealt(game="social").terms.seats


# --- contract ---------------------------------------------------------------------------------------------------------


def test_seats_join_one_after_the_other_in_an_order_drawn_once() -> None:
    state = dealt(game="contract")
    order = state.slots.order
    assert set(order) == set(state.terms.seats)
    assert len({dealt(seed, game="contract").slots.order for seed in range(8)}) > 1
    for seat in (*order, *order):
        assert turn(state).awaited == {seat}
        state = game.apply(state, Moved(seat, Join(0)))
    assert state.phase == "physical"


def test_only_the_seat_on_turn_may_choose() -> None:
    state = dealt(game="contract")
    last = state.slots.order[-1]
    with pytest.raises(IllegalMove) as refused:
        game.apply(state, Moved(last, Join(0)))
    assert (refused.value.code, refused.value.facts["turns"]) == ("turn", 3)


def test_whoever_says_nothing_is_placed_alone_and_later_stays() -> None:
    state = dealt(game="contract")
    first = state.slots.order[0]
    state = game.apply(state, Expired("contract 1"))
    assert state.slots.slot(first) == 0
    for seat in state.slots.order[1:]:
        state = game.apply(state, Moved(seat, Pass()))
    assert sorted(state.slots.slots) == [0, 1, 2, 3]


def test_sealed_choices_are_opened_together() -> None:
    state = dealt(game="contract", flow="sealed")
    for seat in state.terms.seats[:-1]:
        state = game.apply(state, Moved(seat, Join(1)))
        assert set(state.slots.slots) == {NOWHERE}
    state = game.apply(state, Moved(state.terms.seats[-1], Join(2)))
    assert state.slots.slots == (1, 1, 1, 2)


def test_it_ends_early_when_nobody_moved_for_a_round() -> None:
    state = dealt(game="contract", flow="sequential", difficulty="hard")
    state = close_round(state, 0)
    assert state.phase == "contract"
    assert close_round(state, 0).phase == "physical"
    assert close_round(state, 1).phase == "contract"


def close_round(state: State, slot: int) -> State:
    for seat in state.slots.order:
        state = game.apply(state, Moved(seat, Join(slot)))
    return state


def test_members_split_equally() -> None:
    state = dealt(game="contract", flow="sealed")
    for _ in range(2):
        state = close(state, carpenter_0=Join(0), miner_0=Join(0), carpenter_1=Join(0), miner_1=Join(3))
    assert state.phase == "physical"
    assert [(group.members, set(group.weights)) for group in stage.groups(state)] == [
        (("carpenter_0", "carpenter_1", "miner_0"), {Fraction(1, 3)})
    ]


# --- sharing and given orders -----------------------------------------------------------------------------------------


def test_overlapping_groups_share_as_in_the_worked_example() -> None:
    order = social.order("overlapping", 0, SEATS)
    got = dict(zip(SEATS, shared(order.groups, SEATS, (6, 0, 0, 0, 0, 0, 0, 0)), strict=True))
    assert {seat for seat in SEATS if got[seat] == Fraction(3, 2)} == {"carpenter_0", "carpenter_1"}
    assert {seat for seat in SEATS if got[seat] == Fraction(3, 4)} == {
        "carpenter_2",
        "carpenter_3",
        "miner_0",
        "miner_1",
    }
    assert sum(got.values()) == 6


@pytest.mark.parametrize(
    ("scenario", "links", "groups"),
    [
        ("isolation", 0, 0),
        ("connection", 40, 0),
        ("independent", 56, 2),
        ("overlapping", 40, 4),
        ("inequality", 24, 2),
    ],
)
def test_scenarios(scenario: Scenario, links: int, groups: int) -> None:
    order = social.order(scenario, 0, SEATS)
    assert (len(set(order.sees)), len(order.groups)) == (links, groups)
    assert all(sum(group.weights) == 1 for group in order.groups)
    assert social.order(scenario, 0, SEATS, seed=7).groups != order.groups or not groups


def test_inequality_favours_one_seat_of_each_group() -> None:
    order = social.order("inequality", 0, SEATS)
    most = [
        seat
        for group in order.groups
        for seat, w in zip(group.members, group.weights, strict=True)
        if w == Fraction(17, 20)
    ]
    assert most == ["carpenter_0", "miner_2"]


def test_the_dynamic_order_changes_from_the_thirtieth_and_sixtieth_tick_on() -> None:
    names = [social.order("dynamic", tick, SEATS).name for tick in (0, 29, 30, 59, 60, 199)]
    assert names == ["inequality", "inequality", "independent", "independent", "overlapping", "overlapping"]


@pytest.mark.parametrize("ticks", ["10", "20", "25"])
def test_rounds_are_cut_where_the_order_changes(ticks: str) -> None:
    state = dealt(game="social", ticks=ticks)
    switched = []
    while state.close is None:
        state = game.apply(state, Expired(f"physical {state.number}"))
        switched += [state.world.tick for fact in state.recent if isinstance(fact, Switched)]
        assert not broken(state.world)
    assert switched == [30, 60]
    assert game.view(state, C0).windows == state.number - 1


def test_what_was_banked_before_a_change_is_shared_by_the_order_of_that_time() -> None:
    state = dealt(3, game="social")
    earned: tuple[Fraction, ...] = state.earned
    while state.world.tick < 60:
        order, before = state.order, [sum(b.held) for b in state.world.bodies]
        gather = Orders(Queue((Gather("wood", 5), Explore()), True))
        state = close(state, **dict.fromkeys(state.terms.seats, gather))
        gains = [sum(b.held) - had for b, had in zip(state.world.bodies, before, strict=True)]
        new = shared(order.groups, state.terms.seats, gains)
        earned = tuple(a + b for a, b in zip(earned, new, strict=True))
    assert state.earned == earned
    assert sum(earned) > 0


def test_sharing_moves_credit_and_makes_none() -> None:
    groups = groups_of(allies((SEATS[0], SEATS[4], SEATS[5]), (SEATS[1], SEATS[6])))
    gains = (7, -5, 3, 0, 11, 2, 13, 1)
    got = shared(groups, SEATS, gains)
    assert sum(got) == sum(gains)
    assert got[2] == 3, "whoever is in no group keeps its own"


# --- whole games ------------------------------------------------------------------------------------------------------


def finished(seed: int, player: str = "fallback", **wrote: str) -> State:
    state = dealt(seed, **wrote)
    for _ in range(2_000):
        awaited = turn(state).awaited
        if not awaited:
            break
        seat = min(awaited)
        act = game.players[player].decide(game.view(state, seat), subseed(seed, "player", seat))
        state = game.apply(state, Moved(seat, act.move, act.say))
    assert state.close is not None
    return state


@pytest.mark.parametrize("kind", ["negotiation", "contract", "social"])
def test_eight_players_finish_each_game_and_all_is_accounted_for(kind: str) -> None:
    state = finished(5, game=kind, difficulty="hard")
    result, report = game.result(state), game.report(state)
    assert result is not None
    assert sum(amount for _, amount in result.earnings) == report["total"] == sum(game.view(state, C0).worths)
    assert report["total"] <= report["ceiling"] == (1000 if kind == "social" else 940)
    assert not broken(state.world)


def test_equal_seeds_give_equal_games() -> None:
    assert encode(finished(9)) == encode(finished(9))


def test_a_deal_of_the_negotiation_is_what_earnings_are_shared_by() -> None:
    state = dealt(2)
    state = close(state, carpenter_0=Negotiate(M0, 70))
    from games.society.rules.moves import Accept

    state = close(state, miner_0=Accept(C0, 30))
    while state.close is None:
        gather = Orders(Queue((Gather("wood", 5), Explore()), True))
        sent = {C0: gather} if state.phase == "physical" else {}
        state = close(state, **sent)
    wood = state.world.bodies[0].held[0]
    assert wood > 0
    assert dict(zip(state.terms.seats, state.earned, strict=True)) == {
        C0: Fraction(7 * wood, 10),
        M0: Fraction(3 * wood, 10),
        Seat("carpenter_1"): 0,
        Seat("miner_1"): 0,
    }
    assert game.report(state)["shares"] == {C0: "0.7", M0: "0.3", "carpenter_1": "1", "miner_1": "1"}


@pytest.mark.parametrize(
    "stock",
    [
        {"wood": 3, "stone": 1, "coal": 2, "iron": 1},
        {"wood": 10, "stone": 30, "coal": 20, "iron": 4},
        {"wood": 1, "stone": 1, "coal": 9, "iron": 9},
        {"wood": 25, "stone": 3, "coal": 0, "iron": 50},
        {"wood": 0, "stone": 5, "coal": 5, "iron": 5},
        {"wood": 17, "stone": 17, "coal": 12, "iron": 0},
    ],
)
def test_the_quick_ceiling_is_the_one_of_the_general_model(stock: dict[str, int]) -> None:
    made = instance("negotiation", "hard", 0, stock)  # type: ignore[arg-type]
    assert quick_ceiling(made) == ceiling.ceiling(made).total


def test_the_quick_ceiling_knows_the_usual_worlds() -> None:
    worlds = (instance("negotiation", "easy"), instance("contract", "hard"), instance("social", "easy"))
    assert [quick_ceiling(world) for world in worlds] == [200, 940, 1000]
