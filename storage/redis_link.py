"""How the shared store reaches its server: one Redis or a cluster, scripts, and a sentence for every trouble."""

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha1
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from redis import exceptions
from redis.asyncio import ConnectionPool, Redis, RedisCluster, SSLConnection
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff

from storage.base import StoreError
from storage.redis_lane import REPLICA, Command, Lane
from storage.shards import SHARDS

TIMEOUT, RETRIES = 5, 4
"""Seconds for a reply, and how often a command is sent again."""
LAYOUT = "2"
"""The version of the keys and what is in them; described in `storage.redis`."""
TROUBLES = (exceptions.RedisError, exceptions.RedisClusterException, OSError)
log = logging.getLogger(__name__)


HERE = Path(__file__).parent
SHARED = (HERE / "shard.lua").read_text()
SCRIPTS = {
    name: SHARED + (HERE / f"{name}.lua").read_text()
    for name in (
        "accept",
        "answer",
        "archive",
        "claim",
        "commit",
        "drop",
        "erase",
        "rewrite",
        "fence",
        "lease",
        "log",
        "mine",
        "pin",
        "posted",
    )
}
SCRIPTS |= {name: (HERE / f"{name}.lua").read_text() for name in ("everywhere", "waiting")}
SHAS = {name: sha1(text.encode(), usedforsecurity=False).hexdigest() for name, text in SCRIPTS.items()}

BASES = tuple(f"parley:{{p{shard:02}}}:" for shard in range(SHARDS))
"""The prefix of each shard's keys. The tag in braces keeps them in one slot of a cluster."""
LAYOUT_KEY = f"{BASES[0]}layout"


def retries() -> Retry:
    """How often a command is sent again, with longer and longer pauses."""
    return Retry(ExponentialWithJitterBackoff(cap=1, base=0.05), RETRIES)


