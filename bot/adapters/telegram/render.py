"""Posts as Telegram HTML and inline keyboards. Platform limits live here; foreign text is always escaped."""

from collections.abc import Iterable, Sequence
from html import escape

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.adapters import drafts
from games.post import (
    Ask,
    Block,
    Bold,
    Counts,
    Form,
    Gap,
    Item,
    Line,
    Many,
    Mono,
    One,
    Picture,
    Post,
    Quote,
    Span,
    Table,
    text_of,
)

LONGEST = 4096
"""Characters of a message, counted in UTF-16 units after the markup is read."""
LABEL = 60
TOAST = 200
"""Characters of the answer to a press."""


def html(post: Post) -> list[str]:
    """The messages of a post, each within the platform's limit. Blocks stay whole where they fit in one message."""
    pieces = [piece for block in post.blocks for piece in _fitting(block)]
    messages: list[list[Block]] = [[]]
    size = 0
    for block in pieces:
        more = _units(text_of(block)) + 1
        if messages[-1] and size + more > LONGEST:
            messages.append([])
            size = 0
        messages[-1].append(block)
        size += more
    return ["\n".join(_block(block) for block in message) for message in messages]


def _fitting(block: Block) -> list[Block]:
    """The block, or parts of it that fit into a message each."""
    text = text_of(block)
    if _units(text) < LONGEST:
        return [block]
    parts = [text[i : i + 1500] for i in range(0, len(text), 1500)]
    return [Mono(part) if isinstance(block, Mono) else Line((part,)) for part in parts]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _spans(spans: Iterable[Span]) -> str:
    return "".join(f"<b>{escape(s.text, False)}</b>" if isinstance(s, Bold) else escape(s, False) for s in spans)


def _block(block: Block) -> str:
    match block:
        case Line(spans):
            return _spans(spans)
        case Item(spans):
            return "• " + _spans(spans)
        case Gap():
            return ""
        case Mono(text):
            return f"<pre>{escape(text, False)}</pre>"
        case Quote(who, text):
            return (f"<b>{escape(who, False)}</b>: " if who else "") + escape(text, False)
        case Table(head, rows):
            return f"<pre>{escape(_columns(head, rows), False)}</pre>"
        case Picture(twin=twin):
            return escape(twin, False)


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines)


def keyboard(row: str, asks: Sequence[Ask]) -> InlineKeyboardMarkup | None:
    """One button for each ask; a button's data names the stored post and the ask, and nothing else."""
    buttons = [InlineKeyboardButton(_cut(ask.label), callback_data=f"{row}:{i}") for i, ask in enumerate(asks)]
    if not buttons:
        return None
    short = all(len(b.text) <= 16 for b in buttons)
    step = 2 if short else 1
    return InlineKeyboardMarkup([buttons[i : i + step] for i in range(0, len(buttons), step)])


def form_keyboard(row: str, index: int, form: Form, draft: str) -> InlineKeyboardMarkup:
    """A form opened on its message: steppers, lists and a running total, all of it in the buttons themselves."""
    digits = drafts.unpack(form, draft)
    data = f"{row}:{index}:{draft}"
    rows: list[list[InlineKeyboardButton]] = []
    place = 0
    for field in form.fields:
        match field:
            case Counts(_, label, options, caps):
                rows.append([_still(label, data)])
                for (_, name), cap in zip(options, caps, strict=True):
                    minus = InlineKeyboardButton("−", callback_data=f"{data}:{place}-")
                    plus = InlineKeyboardButton("+", callback_data=f"{data}:{place}+")
                    rows.append([minus, _still(f"{digits[place]}/{cap} {name}", data), plus])
                    place += 1
            case One(_, label, options):
                rows.append([_still(label, data)])
                for n, (_, name) in enumerate(options, 1):
                    mark = "● " if digits[place] == n else ""
                    rows.append([InlineKeyboardButton(_cut(mark + name), callback_data=f"{data}:{place}={n}")])
                place += 1
            case Many():
                rows.append([_still(_total(field, digits[place : place + len(field.options)]), data)])
                buttons = []
                for _, name in field.options:
                    mark = "✓ " if digits[place] else ""
                    buttons.append(InlineKeyboardButton(_cut(mark + name), callback_data=f"{data}:{place}!"))
                    place += 1
                across = 3 if all(len(b.text) <= 12 for b in buttons) else 2
                rows.extend(buttons[i : i + across] for i in range(0, len(buttons), across))
    rows.append(
        [
            InlineKeyboardButton(_cut(form.label.rstrip("…")), callback_data=f"{data}:ok"),
            InlineKeyboardButton("Back", callback_data=f"{data}:back"),
        ]
    )
    return InlineKeyboardMarkup(rows)


def _still(label: str, data: str) -> InlineKeyboardButton:
    """A button that only shows something."""
    return InlineKeyboardButton(_cut(label), callback_data=f"{data}:.")


def _total(field: Many, digits: list[int]) -> str:
    if not field.limit:
        return f"{field.label}: {sum(digits)} chosen"
    total = drafts.weight(field, digits)
    over = f", {total - field.limit} too much" if total > field.limit else ""
    return f"{sum(digits)} chosen, {total} of {field.limit}{over}"


def _cut(label: str) -> str:
    return label if len(label) <= LABEL else label[: LABEL - 1] + "…"
