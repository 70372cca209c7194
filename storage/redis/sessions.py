"""Sessions in the shared store: their steps, lists, jobs and leases."""

from collections.abc import AsyncIterator, Collection, Sequence

from storage.base.packed import Step, logged, whole
from storage.base.records import Commit, Conflict, Due, Dup, Loaded, Ok, Record
from storage.redis.inbox import Inbox
from storage.redis.link import BASES
from storage.redis.rows import (
    base_of,
    home_of,
    merged,
    name_key,
    said_of,
    session_of,
    unpack_events,
    unpack_jobs,
)
from storage.redis.server import MARK, mark
from storage.redis.shards import shard_of

PAGE = 100
"""Steps of a log that are read at a time."""
SOME = 500
"""Versions that are read at a time."""


class Sessions(Inbox):
    """The sessions of the store."""

    async def load(self, sid: str) -> Loaded | None:
        return (await self._loaded([sid]))[0]

    async def _loaded(self, sids: Sequence[str]) -> list[Loaded | None]:
        commands = [("HMGET", f"{base_of(sid)}s:{sid}", "v", "s", "j", "o", "h", "c", "m") for sid in sids]
        rows = await self.link.all(commands) if len(sids) != 1 else [await self.link.ask(*commands[0])]
        return [session_of(sid, row) for sid, row in zip(sids, rows, strict=True)]

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        by = mark()
        # On a single server one script does it all, unless another session has one of the inputs.
        apart = set(step.inputs) if self.link.cluster else set[str]()
        points = [(name_key(name), value or "") for name, value in step.points]
        if self.link.cluster:
            for name, value in step.points:
                await self.point(name, value)
            points = []
        while True:
            inputs = await self._homes(step, apart)
            if isinstance(inputs, Dup):
                return inputs
            reply = await self.link.run("commit", shard_of(step.sid), by, self._seen, *said_of(step, inputs, points))
            done = await self._done(step, apart, reply)
            if done is not None:
                return done
            id = reply[1].decode()
            if reply[0] == b"moved":
                # Another process was about to take the input away. The first to reach the inbox gets it.
                self._pins.pop(id, None)
                epoch = next(epoch for other, epoch, _ in inputs if other == id)
                await self.link.run("pin", home_of(id), id, step.sid, epoch, step.sid, int(reply[2]))
            apart.add(id)

    async def _homes(self, step: Commit, apart: Collection[str]) -> list[tuple[str, int, str]] | Dup:
        """Return each input with its epoch if `apart`, else its inbox record's prefix; or the answer it has."""
        found = []
        for id in dict.fromkeys(step.inputs):
            pinned = await self._pinned(id, step.sid) if id in apart else 0
            if isinstance(pinned, Dup):
                return pinned
            found.append((id, pinned, "" if id in apart else BASES[home_of(id)]))
        return found

    async def _done(self, step: Commit, apart: Collection[str], reply: list[bytes]) -> Ok | Dup | Conflict | None:
        """Return the outcome of the script and note answers in the inbox; None if an input must be pinned first."""
        match reply:
            case [b"ok", stamp]:
                self._saw(stamp)
                await self._note([(id, step.sid, step.at, step.answer) for id in apart])
                return Ok(step.expect + 1)
            case [b"dup", id, at, answer]:
                await self._note([(id.decode(), step.sid, int(at), answer)])
                return Dup(answer)
            case [b"answered", answer]:
                return Dup(answer)
            case [b"conflict", version, kept]:
                return Conflict(int(version), kept.decode())
        return None

    def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        async def page(after: int) -> list[Step]:
            rows = await self.link.run("log", shard_of(sid), sid, after, PAGE)
            parts = (row.split(b" ", 2) for row in rows)
            return [(int(version), int(at), unpack_events(whole(rest[MARK:]))) for version, at, rest in parts]

        return logged(after, page, lambda: self.link.ask("GET", f"{base_of(sid)}z:{sid}"))

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        sids = await self._listed(tag or "", (True, False) if live is None else (live,), limit)
        loaded = await self._loaded(sids) if sids else []
        return tuple(one for one in loaded if one and (live is None or one.over is not live))

    async def stands(self, tag: str, live: bool, limit: int = 100) -> tuple[tuple[str, int], ...]:
        sids, found = await self._listed(tag, (live,), limit), list[tuple[str, int]]()
        for first in range(0, len(sids), SOME):  # not all at once: other calls go between
            some = sids[first : first + SOME]
            versions = await self.link.all(("HGET", f"{base_of(sid)}s:{sid}", "v") for sid in some)
            found += [(sid, int(version)) for sid, version in zip(some, versions, strict=True) if version is not None]
        return tuple(found)

    async def _listed(self, tag: str, kinds: Sequence[bool], limit: int) -> list[str]:
        """Return the ids of running (True) and ended sessions on a list, the last begun first."""
        found: list[list[bytes]] = []
        for live in kinds:
            found += await self.link.everywhere("ZREVRANGE", f"t:{int(live)}:{tag}", 0, limit - 1, "WITHSCORES")
        # A session that is ending right now may be seen on both lists.
        return list(dict.fromkeys(member.decode() for _, member in reversed(merged(found))))[:limit]

    async def due(self, now: int, limit: int = 100, but: Collection[str] = ()) -> tuple[Due, ...]:
        # The `limit` earliest jobs all belong to the `limit` sessions whose first job is earliest.
        span = ("-inf", now, "WITHSCORES", "LIMIT", 0, limit + len(but))
        found = await self.link.everywhere("ZRANGEBYSCORE", "due", *span)
        sids = [sid for _, member in merged(found) if (sid := member.decode()) not in but][:limit]
        jobs = await self.link.all(("HGET", f"{base_of(sid)}s:{sid}", "j") for sid in sids) if sids else []
        # Between the two reads the server may have restarted without the session.
        there = [(sid, kept) for sid, kept in zip(sids, jobs, strict=True) if kept is not None]
        ready = [Due(sid, job) for sid, kept in there for job in unpack_jobs(kept)]
        ready = [due for due in ready if due.job.due <= now]
        return tuple(sorted(ready, key=lambda due: (due.job.due, due.sid, due.job.key))[:limit])

    async def next_due(self) -> int | None:
        found = await self.link.everywhere("ZRANGE", "due", 0, 0, "WITHSCORES")
        return min((time for time, _ in merged(found)), default=None)

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        return bool(await self.link.run("lease", shard_of(sid), sid, owner, ttl))

    async def release(self, sid: str, owner: str) -> None:
        await self.link.run("lease", shard_of(sid), sid, owner, "")
