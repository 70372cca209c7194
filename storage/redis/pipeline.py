"""One connection to a server for all commands of a process.

Commands that arrive while replies are awaited go out together afterwards. So the cost of a command falls with their
number, and a single command does not wait. The server runs commands in the order in which they were asked.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import hiredis
from redis import exceptions
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from storage.redis.protocol import RedisProtocol

Command = tuple[Any, ...]
Asked = tuple[Sequence[Command], asyncio.Future[list[Any]]]

MOST = 256
"""Maximum of commands in a batch; later ones wait for the replies to these."""


REPLICA = exceptions.ReadOnlyError, exceptions.MasterDownError
"""Errors of a server that is now a replica. It sends the second if it has lost its primary and may not serve old data.
"""
LATE = 2
"""Number of late replies after which nothing is sent again: a hanging server must not be treated like a closed
connection.
"""


FAREWELL = 1.0
"""Seconds for a server to close the connection; over TLS a hanging server never does."""
COPIED = 1_000
"""Milliseconds for replicas to confirm that they have a write."""


class Silent(exceptions.RedisError):
    """Error: the server is connected and does not reply."""


class Demoted(exceptions.ConnectionError):
    """Error: the server at the address is a replica. Nothing was sent to it."""


class Uncopied(exceptions.RedisError):
    """Error: too few replicas have the write. It may have happened, and may be lost with the server."""


class Batch(NamedTuple):
    """Commands that go out together: the callers, all commands as bytes, and the number of replies.

    copied: whether the last reply tells how many replicas have the writes.
    """

    asked: list[Asked]
    packed: bytes
    replies: int
    copied: bool


class Pipeline:
    """One connection, made again whenever it breaks.

    - client: how to connect.
    - seconds: how long the replies to a batch may take.
    - retry: how often a batch is sent again after a broken connection.
    - late: late replies after which nothing is sent again.
    - copies: replicas that must have a write before its caller gets the reply; 0 asks none.
    - primary: whether to disconnect from a server that says it is a replica.
    """

    def __init__(
        self, client: Redis, seconds: float, retry: Retry, *, late: int = LATE, copies: int = 0, primary: bool = True
    ) -> None:
        pool = client.connection_pool
        self._late, self._copies, self._primary = late, copies, primary
        self.incarnation = ""
        """The run and the history of the server at the last connection; "" before the first."""
        # Timeout and retries are handled here for a whole batch, so the client's own, for each reply, are off.
        plain = pool.connection_kwargs | {"socket_timeout": None, "retry": Retry(NoBackoff(), 0)}
        self._connection: Any = pool.connection_class(**plain)
        self._seconds, self._retry = seconds, retry
        self._waiting: list[Asked] = []
        self._protocol: RedisProtocol | None = None
        self._busy = self._closed = False
        self._insisting: asyncio.Task[None] | None = None

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Return each command's reply; for a refused one, its error. Raises the error that broke the connection."""
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
        """Close the connection. Callers that still wait for a reply get a `ConnectionError`."""
        self._closed = True
        if self._insisting is not None:
            self._insisting.cancel()
            await asyncio.wait({self._insisting})
        with suppress(TimeoutError, exceptions.RedisError):
            async with asyncio.timeout(FAREWELL):
                await self._connection.disconnect()
        self._tell(self._waiting, exceptions.ConnectionError("hung up"))
        await asyncio.sleep(0)  # the loop closes a connection that broke off halfway

    def _send(self) -> None:
        batch = self._taken() if self._waiting else []
        self._busy = bool(batch)
        if not batch:
            return
        copied = self._copies > 0 and any(_writes(command) for asked, _ in batch for command in asked)
        try:
            packed = b"".join([hiredis.pack_command(command) for asked, _ in batch for command in asked])
        except Exception as problem:  # a command that cannot be sent to any server
            self._tell(batch, problem)
            asyncio.get_running_loop().call_soon(self._send)
            return
        if copied:
            wait: Command = ("WAIT", self._copies, COPIED)
            packed += hiredis.pack_command(wait)
        sent = Batch(batch, packed, sum(len(asked) for asked, _ in batch) + copied, copied)
        if self._protocol is None or self._protocol.lost:
            self._insist(sent, None)
        else:
            self._protocol.exchange(packed, sent.replies, partial(self._replied, sent))

    def _taken(self) -> list[Asked]:
        """Take the next batch from the queue, without callers who no longer wait."""
        self._waiting = [one for one in self._waiting if not one[1].done()]
        count = number = 0
        while number < len(self._waiting) and count < MOST:
            count += len(self._waiting[number][0])
            number += 1
        batch, self._waiting = self._waiting[:number], self._waiting[number:]
        return batch

    def _replied(self, sent: Batch, outcome: list[Any] | Exception) -> None:
        if isinstance(outcome, Exception):
            self._insist(sent, outcome)
        else:
            self._deal(sent, outcome)
            self._send()

    def _deal(self, sent: Batch, replies: list[Any]) -> None:
        """Give each caller its replies. If a server says it is a replica, reconnect: the address may lead to another
        server by now.

        If too few replicas confirm, replies to reads are withheld, too: they may reveal a write that is lost with the
        server.
        """
        if any(isinstance(reply, REPLICA) for reply in replies):
            self._protocol = None
        elif sent.copied and not (isinstance(replies[-1], int) and replies[-1] >= self._copies):
            said = replies[-1] if isinstance(replies[-1], Exception) else f"{replies[-1]} of {self._copies} replicas"
            self._tell(sent.asked, Uncopied(str(said)))
            return
        at = 0
        for asked, waiting in sent.asked:
            mine = replies[at : at + len(asked)]
            at += len(asked)
            if not waiting.done():  # the caller may have been cancelled
                waiting.set_result(mine)

    def _tell(self, batch: list[Asked], problem: Exception) -> None:
        for _, waiting in batch:
            if not waiting.done():
                waiting.set_exception(problem)

    def _insist(self, sent: Batch, problem: Exception | None) -> None:
        """Send a batch over a new connection, as often as allowed; `problem` is why the first attempt failed."""
        if self._closed:
            self._tell([*sent.asked, *self._waiting], exceptions.ConnectionError("hung up"))
            self._busy = False
            return
        self._insisting = asyncio.create_task(self._again(sent, problem))

    async def _again(self, sent: Batch, problem: Exception | None) -> None:
        failed = [problem] if problem is not None else []
        late = 0

        async def send() -> list[Any]:
            nonlocal late
            try:
                if failed:
                    raise failed.pop()
                return await self._exchange(sent.packed, sent.replies)
            except exceptions.TimeoutError as slow:
                late += 1
                if late >= self._late:
                    raise Silent(str(slow)) from slow
                raise

        try:
            self._deal(sent, await self._retry.call_with_retry(send, self._hang_up))
        except Exception as trouble:
            await self._hang_up(trouble)
            self._tell(sent.asked, trouble)
            if isinstance(trouble, Silent | exceptions.ConnectionError):
                # Commands that arrived meanwhile would wait just as long once more.
                self._tell(self._waiting, trouble)
        finally:
            self._insisting = None
            # Callers still wait here only if the pipeline was closed.
            self._tell(sent.asked, exceptions.ConnectionError("hung up"))
        self._send()

    async def _exchange(self, packed: bytes, count: int) -> list[Any]:
        try:
            async with asyncio.timeout(self._seconds):
                if self._protocol is None or self._protocol.lost:
                    await self._connection.disconnect(nowait=True)
                    await self._connection.connect()
                    await self._greet()
                    self._protocol = RedisProtocol(self._connection, self._seconds)
                outcome: asyncio.Future[list[Any] | Exception] = asyncio.get_running_loop().create_future()
                self._protocol.exchange(
                    packed, count, lambda what: None if outcome.done() else outcome.set_result(what)
                )
                replies = await outcome
        except TimeoutError:
            raise exceptions.TimeoutError(f"no reply in {self._seconds:g} seconds") from None
        if isinstance(replies, Exception):
            raise replies
        return replies

    async def _greet(self) -> None:
        """Identify the server before sending any command. Raises `Demoted` if it is a replica.

        A primary that was replaced may come back and get commands before it knows that it is a replica.
        """
        await self._connection.send_command("INFO", "server", "replication")
        said = fields(await self._connection.read_response())
        if self._primary and said.get("role") == "slave":
            raise Demoted("This server is a replica.")
        self.incarnation = f"{said.get('run_id', '')}:{said.get('master_replid', '')}"

    async def _hang_up(self, problem: Exception) -> None:
        self._protocol = None
        await self._connection.disconnect(nowait=True)


def fields(info: Any) -> dict[str, str]:
    """Return a server's INFO reply as fields by name. A client's pool has parsed it already."""
    if isinstance(info, dict):
        return {str(name): str(value) for name, value in info.items()}
    lines = info.decode(errors="replace").splitlines() if isinstance(info, bytes) else ()
    return dict(line.split(":", 1) for line in lines if ":" in line)


def _writes(command: Command) -> bool:
    """Return whether a command may write, or reveal another caller's recent write. Scripts without keys only read."""
    return command[0] in ("SET", "SETNX", "DEL") or (command[0] in ("EVAL", "EVALSHA") and command[2] > 0)
