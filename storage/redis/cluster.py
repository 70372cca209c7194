"""The primaries of a Redis Cluster: one pipeline to each; every command goes to the primary that has its shard.

A failed node gets no commands until a background check succeeds or another node has its slots. Meanwhile commands for
it fail at once, and the other shards go on unaffected.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

from redis import exceptions
from redis.crc import key_slot

from storage.redis.pipeline import REPLICA, Command, Pipeline, Uncopied
from storage.redis.shards import SHARDS

Node = tuple[str, int]
"""Host and port."""

TROUBLES = (exceptions.RedisError, OSError)
MOVES = 5
"""Maximum of times that a command follows its shard to another node."""
PAUSE, GLANCE = 0.25, 1.0
"""Seconds between two checks of failed nodes, and seconds for a node to answer one."""
LATE = 1
"""Number of late replies after which a node counts as failed: another node may have its slots by then."""
SLOTS = tuple(key_slot(f"p{shard:02}".encode()) for shard in range(SHARDS))
"""The cluster slot of each of our shards."""
SHARD = slice(len("parley:{p"), len("parley:{p00"))
log = logging.getLogger(__name__)


class Apart(exceptions.RedisError):
    """Error: the shard that a command concerns cannot be used now. `why` is what its node said, or how it failed."""

    def __init__(self, node: Node | None, why: Exception) -> None:
        super().__init__(str(why))
        self.node, self.why = node, why


class Cluster:
    """A cluster's connections. `starts` are nodes to ask for others; `make` returns a node's pipeline."""

    def __init__(self, starts: Sequence[Node], make: Callable[[Node], Pipeline]) -> None:
        self._starts, self._make = starts, make
        self._pipelines: dict[Node, Pipeline] = {}
        self._owners: list[Node | None] = [None] * SHARDS
        self._failed: dict[Node, Exception] = {}
        self._mending: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()

    @property
    def incarnation(self) -> str:
        """Digest of the runs and histories of all primaries. A primary that is down counts as it was last seen."""
        seen = sorted(self._pipeline(node).incarnation for node in self._nodes())
        return sha256(" ".join(seen).encode()).hexdigest()[:32]

    @property
    def whole(self) -> bool:
        """True if every shard has a node and none failed."""
        return None not in self._owners and not self._failed

    @property
    def stopped(self) -> bool:
        """True if no node at all can be used."""
        return self._failed.keys() >= self._nodes()

    async def open(self) -> None:
        """Find all primaries. Raises the error of the last node that was asked, if none answers."""
        await self._survey(self._starts)

    async def close(self) -> None:
        """Close the connections to all nodes."""
        if self._mending is not None:
            self._mending.cancel()
            await asyncio.wait({self._mending})
        pipelines, self._pipelines = self._pipelines, {}
        await asyncio.gather(
            *(pipeline.close() for pipeline in pipelines.values()), *self._leaving, return_exceptions=True
        )

    @property
    def nodes(self) -> list[Node]:
        """All primaries that have shards of ours."""
        return sorted(self._nodes())

    async def at(self, node: Node, commands: Sequence[Command]) -> list[Any]:
        """Return one node's reply to each command; `Apart` if the node cannot be used."""
        return await self._of(node, commands)

    async def each(self, *command: Any) -> dict[Node, Any]:
        """Send the same command to every primary. Returns the replies; primaries that do not answer are left out."""
        nodes = self.nodes
        replies = await asyncio.gather(*(self._of(node, [command]) for node in nodes))
        return {node: reply for node, (reply,) in zip(nodes, replies, strict=True) if not isinstance(reply, Exception)}

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Return a reply for each command: the error of a refused one, `Apart` where the shard is away."""
        replies: list[Any] = [None] * len(commands)
        left = list(range(len(commands)))
        for _ in range(MOVES):
            groups: dict[Node | None, list[int]] = {}
            for n in left:
                groups.setdefault(self._owners[_shard(commands[n])], []).append(n)
            asked = [self._of(node, [commands[n] for n in mine]) for node, mine in groups.items()]
            left = []
            for (node, mine), given in zip(groups.items(), await asyncio.gather(*asked), strict=True):
                for n, reply in zip(mine, given, strict=True):
                    replies[n] = reply
                    if isinstance(reply, Apart) and isinstance(reply.why, exceptions.MovedError):
                        self._moved(_shard(commands[n]), reply.why, node)
                        left.append(n)
            if not left:
                break
        return replies

    def _nodes(self) -> set[Node]:
        return {node for node in self._owners if node is not None}

    def _pipeline(self, node: Node) -> Pipeline:
        pipeline = self._pipelines.get(node)
        if pipeline is None:
            pipeline = self._pipelines[node] = self._make(node)
        return pipeline

    async def _of(self, node: Node | None, commands: Sequence[Command]) -> list[Any]:
        """Return a node's reply to each command; `Apart` if the node cannot be used."""
        if node is None:
            return [Apart(None, exceptions.ClusterDownError("no node has this slot"))] * len(commands)
        if (why := self._failed.get(node)) is not None:
            return [Apart(node, why)] * len(commands)
        try:
            replies = await self._pipeline(node).ask(commands)
        except Uncopied as few:
            return [Apart(node, few)] * len(commands)
        except TROUBLES as trouble:
            self._fail(node, trouble)
            return [Apart(node, trouble)] * len(commands)
        for reply in replies:
            if isinstance(reply, (exceptions.ClusterDownError, *REPLICA)):
                self._fail(node, reply)
        return [Apart(node, reply) if _away(reply) else reply for reply in replies]

    def _moved(self, shard: int, said: exceptions.MovedError, node: Node | None) -> None:
        self._owners[shard] = (str(said.host) or (node or self._starts[0])[0], int(said.port))
        self._mend()

    def _fail(self, node: Node, why: Exception) -> None:
        if node not in self._failed:
            log.error("The part of the cluster at %s:%d cannot be used (%s); the others go on.", *node, why)
        self._failed[node] = why
        self._mend()

    def _mend(self) -> None:
        if self._mending is None or self._mending.done():
            self._mending = asyncio.create_task(self._mended())

    async def _mended(self) -> None:
        """Refresh the slot map and check the failed nodes, until none is failed."""
        while True:
            with suppress(*TROUBLES, TimeoutError):
                async with asyncio.timeout(GLANCE):
                    await self._survey(self._starts)
            await asyncio.gather(*(self._look(node) for node in tuple(self._failed)))
            if not self._failed:
                return
            await asyncio.sleep(PAUSE)

    async def _look(self, node: Node) -> None:
        """Use a failed node again if it has data or names its new owner; forget one that has none of our shards."""
        mine = [shard for shard, owner in enumerate(self._owners) if owner == node]
        if not mine:
            del self._failed[node]
            return
        with suppress(*TROUBLES, TimeoutError):
            async with asyncio.timeout(GLANCE):
                (reply,) = await self._pipeline(node).ask([("GET", f"parley:{{p{mine[0]:02}}}:layout")])
            if not isinstance(reply, Exception) or isinstance(reply, exceptions.MovedError):
                del self._failed[node]
                log.warning("The part of the cluster at %s:%d can be used again.", *node)

    async def _survey(self, starts: Sequence[Node]) -> None:
        """Ask one node for the slots of all: one in use if possible, else one of the `starts`."""
        known = [node for node in sorted(self._nodes()) if node not in self._failed]
        trouble: Exception = exceptions.ConnectionError("no node to ask")
        for node in dict.fromkeys([*known, *starts]):
            if node in self._failed and known:
                continue
            try:
                (reply,) = await self._pipeline(node).ask([("CLUSTER", "SLOTS")])
            except TROUBLES as problem:
                trouble = problem
                continue
            if isinstance(reply, list):
                self._settle(reply, node)
                return
            trouble = reply
        raise trouble

    def _settle(self, rows: list[Any], asked: Node) -> None:
        owners: list[Node | None] = [None] * SHARDS
        for start, end, (host, port, *_), *_ in rows:
            node = (host.decode() if host and host != b"?" else asked[0], int(port))
            for shard, slot in enumerate(SLOTS):
                if start <= slot <= end:
                    owners[shard] = node
        self._owners = owners
        for node in [node for node in self._pipelines if node not in owners]:
            leaving = asyncio.create_task(self._pipelines.pop(node).close())
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)


def _shard(command: Command) -> int:
    """Return the shard of a command's key, which begins with the shard's tag."""
    key = command[3] if command[0] in ("EVAL", "EVALSHA") else command[1]
    return int(str(key)[SHARD])


def _away(reply: Any) -> bool:
    """Return whether a refusal is about the shard and not about the command.

    A slot that is being moved has its keys on two nodes, where a script cannot see them together; the client waits
    until the move is over.
    """
    moving = (exceptions.AskError, exceptions.TryAgainError, exceptions.ClusterDownError, *REPLICA)
    few = isinstance(reply, exceptions.ResponseError) and str(reply).startswith("NOREPLICAS")
    return few or isinstance(reply, moving)
