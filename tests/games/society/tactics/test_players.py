"""Tables of players: deals, equal seats, and work that does not end with rivals."""

import pytest

from games.core.contract import Moved, Seat, subseed
from games.society import game
from games.society.rules.moves import Orders
from games.society.rules.stage import groups
from games.society.rules.state import Passed, State
from games.society.world.plans import Dump
from tests.games.society.rules.test_stage import finished
from tests.games.society.table import C0, C1, M0, M1, allies, at, close

LEVELS = ("easy", "normal", "hard")


@pytest.mark.parametrize("kind", ["negotiation", "contract"])
@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_a_table_of_fallbacks_shares_in_coalitions_of_both_roles(kind: str, difficulty: str) -> None:
    report = game.report(finished(4, game=kind, difficulty=difficulty))
    for coalition in report["coalitions"]:
        assert any(seat.startswith("carpenter") for seat in coalition)
        assert any(seat.startswith("miner") for seat in coalition)
    assert sum(map(len, report["coalitions"])) == len(report["shares"])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["negotiation", "contract"])
def test_seats_of_the_same_role_earn_the_same(kind: str) -> None:
    earned: dict[str, float] = {}
    for seed in range(40):
        result = game.result(finished(seed, "normal", game=kind))
        assert result is not None
        for seat, amount in result.earnings:
            earned[seat] = earned.get(seat, 0) + float(amount) / 40
    for role in ("carpenter", "miner"):
        one, other = (earned[f"{role}_{number}"] for number in (0, 1))
        assert abs(one - other) <= 0.05 * (one + other) / 2, earned


def test_selfish_seats_drop_nothing_and_stay_below_the_ceiling_without_transfers() -> None:
    for seed in range(4):
        assert game.report(finished(seed, "selfish"))["total"] <= 46


@pytest.mark.slow
@pytest.mark.parametrize(("difficulty", "ceiling", "games"), [("easy", 200, 20), ("hard", 940, 4)])
def test_cooperative_seats_reach_the_ceiling(difficulty: str, ceiling: int, games: int) -> None:
    totals = [game.report(finished(seed, "cooperative", difficulty=difficulty))["total"] for seed in range(games)]
    assert sum(totals) >= 0.99 * ceiling * games


def worked(
    seed: int, coalitions: tuple[tuple[Seat, ...], ...], player: str, extras: str = "on"
) -> tuple[State, int, int]:
    """Return the end of a game of these coalitions, the tools that allies got, and those that rivals got."""
    state = close(at(seed, coalitions=allies(*coalitions), step=8, extras=extras))
    ours = theirs = 0
    while state.close is None:
        for seat in sorted(game.turn(state).awaited):
            view = game.view(state, seat)
            act = game.players[player].decide(view, subseed(seed, "player", seat))
            queue = getattr(act.move, "queue", None)
            if queue is not None and any(isinstance(plan, Dump) for plan in queue.plans):
                assert nearest_is_ally(state, seat), queue
            state = game.apply(state, Moved(seat, act.move, act.say))
        for fact in state.recent:
            if isinstance(fact, Passed):
                allied = any({fact.giver, fact.taker} <= set(group.members) for group in groups(state))
                ours, theirs = ours + allied * fact.count, theirs + (not allied) * fact.count
    return state, ours, theirs


def nearest_is_ally(state: State, seat: Seat) -> bool:
    """Return whether the nearest player who can take the seat's tools is an ally."""
    view = game.view(state, seat)
    assert view.sight is not None
    allies = {member for group in view.mine() for member in group.members}
    takers = [s for s in view.sight.squares if s.player.startswith("miner")]
    near = min(square.steps for square in takers)
    return all(square.player in allies for square in takers if square.steps == near)


SPLITS = (((C0, M0), (C1, M1)), ((C0, C1, M1),), ((C0, M0),))


@pytest.mark.parametrize("player", [*LEVELS, "fallback", "cooperative"])
def test_tools_are_dropped_only_where_an_ally_is_nearest(player: str) -> None:
    ours = theirs = 0
    for seed, split in enumerate(SPLITS):
        _, kept, lost = worked(seed, split, player)
        ours, theirs = ours + kept, theirs + lost
    assert ours > 4 * theirs, (ours, theirs)


def test_where_nobody_can_walk_to_an_ally_rivals_get_few_tools_either() -> None:
    """A seat that drops late in a round may have got beside a rival by then."""
    ours = theirs = 0
    for seed in range(4):
        for split in SPLITS:
            _, kept, lost = worked(seed, split, "normal", extras="off")
            ours, theirs = ours + kept, theirs + lost
    assert ours > 4 * theirs, (ours, theirs)


def test_a_carpenter_without_allies_hands_over_nothing() -> None:
    state = close(at(step=8))
    for _ in range(10):
        for seat in sorted(game.turn(state).awaited):
            act = game.players["normal"].decide(game.view(state, seat), 3)
            assert isinstance(act.move, Orders)
            assert Dump("hammer") not in act.move.queue.plans
            state = game.apply(state, Moved(seat, act.move, act.say))
