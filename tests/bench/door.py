"""Whole human turns through the session manager on SQLite, against the bare commits of the same bytes.

A turn: the person's text is accepted and committed, the AI's answer is decided and committed, and all posts leave the
outbox. Sessions take their turns one after another, as they would in a chat; after every round the commits of that
round are made again, bare, in a second file that has seen the same history. So both kinds are measured side by side,
over the same payload, on the same machine at the same time.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from bot.players import analytic, find
from bot.session import outbox, unit_of_work, worker
from bot.session.manager import Manager
from bot.session.model import audience as routing
from bot.session.model import session as loading
from bot.session.model.inbound import Inbound, Open, Text
from bot.session.model.session import Session
from games.core.registry import get
from storage.base import Commit, Conflict, Dup, Input, Ok
from storage.sqlite.store import SqliteStore
from tests.bench.measure import Lap, Spread, Stopwatch
from tests.bench.samples import PEOPLE

SESSIONS, REPEATS = 150, 9


class Door(Struct, frozen=True):
    """`share`: whole turns a second as a part of bare ones, by the clock; `processor_share`: by processor time, which
    other work on the machine disturbs less. `calls_share`: the same, if the store's other calls (accept, outbox,
    posted) are counted with the bare ones; what is missing to 1 is the work between the calls. `parts`: microseconds a
    turn by the clock, measured in runs of their own because looking costs time.
    """

    game: str
    per_second: Spread
    bare_per_second: Spread
    share: Spread
    processor_share: Spread
    calls_share: Spread
    commits_a_turn: float
    posts_a_turn: float
    bytes_a_turn: float
    parts: dict[str, Spread]


class Recording(SqliteStore):
    """Keeps what it is given, so that it can be given again."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.taken: list[Input] = []
        self.steps: list[Commit] = []

    async def accept(self, input: Input, to: str = "") -> Any:
        taken = await super().accept(input, to)
        self.taken.append(taken.input)
        return taken

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        self.steps.append(step)
        return await super().commit(step)


def measure(name: str, sessions: int = SESSIONS, repeats: int = REPEATS) -> Door:
    runs = [asyncio.run(_repetition(name, sessions, seed, None)) for seed in range(repeats)]
    parts: dict[str, list[float]] = {}
    for seed in range(repeats):
        watch = Stopwatch()
        run = asyncio.run(_repetition(name, sessions, seed, watch))
        for part, spent in watch.spent.items():
            parts.setdefault(part, []).append(spent / run.turns * 1e6)
    return Door(
        name,
        Spread.of([run.turns / run.whole.wall for run in runs]),
        Spread.of([run.turns / run.bare.wall for run in runs]),
        Spread.of([run.bare.wall / run.whole.wall for run in runs]),
        Spread.of([run.bare.processor / run.whole.processor for run in runs]),
        Spread.of([(run.bare.processor + run.calls.processor) / run.whole.processor for run in runs]),
        runs[0].commits / runs[0].turns,
        runs[0].posts / runs[0].turns,
        runs[0].bytes / runs[0].turns,
        {part: Spread.of(values) for part, values in sorted(parts.items(), key=lambda item: -sum(item[1]))},
    )


class Run:
    """Sums over one repetition: time, and what was written in it. `bare`: for the commits alone; `calls`: for the
    store's other calls.
    """

    def __init__(self) -> None:
        self.whole, self.bare, self.calls = Lap(), Lap(), Lap()
        self.turns = self.commits = self.posts = self.bytes = 0

    def count(self, steps: list[Commit]) -> None:
        self.commits += len(steps)
        self.posts += sum(len(step.posts) for step in steps)
        self.bytes += sum(
            len(step.snapshot)
            + len(step.answer)
            + sum(map(len, step.events))
            + sum(len(post.body) for post in step.posts)
            for step in steps
        )


async def _repetition(name: str, sessions: int, seed: int, watch: Stopwatch | None) -> Run:
    with TemporaryDirectory() as folder:
        store, bare = Recording(str(Path(folder, "whole.db"))), SqliteStore(str(Path(folder, "bare.db")))
        await store.open()
        await bare.open()
        try:
            return await _played(name, sessions, seed, store, bare, watch)
        finally:
            await store.close()
            await bare.close()


