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


async def conversation(
    book: Book, place: str, page: Page, base: str, known: dict[str, Stored] | None = None
) -> Conversation:
    """Return the conversation that a page shows. `base` is the public address, for links.

    Posts that the store has deleted by now are left out. A stream remembers the posts that it has sent in `known`, by
    their tags, so that each is read once.
    """
    posts = await _posts(book, page, place, known if known is not None else {})
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


async def _posts(book: Book, page: Page, place: str, known: dict[str, Stored]) -> list[tuple[Entry, Stored]]:
    for entry in page.entries:
        if entry.tag not in known and (stored := await book.posts.read(entry.tag)) is not None:
            known[entry.tag] = stored
    found = [(entry, known.get(entry.tag)) for entry in page.entries]
    return [(entry, stored) for entry, stored in found if stored is not None and stored.place == place]


async def _over(book: Book, posts: list[tuple[Entry, Stored]]) -> set[str]:
    """Return the ended games of posts that ask for a decision: the end of a stage need not bring a post of its own."""
    asking = {stored.sid for entry, stored in posts if not entry.closed and stored.sent.stakes}
    games = [(sid, await book.posts.places.game(sid)) for sid in asking]
    return {sid for sid, game in games if game is None or game.phase == "over"}


def _shown(entry: Entry, stored: Stored, base: str, *, works: bool, coded: bool) -> Shown:
    post, code = stored.sent.post, stored.sent.code
    asks = render.split(post.asks if works or (not stored.sent.stakes and not entry.closed) else ())
    return Shown(
        id=f"p-{_digest(entry.ref)}",
        mark=f"{_digest(entry.tag)}{'' if asks else '-'}{'!' if coded else ''}",
        at=entry.at,
        parts=render.parts(post),
        asks=asks,
        tag=entry.tag,
        link=f"{base}/join/{code}" if code and not entry.closed else "",
        coded=coded,
    )


def _said(one: Said) -> Shown:
    name = _digest(f"{one.at} {one.text}")
    return Shown(id=f"s-{name}", mark=name, at=one.at, said=one.text)


def _digest(text: str) -> str:
    return sha256(text.encode(errors="replace")).hexdigest()[:12]
