"""One connection for everything: each gets its own reply, and what is asked for meanwhile goes out together."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import hiredis
import pytest
from redis import exceptions
from redis.asyncio import Redis

from storage.redis.link import RETRIES, Link, retries
from storage.redis.pipeline import Command, Demoted, Pipeline, Silent, Uncopied
from tests.storage import servers

pytestmark = pytest.mark.redis


@pytest.fixture
async def pipeline() -> AsyncIterator[Pipeline]:
    client = await Link(servers.emptied(servers.server())).connect()
    pipeline = Pipeline(client, 5, retries())
    yield pipeline
    await pipeline.close()
    await client.aclose()


async def one(pipeline: Pipeline, *command: str | int) -> object:
    (reply,) = await pipeline.ask([command])
    return reply


async def test_everybody_gets_their_own_replies_in_the_order_of_asking(pipeline: Pipeline) -> None:
    asked: list[list[Command]] = [[("INCR", "n")] * (number % 3) for number in range(100)]
    replies = await asyncio.gather(*(pipeline.ask(commands) for commands in asked))
    assert [len(mine) for mine in replies] == [number % 3 for number in range(100)]
    assert [reply for mine in replies for reply in mine] == list(range(1, 100))


async def test_what_is_asked_for_meanwhile_goes_out_together(pipeline: Pipeline) -> None:
    await one(pipeline, "PING")
    client = servers.server().client
    before = client.info("stats")["total_reads_processed"]
    await asyncio.gather(*(one(pipeline, "INCR", "n") for _ in range(200)))
    assert client.info("stats")["total_reads_processed"] - before < 10


async def test_what_is_refused_is_an_error_of_its_own(pipeline: Pipeline) -> None:
    before, refused, after = await pipeline.ask([("SET", "s", "text"), ("INCR", "s"), ("GET", "s")])
    assert (before, after) == (b"OK", b"text")
    assert isinstance(refused, exceptions.ResponseError)


async def test_somebody_who_gives_up_takes_no_reply_of_anybody_else(pipeline: Pipeline) -> None:
    impatient = asyncio.create_task(pipeline.ask([("INCR", "n")]))
    await asyncio.sleep(0)
    others = [asyncio.create_task(one(pipeline, "INCR", "n")) for _ in range(3)]
    await asyncio.sleep(0)
    impatient.cancel()
    numbers = await asyncio.gather(*others)
    assert numbers in ([1, 2, 3], [2, 3, 4])
    assert await one(pipeline, "GET", "n") == str(numbers[-1]).encode()


async def test_a_connection_that_breaks_is_made_again(pipeline: Pipeline) -> None:
    assert await one(pipeline, "INCR", "n") == 1
    servers.server().client.client_kill_filter(_type="normal", skipme=True)
    assert await one(pipeline, "INCR", "n") == 2


async def test_after_the_word_of_a_replica_the_address_is_looked_up_again(pipeline: Pipeline) -> None:
    before = await one(pipeline, "CLIENT", "ID")
    client = servers.server().client
    client.replicaof("127.0.0.1", servers.free_port())
    try:
        assert isinstance(await one(pipeline, "SET", "s", "text"), exceptions.ReadOnlyError)
    finally:
        client.replicaof("NO", "ONE")
    assert await one(pipeline, "SET", "s", "text") == b"OK"
    assert await one(pipeline, "CLIENT", "ID") != before


async def test_a_late_reply_goes_to_nobody() -> None:
    client = await Link(servers.emptied(servers.server())).connect()
    pipeline = Pipeline(client, 0.3, retries())
    server = servers.server().client
    server.set("n", "first")
    try:
        server.client_pause(400, all=True)
        assert await one(pipeline, "GET", "n") == b"first"
        assert await one(pipeline, "GETSET", "n", "second") == b"first"
        assert await one(pipeline, "GET", "n") == b"second"
    finally:
        server.client_unpause()
        await pipeline.close()
        await client.aclose()


async def test_a_server_that_hangs_is_asked_twice_and_then_everybody_is_told_who_came_meanwhile_too() -> None:
    client = await Link(servers.emptied(servers.server())).connect()
    pipeline = Pipeline(client, 0.2, retries())
    server = servers.server().client
    try:
        server.client_pause(3_000, all=True)
        first = asyncio.create_task(one(pipeline, "INCR", "n"))
        await asyncio.sleep(0.25)
        async with asyncio.timeout(0.6):
            results = await asyncio.gather(first, one(pipeline, "GET", "n"), return_exceptions=True)
        assert [type(result) for result in results] == [Silent, Silent]
        server.client_unpause()
        assert await one(pipeline, "PING") in (b"PONG", True)
    finally:
        server.client_unpause()
        await pipeline.close()
        await client.aclose()


async def test_when_nothing_answers_everybody_is_told() -> None:
    server = servers.Server()
    client = await Link(server.address).connect()
    pipeline = Pipeline(client, 5, retries())
    assert await one(pipeline, "PING") in (b"PONG", True)
    server.end()
    results = await asyncio.gather(*(one(pipeline, "PING") for _ in range(3)), return_exceptions=True)
    assert all(isinstance(result, exceptions.ConnectionError) for result in results), (RETRIES, results)
    await pipeline.close()
    await client.aclose()


async def test_who_waits_when_it_is_closed_is_told() -> None:
    client = await Link(servers.emptied(servers.server())).connect()
    pipeline = Pipeline(client, 5, retries())
    server = servers.server().client
    try:
        server.client_pause(1_000, all=True)
        waiting = [asyncio.create_task(one(pipeline, "PING")) for _ in range(2)]
        await asyncio.sleep(0.05)
        await asyncio.wait_for(pipeline.close(), 0.5)
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(result, exceptions.ConnectionError) for result in results), results
    finally:
        server.client_unpause()
        await client.aclose()


@asynccontextmanager
async def spoken_to(answer: Callable[[int, asyncio.StreamWriter], Awaitable[None]]) -> AsyncIterator[Pipeline]:
    """A pipeline to a server whose answers are ours: `answer` is told how many commands came before, on all of them.
    Commands that are there to greet get their +OK.
    """
    asked = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        commands = hiredis.Reader()
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                commands.feed(data)
                while (command := commands.gets()) is not False:
                    if command[0] in (b"CLIENT", b"SELECT"):
                        writer.write(b"+OK\r\n")
                    elif command[0] == b"INFO":
                        writer.write(b"$13\r\nrole:master\r\n\r\n")
                    else:
                        await answer(asked, writer)
                        asked += 1
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1")
    client = Redis(host="127.0.0.1", port=server.sockets[0].getsockname()[1], protocol=2)
    pipeline = Pipeline(client, 0.5, retries())
    try:
        yield pipeline
    finally:
        await pipeline.close()
        await client.aclose()
        server.close()
        await server.wait_closed()


async def test_replies_may_come_in_any_pieces() -> None:
    async def answer(number: int, writer: asyncio.StreamWriter) -> None:
        for byte in b"*2\r\n$3\r\nabc\r\n:%d\r\n" % number:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0)

    async with spoken_to(answer) as pipeline:
        assert await pipeline.ask([("A",), ("B",)]) == [[b"abc", 0], [b"abc", 1]]
        assert list(await asyncio.gather(one(pipeline, "C"), one(pipeline, "D"))) == [[b"abc", 2], [b"abc", 3]]


async def test_a_reply_that_breaks_off_is_asked_for_again() -> None:
    async def answer(number: int, writer: asyncio.StreamWriter) -> None:
        writer.write(b"$5\r\nhel" if number == 0 else b"$5\r\nhello\r\n")
        if number == 0:
            writer.close()

    async with spoken_to(answer) as pipeline:
        assert await one(pipeline, "A") == b"hello"


async def test_what_nobody_asked_for_is_taken_for_nobodys_reply() -> None:
    async def answer(number: int, writer: asyncio.StreamWriter) -> None:
        writer.write(b":%d\r\n" % number)
        if number == 0:
            await asyncio.sleep(0.05)
            writer.write(b"$5\r\nghost\r\n")

    async with spoken_to(answer) as pipeline:
        assert await one(pipeline, "A") == 0
        await asyncio.sleep(0.2)
        assert await one(pipeline, "B") == 1


async def test_a_reply_too_many_in_one_piece_goes_to_nobody() -> None:
    async def answer(number: int, writer: asyncio.StreamWriter) -> None:
        writer.write(b":0\r\n$5\r\ngh" if number == 0 else b"ost\r\n:%d\r\n" % number)

    async with spoken_to(answer) as pipeline:
        assert await one(pipeline, "A") == 0
        with pytest.raises(exceptions.InvalidResponse):
            await one(pipeline, "B")  # over a connection of its own


async def test_who_lost_their_primary_and_says_nothing_else_is_left() -> None:
    async def answer(number: int, writer: asyncio.StreamWriter) -> None:
        down = b"-MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.\r\n"
        writer.write(down if number == 0 else b"+OK\r\n")

    async with spoken_to(answer) as pipeline:
        assert isinstance(await one(pipeline, "A"), exceptions.MasterDownError)
        before = pipeline._protocol
        assert await one(pipeline, "B") == b"OK"
        assert pipeline._protocol is not before


async def test_a_server_that_is_still_loading_is_waited_for() -> None:
    async def answer(number: int, writer: asyncio.StreamWriter) -> None:
        writer.write(b"-LOADING Redis is loading the dataset in memory\r\n" if number < 2 else b"+OK\r\n")

    async with spoken_to(answer) as pipeline:
        assert await one(pipeline, "SET", "s", "text") == b"OK"


async def test_a_server_that_speaks_something_else_is_a_trouble_told_to_who_asked_and_to_nobody_after() -> None:
    async def answer(number: int, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n" if number == 0 else b"+OK\r\n")

    async with spoken_to(answer) as pipeline:
        with pytest.raises(exceptions.InvalidResponse):
            await one(pipeline, "A")
        assert await one(pipeline, "B") == b"OK"


async def test_what_cannot_be_sent_is_told_to_who_asked_and_holds_up_nobody(pipeline: Pipeline) -> None:
    asked: list[Command] = [("SET", "s", object())]
    with pytest.raises(TypeError):
        await pipeline.ask(asked)
    assert await one(pipeline, "SET", "s", "text") == b"OK"


async def test_who_asks_a_lane_that_is_closed_is_told() -> None:
    client = await Link(servers.emptied(servers.server())).connect()
    pipeline = Pipeline(client, 5, retries())
    await pipeline.close()
    for _ in range(2):
        with pytest.raises(exceptions.ConnectionError):
            await one(pipeline, "PING")
    await client.aclose()


# --- replicas ---------------------------------------------------------------------------------------------------------


async def test_one_wait_follows_all_that_went_out_together_and_none_follows_what_only_reads() -> None:
    async def answer(number: int, writer: asyncio.StreamWriter) -> None:
        writer.write(b":%d\r\n" % number)

    async with spoken_to(answer) as pipeline:
        pipeline._copies = 1
        together = one(pipeline, "SET", "a", "1"), one(pipeline, "SET", "b", "2"), one(pipeline, "GET", "a")
        assert list(await asyncio.gather(*together)) == [0, 1, 2]
        assert await one(pipeline, "GET", "a") == 4, "3 was the reply to WAIT"
        assert await one(pipeline, "EVALSHA", "sha", 0, "reads") == 5
        assert await one(pipeline, "EVALSHA", "sha", 1, "writes") == 6
        assert await one(pipeline, "GET", "a") == 8


async def test_what_too_few_replicas_have_counts_for_nobody_who_asked_together_and_is_not_sent_again() -> None:
    asked = 0

    async def answer(number: int, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked = number + 1
        writer.write(b":0\r\n")

    async with spoken_to(answer) as pipeline:
        pipeline._copies = 1
        results = await asyncio.gather(
            one(pipeline, "SET", "a", "1"), one(pipeline, "GET", "a"), return_exceptions=True
        )
        assert [type(result) for result in results] == [Uncopied, Uncopied]
        assert asked == 3
        assert await one(pipeline, "GET", "a") == 0


async def test_a_replica_is_asked_for_nothing() -> None:
    primary = servers.Server()
    replica = servers.Server("--replicaof", f"127.0.0.1 {primary.port}")
    pipeline = Pipeline(Redis(port=replica.port, protocol=2), 5, retries())
    try:
        with pytest.raises(Demoted):
            await one(pipeline, "SET", "s", "text")
        replica.client.replicaof("NO", "ONE")
        assert await one(pipeline, "SET", "s", "text") == b"OK"
    finally:
        await pipeline.close()
        replica.end()
        primary.end()
