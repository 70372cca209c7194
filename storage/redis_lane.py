"""One connection to a server for everything a process asks of it.

What is asked for while replies are awaited goes out together afterwards. So a command costs the less the more there are
of them, one that comes alone waits for nobody, and the order in which things are asked for is the order in which the
server does them.
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
COPIED = 1_000
"""Milliseconds for replicas to say that they have what was written."""


class Silent(exceptions.RedisError):
    """The server is connected, and does not reply."""


class Demoted(exceptions.ConnectionError):
    """The server that the address leads to is a replica. Nothing was sent to it."""


class Uncopied(exceptions.RedisError):
    """Too few replicas have what was written. It may have happened, and may be lost with the server."""


class Batch(NamedTuple):
    """What goes out together: who asked, all of it as bytes, and how many replies there are to be.

    copied: whether the last reply tells how many replicas have what was written.
    """

    asked: list[Asked]
    packed: bytes
    replies: int
    copied: bool


class Lane:
    """One connection, made anew whenever it breaks.

    client: how to connect.
    seconds: how long the replies to what went out together may take.
    retry: how often all of it is sent again after a broken connection.
    late: late replies after which nothing is sent again.
    copies: replicas that must have what was written before anybody is told that it was; 0 asks none.
    primary: whether a server that says it is a replica is hung up on.
    """

    def __init__(
        self, client: Redis, seconds: float, retry: Retry, *, late: int = LATE, copies: int = 0, primary: bool = True
    ) -> None:
        pool = client.connection_pool
        self._late, self._copies, self._primary = late, copies, primary
        self.incarnation = ""
        """The run and the history of the server that answers, as of the last connection; "" before the first."""
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
        copied = self._copies > 0 and any(_writes(command) for asked, _ in batch for command in asked)
        try:
            packed = b"".join([hiredis.pack_command(command) for asked, _ in batch for command in asked])
        except Exception as problem:  # what cannot be sent to any server
            self._tell(batch, problem)
            asyncio.get_running_loop().call_soon(self._send)
            return
        if copied:
            wait: Command = ("WAIT", self._copies, COPIED)
            packed += hiredis.pack_command(wait)
        sent = Batch(batch, packed, sum(len(asked) for asked, _ in batch) + copied, copied)
        if self._wire is None or self._wire.lost:
            self._insist(sent, None)
        else:
            self._wire.exchange(packed, sent.replies, partial(self._replied, sent))

    def _taken(self) -> list[Asked]:
        """What goes out together next, for those who wait still."""
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
        """Give everybody their own. A replica says so, and the address may lead to another server by now.

        Replies to readings are held back with the others: they may tell of a write that is lost with the server.
        """
        if any(isinstance(reply, REPLICA) for reply in replies):
            self._wire = None
        elif sent.copied and not (isinstance(replies[-1], int) and replies[-1] >= self._copies):
            said = replies[-1] if isinstance(replies[-1], Exception) else f"{replies[-1]} of {self._copies} replicas"
            self._tell(sent.asked, Uncopied(str(said)))
            return
        at = 0
        for asked, waiting in sent.asked:
            mine = replies[at : at + len(asked)]
            at += len(asked)
            if not waiting.done():  # whoever asked may have been cancelled
                waiting.set_result(mine)

    def _tell(self, batch: list[Asked], problem: Exception) -> None:
        for _, waiting in batch:
            if not waiting.done():
                waiting.set_exception(problem)

    # --- without a connection -----------------------------------------------------------------------------------------

    def _insist(self, sent: Batch, problem: Exception | None) -> None:
        """Send it over a new connection, as often as it may be; `problem` is why the first time came to nothing."""
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
                # What came meanwhile would wait as long once more.
                self._tell(self._waiting, trouble)
        finally:
            self._insisting = None
            self._tell(sent.asked, exceptions.ConnectionError("hung up"))  # those who wait still, because it was closed
        self._send()

    async def _exchange(self, packed: bytes, count: int) -> list[Any]:
        try:
            async with asyncio.timeout(self._seconds):
                if self._wire is None or self._wire.lost:
                    await self._connection.disconnect(nowait=True)
                    await self._connection.connect()
                    await self._greet()
                    self._wire = Wire(self._connection, self._seconds)
                outcome: asyncio.Future[list[Any] | Exception] = asyncio.get_running_loop().create_future()
                self._wire.exchange(packed, count, lambda what: None if outcome.done() else outcome.set_result(what))
                replies = await outcome
        except TimeoutError:
            raise exceptions.TimeoutError(f"no reply in {self._seconds:g} seconds") from None
        if isinstance(replies, Exception):
            raise replies
        return replies

    async def _greet(self) -> None:
        """Learn which server this is before anything is asked of it. Raises `Demoted` where that is a replica.

        A primary that was given up by the others may come back and be asked before it knows.
        """
        await self._connection.send_command("INFO", "server", "replication")
        said = fields(await self._connection.read_response())
        if self._primary and said.get("role") == "slave":
            raise Demoted("This server is a replica.")
        self.incarnation = f"{said.get('run_id', '')}:{said.get('master_replid', '')}"

    async def _hang_up(self, problem: Exception) -> None:
        self._wire = None
        await self._connection.disconnect(nowait=True)


def fields(info: Any) -> dict[str, str]:
    """Return what a server says of itself in reply to INFO, by name; a client's pool has read it already."""
    if isinstance(info, dict):
        return {str(name): str(value) for name, value in info.items()}
    lines = info.decode(errors="replace").splitlines() if isinstance(info, bytes) else ()
    return dict(line.split(":", 1) for line in lines if ":" in line)


def _writes(command: Command) -> bool:
    """Return whether a command may write, or tell of what another one has just written. Scripts without keys read."""
    return command[0] in ("SET", "SETNX", "DEL") or (command[0] in ("EVAL", "EVALSHA") and command[2] > 0)
