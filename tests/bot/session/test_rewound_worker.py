"""A worker over a store that goes back while it thinks, rests, or remembers more: every AI seat still comes to move."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.session import worker as working
from bot.session.model.inbound import Act, Answer, Command, Inbound, Text
from bot.session.model.session import Session
from bot.session.worker import REST, Worker
from storage.base import Job, Loaded
from tests.bot.session.harness import Room
from tests.bot.session.test_worker import Thinking, opened, process, until
from tests.sim.ledger import Ledger


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "POLL_SECONDS", 0.01)


class Case:
    """One worker over a ledger, with a game whose AI seat is to move first."""

    def __init__(self, ledger: Ledger, room: Room, thinking: Thinking, worker: Worker) -> None:
        self.ledger, self.room, self.thinking, self.worker, self.sid = ledger, room, thinking, worker, ""

    async def stored(self) -> Session:
        """The session as a new process reads it."""
        return await self.room.session(self.sid)

    async def moved(self, turns: int) -> None:
        """Wait until the AI seat has moved this often, as far as the store knows."""
        async with asyncio.timeout(10):
            while (await self.stored()).table.chair("seller").turns != turns:  # noqa: ASYNC110 - there is nothing to wait on
                await asyncio.sleep(0.01)

    async def decisions(self) -> tuple[Job, ...]:
        """The AI seat's jobs in the store."""
        return tuple(job for job in (await self.stored()).jobs if job.kind == "ai")

    def of(self, id: str, act: Act) -> Inbound:
        """Return an act of the person, who has read all before."""
        self.room.now += 60_000
        return Inbound(id, "room:ann", "ann", self.room.now, act, name="ann")

    async def act(self, id: str, act: Act) -> Answer:
        """Let the person act in the worker's process."""
        answer = await self.worker.manager.handle(self.of(id, act))
        self.worker.wake(answer.sid)
        return answer


@pytest.fixture
async def case() -> AsyncIterator[Case]:
    ledger, thinking = Ledger(), Thinking()
    room = Room(ledger)
    async with process(ledger, thinking, lambda: room.now) as worker:
        case = Case(ledger, room, thinking, worker)
        case.sid = await opened(worker)
        await until(lambda: thinking.asked)
        yield case


@pytest.mark.parametrize("restarted", [True, False])
async def test_a_move_that_the_store_lost_is_made_again(case: Case, restarted: bool) -> None:
    moment = case.ledger.moment()
    case.thinking.may.set()
    await case.moved(1)
    case.ledger.go_back(moment, restarted)
    assert (await case.stored()).table.chair("seller").turns == 0
    await case.moved(1)


@pytest.mark.parametrize("restarted", [True, False])
async def test_a_decision_is_kept_though_the_store_goes_back_meanwhile(case: Case, restarted: bool) -> None:
    moment = case.ledger.moment()
    await case.act("in:2", Command("status"))
    case.ledger.go_back(moment, restarted)
    case.thinking.may.set()
    await case.moved(1)
    assert case.thinking.asked == 1


async def test_a_decision_for_a_lost_past_gives_way_to_the_one_of_the_same_name(case: Case) -> None:
    """In both pasts an offer leads to one version, and so to jobs of one name, which are about different offers."""
    case.thinking.may.set()
    await case.moved(1)
    moment, asked = case.ledger.moment(), case.thinking.asked
    case.thinking.may.clear()
    assert (await case.act("in:2", Text("how about 40?"))).what == "played"
    await until(lambda: case.thinking.asked > asked)
    (lost,) = await case.decisions()
    case.ledger.go_back(moment, restarted=False)
    offered = await case.room.manager.handle(case.of("in:3", Text("how about 41?")))
    assert offered.what == "played"  # another process took it
    (new,) = await case.decisions()
    assert (new.input, new.stake) == (lost.input, lost.stake)
    assert new != lost  # they differ in the time at which they fell due alone
    case.thinking.may.set()
    await until(lambda: lost.input in case.worker._resting)
    assert (await case.stored()).table.chair("seller").turns == 1
    case.room.now += REST
    await case.moved(2)


async def test_what_was_read_before_the_store_went_back_is_no_lasting_memory(case: Case) -> None:
    """A read that began before, and ended after this process had forgotten everything, brings the lost past back."""
    moment, load = case.ledger.moment(), case.ledger.load
    case.thinking.may.set()
    await case.moved(1)
    sessions = case.worker.manager.sessions
    late = asyncio.Event()

    async def slow(sid: str) -> Loaded | None:
        found = await load(sid)
        await late.wait()
        return found

    sessions.drop(case.sid)
    case.ledger.load = slow  # type: ignore[method-assign]
    reading = asyncio.create_task(sessions.current(case.sid))
    await asyncio.sleep(0)
    case.ledger.load = load  # type: ignore[method-assign]
    case.ledger.go_back(moment, restarted=True)
    await sessions.current("another")
    late.set()
    known = await reading
    assert known is not None
    assert known.table.chair("seller").turns == 1
    await case.moved(1)
