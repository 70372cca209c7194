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
TALL = 6
"""Rows to fill in from which the forms of a post are taller than a phone's screen."""
COLUMNS = 32
"""Columns that the narrowest screen shows without scrolling."""
DRAWS = find_spec("PIL") is not None
"""True if boards and charts can be drawn."""


class Part(Struct, frozen=True):
    """Blocks that stand together: `kind` names what they are, `at` the place of the first in its post."""

    kind: str
    blocks: tuple[Any, ...]
    at: int


class Shown(Struct, frozen=True):
    """An article of a conversation: a post, or with `said` what the reader typed.

    - `mark`: changes with what the article shows.
    - `link`: the address of the join code that the post hands out, "" for none.
    - `coded`: the completion code in it is the one that the page names.
    - `choices_first`: its buttons stand before its forms.
    """

    id: str
    mark: str
    at: int
    parts: tuple[Part, ...] = ()
    choices: tuple[tuple[int, Choice], ...] = ()
    forms: tuple[tuple[int, Form], ...] = ()
    tag: str = ""
    said: str = ""
    link: str = ""
    coded: bool = False
    choices_first: bool = False


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
    """Return whether a post holds a code that its reader takes elsewhere."""
    lines = (block.spans for block in post.blocks if isinstance(block, Line | Item))
    return any(isinstance(span, Code) for spans in lines for span in spans)


def split(asks: tuple[Ask, ...]) -> tuple[tuple[tuple[int, Choice], ...], tuple[tuple[int, Form], ...]]:
    """Return the buttons and the forms of a post, each with its index among all."""
    numbered = tuple(enumerate(asks))
    choices = tuple((n, ask) for n, ask in numbered if isinstance(ask, Choice))
    return choices, tuple((n, ask) for n, ask in numbered if isinstance(ask, Form))


def choices_first(asks: tuple[Ask, ...]) -> bool:
    """Return whether the buttons of a post come first: one of them is the step that most people take, and the forms
    would push it off a phone's screen.
    """
    fields = [field for ask in asks if isinstance(ask, Form) for field in ask.fields]
    rows = sum(len(field.options) for field in fields if isinstance(field, Many | Counts))
    return rows >= TALL and any(isinstance(ask, Choice) and ask.mood == "go" for ask in asks)


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
    made.filters.update(tame=lambda text: tame(str(text)), label=lambda text: tame(str(text)).rstrip("…"))
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
