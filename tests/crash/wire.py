"""The chat platform of these runs: structs, one a line, over a Unix socket between the town and each node."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from msgspec import Struct

from bot.session.model.audience import Sent
from bot.session.model.inbound import Answer, Inbound
from storage.base import Row

LONGEST = 1 << 24
"""Bytes of a line."""


class Deliver(Struct, frozen=True, tag="deliver"):
    """Town to node: somebody did something."""

    inbound: Inbound


class Answered(Struct, frozen=True, tag="answered"):
    """Node to town: the program answered an act."""

    id: str
    answer: Answer


class Show(Struct, frozen=True, tag="show"):
    """Node to town: put this up, in place of the message `ref` if one is named. `k` names the request."""

    k: int
    row: Row
    sent: Sent
    ref: str = ""


class Shown(Struct, frozen=True, tag="shown"):
    """Town to node: it is up, as `ref`."""

    k: int
    ref: str


Message = Deliver | Answered | Show | Shown
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def write(stream: asyncio.StreamWriter, message: Message) -> None:
    """Send without waiting; a line that has gone dead is noticed by whoever reads from it."""
    if not stream.is_closing():
        stream.write(msgspec.json.encode(message) + b"\n")


async def messages(stream: asyncio.StreamReader) -> AsyncIterator[Message]:
    """Until the other side is gone; half a line that a killed process left is nothing."""
    try:
        while (line := await stream.readline()).endswith(b"\n"):
            yield _decoder.decode(line)
    except ConnectionError:
        return
