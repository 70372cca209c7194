"""The dashboard as its adapter gets it: realms are followed in the background while somebody looks."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from time import monotonic

import structlog

from bot.operators.call import Exporter
from bot.operators.dashboard import downloads, looks
from bot.operators.dashboard.figures import game_sheet, study_sheet
from bot.operators.dashboard.follower import Follower
from bot.operators.dashboard.passes import Passes
from bot.session.dashboard import Barred, Check, ClassSheet, Deed, Download, Overview, Quoted, Row, Signed, Spent
from bot.session.model.inbound import Command, Inbound
from bot.session.model.verbs import Level
from bot.studies.parts import Desk
from bot.studies.study import Part
from storage.base import Store, StoreError

log = structlog.get_logger(__name__)

PAUSE, SHARE = 0.8, 4.0
"""Seconds between two looks at the store, and how many times as long as a look its pause is at least."""
PATIENCE = 1.0
"""Seconds for which a page waits for the first look; what was read by then is shown."""
IDLE, KEPT = 60.0, 900.0
"""Seconds after the last page until nobody looks any more, and until what was read is given up."""


class Watched:
    """One realm: its follower, the newest overview, and who waits for the next."""

    def __init__(self, follower: Follower, now: int) -> None:
        self.follower = follower
        self.overview = Overview(now)
        self.wanted = monotonic()
        self.listeners: set[asyncio.Event] = set()
        self.fresh, self.wake = asyncio.Event(), asyncio.Event()
        self.problem: StoreError | None = None
        self.torn = False
        """The last look was broken off, so it may have read what no overview has yet."""
        self.task: asyncio.Task[None] | None = None


class Board:
    """The dashboard of all realms. `level` returns somebody's rights, `exporter` writes a study's bundle."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        level: Callable[[Inbound], Awaitable[Level | None]],
        exporter: Exporter | None,
    ) -> None:
        self.store, self.clock, self._level, self._exporter = store, clock, level, exporter
        self.passes = Passes(self.store, self.clock)
        self._realms: dict[str, Watched] = {}

    # --- who may look -------------------------------------------------------------------------------------------------

    async def opens(self, key: str) -> bool:
        return await self.passes.find(key, "link") is not None

    async def enter(self, key: str, by: str) -> str | None:
        return await self.passes.enter(key, by)

    async def signed(self, key: str) -> Signed | None:
        found = await self.passes.find(key, "browser")
        if found is None:
            return None
        act = Inbound("", "", found.user, self.clock(), Command(""), realm=found.realm, admin=found.admin)
        level = await self._level(act)
        return Signed(found.user, found.name, found.realm, found.admin, level) if level is not None else None

    async def leave(self, key: str) -> None:
        await self.passes.leave(key)

    # --- figures ------------------------------------------------------------------------------------------------------

    async def overview(self, realm: str) -> Overview:
        watched = self._watched(realm)
        if not watched.fresh.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await watched.fresh.wait()
        if watched.problem is not None:
            raise watched.problem
        return watched.overview

    def listen(self, realm: str) -> asyncio.Event:
        event = asyncio.Event()
        self._watched(realm).listeners.add(event)
        return event

    def deaf(self, realm: str, event: asyncio.Event) -> None:
        if (watched := self._realms.get(realm)) is not None:
            watched.listeners.discard(event)

    async def close(self) -> None:
        tasks = [watched.task for watched in self._realms.values() if watched.task is not None]
        self._realms.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _watched(self, realm: str) -> Watched:
        """Return a realm that is looked at from now on."""
        watched = self._realms.get(realm)
        if watched is None:
            watched = self._realms[realm] = Watched(Follower(self.store, realm, self.clock), self.clock())
            watched.task = asyncio.create_task(self._follow(realm, watched))
        watched.wanted = monotonic()
        watched.wake.set()
        return watched

    async def _follow(self, realm: str, watched: Watched) -> None:
        """Keep a realm's overview up to date while somebody looks; give it up when nobody did for long."""
        while True:
            began = monotonic()
            await self._look(watched)
            took = monotonic() - began
            await asyncio.sleep(max(PAUSE, SHARE * took))
            if watched.listeners or monotonic() - watched.wanted < IDLE:
                continue
            watched.fresh.clear()
            watched.wake.clear()
            try:
                async with asyncio.timeout(KEPT):
                    await watched.wake.wait()
            except TimeoutError:
                self._realms.pop(realm, None)
                return

    async def _look(self, watched: Watched) -> None:
        follower = watched.follower
        last = monotonic()

        def told() -> None:
            nonlocal last
            if monotonic() - last > PATIENCE / 2:
                self._publish(watched)
                last = monotonic()

        try:
            changed = await follower.refresh(told)
            watched.problem = None
            if changed or watched.torn or not watched.fresh.is_set():
                self._publish(watched)
            watched.torn = False
        except StoreError as problem:
            watched.problem, watched.torn = problem, True
        except Exception:
            # One record that cannot be read must not end the watch; the next look tries it again.
            log.exception("dashboard_failed")
        watched.fresh.set()

    def _publish(self, watched: Watched) -> None:
        """Make the overview from what is known, and wake those who wait for it."""
        watched.overview = made(watched.follower, self.clock())
        for event in watched.listeners:
            event.set()

    # --- the rest -----------------------------------------------------------------------------------------------------

    async def classes(self, realm: str) -> tuple[ClassSheet, ...]:
        return await looks.classes(self.store, realm)

    async def reports(self, realm: str) -> tuple[Quoted, ...]:
        return await looks.reports(self.store, realm)

    async def bans(self, realm: str) -> tuple[Barred, ...]:
        return await looks.bans(self.store, realm, self.clock())

    async def audit(self, signed: Signed) -> tuple[Deed, ...]:
        return await looks.audit(self.store, signed)

    async def health(self) -> tuple[Check, ...]:
        return await looks.health(self.store, self.clock())

    async def download(self, realm: str, verb: str, given: Mapping[str, str]) -> Download:
        return await downloads.made(self.store, self._exporter, realm, verb, given)


def made(follower: Follower, now: int) -> Overview:
    """Return the overview of what a follower knows."""
    rows, spent = follower.rows(), follower.spent()
    by_name: dict[str, list[Row]] = {}
    for row in rows:
        by_name.setdefault(row.of.casefold(), []).append(row)
    parts: dict[tuple[str, int], list[Part]] = {}
    for held in follower.parts.values():
        parts.setdefault((held.whose.study.casefold(), held.whose.version), []).append(held.part)
    studies = tuple(
        study_sheet(
            study,
            parts.get((study.key, study.version), ()),
            follower.desks.get((study.key, study.version), Desk()),
            spent.get((study.key, study.version), Spent()),
        )
        for study in follower.studies()
    )
    games = tuple(
        game_sheet(d, by_name.get(d.key, ()), sum((s for (of, _), s in spent.items() if of == d.key), Spent()))
        for d in follower.realm.games
    )
    return Overview(now, studies, games, rows, follower.unread)
