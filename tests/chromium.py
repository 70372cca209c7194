"""One Chromium for all tests of a process: it starts with the first that asks, and ends with the process."""

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from playwright.async_api import Browser, async_playwright

UNUSED = (
    *("Translate", "AutofillServerCommunication", "OptimizationHints", "MediaRouter"),
    # The list under the address field: half a second of work for each window.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
)
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--remote-debugging-port=0",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    f"--disable-features={','.join(UNUSED)}",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-proxy-server",
    "--password-store=basic",
)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Give a browser, in which each test makes contexts of its own. They are closed at the end."""
    address = _address()
    async with async_playwright() as play:
        browser = await play.chromium.connect_over_cdp(address)
        try:
            yield browser
        finally:
            for context in browser.contexts[1:]:
                await context.close()
            await browser.close()  # ends this connection, not the program


@cache
def _address() -> str:
    """Start Chromium. Return the address at which it is controlled."""
    folder = tempfile.mkdtemp(prefix="parley-chromium-")
    # Each test starts a driver of its own, for its event loop; so it is compiled only by the first.
    os.environ["NODE_COMPILE_CACHE"] = f"{folder}-node"
    program = shutil.which("chromium")
    assert program is not None, "no chromium on PATH: scripts/chromium.sh installs one"
    running = subprocess.Popen(
        [program, *FLAGS, f"--user-data-dir={folder}", "about:blank"], stderr=subprocess.PIPE, text=True
    )
    assert running.stderr is not None

    def ends() -> None:
        running.terminate()
        running.wait(10)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(f"{folder}-node", ignore_errors=True)

    atexit.register(ends)
    for line in running.stderr:
        if "listening on " in line:
            return line.rpartition(" on ")[2].strip()
    raise AssertionError("chromium ended at once")
