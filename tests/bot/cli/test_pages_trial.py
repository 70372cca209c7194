"""`parley doctor --live web`: what a stranger's browser finds at the public address."""

from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.cli.pages_trial import trial
from bot.runtime.settings import Settings
from tests.bot.adapters.web.service import served
from tests.fakes.loopback import Loopback


async def _tried(url: str) -> list[tuple[str, str]]:
    settings = Settings(store="memory:", web="127.0.0.1:8765", web_url=url)
    return [(state, says) async for _, state, says in trial(settings)]


async def test_pages_that_answer_are_well() -> None:
    async with served() as pages:
        assert await _tried(pages.url) == [("ok", f"The pages answer at {pages.url}.")]


async def test_an_address_where_nobody_listens_is_broken() -> None:
    url = f"http://127.0.0.1:{Loopback.free_port()}"
    [(state, says)] = await _tried(url)
    assert state == "broken"
    assert says.startswith(f"Nothing answers at {url} (")


async def test_somebody_else_s_page_and_a_public_store_are_told() -> None:
    async def page(_: web.Request) -> web.Response:
        answer = web.Response(headers=headers)
        answer.set_cookie("parley" if headers else "other", "x")
        return answer

    async def ready(_: web.Request) -> web.Response:
        return web.json_response({"ready": False, "store": "redis.internal"}, status=503)

    headers = dict[str, str]()
    app = web.Application()
    app.add_routes([web.get("/", page), web.get("/readyz", ready)])
    async with TestServer(app) as server:
        url = str(server.make_url("")).rstrip("/")
        assert await _tried(url) == [("broken", f"{url} answers 200, and not as Parley does. Check the proxy.")]
        headers["Content-Security-Policy"] = "x"
        found = await _tried(url)
    assert [state for state, _ in found] == ["ok", "note"]
    assert found[1][1].startswith("/readyz tells everybody about the store")
