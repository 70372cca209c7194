"""The board of a class in a browser: whole without scripts, live with them, and nobody's name on it."""

import asyncio
import re

from bot.adapters.web.board_picture import svg
from bot.adapters.web.qr import qr
from bot.classes import rooms
from games.core.plots import Axis, Level, Plane, Spot, Strip
from tests.bot.adapters.web.service import Browser, Pages, served

STRIP = Strip(
    Axis("price", 3000, 7000, 100, "$"),
    (5000, 5000, 5200),
    levels=(Level("cost <b>", 4000),),
    zone=(4000, 6500),
)
PLANE = Plane(
    Axis("your points", 0, 10),
    Axis("their points", 0, 10),
    ((5, 5), (5, 5)),
    ((10, 1), (0, 10)),
    (Spot("Nash", 6, 5, "nash"),),
)


async def taught(pages: Pages, words: str = "bargaining now:yes") -> tuple[str, str]:
    """A class's code and the path of its board."""
    await pages.operates(f"class new {words}")
    code = await pages.told(r"Class ([A-Z]{6}):")
    held = await rooms.by_code(pages.store, code)
    assert held is not None
    return code, f"/board/{held.room.token}"


async def enters(pages: Pages, code: str) -> Browser:
    browser = pages.browser()
    await browser.opens(f"/join/{code}")
    await browser.presses("Join")
    return browser


async def test_a_board_counts_people_and_shows_a_dot_for_each_deal(pages: Pages) -> None:
    code, path = await taught(pages)
    ann = await enters(pages, code)
    await enters(pages, code)
    await ann.presses(next(label for label in ann.screen.labels if label.startswith("Accept")))
    board = pages.browser()
    await board.opens(path)
    await board.until(lambda screen: 'class="dot"' in screen.html)
    html = board.screen.html
    assert len(board.screen.all("h1")) == 1
    assert re.findall(r"<dt>(\w+)</dt><dd>(\d+)</dd>", html) == [("Joined", "2"), ("Playing", "1"), ("Finished", "1")]
    assert board.screen.all("meta", **{"http-equiv": "refresh"})
    assert "prices that pay both" in html
    assert " style=" not in html
    assert "unsafe-inline" not in board.headers["Content-Security-Policy"]


async def test_a_board_changes_as_games_end_in_another_process(pages: Pages) -> None:
    code, path = await taught(pages)
    ann = await enters(pages, code)
    async with served(pages.store) as other:
        watcher = other.browser()
        async with watcher.session.get(f"{other.url}{path}/events") as stream:
            heard = b""
            await ann.presses(next(label for label in ann.screen.labels if label.startswith("Accept")))
            async with asyncio.timeout(10):
                while b'class="dot"' not in heard:
                    heard += await stream.content.readany()


async def test_the_picture_may_wait_for_the_end(pages: Pages) -> None:
    code, path = await taught(pages, "bargaining now:yes picture:end")
    ann = await enters(pages, code)
    await ann.presses(next(label for label in ann.screen.labels if label.startswith("Accept")))
    board = pages.browser()
    await board.opens(path)
    await board.until(lambda screen: "<dt>Finished</dt><dd>1</dd>" in screen.html)
    assert not [given for given in board.screen.all("svg") if given.get("class") != "sign"]
    await board.opens(f"{path}/picture.svg")
    assert board.status == 404


async def test_unknown_boards_and_files_are_not_there(pages: Pages) -> None:
    _, path = await taught(pages)
    browser = pages.browser()
    for wrong in ("/board/abc", f"{path}/games.csv", f"{path}/class.zip", f"{path}/other", "/board/abc/events"):
        await browser.opens(wrong)
        assert browser.status == 404


async def test_a_code_picture_is_served(pages: Pages) -> None:
    _, path = await taught(pages)
    browser = pages.browser()
    async with browser.session.get(f"{pages.url}{path}/join.svg") as answer:
        assert answer.content_type == "image/svg+xml"
        assert b"<svg" in await answer.read()
    assert qr("http://school.example/join/ABCDEF")


def test_a_picture_holds_a_dot_for_each_deal_and_escapes_its_words() -> None:
    for plot, dots in ((STRIP, 3), (PLANE, 2)):
        drawn = svg(plot, "A <title>", "said")
        assert drawn.count('class="dot"') == dots
        assert "<b>" not in drawn
        assert "style=" not in drawn
