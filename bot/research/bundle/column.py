"""Columns and tables of a bundle: the records that writer, codebook, data package and tests all read."""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, Literal

from msgspec import Struct

Kind = Literal["text", "integer", "decimal", "boolean", "time", "json"]
"""The type of a column. Times are milliseconds since 1970 inside the program, and UTC text in files."""
Texts = Literal["none", "redacted", "full"]
"""Choice of people's words in a bundle: none, redacted ones, or redacted and verbatim ones."""
Row = dict[str, Any]
"""One row by column name. A column that is missing, or None, is empty."""
PLACES: Final = 6
"""Decimal places of a decimal column at most."""


class Column(Struct, frozen=True):
    """One column.

    - `unit`: `dollars`, `points`, `s`, `ms`, `words`, …; "" for numbers without one.
    - `allowed`: all values that a text column can have; empty if there are others.
    - `null`: it may be empty.
    - `words`: it holds what people typed: `redacted`, or `full` for verbatim text. "" for all other columns.
    """

    name: str
    kind: Kind
    meaning: str
    unit: str = ""
    allowed: tuple[str, ...] = ()
    null: bool = True
    words: Literal["", "redacted", "full"] = ""


class Link(Struct, frozen=True):
    """A foreign key: these columns name a row of another table by its columns."""

    columns: tuple[str, ...]
    table: str
    theirs: tuple[str, ...]


class Table(Struct, frozen=True):
    """One table: what a row is, its columns, its primary key, and its links. `lines`: it is written as JSON lines."""

    name: str
    row: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    links: tuple[Link, ...] = ()
    lines: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


def shown(column: Column, texts: Texts) -> bool:
    """Return whether a bundle with these texts has the column."""
    return column.words == "" or texts == "full" or (texts == "redacted" and column.words == "redacted")


def without_words(columns: Iterable[Column], texts: Texts) -> tuple[Column, ...]:
    return tuple(column for column in columns if shown(column, texts))


def decimal(amount: int | Fraction | Decimal | float | None) -> Decimal | None:
    """Return a number as a decimal with at most `PLACES` places, rounded half to even; None for None."""
    if amount is None:
        return None
    if isinstance(amount, Fraction):
        amount = Decimal(round(amount * 10**PLACES)).scaleb(-PLACES)
    made = Decimal(repr(amount)) if isinstance(amount, float) else Decimal(amount)
    return made.quantize(Decimal(1).scaleb(-PLACES)).normalize() + 0


def must(name: str, kind: Kind, meaning: str, unit: str = "", allowed: tuple[str, ...] = ()) -> Column:
    """Return a column that is never empty."""
    return Column(name, kind, meaning, unit, allowed, null=False)