class Link:
    """A server by its address, `redis://[[USER]:PASSWORD@]HOST[:PORT][/DB][?unsafe=1]`, or `rediss://` for TLS."""

    def __init__(self, address: str) -> None:
        """Raises `StoreError` for an address that cannot be one."""
        try:
            url = urlsplit(address)
            host, port, db = url.hostname, url.port or 6379, int(url.path.strip("/") or 0)
            options = dict(parse_qsl(url.query, strict_parsing=bool(url.query)))
            if not host or options not in ({}, {"unsafe": "1"}):
                raise ValueError
        except ValueError:
            like = "redis://USER:PASSWORD@HOST:PORT/DB, with ?unsafe=1 if need be"
            raise StoreError(f"A Redis address looks like {like}.") from None
        self.host, self.port, self.db = host, port, db
        self.user, self.password = unquote(url.username or "") or None, unquote(url.password or "") or None
        self.tls, self.unsafe = url.scheme == "rediss", bool(options)
        shown = f"[{host}]" if ":" in host else host
        self.name = f"{url.scheme}://{shown}:{self.port}/{self.db}"
        """The address without its password."""
        self.note = ""
        """How safe the data is, once it is open."""
        self.cluster = False
        self._client: Any = None
        self._lane: Lane | None = None

    async def open(self) -> None:
        if self._client is not None:
            return
        try:
            self._client = await self.connect()
            self._lane = None if self.cluster else self.lane(self._client)
            if self._lane is not None:
                await self._client.connection_pool.disconnect()  # it was for the first questions only
            await self.ask("SETNX", LAYOUT_KEY, LAYOUT)
            if await self.ask("GET", LAYOUT_KEY) != LAYOUT.encode():
                raise StoreError(
                    f"The data in {self.name} is of another version of Parley. Run that one, or a new database."
                )
            await self.everywhere("ZCARD", "pending")  # whether scripts may be run
        except BaseException as problem:
            await self.close()
            if isinstance(problem, TROUBLES):
                raise StoreError(self.sentence(problem)) from problem
            raise

    async def close(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            lane, self._lane = self._lane, None
            if lane is not None:
                await lane.close()
            with suppress(*TROUBLES):
                await client.aclose()

    async def connect(self) -> Any:
        """A client of the server, or of the cluster it is in, which was found fit. Raises `StoreError`."""
        plain = self._plain()
        try:
            self.cluster = (await plain.info("cluster")).get("cluster_enabled") == 1
            if not self.cluster:
                self.note = self._judge(await plain.info())
        except BaseException:
            await plain.aclose()
            raise
        if not self.cluster:
            self._say()
            return plain
        await plain.aclose()
        if self.db:
            raise StoreError(f"{self.name} is a cluster, which has database 0 only.")
        client = self._cluster()
        try:
            found = await client.info("everything", target_nodes=RedisCluster.PRIMARIES)
            nodes = found.values() if all(isinstance(one, dict) for one in found.values()) else [found]
            self.note = next(iter({self._judge(info): None for info in nodes}))
        except BaseException:
            await client.aclose()
            raise
        self._say()
        return client

    def lane(self, client: Redis) -> Lane | None:
        """The one connection for everything; without it each command goes its own way, by the client's pool."""
        return Lane(client, TIMEOUT, retries())

    def _plain(self) -> Redis:
        tls: dict[str, Any] = {"connection_class": SSLConnection} if self.tls else {}
        pool = ConnectionPool(host=self.host, port=self.port, db=self.db, **self._options(), **tls)
        return Redis.from_pool(pool)

    def _cluster(self) -> RedisCluster:
        return RedisCluster(host=self.host, port=self.port, ssl=self.tls, **self._options())

    def _options(self) -> dict[str, Any]:
        return {
            "username": self.user,
            "password": self.password,
            "socket_timeout": TIMEOUT,
            "socket_connect_timeout": TIMEOUT,
            "protocol": 2,
            "retry": retries(),
        }

    def _judge(self, info: dict[str, Any]) -> str:
        """What is to be said of a server that can be used. Raises `StoreError` for one that throws games away."""
        if int(info.get("loading") or 0):
            raise exceptions.BusyLoadingError  # what it says of its settings may not be so yet
        version = str(info["redis_version"])
        if int(version.partition(".")[0]) < 7:
            raise StoreError(f"{self.name} is Redis {version}; Parley needs version 7 or later.")
        if (policy := info.get("maxmemory_policy")) != "noeviction":
            if not self.unsafe:
                raise StoreError(
                    f"{self.name} throws data away when memory is short (maxmemory-policy {policy}). Set "
                    "maxmemory-policy noeviction, or accept that by ending PARLEY_STORE with ?unsafe=1."
                )
            return f"{self.name} is Redis {version} WITHOUT a promise to keep games when memory is short ({policy})."
        if info.get("aof_enabled"):
            return f"{self.name} is Redis {version} and keeps what it acknowledged in its append-only file."
        warning = "WITHOUT an append-only file: a crash of it loses games. Set appendonly yes"
        return f"{self.name} is Redis {version} {warning}."

    def _say(self) -> None:
        log.log(logging.WARNING if "WITHOUT" in self.note else logging.INFO, self.note)

    # --- what is asked of each server ---------------------------------------------------------------------------------

    async def servers(self) -> list[Any]:
        """Return the servers that hold data: the primaries of a cluster, or the one server there is."""
        client = self._open()
        return list(client.get_primaries()) if self.cluster else [None]

    async def ask_at(self, server: Any, *command: Any) -> Any:
        """Return one server's reply to a command that names no key. Raises `StoreError`."""
        client = self._open()
        where = {"target_nodes": server} if server is not None else {}
        try:
            return await client.execute_command(*command, **where)
        except TROUBLES as problem:
            raise StoreError(self.sentence(problem)) from problem

    # --- commands -----------------------------------------------------------------------------------------------------

    async def ask(self, *command: Any) -> Any:
        """One command and its reply."""
        return (await self.all([command]))[0]

    async def all(self, commands: Iterable[Command]) -> list[Any]:
        """Many commands in one go, which is not a transaction, and their replies."""
        replies = await self._replies(tuple(commands))
        for reply in replies:
            if isinstance(reply, Exception):
                raise StoreError(self.sentence(reply)) from reply
        return replies

    async def everywhere(self, command: str, name: str, *args: Any) -> list[Any]:
        """One reading command with this key of every shard, and the replies, of which empty ones may be left out."""
        if self.cluster:
            return await self.all((command, base + name, *args) for base in BASES)
        return list(await self._script("everywhere", (), (command, name, *args)))

    async def waiting(self, name: str, place: str, limit: int) -> list[tuple[bytes, bytes]]:
        """Ids and rows of posts that wait, from all shards of a single server."""
        flat = await self._script("waiting", (), (name, place, limit))
        return list(zip(flat[::2], flat[1::2], strict=True))

    async def run(self, script: str, shard: int, *args: Any) -> Any:
        """One of our scripts in a shard."""
        return await self._script(script, (BASES[shard],), args)

    async def _script(self, script: str, bases: tuple[str, ...], args: tuple[Any, ...]) -> Any:
        """A server that does not know the script gets it."""
        (reply,) = await self._replies([("EVALSHA", SHAS[script], len(bases), *bases, *args)])
        if isinstance(reply, exceptions.NoScriptError):
            (reply,) = await self._replies([("EVAL", SCRIPTS[script], len(bases), *bases, *args)])
        if isinstance(reply, Exception):
            raise StoreError(self.sentence(reply)) from reply
        return reply

    async def _replies(self, commands: Sequence[Command]) -> list[Any]:
        """A reply to each command, or the error with which it was refused."""
        client = self._open()
        try:
            if self._lane is not None:
                return await self._lane.ask(commands)
            if len(commands) == 1:
                return [await client.execute_command(*commands[0])]
            pipe = client.pipeline(transaction=False)
            for command in commands:
                pipe.execute_command(*command)
            return list(await pipe.execute(raise_on_error=False)) if commands else []
        except exceptions.NoScriptError as unknown:
            return [unknown]
        except TROUBLES as problem:
            raise StoreError(self.sentence(problem)) from problem

    def _open(self) -> Any:
        if self._client is None:
            raise StoreError(f"The store {self.name} is not open.")
        return self._client

    def sentence(self, problem: BaseException) -> str:
        if isinstance(problem, exceptions.AuthenticationError):
            return f"{self.name} does not let Parley in: the user or the password in PARLEY_STORE is wrong."
        if isinstance(problem, exceptions.NoPermissionError):
            return f"{self.name} does not let this user do what Parley needs: {_ended(problem)}"
        if isinstance(problem, exceptions.OutOfMemoryError):
            return f"{self.name} is out of memory and takes nothing new. Raise maxmemory."
        if isinstance(problem, REPLICA):
            return f"{self.name} is a replica, which only reads. Name the primary in PARLEY_STORE."
        if isinstance(problem, exceptions.BusyLoadingError):
            return f"{self.name} is still loading its data. Try again in a moment."
        if isinstance(problem, exceptions.ResponseError) and not isinstance(problem, exceptions.ClusterError):
            return f"{self.name} refuses what it was asked: {_ended(problem)}"
        if "CERTIFICATE" in str(problem).upper():
            return (
                f"{self.name} and Parley do not trust each other: {_ended(problem)} "
                "An authority of your own is named in SSL_CERT_FILE."
            )
        if "max number of clients" in str(problem):
            return f"{self.name} has as many clients as it takes. Raise maxclients, or end some of them."
        return f"{self.name} cannot be reached, or does not answer. Is Redis running there, and is the address right?"


def _ended(problem: BaseException) -> str:
    """What a server or a library says, as a sentence with an end."""
    return f"{str(problem).rstrip('. ')}."
