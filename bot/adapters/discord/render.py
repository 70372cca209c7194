"""Posts as Discord messages with buttons. Platform limits live here; foreign text is always escaped."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.adapters.base import FREE_SEAT
from bot.adapters.discord.reading import JOIN, button_id
from games.core.phrases import short
from games.core.post import (
    Ask,
    Block,
    Board,
    Bold,
    Chart,
    Form,
    Gap,
    Item,
    Line,
    Mono,
    Picture,
    Post,
    Quote,
    Span,
    Table,
    When,
    aligned,
    text_of,
)

LONGEST = 1960
"""Characters of a message, with room left for a mention and a fence."""
SHORT = 900
"""Characters of a piece of a longer block; escaping at most doubles them."""
LABEL = 80
MOST = 25
ALT = 1024
"""Characters of the text that stands for a picture."""
STYLES = {
    "go": discord.ButtonStyle.success,
    "plain": discord.ButtonStyle.secondary,
    "stop": discord.ButtonStyle.danger,
}


def messages(post: Post) -> list[str]:
    """Return the texts of a post, each within the platform's limit. Blocks stay whole if they fit into one message."""
    texts = [""]
    for piece in (piece for block in post.blocks for piece in _pieces(block)):
        joined = f"{texts[-1]}\n{piece}" if texts[-1] else piece
        if len(joined) > LONGEST:
            texts.append(piece)
        else:
            texts[-1] = joined
    return [whole or "\u200b" for whole in texts]


def files(post: Post) -> list[Mono]:
    """Return the blocks that are sent as files, because they are too long for a message."""
    named = [block for block in post.blocks if isinstance(block, Mono) and block.file]
    return [block for block in named if len(marked(block)) > LONGEST]


def _pieces(block: Block) -> list[str]:
    # Escaping shortens nothing, and takes time quadratic in a line's length. So long texts are cut up first.
    told = isinstance(block, Line | Item | Quote)
    if told and len(text_of(block)) > LONGEST:
        return [safe(part) for part in _cut_up(text_of(block))]
    text = marked(block)
    if len(text) <= LONGEST:
        return [text]
    if isinstance(block, Mono) and block.file:
        return [safe(block.file)]
    if isinstance(block, Mono | Table):
        return [_fence(part) for part in _cut_up(block.text if isinstance(block, Mono) else aligned(block))]
    return [safe(part) for part in _cut_up(text_of(block))]


def _cut_up(text: str) -> list[str]:
    parts = []
    while len(text) > SHORT:
        end = max(text.rfind("\n", 1, SHORT), 0) or max(text.rfind(" ", 1, SHORT), 0) or SHORT
        parts.append(text[:end])
        text = text[end:].removeprefix("\n")
    return [*parts, text]


def marked(block: Block) -> str:
    """Return a block with Discord's marks, of whatever length."""
    match block:
        case Line(spans):
            return _spans(spans)
        case Item(spans):
            return "• " + _spans(spans)
        case Gap():
            return ""
        case Mono(text) | Board(text=text) | Chart(text=text):
            return _fence(text)
        case Quote(who, text):
            return (f"**{safe(who)}**: " if who else "") + safe(text)
        case Table():
            return _fence(aligned(block))
        case Picture(twin=twin):
            return safe(twin)


def _spans(spans: Iterable[Span]) -> str:
    return "".join(map(_span, spans))


def _span(span: Span) -> str:
    match span:
        case Bold(text):
            return f"**{safe(text)}**"
        case When(at):
            return f"<t:{at // 1000}:R>"
    return safe(span)


def safe(text: str) -> str:
    """Return text displayed as it is: without markup, mentions or channels. Underscores within words stay."""
    escaped = _MARKUP.sub(r"\\\g<0>", text)
    if "](" in text:
        lines = escaped.split("\n")
        escaped = "\n".join(line.replace("[", "\\[") if "](" in line else line for line in lines)
    escaped = re.sub(r"(?<=[^\W_])\\_(?=[^\W_])", "_", escaped)
    return (
        re.sub(r"<(?=[@#:/tai])", "<\u200b", escaped)
        .replace("@everyone", "@\u200beveryone")
        .replace("@here", "@\u200bhere")
    )


# The library's own escaping takes time quadratic in a text's length for `[` and for empty lines.
_MARKUP = re.compile(r"[_\\~|*`]|^>(?:>>)?\s|^#{1,3}|^[^\S\n]*-", re.MULTILINE)


def _fence(text: str) -> str:
    return "```\n" + text.replace("`", "'") + "\n```"


class Buttons(discord.ui.View):
    """Buttons whose presses the adapter reads by their ids, so the library need not remember any."""

    def is_dispatchable(self) -> bool:
        return False


def view(row: str, asks: Sequence[Ask], code: str = "") -> discord.ui.View | None:
    """Return the buttons under a plain message; None without any."""
    made = Buttons(timeout=None)
    for button in buttons(row, asks, code):
        made.add_item(button)
    return made if made.children else None


def buttons(row: str, asks: Sequence[Ask], code: str = "") -> list[discord.ui.Button[Any]]:
    """Return a button for each ask; its id names post and ask. A join code adds one that takes the free seat."""
    made: list[discord.ui.Button[Any]] = []
    for i, ask in enumerate(asks[: MOST - 1]):
        kind = button_id("form" if isinstance(ask, Form) else "press", row, i)
        made.append(discord.ui.Button(label=short(ask.label, LABEL), style=STYLES[ask.mood], custom_id=kind))
    if code:
        style = discord.ButtonStyle.success
        made.append(discord.ui.Button(label=FREE_SEAT, style=style, custom_id=f"{JOIN}:{code}"))
    return made
