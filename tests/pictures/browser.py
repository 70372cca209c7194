"""Pictures of pages, as a phone's browser shows them."""

import io
import shutil

from PIL import Image
from playwright.async_api import async_playwright, expect

from tests.bot.adapters.web.service import served

PHONE = {"width": 390, "height": 760}
SHARP, COLOURS = 2, 96


async def bargaining() -> bytes:
    """A counteroffer in words, and the AI's next offer with its buttons."""
    async with served() as pages, async_playwright() as play:
        browser = await play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        context = await browser.new_context(viewport=PHONE, device_scale_factor=SHARP)  # type: ignore[arg-type]
        page = await context.new_page()
        await page.goto(f"{pages.url}/play/bargaining")
        await page.get_by_role("button", name="Play").click()
        await expect(page.get_by_role("button", name="Accept")).to_be_visible()
        await page.get_by_label("Your message").fill("how about 44")
        await page.get_by_role("button", name="Send").click()
        await expect(page.get_by_text("Round 3: The AI")).to_be_visible()
        await page.get_by_label("Your message").blur()
        await page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        png = await page.screenshot()
        await browser.close()
    out = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()
