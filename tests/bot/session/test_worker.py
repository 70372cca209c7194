"""Workers: several processes over one store share what is due."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from structlog.testing import capture_logs

from bot.players import find
from bot.players.base import Brief, Decision, Strategy
from bot.runtime.hooks import MetricsHooks
from bot.session import worker as working
from bot.session.deciding import Deciding
from bot.session.manager import Manager
from bot.session.model.inbound import Inbound, Open, Text
from bot.session.model.terms import HOUR
from bot.session.worker import LEASE, Worker
from games.core.contract import AnyGame
from storage.base import Due, Store
from tests.bot.session.harness import Room


class Thinking:
    """A model that decides when it is allowed to; `asked` counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.may = asyncio.Event()

    def __call__(self, name: str, game: AnyGame) -> Strategy:
        inner = find(game.default_player, game)
        outer = self

        class Slow:
            async def decide(self, brief: Brief, deadline: float) -> Decision:
                outer.asked += 1
                await outer.may.wait()
                return await inner.decide(brief, deadline)

        return Slow()


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "POLL_SECONDS", 0.01)


@asynccontextmanager
async def process(
    store: Store, strategies: Callable[[str, AnyGame], Strategy], clock: Callable[[], int]
) -> AsyncIterator[Worker]:
    worker, stop = Worker(Manager(store, strategies, clock)), asyncio.Event()
    running = asyncio.create_task(worker.run(stop))
    try:
        yield worker
    finally:
        if isinstance(strategies, Thinking):
            strategies.may.set()
        stop.set()
        worker.wake()
        await running


class TogetherOnly:
    """Models of which none decides before this many have been asked; then the last one asked does so first."""

    def __init__(self, many: int) -> None:
        self.asked, self.many = 0, many
        self.may = [asyncio.Event() for _ in range(many)]

    def __call__(self, name: str, game: AnyGame) -> Strategy:
        inner, outer = find(game.default_player, game), self

        class Slow:
            async def decide(self, brief: Brief, deadline: float) -> Decision:
                number = outer.asked % outer.many
                outer.asked += 1
                if number == outer.many - 1:
                    outer.may[number].set()
                await outer.may[number].wait()
                outer.may[number].clear()
                if number:
                    outer.may[number - 1].set()
                return await inner.decide(brief, deadline)

        return Slow()


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not true():  # noqa: ASYNC110 - there is nothing to wait on in the program
            await asyncio.sleep(0.005)


async def opened(worker: Worker, name: str = "ann") -> str:
    act = Open("bargaining", seed=1, tempo="chat", rest="model")
    answer = await worker.manager.handle(Inbound(f"in:{name}", f"room:{name}", name, 0, act))
    worker.wake(answer.sid)
    return answer.sid


async def test_two_processes_ask_for_a_decision_once(store: Store, room: Room) -> None:
    thinking = Thinking()
    async with process(store, thinking, lambda: room.now) as one, process(store, thinking, lambda: room.now):
        sid = await opened(one)
        await until(lambda: thinking.asked)
        await asyncio.sleep(0.1)
        assert thinking.asked == 1
        thinking.may.set()
        await until(
            lambda: (session := one.manager.sessions._cache.get(sid)) and session.table.chair("seller").turns == 1
        )
        assert thinking.asked == 1


async def test_another_process_decides_when_the_one_that_had_begun_gives_no_sign_of_life(
    store: Store, room: Room
) -> None:
    dead, alive = Thinking(), Thinking()
    async with process(store, dead, lambda: room.now) as one:
        sid = await opened(one)
        await until(lambda: dead.asked)
        async with process(store, alive, lambda: room.now):
            room.now += LEASE - 1
            await asyncio.sleep(0.05)
            assert alive.asked == 0
            room.now += working.ELSEWHERE + 1
            await until(lambda: alive.asked)
            alive.may.set()
    assert (await room.session(sid)).table.chair("seller").turns == 1


async def test_a_process_without_the_strategy_leaves_the_decision_to_one_that_has_it(store: Store, room: Room) -> None:
    model = Thinking()
    sid = await opened(Worker(Manager(store, model, lambda: room.now)))
    async with process(store, find, lambda: room.now):
        await asyncio.sleep(0.1)
        assert (await room.session(sid)).table.chair("seller").turns == 0
        async with process(store, model, lambda: room.now):
            room.now += working.ELSEWHERE + 1
            await until(lambda: model.asked)
            model.may.set()
    assert (await room.session(sid)).table.chair("seller").turns == 1


async def test_the_usual_player_stands_in_for_a_strategy_that_no_process_has(store: Store, room: Room) -> None:
    sid = await opened(Worker(Manager(store, Thinking(), lambda: room.now)))
    async with process(store, find, lambda: room.now) as without:
        await asyncio.sleep(0.1)
        room.now += working.STRANGE
        await until(
            lambda: (session := without.manager.sessions._cache.get(sid)) and session.table.chair("seller").turns == 1
        )


