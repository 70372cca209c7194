"""Rows of the table `event`: each event of a log by an allow-list, its words apart from the rest."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET, to_builtins

from bot.research.bundle.column import Row, Texts, decimal
from bot.research.bundle.redact import Redactor, words
from bot.research.bundle.talk import plays_itself
from bot.research.bundle.walk import Step
from bot.session.model import receipt
from bot.session.model.events import (
    Asked,
    Committed,
    Decided,
    Extended,
    Gone,
    Hinted,
    Muted,
    Nudged,
    Present,
    Reported,
    Sat,
    Stopped,
    Typed,
)
from games.core.codec import encode
from games.core.contract import Expired, Left, Moved, Seat, Slipped
from games.forms.config import Write

_GM: Final = frozenset(("dealt", "expired", "nudged", "extended", "paused", "missed"))
_CLOCK: Final = "clock"


def event_rows(
    sid: str, steps: Collection[Step], began: int, redact: Redactor, texts: Texts, erased: Collection[Seat] = ()
) -> Iterator[Row]:
    """Yield a row for each event. People in `erased` seats keep their moves and lose their words."""
    for step in steps:
        said, payload = _parts(step)
        seat = _seat(step.event)
        yield {
            "sid": sid,
            "seq": step.n,
            "at": step.at,
            "mono_ms": max(0, step.at - began),
            "actor": _actor(step, seat),
            "seat": seat or None,
            "kind": _kind(step.event),
            "payload": payload or None,
            **(words(said, texts, redact) if said and seat not in erased else {}),
            "prev_hash": step.before.table.mark,
            "hash": step.mark,
        }


def free_words(step: Step) -> str | None:
    """Return the free words that a form's answer holds; None if the event is no such answer."""
    if not isinstance(step.event, Moved) or (form := getattr(step.before.state, "form", None)) is None:
        return None
    move: Any = step.event.move
    written = any(isinstance(item, Write) and item.id == move.item for item in form.items)
    return str(move.value) if written else None


def _kind(event: object) -> str:
    return str(type(event).__struct_config__.tag)  # type: ignore[attr-defined]


def _seat(event: object) -> Seat:
    return event.chair.seat if isinstance(event, Sat) else getattr(event, "seat", Seat(""))


def _actor(step: Step, seat: Seat) -> str:
    event = step.event
    if isinstance(event, Stopped):
        return "gm" if event.by == _CLOCK else "operator" if event.by else "system"
    if _kind(event) in _GM:
        return "gm"
    if isinstance(event, Sat):
        return "ai" if event.chair.kind == "ai" else "human"
    if isinstance(event, Committed | Decided):
        return "ai"
    if seat:
        return "human" if plays_itself(step.before, seat) else "ai"
    return "system"


def _parts(step: Step) -> tuple[str, Mapping[str, Any]]:
    """Return the words of an event, and all else that a bundle says of it."""
    event = step.event
    match event:
        case Moved(_, move, say):
            wrote = free_words(step)
            if wrote is not None:
                return wrote, {"item": getattr(move, "item", "")}
            return say, {} if move is None else {"move": to_builtins(move, enc_hook=_text)}
        case Typed(_, text, via, code):
            return text, {"via": via, "code": code}
        case Asked(_, text, stake, say):
            return " ".join(filter(None, (text, "" if say is UNSET else say))), {"stake": stake}
        case Reported(_, whom, why):
            return why, {"whom": whom}
        case Sat(chair):
            return "", {"player": receipt.bare(chair.strategy) if chair.kind == "ai" else chair.kind}
        case Stopped(by):
            return "", {"by": _CLOCK if by == _CLOCK else "operator" if by else ""}
        case Committed(_, drawn):
            return "", {"player": drawn.player, "disposition": dict(drawn.disposition)}
    return "", _plain(event)


def _plain(event: object) -> Mapping[str, Any]:
    """Return the fields of an event that hold no words and name nobody."""
    match event:
        case Decided(_, source):
            return {"source": source}
        case Slipped(_, code):
            return {"code": code}
        case Expired(clock) | Nudged(clock) | Present(_, clock):
            return {"clock": clock}
        case Extended(clock, due, start, why):
            return {"clock": clock, "due": due, "began": start, "why": why}
        case Left(_, why):
            return {"why": why}
        case Gone(_, why):
            return {"why": why} if why else {}
        case Muted(_, whom, on):
            return {"whom": whom, "on": on}
        case Hinted(_, stake, move):
            return {"stake": stake, "move": move}
    return {}


def _text(value: object) -> object:
    """Return the text of a value that JSON cannot hold as it is: exact fractions as decimals."""
    made = decimal(value)  # type: ignore[arg-type]
    return str(made) if made is not None else encode(value).decode()
