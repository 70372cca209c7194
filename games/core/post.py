"""Posts: blocks of words, choices and forms, free of any platform.

A post is a few blocks; adapters turn blocks into code blocks, HTML or terminal lines and escape every string
themselves. A choice says what a person could have typed, so buttons and words cannot disagree.
"""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct

from games.core.plots import Plot, twin


class Cast(Struct, frozen=True):
    """The occupant of a seat, as far as words need it."""

    seat: str
    kind: Literal["human", "ai"]
    name: str = ""


class Voice(Struct, frozen=True):
    """The way to speak to one reader.

    `you` is the seat that the reader is addressed as ("" for a channel with several players or spectators only).
    `plain` asks for every fact without box characters; `width` is the widest line that a game may produce, in columns.
    `again`: the reader has just played this game with these settings, and needs to hear only what is new.
    """

    you: str = ""
    cast: tuple[Cast, ...] = ()
    locale: str = "en"
    plain: bool = False
    width: int = 30
    again: bool = False

    def kind(self, seat: str) -> Literal["human", "ai"]:
        """Return the kind of a seat's occupant; an empty seat counts as a person."""
        return next((c.kind for c in self.cast if c.seat == seat), "human")

    @property
    def facing_ai(self) -> bool:
        """True if one person is addressed and every other seat is an AI's."""
        others = [c.kind for c in self.cast if c.seat != self.you]
        return bool(self.you and others) and all(kind == "ai" for kind in others)


class Bold(Struct, frozen=True, tag="bold"):
    text: str


class Code(Bold, frozen=True, tag="code"):
    """A code for the reader to copy and enter elsewhere, such as the completion code of a study."""


class Link(Bold, frozen=True, tag="link"):
    """Words that lead to an address elsewhere, which an operator named: no words of a player become one."""

    url: str


class When(Struct, frozen=True, tag="when"):
    """A moment to come, in milliseconds since 1970. `text` is shown on platforms without a countdown of their own."""

    at: int
    text: str


Span = str | Bold | Code | Link | When


class Line(Struct, frozen=True, tag="line"):
    """One line of text. Neighbouring lines stand directly under each other."""

    spans: tuple[Span, ...]


class Item(Struct, frozen=True, tag="item"):
    """One entry of a list."""

    spans: tuple[Span, ...]


class Gap(Struct, frozen=True, tag="gap"):
    """An empty line."""


