"""A connection to a server that redis-py has made and greeted, from then on read without tasks or streams.

Replies are handed over in the moment in which the last of them is in, which takes less than half of the time.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import hiredis
from redis import exceptions

Done = Callable[[list[Any] | Exception], None]
"""Given the replies to what was sent, the server's refusals among them, or what broke the connection."""

INCOMPLETE = object()


class Wire(asyncio.Protocol):
    """Takes over `connection`, which is connected. Replies that take longer than `seconds` are late."""

    def __init__(self, connection: Any, seconds: float) -> None:
        self.lost = False
        """Whether nothing can be sent any more."""
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(
            protocolError=exceptions.InvalidResponse,
            replyError=connection._parser.parse_error,
            notEnoughData=INCOMPLETE,
        )
        self._count, self._replies = 0, list[Any]()
        self._done: Done | None = None
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._transport = connection._writer.transport
        self._streams = self._transport.get_protocol()
        self._transport.set_protocol(self)

    def exchange(self, packed: bytes, count: int, done: Done) -> None:
        """Send commands that get `count` replies. One exchange begins after the end of the one before."""
        self._count, self._replies, self._done = count, [], done
        self._due = self._loop.time() + self._seconds
        if self._timer is None:
            self._timer = self._loop.call_at(self._due, self._look)
        self._transport.write(packed)

    def data_received(self, data: bytes) -> None:
        if self._done is None:
            self.lost = True  # late, or asked for by nobody: whose reply comes next cannot be told any more
        if self.lost:
            return
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not INCOMPLETE:
                if isinstance(reply, exceptions.ConnectionError):
                    raise reply  # a server that is loading, or has no primary, says so in a reply
                self._replies.append(reply)
        except exceptions.RedisError as problem:
            self._break(problem)
            return
        if len(self._replies) < self._count:
            return
        # More than was asked for: whose the next one is cannot be told either.
        self.lost = len(self._replies) > self._count or self._reader.has_data()
        self._end(self._replies)

    def connection_lost(self, exc: Exception | None) -> None:
        self._streams.connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()
        self._break(exceptions.ConnectionError("The server has closed the connection."))

    def _look(self) -> None:
        """One timer for many exchanges, most of which have long ended when it goes off."""
        self._timer = None
        if self._done is None:
            return
        if self._loop.time() < self._due:
            self._timer = self._loop.call_at(self._due, self._look)
        else:
            self._break(exceptions.TimeoutError(f"no reply in {self._seconds:g} seconds"))

    def _break(self, problem: Exception) -> None:
        self.lost = True
        if self._done is not None:
            self._end(problem)

    def _end(self, outcome: list[Any] | Exception) -> None:
        done, self._done = self._done, None
        assert done is not None
        done(outcome)
