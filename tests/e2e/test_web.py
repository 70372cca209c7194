"""Two processes that serve pages over one Redis, behind a balancer: what one does shows at the other, and either may be
killed.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest
from aiohttp import ClientError
from playwright.async_api import expect

from tests.bot.adapters.web.screen import Screen
from tests.bot.adapters.web.service import Browser
from tests.chromium import chromium
from tests.e2e.services import Service
from tests.fakes.loopback import Loopback
from tests.storage import servers

PATIENCE = 30.0


class House:
    """A process that serves pages, and browsers without scripts that ask it."""

    def __init__(self, folder: Path, store: str, number: int) -> None:
        port = Loopback.free_port()
        home = folder / str(number)
        home.mkdir()
        self.url = f"http://127.0.0.1:{port}"
        env = {"PARLEY_WEB": f"127.0.0.1:{port}", "PARLEY_WEB_PLAY": "on", "PARLEY_STORE": store}
        self.service = Service(home, env)

    async def starts(self) -> None:
        self.service.logs = ""
        await self.service.starts()
        await self.service.until("listening")


class Person(Browser):
    """A browser that a balancer leads to one house or another, under the same address."""

    def __init__(self, house: House) -> None:
        super().__init__(house, cookies=True)  # type: ignore[arg-type]

    def goes_to(self, house: House) -> None:
        self.pages = house  # type: ignore[assignment]

    async def follows(self, path: str, seen: Callable[[str], bool]) -> str:
        """Read a page's stream until something stands in it. Returns what came, also if the stream ends before."""
        came = ""
        with suppress(ClientError):
            async with asyncio.timeout(PATIENCE), self.session.get(f"{self.pages.url}{path}/events") as stream:
                assert stream.status == 200
                async for line in stream.content:
                    came += line.decode()
                    if seen(came):
                        break
        return came


@asynccontextmanager
async def two(folder: Path) -> AsyncIterator[tuple[House, House]]:
    store = servers.emptied(servers.server())
    one, other = (House(folder, store, number) for number in range(2))
    async with AsyncExitStack() as stack:
        for house in (one, other):
            stack.push_async_callback(house.service.__aexit__, None, None, None)
        await asyncio.gather(one.starts(), other.starts())
        yield one, other


def _button(screen: Screen, begins: str) -> str:
    return next(label for label in screen.labels if label.startswith(begins))


@pytest.mark.redis
async def test_what_is_said_at_one_process_shows_at_the_other_and_either_may_die(tmp_path: Path) -> None:
    async with two(tmp_path) as (one, other):
        ann, bob = Person(one), Person(other)
        try:
            # Both draw the key of the cookies at the same time.
            await asyncio.gather(ann.opens("/play/dealornodeal"), bob.opens("/"))
            await ann.presses("Play", level="human")
            [link] = [given["value"] for given in ann.screen.all("input", readonly="") if "/join/" in given["value"]]
            await bob.opens(link.removeprefix(one.url))
            await bob.presses("Join")
            assert bob.status == 200
            hears = asyncio.create_task(bob.follows(bob.address, lambda came: "hello there" in came))
            await ann.until(lambda screen: "On the table" in " ".join(screen.articles))
            await ann.says("hello there")
            assert "hello there" in await hears

            # A cookie, a page and its buttons are good at both.
            ann.goes_to(other)
            await ann.opens(ann.address)
            await ann.says("what do you like?")
            assert "what do you like?" in " ".join(ann.screen.said)

            # A stream ends with its process; what was said meanwhile stands in the one that follows.
            bob.goes_to(one)
            cut = asyncio.create_task(bob.follows(bob.address, lambda came: "never said" in came))
            await bob.follows(bob.address, lambda came: "what do you like" in came)
            await one.service.dies()
            assert "never said" not in await cut
            bob.goes_to(other)
            await ann.says("hello again")
            assert "hello again" in await bob.follows(bob.address, lambda came: "hello again" in came)
            assert "Traceback" not in one.service.logs + other.service.logs
        finally:
            await ann.session.close()
            await bob.session.close()


async def test_a_game_goes_on_after_a_kill_and_a_reload_shows_everything(tmp_path: Path) -> None:
    house = House(tmp_path, f"sqlite:///{tmp_path / 'parley.db'}", 0)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(house.service.__aexit__, None, None, None)
        await house.starts()
        ann = Person(house)
        stack.push_async_callback(ann.session.close)
        await ann.begins()
        await ann.says("how about 41")
        assert "Round 2: You offered $41.00." in " ".join(ann.screen.articles)
        before = ann.screen.articles
        await house.service.dies()
        await house.starts()
        assert (await ann.opens(ann.address)).articles == before
        await ann.presses(_button(ann.screen, "Accept"))
        assert "GAME OVER" in " ".join(ann.screen.articles)
        assert await house.service.ends() == 0
        assert "Traceback" not in house.service.logs


@asynccontextmanager
async def balanced(port: int) -> AsyncIterator[str]:
    """A proxy that answers 502 while nobody listens behind it. Yields its address."""

    async def passes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(1 << 16):
                writer.write(chunk)
                await writer.drain()
        writer.close()

    async def serves(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await reader.read(1 << 16)
            writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            writer.close()
            return
        await asyncio.gather(passes(reader, forth), passes(back, writer))

    server = await asyncio.start_server(serves, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


@pytest.mark.browser
async def test_a_page_with_scripts_comes_back_by_itself_behind_a_proxy(tmp_path: Path) -> None:
    house = House(tmp_path, f"sqlite:///{tmp_path / 'parley.db'}", 0)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(house.service.__aexit__, None, None, None)
        await house.starts()
        proxy = await stack.enter_async_context(balanced(int(house.url.rpartition(":")[2])))
        browser = await stack.enter_async_context(chromium())
        context = await browser.new_context()
        page, other = await context.new_page(), await context.new_page()
        for one in (page, other):
            one.set_default_timeout(1_000 * PATIENCE)
        await page.goto(f"{proxy}/play/bargaining")
        await page.get_by_role("button", name="Play").click()
        await expect(page.get_by_role("button", name="Accept")).to_be_visible()
        async with page.expect_response(lambda answer: answer.status == 502):
            await house.service.dies()
        await house.starts()
        await other.goto(page.url)
        await other.get_by_label("Your message").fill("how about 41")
        await other.keyboard.press("Enter")
        await expect(page.get_by_text("Round 2: You offered $41.00.")).to_be_visible(timeout=1_000 * PATIENCE)
        await expect(page.get_by_text("how about 41")).to_have_count(1)
