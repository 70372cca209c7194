"""What only the shared store has: scripts that get lost, replies that get lost, shards, crashes, and operators."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from redis import exceptions

from storage import StoreError, open_store
from storage.base import Dup, Ok, Taken
from storage.redis import link as redis_link
from storage.redis.address import parsed
from storage.redis.checks import judge
from storage.redis.link import BASES, SHAS, Link
from storage.redis.rows import base_of, home_of
from storage.redis.sentences import sentence
from storage.redis.shards import SHARDS, shard_of
from storage.redis.store import RedisStore
from tests.storage import servers
from tests.storage.samples import T, clock, everything, first, given, log, say, step, texts
from tests.storage.writer import SIDS, apply

OPERATING = Path(__file__).parents[3] / "docs" / "operating.md"


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


# --- with a real server -----------------------------------------------------------------------------------------------

real = pytest.mark.redis


@pytest.fixture
def address() -> str:
    return servers.emptied(servers.server())


@contextlib.asynccontextmanager
async def opened(address: str) -> AsyncIterator[RedisStore]:
    store = RedisStore(address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@contextlib.contextmanager
def configured(name: str, value: str, usual: str) -> Iterator[None]:
    server = servers.server()
    server.client.config_set(name, value)
    try:
        yield
    finally:
        server.client.config_set(name, usual)


@real
async def test_a_password_that_is_wrong(address: str) -> None:
    with configured("requirepass", "right", ""):
        for user in ("", ":secret@"):
            with pytest.raises(StoreError, match="does not let Parley in") as refused:
                await RedisStore(address.replace("127", f"{user}127")).open()
            assert "secret" not in str(refused.value)
        async with opened(address.replace("127", ":right@127")) as store:
            assert await store.load("s") is None
        servers.server().client.execute_command("AUTH", "right")  # type: ignore[no-untyped-call]


@real
async def test_a_user_who_may_run_no_scripts_is_refused_at_once_and_one_with_the_rights_in_the_docs_may_do_all(
    address: str,
) -> None:
    rights = OPERATING.read_text().partition("\nuser parley on >PASSWORD ")[2].partition("\n")[0].split()
    client: Any = servers.server().client
    try:
        client.execute_command("ACL", "SETUSER", "weak", "on", ">pw", "~*", "+@read", "+@write", "+info")
        with pytest.raises(StoreError, match=r"does not let this user do what Parley needs: .*\.$"):
            await RedisStore(address.replace("127", "weak:pw@127")).open()
        client.execute_command("ACL", "SETUSER", "enough", "on", ">pw", *rights)
        async with opened(address.replace("127", "enough:pw@127")) as store:
            assert await store.commit(first()) == Ok(1)
            assert await store.commit(step(1, posts=(say("x"),))) == Ok(2)
            assert await everything(store)
    finally:
        client.execute_command("ACL", "DELUSER", "weak", "enough")


@real
async def test_a_server_that_evicts_is_refused_and_one_that_keeps_nothing_is_warned_of(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with configured("maxmemory-policy", "allkeys-lru", "noeviction"), pytest.raises(StoreError, match="noeviction"):
        await RedisStore(address).open()
    with configured("appendonly", "no", "yes"):
        async with opened(address) as store:
            assert "WITHOUT" in store.note
    assert [record.levelname for record in caplog.records if "append-only" in record.message] == ["WARNING"]


@real
async def test_a_server_that_is_full_says_so_and_changes_nothing(address: str) -> None:
    async with opened(address) as store:
        await store.commit(first())
        before = await everything(store)
        with configured("maxmemory", "1mb", "0"), pytest.raises(StoreError, match="out of memory"):
            await store.commit(step(1, posts=(say("x"),)))
        assert await everything(store) == before
        assert await store.commit(step(1)) == Ok(2)


@real
async def test_data_of_another_version_is_left_alone(address: str) -> None:
    servers.server().client.set(redis_link.LAYOUT_KEY, "0")
    with pytest.raises(StoreError, match="another version of Parley"):
        await RedisStore(address).open()


@real
async def test_a_server_that_lost_the_scripts_gets_them_again(address: str) -> None:
    async with opened(address) as store:
        await store.commit(first())
        servers.server().client.script_flush()
        assert await store.commit(step(1, "a")) == Ok(2)
        assert await log(store) == [(1, 0, b"began"), (2, 0, b"event 2")]


class Proxy:
    """Passes everything on, except the reply to one request that holds certain bytes: that one never arrives."""

    def __init__(self, port: int) -> None:
        self.port, self.swallow = port, b""
        self.swallowed = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind, to_server = await asyncio.open_connection("127.0.0.1", self.port)
        mute = False

        async def there() -> None:
            nonlocal mute
            while data := await reader.read(1 << 16):
                if self.swallow and self.swallow in data:
                    mute, self.swallow = True, b""
                to_server.write(data)
            to_server.close()

        async def back() -> None:
            while data := await behind.read(1 << 16):
                if mute:
                    self.swallowed += 1
                else:
                    writer.write(data)
            writer.close()

        with contextlib.suppress(ConnectionError):
            await asyncio.gather(there(), back())


@pytest.fixture
async def proxy(address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Proxy, str]]:
    monkeypatch.setattr(redis_link, "TIMEOUT", 0.3)
    proxy = Proxy(servers.server().port)
    listening = await asyncio.start_server(proxy, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    yield proxy, f"redis://127.0.0.1:{port}/0"
    listening.close()
    await asyncio.sleep(0)


@real
@pytest.mark.parametrize("inputs", [("a",), ()], ids=["with an input", "without inputs"])
async def test_a_commit_whose_reply_is_lost_is_sent_again_and_applied_once(
    proxy: tuple[Proxy, str], inputs: tuple[str, ...]
) -> None:
    between, address = proxy
    async with opened(address) as store:
        await store.commit(first())
        between.swallow = SHAS["commit"].encode()
        assert await store.commit(step(1, *inputs, posts=(say("x"),))) == Ok(2)
        assert between.swallowed
        assert await log(store) == [(1, 0, b"began"), (2, 0, b"event 2")]
        assert await texts(store) == ["x"]


@real
@pytest.mark.parametrize("script", ["accept", "answer", "posted", "claim", "lease"])
async def test_everything_else_may_be_sent_twice_too(proxy: tuple[Proxy, str], script: str) -> None:
    between, address = proxy
    async with opened(address) as store:
        between.swallow = SHAS[script].encode()
        assert await store.accept(given("a", sid="")) == Taken(given("a", sid=""), None, fresh=True)
        await store.answered(given("a", sid=""), b"no", 20, (say("one"),))
        (row,) = await store.outbox("here")
        await store.posted(row.id, "m1", 30)
        assert [await store.claim("button", owner, 1 << 42) for owner in ("ann", "bob")] == [True, False]
        assert await store.lease("s", "me", 1, 50)
        assert between.swallowed
        assert await texts(store) == []


@real
async def test_claims_that_an_earlier_version_numbered_are_kept(address: str) -> None:
    async with opened(address) as store:
        await store.link.ask("HSET", f"{base_of('button')}c:button", "ann", 0, "bob", 1)
        assert [await store.claim("button", owner, 1 << 42) for owner in ("bob", "ann", "cid")] == [False, True, False]


# --- one id, several sessions -----------------------------------------------------------------------------------------


@pytest.fixture(params=[False, True], ids=["single", "cluster"])
def anywhere(request: pytest.FixtureRequest) -> str:
    """A server, which does all of a step in one script, or a cluster, where inbox and session are apart."""
    return servers.emptied(*servers.cluster()) if request.param else servers.emptied(servers.server())


@pytest.fixture
def apart() -> str:
    return servers.emptied(*servers.cluster())


@contextlib.contextmanager
def killed_after_the_script(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    async def crash(self: RedisStore, answers: object) -> None:
        if answers:
            raise StoreError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(RedisStore, "_note", crash)
        yield


@real
async def test_a_crash_before_the_inbox_knows_leaves_a_record_that_is_answered_later(
    apart: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(apart) as store, opened(apart) as other:
        await store.accept(given("a"))
        with killed_after_the_script(monkeypatch), pytest.raises(StoreError, match="killed"):
            await store.commit(first(inputs=("a",), answer=b"yes"))
        assert await other.pending(11) == (given("a"),)
        assert await other.commit(step(1, "a")) == Dup(b"yes")
        assert await other.pending(11) == ()
        assert await other.accept(given("a")) == Taken(given("a", place="", body=b""), b"yes", fresh=False)


@real
async def test_on_a_single_server_the_inbox_knows_with_the_commit(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(address) as store, opened(address) as other:
        await store.accept(given("a"))
        with killed_after_the_script(monkeypatch):
            assert await store.commit(first(inputs=("a", "never accepted"), answer=b"yes")) == Ok(1)
        assert await other.pending(11) == ()
        assert await other.accept(given("a")) == Taken(given("a", place="", body=b""), b"yes", fresh=False)
        assert await other.commit(first("t", inputs=("never accepted",))) == Dup(b"yes")


@real
async def test_nor_can_another_session_consume_it_then(apart: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(apart) as store, opened(apart) as other:
        with killed_after_the_script(monkeypatch), pytest.raises(StoreError, match="killed"):
            await store.commit(first(inputs=("a",), answer=b"yes"))
        await other.answered(given("a"), b"no", 20, (say("x"),))
        assert await other.commit(first("t", inputs=("a",))) == Dup(b"yes")
        assert (await other.load("t"), await texts(other)) == (None, [])


@real
async def test_somebody_who_stops_half_way_taking_an_input_away_blocks_nobody(anywhere: str) -> None:
    async with opened(anywhere) as store, opened(anywhere) as other:
        await store.accept(given("a"))
        await other.link.run("fence", shard_of("s"), "a", "s", 2)
        assert await asyncio.wait_for(store.commit(first(inputs=("a",), answer=b"yes")), 10) == Ok(1)
        assert await other.commit(first("t", inputs=("a",))) == Dup(b"yes")


@real
async def test_a_session_that_an_input_was_taken_from_cannot_consume_it_any_more(anywhere: str) -> None:
    async with opened(anywhere) as store, opened(anywhere) as other:
        await store.accept(given("a", sid="s"))
        assert await other.commit(first("t", inputs=("a",), answer=b"yes")) == Ok(1)
        assert await store.commit(first("s", inputs=("a",))) == Dup(b"yes")
        assert await store.load("s") is None


@real
async def test_of_all_who_want_an_input_one_gets_it(anywhere: str) -> None:
    async with opened(anywhere) as store, opened(anywhere) as other:
        for n in range(20):
            id, stores, sids = f"in {n}", (store, other), ("s", "t", T)
            await store.accept(given(id, sid=f"s{n}"))
            steps = [stores[k % 2].commit(first(f"{sid}{n}", inputs=(id,))) for k, sid in enumerate(sids)]
            aside = other.answered(given(id), b"", 20, (say(id, place=id),))
            *done, _ = await asyncio.gather(*steps, aside)
            said = len(await store.outbox(id))
            assert [type(one) for one in done].count(Ok) + said == 1
            begun = [await store.load(f"{sid}{n}") for sid in sids]
            assert [one is not None for one in begun] == [isinstance(one, Ok) for one in done]


@real
@pytest.mark.slow
async def test_a_killed_server_that_syncs_every_write_loses_nothing_that_it_acknowledged() -> None:
    """With `everysec` a server may put a write off while it waits for the disk, and answer all the same."""
    server = await asyncio.to_thread(servers.Server, "--appendfsync", "always")
    acknowledged: list[str] = []
    numbers, stop = count(), False

    async def player(store: RedisStore) -> None:
        while not stop:
            n = next(numbers)
            id, sid = f"in {n}", SIDS[n % len(SIDS)]
            while True:
                with contextlib.suppress(StoreError):
                    await store.accept(given(id, sid))
                    await apply(store, sid, id)
                    acknowledged.append(id)
                    break
                await asyncio.sleep(0.05)

    try:
        async with opened(server.address) as store, opened(server.address) as other:
            players = [asyncio.create_task(player((store, other)[n % 2])) for n in range(6)]
            for _ in range(3):
                await asyncio.sleep(0.4)
                server.kill()
                await asyncio.sleep(0.1)
                await asyncio.to_thread(server.start)
            await asyncio.sleep(0.3)
            stop = True
            await asyncio.gather(*players)
            assert await store.pending(1 << 40) == ()
            applied = [data.decode() for sid in SIDS for _, _, data in await log(store, sid)]
    finally:
        await asyncio.to_thread(server.end)
    assert acknowledged
    assert len(applied) == len(set(applied))
    assert set(applied) == set(acknowledged)


# --- a server that comes back without its last moments ----------------------------------------------------------------


@real
async def test_lists_that_name_what_is_gone_are_read_without_it() -> None:
    """Between two questions the server may have been started anew from an older dump."""
    store = RedisStore(servers.emptied(servers.server()))
    await store.open()
    await store.commit(first(jobs=(clock(5),)))
    await store.accept(given("a"))
    await store.link.ask("DEL", f"{base_of('s')}s:s")
    await store.link.ask("DEL", f"{BASES[home_of('a')]}n:a")
    assert await store.due(10) == ()
    assert await store.pending(1 << 40) == ()
    assert await store.sessions() == ()
    await store.close()
