"""Redis as people run it: sentinels, a cluster with and without replicas, a socket, TLS; over real processes."""

import asyncio
import contextlib
import itertools
import logging
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot import app, keys
from bot.adapters.base import Door
from bot.players import find
from bot.runtime.store_health import StoreHealth
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.model.inbound import Act, Answer, Inbound, Open, Text
from games.core.post import plain
from storage import StoreError, open_store
from storage.base import Ok, PartlyDown, Row
from storage.redis.cluster import SLOTS
from storage.redis.rows import home_of
from storage.redis.shards import shard_of
from storage.redis.store import RedisStore
from tests.bot.platforms import Silent
from tests.storage import servers
from tests.storage.samples import clock, first, given, say, step
from tests.storage.servers import NODES, Server, Watched, clustered, told
from tests.storage.traffic import Traffic

pytestmark = [pytest.mark.redis, pytest.mark.slow, pytest.mark.timeout(300)]

HASTY = 1_500
"""Milliseconds after which a silent server counts as down here; docs/operating.md recommends more."""
ALWAYS = ("--appendfsync", "always")
PARTLY = ("--cluster-require-full-coverage", "no", "--cluster-node-timeout", str(HASTY))
PEOPLE = 8


@contextlib.asynccontextmanager
async def watched(replicas: int) -> AsyncIterator[Watched]:
    town = await asyncio.to_thread(Watched, replicas, *ALWAYS, down_after=HASTY)
    try:
        yield town
    finally:
        await asyncio.to_thread(town.end)


@contextlib.asynccontextmanager
async def sharded(replicas: int) -> AsyncIterator[tuple[Server, ...]]:
    nodes = await asyncio.to_thread(clustered, replicas, *PARTLY, *ALWAYS)
    try:
        yield nodes
    finally:
        for node in nodes:
            await asyncio.to_thread(node.end)


async def until(true: Callable[[], object | Awaitable[object]]) -> None:
    """Wait until a function is true, or its coroutine returns something true."""
    async with asyncio.timeout(30):
        while True:
            found = true()
            if await found if asyncio.iscoroutine(found) else found:
                return
            await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def opened(address: str) -> AsyncIterator[RedisStore]:
    store = open_store(address)
    assert isinstance(store, RedisStore)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


# --- failover ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hung"])
async def test_sentinels_lead_to_the_new_primary_and_nothing_that_was_acknowledged_is_lost(
    sign: signal.Signals,
) -> None:
    async with watched(2) as town:
        address, old = f"{town.address}?wait=1", town.servers[0]
        traffic = Traffic([f"w{n}" for n in range(4)])
        async with opened(address) as store, traffic.over(address):
            before = store.incarnation
            await traffic.everybody_again()
            old.process.send_signal(sign)
            await traffic.everybody_again()
            if sign is signal.SIGSTOP:
                old.process.send_signal(signal.SIGCONT)  # it believes to be the primary, for a while
                await until(lambda: told(old, "ROLE")[0] == b"slave")
            assert await store.load("w0") is not None
            assert store.incarnation not in ("", before)
            await traffic.everybody_again()
        assert await traffic.found(address) == ([], [], [])


async def test_a_primary_without_the_replicas_that_are_asked_for_acknowledges_nothing() -> None:
    primary = await asyncio.to_thread(Server)
    replica = await asyncio.to_thread(Server, "--replicaof", f"127.0.0.1 {primary.port}")
    await until(lambda: servers.followed(primary) == 1)
    async with opened(f"{primary.address}?wait=1") as store:
        assert await store.commit(first()) == Ok(1)
        replica.kill()
        with pytest.raises(StoreError, match=r"is in 1 replica .*lower \?wait="):
            await store.commit(step(1, "a"))
        await asyncio.to_thread(replica.start)
        await until(lambda: servers.followed(primary) == 1)
        assert await store.commit(step(2, "b")) == Ok(3)
    for server in (replica, primary):
        await asyncio.to_thread(server.end)


async def test_a_cluster_with_replicas_goes_on_when_one_primary_is_killed(caplog: pytest.LogCaptureFixture) -> None:
    async with sharded(1) as nodes:
        traffic = Traffic([f"w{n}" for n in range(6)])
        async with opened(nodes[0].address) as store, traffic.over(nodes[0].address):
            before = store.incarnation
            await traffic.everybody_again()
            await asyncio.to_thread(nodes[1].kill)
            await traffic.everybody_again()
            await until(lambda: _listed(store, traffic))
            assert store.incarnation not in ("", before)
        lost, twice, _ = await traffic.found(nodes[0].address)
        assert twice == []
        assert len(lost) < len(traffic.acknowledged) / 10, "a replica has all but the last moment"


async def _listed(store: RedisStore, traffic: Traffic) -> bool:
    return {loaded.head.sid for loaded in await store.sessions()} == set(traffic.sids)


