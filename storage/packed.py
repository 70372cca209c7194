"""The log of an archived session: all its steps in one compressed value."""

import zlib
from collections.abc import Iterable

import msgspec

from storage.base import Record

Step = tuple[int, int, tuple[bytes, ...]]
"""A version, its time, and its events."""

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(tuple[Step, ...]).decode


def packed(steps: Iterable[Step]) -> bytes:
    return zlib.compress(_pack(tuple(steps)), 9)


def unpacked(value: bytes | None) -> tuple[Step, ...]:
    return _unpack(zlib.decompress(value)) if value else ()


def records(step: Step) -> Iterable[Record]:
    version, at, events = step
    return (Record(version, k, at, data) for k, data in enumerate(events))
