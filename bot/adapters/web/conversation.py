"""A conversation as a page shows it: its posts and its reader's own words, in order, ready for the templates."""

from hashlib import sha256

from msgspec import Struct

from bot.adapters.web import render
from bot.adapters.web.book import Book, Entry, Page, Said
from bot.adapters.web.render import Shown
from bot.session.outbox import Stored


class Conversation(Struct, frozen=True):
    """A page's title and its articles in order."""

    title: str
    shown: tuple[Shown, ...]


async def conversation(book: Book, place: str, base: str) -> Conversation | None:
    """Return what a page shows; None if there is no such page. `base` is the public address, for links.

    Posts that the store has deleted by now are left out.
    """
    page = await book.page(place)
    if page is None:
        return None
    posts = await _posts(book, page, place)
    over = await _over(book, posts)
    newest = max((entry.at for entry, stored in posts if render.holds_code(stored.sent.post)), default=0)
    shown = [
        _shown(entry, stored, base, works=not entry.closed and stored.sid not in over, coded=entry.at == newest)
        for entry, stored in posts
    ]
    said = [_said(one) for one in await book.said(place)]
    cards = [stored.sent.card.title for _, stored in posts if stored.sent.card is not None]
    title = cards[-1] if cards else await book.title(place)
    return Conversation(title, tuple(sorted((*shown, *said), key=lambda one: one.at)))


async def _posts(book: Book, page: Page, place: str) -> list[tuple[Entry, Stored]]:
    found = [(entry, await book.posts.read(entry.tag)) for entry in page.entries]
    return [(entry, stored) for entry, stored in found if stored is not None and stored.place == place]


async def _over(book: Book, posts: list[tuple[Entry, Stored]]) -> set[str]:
    """Return the ended games of posts that ask for a decision: the end of a stage need not bring a post of its own."""
    asking = {stored.sid for entry, stored in posts if not entry.closed and stored.sent.stakes}
    games = [(sid, await book.posts.places.game(sid)) for sid in asking]
    return {sid for sid, game in games if game is None or game.phase == "over"}


def _shown(entry: Entry, stored: Stored, base: str, *, works: bool, coded: bool) -> Shown:
    post, code = stored.sent.post, stored.sent.code
    choices, forms = render.split(post.asks if works or (not stored.sent.stakes and not entry.closed) else ())
    return Shown(
        id=f"p-{_digest(entry.ref)}",
        mark=f"{_digest(entry.tag)}{'' if choices or forms else '-'}{'!' if coded else ''}",
        at=entry.at,
        parts=render.parts(post),
        choices=choices,
        forms=forms,
        tag=entry.tag,
        link=f"{base}/join/{code}" if code and not entry.closed else "",
        coded=coded,
    )


def _said(one: Said) -> Shown:
    name = _digest(f"{one.at} {one.text}")
    return Shown(id=f"s-{name}", mark=name, at=one.at, said=one.text)


def _digest(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()[:12]
