"""Two plain front ends of a terminal: text for pipes and files, and JSON lines for programs."""

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import IO, Any, Protocol

import msgspec

from bot.adapters.terminal.lines import clean
from bot.adapters.terminal.program import named
from bot.session.model.session import Session
from bot.session.wording.after import LETTERS
from games.core.codec import encode
from games.core.contract import Result, Seat
from games.core.phrases import short
from games.core.post import Ask, Choice, Field, Form, Number, Post, Words, plain

PIPED_WIDTH = 72
RESERVED = frozenset({"kind", "to", "text", "choices", "forms", "id"})


class Face(Protocol):
    """The display of a game in a terminal. `width`: the widest line that the program may use, in columns."""

    width: int

    def opened(self, session: Session, seat: Seat) -> None:
        """Show the game that this run is about."""

    def post(self, id: str, seat: Seat, post: Post, reply: bool = False) -> None:
        """Show a post. `reply`: it only answers the last line, so the offered choices stay as they are."""

    def thinking(self) -> AbstractContextManager[None]:
        """Return a context that shows a notice while the others are on turn."""

    def left(self, sid: str) -> None:
        """Say that the person leaves and the game stays."""

    def ended(self, session: Session, result: Result, report: Mapping[str, Any]) -> None: ...


class JsonLines:
    """Front end that writes one JSON object a line."""

    width = PIPED_WIDTH

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out

    def opened(self, session: Session, seat: Seat) -> None:
        self._write({"kind": "session", "session": session.sid, "game": session.game.name, "seat": seat})

    def post(self, id: str, seat: Seat, post: Post, reply: bool = False) -> None:
        choices = [{"label": ask.label, "says": ask.says} for ask in post.asks if isinstance(ask, Choice)]
        forms = [
            {"label": ask.label, "says": ask.says, "fields": [field.key for field in ask.fields]}
            for ask in post.asks
            if isinstance(ask, Form)
        ]
        extra = {key: value for key, value in (post.data or {}).items() if key not in RESERVED}
        self._write(
            {"kind": "post", "to": seat, "text": plain(post), "choices": choices, "forms": forms, "id": id, **extra}
        )

    def thinking(self) -> AbstractContextManager[None]:
        return nullcontext()

    def left(self, sid: str) -> None:
        return

    def ended(self, session: Session, result: Result, report: Mapping[str, Any]) -> None:
        self._write({"kind": "result", "end": result.end, "earnings": result.written(), **report})

    def _write(self, row: dict[str, Any]) -> None:
        # The canonical codec first sorts sets and writes fractions, so equal rows are equal bytes.
        canonical = msgspec.json.decode(encode(row))
        self._out.write(msgspec.json.encode(_cleaned({key: canonical[key] for key in row})) + b"\n")
        self._out.flush()


def _cleaned(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case dict():
            return {clean(key): _cleaned(inner) for key, inner in value.items()}
        case list():
            return [_cleaned(inner) for inner in value]
        case _:
            return value


class PlainText:
    """Front end that writes posts as text, separated by empty lines. Under the newest it lists what can be said."""

    width = PIPED_WIDTH

    def __init__(self, out: IO[str], aside: IO[str]) -> None:
        self._out, self._aside = out, aside
        self._first = True

    def opened(self, session: Session, seat: Seat) -> None:
        return

    def post(self, id: str, seat: Seat, post: Post, reply: bool = False) -> None:
        parts = [] if self._first else [""]
        self._first = False
        parts.append(clean(plain(post)))
        if post.asks:
            parts.append(f"You can type: {' · '.join(hints(post.asks))}")
        self._out.write("\n".join(parts) + "\n")
        self._out.flush()

    def thinking(self) -> AbstractContextManager[None]:
        return nullcontext()

    def left(self, sid: str) -> None:
        self._aside.write(named(f"Your game is kept. `parley resume {sid}` goes on.\n"))

    def ended(self, session: Session, result: Result, report: Mapping[str, Any]) -> None:
        return


MOST_HINTS = 8
LONGEST_HINT = 48


PLAINLY = {"Yes": "yes", "No": "no", "Leave": "yes", "Stay": "no"}
"""Plain words that stand for the buttons of our own questions."""


OPTION = re.compile(rf"/review [0-9]+ ([{LETTERS}])")
"""Commands that choose a move in a review. The letter alone is enough."""


def hints(asks: tuple[Ask, ...]) -> list[str]:
    """Return the texts that a person could type now: `accept`, `a number from 0 to 100`."""
    offered = list(dict.fromkeys(_typed(ask) for ask in asks))
    if any(isinstance(ask, Form) and len(ask.fields) > 1 for ask in asks):
        offered.append("/fill")
    return offered if len(offered) <= MOST_HINTS else [*offered[:MOST_HINTS], "…"]


def _typed(ask: Ask) -> str:
    if isinstance(ask, Choice):
        if ask.label in PLAINLY:
            return PLAINLY[ask.label]
        said = short(clean(ask.says).replace("\n", " / "), LONGEST_HINT)
        if (option := OPTION.fullmatch(said)) is not None:
            said = option[1]
        # A letter, and a command with words behind it, do not say by themselves what they lead to.
        return f"{said} ({short(clean(ask.label), LONGEST_HINT)})" if option or re.fullmatch(r"/\w+ .+", said) else said
    template = clean(ask.says).replace("\n", " / ")
    if len(ask.fields) == 1 and template == "{" + ask.fields[0].key + "}":
        return short(_asked(ask.fields[0]), LONGEST_HINT)
    for field in ask.fields:
        template = template.replace("{" + field.key + "}", f"<{field.key}>")
    return short(template, LONGEST_HINT)


def _asked(field: Field) -> str:
    match field:
        case Number(low=low, high=high, scale=scale, unit="$"):
            return f"a price from ${low // scale} to ${high // scale}"
        case Number(low=low, high=high, scale=scale):
            return f"a number from {low // scale} to {high // scale}"
        case Words():
            return "anything you like"
        case _:
            return f"<{clean(field.label)}>"
