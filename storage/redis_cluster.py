"""The primaries of a Redis Cluster: one lane to each, and every command to the one that has its shard.

A node that fails is left alone until a look at it, made aside from everybody's commands, succeeds or another node has
its slots. Meanwhile what concerns it fails at once, and the other shards go on as if nothing had happened.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

from redis import exceptions
from redis.crc import key_slot

from storage.redis_lane import REPLICA, Command, Lane, Uncopied
from storage.shards import SHARDS

Node = tuple[str, int]
"""Host and port."""

TROUBLES = (exceptions.RedisError, OSError)
MOVES = 5
"""Times that a command follows its shard to another node."""
PAUSE, GLANCE = 0.25, 1.0
"""Seconds between two looks at nodes that failed, and for one of them to answer."""
LATE = 1
"""Late replies after which a node has failed: another one may have its slots by then."""
SLOTS = tuple(key_slot(f"p{shard:02}".encode()) for shard in range(SHARDS))
"""The slot of each shard of ours."""
SHARD = slice(len("parley:{p"), len("parley:{p00"))
log = logging.getLogger(__name__)


class Apart(exceptions.RedisError):
    """The shard that a command concerns cannot be used now; `why` is what its node said, or how it failed."""

    def __init__(self, node: Node | None, why: Exception) -> None:
        super().__init__(str(why))
        self.node, self.why = node, why


class Cluster:
    """`starts` are nodes to ask for the others; `make` gives a lane to a node, which connects when it is used."""

    def __init__(self, starts: Sequence[Node], make: Callable[[Node], Lane]) -> None:
        self._starts, self._make = starts, make
        self._lanes: dict[Node, Lane] = {}
        self._owners: list[Node | None] = [None] * SHARDS
        self._failed: dict[Node, Exception] = {}
        self._mending: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()

    @property
    def incarnation(self) -> str:
        """A digest over the runs and histories of all primaries; one that is down counts as it was last seen."""
        seen = sorted(self._lane(node).incarnation for node in self._nodes())
        return sha256(" ".join(seen).encode()).hexdigest()[:32]

    @property
    def whole(self) -> bool:
        """Whether every shard has a node, and none failed."""
        return None not in self._owners and not self._failed

    @property
    def stopped(self) -> bool:
        """Whether no node at all can be used."""
        return self._failed.keys() >= self._nodes()

    async def open(self) -> None:
        """Find all primaries. Raises what keeps the last one that was asked from answering."""
        await self._survey(self._starts)

    async def close(self) -> None:
        """Hang up on every node."""
        if self._mending is not None:
            self._mending.cancel()
            await asyncio.wait({self._mending})
        lanes, self._lanes = self._lanes, {}
        await asyncio.gather(*(lane.close() for lane in lanes.values()), *self._leaving, return_exceptions=True)

    @property
    def nodes(self) -> list[Node]:
        """All primaries that have shards of ours."""
        return sorted(self._nodes())

    async def at(self, node: Node, commands: Sequence[Command]) -> list[Any]:
        """Return what one node says to each command; `Apart` where it cannot be used."""
        return await self._of(node, commands)

    async def each(self, *command: Any) -> dict[Node, Any]:
        """Ask every primary the same; those that do not answer are left out."""
        nodes = self.nodes
        replies = await asyncio.gather(*(self._of(node, [command]) for node in nodes))
        return {node: reply for node, (reply,) in zip(nodes, replies, strict=True) if not isinstance(reply, Exception)}

    async def ask(self, commands: Sequence[Command]) -> list[Any]:
        """A reply for each command; what was refused is an error among them, and `Apart` where the shard is away."""
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

    # --- one node -----------------------------------------------------------------------------------------------------

    def _nodes(self) -> set[Node]:
        return {node for node in self._owners if node is not None}

    def _lane(self, node: Node) -> Lane:
        lane = self._lanes.get(node)
        if lane is None:
            lane = self._lanes[node] = self._make(node)
        return lane

    async def _of(self, node: Node | None, commands: Sequence[Command]) -> list[Any]:
        """What a node says to each command; `Apart` where it cannot be used."""
        if node is None:
            return [Apart(None, exceptions.ClusterDownError("no node has this slot"))] * len(commands)
        if (why := self._failed.get(node)) is not None:
            return [Apart(node, why)] * len(commands)
        try:
            replies = await self._lane(node).ask(commands)
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
        """Ask another node for this shard from now on, and find out where the others are."""
        self._owners[shard] = (str(said.host) or (node or self._starts[0])[0], int(said.port))
        self._mend()

    def _fail(self, node: Node, why: Exception) -> None:
        if node not in self._failed:
            log.error("The part of the cluster at %s:%d cannot be used (%s); the others go on.", *node, why)
        self._failed[node] = why
        self._mend()

    # --- finding the way ----------------------------------------------------------------------------------------------

    def _mend(self) -> None:
        if self._mending is None or self._mending.done():
            self._mending = asyncio.create_task(self._mended())

    async def _mended(self) -> None:
        """Look for who has which slots, and at the nodes that failed, until none has."""
        while True:
            with suppress(*TROUBLES, TimeoutError):
                async with asyncio.timeout(GLANCE):
                    await self._survey(self._starts)
            await asyncio.gather(*(self._look(node) for node in tuple(self._failed)))
            if not self._failed:
                return
            await asyncio.sleep(PAUSE)

    async def _look(self, node: Node) -> None:
        """Take a node up again that reads what it has, or says who has it; forget one that has nothing of ours."""
        mine = [shard for shard, owner in enumerate(self._owners) if owner == node]
        if not mine:
            del self._failed[node]
            return
        with suppress(*TROUBLES, TimeoutError):
            async with asyncio.timeout(GLANCE):
                (reply,) = await self._lane(node).ask([("GET", f"parley:{{p{mine[0]:02}}}:layout")])
            if not isinstance(reply, Exception) or isinstance(reply, exceptions.MovedError):
                del self._failed[node]
                log.warning("The part of the cluster at %s:%d can be used again.", *node)

    async def _survey(self, starts: Sequence[Node]) -> None:
        """Ask one node for the slots of all: one in use if possible, else one of those to start with."""
        known = [node for node in sorted(self._nodes()) if node not in self._failed]
        trouble: Exception = exceptions.ConnectionError("no node to ask")
        for node in dict.fromkeys([*known, *starts]):
            if node in self._failed and known:
                continue
            try:
                (reply,) = await self._lane(node).ask([("CLUSTER", "SLOTS")])
            except TROUBLES as problem:
                trouble = problem
                continue
            if isinstance(reply, list):
                self._settle(reply, node)
                return
            trouble = reply
        raise trouble

    def _settle(self, rows: list[Any], asked: Node) -> None:
        """Take over who has which slots: first, last, and the primary's host and port of each range."""
        owners: list[Node | None] = [None] * SHARDS
        for start, end, (host, port, *_), *_ in rows:
            node = (host.decode() if host and host != b"?" else asked[0], int(port))
            for shard, slot in enumerate(SLOTS):
                if start <= slot <= end:
                    owners[shard] = node
        self._owners = owners
        for node in [node for node in self._lanes if node not in owners]:
            leaving = asyncio.create_task(self._lanes.pop(node).close())
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)


def _shard(command: Command) -> int:
    """Return the shard of a command's key, which begins with the shard's tag."""
    key = command[3] if command[0] in ("EVAL", "EVALSHA") else command[1]
    return int(str(key)[SHARD])


def _away(reply: Any) -> bool:
    """Return whether a refusal is about the shard and not about the command.

    A slot that is being moved has its keys on two nodes, where a script cannot see them together: it is waited for.
    """
    moving = (exceptions.AskError, exceptions.TryAgainError, exceptions.ClusterDownError, *REPLICA)
    few = isinstance(reply, exceptions.ResponseError) and str(reply).startswith("NOREPLICAS")
    return few or isinstance(reply, moving)
