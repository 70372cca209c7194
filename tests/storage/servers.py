"""Real Redis servers for tests: on this machine, on free ports, with folders of their own; ended with the test run."""

import atexit
import contextlib
import functools
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

SLOTS, NODES, PATIENCE = 16384, 3, 30
FORGETFUL = ("--appendonly", "no")
"""Options of a server that keeps what it saved and nothing since."""
OPTIONS = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "yes", "--appendfsync", "everysec")


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
        self.folder = tempfile.TemporaryDirectory(prefix="parley-redis-")
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
    cluster_ports = [free_port() for _ in range(NODES)]
    nodes = tuple(Server("--cluster-enabled", "yes", "--cluster-port", str(port)) for port in cluster_ports)
    for n, node in enumerate(nodes):
        told(node, "CLUSTER", "ADDSLOTSRANGE", SLOTS * n // NODES, SLOTS * (n + 1) // NODES - 1)
        told(node, "CLUSTER", "SET-CONFIG-EPOCH", n + 1)
    for node, port in zip(nodes[1:], cluster_ports[1:], strict=True):
        told(nodes[0], "CLUSTER", "MEET", "127.0.0.1", node.port, port)
    until(lambda: all(_whole(node) for node in nodes))
    return nodes


def _whole(node: Server) -> bool:
    info = told(node, "CLUSTER INFO")
    return bool(info["cluster_state"] == "ok" and info["cluster_known_nodes"] == str(NODES))


def emptied(*servers: Server) -> str:
    """The address of a server, or of a cluster, that has nothing in it now."""
    for one in servers:
        one.client.flushall()
    return servers[0].address
