"""The reference store: plain dictionaries, nothing durable. The other stores must behave like it."""

from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from storage.base import (
    LEEWAY,
    Collected,
    Commit,
    Conflict,
    Due,
    Dup,
    Input,
    LeaseRequest,
    Loaded,
    Ok,
    Outgoing,
    Parked,
    Points,
    PostId,
    Record,
    Row,
    Taken,
    Tally,
    aside_id,
    holds,
    post_id,
)


class MemoryStore:
    """Store that keeps everything in this process; its dictionaries keep the order of commits."""

    incarnation = ""
    whole = True

    def __init__(self) -> None:
        self._inputs: dict[str, Input] = {}
        self._answers: dict[str, bytes] = {}
        self._unanswered: dict[str, Input] = {}
        self._tries: dict[str, int] = {}
        self._parked: dict[str, Parked] = {}
        self._sessions: dict[str, Loaded] = {}
        self._last: dict[str, int] = {}
        self._archived: set[str] = set()
        self._logs: dict[str, list[Record]] = {}
        self._lists: dict[str, set[str]] = {}
        self._rows: dict[PostId, Row] = {}
        self._made: dict[PostId, int] = {}
        self._waiting: dict[PostId, Row] = {}
        self._names: dict[str, str] = {}
        self._claims: dict[str, tuple[str, int]] = {}
        """Claims by key: owner and end."""
        self._leases: dict[str, tuple[str, int, int]] = {}
        """Leases by name: owner, end and length."""

    async def open(self) -> None:
        """Do nothing: dictionaries need no preparation, and what was stored before is still there."""

    async def close(self) -> None:
        """Do nothing: there is nothing to release."""

    async def accept(self, input: Input, to: str = "") -> Taken:
        fresh = input.id not in self._inputs
        if fresh:
            routed = replace(input, sid=input.sid or self._names.get(to, ""))
            self._inputs[input.id] = self._unanswered[input.id] = routed
        return Taken(self._inputs[input.id], self._answers.get(input.id), fresh)

    async def pending(self, before: int, limit: int = 100) -> tuple[Input, ...]:
        early = [input for input in self._unanswered.values() if input.at < before]
        return tuple(sorted(early, key=lambda input: input.at)[:limit])

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
        if input.id not in self._answers:
            self._answer(input, answer)
            for k, post in enumerate(posts):
                self._made[aside_id(input.id, k)] = at
                self._send(aside_id(input.id, k), "", post)
        return self._answers[input.id]

    def _answer(self, input: Input, answer: bytes) -> None:
        self._inputs[input.id] = replace(self._inputs.get(input.id, input), place="", body=b"")
        self._answers[input.id] = answer
        self._unanswered.pop(input.id, None)
        self._tries.pop(input.id, None)

    async def attempt(self, id: str) -> int:
        if id not in self._unanswered:
            return 0
        self._tries[id] = self._tries.get(id, 1) + 1
        return self._tries[id]

    async def park(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], why: str) -> bytes:
        if input.id not in self._answers:
            sid = self._inputs.get(input.id, input).sid
            self._parked[input.id] = Parked(input.id, sid, at, why)
        return await self.answered(input, answer, at, posts)

    async def parked(self, limit: int = 100) -> tuple[Parked, ...]:
        return tuple(sorted(self._parked.values(), key=lambda one: (one.at, one.id), reverse=True)[:limit])

    async def load(self, sid: str) -> Loaded | None:
        return self._sessions.get(sid)

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        for id in step.inputs:
            if id in self._answers:
                return Dup(self._answers[id])
        sid, version = step.sid, step.expect + 1
        before = self._sessions.get(sid)
        stands, mark = self._stands(sid)
        if stands != step.expect or mark not in ("", step.base):
            return Conflict(stands, mark)
        for id in step.inputs:
            self._answer(Input(id, "", sid, step.at, b""), step.answer)
        head = before.head if before is not None else step.head
        assert head is not None
        over = step.over or (before is not None and before.over)
        self._sessions[sid] = Loaded(head, version, step.snapshot, () if over else step.jobs, over, step.mark)
        self._last[sid] = step.at
        self._archived.discard(sid)
        log = self._logs.setdefault(sid, [])
        log.extend(Record(version, k, step.at, data) for k, data in enumerate(step.events))
        for k, post in enumerate(step.posts):
            self._send(post_id(sid, version, k), sid, post)
        for tag in step.tags:
            self._lists.setdefault(tag, set()).add(sid)
        for name, value in step.points:
            await self.point(name, value)
        return Ok(version)

    def _stands(self, sid: str) -> tuple[int, str]:
        session = self._sessions.get(sid)
        return (session.version, session.mark) if session else (0, "")

    async def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        for record in self._logs.get(sid, ()):
            if record.version > after:
                yield record

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        sids = self._lists.get(tag, set()) if tag else self._sessions
        found = [self._sessions[sid] for sid in sids if live is None or self._sessions[sid].over is not live]
        return tuple(sorted(found, key=lambda session: (session.head.at, session.head.sid), reverse=True)[:limit])

    async def stands(self, tag: str, live: bool, limit: int = 100) -> tuple[tuple[str, int], ...]:
        return tuple((one.head.sid, one.version) for one in await self.sessions(tag, live, limit))

    async def due(self, now: int, limit: int = 100, but: Collection[str] = ()) -> tuple[Due, ...]:
        sessions = [(sid, session) for sid, session in self._sessions.items() if sid not in but]
        ready = [Due(sid, job) for sid, session in sessions for job in session.jobs if job.due <= now]
        return tuple(sorted(ready, key=lambda due: (due.job.due, due.sid, due.job.key))[:limit])

    async def next_due(self) -> int | None:
        return min((job.due for session in self._sessions.values() for job in session.jobs), default=None)

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        holder, until, length = self._leases.get(sid, (owner, 0, 0))
        if holder != owner and now < until <= now + length + LEEWAY:
            return False
        self._leases[sid] = (owner, now + ttl, ttl)
        return True

    async def release(self, sid: str, owner: str) -> None:
        if sid in self._leases and self._leases[sid][0] == owner:
            del self._leases[sid]

    def _send(self, id: PostId, sid: str, post: Outgoing) -> None:
        self._rows[id] = self._waiting[id] = Row(id, sid, post)

    async def outbox(self, place: str | None = None, limit: int = 100, sid: str = "") -> tuple[Row, ...]:
        waiting = [row for row in self._waiting.values() if place is None or row.post.place == place]
        waiting = [row for row in waiting if not sid or row.sid == sid]
        newest = {_box(row): row.id for row in waiting}
        return tuple(row for row in waiting if not row.post.slot or row.id == newest[_box(row)])[:limit]

    async def collect(self, place: str, held: LeaseRequest, limit: int = 100, sid: str = "") -> Collected | None:
        if not await self.lease(held.name, held.owner, held.now, held.ttl):
            return None
        return Collected(await self.outbox(place, limit, sid), await self.pointed(held.note) or "")

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None, points: Points = ()) -> None:
        row = self._waiting.get(id)
        if row is None or post not in (None, row.post):
            return
        if row.post.slot:
            for older in list(self._waiting.values()):
                if older.id == id:
                    break
                if _box(older) == _box(row):
                    self._settle(older.id, "", at)
        self._settle(id, ref, at)
        for name, value in points:
            await self.point(name, value)

    def _settle(self, id: PostId, ref: str, at: int) -> None:
        self._rows[id] = replace(self._waiting.pop(id), ref=ref, at=at)

    async def post(self, id: PostId) -> Row | None:
        return self._rows.get(id)

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        rows = reversed(self._rows.values())
        return next((row for row in rows if row.ref and slot and _box(row) == (sid, place, slot)), None)

    async def point(self, name: str, value: str | None) -> None:
        if value is None:
            self._names.pop(name, None)
        else:
            self._names[name] = value

    async def pointed(self, name: str) -> str | None:
        return self._names.get(name)

    async def claim(self, key: str, owner: str, until: int) -> bool:
        return self._claims.setdefault(key, (owner, until))[0] == owner

    async def tally(self, tags: Sequence[str]) -> Tally:
        live = [[sid for sid in self._lists.get(tag, ()) if not self._sessions[sid].over] for tag in tags]
        return Tally(tuple(map(len, live)), len(self._unanswered), len(await self.outbox(None, 1 << 60)))

    async def ended(self, before: int, limit: int = 100, archived: bool = False) -> tuple[str, ...]:
        sids = [sid for sid, session in self._sessions.items() if session.over and (sid in self._archived) is archived]
        early = [sid for sid in sids if self._last[sid] < before]
        return tuple(sorted(early, key=lambda sid: (self._last[sid], sid))[:limit])

    async def archive(self, sid: str) -> bool:
        if sid in self._archived or not self._settled(sid):
            return False
        self._archived.add(sid)
        self._forget_posts(row.id for row in self._rows.values() if row.sid == sid)
        return True

    async def rewrite(
        self, sid: str, version: int, events: Sequence[bytes], snapshot: bytes, untag: Sequence[str], mark: str = ""
    ) -> bool:
        log = self._logs.get(sid, [])
        if sid not in self._archived or self._sessions[sid].version != version or len(events) != len(log):
            return False
        self._logs[sid] = [replace(record, data=data) for record, data in zip(log, events, strict=True)]
        self._sessions[sid] = replace(self._sessions[sid], snapshot=snapshot, mark=mark)
        for tag in untag:
            self._lists.get(tag, set()).discard(sid)
        return True

    async def drop(self, sid: str) -> bool:
        if not self._settled(sid):
            return False
        self._forget_posts(row.id for row in self._rows.values() if row.sid == sid)
        for kept in (self._sessions, self._logs, self._last):
            kept.pop(sid, None)
        for listed in (self._archived, *self._lists.values()):
            listed.discard(sid)
        return True

    def _settled(self, sid: str) -> bool:
        """Return whether a session has ended and all its posts are out."""
        ended = sid in self._sessions and self._sessions[sid].over
        return ended and not any(row.sid == sid for row in self._waiting.values())

    def _forget_posts(self, ids: Iterable[PostId]) -> None:
        for id in tuple(ids):
            del self._rows[id]
            self._made.pop(id, None)

    async def tidy(self, before: int) -> int:
        inputs = [id for id in self._answers if self._inputs[id].at < before]
        for id in inputs:
            del self._inputs[id], self._answers[id]
            self._parked.pop(id, None)
        posts = [id for id, at in self._made.items() if at < before and id not in self._waiting]
        self._forget_posts(posts)
        leases = [name for name, (_, until, _) in self._leases.items() if until < before]
        claims = [key for key, (_, until) in self._claims.items() if until < before]
        _delete(self._leases, leases)
        _delete(self._claims, claims)
        return len(inputs) + len(posts) + len(leases) + len(claims)

    async def names(self, *words: str) -> tuple[str, ...]:
        return tuple(sorted(name for name in self._names if _named(name, words)))

    async def erase(self, words: Collection[str], before: int) -> int:
        claims = [key for key in self._claims if _named(key, words)]
        leases = [name for name, (_, until, _) in self._leases.items() if until < before and _named(name, words)]
        aside = [row for row in self._rows.values() if not row.sid and row.post.place in words]
        posts = [row.id for row in aside if row.id not in self._waiting and row.at < before]
        _delete(self._claims, claims)
        _delete(self._leases, leases)
        self._forget_posts(posts)
        return len(claims) + len(leases) + len(posts)

    async def scrub(self) -> str:
        return ""


def _box(row: Row) -> tuple[str, str, str]:
    return row.sid, row.post.place, row.post.slot


def _named(name: str, words: Iterable[str]) -> bool:
    return any(holds(name, word) for word in words)


def _delete(rows: dict[str, Any], names: Iterable[str]) -> None:
    for name in names:
        del rows[name]
