"""A script: the k-th line of a file is what the seat says on its k-th turn, read like anybody's text."""

from pathlib import Path

from bot.strategy import analytic
from bot.strategy.base import Brief, Decision
from games.core import Reading, Said, Seat


class BadScript(ValueError):
    """A script file that cannot be used; the text says why."""


class Script:
    """Lines for one or several seats. A line that is illegal at its moment is replaced by the analytic player, never
    forced through.

    With more than two seats each line is `SEAT: text` and counts for that seat alone; `-` passes, and so do seats
    without lines.
    """

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = lines

    @classmethod
    def load(cls, path: str) -> "Script":
        """Read a script. Raises `BadScript`."""
        try:
            text = Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError as problem:
            raise BadScript(
                f"The script {path} cannot be read ({problem.strerror}). Name a text file, one message a line."
            ) from None
        return cls(tuple(text.splitlines()))

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        lines = self.lines_of(brief.seat) if len(brief.seats) > 2 else self.lines
        said = lines[brief.turn] if brief.turn < len(lines) else None
        fallback = brief.game.default_player
        if said is None or said.strip() == "-":
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
        """This seat's lines, without its name."""
        named = (line.partition(":") for line in self.lines)
        return tuple(text.strip() for name, _, text in named if name.strip() == seat)
