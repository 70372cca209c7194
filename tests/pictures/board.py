"""The board of a class as a browser shows it on a projector."""

import asyncio
from io import BytesIO
from shutil import which

from PIL import Image
from playwright.async_api import async_playwright

from bot.adapters.web.house import Terms
from tests.bot.adapters.web.service import served
from tests.bot.classes.crowd import arrives, made, play

STUDENTS = 24
SIZE = {"width": 1280, "height": 800}
COLOURS = 64


async def board() -> bytes:
    """Two thirds of a class have finished."""
    async with served(terms=Terms("http://parley.example", "a secret for pictures")) as pages:
        held = await made(pages, "bargaining minutes:12 now:yes")
        for _ in range(STUDENTS):
            await arrives(pages, held.room.code, 0, [])
        await play(pages, held, STUDENTS * 2 // 3, ("easy", "normal", "hard"))
        await asyncio.sleep(2)
        async with async_playwright() as browsers:
            browser = await browsers.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
            page = await browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
            await page.goto(f"{pages.url}/board/{held.room.token}")
            await page.wait_for_timeout(1_000)
            shot = Image.open(BytesIO(await page.screenshot()))
            await browser.close()
    small = BytesIO()
    shot.convert("RGB").quantize(COLOURS).save(small, "PNG", optimize=True)
    return small.getvalue()
