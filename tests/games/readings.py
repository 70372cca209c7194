"""Tables of texts: read from a file beside a test, and checked row by row in one test."""

from collections.abc import Iterable
from pathlib import Path


def rows(test: str) -> list[list[str]]:
    """Return the cells of `readings.tsv` beside a test's file, row by row, without its comments."""
    lines = Path(test).with_name("readings.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def misread(read: Iterable[tuple[object, object, object]]) -> list[str]:
    """Return a line for each row whose reading is not the one in the table. `read` holds the text (or what else names
    the row), its reading, and the reading in the table. A table without rows is an error.
    """
    table = list(read)
    assert table, "the table has no rows"
    return [f"{text!r} was read as {made!r}, not as {meant!r}" for text, made, meant in table if made != meant]
