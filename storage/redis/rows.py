"""Layout of sessions, posts and steps in Redis: their keys, and the content under each. Pure."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from storage.base import Commit, Head, Job, Loaded, Outgoing, PostId, Row, aside_id
from storage.packed import small, whole
from storage.redis.link import BASES
from storage.redis.shards import shard_of

pack = msgspec.msgpack.Encoder().encode
JOB = re.compile(r"[0-9a-f]{12}/")
"""Start of the inputs of jobs, and of no platform's inputs: a session's id."""
unpack_events = msgspec.msgpack.Decoder(tuple[bytes, ...]).decode
unpack_jobs = msgspec.msgpack.Decoder(tuple[Job, ...]).decode
unpack_head = msgspec.msgpack.Decoder(tuple[str, str, bytes]).decode


def base_of(name: str) -> str:
    return BASES[shard_of(name)]


@lru_cache(1_024)
def home_of(id: str) -> int:
    """Return the shard of an input. Posts that it may cause without a session are in the same shard.

    A job's input starts with the id of its session, which alone consumes it. It is in the session's shard, so that an
    AI seat moves even while other shards of a cluster are away.
    """
    if JOB.match(id):
        return shard_of(id.partition("/")[0])
    return shard_of(key_of(aside_id(id, 0))[0])


def key_of(id: PostId) -> tuple[str, str]:
    """Return a post id's front, which precedes the version, and the rest. Text that is not a post id gives a key that
    no post has.
    """
    front, *rest = id.rsplit(".", 2)
    return front, ".".join(rest)


def sid_of(front: str) -> str:
    return "" if front.startswith("~") else front


def merged(found: Iterable[list[bytes]]) -> list[tuple[int, bytes]]:
    """Return the members of sorted sets in one order: by score, then by value."""
    return sorted((int(float(score)), id) for flat in found for id, score in zip(flat[::2], flat[1::2], strict=True))


def parsed(row: bytes) -> tuple[int, str, str, bytes]:
    """Return stamp, place, slot and the rest: the body, or for a waiting post of no session its id."""
    stamp, places, slots, rest = row.split(b" ", 3)
    place, end = int(places), int(places) + int(slots)
    return int(stamp), rest[:place].decode(), rest[place:end].decode(), rest[end:]


def row_of(id: PostId, post: bytes | None, settled: bytes | None) -> tuple[Row, bool] | None:
    if post is None:
        return None
    _, place, slot, body = parsed(post)
    at, ref = (settled or b"0 ").split(b" ", 1)
    return Row(id, sid_of(key_of(id)[0]), Outgoing(place, whole(body), slot), ref.decode(), int(at)), settled is None


def session_of(sid: str, row: list[bytes | None]) -> Loaded | None:
    version, snapshot, jobs, over, head, began, mark = row
    if version is None or snapshot is None or jobs is None or head is None or began is None:
        return None
    game, namespace, body = unpack_head(whole(head))
    found = Head(sid, game, namespace, int(began), body)
    return Loaded(found, int(version), whole(snapshot), unpack_jobs(jobs), over == b"1", (mark or b"").decode())


def said_of(parts: tuple[Commit, ...], inputs: list[tuple[str, str, int, bytes, str]]) -> list[Any]:
    """Return a step and its inputs as `commit.lua` expects them."""
    said: list[Any] = [len(inputs), *(value for input in inputs for value in input), len(parts)]
    for part in parts:
        jobs = () if part.over else part.jobs
        due = min((job.due for job in jobs), default="")
        head, began = (
            (small(pack((part.head.game, part.head.namespace, part.head.body))), part.head.at)
            if part.head
            else ("", "")
        )
        said += (part.sid, part.expect, part.base, part.mark, part.at, small(part.snapshot))
        said += (pack(jobs), due, int(part.over), head, began)
        said += (small(pack(part.events)), len(part.tags), *part.tags, len(part.posts))
        said += (value for post in part.posts for value in (post.place, post.slot, small(post.body)))
    return said
