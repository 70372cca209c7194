"""The record of a bench: every answer of a model, written before it is used, in one file of JSON lines.

A bench that is started again reads its answers from here and asks only for those that are missing. What was asked and
has no answer was in flight when the process ended; it is asked again, unless it belongs to a batch whose results can
still be fetched.
"""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Final, Self

import msgspec
from msgspec import Meta, Struct

from bot.players.llm.client import Reply
from bot.runtime.documents import Unreadable, data_of

BEGINS: Final = b'{"kind":"'
LONGEST: Final = 86_400.0
"""Seconds that no call takes."""


class BadRecord(ValueError):
    """Error: a file that cannot be the record of this bench; the text is one sentence."""


class Asked(Struct, frozen=True, tag_field="kind", tag="ask"):
    """A question that is about to be sent."""

    key: str


class Answered(Struct, frozen=True, tag_field="kind", tag="answer"):
    """An answer. `sent` is the hash of its question, `seconds` what it took, None in a batch."""

    key: str
    sent: str
    reply: Reply
    seconds: Annotated[float, Meta(ge=0, le=LONGEST)] | None = None


class Sent(Struct, frozen=True, tag_field="kind", tag="batch"):
    """A batch of questions: the key of each by the name that it has in the batch."""

    batch: str
    keys: dict[str, str]
    sent: dict[str, str]


class Done(Struct, frozen=True, tag_field="kind", tag="fetched"):
    """All results of a batch are on record."""

    batch: str


_Line = Asked | Answered | Sent | Done
_decoder: Final[msgspec.json.Decoder[_Line]] = msgspec.json.Decoder(_Line)


class Record:
    """The open record of one bench. `repeated` counts questions that were in flight when an earlier run ended."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.answers: dict[str, Answered] = {}
        self.batches: dict[str, Sent] = {}
        self._asked: set[str] = set()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab")
        except OSError as problem:
            raise BadRecord(f"{path} cannot be written ({problem.strerror}); name another file with --keep.") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._load()
        except BlockingIOError:
            self._file.close()
            raise BadRecord(f"Another bench is writing to {path}; wait for it, or name another file.") from None
        except BadRecord:
            self._file.close()
            raise
        waiting = {key for batch in self.batches.values() for key in batch.keys.values()}
        self.found = len(self.answers)
        self.repeated = len(self._asked - waiting)

    def answer(self, key: str, sent: str) -> Answered | None:
        """Return the answer to a question. Raises `BadRecord` if it was given to another one."""
        found = self.answers.get(key)
        if found is not None and found.sent != sent:
            raise BadRecord(
                f"{self.path} holds answers to other questions (at {key}): settings, prompts or players have changed "
                "since; name another file with --keep."
            )
        return found

    def asking(self, key: str) -> None:
        """Write down that a question is about to be sent."""
        self._write(Asked(key))

    def answered(self, key: str, sent: str, reply: Reply, seconds: float | None = None) -> Answered:
        """Write down an answer, and return it."""
        made = Answered(key, sent, reply, seconds)
        self._write(made)
        self.answers[key] = made
        return made

    def sent(self, batch: Sent) -> None:
        self._write(batch)
        self.batches[batch.batch] = batch

    def fetched(self, batch: str) -> None:
        self._write(Done(batch))
        self.batches.pop(batch, None)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _write(self, line: _Line) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def _load(self) -> None:
        """Read the file. A last line that was cut off is left out."""
        try:
            data = data_of(self.path)
        except Unreadable as problem:
            raise BadRecord(f"{self.path} {problem}; name another file with --keep.") from None
        lines = data.split(b"\n")
        for at, line in enumerate(lines, 1):
            if not line:
                continue
            try:
                self._take(_decoder.decode(line))
            except (msgspec.DecodeError, RecursionError) as problem:
                last = at == len(lines)
                if not line.startswith(BEGINS) and not (last and BEGINS.startswith(line)):
                    raise BadRecord(f"{self.path} holds something else than a bench; name another file.") from None
                if not _half(line):
                    raise BadRecord(
                        f"Line {at} of {self.path} was not written by a bench ({problem}); name another file."
                    ) from None
        if data and not data.endswith(b"\n"):
            self._file.write(b"\n")
            self._file.flush()

    def _take(self, line: _Line) -> None:
        match line:
            case Asked(key):
                if key not in self.answers:
                    self._asked.add(key)
            case Answered(key):
                self.answers[key] = line
                self._asked.discard(key)
            case Sent(batch):
                self.batches[batch] = line
            case Done(batch):
                self.batches.pop(batch, None)


def _half(line: bytes) -> bool:
    """Return whether a line was cut off by the end of an earlier run: it is no whole JSON."""
    try:
        msgspec.json.decode(line)
    except msgspec.DecodeError:
        return True
    except RecursionError:
        return False
    return False


def folder_of(variables: Any = os.environ) -> Path:
    """Return the folder of records that nobody named: below the user's data folder."""
    named = variables.get("XDG_DATA_HOME", "")
    base = Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"
    return base / "parley" / "bench"