class Table(Struct, frozen=True, tag="table"):
    """Short columns under a head; adapters align or unfold them."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Mono(Struct, frozen=True, tag="mono", omit_defaults=True):
    """Lines whose columns matter: shown in a code block, never wrapped or changed. If `file` is set and the lines are
    too long for one message, they go out as a file of that name. `cells` holds the same as a table, for adapters that
    show tables: a screen reader then says what each number is.
    """

    text: str
    file: str = ""
    cells: Table | None = None


class Quote(Struct, frozen=True, tag="quote", omit_defaults=True):
    """Words of a player, kept apart from the game's. `who` is the speaker's name for the reader, `seat` the seat."""

    who: str
    text: str
    seat: str = ""


class Picture(Struct, frozen=True, tag="picture", omit_defaults=True):
    """A PNG with its alternative text, and the same in words for readers without pictures."""

    png: bytes
    alt: str
    twin: str


class Tile(Struct, frozen=True, omit_defaults=True):
    """One field of a board: `count` units of a `thing`, the `player` who stands there, and the tool that its `bench`
    makes; each is "" if there is none.
    """

    thing: str = ""
    count: int = 0
    player: str = ""
    bench: str = ""


class Board(Struct, frozen=True, tag="board", omit_defaults=True):
    """A map in rows of fields, for adapters that draw; `text` is the same map in a code block, for all others.

    `you` is the player whose map it is; `alt` describes the picture in a sentence; `names` holds what readers call the
    players, where that is not their seat.
    """

    rows: tuple[tuple[Tile, ...], ...]
    you: str
    alt: str
    text: str
    names: tuple[tuple[str, str], ...] = ()


class Chart(Struct, frozen=True, tag="chart", omit_defaults=True):
    """A plot, for adapters that draw. `alt` describes the picture in a sentence or two; `text` holds its numbers in
    lines of at most `COLUMNS` columns, for all others.
    """

    title: str
    plot: Plot
    alt: str
    text: str


Block = Line | Item | Gap | Mono | Quote | Table | Picture | Board | Chart

Scope = Literal["table", "seat"]
"""The audience of an ask: the whole table, or only a private place of the seat."""


class Choice(Struct, frozen=True, tag="choice", omit_defaults=True):
    """A button. `says` is the text that it stands for; `seat` is set where several people share a place.

    The mood `stop` is for what cannot be undone: a press is asked about first, by `question` or in general words.
    """

    label: str
    says: str
    scope: Scope = "table"
    seat: str = ""
    mood: Literal["go", "plain", "stop"] = "plain"
    question: str = ""


# Fields of forms. `required`: the form cannot be sent without it; a field that may stay empty then says nothing.
# `chosen` is what the field shows when the form opens. Both mean the same on every platform and in the terminal.


class Number(Struct, frozen=True, tag="number", omit_defaults=True):
    """A number to type. Bounds in units of `1/scale` (cents of a price have scale 100)."""

    key: str
    label: str
    low: int
    high: int
    scale: int = 1
    unit: str = ""
    required: bool = True
    chosen: str = ""


class One(Struct, frozen=True, tag="one", omit_defaults=True):
    """One of several options: pairs of value and label."""

    key: str
    label: str
    options: tuple[tuple[str, str], ...]
    required: bool = True
    chosen: str = ""


class Many(Struct, frozen=True, tag="many", omit_defaults=True):
    """Some of up to 35 options. If `weights` and `limit` are set, the running sum is shown against the limit."""

    key: str
    label: str
    options: tuple[tuple[str, str], ...]
    least: int = 0
    most: int = 35
    weights: tuple[int, ...] = ()
    limit: int = 0
    chosen: frozenset[str] = frozenset()


class Counts(Struct, frozen=True, tag="counts", omit_defaults=True):
    """A small whole number for each label, from 0 to its cap: steppers."""

    key: str
    label: str
    options: tuple[tuple[str, str], ...]
    caps: tuple[int, ...]
    chosen: tuple[int, ...] = ()


class Words(Struct, frozen=True, tag="words", omit_defaults=True):
    """Free text."""

    key: str
    label: str
    most: int = 500
    required: bool = True
    chosen: str = ""


Field = Number | One | Many | Counts | Words


class Form(Struct, frozen=True, tag="form", omit_defaults=True):
    """A button that opens fields. `says` is the text it stands for, with `{key}` for each field. Where the fields stand
    open, `send` names the button that sends them; "" for the label.

    A `Many` field speaks as its values joined by ", "; a `Counts` field as "n value" parts joined by ", " (zeros left
    out).
    """

    label: str
    fields: tuple[Field, ...]
    says: str
    scope: Scope = "table"
    seat: str = ""
    mood: Literal["go", "plain", "stop"] = "plain"
    send: str = ""


Ask = Choice | Form


class Post(Struct, frozen=True, omit_defaults=True):
    """One message.

    A `slot` names a box that its successor replaces: `edit` changes it in place, `tail` posts it again at the bottom.
    `data` carries machine-readable extras for programs that read the terminal's JSON lines. `receipt`: the post only
    confirms what its reader has just written; a platform may show that by a sign at the reader's own message.
    """

    blocks: tuple[Block, ...]
    asks: tuple[Ask, ...] = ()
    slot: str = ""
    keep: Literal["edit", "tail"] = "tail"
    data: dict[str, Any] | None = None
    receipt: bool = False


def line(*spans: Span) -> Line:
    return Line(spans)


def item(*spans: Span) -> Item:
    return Item(spans)


def chart(title: str, plot: Plot, alt: str, voice: Voice) -> tuple[Block, ...]:
    """Return a plot for one reader: a chart, or its lines for a reader who asked for plain posts."""
    text = twin(title, plot)
    if voice.plain:
        return tuple(Line((row,)) for row in text.split("\n"))
    return (Chart(title, plot, alt, text),)


def says(*texts: str) -> Post:
    return Post(tuple(Line((text,)) for text in texts))


def flat(spans: Iterable[Span]) -> str:
    return "".join(span if isinstance(span, str) else span.text for span in spans)


def text_of(block: Block) -> str:
    """Return one block as plain text, for programs and screen readers."""
    match block:
        case Line(spans):
            return flat(spans)
        case Item(spans):
            return "• " + flat(spans)
        case Gap():
            return ""
        case Mono(text):
            return text
        case Quote(who, text):
            return f"{who}: {text}" if who else text
        case Table(head, rows):
            return "\n".join(", ".join(f"{h} {cell}" for h, cell in zip(head, row, strict=True)) for row in rows)
        case Picture():
            return block.twin
        case Board() | Chart():
            return block.text


def aligned(table: Table) -> str:
    """Return a table in columns, two spaces apart, for fixed-width fonts."""
    lines = [table.head, *table.rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(table.head))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in lines)


def plain(post: Post) -> str:
    """Return a whole post as plain text, one block under the other."""
    return "\n".join(text_of(block) for block in post.blocks)
