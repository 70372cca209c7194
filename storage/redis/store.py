"""The shared store: one Redis, or a cluster, used by any number of processes on any number of hosts.

Keys are spread over 64 fixed shards by the CRC-16 of a name. Their tag keeps each shard in one slot of a cluster. A
session's shard holds all of the session: state, log, consumed inputs, jobs, lists, posts. An input's inbox record is in
the shard of the input's digest. Names, counters and leases are in the shards of their own names. One Lua script changes
everything that a commit changes in its session's shard. A step may open only sessions of its own shard (`sid_like`).

An id is used once, whichever session it goes to. Its inbox record and the session are in different shards. So the
record says which session may consume it, with an epoch, and the session's shard decides finally. Before an input is
taken away from a session, that session's shard is fenced against the old epoch. After the commit, the answer is noted
in the inbox. A crash in between leaves a pending record: the session's shard answers the repeated commit with `Dup`,
and the answer is noted then. On a single server a script may touch all shards, so the commit does all this at once.

The client's library may send any write twice, so each is harmless the second time. Commits and first records carry a
mark of their call, so that even their reply is the same. Lists over all shards (`due`, `pending`, `outbox`, `sessions`)
are read shard by shard: each row is true, but the whole need not be of one moment.
"""

import secrets
from collections.abc import AsyncIterator, Collection, Iterable, Sequence

from msgspec.structs import replace

from storage.base import (
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
    parts_of,
)
from storage.packed import Step, packed, records, small, unpacked, whole, with_data
from storage.redis import erase as redis_erase
from storage.redis.link import BASES, Link
from storage.redis.rows import (
    base_of,
    home_of,
    key_of,
    merged,
    parsed,
    row_of,
    said_of,
    session_of,
    sid_of,
    unpack_events,
    unpack_jobs,
)
from storage.redis.shards import shard_of

PAGE = 100
"""Steps of a log that are read at a time."""
MARK = 8
"""Bytes that tell one call from another."""
KNOWN = 10_000
"""Maximum of inputs whose session this process remembers, to ask the server less often."""


