"""One connection to a server for everything a process asks of it.

What is asked for while replies are awaited goes out together afterwards. So a command costs the less the more there are
of them, one that comes alone waits for nobody, and the order in which things are asked for is the order in which the
server does them.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

import hiredis
from redis import exceptions
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

Command = tuple[Any, ...]

MOST = 256
"""Commands from which on the next ones wait for the replies to these."""


class Lane:
    """`client` says how to connect; `seconds` is how long the replies to what went out together may take, `retry` how
    often all of it is sent again after a broken connection or a late reply.
    """

    def __init__(self, client: Redis, seconds: float, retry: Retry) -> None:
        pool = client.connection_pool
        # Time and tries are counted here, for all that goes out together, and not for each reply.
        plain = pool.connection_kwargs | {"socket_timeout": None, "retry": Retry(NoBackoff(), 0)}
        self._connection = pool.connection_class(**plain)
        self._seconds, self._retry = seconds, retry
        self._waiting: list[tuple[Sequence[Command], asyncio.Future[list[Any]]]] = []
        self._sending: asyncio.Task[None] | None = None
        self._demoted = False
        """Whether the server has said that it is a replica: the address may lead to another one by now."""

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """A reply for each command; what the server refused is an error among them. Raises what broke the connection
        for good.
        """
        replies: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._waiting.append((commands, replies))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())
        return await replies

    async def close(self) -> None:
        """Hang up. Who waits for a reply still is told that there is none."""
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.wait({self._sending})
        await self._connection.disconnect()
        await asyncio.sleep(0)  # one that broke off in the middle is closed by the loop

    async def _send(self) -> None:
        batch: list[tuple[Sequence[Command], asyncio.Future[list[Any]]]] = []
        try:
            while self._waiting:
                batch = self._taken()
                commands = [command for asked, _ in batch for command in asked]
                try:
                    replies = await self._retry.call_with_retry(partial(self._exchange, commands), self._hang_up)
                except Exception as problem:
                    for _, waiting in batch:
                        if not waiting.done():  # whoever asked may have been cancelled
                            waiting.set_exception(problem)
                    continue
                for asked, waiting in batch:
                    mine, replies = replies[: len(asked)], replies[len(asked) :]
                    if not waiting.done():
                        waiting.set_result(mine)
        finally:
            self._sending = None
            for _, waiting in batch + self._waiting:
                if not waiting.done():  # because it was closed
                    waiting.set_exception(exceptions.ConnectionError("hung up"))

    def _taken(self) -> list[tuple[Sequence[Command], asyncio.Future[list[Any]]]]:
        """What goes out together next, for those who wait still."""
        self._waiting = [one for one in self._waiting if not one[1].done()]
        count = number = 0
        while number < len(self._waiting) and count < MOST:
            count += len(self._waiting[number][0])
            number += 1
        batch, self._waiting = self._waiting[:number], self._waiting[number:]
        return batch

    async def _exchange(self, commands: Sequence[Command]) -> list[Any]:
        packed = b"".join(map(hiredis.pack_command, commands))
        try:
            async with asyncio.timeout(self._seconds):
                if self._demoted:
                    self._demoted = False
                    await self._connection.disconnect(nowait=True)
                await self._connection.send_packed_command(packed, check_health=False)
                return [await self._reply() for _ in commands]
        except TimeoutError:
            raise exceptions.TimeoutError(f"no reply in {self._seconds:g} seconds") from None

    async def _reply(self) -> Any:
        try:
            return await self._connection.read_response()
        except exceptions.ResponseError as refused:
            self._demoted |= isinstance(refused, exceptions.ReadOnlyError)
            return refused

    async def _hang_up(self, problem: Exception) -> None:
        await self._connection.disconnect(nowait=True)
