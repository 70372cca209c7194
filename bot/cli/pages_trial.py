"""`parley doctor --live web`: asks the running pages at their public address, as a stranger's browser would."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Literal

from bot.runtime.settings import Settings

if TYPE_CHECKING:
    from aiohttp import ClientSession

Tried = tuple[str, Literal["ok", "note", "broken"], str]
PATIENCE = 10.0


async def trial(settings: Settings) -> AsyncIterator[Tried]:
    """Yield each part of the trial: its name, its result, and a sentence. Raises `ImportError` without the library."""
    from aiohttp import ClientError, ClientSession, ClientTimeout

    url = (settings.web_url or f"http://{settings.web}").rstrip("/")
    async with ClientSession(timeout=ClientTimeout(PATIENCE)) as stranger:
        try:
            async with stranger.get(f"{url}/") as answer:
                ours = "Content-Security-Policy" in answer.headers and "parley" in answer.cookies
                secure = "parley" in answer.cookies and bool(answer.cookies["parley"]["secure"])
                status = answer.status
            leaks = [path for path in ("/metrics", "/readyz") if await _leaks(stranger, url + path)]
        except (ClientError, TimeoutError, OSError) as problem:
            yield (
                "web live",
                "broken",
                f"Nothing answers at {url} ({type(problem).__name__}). Start parley serve, and check the proxy.",
            )
            return
    if status != 200 or not ours:
        yield "web live", "broken", f"{url} answers {status}, and not as Parley does. Check the proxy."
        return
    yield "web live", "ok", f"The pages answer at {url}."
    if url.startswith("https:") and not secure:
        yield "web live, cookie", "note", "Cookies may travel in the clear: set PARLEY_WEB_URL in parley serve, too."
    for path in leaks:
        yield "web live, health", "note", f"{path} tells everybody about the store: give PARLEY_HTTP its own address."


async def _leaks(stranger: "ClientSession", url: str) -> bool:
    """Return whether an address reveals anything beyond the fact that the service is there."""
    async with stranger.get(url) as answer:
        text = await answer.text()
    return answer.status in (200, 503) and ("# HELP" in text or '"platforms"' in text or '"store"' in text)