async def _played(
    name: str, sessions: int, seed: int, store: Recording, bare: SqliteStore, watch: Stopwatch | None
) -> Run:
    run = Run()
    manager = Manager(store, find)
    tables = [Table(manager, name, number, Random(seed * sessions + number)) for number in range(sessions)]
    for table in tables:
        await table.open()
    await _copy(store, bare, Run())
    turn = 0
    while tables:
        texts = [table.says(turn) for table in tables]
        with _watched(watch, manager, name), run.whole:
            for table, text in zip(tables, texts, strict=True):
                await table.turn(turn, text)
        run.turns += len(tables)
        run.count(store.steps)
        await _copy(store, bare, run)
        tables = [table for table in tables if not await table.over()]
        turn += 1
    return run


async def _copy(store: Recording, bare: SqliteStore, run: Run) -> None:
    """Do in the other file what was recorded."""
    with run.calls:
        for taken in store.taken:
            await bare.accept(taken)
    with run.bare:
        for commit in store.steps:
            await bare.commit(commit)
    places = {post.place: None for commit in store.steps for post in commit.posts}
    with run.calls:
        for place in places:
            while rows := await bare.outbox(place):
                for row in rows:
                    await bare.posted(row.id, "1", 1)
    store.taken.clear()
    store.steps.clear()


class Table:
    """One person in one private place, against the default player."""

    def __init__(self, manager: Manager, game: str, number: int, chance: Random) -> None:
        self.manager, self.game, self.number, self.chance = manager, game, number, chance
        self.place = f"bench:{number}"
        self.sid = ""

    async def open(self) -> None:
        answer = await self.manager.handle(self._inbound("open", Open(self.game, seed=self.number)))
        self.sid = answer.sid
        await worker.settle(self.manager, self.sid)
        await self.post()

    def says(self, turn: int) -> str:
        """Return what the person says, made before the clock starts."""
        session = self.manager.sessions._cache[self.sid]
        seat = next(chair.seat for chair in session.table.chairs if chair.kind == "human")
        return PEOPLE[self.game](self.chance, session.game.view(session.state, seat), turn)

    async def turn(self, number: int, text: str) -> None:
        await self.act(number, text)
        await self.post()

    async def act(self, number: int, text: str) -> None:
        """The person's move, and the AI's."""
        answer = await self.manager.handle(self._inbound(str(number), Text(text)))
        assert answer.what in ("played", "said"), (text, answer)
        await worker.settle(self.manager, self.sid)

    async def post(self) -> None:
        """Send the posts out."""
        await outbox.drain(self.manager.store, _shown, self.manager.clock, self.place)

    async def over(self) -> bool:
        session = await self.manager.sessions.session(self.sid)
        return session is None or session.table.phase == "over"

    def _inbound(self, id: str, act: Any) -> Inbound:
        return Inbound(f"bench:{self.number}:{id}", self.place, f"bench:u{self.number}", 0, act, name="Ada")


async def _shown(row: object, sent: object) -> str:
    return "1"


@contextmanager
def _watched(watch: Stopwatch | None, manager: Manager, name: str) -> Iterator[None]:
    """Give each part of a turn a section of its own; what is left is `rest`."""
    if watch is None:
        yield
        return
    game, store = get(name), manager.store
    sections: tuple[tuple[str, Any, str, Callable[..., Any]], ...] = (
        ("accept", store, "accept", watch.around_async),
        ("load", store, "load", watch.around_async),
        ("load: decode", loading, "restore", watch.around),
        ("commit", store, "commit", watch.around_async),
        ("outbox", store, "outbox", watch.around_async),
        ("posted", store, "posted", watch.around_async),
        ("outbox: decode", outbox, "decode", watch.around),
        ("read", game, "read", watch.around),
        ("apply", game, "apply", watch.around),
        ("apply: log and mark", Session, "after", watch.around),
        ("tell: news", game, "news", watch.around),
        ("tell: words", game, "tell", watch.around),
        ("tell: buttons", game, "asks", watch.around),
        ("tell: route and encode", routing, "route", watch.around),
        ("encode: snapshot", Session, "snapshot", watch.around),
        ("encode: jobs and commit", unit_of_work.UnitOfWork, "commit", watch.around),
        ("decide", analytic, "decide", watch.around),
        ("settle", worker, "settle", watch.around_async),
    )
    with ExitStack() as stack:
        for section, owner, attribute, around in sections:
            stack.enter_context(patch.object(owner, attribute, around(section, getattr(owner, attribute))))
        stack.enter_context(watch.section("rest"))
        yield
