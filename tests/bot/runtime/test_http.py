"""The one HTTP server: parts share an address or have their own, and end in good order."""

import asyncio
import socket
from time import monotonic

import aiohttp
import pytest
from aiohttp import web

from bot.runtime.connections import PATIENCE
from bot.runtime.errors import CannotServe
from bot.runtime.health import measured, pages
from bot.runtime.http import Http
from bot.runtime.listening import Part, health_part, web_part, webhook_part
from bot.runtime.store_health import StoreHealth
from storage.memory import MemoryStore
from tests.fakes.loopback import Loopback

STARTS = "Parley is starting or stopping. Try again in a few seconds.\n"


def _app(word: str, gate: asyncio.Event | None = None) -> web.Application:
    async def says(request: web.Request) -> web.Response:
        if gate is not None:
            await gate.wait()
        return web.Response(text=f"{word} {len(await request.read())}")

    app = web.Application(client_max_size=10)
    app.router.add_route("*", "/{path:.*}", says)
    return app


async def _ask(port: int, path: str, body: bytes = b"") -> tuple[int, str]:
    async with aiohttp.ClientSession() as asker:
        answer = await asker.request("POST" if body else "GET", f"http://127.0.0.1:{port}{path}", data=body or None)
        return answer.status, await answer.text()


async def test_parts_with_the_same_address_share_a_listener_and_each_gets_its_paths() -> None:
    address = f"127.0.0.1:{Loopback.free_port()}"
    hook, rest = webhook_part("https://bot.example/tele%20gram?x", address), web_part(address)
    http = Http([hook, rest])
    async with http.serving(rest, _app("pages")) as port:
        assert await _ask(port, "/tele%20gram") == (
            503,
            "Parley is starting or stopping. Try again in a few seconds.\n",
        )
        async with http.serving(hook, _app("webhook")) as same:
            assert same == port
            assert await _ask(port, "/tele%20gram?update=1") == (200, "webhook 0")
            assert await _ask(port, "/telegram") == (200, "pages 0")
            assert (await _ask(port, "/", b"more than its limit"))[0] == 413
        assert await _ask(port, "/play") == (200, "pages 0")
    with pytest.raises(aiohttp.ClientConnectionError):
        await _ask(port, "/play")


async def test_a_part_alone_answers_its_own_paths_only() -> None:
    part = Part("PARLEY_TELEGRAM_LISTEN", "127.0.0.1:0", ("/telegram",))
    async with Http([part]).serving(part, _app("webhook")) as port:
        assert await _ask(port, "/telegram") == (200, "webhook 0")
        assert await _ask(port, "/") == (404, "There is nothing here.\n")


async def test_parts_that_take_any_port_get_two() -> None:
    http, part = Http(), web_part("127.0.0.1:0")
    async with http.serving(part, _app("one")) as one, http.serving(part, _app("two")) as two:
        assert (await _ask(one, "/"), await _ask(two, "/")) == ((200, "one 0"), (200, "two 0"))


@pytest.mark.parametrize("others", [True, False])
async def test_requests_in_progress_are_answered_before_a_part_ends(others: bool) -> None:
    address, gate = f"127.0.0.1:{Loopback.free_port()}", asyncio.Event()
    http, rest, hook = Http(), web_part(address), webhook_part("https://bot.example/telegram", address)
    ending = http.serving(rest, _app("pages", gate))
    other = http.serving(hook, _app("webhook"))
    port = await ending.__aenter__()
    if others:
        await other.__aenter__()
    asked = asyncio.create_task(_ask(port, "/"))
    while not any(mount._busy for one in http._listeners.values() for mount in one.mounts):  # noqa: ASYNC110
        await asyncio.sleep(0)
    ended = asyncio.create_task(ending.__aexit__(None, None, None))
    await asyncio.sleep(0)
    gate.set()
    assert await asked == (200, "pages 0")
    await ended
    if others:
        assert await _ask(port, "/") == (404, "There is nothing here.\n")
        await other.__aexit__(None, None, None)


@pytest.mark.parametrize("part", [health_part("nowhere.invalid:80"), web_part("203.0.113.1:80"), web_part("a..b:80")])
async def test_an_address_that_cannot_be_used_is_told_with_its_setting(part: Part) -> None:
    with pytest.raises(CannotServe, match=f"{part.setting} cannot be served at {part.address} \\(.+\\)"):
        async with Http().serving(part, _app("")):
            pass


async def test_a_failure_is_logged_without_the_caller_and_garbage_is_not(caplog: pytest.LogCaptureFixture) -> None:
    async def fails(_: web.Request) -> web.Response:
        raise RuntimeError

    app = web.Application()
    app.add_routes([web.get("/", fails)])
    async with Http().serving(web_part("127.0.0.1:0"), app) as port:
        assert (await _ask(port, "/"))[0] == 500
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            stranger.sendall(b"\x16\x03\x01 hello\r\n\r\n")
            assert b"400" in await asyncio.to_thread(stranger.recv, 64)
    assert "127.0.0.1" not in caplog.text


@pytest.mark.parametrize(
    "garbage",
    [
        b"GET /<b>x</b> HTTP/1.1\r\n<i>\r\n\r\n",
        b"<b>x</b> / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\r\n\r\n",
    ],
)
async def test_what_is_no_request_gets_an_answer_that_repeats_nothing_of_it(garbage: bytes) -> None:
    async with Http().serving(web_part("127.0.0.1:0"), _app("")) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(garbage)
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b" 400 " in head
    assert b"Content-Security-Policy: default-src 'none'" in head
    assert b"aiohttp" not in head
    assert body == b"That is no request that this server understands.\n"


async def test_a_reader_who_takes_nothing_of_an_answer_is_cut_off() -> None:
    async def gives(_: web.Request) -> web.Response:
        return web.Response(body=bytes(16_000_000))  # more than any socket's buffers hold

    app, http, now = web.Application(), Http(), monotonic()
    app.add_routes([web.get("/", gives)])
    async with http.serving(web_part("127.0.0.1:0"), app) as port:
        [listener] = http._listeners.values()
        guard = listener._connections
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1_000)
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await asyncio.wait_for(reader.readexactly(500), 10)
        guard.look(now)
        assert guard.server.connections
        guard.look(now + 2 * PATIENCE)
        async with asyncio.timeout(10):
            while guard.server.connections:  # noqa: ASYNC110 - the library tells nobody
                await asyncio.sleep(0)
        writer.close()


async def test_an_address_shared_with_the_public_tells_it_nothing_of_store_and_load() -> None:
    store = MemoryStore()
    address = f"127.0.0.1:{Loopback.free_port()}"
    http = Http([health_part(address), web_part(address)])
    health = StoreHealth(store, lambda: 0)
    health.problem = "The store at redis.internal is away."
    figures = measured(store, lambda: 0, health)
    async with pages(address, store, ["web"], health, figures, http) as port:
        assert await _ask(port, "/healthz") == (200, '{"alive": true}\n')
        assert await _ask(port, "/readyz") == (503, '{"ready": false}\n')
        assert (await _ask(port, "/metrics"))[0] == 404
        assert (await _ask(port, "/"))[0] == 503
        health.problem = ""
        assert await _ask(port, "/readyz") == (200, '{"ready": true}\n')
    async with pages("127.0.0.1:0", store, ["web"], health, figures, http) as port:
        assert (await _ask(port, "/metrics"))[0] == 200