class RedisStore:
    """Store in Redis. `address` as in `Link`. Raises `StoreError` for an address that cannot be parsed."""

    def __init__(self, address: str) -> None:
        self.link = Link(address)
        self._seen = 0
        """The last stamp this process has seen. Its next writes get later stamps, on whichever server."""
        self._pins: dict[str, tuple[str, int]] = {}
        self._pinned_in = ""
        """The server incarnation to which the remembered pins belong."""

    async def open(self) -> None:
        await self.link.open()

    async def close(self) -> None:
        await self.link.close()
        self._pins.clear()

    @property
    def note(self) -> str:
        """Sentence for the operator: how safe the data is."""
        return self.link.note

    @property
    def incarnation(self) -> str:
        """Name of the server that answers, refreshed with every connection."""
        return self.link.incarnation

    @property
    def whole(self) -> bool:
        return self.link.whole

    # --- inputs -------------------------------------------------------------------------------------------------------

    async def accept(self, input: Input, to: str = "") -> Taken:
        if to and not input.sid and self.link.cluster:
            input, to = replace(input, sid=await self.pointed(to) or ""), ""
        name = _name(to) if to and not input.sid else ""
        kept = (input.id, input.place, input.sid, input.at, input.body, name)
        stamp, sid, owner, epoch, *older = await self.link.run("accept", home_of(input.id), _mark(), self._seen, *kept)
        self._saw(stamp)
        if owner is not None:
            self._pin(input.id, owner.decode(), int(epoch))
        if not older:
            return Taken(replace(input, sid=sid.decode()), None, True)
        place, at, body, answer = older
        return Taken(Input(input.id, place.decode(), sid.decode(), int(at), body or b""), answer, False)

    async def pending(self, before: int, limit: int = 100) -> tuple[Input, ...]:
        span = ("-inf", f"({before}", "WITHSCORES", "LIMIT", 0, limit)
        found = await self.link.everywhere("ZRANGEBYSCORE", "pending", *span)
        ids = [member[16:].decode() for _, member in merged(found)[:limit]]
        fields = ("place", "sid", "at", "body", "answer")
        rows = await self.link.all(("HMGET", f"{BASES[home_of(id)]}n:{id}", *fields) for id in ids)
        return tuple(
            Input(id, place.decode(), sid.decode(), int(at), body)
            for id, (place, sid, at, body, answer) in zip(ids, rows, strict=True)
            if at is not None and answer is None
        )

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
        return await self._answer(input, answer, at, posts, "")

    async def attempt(self, id: str) -> int:
        return int(await self.link.run("attempt", home_of(id), _mark(), id))

    async def park(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], why: str) -> bytes:
        return await self._answer(input, answer, at, posts, why)

    async def parked(self, limit: int = 100) -> tuple[Parked, ...]:
        found = merged(await self.link.everywhere("ZREVRANGE", "parked", 0, limit - 1, "WITHSCORES"))
        last = [(at, id.decode()) for at, id in reversed(found)][:limit]
        rows = await self.link.all(("HMGET", f"{BASES[home_of(id)]}n:{id}", "sid", "why") for _, id in last)
        # The server deletes expired records by itself, but their list entries stay until the next input is parked.
        return tuple(
            Parked(id, sid.decode(), at, why.decode())
            for (at, id), (sid, why) in zip(last, rows, strict=True)
            if why is not None
        )

    async def _answer(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], why: str) -> bytes:
        """Answer an input of no session, unless it has an answer. `why`: the reason if it is parked, else ""."""
        kept = (input.id, input.place, input.sid, input.at, input.body)
        front, _, _ = aside_id(input.id, 0).rsplit(".", 2)
        said = [value for post in posts for value in (post.place, post.slot, small(post.body))]
        while True:
            reply = await self.link.run(
                "answer", home_of(input.id), *kept, answer, front, self._seen, len(posts), why, at, *said
            )
            if reply[0] == b"done":
                self._saw(reply[1])
                return bytes(reply[2])
            await self._move(input.id, reply[1].decode(), int(reply[2]), "")

    # --- the owner session of an input --------------------------------------------------------------------------------

    def _pin(self, id: str, sid: str, epoch: int) -> None:
        if len(self._pins) >= KNOWN:
            self._pins.clear()
        self._pins[id] = (sid, epoch)

    async def _pinned(self, id: str, sid: str) -> int | Dup:
        """Reserve an input for this session. Returns its epoch, or the answer that it already has."""
        if self._pinned_in != self.incarnation:
            self._pins.clear()  # a server that lost its last moments gives the same epochs out again
            self._pinned_in = self.incarnation
        owner, epoch = self._pins.get(id, ("", 0))
        while owner != sid:
            what, value, *rest = await self.link.run("pin", home_of(id), id, sid)
            if what == b"answered":
                return Dup(value)
            owner, epoch = value.decode(), int(rest[0])
            if owner != sid:
                await self._move(id, owner, epoch, sid)
        return epoch

    async def _move(self, id: str, owner: str, epoch: int, sid: str) -> None:
        """Give an input to another session, unless its owner has consumed it. The caller checks the result
        afterwards.
        """
        following = epoch + 1
        if owner:
            what, value, *answer = await self.link.run("fence", shard_of(owner), id, owner, following)
            if what == b"taken":
                await self._note([(id, owner, int(value), answer[0])])
                return
            following = int(value)
        await self.link.run("pin", home_of(id), id, sid, epoch, owner, following)

    async def _note(self, answers: Iterable[tuple[str, str, int, bytes]]) -> None:
        """Note in the inbox the answers that sessions gave: id, session, time and answer each."""
        for id, sid, at, answer in answers:
            await self.link.run("answer", home_of(id), id, "", sid, at, b"", answer, "mark", 0, 0, "", 0)
            self._pins.pop(id, None)

    # --- sessions -----------------------------------------------------------------------------------------------------

    async def load(self, sid: str) -> Loaded | None:
        return (await self._loaded([sid]))[0]

    async def _loaded(self, sids: Sequence[str]) -> list[Loaded | None]:
        commands = [("HMGET", f"{base_of(sid)}s:{sid}", "v", "s", "j", "o", "h", "c", "m") for sid in sids]
        rows = await self.link.all(commands) if len(sids) != 1 else [await self.link.ask(*commands[0])]
        return [session_of(sid, row) for sid, row in zip(sids, rows, strict=True)]

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        parts = parts_of(step)
        inputs = consumed(parts)
        mark = _mark()
        # On a single server one script does it all, unless another session has one of the inputs.
        apart = set(inputs) if self.link.cluster else set[str]()
        points = [(name, sid) for part in parts for name, sid in part.points]
        if self.link.cluster:
            for name, sid in points:
                await self.point(name, sid)
            points = []
        names = [value for name, sid in points for value in (_name(name), sid or "")]
        while True:
            epochs = dict.fromkeys(inputs, 0)
            for id in filter(apart.__contains__, inputs):
                pinned = await self._pinned(id, inputs[id].sid)
                if isinstance(pinned, Dup):
                    return pinned
                epochs[id] = pinned
            homes = {id: "" if id in apart else BASES[home_of(id)] for id in inputs}
            said = said_of(parts, [(id, part.sid, epochs[id], part.answer, homes[id]) for id, part in inputs.items()])
            reply = await self.link.run("commit", shard_of(step.sid), mark, self._seen, *said, len(points), *names)
            match reply:
                case [b"ok", stamp]:
                    self._saw(stamp)
                    await self._note([(id, inputs[id].sid, inputs[id].at, inputs[id].answer) for id in apart])
                    return Ok(step.expect + 1)
                case [b"dup", bid, at, answer]:
                    id = bid.decode()
                    await self._note([(id, inputs[id].sid, int(at), answer)])
                    return Dup(answer)
                case [b"answered", answer]:
                    return Dup(answer)
                case [b"elsewhere", bid]:
                    apart.add(bid.decode())
                case [b"moved", bid, fence]:
                    # Another process was about to take the input away. The first to reach the inbox gets it.
                    id = bid.decode()
                    apart.add(id)
                    self._pins.pop(id, None)
                    sid = inputs[id].sid
                    await self.link.run("pin", home_of(id), id, sid, epochs[id], sid, int(fence))
                case _:
                    return Conflict(int(reply[1]), reply[2].decode())

    async def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        after = max(after, 0)
        while True:
            steps = await self._steps(sid, after)
            if not steps or steps[0][0] > after + 1:
                # The earlier steps are in the archive; they may have been moved there just now.
                archived = unpacked(await self.link.ask("GET", f"{base_of(sid)}z:{sid}"))
                steps = [step for step in archived if step[0] > after] or steps
            if not steps:
                return
            for step in steps:
                for record in records(step):
                    yield record
            after = steps[-1][0]

    async def _steps(self, sid: str, after: int) -> list[Step]:
        steps: list[Step] = []
        for kept in await self.link.run("log", shard_of(sid), sid, after, PAGE):
            version, at, rest = kept.split(b" ", 2)
            steps.append((int(version), int(at), unpack_events(whole(rest[MARK:]))))
        return steps

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        lists = [f"t:{int(kind)}:{tag or ''}" for kind in (True, False) if live is None or kind is live]
        found: list[list[bytes]] = []
        for name in lists:
            found += await self.link.everywhere("ZREVRANGE", name, 0, limit - 1, "WITHSCORES")
        # A session that is ending right now may be seen on both lists.
        sids = list(dict.fromkeys(member.decode() for _, member in reversed(merged(found))))[:limit]
        loaded = await self._loaded(sids) if sids else []
        return tuple(one for one in loaded if one and (live is None or one.over is not live))

    # --- jobs and leases ----------------------------------------------------------------------------------------------

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

    # --- posts --------------------------------------------------------------------------------------------------------

    async def outbox(self, place: str | None = None, limit: int = 100, sid: str = "") -> tuple[Row, ...]:
        name = "out" if place is None else f"o:{place}"
        if sid:
            flat = await self.link.run("mine", shard_of(sid), sid, place, limit)
            mine = [row_of(id.decode(), post, None) for id, post in zip(flat[::2], flat[1::2], strict=True)]
            return tuple(row for row, _ in filter(None, mine))
        if not self.link.cluster:
            made = [row_of(id.decode(), post, None) for id, post in await self.link.waiting(name, place or "", limit)]
            return tuple(row for row, _ in filter(None, made))
        waiting = merged(await self.link.everywhere("ZRANGE", name, 0, limit - 1, "WITHSCORES"))
        # Posts of no session that share a slot are in several shards, so the newest of each slot hides the others here.
        newest: dict[tuple[str, str], tuple[int, bytes]] = {}
        for stamp, where, slot, id in await self._asides():
            if place in (None, where):
                newest[where, slot] = stamp, id
        ids = [id.decode() for _, id in sorted([*waiting, *newest.values()])[:limit]]
        return tuple(row for row, waits in filter(None, await self._rows(ids)) if waits)

    async def _asides(self) -> list[tuple[int, str, str, bytes]]:
        """Return the waiting posts of no session that have a slot, in order: stamp, place, slot, id."""
        return sorted(parsed(value) for values in await self.link.everywhere("HVALS", "aside") for value in values)

    async def _rows(self, ids: Sequence[PostId]) -> list[tuple[Row, bool] | None]:
        """Return posts by their ids, each with whether it still waits."""
        keys = [(base_of(front), front, key) for front, key in map(key_of, ids)]
        found = await self.link.all(
            ("HGET", f"{base}{kind}:{front}", key) for kind in "pr" for base, front, key in keys
        )
        return [row_of(id, post, out) for id, post, out in zip(ids, found[: len(ids)], found[len(ids) :], strict=True)]

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None) -> None:
        if post is not None:
            row = await self.post(id)
            if row is None or row.post != post:
                return
        front, key = key_of(id)
        sid = sid_of(front)
        if not sid:
            # The posts that it hides are in other shards. Settling them first is safe even if the process stops right
            # after.
            for older in await self._hidden_by(id):
                await self._settle(*key_of(older), "", "", at)
        await self._settle(front, key, sid, ref, at)

    async def _settle(self, front: str, key: str, sid: str, ref: str, at: int) -> None:
        await self.link.run("posted", shard_of(front), front, key, sid, ref, at)

    async def _hidden_by(self, id: PostId) -> list[PostId]:
        """Return older waiting posts of no session in the slot of a waiting post."""
        waiting = await self._asides()
        its = next((one for one in waiting if one[3] == id.encode()), None)
        return [one[3].decode() for one in waiting if its and one < its and one[1:3] == its[1:3]]

    async def post(self, id: PostId) -> Row | None:
        (found,) = await self._rows([id])
        return found[0] if found else None

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        field = f"{len(place.encode())}:{place}{slot}"
        found = (
            [await self.link.ask("HGET", f"{base_of(sid)}w:{sid}", field)]
            if sid
            else (await self.link.everywhere("HGET", "w:", field))
        )
        last = max(((int(stamp), id) for stamp, id in (one.split(b" ", 1) for one in found if one)), default=None)
        return await self.post(last[1].decode()) if last else None

    # --- names and numbers --------------------------------------------------------------------------------------------

    async def point(self, name: str, sid: str | None) -> None:
        await (self.link.ask("DEL", _name(name)) if sid is None else self.link.ask("SET", _name(name), sid))

    async def pointed(self, name: str) -> str | None:
        sid = await self.link.ask("GET", _name(name))
        return None if sid is None else str(sid.decode())

    async def claim(self, counter: str, key: str, until: int = 0) -> int:
        return int(await self.link.run("claim", shard_of(counter), counter, key, until))

    async def tally(self, tags: Sequence[str]) -> Tally:
        live = [sum(await self.link.everywhere("ZCARD", f"t:1:{tag}")) for tag in tags]
        waiting = sum(await self.link.everywhere("ZCARD", "out"))
        aside = {(place, slot) for _, place, slot, _ in await self._asides()}
        return Tally(tuple(live), sum(await self.link.everywhere("ZCARD", "pending")), waiting + len(aside))

    # --- the archive --------------------------------------------------------------------------------------------------

    async def ended(self, before: int, limit: int = 100, archived: bool = False) -> tuple[str, ...]:
        span = ("-inf", f"({before}", "WITHSCORES", "LIMIT", 0, limit)
        found = await self.link.everywhere("ZRANGEBYSCORE", "archived" if archived else "ended", *span)
        return tuple(member.decode() for _, member in merged(found)[:limit])

    async def archive(self, sid: str) -> bool:
        loaded = await self.load(sid)
        if loaded is None or not loaded.over:
            return False
        await self._note_all(sid)
        steps: dict[int, Step] = {}
        async for record in self.events(sid):
            *_, events = steps.get(record.version, (0, 0, ()))
            steps[record.version] = (record.version, record.at, (*events, record.data))
        return bool(await self.link.run("archive", shard_of(sid), sid, loaded.version, packed(steps.values())))

    async def _note_all(self, sid: str) -> None:
        """Note in the inbox all answers that a session gave, including those that a crash kept from being noted."""
        fields = await self.link.ask("HKEYS", f"{base_of(sid)}i:{sid}")
        ids = [field[1:].decode() for field in fields if field.startswith(b"=")]
        rows = await self.link.all(("HMGET", f"{BASES[home_of(id)]}n:{id}", "at", "answer") for id in ids)
        for id, (at, answer) in zip(ids, rows, strict=True):
            if at is not None and answer is None:
                taken = await self.link.ask("HGET", f"{base_of(sid)}i:{sid}", f"={id}")
                if taken is not None:
                    time, said = taken.split(b" ", 1)
                    await self._note([(id, sid, int(time), said)])

    async def rewrite(
        self, sid: str, version: int, events: Sequence[bytes], snapshot: bytes, untag: Sequence[str], mark: str = ""
    ) -> bool:
        old = await self.link.ask("GET", f"{base_of(sid)}z:{sid}")
        steps = with_data(unpacked(old), events)
        if old is None or steps is None:
            return False
        said = (sid, version, old, packed(steps), small(snapshot), mark, *untag)
        return bool(await self.link.run("rewrite", shard_of(sid), *said))

    async def drop(self, sid: str) -> bool:
        return bool(await self.link.run("drop", shard_of(sid), sid))

    async def tidy(self, before: int) -> int:
        """Do nothing: the server deletes expired data itself, by its own clock."""
        return 0

    # --- erasure ------------------------------------------------------------------------------------------------------

    async def names(self, *words: str) -> tuple[str, ...]:
        return await redis_erase.names(self.link, words)

    async def erase(self, words: Collection[str], before: int) -> int:
        return await redis_erase.erase(self.link, words, before)

    async def scrub(self) -> str:
        return await redis_erase.scrub(self.link)

    def _saw(self, stamp: bytes) -> None:
        self._seen = max(self._seen, int(stamp))


def _name(name: str) -> str:
    """Return the key that holds what a name stands for."""
    return f"{base_of(name)}a:{name}"


def _mark() -> bytes:
    """Return a random mark that tells one call from another."""
    return secrets.token_bytes(MARK)
