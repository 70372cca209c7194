"""The shared store: one Redis, or a cluster, used by any number of processes on any number of hosts.

Keys are spread over 64 fixed shards by the CRC-16 of a name. Their tag keeps each shard in one slot of a cluster. A
session's shard holds all of the session: state, log, consumed inputs, jobs, lists, posts. An input's inbox record is in
the shard of the input's digest. Names, counters and leases are in the shards of their own names. One Lua script changes
everything that a commit changes in its session's shard.

An id is used once, whichever session it goes to. Its inbox record and the session are in different shards. So the
record says which session may consume it, with an epoch, and the session's shard decides finally. Before an input is
taken away from a session, that session's shard is fenced against the old epoch. After the commit, the answer is noted
in the inbox. A crash in between leaves a pending record: the session's shard answers the repeated commit with `Dup`,
and the answer is noted then. On a single server a script may touch all shards, so the commit does all this at once.

The client's library may send any write twice, so each is harmless the second time. Commits and first records carry a
mark of their call, so that even their reply is the same. Lists over all shards (`due`, `pending`, `outbox`, `sessions`)
are read shard by shard: each row is true, but the whole need not be of one moment.
"""

from collections.abc import Collection, Sequence

from storage.base.errors import PartlyDown
from storage.base.packed import Step, packed, small, unpacked, with_data
from storage.base.records import Collected, LeaseRequest, Tally
from storage.redis import erase as redis_erase
from storage.redis.link import BASES
from storage.redis.posts import Posts
from storage.redis.rows import base_of, home_of, merged, name_key
from storage.redis.sessions import Sessions
from storage.redis.shards import shard_of


class RedisStore(Sessions, Posts):
    """Store in Redis. `address` as in `Link`. Raises `StoreError` for an address that cannot be parsed."""

    async def collect(self, place: str, held: LeaseRequest, limit: int = 100, sid: str = "") -> Collected | None:
        if sid and not self.link.cluster:
            lease = f"{base_of(held.name)}l:{held.name}"
            said = (lease, held.owner, held.ttl, name_key(held.note), sid, place, limit)
            found = await self.link.run("collect", shard_of(sid), *said)
            return None if found is None else Collected(self._waiting(found[1:]), found[0].decode())
        if not await self.lease(held.name, held.owner, held.now, held.ttl):
            return None
        rows = await self.outbox(place, limit, sid)
        try:
            return Collected(rows, await self.pointed(held.note) or "")
        except PartlyDown:
            return Collected(rows, None)

    async def claim(self, key: str, owner: str, until: int) -> bool:
        return bool(await self.link.run("claim", shard_of(key), key, owner, until))

    async def tally(self, tags: Sequence[str]) -> Tally:
        live = [sum(await self.link.everywhere("ZCARD", f"t:1:{tag}")) for tag in tags]
        waiting = sum(await self.link.everywhere("ZCARD", "out"))
        aside = {(place, slot) for _, place, slot, _ in await self._asides()}
        return Tally(tuple(live), sum(await self.link.everywhere("ZCARD", "pending")), waiting + len(aside))

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

    async def names(self, *words: str) -> tuple[str, ...]:
        return await redis_erase.names(self.link, words)

    async def erase(self, words: Collection[str], before: int) -> int:
        return await redis_erase.erase(self.link, words, before)

    async def scrub(self) -> str:
        return await redis_erase.scrub(self.link)
