"""The reference store: plain dictionaries, nothing durable. What the other stores must agree with."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from storage.base import (
    Commit,
    Conflict,
    Due,
    Dup,
    Head,
    Input,
    Job,
    Loaded,
    Ok,
    Outgoing,
    PostId,
    Record,
    Row,
    Taken,
    aside_id,
    post_id,
)


@dataclass
class _Session:
    head: Head
    version: int = 0
    snapshot: bytes = b""
    jobs: tuple[Job, ...] = ()
    over: bool = False
    events: list[Record] = field(default_factory=list)

    def loaded(self) -> Loaded:
        return Loaded(self.head, self.version, self.snapshot, self.jobs, self.over)


class MemoryStore:
    """Keeps everything in this process. Dictionaries keep the order of insertion, which is the order of commits."""

    def __init__(self) -> None:
        self._inbox: dict[str, Input] = {}
        self._answers: dict[str, bytes] = {}
        self._sessions: dict[str, _Session] = {}
        self._rows: dict[PostId, Row] = {}
        self._tags: dict[str, dict[str, None]] = {}
        self._names: dict[str, str] = {}
        self._leases: dict[str, tuple[str, int]] = {}
        self._counters: dict[str, dict[str, int]] = {}

    async def open(self) -> None:
        return None

    async def close(self) -> None:
        return None

    async def accept(self, input: Input) -> Taken:
        fresh = input.id not in self._inbox
        kept = self._inbox.setdefault(input.id, input)
        return Taken(kept, self._answers.get(input.id), fresh)

    async def pending(self, before: int, limit: int = 100) -> tuple[Input, ...]:
        waiting = [i for i in self._inbox.values() if i.id not in self._answers and i.at < before]
        return tuple(sorted(waiting, key=lambda i: i.at)[:limit])

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> None:
        if input.id in self._answers:
            return
        self._inbox.setdefault(input.id, input)
        self._answers[input.id] = answer
        for k, post in enumerate(posts):
            self._send(aside_id(input.id, k), "", post)

    async def load(self, sid: str) -> Loaded | None:
        session = self._sessions.get(sid)
        return session.loaded() if session else None

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        for id in step.inputs:
            if id in self._answers:
                return Dup(self._answers[id])
        for part in (step, *step.opens):
            session = self._sessions.get(part.sid)
            version = session.version if session else 0
            if version != part.expect or (session is None and part.head is None):
                return Conflict(version)
        for part in (step, *step.opens):
            self._apply(part)
        for id in step.inputs:
            self._answers[id] = step.answer
        return Ok(step.expect + 1)

    def _apply(self, part: Commit) -> None:
        if part.head is not None and part.sid not in self._sessions:
            self._sessions[part.sid] = _Session(part.head)
        session = self._sessions[part.sid]
        session.version += 1
        session.snapshot, session.jobs, session.over = part.snapshot, part.jobs, session.over or part.over
        session.events.extend(Record(session.version, k, part.at, data) for k, data in enumerate(part.events))
        for k, post in enumerate(part.posts):
            self._send(post_id(part.sid, session.version, k), part.sid, post)
        for tag in part.tags:
            self._tags.setdefault(tag, {})[part.sid] = None

    def _send(self, id: PostId, sid: str, post: Outgoing) -> None:
        self._rows[id] = Row(id, sid, post)

    async def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        session = self._sessions.get(sid)
        for record in list(session.events) if session else ():
            if record.version > after:
                yield record

    async def due(self, now: int, limit: int = 100) -> tuple[Due, ...]:
        ready = [Due(sid, job) for sid, session in self._sessions.items() for job in session.jobs if job.due <= now]
        return tuple(sorted(ready, key=lambda due: due.job.due)[:limit])

    async def next_due(self) -> int | None:
        return min((job.due for session in self._sessions.values() for job in session.jobs), default=None)

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        holder, until = self._leases.get(sid, (owner, now))
        if holder != owner and until > now:
            return False
        self._leases[sid] = (owner, now + ttl)
        return True

    async def release(self, sid: str, owner: str) -> None:
        if self._leases.get(sid, ("", 0))[0] == owner:
            del self._leases[sid]

    async def outbox(self, place: str | None = None, limit: int = 100) -> tuple[Row, ...]:
        waiting = [r for r in self._rows.values() if not r.at and (place is None or r.post.place == place)]
        newest = {_box(r): r.id for r in waiting if r.post.slot}
        return tuple(r for r in waiting if not r.post.slot or newest[_box(r)] == r.id)[:limit]

    async def posted(self, id: PostId, ref: str, at: int) -> None:
        row = self._rows[id]
        self._rows[id] = replace(row, ref=ref, at=at)
        if not row.post.slot:
            return
        for older in self._rows.values():
            if older.id == id:
                break
            if not older.at and _box(older) == _box(row):
                self._rows[older.id] = replace(older, at=at)

    async def post(self, id: PostId) -> Row | None:
        return self._rows.get(id)

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        shown = [r for r in self._rows.values() if r.ref and _box(r) == (sid, place, slot)]
        return shown[-1] if shown else None

    async def point(self, name: str, sid: str | None) -> None:
        if sid is None:
            self._names.pop(name, None)
        else:
            self._names[name] = sid

    async def pointed(self, name: str) -> str | None:
        return self._names.get(name)

    async def claim(self, counter: str, key: str) -> int:
        keys = self._counters.setdefault(counter, {})
        return keys.setdefault(key, len(keys))

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        listed = self._sessions if tag is None else self._tags.get(tag, {})
        found = [session for sid, session in reversed(self._sessions.items()) if sid in listed]
        if live is not None:
            found = [session for session in found if session.over is not live]
        return tuple(session.loaded() for session in found[:limit])


def _box(row: Row) -> tuple[str, str, str]:
    return row.sid, row.post.place, row.post.slot
