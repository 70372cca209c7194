"""One connection to a server for everything a process asks of it.

What is asked for while replies are awaited goes out together afterwards. So a command costs the less the more there are
of them, one that comes alone waits for nobody, and the order in which things are asked for is the order in which the
server does them.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import hiredis
from redis import exceptions
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from storage.redis_wire import Wire

Command = tuple[Any, ...]
Asked = tuple[Sequence[Command], asyncio.Future[list[Any]]]

MOST = 256
"""Commands from which on the next ones wait for the replies to these."""


REPLICA = exceptions.ReadOnlyError, exceptions.MasterDownError
"""What a server says that is a replica now; the second where it has lost its primary and may not tell old data."""
LATE = 2
"""Late replies after which nothing is sent again: a server that hangs is not one that hung up."""


FAREWELL = 1.0
"""Seconds for a server to take leave, which one that hangs never does over TLS."""


class Silent(exceptions.RedisError):
    """The server is connected, and does not reply."""


class Lane:
    """`client` says how to connect; `seconds` is how long the replies to what went out together may take, `retry` how
    often all of it is sent again after a broken connection; after a late reply it is once.
    """

    def __init__(self, client: Redis, seconds: float, retry: Retry) -> None:
        pool = client.connection_pool
        # Time and tries are counted here, for all that goes out together, and not for each reply.
        plain = pool.connection_kwargs | {"socket_timeout": None, "retry": Retry(NoBackoff(), 0)}
        self._connection: Any = pool.connection_class(**plain)
        self._seconds, self._retry = seconds, retry
        self._waiting: list[Asked] = []
        self._wire: Wire | None = None
        self._busy = self._closed = False
        self._insisting: asyncio.Task[None] | None = None

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """A reply for each command; what the server refused is an error among them. Raises what broke the connection
        for good.
        """
        if not commands:
            return []
        loop = asyncio.get_running_loop()
        replies: asyncio.Future[list[Any]] = loop.create_future()
        self._waiting.append((commands, replies))
        if not self._busy:
            self._busy = True
            loop.call_soon(self._send)
        return await replies

    async def close(self) -> None:
        """Hang up. Who waits for a reply still is told that there is none."""
        self._closed = True
        if self._insisting is not None:
            self._insisting.cancel()
            await asyncio.wait({self._insisting})
        with suppress(TimeoutError, exceptions.RedisError):
            async with asyncio.timeout(FAREWELL):
                await self._connection.disconnect()
        self._tell(self._waiting, exceptions.ConnectionError("hung up"))
        await asyncio.sleep(0)  # one that broke off in the middle is closed by the loop

    def _send(self) -> None:
        """Send what waits, if anything does."""
        batch = self._taken() if self._waiting else []
        self._busy = bool(batch)
        if not batch:
            return
        try:
            packed = b"".join([hiredis.pack_command(command) for asked, _ in batch for command in asked])
        except Exception as problem:  # what cannot be sent to any server
            self._tell(batch, problem)
            asyncio.get_running_loop().call_soon(self._send)
            return
        count = sum(len(asked) for asked, _ in batch)
        if self._wire is None or self._wire.lost:
            self._insist(batch, packed, count, None)
        else:
            self._wire.exchange(packed, count, partial(self._replied, batch, packed, count))

    def _taken(self) -> list[Asked]:
        """What goes out together next, for those who wait still."""
        self._waiting = [one for one in self._waiting if not one[1].done()]
        count = number = 0
        while number < len(self._waiting) and count < MOST:
            count += len(self._waiting[number][0])
            number += 1
        batch, self._waiting = self._waiting[:number], self._waiting[number:]
        return batch

    def _replied(self, batch: list[Asked], packed: bytes, count: int, outcome: list[Any] | Exception) -> None:
        if isinstance(outcome, Exception):
            self._insist(batch, packed, count, outcome)
        else:
            self._deal(batch, outcome)
            self._send()

    def _deal(self, batch: list[Asked], replies: list[Any]) -> None:
        """Give everybody their own. A replica says so, and the address may lead to another server by now."""
        at = 0
        for asked, waiting in batch:
            mine = replies[at : at + len(asked)]
            at += len(asked)
            if not waiting.done():  # whoever asked may have been cancelled
                waiting.set_result(mine)
        if any(isinstance(reply, REPLICA) for reply in replies):
            self._wire = None

    def _tell(self, batch: list[Asked], problem: Exception) -> None:
        for _, waiting in batch:
            if not waiting.done():
                waiting.set_exception(problem)

    # --- without a connection -----------------------------------------------------------------------------------------

    def _insist(self, batch: list[Asked], packed: bytes, count: int, problem: Exception | None) -> None:
        """Send it over a new connection, as often as it may be; `problem` is why the first time came to nothing."""
        if self._closed:
            self._tell([*batch, *self._waiting], exceptions.ConnectionError("hung up"))
            self._busy = False
            return
        self._insisting = asyncio.create_task(self._again(batch, packed, count, problem))

    async def _again(self, batch: list[Asked], packed: bytes, count: int, problem: Exception | None) -> None:
        failed = [problem] if problem is not None else []
        late = 0

        async def send() -> list[Any]:
            nonlocal late
            try:
                if failed:
                    raise failed.pop()
                return await self._exchange(packed, count)
            except exceptions.TimeoutError as slow:
                late += 1
                if late == LATE:
                    raise Silent(str(slow)) from slow
                raise

        try:
            self._deal(batch, await self._retry.call_with_retry(send, self._hang_up))
        except Exception as trouble:
            await self._hang_up(trouble)
            self._tell(batch, trouble)
            if isinstance(trouble, Silent | exceptions.ConnectionError):
                # What came meanwhile would wait as long once more.
                self._tell(self._waiting, trouble)
        finally:
            self._insisting = None
            self._tell(batch, exceptions.ConnectionError("hung up"))  # those who wait still, because it was closed
        self._send()

    async def _exchange(self, packed: bytes, count: int) -> list[Any]:
        try:
            async with asyncio.timeout(self._seconds):
                if self._wire is None or self._wire.lost:
                    await self._connection.disconnect(nowait=True)
                    await self._connection.connect()
                    self._wire = Wire(self._connection, self._seconds)
                outcome: asyncio.Future[list[Any] | Exception] = asyncio.get_running_loop().create_future()
                self._wire.exchange(packed, count, lambda what: None if outcome.done() else outcome.set_result(what))
                replies = await outcome
        except TimeoutError:
            raise exceptions.TimeoutError(f"no reply in {self._seconds:g} seconds") from None
        if isinstance(replies, Exception):
            raise replies
        return replies

    async def _hang_up(self, problem: Exception) -> None:
        self._wire = None
        await self._connection.disconnect(nowait=True)
