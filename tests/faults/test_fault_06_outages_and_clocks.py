"""Fault 6: an outage of the service, or a clock that leaps, runs nobody's time down."""

import asyncio
import re
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot import keys
from bot.players import find
from bot.session import timekeeper
from bot.session import worker as working
from bot.session.downtime import Downtime
from bot.session.manager import Manager
from bot.session.model.clocks import due_of
from bot.session.model.inbound import Inbound, Open, Text
from bot.session.model.terms import HOUR, TEMPI, Tempo
from bot.session.timekeeper import Timekeeper
from bot.session.worker import Worker
from games.core.codec import encode
from storage.base import Due, Input, Loaded, PartlyDown, Store
from storage.memory import MemoryStore
from storage.sqlite.store import SqliteStore
from tests.bot.session.room import Room

DAY = 24 * HOUR
MINUTE = 60_000


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds of the program's pauses pass at once; those of its clocks are the test's."""
    monkeypatch.setattr(working, "POLL_SECONDS", 0.005)
    monkeypatch.setattr(timekeeper, "BEAT", 0.005)
    monkeypatch.setattr(timekeeper, "LOOK", 0.005)
    monkeypatch.setitem(TEMPI, "hour", Tempo("hour", turn=HOUR))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = SqliteStore(str(tmp_path / "room.db"))
    await store.open()
    yield store
    await store.close()


class Machine(Room):
    """A room whose processes come and go. `now` is the time of day, `up` the milliseconds on the steady clock."""

    def __init__(self, store: Store) -> None:
        self.up = 0
        self.keepers: list[Timekeeper] = []
        super().__init__(store)

    def process(self) -> Manager:
        return Manager(self.store, find, lambda: self.now, steady=lambda: self.up / 1000)

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[Manager]:
        """A process that serves, as `bot.app.run` composes it, while the block lasts."""
        self.manager = self.process()
        async with self.runs(self.manager):
            yield self.manager

    @asynccontextmanager
    async def runs(self, manager: Manager) -> AsyncIterator[None]:
        worker, stop = Worker(manager), asyncio.Event()
        parts = [Downtime(manager, worker.health).run(stop), worker.run(stop)]
        self.keepers.append(manager.time)
        tasks = [asyncio.create_task(part) for part in parts]
        try:
            yield
        finally:
            self.keepers.remove(manager.time)
            stop.set()
            worker.wake()
            await asyncio.gather(*tasks)

    async def passes(self, ms: int, steps: int = 40) -> None:
        """Time goes by for everybody, in steps that no process takes for an outage; each looks between two of them."""
        steps = max(steps, ms // 30_000)
        for _ in range(steps):
            self.now += ms // steps
            self.up += ms // steps
            await asyncio.sleep(0.005)
            while any(keeper.looked < self.up / 1000 for keeper in self.keepers):  # noqa: ASYNC110
                await asyncio.sleep(0.002)
        await asyncio.sleep(0.1)
        await self.out()

    def leaps(self, ms: int) -> None:
        """The time of day is set, and no time goes by."""
        self.now += ms


@pytest.fixture
def machine(store: Store) -> Machine:
    return Machine(store)


def about_time(machine: Machine, user: str) -> list[str]:
    """The posts that say something of time, but for the deal itself."""
    return [text for text in machine.texts(user)[1:] if "runs out" in text]


async def test_after_25_hours_down_the_game_goes_on_and_its_player_is_told_once(machine: Machine) -> None:
    async with machine.serving():
        sid = await machine.open("bargaining")
        await machine.passes(20_000)
    machine.now += 25 * HOUR
    async with machine.serving():
        await machine.passes(40_000)
        assert about_time(machine, "ann") == ["Parley was away for 25 hours, so your time now runs out in 6 hours."]
        assert not any("GAME OVER" in text or "1 second" in text for text in machine.texts("ann"))
        assert (await machine.say("ann", "20")).what == "played"
    async with machine.serving():
        await machine.passes(40_000)
        assert len(about_time(machine, "ann")) == 1
    session = await machine.session(sid)
    assert session.table.phase == "play"
    assert session.table.chairs[0].missed == session.table.chairs[1].missed == 0


async def test_the_clock_has_its_fresh_part_one_reminder_and_an_end(machine: Machine) -> None:
    async with machine.serving():
        sid = await machine.open("bargaining")
        await machine.passes(20_000)
    machine.now += 25 * HOUR
    async with machine.serving():
        await machine.passes(40_000)
        session = await machine.session(sid)
        [clock] = session.turn.clocks
        due = due_of(session, clock.id)
        assert due is not None
        assert machine.now + 6 * HOUR - MINUTE < due <= machine.now + 6 * HOUR
        assert {job.due for job in session.jobs if job.kind == "nudge"} == {due - 6 * HOUR // 4}
        await machine.passes(5 * HOUR)
        assert (await machine.session(sid)).table.phase == "play"
        [_, reminder] = about_time(machine, "ann")
        assert re.match(r"A reminder: it is your turn.\nYour time runs out in (90|8\d) minutes", reminder)
        await machine.passes(HOUR + MINUTE)
        assert (await machine.session(sid)).table.phase == "over"


async def test_who_acts_before_the_sweep_has_come_to_them_is_not_timed_out(machine: Machine) -> None:
    async with machine.serving():
        sid = await machine.open("bargaining")
        await machine.passes(20_000)
    machine.now += 25 * HOUR
    async with machine.serving() as manager:
        await asyncio.sleep(0.1)
        assert manager.time.unsure
        await machine.command("ann", "status")
        assert "Your time runs out in 24 hours" in machine.last("ann")
        assert (await machine.session(sid)).table.phase == "play"
        await machine.passes(40_000)
        assert machine.last("ann") == "Parley was away for 25 hours, so your time now runs out in 6 hours."


async def test_a_short_restart_takes_nobodys_time_and_says_nothing(machine: Machine) -> None:
    async with machine.serving():
        sid = await machine.open("bargaining")
        before = (await machine.session(sid)).jobs
        await machine.passes(20_000)
    machine.now += 20_000
    async with machine.serving() as manager:
        await machine.passes(40_000)
        assert not manager.time.unsure
    assert (await machine.session(sid)).jobs == before
    assert about_time(machine, "ann") == []


async def test_a_table_that_waits_for_people_waits_on_and_says_nothing(machine: Machine) -> None:
    async with machine.serving():
        sid = await machine.open("bargaining", against=(("seller", "human"),), code="KFMRTA")
        await machine.passes(20_000)
        posts = len(machine.texts("ann"))
    machine.now += 25 * HOUR
    async with machine.serving():
        await machine.passes(40_000)
        assert (await machine.session(sid)).table.phase == "lobby"
        assert len(machine.texts("ann")) == posts


async def test_a_clock_that_leaps_a_day_ahead_ends_no_game(machine: Machine) -> None:
    async with machine.serving():
        sid = await machine.open("bargaining", tempo="hour")
        await machine.passes(20_000)
        machine.leaps(25 * HOUR)
        await machine.passes(40_000)
        assert about_time(machine, "ann") == [
            "Parley's clock has been set right, so your time now runs out in 15 minutes."
        ]
        assert (await machine.say("ann", "20")).what == "played"
        await machine.passes(HOUR + MINUTE)
        assert (await machine.session(sid)).table.phase == "over"


async def test_a_clock_that_is_set_back_still_ends_what_it_began_before(machine: Machine) -> None:
    machine.now += 10 * DAY
    async with machine.serving():
        sid = await machine.open("bargaining", tempo="hour")
        await machine.passes(20_000)
        machine.leaps(-2 * DAY)
        await machine.passes(40_000)
        assert about_time(machine, "ann") == [
            "Parley's clock has been set right, so your time now runs out in 60 minutes."
        ]
        await machine.passes(HOUR - 2 * MINUTE)
        assert (await machine.session(sid)).table.phase == "play"
        await machine.passes(3 * MINUTE)
        assert (await machine.session(sid)).table.phase == "over"


async def test_people_get_answers_after_a_clock_was_set_back(machine: Machine) -> None:
    machine.now += 10 * DAY
    async with machine.serving():
        sid = await machine.open("bargaining")
        await machine.passes(20_000)
        machine.leaps(-2 * DAY)
        assert (await machine.say("ann", "20")).what == "played"
        await machine.passes(60_000)
        session = await machine.session(sid)
        assert session.turn.awaited == {"buyer"}  # the AI seat has answered
        assert all(job.due <= machine.now + DAY for job in session.jobs)


async def test_a_start_with_a_clock_two_days_behind_answers_what_was_left(machine: Machine) -> None:
    machine.now += 10 * DAY
    async with machine.serving():
        sid = await machine.open("bargaining")
        await machine.passes(20_000)
    # A process that dies has accepted a message and a clock of its time.
    left = Inbound("in:left", "room:ann", "ann", machine.now, Text("20"), True, "ann")
    await machine.store.accept(Input(left.id, left.place, sid, left.at, encode(left)))
    machine.now -= 2 * DAY
    async with machine.serving():
        await machine.passes(40_000)
        assert await machine.store.pending(1 << 62) == ()
        session = await machine.session(sid)
        assert session.turn.awaited == {"buyer"}
        assert all(job.due <= machine.now + DAY for job in session.jobs)


@pytest.mark.parametrize("off", [DAY, -DAY])
async def test_a_process_whose_clock_is_a_day_off_goes_by_that_of_the_others(machine: Machine, off: int) -> None:
    machine.now += 10 * DAY
    async with machine.serving() as first:
        sid = await machine.open("bargaining")
        await machine.passes(20_000)
        jobs = (await machine.session(sid)).jobs
        other = Manager(machine.store, find, lambda: machine.now + off, steady=lambda: machine.up / 1000)
        async with machine.runs(other):
            await machine.passes(120_000, 120)
            assert not other.time.unsure
            assert not first.time.unsure
            assert abs(other.clock() - first.clock()) < 10_000
            assert first.time.shift == 0
            assert (await machine.session(sid)).jobs == jobs
    assert about_time(machine, "ann") == []


@pytest.mark.parametrize("off", [DAY, -DAY])
async def test_what_a_process_begins_whose_clock_is_off_has_its_time(machine: Machine, off: int) -> None:
    machine.now += 10 * DAY
    async with machine.serving():
        await machine.passes(20_000)
        other = Manager(machine.store, find, lambda: machine.now + off, steady=lambda: machine.up / 1000)
        async with machine.runs(other):
            await asyncio.sleep(0.1)
            assert other.time.unsure
            act = Open("bargaining", seed=1, tempo="chat")
            sid = (await other.handle(Inbound("in:other", "room:bea", "bea", machine.now + off, act))).sid
            await machine.passes(5 * MINUTE, 120)
            session = await machine.session(sid)
            assert session.table.phase == "play"
            [due] = [job.due for job in session.jobs if job.kind == "clock"]
            assert machine.now + 23 * HOUR < due <= machine.now + DAY


class Parted(MemoryStore):
    """A store of which a part can be away: sessions and names."""

    def __init__(self) -> None:
        super().__init__()
        self.away: set[str] = set()

    @property
    def whole(self) -> bool:  # type: ignore[override]
        return not self.away

    def _there(self, name: str) -> None:
        if name in self.away:
            raise PartlyDown("The part of it is away; the others go on.")

    async def load(self, sid: str) -> Loaded | None:
        self._there(sid)
        return await super().load(sid)

    async def pointed(self, name: str) -> str | None:
        self._there(name)
        return await super().pointed(name)

    async def due(self, now: int, limit: int = 100, but: Collection[str] = ()) -> tuple[Due, ...]:
        return await super().due(now, limit, {*but, *self.away})


async def test_clocks_in_a_part_of_the_store_that_is_away_are_extended_when_it_is_back() -> None:
    store = Parted()
    machine = Machine(store)
    async with machine.serving():
        there = await machine.open("bargaining", tempo="hour")
        away = await machine.open("bargaining", user="bob", tempo="hour")
        await machine.passes(20_000)
    machine.now += 25 * HOUR
    store.away = {away}
    async with machine.serving() as manager:
        await machine.passes(60_000)
        session = await machine.session(there)
        assert (due_of(session, session.turn.clocks[0].id) or 0) > machine.now
        assert manager.time.lapse is not None
        store.away = set()
        await machine.passes(60_000)
        session = await machine.session(away)
        assert session.table.phase == "play"
        assert (due_of(session, session.turn.clocks[0].id) or 0) > machine.now
        assert manager.time.lapse is None


async def test_while_the_signs_of_life_cannot_be_read_a_process_serves_and_no_clock_runs_out() -> None:
    store = Parted()
    machine = Machine(store)
    sid = await machine.open("bargaining", tempo="hour")
    store.away = {keys.ALIVE}
    manager = machine.manager = machine.process()
    downtime, stop = Downtime(manager), asyncio.Event()
    await asyncio.wait_for(downtime.ready(stop), 5)
    running = asyncio.create_task(downtime.run(stop))
    machine.now += 2 * HOUR
    machine.up += 2 * HOUR
    assert (await machine.say("ann", "20")).what == "played"
    session = await machine.session(sid)
    assert all(manager.deciding.held(session, job) for job in session.jobs if job.kind == "clock")
    store.away = set()
    while manager.time.unsure:
        machine.up += 1_000
        machine.now += 1_000
        await asyncio.sleep(0.01)
    stop.set()
    await running
