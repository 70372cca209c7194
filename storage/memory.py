"""The reference store: plain dictionaries, nothing durable. The other stores must behave like it."""

from collections.abc import AsyncIterator, Collection, Iterable, Sequence

from msgspec.structs import replace

from storage.base import (
    LEEWAY,
    Commit,
    Conflict,
    Due,
    Dup,
    Input,
    Loaded,
    Ok,
    Outgoing,
    Parked,
    PostId,
    Record,
    Row,
    Taken,
    Tally,
    aside_id,
    consumed,
    holds,
    parts_of,
    post_id,
)


class MemoryStore:
    """Store that keeps everything in this process. Dictionaries keep the order of insertion, which is the order of
    commits.
    """

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
        self._counters: dict[str, dict[str, int]] = {}
        self._until: dict[tuple[str, str], int] = {}
        self._leases: dict[str, tuple[str, int, int]] = {}
        """Leases by name: owner, end and length."""

    async def open(self) -> None:
        """Do nothing: dictionaries need no preparation, and what was stored before is still there."""

    async def close(self) -> None:
        """Do nothing: there is nothing to release."""

    # --- inputs -------------------------------------------------------------------------------------------------------

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

    # --- sessions -----------------------------------------------------------------------------------------------------

    async def load(self, sid: str) -> Loaded | None:
        return self._sessions.get(sid)

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        parts = parts_of(step)
        inputs = consumed(parts)
        for id in inputs:
            if id in self._answers:
                return Dup(self._answers[id])
        for part in parts:
            version, mark = self._stands(part.sid)
            if version != part.expect or mark not in ("", part.base):
                return Conflict(version, mark)
        for id, part in inputs.items():
            self._answer(Input(id, "", part.sid, part.at, b""), part.answer)
        for part in parts:
            self._apply(part)
            for name, sid in part.points:
                self._point(name, sid)
        return Ok(step.expect + 1)

    def _stands(self, sid: str) -> tuple[int, str]:
        """Return the version and mark of a session; 0 and "" if there is none."""
        session = self._sessions.get(sid)
        return (session.version, session.mark) if session else (0, "")

    def _apply(self, part: Commit) -> None:
        sid, version = part.sid, part.expect + 1
        head = part.head or self._sessions[sid].head
        over = part.over or (part.expect > 0 and self._sessions[sid].over)
        self._sessions[sid] = Loaded(head, version, part.snapshot, () if over else part.jobs, over, part.mark)
        self._last[sid] = part.at
        self._archived.discard(sid)
        log = self._logs.setdefault(sid, [])
        log.extend(Record(version, k, part.at, data) for k, data in enumerate(part.events))
        for k, post in enumerate(part.posts):
            self._send(post_id(sid, version, k), sid, post)
        for tag in part.tags:
            self._lists.setdefault(tag, set()).add(sid)

    async def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        for record in self._logs.get(sid, ()):
            if record.version > after:
                yield record

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        sids = self._lists.get(tag, set()) if tag else self._sessions
        found = [self._sessions[sid] for sid in sids if live is None or self._sessions[sid].over is not live]
        return tuple(sorted(found, key=lambda session: (session.head.at, session.head.sid), reverse=True)[:limit])

    # --- jobs and leases ----------------------------------------------------------------------------------------------

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

    # --- posts --------------------------------------------------------------------------------------------------------

    def _send(self, id: PostId, sid: str, post: Outgoing) -> None:
        self._rows[id] = self._waiting[id] = Row(id, sid, post)

    async def outbox(self, place: str | None = None, limit: int = 100, sid: str = "") -> tuple[Row, ...]:
        waiting = [row for row in self._waiting.values() if place is None or row.post.place == place]
        waiting = [row for row in waiting if not sid or row.sid == sid]
        newest = {_box(row): row.id for row in waiting}
        return tuple(row for row in waiting if not row.post.slot or row.id == newest[_box(row)])[:limit]

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None) -> None:
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

    def _settle(self, id: PostId, ref: str, at: int) -> None:
        self._rows[id] = replace(self._waiting.pop(id), ref=ref, at=at)

    async def post(self, id: PostId) -> Row | None:
        return self._rows.get(id)

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        rows = reversed(self._rows.values())
        return next((row for row in rows if row.ref and slot and _box(row) == (sid, place, slot)), None)

    # --- names and numbers --------------------------------------------------------------------------------------------

    async def point(self, name: str, sid: str | None) -> None:
        self._point(name, sid)

    def _point(self, name: str, sid: str | None) -> None:
        if sid is None:
            self._names.pop(name, None)
        else:
            self._names[name] = sid

    async def pointed(self, name: str) -> str | None:
        return self._names.get(name)

    async def claim(self, counter: str, key: str, until: int = 0) -> int:
        keys = self._counters.setdefault(counter, {})
        self._until.setdefault((counter, key), until)
        return keys.setdefault(key, max(keys.values(), default=-1) + 1)

    async def tally(self, tags: Sequence[str]) -> Tally:
        live = [[sid for sid in self._lists.get(tag, ()) if not self._sessions[sid].over] for tag in tags]
        return Tally(tuple(map(len, live)), len(self._unanswered), len(await self.outbox(None, 1 << 60)))

    # --- the archive --------------------------------------------------------------------------------------------------

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
        leases = [sid for sid, (_, until, _) in self._leases.items() if until < before]
        for sid in leases:
            del self._leases[sid]
        claims = [claim for claim, until in self._until.items() if 0 < until < before]
        for counter, key in claims:
            del self._counters[counter][key], self._until[counter, key]
        return len(inputs) + len(posts) + len(leases) + len(claims)

    # --- erasure ------------------------------------------------------------------------------------------------------

    async def names(self, *words: str) -> tuple[str, ...]:
        return tuple(sorted(name for name in self._names if any(holds(name, word) for word in words)))

    async def erase(self, words: Collection[str], before: int) -> int:
        def named(name: str) -> bool:
            return any(holds(name, word) for word in words)

        counters = [counter for counter in self._counters if named(counter)]
        claims = [claim for claim in self._until if claim[0] in counters]
        for counter in counters:
            del self._counters[counter]
        for claim in claims:
            del self._until[claim]
        leases = [sid for sid, (_, until, _) in self._leases.items() if until < before and named(sid)]
        for sid in leases:
            del self._leases[sid]
        out = [row for row in self._rows.values() if not row.sid and row.id not in self._waiting]
        posts = [row.id for row in out if row.at < before and row.post.place in words]
        self._forget_posts(posts)
        return len(claims) + len(leases) + len(posts)

    async def scrub(self) -> str:
        return ""


def _box(row: Row) -> tuple[str, str, str]:
    return row.sid, row.post.place, row.post.slot
