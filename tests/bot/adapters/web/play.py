"""A person in a real browser, who types, or presses buttons and fills forms, until a game is over."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Literal
from unittest.mock import patch

from playwright.async_api import Browser, Locator, Page, expect

from bot.session.model import receipt
from tests.bot.adapters.web.service import Pages
from tests.visits.play import SEED
from tests.visits.scripts import SCRIPTS, Presses, Says

Size = Literal["phone", "desk"]
SIZES: dict[Size, tuple[int, int]] = {"phone": (360, 740), "desk": (1280, 720)}
PATIENCE = 20_000
"""Milliseconds."""
ACTS = 60
BRISK = 50
"""Milliseconds between posts of AI seats."""
OVER = "GAME OVER"
PREFERRED = (
    r"Confirm",
    r"Deal: ",
    r"Yes",
    r"Accept",
    r"Agree",
    r"Stay in",
    r"Same as last round",
    r"Take the suggestion",
    r"Pass",
    r"Deny",
    r"Join 0",
)
"""The buttons that a person presses who wants to be done, the dearest first."""
FORMS = ("Counteroffer", "Make an offer", "Change #", "Pick items", "Offer", "Invite")
"""The forms that a person sends once before."""
FIELDS = {"f-price": "45", "f-give-0": "1", "f-get-0": "1", "f-items-0": "1"}


class Person:
    """Somebody with a page open. `scripts`: their browser runs scripts."""

    def __init__(self, page: Page, url: str, *, scripts: bool = True) -> None:
        self.page, self.url, self.scripts = page, url, scripts
        self.troubles: list[str] = []
        page.on("console", lambda message: self.troubles.append(message.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log")

    def button(self, label: str) -> Locator:
        """Return the newest button whose label begins so."""
        return self.log.get_by_role("button", name=re.compile(f"^{re.escape(label)}")).last

    async def begins(self, game: str) -> None:
        await self.page.goto(f"{self.url}/play/{game}")
        await self.page.get_by_role("button", name="Play").click()
        await expect(self.log.get_by_role("article").first).to_be_visible()

    async def says(self, words: str) -> None:
        await self.page.locator("[name=text]").fill(words)
        await self.page.get_by_role("button", name="Send").click()

    async def sees(self, words: str, among: int = 0) -> None:
        """Wait until words stand in more than this many posts. Without scripts the page is looked at again."""
        found = self.log.get_by_role("article").filter(has_text=words)
        for _ in range(40):
            try:
                await expect(found.nth(among)).to_be_attached(timeout=PATIENCE if self.scripts else 400)
            except AssertionError:
                if self.scripts:
                    raise
                await self.page.goto(self.page.url.partition("#")[0])
            else:
                return
        raise AssertionError(f"{words!r} is not on the page")

    async def types_a_game(self, game: str, until: str = OVER) -> None:
        """Play the visit of a stranger up to an answer: type, and press where the stranger presses."""
        await self.begins(game)
        await self.sees(SCRIPTS[game].answer)
        for step in SCRIPTS[game].steps:
            before = await self.log.get_by_role("article").filter(has_text=step.answer).count()
            await self._does(step)
            await self.sees(step.answer, before)
            if step.answer.startswith(until):
                return

    async def _does(self, step: Says | Presses) -> None:
        if isinstance(step, Says):
            await self.says(step.words)
        else:
            await self.button(step.label).click()

    async def presses_a_game(self, game: str) -> None:
        """Send one form, then press what leads to the end."""
        await self.begins(game)
        sent = False
        for _ in range(ACTS):
            await self.awaited()
            if await self.log.get_by_text(OVER).count():
                return
            before = await self.log.inner_text()
            sent = (not sent and await self.fills()) or (await self.presses() and sent)
            await self.answered(before)
        raise AssertionError(f"{ACTS} acts, and no end")

    async def answered(self, before: str) -> None:
        """Wait until the conversation is another than before, for a moment at most: others may have to move first."""
        for _ in range(10):
            if await self.log.inner_text() != before:
                return
            await self.page.wait_for_timeout(100)
        if not self.scripts:
            await self.page.reload()

    async def awaited(self) -> None:
        """Wait until there is something to press."""
        offered = self.log.locator("button:not([disabled])").or_(self.log.get_by_text(OVER))
        await expect(offered.first).to_be_visible(timeout=PATIENCE)

    async def fills(self) -> bool:
        for label in FORMS:
            form = self.log.get_by_role("form", name=label).last
            if not await form.count():
                continue
            await fill(form)
            await form.get_by_role("button").click()
            return True
        return False

    async def presses(self) -> bool:
        for label in PREFERRED:
            button = self.log.locator("button:not([disabled])").filter(has_text=re.compile(f"^{label}")).last
            if await button.count():
                await button.click()
                return True
        return False


async def fill(form: Locator) -> None:
    """Fill in the fields that are empty: numbers, the first picks of many, the first option of a list."""
    for name, value in FIELDS.items():
        if await form.locator(f"[name={name}]").count():
            await form.locator(f"[name={name}]").fill(value)
    picks = form.get_by_role("checkbox")
    if await picks.count() and not await form.get_by_role("checkbox", checked=True).count():
        for n in range(3):
            await picks.nth(n).check()
    for n in range(await form.get_by_role("combobox").count()):
        options = form.get_by_role("combobox").nth(n)
        if not await options.input_value():
            await options.select_option(index=1)


@asynccontextmanager
async def person(
    browser: Browser, pages: Pages, size: Size = "phone", *, scripts: bool = True, dark: bool = False
) -> AsyncIterator[Person]:
    width, height = SIZES[size]
    context = await browser.new_context(
        java_script_enabled=scripts,
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
    )
    try:
        yield Person(await context.new_page(), pages.url, scripts=scripts)
    finally:
        await context.close()


@contextmanager
def dealt() -> Iterator[None]:
    """Deal every game from the same seed, and let AI seats post without the pauses that people need."""
    with (
        patch("bot.session.unit_of_work.PACE", BRISK),
        patch.object(receipt, "deal_seed", lambda root: SEED),
        patch.object(receipt, "opponent_seed", lambda terms: terms.seed),
    ):
        yield
