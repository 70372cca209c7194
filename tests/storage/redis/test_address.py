"""Addresses of the shared store, what a server must be able to do, and what people are told otherwise."""

from typing import Any

import pytest
from redis import exceptions

from storage import StoreError, open_store
from storage.redis import link as redis_link
from storage.redis.address import parsed
from storage.redis.checks import judge
from storage.redis.link import Link
from storage.redis.sentences import sentence
from storage.redis.shards import SHARDS, shard_of
from storage.redis.store import RedisStore
from tests.storage import servers
from tests.storage.samples import T


def test_the_shard_of_a_name_never_changes() -> None:
    """As Redis Cluster numbers its slots: `CLUSTER KEYSLOT`, in 64."""
    names = ["123456789", "s", "t", T, "", "ö"]
    assert [shard_of(name) for name in names] == [0x31C3 % SHARDS, 52, 19, 52, 0, shard_of("ö")]


@pytest.mark.parametrize(
    "address",
    [
        "redis://",
        "redis://:secret@/0",
        "redis://ann:secret@here:port/0",
        "redis://:secret@here/games",
        "redis://:secret@here/0?safe=1",
        "redis://:secret@here/0?unsafe=0",
        "redis://:secret@here/0?unsafe",
    ],
)
def test_an_address_that_is_none_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(StoreError, match="looks like redis://USER:PASSWORD@HOST:PORT/DB") as refused:
        open_store(address)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("address", ["redis://localhost", "redis://:secret@here:7000/2", "rediss://here/0?unsafe=1"])
def test_an_address_names_the_shared_store(address: str) -> None:
    assert isinstance(open_store(address), RedisStore)


def test_an_address_may_have_all_that_is_needed() -> None:
    link = Link("rediss://ann:p%40ss@there:7000/3?unsafe=1")
    where = link.address
    assert (where.hosts, where.db, where.user, where.password) == ((("there", 7000),), 3, "ann", "p@ss")
    assert (where.tls, where.unsafe, link.name) == (True, True, "rediss://there:7000/3")


GOOD = {"redis_version": "7.4.1", "maxmemory_policy": "noeviction", "aof_enabled": 1}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"redis_version": "6.2.14"}, r"is Redis 6\.2\.14; Parley needs version 7 or later"),
        ({"maxmemory_policy": "allkeys-lru"}, "throws data away .*allkeys-lru.* Set maxmemory-policy noeviction"),
    ],
)
def test_a_server_that_would_lose_games_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(StoreError, match=says):
        judge(parsed("redis://here"), GOOD | wrong)


def test_what_a_server_says_while_it_loads_is_not_believed() -> None:
    with pytest.raises(exceptions.BusyLoadingError):
        judge(parsed("redis://here"), GOOD | {"loading": 1, "aof_enabled": 0})


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (
            "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed",
            "An authority of your own is named in SSL_CERT_FILE",
        ),
        ("max number of clients reached", "Raise maxclients"),
        ("Connection refused", "Is Redis running there"),
    ],
)
def test_a_reason_that_can_be_mended_is_named(problem: str, says: str) -> None:
    told = sentence(parsed("rediss://:secret@[::1]:6380"), exceptions.ConnectionError(problem))
    assert told.startswith("rediss://[::1]:6380/0 ")
    assert says in told
    assert "secret" not in told


def test_what_is_kept_is_said() -> None:
    assert "keeps what it acknowledged in its append-only file" in judge(parsed("redis://here"), GOOD)
    assert "WITHOUT an append-only file" in judge(parsed("redis://here"), GOOD | {"aof_enabled": 0})
    evicts = GOOD | {"maxmemory_policy": "allkeys-lru"}
    assert "WITHOUT a promise" in judge(parsed("redis://here?unsafe=1"), evicts)


async def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_link, "RETRIES", 0)
    store = RedisStore(f"redis://:secret@127.0.0.1:{servers.free_port()}")
    with pytest.raises(StoreError, match=r"cannot be reached.* Is Redis running there") as refused:
        await store.open()
    assert "secret" not in str(refused.value)
    with pytest.raises(StoreError, match="is not open"):
        await store.load("s")
    await store.close()
