"""A thousand worlds in which nothing may be lost or done twice; and planted bugs, which must be seen.

`SIM_SEED=7` looks at one world alone; `SIM_SEEDS=100000` looks at this many, from `SIM_FROM` on.
"""

import asyncio
import gc
import os
import re
from collections.abc import Iterator

import pytest

from tests.sim.bugs import BUGS
from tests.sim.check import problems
from tests.sim.world import PLAIN, Plan, World, history, simulated

SEEDS = int(os.environ.get("SIM_SEEDS", "1000"))
FROM = int(os.environ.get("SIM_FROM", "0"))
ONE = os.environ.get("SIM_SEED")
PARTS = 10
TYPE = re.compile(r'"type":"(\w+)"')
BOUND = 300
"""Seeds within which a planted bug must be seen."""


# A world that spins is left as it stands, with tasks that never began.
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:coroutine", "ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(autouse=True)
def _simulated() -> Iterator[None]:
    with simulated():
        yield
    gc.collect()  # what a spinning world left is let go of here, where it is known, and not in somebody else's test
    gc.freeze()  # what other tests keep is gone through once, not once a world's test


def findings(seed: int, plan: Plan = PLAIN) -> list[str]:
    """Return what is wrong with the history of a seed, each thing once."""
    return found_in(history(seed, plan))


def found_in(world: World) -> list[str]:
    loop = asyncio.new_event_loop()  # `asyncio.run` would go through the tasks that all worlds before have left
    try:
        return list(dict.fromkeys(loop.run_until_complete(problems(world))))
    finally:
        loop.close()


def shown(world: World) -> list[tuple[str, str]]:
    return [(row.id, row.post.place) for row in world.screens.seen]


@pytest.mark.timeout(0)
@pytest.mark.parametrize("part", range(1 if ONE else PARTS))
def test_no_move_is_lost_and_none_is_applied_twice(part: int) -> None:
    seeds = [int(ONE)] if ONE else range(FROM + part, FROM + SEEDS, PARTS)
    for seed in seeds:
        found = findings(seed)
        assert not found, f"SIM_SEED={seed} has\n  " + "\n  ".join(found[:20])


def test_a_table_that_pauses_loses_nothing() -> None:
    plan, seen = Plan(games=("rounds",), rests=(0.3, 9.0, 90.0)), set[str]()
    for seed in range(60):
        world = history(seed, plan)
        found = found_in(world)
        assert not found, f"{seed} has\n  " + "\n  ".join(found[:20])
        steps = [step for log in world.ledger.steps.values() for step in log]
        events = [event.decode() for step in steps for event in step.events]
        seen |= {match[1] for event in events if (match := TYPE.search(event))}
    assert seen >= {"present", "paused", "resumed", "stopped"}


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_bug_is_seen(name: str) -> None:
    bug = BUGS[name]
    with bug.planted():
        assert any(findings(seed, bug.plan) for seed in range(BOUND)), f"{name} was not seen in {BOUND} seeds"


def test_a_seed_is_the_same_world_again() -> None:
    for seed in range(10):
        first, second = history(seed), history(seed)
        assert shown(first) == shown(second)
        assert first.ledger.steps == second.ledger.steps
        assert first.ledger.uses == second.ledger.uses


def test_the_worlds_have_what_they_are_about() -> None:
    worlds = [history(seed) for seed in range(40)]
    steps = [step for world in worlds for log in world.ledger.steps.values() for step in log]
    assert {game for world in worlds for game in {p.game for p in world.people}} == {"number", "sealed", "bargaining"}
    assert sum(world.deaths for world in worlds) >= len(worlds)
    assert any("/ai/" in id for step in steps for id in step.inputs)
    assert any("/clock/" in id for step in steps for id in step.inputs)
    assert any(world.ledger.lost for world in worlds)
    assert any(world.ledger.gone for world in worlds)
    assert any(len(set(shown(world))) < len(shown(world)) for world in worlds)
