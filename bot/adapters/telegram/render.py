"""Posts as Telegram HTML and inline keyboards. The platform's limits live here; foreign text is always escaped."""

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import chain
from unicodedata import category, east_asian_width

from msgspec import Struct
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle

from bot.adapters import pictures
from bot.adapters.base import tame
from games.core.phrases import short
from games.core.post import (
    Ask,
    Block,
    Board,
    Bold,
    Chart,
    Gap,
    Item,
    Line,
    Mono,
    Picture,
    Post,
    Quote,
    Span,
    Table,
    aligned,
    flat,
    plain,
    text_of,
)

LONGEST = 4096
"""Length of a message, in UTF-16 units, after the markup is read."""
CAPTION = 1024
LABEL = 60
ACROSS = (36, 17, 11, 7)
"""Columns of a label that a phone of 360 pixels shows whole, with one to four buttons in a row. It cuts the others."""
GREENS = 2
"""Maximum of green buttons under a post. Where more of them lead on, as in a menu, a colour would mark nothing."""
TOAST = 200
"""Characters of the answer to a press."""
COLUMNS = 34
"""Columns that a phone shows in a code block without wrapping, and a few more; a wider table is unfolded."""
STYLES = {"go": KeyboardButtonStyle.SUCCESS, "stop": KeyboardButtonStyle.DANGER}
NOTHING = "…"


class Part(Struct, frozen=True):
    """One message: its HTML, and the same in plain text; or a picture or a file with one of them as its caption."""

    html: str
    bare: str
    png: bytes | None = None
    file: Mono | None = None


def parts(post: Post) -> list[Part]:
    """Return the messages of a post within the platform's limit. Blocks that fit into one message stay whole."""
    found = pictures.drawn(post)
    return _texts(post) if found is None or isinstance(found[0], Picture) else _pictured(post, *found)


