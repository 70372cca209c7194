"""The single reader of files that people provide: it reads within bounds, and refuses with the place and the reason.

`games/core/documents.py` has the bounds and reads JSON; this module adds files, YAML and TOML. YAML is built from the
parser's events, so that its size is known while it grows. Anchors and aliases, with which 470 characters can stand for
gigabytes, are refused.
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from games.core.documents import (
    DEEPEST,
    DIGITS,
    HALF,
    MOST,
    TooMuch,
    Twice,
    Unreadable,
    clipped,
    load,
    place,
    reason,
    sized,
    spot,
)

__all__ = ["LARGEST", "Unreadable", "data_of", "load_either", "load_toml", "load_yaml", "text_of"]

LARGEST = 64 << 20
"""Maximum of bytes in a file that is named at the command line, such as a log or a list of contexts."""
SETTINGS = 1 << 16
"""Maximum of bytes in a TOML file."""
_DEEP = re.compile(rf"(?:[\[{{]\s*+){{{DEEPEST + 1}}}")
_LONG_QUOTES = ('"""', "'''")
NO_YAML = "it is no JSON, and the library for YAML is not installed (parley[yaml])"


def data_of(file: Path | BinaryIO, largest: int = LARGEST) -> bytes:
    """Return the bytes of a file. Raises `Unreadable` for one that is too large or cannot be read."""
    try:
        if isinstance(file, Path):
            with file.open("rb") as opened:
                data = opened.read(largest + 1)
        else:
            data = file.read(largest + 1)
    except (OSError, ValueError) as problem:
        raise Unreadable(f"cannot be read ({getattr(problem, 'strerror', None) or 'no name of a file'})") from None
    if len(data) > largest:
        raise Unreadable(f"has more than {largest:,} bytes")
    return data


def text_of(file: Path | BinaryIO, largest: int = LARGEST) -> str:
    """Return the text of a file in UTF-8, without a byte order mark. Raises `Unreadable`."""
    try:
        return data_of(file, largest).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable("cannot be read (it is not UTF-8 text)") from None


def load_either(text: str) -> Any:
    """Return the content of a document in JSON or YAML. Raises `Unreadable`.

    In YAML every scalar stays a text: the settings decide the meaning of `on`, `5` and `0.50`.
    """
    like_json = text.lstrip()[:1] in ("{", "[")
    try:
        return load(text)
    except Twice:
        raise
    except Unreadable as problem:
        if like_json and isinstance(problem, TooMuch):
            raise
        as_json = problem
    try:
        return load_yaml(text)
    except Twice:
        raise
    except Unreadable as problem:
        raise (as_json if like_json else problem) from None


def load_yaml(text: str) -> Any:
    """Return the content of a YAML document, with every scalar as a text. Raises `Unreadable`."""
    sized(text)
    if found := _DEEP.search(text):
        # The parser looks a thousand characters ahead, and that takes quadratic time.
        raise TooMuch(f"line {text.count(chr(10), 0, found.start()) + 1}: it is nested more than {DEEPEST} levels deep")
    try:
        import yaml
    except ImportError:
        raise Unreadable(NO_YAML) from None
    try:
        # The faster parser in C is not used, because deep nesting crashes the process in it.
        return _Builder().built(yaml.parse(text, Loader=yaml.BaseLoader))
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        where = f"{place(mark.line + 1, mark.column + 1)}: " if mark else ""
        raise Unreadable(f"{where}{reason(Exception(problem.problem or problem.context or 'it is no YAML'))}") from None
    except yaml.reader.ReaderError as problem:
        raise Unreadable(f"{spot(text, problem.position)}: U+{problem.character:04X} is not allowed") from None
    except yaml.YAMLError as problem:
        raise Unreadable(reason(problem).partition("\n")[0]) from None


