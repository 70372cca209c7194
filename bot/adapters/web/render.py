"""Posts as HTML: blocks in the order of reading, and what their buttons and forms need.

Templates escape every text themselves; nothing here makes HTML.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct

from bot.adapters import pictures
from bot.adapters.base import tame
from games.core.post import (
    Ask,
    Block,
    Board,
    Bold,
    Chart,
    Choice,
    Code,
    Counts,
    Field,
    Form,
    Gap,
    Item,
    Line,
    Link,
    Many,
    Mono,
    Number,
    One,
    Picture,
    Post,
    Quote,
    Span,
    Table,
    When,
    Words,
)

FOLDER = Path(__file__).parent
LONG = 120
"""Characters from which a text to write gets a field of several lines."""
COLUMNS = 32
"""Columns that the narrowest screen shows without scrolling."""
DRAWS = find_spec("PIL") is not None
"""True if boards and charts can be drawn."""


class Part(Struct, frozen=True):
    """Blocks that stand together: `kind` names what they are, `at` the place of the first in its post."""

    kind: str
    blocks: tuple[Any, ...]
    at: int


class Asks(Struct, frozen=True):
    """The buttons and forms of a post, each with its index among all.

    - `before`: buttons that stand before the forms.
    - `after`: buttons that stand behind them.
    - `aside`: commands beside the moves of a game, such as the rules; they come last.
    """

    before: tuple[tuple[int, Choice], ...] = ()
    forms: tuple[tuple[int, Form], ...] = ()
    after: tuple[tuple[int, Choice], ...] = ()
    aside: tuple[tuple[int, Choice], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.before or self.forms or self.after or self.aside)


class Shown(Struct, frozen=True):
    """An article of a conversation: a post, or with `said` what the reader typed.

    - `mark`: changes with what the article shows.
    - `link`: the address of the join code that the post hands out, "" for none.
    - `coded`: the completion code in it is the one that the page names.
    - `asks`: its buttons and forms.
    """

    id: str
    mark: str
    at: int
    parts: tuple[Part, ...] = ()
    asks: Asks = Asks()
    tag: str = ""
    said: str = ""
    link: str = ""
    coded: bool = False


def parts(post: Post) -> tuple[Part, ...]:
    """Return the blocks of a post, with lines and list items that follow each other put together."""
    drawn = pictures.pictured(post) if DRAWS else None
    made, at = list[Part](), 0
    for kind, found in groupby(post.blocks, key=lambda block: _kind(block, drawn)):
        blocks = tuple(found)
        if kind in ("lines", "list"):
            made.append(Part(kind, blocks, at))
        elif kind != "gap":
            made += [Part(kind, (block,), at + n) for n, block in enumerate(blocks)]
        at += len(blocks)
    return tuple(made)


def holds_code(post: Post) -> bool:
    """Return whether a post holds a code for its reader to copy and enter elsewhere."""
    lines = (block.spans for block in post.blocks if isinstance(block, Line | Item))
    return any(isinstance(span, Code) for spans in lines for span in spans)


def split(asks: tuple[Ask, ...]) -> Asks:
    """Return the buttons and forms of a post in the order of a page.

    Buttons stand before the forms if the game puts one first: it is then the step that most people take, and a form
    would push it off a phone's screen. Commands stand behind the forms.
    """
    numbered = tuple(enumerate(asks))
    choices = tuple((n, ask) for n, ask in numbered if isinstance(ask, Choice))
    forms = tuple((n, ask) for n, ask in numbered if isinstance(ask, Form))
    if not forms:
        return Asks(before=choices)
    commands = tuple((n, ask) for n, ask in choices if ask.says.startswith("/"))
    moves = tuple(one for one in choices if one not in commands)
    first = isinstance(asks[0], Choice)
    return Asks(moves if first else (), forms, () if first else moves, commands)


def _kind(block: Block, drawn: Block | None) -> str:
    match block:
        case Line():
            return "lines"
        case Item():
            return "list"
        case Gap():
            return "gap"
        case Mono(cells=cells):
            return "mono" if cells is None else "cells"
        case Quote():
            return "quote"
        case Table():
            return "table"
        case Picture():
            return "picture"
        case Board() | Chart():
            return "drawn" if block is drawn else "text"


def _span(span: Span) -> str:
    match span:
        case Code():
            return "code"
        case Link(url=url) if url.startswith(("https://", "http://")):
            return "link"
        case Bold():
            return "bold"
        case When():
            return "when"
    return "text"


def _field(field: Field) -> str:
    match field:
        case Number():
            return "number"
        case One():
            return "one"
        case Many():
            return "many"
        case Counts():
            return "counts"
        case Words(most=most):
            return "long" if most > LONG else "words"


def _amount(field: Number, value: int) -> str:
    """Return a bound of a number field in its own unit: cents as dollars."""
    return str(value) if field.scale == 1 else f"{value / field.scale:.{len(str(field.scale)) - 1}f}"


def _cells(field: Counts) -> Iterator[tuple[int, str, int, int]]:
    """Yield number, label, cap and first value of each counter."""
    for n, ((_, label), cap) in enumerate(zip(field.options, field.caps, strict=True)):
        yield n, label, cap, field.chosen[n] if n < len(field.chosen) else 0


def environment() -> Environment:
    """Return the templates, with what they call."""
    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters.update(tame=lambda text: tame(str(text)), bare=lambda text: tame(str(text)).rstrip("…"))
    made.globals.update(
        span_kind=_span,
        field_kind=_field,
        amount=_amount,
        cells=_cells,
        step=_step,
        is_wide=_is_wide,
        is_number=_is_number,
    )
    return made


def _is_wide(text: str) -> bool:
    return max(map(len, text.split("\n"))) > COLUMNS


def _is_number(text: str) -> bool:
    return text.strip("$+-−.,% ").replace(".", "").replace(",", "").isdecimal()


def _step(field: Number) -> str:
    return _amount(field, 1)


# --- what a sent form says --------------------------------------------------------------------------------------------


def filled(form: Form, sent: dict[str, list[str]]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a form from what a browser sent: values by the name of their input."""
    return tuple((field.key, _value(field, sent)) for field in form.fields)


def spoken(ask: Ask, fields: tuple[tuple[str, str], ...]) -> str:
    """Return the words of a press as its reader would say them, "" for none.

    A command speaks for itself, and a form of several fields is told in full by the post that answers it.
    """
    if isinstance(ask, Choice):
        return "" if ask.says.startswith("/") else ask.says if ask.label.isdecimal() else ask.label
    if ask.says.startswith("/") or len(fields) != 1:
        return ""
    [field], [(_, value)] = ask.fields, fields
    if isinstance(field, One):
        return dict(field.options).get(value, "")
    return value.strip() if isinstance(field, Number | Words) else ""


def _value(field: Field, sent: dict[str, list[str]]) -> str:
    name = f"f-{field.key}"
    match field:
        case Counts(options=options):
            counts = [(value, sent.get(f"{name}-{n}", [""])[0].strip()) for n, (value, _) in enumerate(options)]
            return ", ".join(f"{count} {value}" for value, count in counts if count.strip("0"))
        case Many(options=options):
            picked = set(sent.get(name, ()))
            return ", ".join(value for value, _ in options if value in picked)
    return sent.get(name, [""])[0].replace("\r\n", "\n")
