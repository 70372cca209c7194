"""Posts in the shared store. Those of a session are in its shard, those of no session in the shard of their input."""

from collections.abc import Sequence
from contextlib import suppress

from storage.base.errors import PartlyDown
from storage.base.records import Outgoing, Points, PostId, Row
from storage.redis.rows import base_of, key_of, merged, name_key, parsed, post_of, row_of, sid_of, stamp_of
from storage.redis.server import Server
from storage.redis.shards import shard_of

READ = 1_000
"""Maximum of waiting posts whose stamps this process remembers, to ask the server less often."""


class Posts(Server):
    """The posts of the store."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._stamps: dict[PostId, tuple[Outgoing, str]] = {}
        """Waiting posts as they were read, with their stamps."""

    async def outbox(self, place: str | None = None, limit: int = 100, sid: str = "") -> tuple[Row, ...]:
        name = "out" if place is None else f"o:{place}"
        if sid:
            return self._waiting(await self.link.run("mine", shard_of(sid), sid, place, limit))
        if not self.link.cluster:
            return self._waiting(await self.link.waiting(name, place or "", limit))
        waiting = merged(await self.link.everywhere("ZRANGE", name, 0, limit - 1, "WITHSCORES"))
        # Posts of no session that share a slot are in several shards, so the newest of each slot hides the others here.
        newest: dict[tuple[str, str], tuple[int, bytes]] = {}
        for stamp, where, slot, id in await self._asides():
            if place in (None, where):
                newest[where, slot] = stamp, id
        ids = [id.decode() for _, id in sorted([*waiting, *newest.values()])[:limit]]
        return tuple(row for row, waits in filter(None, await self._rows(ids)) if waits)

    def _waiting(self, found: Sequence[bytes]) -> tuple[Row, ...]:
        """Return waiting posts as a script gives them: id, post, id, post … Remember their stamps."""
        if len(self._stamps) >= READ:
            self._stamps.clear()
        rows = []
        for id, post in zip(found[::2], found[1::2], strict=True):
            if (row := row_of(id.decode(), post, None)) is not None:
                rows.append(row[0])
                self._stamps[row[0].id] = row[0].post, stamp_of(post)
        return tuple(rows)

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

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None, points: Points = ()) -> None:
        read, stamp = self._stamps.pop(id, (None, ""))
        if post is None:
            stamp = ""
        elif read != post and not (stamp := await self._stamp(id, post)):
            return
        front, key = key_of(id)
        sid = sid_of(front)
        if not sid:
            # The posts that it hides are in other shards. Settling them first is safe even if the process stops right
            # after.
            for older in await self._hidden_by(id):
                await self._settle(*key_of(older), "", "", at)
        for name, value in points if self.link.cluster else ():
            with suppress(PartlyDown):
                await self.point(name, value)
        said = () if self.link.cluster else [said for name, value in points for said in (name_key(name), value or "")]
        settled = await self._settle(front, key, sid, ref, at, stamp, *said)
        if settled < 0 and post is not None and (stamp := await self._stamp(id, post)):
            await self._settle(front, key, sid, ref, at, stamp, *said)

    async def _settle(self, front: str, key: str, sid: str, ref: str, at: int, stamp: str = "", *points: str) -> int:
        return int(await self.link.run("posted", shard_of(front), front, key, sid, ref, at, stamp, *points))

    async def _stamp(self, id: PostId, post: Outgoing) -> str:
        """Return the stamp of a post that has this content, "" if there is none under the id."""
        front, key = key_of(id)
        row = await self.link.ask("HGET", f"{base_of(front)}p:{front}", key)
        return stamp_of(row) if row is not None and post_of(row) == post else ""

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
