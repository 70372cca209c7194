"""Ways into the dashboard: a link that works once, and a browser that is signed in for hours.

Both are records in the store, found by a secret key that the store itself does not hold. So every process knows them,
whoever copies the store cannot use them, and signing out ends them everywhere.
"""

import secrets
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from bot import keys
from bot.operators.call import Call, Done
from bot.operators.typed import BadWords
from games.core.codec import decode, encode
from games.core.phrases import counted
from games.core.post import Post, line
from storage.base import Store

MINUTE, HOUR = 60_000, 3_600_000
MINUTES = 10
"""Minutes for which a link works."""
HOURS, ADMIN_HOURS = 8, 1
"""Hours for which a browser stays signed in. A right that the platform alone knows, such as Manage Server on Discord,
cannot be looked up again from here, so it is believed for a shorter time.
"""
UNSERVED = (
    "The dashboard is a web page, and this process knows none. Set PARLEY_WEB=HOST:PORT, and PARLEY_WEB_URL if people "
    "reach it under another address. A service has to restart then; a command needs what your service has."
)


class Pass(Struct, frozen=True):
    """A right to look: of whom, in which realm, until when (ms). `kind`: a link, or a browser that is signed in."""

    kind: Literal["link", "browser"]
    user: str
    name: str
    realm: str
    admin: bool
    until: int


async def link(call: Call) -> Done:
    """Return a link to the dashboard for whoever asks."""
    if call.link is None:
        raise BadWords(UNSERVED)
    inbound, key = call.inbound, secrets.token_urlsafe(24)
    made = Pass("link", inbound.user, inbound.name, call.realm.name, inbound.admin, call.now + MINUTES * MINUTE)
    post = Post(
        (
            line(f"This link opens the dashboard once, within {counted(MINUTES, 'minute')}. It is for you alone:"),
            line(await call.link(key)),
        )
    )
    realm = call.salted()
    return Done(post, realm, "", ("link made",), ((keys.dashboard(key), _kept(made)),))


class Passes:
    """The links and sign-ins in a store."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self.store, self.clock = store, clock

    async def find(self, key: str, kind: Literal["link", "browser"]) -> Pass | None:
        """Return the pass of a key; None if it is unknown, used, expired, or of the other kind."""
        kept = await self.store.pointed(keys.dashboard(key)) if key else None
        found = decode(kept.partition(" ")[2], Pass) if kept else None
        return found if found is not None and found.kind == kind and self.clock() < found.until else None

    async def enter(self, key: str, by: str) -> str | None:
        """Exchange a link's key for a browser's, once."""
        found = await self.find(key, "link")
        if found is None or not await self.store.claim(keys.entered(key), by, found.until + HOUR):
            return None
        await self.store.point(keys.dashboard(key), None)
        hours = ADMIN_HOURS if found.admin else HOURS
        made = Pass("browser", found.user, found.name, found.realm, found.admin, self.clock() + hours * HOUR)
        fresh = secrets.token_urlsafe(24)
        await self.store.point(keys.dashboard(fresh), _kept(made))
        return fresh

    async def leave(self, key: str) -> None:
        if await self.find(key, "browser") is not None:
            await self.store.point(keys.dashboard(key), None)


def _kept(made: Pass) -> str:
    return f"{made.until} {encode(made).decode()}"
