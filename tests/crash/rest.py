"""The end of a siege: everything that was begun comes to its end, or is named."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Protocol

from bot import keys
from bot.session import router
from bot.session.model.clocks import PACE, jobs_of
from bot.session.model.inbound import Command, Text
from bot.session.model.session import Session, restore
from storage.base import Job, Loaded, Store
from tests.crash.people import Person

CALM = 180.0
"""Seconds after the last raid in which everything must come to rest."""
LOOK = 0.25
"""Seconds between two looks."""
ALL = 1 << 30
EVER = 1 << 60
"""Later than any time."""


class Town(Protocol):
    """The part of a town that comes to rest; see `tests.crash.town`."""

    people: list[Person]
    forgets: bool


async def rest(town: Town, store: Store, calm: float = CALM) -> list[str]:
    """Wait until nothing is left to do. Return what is left after `calm` seconds.

    Where Redis forgot, people leave what goes on without their doing: games whose ends it lost. They look again until
    all is still, because nodes come late, after half a minute at most, to acts that Redis had kept without an answer,
    and one of these may open a game.
    """
    end = time.monotonic() + calm
    while time.monotonic() < end:
        if town.forgets:
            await leave_all(town, store)
        if await still(store):
            return []
        await asyncio.sleep(LOOK)
    left = [problem async for problem in restless(town, store)]
    return [f"the store is not at rest after {calm:g} s of calm", *left]


async def still(store: Store) -> bool:
    """Return whether nothing waits: no input without an answer, no post, no running game."""
    # In this order: an input that opens a game is pending until the game is on the list.
    return not (await store.pending(EVER) or await store.outbox() or await store.sessions(live=True, limit=1))


async def forsaken(store: Store, calm: float = CALM) -> list[str]:
    """Return what running games wait for that nobody does: jobs that are missing, that the store does not list, that
    stay due or are put off. A person who leaves a game ends its waiting, so this is asked while they play.
    """
    end, now = time.monotonic() + calm, _now()
    late = set(await store.due(now, ALL))
    while late and time.monotonic() < end:
        await asyncio.sleep(LOOK)
        late.intersection_update(await store.due(now, ALL))
    found = [f"{due.sid}: {due.job.key} is still due after {calm:g} s" for due in late]
    for loaded in await store.sessions(live=True, limit=ALL):
        listed = {due.job for due in await store.due(EVER, ALL) if due.sid == loaded.head.sid}
        # A node may have gone on between the two reads.
        if await store.load(loaded.head.sid) == loaded:
            found += [f"{loaded.head.sid}: {problem}" for problem in _wrong(loaded, listed)]
    return found


def _wrong(loaded: Loaded, listed: set[Job]) -> Iterator[str]:
    """Yield what is wrong with a session's jobs. Clocks may run for days, AI seats wait for a moment at most."""
    now, had = _now(), set(loaded.jobs)
    # Those that are there come back as they are, those that are missing as new ones.
    for job in set(jobs_of(_session(loaded), (), loaded.version + 1, now)) - had:
        yield f"{job.key} is no job"
    for job in had - listed:
        yield f"{job.key} is not listed"
    for job in had:
        if job.kind == "ai" and job.due > now + PACE:
            yield f"{job.key} is due in {job.due - now} ms only"


async def leave_all(town: Town, store: Store) -> None:
    """Let people quit the games that are on."""
    for loaded in await store.sessions(live=True, limit=ALL):
        users = {chair.user for chair in _session(loaded).table.chairs if chair.user}
        for person in town.people:
            if person.name in users:
                for act in (Command(router.RESUMED, loaded.head.sid), Command("quit"), Text("yes")):
                    await person.do(act)


async def restless(town: Town, store: Store) -> AsyncIterator[str]:
    """Yield what waits still, and where the words of those who are concerned would go now."""
    for input in await store.pending(EVER):
        yield f"  input {input.id} to {input.sid} has no answer"
    for row in await store.outbox():
        yield f"  post {row.id} waits for {row.post.place}"
    for loaded in await store.sessions(live=True):
        sid, table = loaded.head.sid, _session(loaded).table
        jobs = ", ".join(f"{job.key} due {job.due}" for job in loaded.jobs)
        yield f"  {sid} of {loaded.head.game}, begun {loaded.head.at}, runs: version {loaded.version}, jobs: {jobs}"
        for person in town.people:
            told = [f"{id} {answer.what} {answer.code}" for id, answer in person.told.items() if answer.sid == sid]
            if told or table.seats_of(person.name):
                stands = await store.pointed(keys.focus(person.place, person.name))
                yield f"    {person.name} writes to {stands} and was told {told}"


def _session(loaded: Loaded) -> Session:
    session = restore(loaded)
    assert session is not None  # the nodes run this program
    return session


def _now() -> int:
    return time.time_ns() // 1_000_000
