"""Layout of sessions, posts and steps in Redis: their keys, and the content under each. Pure."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from storage.base import Commit, Head, Job, Loaded, Outgoing, PostId, Row, aside_id
from storage.base.packed import small, whole
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
    """Return a post id's front, before the version, and the rest; other text gives a key that no post has."""
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
    at, ref = (settled or b"0 ").split(b" ", 1)
    return Row(id, sid_of(key_of(id)[0]), post_of(post), ref.decode(), int(at)), settled is None


def post_of(row: bytes) -> Outgoing:
    _, place, slot, body = parsed(row)
    return Outgoing(place, whole(body), slot)


def stamp_of(row: bytes) -> str:
    """Return the stamp of a stored post: its place in the order of everything."""
    return row.split(b" ", 1)[0].decode()


def session_of(sid: str, row: list[bytes | None]) -> Loaded | None:
    version, snapshot, jobs, over, head, began, mark = row
    if version is None or snapshot is None or jobs is None or head is None or began is None:
        return None
    game, namespace, body = unpack_head(whole(head))
    found = Head(sid, game, namespace, int(began), body)
    return Loaded(found, int(version), whole(snapshot), unpack_jobs(jobs), over == b"1", (mark or b"").decode())


def name_key(name: str) -> str:
    """Return the key that holds a name's value."""
    return f"{base_of(name)}a:{name}"


def said_of(
    step: Commit, inputs: Sequence[tuple[str, int, str]], points: Sequence[tuple[str, str]]
) -> list[str | int | bytes]:
    """Return a step, its inputs (id, epoch, home each) and its names as `commit.lua` expects them."""
    jobs = () if step.over else step.jobs
    due = min((job.due for job in jobs), default="")
    head, began = b"", 0
    if step.head is not None:
        head, began = small(pack((step.head.game, step.head.namespace, step.head.body))), step.head.at
    plain = (step.sid, step.expect, step.base, step.mark, step.at, step.answer, small(step.snapshot), pack(jobs), due)
    said: list[str | int | bytes] = [*plain, int(step.over), head, began, small(pack(step.events)), len(inputs)]
    for row in inputs:
        said.extend(row)
    said += [len(step.tags), *step.tags, len(step.posts)]
    for post in step.posts:
        said += [post.place, post.slot, small(post.body)]
    said.append(len(points))
    for point in points:
        said.extend(point)
    return said
