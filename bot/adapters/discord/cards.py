"""States of games as cards: one container in the game's colour, with the words, a picture and the buttons.

Discord calls this "components v2". A message that was sent as a card stays one: it has no content and no embeds, and
without its buttons it still needs its words. Posts that do not fit a card go out as plain messages (`render`).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.adapters.discord import render
from bot.adapters.pictures import Pictured, pictured
from bot.session.model.audience import Card, Sent
from games.core.post import Block, Board, Gap, Post, text_of
from games.core.registry import get

COMPONENTS = 40
"""Discord's limit: components of a message, those inside of others included."""
LONGEST = 3900
"""Characters of all texts of a card; Discord takes 4,000, and a mention goes with them."""
ROW = 5

Text = discord.ui.TextDisplay[discord.ui.LayoutView]
Part = Text | discord.ui.Separator[discord.ui.LayoutView] | discord.ui.MediaGallery[discord.ui.LayoutView]


class Layout(discord.ui.LayoutView):
    """A card whose presses the adapter reads by their ids, so the library need not remember any."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_dispatchable(self) -> bool:
        return False


def layout(
    row: str, sent: Sent, post: Post, *, code: str = "", ping: str = "", footer: str = ""
) -> discord.ui.LayoutView | None:
    """Return a post as a card; None if it has no heading or does not fit. `post` is the sent one without its board or
    chart if that is attached as a picture. `ping` is a mention above the card, `footer` a small line at its end.
    """
    shown = pictured(sent.post)
    if sent.card is None or render.files(post) or sum(len(text_of(block)) + 1 for block in post.blocks) > LONGEST:
        return None
    texts = [_heading(sent.card), *_paragraphs(post.blocks)] + ([f"-# {footer}"] if footer else [])
    rows = _rows(render.buttons(row, sent.post.asks, code))
    hung = shown is not None and shown not in post.blocks
    fixed = 1 + bool(ping) + 2 * hung + sum(1 + len(row.children) for row in rows)
    texts = _merged(texts, (COMPONENTS - fixed + 1) // 2)
    if len(ping) + sum(map(len, texts)) > LONGEST:
        return None
    gallery = [_picture(shown)] if shown is not None and hung else []
    made = Layout()
    if ping:
        made.add_item(discord.ui.TextDisplay(ping))
    colour = get(sent.card.game).colour
    made.add_item(discord.ui.Container(*_ruled(texts), *gallery, *rows, accent_colour=colour))
    return made


def bare(view: discord.ui.LayoutView) -> discord.ui.LayoutView:
    """Return the card without its buttons."""
    for child in view.children:
        if isinstance(child, discord.ui.Container):
            for inner in child.children:
                if isinstance(inner, discord.ui.ActionRow):
                    child.remove_item(inner)
    return view


def again(message: discord.Message) -> discord.ui.LayoutView:
    """Return the card of a message, as it can be sent again: pictures are named as its attachments."""
    names = {attachment.url.partition("?")[0]: attachment.filename for attachment in message.attachments}
    view = discord.ui.LayoutView.from_message(message, timeout=None)
    for child in view.walk_children():
        if isinstance(child, discord.ui.MediaGallery):
            for item in child.items:
                name = names.get(item.media.url.partition("?")[0])
                if name is not None:
                    item.media = f"attachment://{name}"
    return view


def _heading(card: Card) -> str:
    who = f" · {render.safe(card.who)}" if card.who else ""
    return f"-# {render.safe(card.title)}{who}"


def _paragraphs(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the texts between empty lines."""
    lines: list[str] = []
    for block in blocks:
        if not isinstance(block, Gap):
            lines.append(render.marked(block))
        elif lines:
            yield "\n".join(lines)
            lines = []
    if lines:
        yield "\n".join(lines)


def _merged(texts: list[str], most: int) -> list[str]:
    """Return at most `most` texts; surplus ones become part of the first, with empty lines between."""
    texts = [text for text in texts if text.strip()]
    over = max(0, len(texts) - most)
    return ["\n\n".join(texts[: over + 1]), *texts[over + 1 :]] if over else texts


def _ruled(texts: list[str]) -> Iterator[Part]:
    """Yield the heading with the first text, and the other texts with a line above each."""
    for n, text in enumerate(texts):
        if n > 1:
            yield discord.ui.Separator()
        yield discord.ui.TextDisplay(text)


def _rows(buttons: Sequence[discord.ui.Button[Any]]) -> list[discord.ui.ActionRow[discord.ui.LayoutView]]:
    return [discord.ui.ActionRow(*buttons[n : n + ROW]) for n in range(0, len(buttons), ROW)]


def file_of(block: Pictured) -> str:
    """Return the name of a picture's attachment."""
    return "map.png" if isinstance(block, Board) else "chart.png"


def _picture(block: Pictured) -> discord.ui.MediaGallery[discord.ui.LayoutView]:
    item = discord.MediaGalleryItem(f"attachment://{file_of(block)}", description=block.alt[: render.ALT])
    return discord.ui.MediaGallery(item)
