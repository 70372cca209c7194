"""A visitor of the pages who speaks HTTP as a browser does: a cookie, tokens of forms, and with scripts a stream.

The load process has to be quicker than the service, so it reads what it needs with patterns instead of parsing pages.
"""

import asyncio
import re
from collections.abc import Sequence
from html import unescape
from random import Random
from time import perf_counter

from aiohttp import ClientSession

TOKENS = re.compile(r'name="csrf" value="([^"]+)"><input type="hidden" name="once" value="([^"]+)"')
BUTTON = re.compile(r'<button name="press" value="([^"]+)"[^>]*>([^<]+)</button>')
SENTENCE = re.compile(r"<h1>([^<]*)</h1>")
PATIENCE = 30.0
"""Seconds after which an answer counts as lost."""


class Lost(Exception):
    """Error: no answer came, or not the one that a person in a browser expects."""


class Visitor:
    """One browser. `address` is the network address that a proxy would name for it; `scripts`: it holds a stream."""

    def __init__(self, http: ClientSession, url: str, number: int, *, scripts: bool, address: str = "") -> None:
        self.http, self.url, self.scripts, self.chance = http, url, scripts, Random(number)
        self._headers = {"X-Forwarded-For": address or f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"}
        self._csrf = self._once = ""
        self._count = 0
        self.page = ""
        self.buttons: list[tuple[str, str]] = []
        """Name and label of each button that can be pressed now, the newest last."""
        self.over = False
        self.came = asyncio.Event()
        self._stream: asyncio.Task[None] | None = None

    async def get(self, path: str) -> tuple[int, str]:
        async with asyncio.timeout(PATIENCE), self.http.get(self.url + path, headers=self._headers) as answer:
            html = await answer.text()
            if "parley" in answer.cookies:
                self._headers["Cookie"] = f"parley={answer.cookies['parley'].value}"
        return answer.status, html

    async def opens(self, path: str) -> float:
        """Open a page with a form. Return the seconds until it was there."""
        began = perf_counter()
        status, html = await self.get(path)
        if status != 200:
            raise Lost(f"{path}: {status}")
        self._reads(html)
        return perf_counter() - began

    async def begins(self, path: str) -> float:
        """Press the button of such a page. Return the seconds until the conversation's page was there."""
        began = perf_counter()
        html = await self._posts(path, {})
        seconds = perf_counter() - began
        self._reads(html)
        if self.scripts and self._stream is None:
            self._stream = asyncio.create_task(self._listens())
        return seconds

    async def acts(self, words: Sequence[str], label: str = "") -> float:
        """Press the newest button with a label that begins so, or else say one of some words. Return the seconds until
        the answer was there.
        """
        pressed = next((name for name, its in reversed(self.buttons) if label and its.startswith(label)), "")
        data = {"press": pressed} if pressed else {"text": self.chance.choice(words)}
        path = f"/g/{self.page}/{'press' if pressed else 'say'}"
        self.came.clear()
        self.buttons = []
        began = perf_counter()
        html = await self._posts(path, data)
        if self.scripts:
            async with asyncio.timeout(PATIENCE):
                await self.came.wait()
            return perf_counter() - began
        seconds = perf_counter() - began
        self._reads(html)
        return seconds

    async def leaves(self) -> None:
        if self._stream is not None:
            self._stream.cancel()  # also one that its server has ended
            await asyncio.gather(self._stream, return_exceptions=True)

    async def _posts(self, path: str, data: dict[str, str]) -> str:
        self._count += 1
        script = self.scripts and self._stream is not None
        headers = self._headers | ({"X-Parley": "script"} if script else {})
        data = {"csrf": self._csrf, "once": f"{self._once}-{self._count}", **data}
        async with asyncio.timeout(PATIENCE), self.http.post(self.url + path, data=data, headers=headers) as answer:
            html = await answer.text()
            if answer.status not in (200, 204):
                raise Lost(f"{path}: {answer.status} {SENTENCE.findall(html)}")
            if answer.url.path.startswith("/g/") and not script:
                self.page = answer.url.path.removeprefix("/g/").partition("/")[0]
        return html

    def _reads(self, html: str) -> None:
        if found := TOKENS.search(html):
            self._csrf, self._once = found[1], found[2]
        self.buttons = [(name, unescape(label)) for name, label in BUTTON.findall(html)]
        self.over = "GAME OVER" in html

    async def _listens(self) -> None:
        """Follow the page's stream. An answer is there with the first post that has buttons, or the game's end."""
        path = f"{self.url}/g/{self.page}/events"
        async with self.http.get(path, headers=self._headers) as answer:
            event = ""
            async for line in answer.content:
                text = line.decode()
                if text.startswith("event: "):
                    event = text[7:].strip()
                elif event == "post" and text.startswith("data: "):
                    found = BUTTON.findall(text)
                    self.buttons += [(name, unescape(label)) for name, label in found]
                    self.over = self.over or "GAME OVER" in text
                    if 'class="post"' in text:
                        self.came.set()
