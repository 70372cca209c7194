"""Whole tables of analytic players at the default pacing: ten ticks a round."""

import pytest

from games.core.contract import subseed
from games.society.world.ceiling import ceiling
from games.society.world.instance import EASY, HARD, SOCIAL, Instance, instance
from games.society.world.plans import flaw
from games.society.world.policies import POLICIES
from games.society.world.rounds import play_round
from games.society.world.sight import look
from games.society.world.state import broken, credits, place

GAMES = 60
FEWER = 20


def totals(kind: Instance, policy: str, games: int = GAMES) -> list[int]:
    """Return a policy table's worth at the end, game by game. Checks that every order is one of the role's."""
    found = []
    names = tuple(kind.name(seat) for seat in range(kind.seats))
    for game in range(games):
        world = place(kind, game)
        while not world.over:
            queues = [POLICIES[policy](look(world, seat), subseed(game, seat)) for seat in range(kind.seats)]
            for seat, queue in enumerate(queues):
                assert not any(flaw(plan, kind.kit(seat), names, extras=False) for plan in queue.plans)
                assert 1 <= len(queue.plans) <= 5
            world, _ = play_round(world, queues, 10)
        assert broken(world) == ""
        found.append(sum(credits(world)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "least", "games"),
    [(EASY, 0.97, GAMES), (HARD, 0.98, GAMES), (SOCIAL, 0.88, FEWER)],
    ids=["easy", "hard", "social"],
)
def test_a_cooperative_table_comes_near_the_ceiling(kind: Instance, least: float, games: int) -> None:
    found = totals(kind, "cooperative", games)
    assert max(found) <= ceiling(kind).total
    assert sum(found) >= least * ceiling(kind).total * games


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "most"), [(EASY, 46), (HARD, 112)], ids=["easy", "hard"])
def test_a_selfish_table_never_has_more_than_can_be_had_without_hand_overs(kind: Instance, most: int) -> None:
    found = totals(kind, "selfish")
    assert max(found) <= most
    assert sum(found) >= 0.9 * most * GAMES


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "low", "high"), [(EASY, 46, 80), (HARD, 140, 250)], ids=["easy", "hard"])
def test_chance_does_better_than_selfishness(kind: Instance, low: int, high: int) -> None:
    found = totals(kind, "random", FEWER)
    assert low * FEWER < sum(found) < high * FEWER


def test_the_fallback_is_cooperative_and_plays_any_stock() -> None:
    assert POLICIES["fallback"] is POLICIES["cooperative"]
    small = instance("negotiation", "hard", 0, {"wood": 30, "stone": 10, "coal": 10, "iron": 4})
    found = totals(small, "fallback", 10)
    assert max(found) <= ceiling(small).total
    assert sum(found) >= 0.85 * ceiling(small).total * 10
    bare = instance("negotiation", "easy", 0, {})
    assert totals(bare, "fallback", 1) == [0]
