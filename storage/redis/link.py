"""The shared store's link to its server: one Redis or a cluster, its scripts, and a sentence for every error."""

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha1
from pathlib import Path
from typing import Any

from redis import exceptions
from redis.asyncio import ConnectionPool, Redis, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff

from storage.base import PartlyDown, StoreError
from storage.redis.address import parsed
from storage.redis.checks import fits, judge, judge_all
from storage.redis.cluster import LATE, Apart, Cluster, Node
from storage.redis.pipeline import Command, Pipeline
from storage.redis.sentences import ended, sentence
from storage.redis.shards import SHARDS

TIMEOUT, RETRIES = 5, 4
"""Seconds for a reply, and number of times that a command is sent again."""
SENTINEL_TIMEOUT = 1
"""Seconds for a sentinel to answer before the next one is asked."""
LAYOUT = "2"
"""Version of the keys and their content, which `storage.redis.store` describes."""
TROUBLES = (exceptions.RedisError, exceptions.RedisClusterException, OSError)
log = logging.getLogger(__name__)


HERE = Path(__file__).parent / "scripts"
SHARED = HERE / "shard.lua"
EVERYWHERE = {"everywhere", "waiting"}
"""Scripts over all shards; the others are about one, and begin with the shared part."""
SCRIPTS = {
    path.stem: ("" if path.stem in EVERYWHERE else SHARED.read_text()) + path.read_text()
    for path in sorted(HERE.glob("*.lua"))
    if path != SHARED
}
SHAS = {name: sha1(text.encode(), usedforsecurity=False).hexdigest() for name, text in SCRIPTS.items()}

BASES = tuple(f"parley:{{p{shard:02}}}:" for shard in range(SHARDS))
"""The prefix of each shard's keys. The tag in braces keeps them in one slot of a cluster."""
LAYOUT_KEY = f"{BASES[0]}layout"


def retries() -> Retry:
    """Return the retry policy: how often a command is sent again, with longer and longer pauses."""
    return Retry(ExponentialWithJitterBackoff(cap=1, base=0.05), RETRIES)


