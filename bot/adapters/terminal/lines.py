"""Lines of text in and out of a terminal: bytes become storable text, and text becomes safe to show."""

import asyncio
import json
import os
import re
import threading
from collections.abc import Callable
from typing import Protocol
from unicodedata import category

STDIN, CHUNK = 0, 1 << 16

_SEQUENCES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"  # CSI: colours, cursor, modes
    # OSC, DCS and the like, with their end.
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*+(?:\x07|\x9c|\x1b\\)"
    r"|\x1b[ -/]*+[0-~]"
)
_BREAKS = str.maketrans({"\r": "\n", "\v": "\n", "\f": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n", "\t": " "})


def clean(text: str) -> str:
    """Return text that cannot control a terminal: no escapes, controls except the line end, or hidden direction."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    text = _SEQUENCES.sub("", text).replace("\r\n", "\n").translate(_BREAKS)
    return "".join(c for c in text if c == "\n" or category(c) not in ("Cc", "Cf", "Cs"))


def storable(data: bytes) -> str:
    """Return a line as text: other bytes than UTF-8 become U+FFFD; line end and byte order mark go."""
    return data.removesuffix(b"\r").decode("utf-8-sig", errors="replace")


class BadLine(ValueError):
    """Error: an unusable line of JSON input; the text says what is allowed."""


def unpacked(data: bytes) -> str | None:
    """Return the text in a line `{"text": …}`; None for an empty line. Raises `BadLine`."""
    held = storable(data)
    if not held.strip():
        return None
    try:
        text = json.loads(held, strict=False)["text"]
    except (ValueError, TypeError, LookupError, RecursionError):
        text = None
    if not isinstance(text, str):
        raise BadLine('A line of --input jsonl is an object such as {"text": "I offer 45"}; this one was skipped.')
    return text.encode(errors="replace").decode()  # half of a surrogate pair is no character


class Lines(Protocol):
    """A source of a person's lines. `live`: they are typed, so nobody waits for lines after the end."""

    live: bool

    def read(self) -> bytes | None:
        """Return the next line without its line end; None after the last. Blocks."""


class Piped:
    """Lines of the standard input, split at `\\n` and nowhere else."""

    def __init__(self) -> None:
        self.live = os.isatty(STDIN)
        self._parts: list[bytes] = []
        self._ready: list[bytes] = []
        self._over = False

    def read(self) -> bytes | None:
        # sys.stdin is avoided: a thread that waits inside its buffer would delay the end of the process.
        while not self._ready and not self._over:
            chunk = os.read(STDIN, CHUNK)
            first, *rest = chunk.split(b"\n")
            self._parts.append(first)
            if rest or not chunk:
                whole = [b"".join(self._parts), *rest]
                self._parts = [whole.pop()]
                self._ready = whole[::-1]
            if not chunk:
                self._over = True
                if self._parts != [b""]:
                    self._ready.insert(0, b"".join(self._parts))
        return self._ready.pop() if self._ready else None


def fetch(read: Callable[[], bytes | None]) -> "asyncio.Future[bytes | None]":
    """Return a future for the next line, read in a thread so that the process can end without it."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[bytes | None] = loop.create_future()

    def settle(line: bytes | None, problem: BaseException | None) -> None:
        if future.cancelled():
            return
        if problem is not None:
            future.set_exception(problem)
        else:
            future.set_result(line)

    def work() -> None:
        line, problem = None, None
        try:
            line = read()
        except BaseException as caught:  # any error belongs to the reader of the line
            problem = caught
        try:
            loop.call_soon_threadsafe(settle, line, problem)
        except RuntimeError:
            return  # the loop has closed: the process is ending

    threading.Thread(target=work, daemon=True, name="lines").start()
    return future
