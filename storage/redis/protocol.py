"""A server connection that redis-py has made and greeted. From then on it is read without tasks or streams.

Replies are delivered when the last one arrives, in less than half of redis-py's time.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import hiredis
from redis import exceptions

Done = Callable[[list[Any] | Exception], None]
"""Callback that gets the replies, the server's refusals among them, or the error that broke the connection."""

INCOMPLETE = object()


class RedisProtocol(asyncio.Protocol):
    """Protocol that takes over the connected `connection`. Replies that take longer than `seconds` are late."""

    def __init__(self, connection: Any, seconds: float) -> None:
        self.lost = False
        """True if nothing can be sent any more."""
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
        """Send commands that get `count` replies. An exchange begins only after the previous one has ended."""
        self._count, self._replies, self._done = count, [], done
        self._due = self._loop.time() + self._seconds
        if self._timer is None:
            self._timer = self._loop.call_at(self._due, self._look)
        self._transport.write(packed)

    def data_received(self, data: bytes) -> None:
        if self._done is None:
            self.lost = True  # a late or unrequested reply: later replies can no longer be assigned to their commands
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
        # There are more replies than commands, so later replies cannot be assigned either.
        self.lost = len(self._replies) > self._count or self._reader.has_data()
        self._end(self._replies)

    def connection_lost(self, exc: Exception | None) -> None:
        self._streams.connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()
        self._break(exceptions.ConnectionError("The server has closed the connection."))

    def _look(self) -> None:
        """Check the current exchange for lateness. One timer serves many exchanges; most have ended when it fires."""
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
