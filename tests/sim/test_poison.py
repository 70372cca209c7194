"""Inputs that kill whoever handles them, or make them fail, in a world of virtual processes: others are served."""

import asyncio

import pytest

from bot.session.manager import Manager
from bot.session.model.inbound import Answer
from bot.session.model.intent import Request
from bot.session.tries import MOST, PARKED
from storage.base import Input
from tests.sim.check import problems
from tests.sim.process import OWNER
from tests.sim.test_sim import _simulated as _simulated
from tests.sim.world import HEARD, Plan, World, history

SEEDS = 60
KILLS, RAISES = "kill", "raise"
pytestmark = pytest.mark.filterwarnings("ignore:coroutine", "ignore::pytest.PytestUnraisableExceptionWarning")


class Bitter(LookupError):
    """Outcome of reading the one word."""


class Victim(Manager):
    """Of every few inputs one is poison, told by its number."""

    async def _answer(self, row: Input, request: Request) -> Answer:
        match poison(row.id):
            case "kill":
                owner = OWNER.get()
                assert owner is not None
                owner.die()
                await asyncio.sleep(0)
            case "raise":
                raise Bitter
        return await super()._answer(row, request)


def poison(id: str) -> str:
    """Return the outcome of an input: a person's third act kills, the fifth raises, all others are harmless."""
    return {"3": KILLS, "5": RAISES}.get(id.rsplit(":", 1)[-1], "")


def _answers(world: World) -> dict[str, Answer]:
    return {id: answer for person in world.people for id, answer in person.told.items()}


@pytest.mark.timeout(0)
def test_poison_is_put_aside_after_three_tries_and_everybody_else_is_served() -> None:
    kinds: list[str] = []
    for seed in range(SEEDS):
        world = history(seed, Plan(manager=Victim))
        heard = [line for line in HEARD if "Bitter" not in line]
        world.problems[:] = [line for line in world.problems if "Bitter" not in line]
        assert not heard
        assert asyncio.run(problems(world)) == [], f"SIM_SEED={seed}"
        parked = {one.id: one.why for one in asyncio.run(world.ledger.parked(1000))}
        answers = _answers(world)
        erased = {id.rpartition(":")[0] for id, answer in answers.items() if answer.code == "forget"}
        for id, answer in answers.items():
            if id in world.ledger.lost:
                continue  # the person has an answer that the store forgot when it went back
            assert (id in parked) == (answer.code == PARKED)
            if answer.code == "forgotten":
                assert id.rpartition(":")[0] in erased  # who is forgotten gets no answer to what was tried until then
            elif poison(id):
                kinds.append(poison(id))
                assert answer.code == PARKED, f"SIM_SEED={seed}: {id} was answered {answer}"
                assert world.ledger.uses[id] == 1
        assert all(world.ledger.tries[id] <= MOST for id in parked if poison(id) == RAISES)
    assert set(kinds) == {KILLS, RAISES}
