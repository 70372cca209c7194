"""Causes of a session's end, kept apart: a walk-away is an outcome, a time-out is missing data."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot.research.bundle.play import COMPLETE
from bot.research.bundle.walk import Step
from bot.session.model.events import Stopped
from bot.session.model.session import Session
from games.core.contract import Expired, Left, Result, Seat

_OF_CLOCK: Final = "clock"
"""The name in `Stopped.by` of a clock that ran out with nobody there."""


class Ending(Struct, frozen=True):
    """The end of a session: `reason` as in the column `end_reason`, "" while it runs; `status` as in `status`."""

    reason: str
    status: str

    @property
    def complete(self) -> bool:
        return self.status == "completed"


def end_of(steps: Sequence[Step], result: Result | None, seat: Seat, outcome: str) -> Ending:
    """Return a session's ending for the person in this seat. `outcome` is that of their part, "" if it goes on."""
    if result is None:
        return Ending("", "in_progress")
    reason = _reason(steps, result, seat)
    if outcome == "withdrawn" and reason not in COMPLETE:
        reason = "consent_withdrawn"
    return Ending(reason, "completed" if reason in COMPLETE else "dropped")


def _reason(steps: Sequence[Step], result: Result, seat: Seat) -> str:
    last = steps[-1].after
    if last.table.chair(seat).covered:
        return "human_timeout"  # an AI went on for them, and what it achieved is not theirs
    match result.end:
        case "deal":
            return "deal"
        case "walkaway":
            return f"walkaway_{_kind(last, _leaver(last))}"
        case "no_deal":
            return "round_limit"
        case "cutoff":
            return _limit(last)
        case "stopped":
            return _stopped(steps)
    return _abandoned(steps, seat)


def _kind(session: Session, seat: Seat) -> str:
    kinds = {chair.seat: chair.kind for chair in session.table.chairs}
    return "ai" if kinds.get(seat) == "ai" else "human"


def _leaver(session: Session) -> Seat:
    """Return the seat that walked away, as the game's state names it."""
    ended = getattr(session.state, "ended", None)
    return Seat(getattr(ended, "by", ""))


def _limit(session: Session) -> str:
    """Return the limit that cut a game off: of utterances, of messages without progress, or of faults."""
    close = getattr(session.state, "close", None)
    why = getattr(close, "why", "")
    if not why:
        return "utterance_limit"
    return "round_limit" if why == "stalled" else "fault_limit"


def _stopped(steps: Sequence[Step]) -> str:
    for step in reversed(steps):
        if isinstance(step.event, Stopped):
            if step.event.by == _OF_CLOCK:
                return "human_timeout"
            return "operator_stop" if step.event.by else "technical"
    return "technical"


def _abandoned(steps: Sequence[Step], seat: Seat) -> str:
    """Return the cause of an abandoned game: somebody left it on purpose, or let their time run out."""
    for step in reversed(steps):
        match step.event:
            case Left(leaver, "quit"):
                return f"walkaway_{_kind(step.after, leaver)}"
            case Left(leaver, "silent"):
                return "human_timeout" if leaver == seat else "partner_timeout"
            case Left():
                return "consent_withdrawn"
            case Expired():
                awaited = step.before.turn.awaited
                return "human_timeout" if seat in awaited or not awaited else "partner_timeout"
    return "technical"
