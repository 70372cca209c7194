"""Records for tests, short to write."""

from typing import Any

from msgspec.structs import replace

from storage.base import Commit, Head, Input, Job, Outgoing, Store

T, U = "tbs", "uap"
"""Sessions in the shard of `s`, which a step of it may open; `t` is in another."""


def given(id: str, sid: str = "s", at: int = 10, place: str = "here", body: bytes = b"hello") -> Input:
    return Input(id, place, sid, at, body)


def first(sid: str = "s", at: int = 1, **more: Any) -> Commit:
    """A session's first step, consuming nothing unless told so."""
    head = Head(sid, "bargaining", "play", at, b"terms")
    return replace(Commit(sid, 0, (), b"", (b"began",), b"at 1", at, head=head), **more)


def step(expect: int, *inputs: str, sid: str = "s", **more: Any) -> Commit:
    """A later step. It answers what it consumes with the version it makes."""
    version = expect + 1
    answer, event, snapshot = (b"%s %d" % (what, version) for what in (b"answer", b"event", b"at"))
    fields: dict[str, Any] = {"answer": answer, "events": (event,), "snapshot": snapshot, "at": 100 + version} | more
    return Commit(sid, expect, inputs, **fields)


def clock(due: int, key: str = "clock/turn", sid: str = "s", born: int = 1) -> Job:
    return Job(f"{sid}/{key}", born, due, "clock")


def say(text: str, place: str = "here", slot: str = "") -> Outgoing:
    return Outgoing(place, text.encode(), slot)


async def texts(store: Store, place: str | None = "here", limit: int = 100) -> list[str]:
    """Return what waits in a place."""
    return [row.post.body.decode() for row in await store.outbox(place, limit)]


async def log(store: Store, sid: str = "s", after: int = 0) -> list[tuple[int, int, bytes]]:
    return [(record.version, record.k, record.data) async for record in store.events(sid, after)]


async def everything(store: Store) -> object:
    """All that can be seen of a store with sessions `s`, `t` and `T`: what a refused step must leave as it was."""
    return (
        await store.sessions(),
        [await log(store, sid) for sid in ("s", "t", T)],
        await store.outbox(),
        await store.pending(1 << 40),
        await store.due(1 << 40),
        [await store.sessions(tag) for tag in ("ann", "bob")],
    )
