"""Classes in the store: a record each, kept as operators' records are, with the steps that are due as its jobs.

A record ends with its review, so that retention archives and deletes it as it does a game.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot import keys
from bot.classes.classroom import Classroom
from bot.studies import records
from bot.studies.records import Stored
from games.core.codec import decode, digest, encode
from storage.base import Conflict, Dup, Job, Loaded, Ok, Outgoing, Store

LISTED = 100
"""Classes of a realm that are listed, the newest ones."""


class Held(Struct, frozen=True):
    """A class as stored, with the id of its record."""

    sid: str
    stored: Stored[Classroom]
    jobs: tuple[Job, ...] = ()

    @property
    def room(self) -> Classroom:
        return self.stored.value

    @property
    def next(self) -> int:
        """The version that the next commit makes."""
        return self.stored.version + 1


def sid_of(input: str) -> str:
    """Return the id of the class that an operator's act makes."""
    return keys.CLASSROOM + digest(b"class", input.encode())[:12]


async def held(store: Store, sid: str) -> Held | None:
    """Return a class by its id; None if there is none."""
    loaded = await store.load(sid) if sid.startswith(keys.CLASSROOM) else None
    return _held(loaded) if loaded is not None else None


async def by_code(store: Store, code: str) -> Held | None:
    return await held(store, await store.pointed(keys.code(code)) or "")


async def by_token(store: Store, token: str) -> Held | None:
    return await held(store, await store.pointed(keys.board(token)) or "")


async def of_realm(store: Store, realm: str) -> list[Held]:
    """Return a realm's classes, the newest first."""
    return [_held(loaded) for loaded in await store.sessions(keys.classes_of(realm), None, LISTED)]


async def begin(store: Store, sid: str, room: Classroom, posts: Sequence[Outgoing]) -> bool:
    """Store a new class, with the names by which it is found. False if it was there already."""
    step = records.step(sid, Stored(room), encode(room), b'"made"', room.made, encode({"code": room.code}))
    points = ((keys.code(room.code), sid), (keys.board(room.token), sid))
    tags = (keys.classes_of(room.realm),)
    full = replace(step, points=points, tags=tags, posts=tuple(posts), jobs=_jobs(sid, room))
    return isinstance(await store.commit(full), Ok)


async def keep(
    store: Store, was: Held, after: Classroom, at: int, what: str, posts: Sequence[Outgoing] = (), input: str = ""
) -> bool:
    """Commit a class's next version; with an `input`, once for each. False if somebody was faster."""
    step = records.step(was.sid, was.stored, encode(after), encode(what), at)
    inputs = (input,) if input else ()
    full = replace(step, posts=tuple(posts), inputs=inputs, jobs=_jobs(was.sid, after), over=after.review is not None)
    match await store.commit(full):
        case Conflict():
            return False
        case Dup() | Ok():
            return True
    raise AssertionError(full)


def _held(loaded: Loaded) -> Held:
    stored = Stored(decode(loaded.snapshot, Classroom), loaded.version, loaded.mark)
    return Held(loaded.head.sid, stored, loaded.jobs)


def _jobs(sid: str, room: Classroom) -> tuple[Job, ...]:
    return tuple(Job(f"{sid}/class/{todo.name}", todo.born, todo.due, "class") for todo in room.todo)
