"""A person's screen as readable text: for failing tests, for goldens and for the pictures of the documentation."""

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing on a person's screen, as displayed: markup is gone, code blocks keep their columns."""

    author: str
    text: str
    rows: tuple[tuple[str, ...], ...] = ()  # labels of buttons and menus; disabled ones in (round) brackets
    place: str = ""
    mine: bool = False
    only_me: bool = False  # an alert, or a message nobody else sees
    edited: bool = False
    pictures: tuple[str, ...] = ()  # alternative text or file name
    boxed: bool = False  # it ends in a card: the lines that begin with BAR, and everything after them


BAR = "│ "
"""Stands before each line of a card, as the coloured bar does in the client."""


def transcript(seen: Iterable[Seen], *, width: int | None = None) -> str:
    """The screen from top to bottom: names in a left column, a heading wherever the place changes.

    Lines wider than `width` columns are folded between words (None: as they are). Example::

        -- Parley --
        You     /start
        Parley  You negotiate, an AI sits across the table.
                [Price bargaining] [Trading]
    """
    items = list(seen)
    if not items:
        return "(an empty screen)"
    names = [_name(item) for item in items]
    column = max(map(len, names)) + 2
    lines: list[str] = []
    place = ""
    for name, item in zip(names, items, strict=True):
        if item.place and item.place != place:
            lines.append(f"-- {item.place} --")
            place = item.place
        body = _body(item, width)
        lines.append((name.ljust(column) + body[0]).rstrip())
        lines += [(" " * column + line).rstrip() for line in body[1:]]
    return "\n".join(lines)


def _name(item: Seen) -> str:
    name = "You" if item.mine else item.author
    return f"{name} (only you)" if item.only_me else name


def _body(item: Seen, width: int | None) -> list[str]:
    lines: list[str] = []
    for line in item.text.split("\n"):
        under = BAR if line.startswith(BAR) else ""
        lines += [line] if width is None else textwrap.wrap(line, width, subsequent_indent=under) or [""]
    bar = BAR if item.boxed else ""
    lines += [f"{bar}<picture: {picture}>" for picture in item.pictures]
    lines += [bar + " ".join(label if label.startswith("(") else f"[{label}]" for label in row) for row in item.rows]
    if item.edited:
        lines[-1] += "  (edited)"
    while len(lines) > 1 and not lines[0]:
        del lines[0]
    return lines
