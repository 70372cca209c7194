"""Inputs in the shared store: accepted, answered, tried again, parked, and given to the session that consumes them."""

from collections.abc import Iterable

from msgspec.structs import replace

from storage.base.packed import small
from storage.base.records import Dup, Input, Outgoing, Parked, Taken, aside_id
from storage.redis.link import BASES
from storage.redis.rows import home_of, merged, name_key
from storage.redis.server import Server, mark
from storage.redis.shards import shard_of

KNOWN = 10_000
"""Maximum of inputs whose session this process remembers, to ask the server less often."""


class Inbox(Server):
    """The inputs of the store."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._pins: dict[str, tuple[str, int]] = {}
        self._pinned_in = ""
        """The server incarnation to which the remembered pins belong."""

    async def close(self) -> None:
        await super().close()
        self._pins.clear()

    async def accept(self, input: Input, to: str = "") -> Taken:
        if to and not input.sid and self.link.cluster:
            input, to = replace(input, sid=await self.pointed(to) or ""), ""
        name = name_key(to) if to and not input.sid else ""
        kept = (input.id, input.place, input.sid, input.at, input.body, name)
        stamp, sid, owner, epoch, *older = await self.link.run("accept", home_of(input.id), mark(), self._seen, *kept)
        self._saw(stamp)
        if owner is not None:
            if len(self._pins) >= KNOWN:
                self._pins.clear()
            self._pins[input.id] = (owner.decode(), int(epoch))
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
        return await self.park(input, answer, at, posts, "")

    async def attempt(self, id: str) -> int:
        return int(await self.link.run("attempt", home_of(id), mark(), id))

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

    async def park(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], why: str) -> bytes:
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
        """Give an input to another session, unless its owner has consumed it; the caller checks the result."""
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