async def test_the_server_that_answers_has_a_name_that_changes_when_it_is_started_again() -> None:
    server = await asyncio.to_thread(Server)
    async with opened(server.address) as store:
        before = store.incarnation
        server.client.client_kill_filter(_type="normal", skipme=True)
        await store.load("s")
        assert store.incarnation == before != ""
        server.kill()
        await asyncio.to_thread(server.start)
        await store.load("s")
        assert store.incarnation not in ("", before)
    await asyncio.to_thread(server.end)


# --- a cluster of which a part is down --------------------------------------------------------------------------------


def node_of(name: str) -> int:
    """Return which of the nodes has the shard of a name."""
    return SLOTS[shard_of(name)] * NODES // servers.SLOTS


class Street(Silent):
    """A platform of several people, each in a place of their own."""

    platform = "chat"

    def __init__(self) -> None:
        self.door: Door | None = None
        self.shown: dict[str, list[str]] = {}

    async def run(self, door: Door, stop: asyncio.Event) -> None:
        self.door = door
        await stop.wait()

    async def show(self, row: Row, sent: Sent) -> str:
        self.shown.setdefault(row.post.place, []).append(plain(sent.post))
        return row.id

    async def act(self, who: str, id: str, act: Act) -> Answer:
        assert self.door is not None
        return await self.door.handle(Inbound(id, who, who, 1, act))

    def sees(self, who: str, words: str) -> bool:
        return any(words in text for text in self.shown.get(who, ()))


def names_of(who: str) -> tuple[str, ...]:
    """Return what stands for a person's game, the buttons in their place, and who posts there."""
    return keys.focus(who, who), keys.buttons(who), keys.posting(who)


