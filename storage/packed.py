"""The log of an archived session: all its steps in one compressed value."""

import zlib
from collections.abc import Iterable, Sequence

import msgspec

from storage.base import Record

Step = tuple[int, int, tuple[bytes, ...]]
"""A version, its time, and its events."""

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(tuple[Step, ...]).decode


def packed(steps: Iterable[Step]) -> bytes:
    return zlib.compress(_pack(tuple(steps)), 9)


def with_data(steps: Iterable[Step], data: Sequence[bytes]) -> tuple[Step, ...] | None:
    """The same steps with other data for their events, one by one; None if these are not as many."""
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


def records(step: Step) -> Iterable[Record]:
    version, at, events = step
    return (Record(version, k, at, data) for k, data in enumerate(events))
