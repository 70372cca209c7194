"""One input id and several sessions, crashes between the shards, and servers that are killed or come back older."""

import asyncio
import contextlib
from collections.abc import Iterator
from itertools import count

import pytest

from storage import StoreError
from storage.base import Dup, Ok, Taken
from storage.redis.link import BASES
from storage.redis.rows import base_of, home_of
from storage.redis.shards import shard_of
from storage.redis.store import RedisStore
from tests.storage import servers
from tests.storage.samples import T, clock, first, given, log, say, step, texts
from tests.storage.writer import SIDS, apply

real = pytest.mark.redis


@pytest.fixture(params=[False, True], ids=["single", "cluster"])
def anywhere(request: pytest.FixtureRequest) -> str:
    """A server, which does all of a step in one script, or a cluster, where inbox and session are apart."""
    return servers.emptied(*servers.cluster()) if request.param else servers.emptied(servers.server())


@pytest.fixture
def single() -> str:
    return servers.emptied(servers.server())


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
    async with servers.opened(apart) as store, servers.opened(apart) as other:
        await store.accept(given("a"))
        with killed_after_the_script(monkeypatch), pytest.raises(StoreError, match="killed"):
            await store.commit(first(inputs=("a",), answer=b"yes"))
        assert await other.pending(11) == (given("a"),)
        assert await other.commit(step(1, "a")) == Dup(b"yes")
        assert await other.pending(11) == ()
        assert await other.accept(given("a")) == Taken(given("a", place="", body=b""), b"yes", fresh=False)


@real
async def test_on_a_single_server_the_inbox_knows_with_the_commit(single: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with servers.opened(single) as store, servers.opened(single) as other:
        await store.accept(given("a"))
        with killed_after_the_script(monkeypatch):
            assert await store.commit(first(inputs=("a", "never accepted"), answer=b"yes")) == Ok(1)
        assert await other.pending(11) == ()
        assert await other.accept(given("a")) == Taken(given("a", place="", body=b""), b"yes", fresh=False)
        assert await other.commit(first("t", inputs=("never accepted",))) == Dup(b"yes")


@real
async def test_nor_can_another_session_consume_it_then(apart: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with servers.opened(apart) as store, servers.opened(apart) as other:
        with killed_after_the_script(monkeypatch), pytest.raises(StoreError, match="killed"):
            await store.commit(first(inputs=("a",), answer=b"yes"))
        await other.answered(given("a"), b"no", 20, (say("x"),))
        assert await other.commit(first("t", inputs=("a",))) == Dup(b"yes")
        assert (await other.load("t"), await texts(other)) == (None, [])


@real
async def test_somebody_who_stops_half_way_taking_an_input_away_blocks_nobody(anywhere: str) -> None:
    async with servers.opened(anywhere) as store, servers.opened(anywhere) as other:
        await store.accept(given("a"))
        await other.link.run("fence", shard_of("s"), "a", "s", 2)
        assert await asyncio.wait_for(store.commit(first(inputs=("a",), answer=b"yes")), 10) == Ok(1)
        assert await other.commit(first("t", inputs=("a",))) == Dup(b"yes")


@real
async def test_a_session_that_an_input_was_taken_from_cannot_consume_it_any_more(anywhere: str) -> None:
    async with servers.opened(anywhere) as store, servers.opened(anywhere) as other:
        await store.accept(given("a", sid="s"))
        assert await other.commit(first("t", inputs=("a",), answer=b"yes")) == Ok(1)
        assert await store.commit(first("s", inputs=("a",))) == Dup(b"yes")
        assert await store.load("s") is None


@real
async def test_of_all_who_want_an_input_one_gets_it(anywhere: str) -> None:
    async with servers.opened(anywhere) as store, servers.opened(anywhere) as other:
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
        async with servers.opened(server.address) as store, servers.opened(server.address) as other:
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
    """Between two questions the server may have been started again from an older dump."""
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
