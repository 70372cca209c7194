"""A script: the k-th line of a file is the seat's text on its k-th turn, read like a person's text."""

import os
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection
from pathlib import Path

from bot.players import analytic
from bot.players.base import Brief, Decision
from bot.runtime.documents import Unreadable, data_of
from games.core.contract import Reading, Said, Seat

PASS = "-"
"""A line that passes: the seat says nothing."""


class BadScript(ValueError):
    """Error: a script file that cannot be used; the text says why."""


class Script:
    """Lines for one or several seats. If a line is illegal at its moment, the analytic player decides instead; no
    illegal line is ever applied.

    With more than two seats each line is `SEAT: text` and counts for that seat alone. `-` passes, and so do seats
    without lines.
    """

    def __init__(self, lines: tuple[str, ...], path: str = "") -> None:
        self.lines, self.path = lines, path

    @classmethod
    def load(cls, path: str) -> "Script":
        """Read a script. Raises `BadScript`."""
        if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path) or path == os.devnull):
            raise BadScript(f"The script {path} is no file: it is read again at each turn. Name a text file.")
        try:
            data = data_of(Path(path))
        except Unreadable as problem:
            raise BadScript(f"The script {path} {problem}. Name a text file, one message a line.") from None
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            raise BadScript(f"The script {path} is not UTF-8 text, but UTF-16. Save it as UTF-8.")
        # Split as piped lines are: other line separators may be part of a message.
        lines = data.decode("utf-8-sig", errors="replace").split("\n")
        return cls(tuple(line.removesuffix("\r") for line in (lines if lines[-1] else lines[:-1])), path)

    def check(self, seats: Collection[str]) -> None:
        """Check that some line can count in a game of these seats. Raises `BadScript` if none ever could."""
        if len(seats) <= 2:
            if not any(line.strip() for line in self.lines):
                raise BadScript(f"The script {self.path} holds no message. Write one a line.")
            return
        known = {seat.casefold() for seat in seats}
        for number, line in enumerate(self.lines, 1):
            if line.strip() not in ("", PASS) and _split(line)[0] not in known:
                raise BadScript(
                    f"Line {number} of the script {self.path} is for nobody here. Write SEAT: text, with SEAT one of "
                    f"{', '.join(seats)}."
                )

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        lines = self.lines_of(brief.seat) if len(brief.seats) > 2 else self.lines
        said = lines[brief.turn] if brief.turn < len(lines) else None
        fallback = brief.game.default_player
        if said is None or said.strip() == PASS:
            if said is None and len(brief.seats) == 2:
                return analytic.decide(fallback, brief, note="the script has no more lines")
            if brief.legal(None, "") is None:
                return Decision(None, source="script")
            return analytic.decide(fallback, brief, note="passing is not possible here")
        reading = brief.game.read(brief.view, Said(said))
        if not isinstance(reading, Reading):
            return analytic.decide(fallback, brief, note=f"the script's line is unclear: {reading.code}")
        refusal = brief.legal(reading.move, reading.say)
        if refusal is not None:
            return analytic.decide(fallback, brief, note=f"the script's line is illegal: {refusal.code}")
        return Decision(reading.move, reading.say, source="script")

    def lines_of(self, seat: Seat) -> tuple[str, ...]:
        """Return this seat's lines, without its name."""
        return tuple(text for name, text in map(_split, self.lines) if name == seat.casefold())


def _split(line: str) -> tuple[str, str]:
    """Return a line's seat, in lower case, and its text."""
    name, _, text = line.partition(":")
    return name.strip().casefold(), text.strip()