class _Builder:
    """Builder of data from YAML's events. `open` has the open containers, each with the key that awaits its value."""

    def __init__(self) -> None:
        self.whole: list[Any] = []
        self.open: list[tuple[Any, list[str]]] = [(self.whole, [])]
        self.nodes = 0

    def built(self, events: Iterable[Any]) -> Any:
        for event in events:
            self._take(event, type(event).__name__)
        return self.whole[0] if self.whole else None

    def _take(self, event: Any, kind: str) -> None:
        match kind:
            case "DocumentStartEvent" if self.whole:
                raise self._no(event, "a second document begins here; write one")
            case "AliasEvent":
                raise self._no(event, "aliases (*name) are not taken; write out what is meant")
            case "ScalarEvent":
                self._add(event, self._text(event))
            case "SequenceStartEvent" | "MappingStartEvent":
                made: Any = [] if kind.startswith("Sequence") else {}
                self._add(event, made)
                self.open.append((made, []))
                if len(self.open) > DEEPEST + 1:
                    raise self._no(event, f"it is nested more than {DEEPEST} levels deep")
            case "SequenceEndEvent" | "MappingEndEvent":
                self.open.pop()

    def _text(self, event: Any) -> str:
        """Return a scalar's text, with the two escapes of a character above U+FFFF joined."""
        try:
            return str(event.value).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError:
            raise self._no(event, HALF) from None

    def _add(self, event: Any, value: Any) -> None:
        """Put a value in its place: into a list, after the key that waits for it, or as a key itself."""
        self.nodes += 1
        if self.nodes > MOST:
            raise self._no(event, f"it holds more than {MOST:,} values")
        if event.anchor is not None:
            raise self._no(event, "anchors (&name) are not taken; write out what is meant")
        holder, waiting = self.open[-1]
        if isinstance(holder, list):
            holder.append(value)
        elif waiting:
            holder[waiting.pop()] = value
        elif not isinstance(value, str):
            raise self._no(event, "a key must be a text")
        elif value in holder:
            raise Twice(value)
        else:
            waiting.append(value)

    def _no(self, event: Any, why: str) -> Unreadable:
        mark = event.start_mark
        return Unreadable(f"{place(mark.line + 1, mark.column + 1)}: {why}")


def load_toml(file: Path) -> dict[str, Any]:
    """Return the content of a TOML file. Raises `Unreadable`."""
    text = text_of(file, SETTINGS)
    if (at := _too_dotted(text)) is not None:
        # The library takes time in the square of a key's dots: 15 seconds for 20,000 of them.
        raise TooMuch(f"{spot(text, at)}: a key has more than {DEEPEST} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Unreadable("it is nested too deep") from None
    except ValueError as problem:
        raise Unreadable(clipped(reason(problem), 120)) from None


def _too_dotted(text: str) -> int | None:
    """Return the offset of the first TOML key of more than `DEEPEST` parts, in one pass; None if there is none."""
    at = start = parts = 0
    joined = False
    while at < len(text):
        sign = text[at]
        if sign == ".":
            joined = parts > 0
        elif sign not in " \t":
            begun, at = at, _after(text, at)
            part = sign in "\"'-_" or sign.isalnum()
            start, parts = (start, parts + 1) if part and joined else (begun, int(part))
            if parts > DEEPEST:
                return start
            joined = False
            continue
        at += 1
    return None


def _after(text: str, at: int) -> int:
    """Return the end of the quoted text, the comment, the bare word or the sign that begins here."""
    sign = text[at]
    if sign == "#":
        end = text.find("\n", at)
        return end if end >= 0 else len(text)
    if sign in "\"'":
        return _after_quotes(text, at, next((long for long in _LONG_QUOTES if text.startswith(long, at)), sign))
    end = at
    while end < len(text) and (text[end].isalnum() or text[end] in "-_"):
        end += 1
    return max(end, at + 1)


def _after_quotes(text: str, at: int, quotes: str) -> int:
    """Return the end of the text in these quotes; a short one that is not closed ends with its line."""
    at += len(quotes)
    while at < len(text) and not text.startswith(quotes, at):
        if text[at] == "\n" and len(quotes) == 1:
            return at
        at += 2 if text[at] == "\\" and quotes[0] == '"' else 1
    return at + len(quotes)


def whole_number(text: str) -> int | None:
    """Return the number that digits stand for; None for other text, and for too many digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else None