async def test_words_that_come_meanwhile_do_not_let_a_turn_wait_longer(store: Store, room: Room) -> None:
    waited = Worker(Manager(store, Thinking(), lambda: room.now))
    act = Open("dealornodeal", wrote=(("style", "chat"),), seed=1, tempo="chat", rest="model")
    sid = (await waited.manager.handle(Inbound("in:ann", "room:ann", "ann", 0, act))).sid
    async with process(store, find, lambda: room.now) as without:
        for number in range(6):
            room.now += working.STRANGE - 1_000
            await asyncio.sleep(0.1)
            said = Inbound(f"in:{number}", "room:ann", "ann", room.now, Text(f"hello {number}?"))
            without.wake((await without.manager.handle(said)).sid)
        session = await without.manager.sessions.session(sid)
        assert session is not None
        assert any(chair.turns for chair in session.table.chairs)


async def test_many_decisions_that_take_long_do_not_hide_the_others(store: Store, room: Room) -> None:
    thinking = Thinking()
    manager = Manager(store, find, lambda: room.now)
    for number in range(7):
        await manager.handle(Inbound(f"in:{number}", f"room:{number}", str(number), 0, Open("bargaining", seed=number)))
    worker = Worker(Manager(store, thinking, lambda: room.now), limit=3)
    for _ in range(3):
        await worker.poll()
        await asyncio.sleep(0.05)
    assert thinking.asked == 7
    thinking.may.set()
    await asyncio.gather(*(task for _, task in worker._busy.values()))


async def test_a_clock_that_runs_out_while_models_think_is_heard_at_once(
    store: Store, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "ROUND", 1 << 40)  # no poll of the store asks for a session in which somebody thinks
    thinking = Thinking()
    act = Open("sealed", seed=1, tempo="chat", rest="model")
    async with process(store, thinking, lambda: room.now) as one:
        sid = (await one.manager.handle(Inbound("in:ann", "room:ann", "ann", 0, act))).sid
        one.wake(sid)
        await until(lambda: thinking.asked == 2)
        await asyncio.sleep(0.05)
        room.now += HOUR * 25
        await until(lambda: one.manager.sessions._cache[sid].table.phase == "over")


async def test_a_decision_follows_an_act_without_waiting_for_a_poll(
    store: Store, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = Thinking()
    async with process(store, thinking, lambda: room.now) as one:
        await asyncio.sleep(0.05)
        monkeypatch.setattr(working, "POLL_SECONDS", 3600.0)
        await asyncio.sleep(0.05)
        await opened(one)
        await until(lambda: thinking.asked == 1)


async def test_one_after_the_other_in_the_log_they_think_side_by_side(room: Room) -> None:
    """As in a terminal: nobody waits for three models in turn, and the game is the one of quick players."""
    logs = []
    for player in ("model", "fallback"):
        room.manager = Manager(room.store, TogetherOnly(3) if player == "model" else find, lambda: room.now)
        rest = tuple((seat, player) for seat in ("carpenter_1", "miner_0", "miner_1"))
        async with asyncio.timeout(10):
            sid = await room.open("society", against=rest)
        events = [json.loads(record.data)["event"] async for record in room.store.events(sid)]
        logs.append([event for event in events if event["type"] == "moved"])
    assert logs[0] == logs[1]
    assert len(logs[0]) == 3


class Failing(Deciding):
    """Jobs of this process fail until they may be done."""

    failures = 0
    mended = False

    async def run(self, due: Due, ahead: Awaitable[Decision | None] | None = None) -> bool:
        if not self.mended:
            self.failures += 1
            raise LookupError
        return await super().run(due, ahead)


class Stuck(MetricsHooks):
    """Jobs that were reported as stuck."""

    def __init__(self) -> None:
        self.kinds: list[str] = []

    def stuck(self, kind: str) -> None:
        self.kinds.append(kind)


async def test_a_job_that_keeps_failing_rests_longer_and_longer_and_is_not_lost(store: Store, room: Room) -> None:
    manager = Manager(store, find, lambda: room.now)
    manager.deciding = failing = Failing(manager.sessions, manager.time)
    manager.sessions.metrics = watch = Stuck()
    act = Open("bargaining", seed=1, tempo="chat", seat="buyer")
    sid = (await manager.handle(Inbound("in:ann", "room:ann", "ann", 0, act))).sid
    worker, rests = Worker(manager), []
    with capture_logs() as logs:
        for _ in range(10):
            began = failing.failures
            await worker.poll()
            await asyncio.gather(*(task for _, task in worker._busy.values()))
            assert failing.failures == began + 1
            ((_, until),) = worker._resting.values()
            rests.append(until - room.now)
            room.now = until
            worker._polls = -1 - hash(sid) % working.ROUND  # the store is asked for this session, too
    assert rests[:4] == [working.REST, working.REST, 2 * working.REST, 4 * working.REST]
    assert rests[-1] == working.LONGEST_REST
    assert watch.kinds == ["ai"]
    assert [line["event"] for line in logs].count("job_stuck") == 1
    failing.mended = True
    await worker.poll()
    await asyncio.gather(*(task for _, task in worker._busy.values()))
    assert (await room.session(sid)).table.chair("seller").turns == 1
