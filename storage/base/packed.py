"""Compression: the whole log of an archived session in one value, and single long values where memory counts."""

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence

import msgspec

from storage.base.records import Record

Step = tuple[int, int, tuple[bytes, ...]]
"""A commit's version, its time, and its events."""

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(tuple[Step, ...]).decode


LEAST = 100
"""Bytes from which compressing a single value is worth the time."""
WINDOW = -12
"""Window size for zlib's raw format: 4 096 bytes."""


def small(value: bytes) -> bytes:
    """Return a value as kept in memory: compressed if that is shorter. A small window makes it five times faster."""
    if len(value) >= LEAST:
        press = zlib.compressobj(1, zlib.DEFLATED, WINDOW, 5)
        made = press.compress(value) + press.flush()
        if len(made) < len(value):
            return b"z" + made
    return b"-" + value


def whole(value: bytes) -> bytes:
    """Return the value that `small` was given."""
    return zlib.decompress(value[1:], WINDOW) if value[:1] == b"z" else value[1:]


def packed(steps: Iterable[Step]) -> bytes:
    return zlib.compress(_pack(tuple(steps)), 9)


def with_data(steps: Iterable[Step], data: Sequence[bytes]) -> tuple[Step, ...] | None:
    """Return the same steps with other data for their events, one by one; None if the numbers differ."""
    steps, rest = tuple(steps), list(data)
    if sum(len(events) for _, _, events in steps) != len(rest):
        return None
    made = []
    for version, at, events in steps:
        made.append((version, at, tuple(rest[: len(events)])))
        del rest[: len(events)]
    return tuple(made)


def unpacked(value: bytes | None) -> tuple[Step, ...]:
    return _unpack(zlib.decompress(value)) if value else ()


async def logged(
    after: int, page: Callable[[int], Awaitable[list[Step]]], archived: Callable[[], Awaitable[bytes | None]]
) -> AsyncIterator[Record]:
    """Yield a session's log after a version. `page` reads the next steps after one, `archived` the packed ones."""
    after = max(after, 0)
    while True:
        steps = await page(after)
        if not steps or steps[0][0] > after + 1:
            # The earlier steps are in the archive; they may have been moved there just now.
            steps = [step for step in unpacked(await archived()) if step[0] > after] or steps
        for version, at, events in steps:
            for k, data in enumerate(events):
                yield Record(version, k, at, data)
        if not steps:
            return
        after = steps[-1][0]
