"""Real Redis servers for tests: on this machine, on free ports, with folders of their own; ended with the test run."""

import atexit
import contextlib
import functools
import socket
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from storage.redis.store import RedisStore

SLOTS, NODES, PATIENCE = 16384, 3, 30
FORGETFUL = ("--appendonly", "no")
"""Options of a server that keeps what it saved and nothing since."""
OPTIONS: tuple[str, ...] = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "yes", "--appendfsync", "everysec")
OPTIONS += ("--repl-diskless-sync-delay", "0")  # else each replica waits 5 seconds for others to join it


@contextlib.asynccontextmanager
async def opened(address: str) -> AsyncIterator[RedisStore]:
    store = RedisStore(address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(true: Callable[[], object]) -> None:
    """Wait for something that needs a moment. Raises `TimeoutError`."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(RedisError):
            if true():
                return
        time.sleep(0.02)
    raise TimeoutError("The Redis server of the tests does not come up.")


class Server:
    """One redis-server. It keeps its folder, and so its data, when it is killed and started again."""

    def __init__(self, *options: str) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="parley-redis-", ignore_cleanup_errors=True)
        self.port, self.options = free_port(), (*OPTIONS, *options)
        self.client = Redis(port=self.port, protocol=2)
        self.start()
        atexit.register(self.end)

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        where = ("--port", str(self.port), "--dir", self.folder.name)
        with Path(self.folder.name, "log").open("ab") as log:
            self.process = subprocess.Popen(["redis-server", *where, *self.options], stdout=log, stderr=log)
        until(self.client.ping)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def saved(self) -> bytes:
        """A dump of what it has now."""
        self.client.save()
        return Path(self.folder.name, "dump.rdb").read_bytes()

    def rewind(self, dump: bytes) -> None:
        """Kill it and start it again with a dump of an earlier moment. Only for one without an append-only file."""
        self.kill()
        Path(self.folder.name, "dump.rdb").write_bytes(dump)
        self.start()

    def end(self) -> None:
        self.client.close()
        self.kill()
        self.folder.cleanup()
        atexit.unregister(self.end)


def told(server: Server, *command: object) -> Any:
    return server.client.execute_command(*command)  # type: ignore[no-untyped-call]


@functools.cache
def server() -> Server:
    """The one that tests share; empty it before use."""
    return Server()


@functools.cache
def cluster() -> tuple[Server, ...]:
    """Three nodes that share the slots; empty them before use."""
    return clustered()


def clustered(replicas: int = 0, *options: str) -> tuple[Server, ...]:
    """A cluster of its own: three primaries that share the slots, then this many replicas of each of them in turn."""
    cluster_ports = [free_port() for _ in range(NODES * (1 + replicas))]
    enabled = ("--cluster-enabled", "yes", *options, "--cluster-port")
    nodes = tuple(Server(*enabled, str(port)) for port in cluster_ports)
    for n, node in enumerate(nodes[:NODES]):
        told(node, "CLUSTER", "ADDSLOTSRANGE", SLOTS * n // NODES, SLOTS * (n + 1) // NODES - 1)
    for n, node in enumerate(nodes):
        told(node, "CLUSTER", "SET-CONFIG-EPOCH", n + 1)
    for node, port in zip(nodes[1:], cluster_ports[1:], strict=True):
        told(nodes[0], "CLUSTER", "MEET", "127.0.0.1", node.port, port)
    until(lambda: all(_whole(node, len(nodes)) for node in nodes))
    ids = [str(told(node, "CLUSTER", "MYID"), "ascii") for node in nodes[:NODES]]
    for n, node in enumerate(nodes[NODES:]):
        until(lambda node=node, n=n: told(node, "CLUSTER", "REPLICATE", ids[n % NODES]))  # type: ignore[misc]
    until(lambda: all(followed(node) == replicas for node in nodes[:NODES]))
    return nodes


def followed(server: Server) -> int:
    """Return how many replicas are up to date with a server."""
    info = server.client.info("replication")
    return sum(info[f"slave{n}"]["state"] == "online" for n in range(info["connected_slaves"]))


def _whole(node: Server, size: int) -> bool:
    info = told(node, "CLUSTER INFO")
    return bool(info["cluster_state"] == "ok" and info["cluster_known_nodes"] == str(size))


class Watched:
    """A primary with replicas, and three sentinels that watch it."""

    def __init__(self, replicas: int, *options: str, down_after: int = 3_000) -> None:
        primary = Server(*options)
        follow = ("--replicaof", f"127.0.0.1 {primary.port}")
        self.servers = (primary, *(Server(*options, *follow) for _ in range(replicas)))
        until(lambda: followed(primary) == replicas)
        self._folder = tempfile.TemporaryDirectory(prefix="parley-sentinels-", ignore_cleanup_errors=True)
        atexit.register(self.end)
        self.sentinels: list[tuple[subprocess.Popen[bytes], Redis]] = []
        for n in range(3):
            self._sentinel(n, primary.port, down_after)
        until(lambda: all(self._sees(client, replicas) for _, client in self.sentinels))

    @property
    def address(self) -> str:
        ports = (client.connection_pool.connection_kwargs["port"] for _, client in self.sentinels)
        return f"redis+sentinel://{','.join(f'127.0.0.1:{port}' for port in ports)}/parley/0"

    def _sentinel(self, n: int, primary: int, down_after: int) -> None:
        port, folder = free_port(), Path(self._folder.name, str(n))
        folder.mkdir()
        lines = (
            "bind 127.0.0.1",
            f"port {port}",
            f"dir {folder}",
            f"sentinel monitor parley 127.0.0.1 {primary} 2",
            f"sentinel down-after-milliseconds parley {down_after}",
            "sentinel failover-timeout parley 10000",
        )
        folder.joinpath("sentinel.conf").write_text("\n".join(lines) + "\n")
        with folder.joinpath("log").open("ab") as log:
            process = subprocess.Popen(
                ["redis-server", str(folder / "sentinel.conf"), "--sentinel"], stdout=log, stderr=log
            )
        self.sentinels.append((process, Redis(port=port, protocol=2)))

    def _sees(self, client: Redis, replicas: int) -> bool:
        masters: Any = client.sentinel_masters()
        seen = masters["parley"]
        return bool(seen["num-other-sentinels"] == 2 and seen["num-slaves"] == replicas)

    def end(self) -> None:
        atexit.unregister(self.end)
        for process, client in self.sentinels:
            client.close()
            process.kill()
            process.wait()
        for server in self.servers:
            server.end()
        self._folder.cleanup()


def emptied(*servers: Server) -> str:
    """Empty the servers, and return the address of the first."""
    for one in servers:
        one.client.flushall()
    return servers[0].address