def id_on(good: bool, who: str, down: int) -> str:
    """Return an id of an input whose record is on another node than the one that is down, or on that one."""
    ids = (f"{who}/{n}" for n in range(1_000))
    return next(id for id in ids if (SLOTS[home_of(id)] * NODES // servers.SLOTS != down) is good)


@contextlib.asynccontextmanager
async def street(store: RedisStore) -> AsyncIterator[tuple[Street, StoreHealth]]:
    platform, stop, watch = Street(), asyncio.Event(), StoreHealth(store)
    whole = asyncio.create_task(app.run(Manager(store, find), [platform], stop, health=watch))
    try:
        await until(lambda: platform.door is not None)
        yield platform, watch
    finally:
        stop.set()
        await whole


async def test_people_whose_shards_are_there_are_served_while_a_node_is_down_and_the_others_afterwards() -> None:
    down = 1
    known = (who for n in range(1_000) if down not in map(node_of, names_of(who := f"chat:{n}")))
    people = list(itertools.islice(known, PEOPLE))
    async with sharded(0) as nodes, opened(nodes[0].address) as store, street(store) as (platform, watch):
        games = {}
        for who in people:
            opening = await platform.act(who, f"open {who}", Open("bargaining", seed=3))
            games[who] = opening.sid
        await until(lambda: all(platform.sees(who, "Round 1") for who in people))
        served = [who for who in people if node_of(games[who]) != down]
        hit = [who for who in people if who not in served]
        assert served
        await asyncio.to_thread(nodes[down].kill)
        for who in served:
            answer = await platform.act(who, id_on(True, who, down), Text("44"))
            assert answer.what == "played"
        for who in hit:
            with pytest.raises(PartlyDown, match="is away"):
                await platform.act(who, id_on(True, who, down), Text("44"))
        with pytest.raises(PartlyDown):
            await platform.act(served[0], id_on(False, served[0], down), Text("45"))
        await until(lambda: all(platform.sees(who, "Round 3") for who in served))
        assert watch.problem == ""
        await asyncio.to_thread(nodes[down].start)
        for who in hit:
            await until(lambda who=who: _takes(platform, who, down))  # type: ignore[misc]
        await until(lambda: all(platform.sees(who, "Round 3") for who in people))


async def _takes(platform: Street, who: str, down: int) -> bool:
    try:
        return (await platform.act(who, id_on(True, who, down), Text("44"))).what == "played"
    except StoreError:
        return False


async def test_lists_leave_out_the_shards_that_are_away_say_so_once_and_are_whole_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    down = 2
    sids = [f"s{n}" for n in range(12)]
    gone = [sid for sid in sids if node_of(sid) == down]
    async with sharded(0) as nodes, opened(nodes[0].address) as store:
        for n, sid in enumerate(sids):
            await store.accept(given(f"open {n}", sid=""))
            await store.commit(first(sid, jobs=(clock(n, sid=sid),), posts=(say(sid, place=f"place {n}"),)))

        async def seen() -> tuple[int, int, int, int]:
            inputs = {row.id for row in await store.pending(1 << 40)}
            return len(await store.sessions()), len(await store.due(99)), len(await store.outbox()), len(inputs)

        assert await seen() == (12, 12, 12, 12)
        with caplog.at_level(logging.WARNING, "storage"):
            await asyncio.to_thread(nodes[down].kill)
            left = 12 - len(gone)
            away = sum(SLOTS[home_of(f"open {n}")] * NODES // servers.SLOTS == down for n in range(12))
            for _ in range(3):
                assert await seen() == (left, left, left, 12 - away)
            assert await store.next_due() is not None
            assert (await store.tally(["x"])).posts == left
            await asyncio.to_thread(nodes[down].start)
            await until(lambda: _whole(store))
            assert await seen() == (12, 12, 12, 12)
        assert gone
        messages = [record.message for record in caplog.records]
        assert [sum(words in message for message in messages) for words in ("cannot be used", "used again")] == [1, 1]


async def _whole(store: RedisStore) -> bool:
    return len(await store.sessions()) == 12


async def test_a_cluster_that_stops_as_a_whole_for_want_of_a_part_is_warned_of() -> None:
    address = servers.emptied(*servers.cluster())
    async with opened(address) as store:
        assert "WITHOUT service to anybody while one of its parts is down" in store.note
    for node in servers.cluster():
        told(node, "CONFIG", "SET", "cluster-require-full-coverage", "no")
    try:
        async with opened(address) as store:
            assert "WITHOUT" not in store.note
    finally:
        for node in servers.cluster():
            told(node, "CONFIG", "SET", "cluster-require-full-coverage", "yes")


async def test_a_cluster_may_be_named_by_several_nodes_of_which_one_is_down() -> None:
    nodes = servers.cluster()
    servers.emptied(*nodes)
    async with opened(f"redis://127.0.0.1:{servers.free_port()},127.0.0.1:{nodes[1].port}") as store:
        assert await store.commit(first()) == Ok(1)


# --- sockets and TLS --------------------------------------------------------------------------------------------------


async def test_a_socket_of_this_machine(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    server = await asyncio.to_thread(Server, "--unixsocket", str(path))
    try:
        async with opened(f"unix://{path}?db=3") as store:
            assert await store.commit(first()) == Ok(1)
        assert told(server, "INFO", "keyspace").keys() == {"db3"}
    finally:
        await asyncio.to_thread(server.end)


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate for 127.0.0.1 that nobody but its owner trusts, and its key."""
    folder = tmp_path_factory.mktemp("papers")
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=parley -addext subjectAltName=IP:127.0.0.1"
    subprocess.run([*command.split(), "-keyout", "key", "-out", "cert"], cwd=folder, check=True, capture_output=True)
    return folder


async def test_tls_with_an_authority_of_ones_own(papers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = servers.free_port()
    paths = ("--tls-cert-file", str(papers / "cert"), "--tls-key-file", str(papers / "key"))
    server = await asyncio.to_thread(Server, "--tls-port", str(port), *paths, "--tls-auth-clients", "no")
    try:
        with pytest.raises(StoreError, match=r"do not trust each other.* SSL_CERT_FILE"):
            await open_store(f"rediss://127.0.0.1:{port}/0").open()
        monkeypatch.setenv("SSL_CERT_FILE", str(papers / "cert"))
        async with opened(f"rediss://127.0.0.1:{port}/0") as store:
            assert await store.commit(first()) == Ok(1)
    finally:
        await asyncio.to_thread(server.end)


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("redis+sentinel://:secret@a,b:5000/parley/2?wait=1", "redis+sentinel://a:26379,b:5000/parley/2"),
        ("rediss+sentinel://ann:secret@[::1]:5/parley?sentinel_password=secret", "rediss+sentinel://[::1]:5/parley/0"),
        ("redis://a:1,b:2", "redis://a:1,b:2/0"),
        ("unix:///run/redis.sock?db=2&unsafe=1", "unix:///run/redis.sock?db=2"),
    ],
)
def test_an_address_is_shown_without_its_passwords(address: str, name: str) -> None:
    store = open_store(address)
    assert isinstance(store, RedisStore)
    assert store.link.name == name


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("redis+sentinel://:secret@a:1", r"redis\+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/PRIMARY/DB"),
        ("redis+sentinel://:secret@a:1/parley/x", "PRIMARY/DB"),
        ("redis://:secret@a:1,:2", "several HOST:PORT with commas"),
        ("redis://:secret@a?wait=10", r"\?wait=1"),
        ("redis://:secret@a?sentinel_password=secret", "redis://USER"),
        ("unix://secret@/x.sock?db=y", r"unix:///PATH/TO\.sock\?db=0"),
        ("unix:///", r"unix:///PATH/TO\.sock\?db=0"),
    ],
)
def test_an_address_that_is_none_is_answered_with_what_is_allowed(address: str, says: str) -> None:
    with pytest.raises(StoreError, match=says) as refused:
        open_store(address)
    assert "secret" not in str(refused.value)


async def test_a_name_that_no_sentinel_knows_is_said() -> None:
    async with watched(0) as town:
        wrong = town.address.replace("/parley/", "/poker/")
        with pytest.raises(StoreError, match=r"No sentinel .* knows a primary of that name"):
            await open_store(wrong).open()
