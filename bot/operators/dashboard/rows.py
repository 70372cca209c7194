"""One session as a row of the dashboard: who plays, who holds it up, what happened last, and what models cost. Pure."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from bot.players import LLM
from bot.players.llm.models import known
from bot.session.dashboard import Row, Sitting, Spent, State
from bot.session.model.clocks import running
from bot.session.model.events import (
    Dealt,
    Decided,
    Gone,
    Hinted,
    Missed,
    Nudged,
    Paused,
    Reported,
    Resumed,
    Returned,
    Rose,
    Sat,
    Stopped,
    TableEvent,
)
from bot.session.model.session import Session, entry_type
from bot.session.model.table import Chair
from bot.session.model.terms import Setup, Stage
from bot.session.ports import PREVIEW
from games.core.codec import decode
from games.core.contract import Expired, Left, Moved, Seat, Slipped
from storage.base import Head, Record

FALLBACK = "fallback:"
ACTS: tuple[tuple[type, str], ...] = (
    (Moved, "moved"),
    (Slipped, "sent something that didn't count"),
    (Expired, "time ran out"),
    (Left, "left"),
    (Sat, "sat down"),
    (Rose, "got up"),
    (Dealt, "the game began"),
    (Nudged, "was reminded"),
    (Paused, "the game paused"),
    (Resumed, "came back"),
    (Returned, "came back"),
    (Missed, "missed a deadline"),
    (Gone, "left"),
    (Reported, "reported somebody"),
    (Hinted, "asked for a hint"),
    (Stopped, "was stopped"),
)
"""Events that are told as the last act of a session, and their words."""
GAME = Moved, Expired, Left, Dealt, Returned, Resumed
"""Events after which others may be awaited."""


class Trail(Struct, frozen=True):
    """A log up to a version: its last act, by whom, when; when the game last went on; and what models cost."""

    version: int = 0
    act: str = ""
    by: Seat = Seat("")
    at: int = 0
    went_on: int = 0
    spent: Spent = Spent()


class Whose(NamedTuple):
    """Owner of a session: a study's slug and version, or a configured game, with stage and condition; "" for none."""

    name: str
    stage: str
    condition: str
    version: int


def whose(session: Session) -> Whose:
    setup, stage = session.terms.setup, session.terms.stage
    condition = setup.condition if isinstance(setup, Setup) else ""
    if isinstance(stage, Stage):
        return Whose(stage.study, stage.name, condition, stage.version)
    return Whose(setup.name, "", condition, setup.version) if isinstance(setup, Setup) else Whose("", "", "", 0)


def asks_models(session: Session) -> bool:
    """Return whether a model decides for one of the seats, so that the log holds costs."""
    return any(chair.strategy.partition(":")[0] == LLM for chair in session.table.chairs)


def followed(trail: Trail, session: Session, records: Iterable[Record]) -> Trail:
    """Return the trail after more of the session's log."""
    kind = entry_type(session.game)
    for record in records:
        event: TableEvent | Any = decode(record.data, kind).event
        at, spent = record.at, trail.spent
        if isinstance(event, Decided):
            spent += spent_by(event)
        words = next((words for kinds, words in ACTS if isinstance(event, kinds)), "")
        trail = Trail(
            record.version,
            words or trail.act,
            _seat(event) if words else trail.by,
            at if words else trail.at,
            at if isinstance(event, GAME) or not trail.went_on else trail.went_on,
            spent,
        )
    return trail


def _seat(event: object) -> Seat:
    return event.chair.seat if isinstance(event, Sat) else getattr(event, "seat", Seat(""))


def spent_by(event: Decided) -> Spent:
    """Return the cost of one decision; nothing for one that no model was asked for."""
    fell = event.source.startswith(FALLBACK)
    trace: Mapping[str, Any] = (event.private or {}).get("llm") or {}
    if not trace and not fell:
        return Spent()
    usage: dict[str, int] = trace.get("usage") or {}
    read = sum(n for key, n in usage.items() if "input" in key)
    found = known(str(trace.get("served") or trace.get("model") or ""))
    price = found.price if found is not None else None
    dollars = price.of(usage) if price is not None else 0.0
    return Spent(1, int(fell), read, usage.get("output_tokens", 0), dollars, int(price is None and bool(usage)))


def row_of(session: Session, head: Head, trail: Trail, who: Callable[[str, Chair], str], void: bool) -> Row:
    """Return a session's row. `who` gives the pseudonym of the person in a chair."""
    of, state = whose(session), _state(session)
    awaited = session.turn.awaited if state == "running" else frozenset[Seat]()
    held = tuple(c.seat for c in session.table.chairs if c.kind == "human" and not c.covered and c.seat in awaited)
    deadline = running(session) if held else None
    result = session.result() if state == "ended" else None
    return Row(
        sid=session.sid,
        game=session.game.title,
        of=of.name,
        stage=of.stage,
        condition=of.condition,
        state=state,
        seats=tuple(_sitting(session.sid, chair, who) for chair in session.table.chairs),
        began=head.at,
        held=held,
        since=deadline.began if deadline is not None else trail.went_on or head.at,
        act=trail.act,
        by=trail.by,
        at=trail.at,
        end=result.end if result is not None else "",
        void=void,
        preview=head.namespace == PREVIEW,
    )


def _state(session: Session) -> State:
    if session.table.paused and session.table.phase == "play":
        return "paused"
    states: dict[str, State] = {"lobby": "waiting", "play": "running", "over": "ended"}
    return states[session.table.phase]


def _sitting(sid: str, chair: Chair, who: Callable[[str, Chair], str]) -> Sitting:
    if chair.kind == "human":
        return Sitting(chair.seat, who=who(sid, chair))
    return Sitting(chair.seat, player=chair.strategy or "default") if chair.kind == "ai" else Sitting(chair.seat)
