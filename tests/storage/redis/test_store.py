"""The store with a real server: scripts that get lost, replies that get lost, rights, memory, and data of others."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from storage import StoreError
from storage.base import Collected, LeaseRequest, Ok, Taken
from storage.redis import link as redis_link
from storage.redis.link import SHAS
from storage.redis.rows import base_of
from storage.redis.store import RedisStore
from tests.storage import servers
from tests.storage.samples import everything, first, given, log, say, step, texts

OPERATING = Path(__file__).parents[3] / "docs" / "operating.md"


real = pytest.mark.redis


@pytest.fixture
def address() -> str:
    return servers.emptied(servers.server())


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
                await RedisStore(address.replace("//", f"//{user}")).open()
            assert "secret" not in str(refused.value)
        async with servers.opened(address.replace("//", "//:right@")) as store:
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
            await RedisStore(address.replace("//", "//weak:pw@")).open()
        client.execute_command("ACL", "SETUSER", "enough", "on", ">pw", *rights)
        async with servers.opened(address.replace("//", "//enough:pw@")) as store:
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
        async with servers.opened(address) as store:
            assert "WITHOUT" in store.note
    assert [record.levelname for record in caplog.records if "append-only" in record.message] == ["WARNING"]


@real
async def test_a_server_that_is_full_says_so_and_changes_nothing(address: str) -> None:
    async with servers.opened(address) as store:
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
    async with servers.opened(address) as store:
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
    async with servers.opened(address) as store:
        await store.commit(first())
        between.swallow = SHAS["commit"].encode()
        assert await store.commit(step(1, *inputs, posts=(say("x"),))) == Ok(2)
        assert between.swallowed
        assert await log(store) == [(1, 0, b"began"), (2, 0, b"event 2")]
        assert await texts(store) == ["x"]


@real
@pytest.mark.parametrize("script", ["accept", "answer", "posted", "claim", "lease", "collect"])
async def test_everything_else_may_be_sent_twice_too(proxy: tuple[Proxy, str], script: str) -> None:
    between, address = proxy
    async with servers.opened(address) as store:
        between.swallow = SHAS[script].encode()
        assert await store.accept(given("a", sid="")) == Taken(given("a", sid=""), None, fresh=True)
        await store.answered(given("a", sid=""), b"no", 20, (say("one"),))
        (row,) = await store.outbox("here")
        await store.posted(row.id, "m1", 30)
        assert [await store.claim("button", owner, 1 << 42) for owner in ("ann", "bob")] == [True, False]
        assert await store.lease("s", "me", 1, 50)
        assert await store.collect("here", LeaseRequest("post:here", "me", 1, 50, "note"), 9, "s") == Collected((), "")
        assert between.swallowed
        assert await texts(store) == []


@real
async def test_of_an_id_that_a_server_gave_out_again_only_the_post_that_went_out_is_settled(address: str) -> None:
    """A server that lost its last moments has the post, as this process read it, in another place of its order."""
    async with servers.opened(address) as store:
        for again, left in ((say("x"), []), (say("other"), ["other"])):
            await store.commit(first(posts=(say("x"),)))
            (row,) = await store.outbox("here")
            servers.server().client.flushall()
            await store.commit(first(posts=(again,)))
            await store.posted(row.id, "m1", 10, row.post)
            assert await texts(store) == left
            servers.server().client.flushall()


@real
async def test_claims_that_an_earlier_version_numbered_are_kept(address: str) -> None:
    async with servers.opened(address) as store:
        await store.link.ask("HSET", f"{base_of('button')}c:button", "ann", 0, "bob", 1)
        assert [await store.claim("button", owner, 1 << 42) for owner in ("bob", "ann", "cid")] == [False, True, False]