class Link:
    """A server, a cluster or the primary of sentinels, by an address as in `storage.redis.address`."""

    def __init__(self, address: str) -> None:
        self.address = parsed(address)
        self.name = self.address.name
        """The address without its passwords."""
        self.note = ""
        """Sentence on how safe the data is; set once the link is open."""
        self.cluster = False
        self._client: Any = None
        self._pipeline: Pipeline | Cluster | None = None
        self._sentinel: Sentinel | None = None

    @property
    def incarnation(self) -> str:
        """Run and history of the server; changes with a restart, a failover or a restore from an older dump."""
        return self._pipeline.incarnation if self._pipeline is not None else ""

    @property
    def whole(self) -> bool:
        """True if all shards of a cluster could be used when they were last asked."""
        return not isinstance(self._pipeline, Cluster) or self._pipeline.whole

    async def open(self) -> None:
        if self._client is not None:
            return
        try:
            self._client = await self.connect()
            self._pipeline = self.pipeline(self._client)
            await self._client.connection_pool.disconnect()  # it served only the first questions
            if isinstance(self._pipeline, Cluster):
                await self._pipeline.open()
                self.note = await judge_all(self.address, self._pipeline)
            if self.note:
                log.log(logging.WARNING if "WITHOUT" in self.note else logging.INFO, self.note)
            await self.ask("SETNX", LAYOUT_KEY, LAYOUT)
            if await self.ask("GET", LAYOUT_KEY) != LAYOUT.encode():
                raise StoreError(
                    f"The data in {self.name} is of another version of Parley. Run that one, or a new database."
                )
            await self.everywhere("ZCARD", "pending")  # check whether scripts may be run
        except BaseException as problem:
            await self.close()
            if isinstance(problem, TROUBLES):
                raise StoreError(sentence(self.address, problem)) from problem
            raise

    async def close(self) -> None:
        client, self._client = self._client, None
        pipeline, self._pipeline = self._pipeline, None
        sentinel, self._sentinel = self._sentinel, None
        if pipeline is not None:
            await pipeline.close()
        for one in (client, *(sentinel.sentinels if sentinel is not None else ())):
            if one is not None:
                with suppress(*TROUBLES):
                    await one.aclose()

    async def connect(self) -> Any:
        """Return a client of the server, or of a node of its cluster, that passed the checks. Raises `StoreError`."""
        trouble: BaseException | None = None
        for client in self._clients():
            try:
                self.cluster = (await client.info("cluster")).get("cluster_enabled") == 1
                if not self.cluster:
                    self.note = judge(self.address, await client.info())
            except BaseException as problem:
                await client.aclose()
                if not isinstance(problem, TROUBLES):
                    raise
                trouble = problem
                continue
            try:
                fits(self.address, self.cluster)
            except StoreError:
                await client.aclose()
                raise
            return client
        assert trouble is not None
        raise trouble

    def pipeline(self, client: Redis) -> Pipeline | Cluster:
        """Return the connections for all commands."""
        if self.cluster:
            return Cluster(self.address.hosts, self._to)
        return Pipeline(client, TIMEOUT, retries(), copies=self.address.wait)

    def _to(self, node: Node) -> Pipeline:
        """Return a pipeline to a node of a cluster; its client only says how to connect."""
        client = self._single(*node)
        return Pipeline(client, TIMEOUT, retries(), late=LATE, copies=self.address.wait, primary=False)

    def _clients(self) -> Iterable[Redis]:
        address = self.address
        if address.path:
            pool = ConnectionPool(
                connection_class=UnixDomainSocketConnection, path=address.path, db=address.db, **self._options()
            )
            yield Redis.from_pool(pool)
        elif address.primary:
            tls: dict[str, Any] = {"ssl": True} if address.tls else {}
            asking = {
                "username": address.sentinel_user,
                "password": address.sentinel_password,
                "socket_timeout": SENTINEL_TIMEOUT,
                "socket_connect_timeout": SENTINEL_TIMEOUT,
                "protocol": 2,
                "retry": Retry(NoBackoff(), 0),
            }
            self._sentinel = Sentinel(address.hosts, sentinel_kwargs=asking | tls)  # type: ignore[no-untyped-call]
            yield self._sentinel.master_for(address.primary, db=address.db, **self._options(), **tls)
        else:
            once: dict[str, Any] = (
                {"retry": Retry(NoBackoff(), 0)} if len(address.hosts) > 1 else {}
            )  # the next one may answer
            yield from (self._single(*host, **once) for host in address.hosts)

    def _single(self, host: str, port: int, **other: Any) -> Redis:
        tls: dict[str, Any] = {"connection_class": SSLConnection} if self.address.tls else {}
        pool = ConnectionPool(host=host, port=port, db=self.address.db, **(self._options() | tls | other))
        return Redis.from_pool(pool)

    def _options(self) -> dict[str, Any]:
        return {
            "username": self.address.user,
            "password": self.address.password,
            "socket_timeout": TIMEOUT,
            "socket_connect_timeout": TIMEOUT,
            "protocol": 2,
            "retry": retries(),
        }

    def servers(self) -> Sequence[Node | None]:
        """Return the servers that hold data: the primaries of a cluster, or None for a single server."""
        return self._pipeline.nodes if isinstance(self._pipeline, Cluster) else (None,)

    async def ask_at(self, server: Node | None, *command: Any) -> Any:
        """Return one server's unchanged reply to a command that names no key. Raises `StoreError`."""
        if server is not None and isinstance(self._pipeline, Cluster):
            (reply,) = await self._pipeline.at(server, [command])
        else:
            (reply,) = await self._replies([command])
        if isinstance(reply, Exception):
            raise self._error(reply) from reply
        return reply

    async def ask(self, *command: Any) -> Any:
        """Run one command and return its reply."""
        return (await self.all([command]))[0]

    async def all(self, commands: Iterable[Command]) -> list[Any]:
        """Run many commands in one batch, which is not a transaction, and return their replies."""
        replies = await self._replies(tuple(commands))
        for reply in replies:
            if isinstance(reply, Exception):
                raise self._error(reply) from reply
        return replies

    async def everywhere(self, command: str, name: str, *args: Any) -> list[Any]:
        """Run one reading command on this key in every shard. Returns the replies; empty ones may be left out. Shards
        of a cluster that are away are left out, unless all of them are.
        """
        if self.cluster:
            replies = await self._replies([(command, base + name, *args) for base in BASES])
            for reply in replies:
                if isinstance(reply, Exception) and not isinstance(reply, Apart):
                    raise self._error(reply) from reply
            there = [reply for reply in replies if not isinstance(reply, Apart)]
            if not there:
                raise StoreError(sentence(self.address, replies[0].why)) from replies[0]
            return there
        return list(await self._script("everywhere", (), (command, name, *args)))

    async def waiting(self, name: str, place: str, limit: int) -> list[bytes]:
        """Return waiting posts from all shards of a single server: id, post, id, post …"""
        return list(await self._script("waiting", (), (name, place, limit)))

    async def run(self, script: str, shard: int, *args: Any) -> Any:
        """Run one of our scripts in a shard."""
        return await self._script(script, (BASES[shard],), args)

    async def _script(self, script: str, bases: tuple[str, ...], args: tuple[Any, ...]) -> Any:
        """Run a script by its hash. A server that does not know it gets its text."""
        (reply,) = await self._replies([("EVALSHA", SHAS[script], len(bases), *bases, *args)])
        if isinstance(reply, exceptions.NoScriptError):
            (reply,) = await self._replies([("EVAL", SCRIPTS[script], len(bases), *bases, *args)])
        if isinstance(reply, Exception):
            raise self._error(reply) from reply
        return reply

    async def _replies(self, commands: Sequence[Command]) -> list[Any]:
        """Return a reply to each command, or the error with which it was refused."""
        if self._pipeline is None:
            raise StoreError(f"The store {self.name} is not open.")
        try:
            return await self._pipeline.ask(commands)
        except TROUBLES as problem:
            raise StoreError(sentence(self.address, problem)) from problem

    def _error(self, reply: Exception) -> StoreError:
        """Return the error for a refused command: `PartlyDown` while other shards can be used."""
        if not isinstance(reply, Apart):
            return StoreError(sentence(self.address, reply))
        if isinstance(self._pipeline, Cluster) and self._pipeline.stopped:
            return StoreError(sentence(self.address, reply.why))
        where = "{}:{}".format(*reply.node) if reply.node else "a slot that no node has"
        return PartlyDown(f"The part of {self.name} at {where} is away ({ended(reply)[:-1]}); the others go on.")
