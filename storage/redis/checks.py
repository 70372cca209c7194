"""Checks of a server at the start: does it fit its address, and how safe is the data there."""

from typing import Any

from redis import exceptions

from storage.base.errors import StoreError
from storage.redis.address import Address
from storage.redis.cluster import Cluster
from storage.redis.pipeline import fields


def fits(address: Address, cluster: bool) -> None:
    """Raise `StoreError` if the address asks for something that this server lacks."""
    if cluster and address.db:
        raise StoreError(f"{address.name} is a cluster, which has database 0 only.")
    if cluster and (address.primary or address.path):
        raise StoreError(f"{address.name} leads to a cluster: name some of its nodes, redis://HOST:PORT,HOST:PORT.")
    if not cluster and len(address.hosts) > 1 and not address.primary:
        raise StoreError(
            f"{address.name} names several servers that are no cluster. Name one, or their sentinels: "
            "redis+sentinel://HOST:PORT,HOST:PORT/PRIMARY."
        )


async def judge_all(address: Address, cluster: Cluster) -> str:
    """Return the note on a usable cluster. Raises `StoreError` as for a server."""
    told = {node: fields(info) for node, info in (await cluster.each("INFO", "everything")).items()}
    note = next(iter({judge(address, info): None for info in told.values()}), "")
    asked = (await cluster.each("CONFIG", "GET", "cluster-require-full-coverage")).values()
    if any(isinstance(reply, list) and reply[1:] == [b"yes"] for reply in asked):
        note += (
            " WITHOUT service to anybody while one of its parts is down: "
            "set cluster-require-full-coverage no on each node."
        )
    return note


def judge(address: Address, info: dict[str, Any]) -> str:
    """Return the note on a usable server. Raises `StoreError` for a server that evicts data."""
    if int(info.get("loading") or 0):
        raise exceptions.BusyLoadingError  # the settings that it reports may not be final yet
    version = str(info["redis_version"])
    if int(version.partition(".")[0]) < 7:
        raise StoreError(f"{address.name} is Redis {version}; Parley needs version 7 or later.")
    if (policy := info.get("maxmemory_policy")) != "noeviction":
        if not address.unsafe:
            raise StoreError(
                f"{address.name} throws data away when memory is short (maxmemory-policy {policy}). Set "
                "maxmemory-policy noeviction, or accept that by ending PARLEY_STORE with ?unsafe=1."
            )
        return f"{address.name} is Redis {version} WITHOUT a promise to keep games when memory is short ({policy})."
    if int(info.get("aof_enabled") or 0):
        return f"{address.name} is Redis {version} and keeps what it acknowledged in its append-only file."
    warning = "WITHOUT an append-only file: a crash of it loses games. Set appendonly yes"
    return f"{address.name} is Redis {version} {warning}."
