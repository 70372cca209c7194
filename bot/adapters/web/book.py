"""The book of pages: which posts are on a page, in which order, and what the person typed there.

A page is a place of its own, `web:<visitor>/<page>`, that one visitor alone reads. Its record is kept in the store
under two names: the posts are written only by the process that posts to the place, and the typed words only by the one
that receives them, so neither overwrites the other.
"""

import re
import secrets
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot import keys
from bot.session.outbox import Posts
from games.core.codec import decode, encode

PLATFORM = "web"
MOST = 500
"""Maximum of posts that a page shows, the newest ones."""
KEPT = 20_000
"""Maximum of characters that are kept of a person's own words on a page, the newest ones."""
LISTED = 50
"""Maximum of a visitor's pages that the first page leads to, the newest ones."""
UNNAMED = "Parley"
"""Title of a page that its visitor's list has no longer."""
_ID = re.compile(r"[0-9a-f]{16}")


class Entry(Struct, frozen=True, array_like=True):
    """A post on a page.

    - `ref`: its name there, for ever.
    - `tag`: the stored post that it shows now.
    - `at`: when it was first shown, in milliseconds.
    - `box`: the session and slot that a successor replaces, "" for none.
    - `closed`: its buttons work no more.
    """

    ref: str
    tag: str
    at: int
    box: str = ""
    closed: bool = False


class Page(Struct, frozen=True):
    """Posts of a page, in order."""

    entries: tuple[Entry, ...] = ()

    def shown(self, new: Entry) -> "Page":
        """Return the page with a new post. It replaces the older one of its box; a repeat is there once."""
        kept = (one for one in self.entries if one.ref != new.ref and (not new.box or one.box != new.box))
        return Page((*kept, new)[-MOST:])

    def edited(self, ref: str, tag: str) -> "Page | None":
        """Return the page on which the entry `ref` shows the post `tag`; None if the entry is gone."""
        if all(one.ref != ref for one in self.entries):
            return None
        return Page(tuple(replace(e, tag=tag, closed=False) if e.ref == ref else e for e in self.entries))

    def closed(self, ref: str) -> "Page":
        """Return the page without the buttons of one post."""
        return Page(tuple(replace(e, closed=True) if e.ref == ref else e for e in self.entries))


class Said(Struct, frozen=True, array_like=True):
    """Words that a person typed, and the time, in milliseconds."""

    at: int
    text: str


class Listed(Struct, frozen=True, array_like=True):
    """A page as its visitor finds it again."""

    page: str
    title: str


def new_id() -> str:
    """Return the id of a new page."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def place_of(visitor: str, page: str) -> str:
    return f"{PLATFORM}:{visitor}/{page}"


def user_of(visitor: str) -> str:
    return f"{PLATFORM}:{visitor}"


class Book:
    """Reads and writes pages. Every method raises `StoreError`."""

    def __init__(self, posts: Posts) -> None:
        self.posts = posts

    async def page(self, place: str) -> Page | None:
        """Return a page; None if there is none."""
        kept = await self.posts.noted(keys.page(place))
        return decode(kept, Page) if kept is not None else None

    async def write(self, place: str, page: Page) -> None:
        await self.posts.note(keys.page(place), encode(page).decode())

    async def open(self, visitor: str, page: str, title: str) -> str:
        """Begin a page, and return its place. One that is there already stays as it is."""
        place = place_of(visitor, page)
        if await self.page(place) is None:
            await self.write(place, Page())
            mine = [one for one in await self.listed(visitor) if one.page != page]
            made = (*mine, Listed(page, title))[-LISTED:]
            await self.posts.note(keys.pages(user_of(visitor)), encode(made).decode())
        return place

    async def owner(self, page: str) -> str:
        """Return the visitor who has a page, "" for nobody."""
        front = keys.page(place_of("", ""))[:-1]
        names = await self.posts.names(page) if is_id(page) else ()
        found = (name.removeprefix(front).partition("/") for name in names if name.startswith(front))
        return next((visitor for visitor, _, its in found if its == page), "")

    async def listed(self, visitor: str) -> tuple[Listed, ...]:
        """Return a visitor's pages, the newest last."""
        kept = await self.posts.noted(keys.pages(user_of(visitor)))
        return decode(kept, tuple[Listed, ...]) if kept is not None else ()

    async def title(self, place: str) -> str:
        """Return the title of a page in its visitor's list."""
        visitor, _, page = place.removeprefix(f"{PLATFORM}:").partition("/")
        return next((one.title for one in await self.listed(visitor) if one.page == page), UNNAMED)

    async def said(self, place: str) -> tuple[Said, ...]:
        kept = await self.posts.noted(keys.said(place))
        return decode(kept, tuple[Said, ...]) if kept is not None else ()

    async def say(self, place: str, said: Said) -> None:
        """Keep a person's own words, so that a reload shows them."""
        await self.posts.note(keys.said(place), encode(_newest((*await self.said(place), said))).decode())


def _newest(said: Sequence[Said]) -> tuple[Said, ...]:
    kept, room = list[Said](), KEPT
    for one in reversed(said):
        room -= len(one.text)
        if room < 0:
            break
        kept.append(one)
    return tuple(reversed(kept))