def _pictured(post: Post, shown: pictures.Pictured, png: bytes) -> list[Part]:
    """Return a map or a chart as a picture above the words; a single message if the words fit as its caption."""
    words = [block for block in post.blocks if block is not shown]
    under = [block for at, block in enumerate(words) if not isinstance(block, Gap) or 0 < at < len(words) - 1]
    bare = tame("\n".join(map(text_of, under)))
    # If the picture cannot be sent, the plain text replaces it and shows the same in lines.
    if units(bare) <= CAPTION:
        return [Part("\n".join(map(_block, under)), tame(plain(post)), png)]
    return [Part(_html(shown.alt[: CAPTION // 2]), tame(text_of(shown)), png), *_texts(Post(tuple(under)))]


def _texts(post: Post) -> list[Part]:
    made: list[Part] = []
    waiting: list[Block] = []
    size = 0

    def send() -> None:
        nonlocal size
        if waiting:
            bare = tame("\n".join(map(text_of, waiting)))
            seen = _visible(bare)
            made.append(Part("\n".join(map(_block, waiting)) if seen else NOTHING, bare if seen else NOTHING))
        waiting.clear()
        size = 0

    for block in chain.from_iterable(map(_fitting, post.blocks)):
        if isinstance(block, Mono) and block.file and units(block.text) >= LONGEST:
            send()
            made.append(Part("", tame(block.file), file=block))
            continue
        if isinstance(block, Picture):
            send()
            caption = block.twin if units(block.twin) <= CAPTION else block.alt[: CAPTION // 2]
            made.append(Part("", tame(caption), block.png))
            continue
        more = units(_shown(block)) + 1
        if size + more > LONGEST:
            send()
        waiting.append(block)
        size += more
    send()
    return made or [Part(NOTHING, NOTHING)]


def units(text: str) -> int:
    """Return the length of a text as Telegram counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _shown(block: Block) -> str:
    return aligned(block) if isinstance(block, Table) else text_of(block)


def _fitting(block: Block) -> list[Block]:
    text = _shown(block)
    if isinstance(block, Picture) or units(text) < LONGEST or (isinstance(block, Mono) and block.file):
        return [block]
    if isinstance(block, Mono | Table | Board | Chart):
        return [Mono(piece) for piece in _split(text, "\n")]
    if isinstance(block, Quote):
        first, *rest = _split(block.text, "\n ")
        return [Quote(block.who, first), *(Quote("", piece) for piece in rest)]
    return [Line((piece,)) for piece in _split(text, "\n ")]


def _split(text: str, at: str) -> list[str]:
    """Return pieces that leave room for a name, cut at one of the characters `at` if the last half has one."""
    most = LONGEST - 200 if units(text) == len(text) else LONGEST // 2 - 100
    pieces = []
    while len(text) > most:
        cut = max(text.rfind(mark, most // 2, most) for mark in at)
        head, text = (text[:cut], text[cut + 1 :]) if cut > 0 else (text[:most], text[most:])
        pieces.append(head)
    return [*pieces, text]


def _visible(text: str) -> bool:
    """Return whether a text has visible characters; Telegram accepts no message without any."""
    return any(category(c) not in ("Cc", "Cf", "Zs", "Zl", "Zp") for c in text)


def _html(text: str) -> str:
    return escape(tame(text), quote=False)


def _spans(spans: Iterable[Span]) -> str:
    return "".join(f"<b>{_html(s.text)}</b>" if isinstance(s, Bold) else _html(flat((s,))) for s in spans)


def _block(block: Block) -> str:
    match block:
        case Line(spans):
            return _spans(spans)
        case Item(spans):
            return "• " + _spans(spans)
        case Gap():
            return ""
        case Mono(text) | Board(text=text) | Chart(text=text):
            return f"<pre>{_html(text)}</pre>"
        case Quote(who, text):
            return (f"<b>{_html(who)}</b>: " if who else "") + _html(text)
        case Table():
            columns = aligned(block)
            wide = max(map(len, columns.split("\n"))) > COLUMNS
            return _html(text_of(block)) if wide else f"<pre>{_html(columns)}</pre>"
        case Picture():
            return _html(block.twin)


def toast(post: Post) -> str | None:
    """Return a post as the answer to a press; None if it must be a message."""
    text = tame(plain(post)).strip()
    return text if text and not post.asks and units(text) <= TOAST else None


def keyboard(row: str, asks: Sequence[Ask]) -> InlineKeyboardMarkup | None:
    """Return one button for each ask. A button's data names the stored post and the ask, and nothing else. The last
    two have a row of their own if they say the same command, such as an easier and a harder opponent.
    """
    marked = sum(ask.mood == "go" for ask in asks) <= GREENS
    moods = [ask.mood if marked or ask.mood == "stop" else "plain" for ask in asks]
    buttons = [button(ask.label, f"{row}:{i}", mood) for i, (ask, mood) in enumerate(zip(asks, moods, strict=True))]
    if not buttons:
        return None
    apart = 2 if len(asks) > 2 and _command(asks[-1]) and _command(asks[-1]) == _command(asks[-2]) else 0
    most = across([b.text for b in buttons], 2)
    above = rows(buttons[: len(buttons) - apart], most).inline_keyboard
    return InlineKeyboardMarkup([*above, *rows(buttons[-apart:], most).inline_keyboard] if apart else above)


def _command(ask: Ask) -> str:
    """Return the command that a button says; "" for words and forms."""
    name, _, args = ask.says.partition(" ")
    return name if args and name.startswith("/") else ""


def button(label: str, data: str, mood: str = "plain") -> InlineKeyboardButton:
    """Return a button: green for what leads on, red for what ends. A label that is too long ends in dots."""
    label = re.sub(r"\s+", " ", tame(label)).strip() if _visible(label) else NOTHING
    return InlineKeyboardButton(short(label, LABEL), callback_data=data, style=STYLES.get(mood))


def across(labels: Iterable[str], most: int = len(ACROSS)) -> int:
    """Return the number of buttons with these labels that fit in a row so that a phone shows each label whole."""
    widest = max(map(columns, labels), default=0)
    return max((n for n in range(1, most + 1) if widest <= ACROSS[n - 1]), default=1)


def columns(text: str) -> int:
    """Return the columns that a text takes; letters of East Asia and most emoji are two columns wide."""
    return sum(2 if east_asian_width(c) in "WF" else category(c) not in ("Mn", "Me", "Cf") for c in text)


def rows(buttons: Sequence[InlineKeyboardButton], across: int) -> InlineKeyboardMarkup:
    """Return a keyboard with at most this many buttons in a row, in even rows: five are three and two."""
    lines = -(-len(buttons) // across) or 1
    each = -(-len(buttons) // lines) or 1
    return InlineKeyboardMarkup([buttons[i : i + each] for i in range(0, len(buttons), each)])


def plainly(markup: InlineKeyboardMarkup | None) -> InlineKeyboardMarkup | None:
    """Return a keyboard as older servers take it: links and presses without a colour. One without
    colours is returned unchanged.
    """
    if markup is None:
        return None
    lines = [
        [
            InlineKeyboardButton(b.text, url=b.url, callback_data=b.callback_data)
            for b in row
            if b.url or b.callback_data
        ]
        for row in markup.inline_keyboard
    ]
    return InlineKeyboardMarkup([row for row in lines if row]) if any(lines) else None
