"""A chat as a list of things to draw, read from what the loopback servers delivered: text with its marks, buttons."""

import re
from dataclasses import dataclass, field
from typing import Literal

from tests.fakes.discord import FakeDiscord
from tests.fakes.discord_components import CONTAINER, ROW, SEPARATOR, TEXT_DISPLAY
from tests.fakes.discord_messages import Message as DiscordMessage
from tests.fakes.discord_messages import walk
from tests.fakes.telegram_chats import Message as TelegramMessage

Run = tuple[str, bool]
"""Words, and whether they are bold."""
Mood = Literal["plain", "go", "stop"]
STYLES: dict[int, Mood] = {3: "go", 4: "stop"}
KEYS: dict[str, Mood] = {"success": "go", "danger": "stop"}
"""Styles of buttons on Discord and on Telegram."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A paragraph of runs, a block of code whose columns matter, or a rule. `small`: words of less weight."""

    runs: tuple[Run, ...] = ()
    code: str = ""
    small: bool = False
    rule: bool = False


@dataclass(frozen=True, slots=True)
class Bubble:
    """One message. `private`: only the reader sees it. `boxed`: what stands in a card, with its colour."""

    author: str
    pieces: tuple[Piece, ...]
    mine: bool = False
    rows: tuple[tuple[tuple[str, Mood], ...], ...] = ()
    private: bool = False
    pngs: tuple[bytes, ...] = field(default=(), repr=False)
    boxed: tuple[Piece, ...] = ()
    accent: str = ""


def did(what: str) -> Bubble:
    """Something the reader did that leaves no message."""
    return Bubble("", (Piece(((what, False),)),), mine=True)


def paragraphs(runs: list[Run]) -> list[Piece]:
    """Runs cut at line ends; an empty line stays one."""
    made: list[list[Run]] = [[]]
    for text, bold in runs:
        first, *rest = text.split("\n")
        made[-1].append((first, bold))
        made.extend([(more, bold)] for more in rest)
    return [Piece(tuple(run for run in line if run[0])) for line in made]


def of_telegram(message: TelegramMessage) -> Bubble:
    """A message as it was first shown, its entities read as Telegram counts them."""
    first = message.versions[0]
    text = first.get("text") or first.get("caption") or ""
    wide = text.encode("utf-16-le")
    pieces: list[Piece] = []
    runs: list[Run] = []
    at = 0
    for entity in sorted(first.get("entities") or first.get("caption_entities") or (), key=lambda e: int(e["offset"])):
        start, end = 2 * entity["offset"], 2 * (entity["offset"] + entity["length"])
        inner = wide[start:end].decode("utf-16-le")
        if entity["type"] not in ("bold", "pre") or start < at:
            continue
        runs.append((wide[at:start].decode("utf-16-le"), False))
        if entity["type"] == "pre":
            pieces += [*paragraphs(_trimmed(runs)), Piece(code=inner)]
            runs = []
        else:
            runs.append((inner, True))
        at = end
    runs.append((wide[at:].decode("utf-16-le"), False))
    pieces += paragraphs(_trimmed(runs))
    keyboard = first.get("reply_markup", {}).get("inline_keyboard", ())
    rows: list[tuple[tuple[str, Mood], ...]] = [
        tuple((str(b["text"]), KEYS.get(str(b.get("style")), "plain")) for b in row) for row in keyboard
    ]
    pngs = tuple(upload.data for upload in message.uploads)
    return Bubble("Parley", tuple(pieces), mine=not message.from_bot, rows=tuple(rows), pngs=pngs)


def _trimmed(runs: list[Run]) -> list[Run]:
    """Without the line ends that touch a block of code: the block has its own margin."""
    text = [list(run) for run in runs if run[0]]
    if text:
        text[0][0] = str(text[0][0]).removeprefix("\n")
        text[-1][0] = str(text[-1][0]).removesuffix("\n")
    return [(str(words), bool(bold)) for words, bold in text]


def of_discord(dc: FakeDiscord, message: DiscordMessage) -> Bubble:
    """A message as it is now, a card or a plain one, its marks read as Discord reads them."""
    outside = [c["content"] for c in message.components if c.get("type") == TEXT_DISPLAY]
    card = next((c for c in message.components if c.get("type") == CONTAINER), None)
    pieces = _pieces(dc, "\n".join([message.content, *outside]))
    boxed: list[Piece] = []
    for component in () if card is None else card["components"]:
        if component["type"] == TEXT_DISPLAY:
            boxed += _pieces(dc, component["content"])
        elif component["type"] == SEPARATOR:
            boxed.append(Piece(rule=True))
    rows = tuple(
        tuple((str(b["label"]), STYLES.get(b.get("style", 2), "plain")) for b in row["components"] if "label" in b)
        for row in walk(message.components)
        if row.get("type") == ROW
    )
    ours = message.author is dc.bot
    accent = f"#{card.get('accent_color') or 0:06x}" if card is not None else ""
    author = "Parley" if ours else message.author.name
    return Bubble(author, tuple(pieces), not ours, rows, message.ephemeral, boxed=tuple(boxed), accent=accent)


def _pieces(dc: FakeDiscord, text: str) -> list[Piece]:
    pieces: list[Piece] = []
    for part in re.split(r"(```\n.*?```)", text, flags=re.DOTALL):
        if part.startswith("```"):
            pieces.append(Piece(code=part[4:-3].strip("\n")))
            continue
        for line in part.strip("\n").split("\n") if part.strip("\n") else ():
            small = line.startswith("-# ")
            pieces += [Piece(piece.runs, small=small) for piece in paragraphs(_marked(dc, line.removeprefix("-# ")))]
    return pieces


def _marked(dc: FakeDiscord, text: str) -> list[Run]:
    text = re.sub(r"<@!?(\d+)>", lambda m: f"@{_name(dc, int(m[1]))}", text)
    text = re.sub(r"<#(\d+)>", lambda m: f"#{dc.channels[int(m[1])].name}", text)
    text = re.sub(r"<t:\d+:R>", "in 24 hours", text)
    runs = [(part, n % 2 == 1) for n, part in enumerate(re.split(r"(?<!\\)\*\*", text))]
    return [(re.sub(r"\\([^\w\s])", r"\1", part).replace("\u200b", ""), bold) for part, bold in runs]


def _name(dc: FakeDiscord, number: int) -> str:
    return dc.people[number].name if number in dc.people else dc.bot.name
