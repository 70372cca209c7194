"""A finished session as an episode: what each seat was told, what it wrote, and how it ended. Other formats start here.

It names no person and holds nothing that the log does not hold: messages are generated from the moves.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.research.export.log import stored
from bot.session.model.events import Dealt, Decided, Stopped
from bot.session.model.session import Session, entry_type
from bot.session.model.terms import Terms
from games.core.codec import decode
from games.core.contract import Event, Expired, Left, Moved, News, Result, Seat, Slipped
from games.core.post import Voice, plain
from storage.base import Record, Store


class Step(Struct, frozen=True):
    """An act of a seat, or an event that happened to it.

    - `text`: the message as it would be typed, "" if there was none.
    - `fault`: the code of a message that did not count.
    - `reason`: the private reason of a model; `wrote`: its whole message, word for word, if it answered in text.
    - `told`: what each seat learned by it.
    - `at`: milliseconds since 1970.
    """

    seat: Seat
    kind: str
    text: str
    at: int
    told: tuple[tuple[Seat, str], ...]
    fault: str = ""
    reason: str = ""
    wrote: str = ""


class Episode(Struct, frozen=True):
    """Episode. `opening`: what each seat was told at first. `players`: each seat's player, a person or a strategy."""

    sid: str
    game: str
    title: str
    condition: str
    seed: int
    slot: int
    began: int
    players: tuple[tuple[Seat, str], ...]
    opening: tuple[tuple[Seat, str], ...]
    steps: tuple[Step, ...]
    result: Result
    report: dict[str, Any]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, _ in self.players)

    def faults(self, seat: Seat) -> int:
        return sum(bool(step.fault) for step in self.steps if step.seat == seat)

    def messages(self, seat: Seat) -> int:
        return sum(step.kind == "message" for step in self.steps if step.seat == seat)


class Unfinished(Exception):
    """Error: the session has not ended, so it has no episode."""


async def episode_of(store: Store, sid: str) -> Episode:
    """Return the episode of a stored session. Raises `NoSession`, `Unfinished`, `WrongRules`."""
    loaded, records = await stored(store, sid)
    return episode(Session.fresh(sid, decode(loaded.head.body, Terms)), records, loaded.head.at)


def episode(fresh: Session, records: Iterable[Record], began: int) -> Episode:
    """Return the episode that a log contains. `fresh` is the session before its first event. Raises `Unfinished`."""
    session, kind = fresh, entry_type(fresh.game)
    opening: tuple[tuple[Seat, str], ...] = ()
    steps: list[Step] = []
    minds: dict[Seat, Mapping[str, Any]] = {}
    for record in records:
        event = decode(record.data, kind).event
        before, (session, _) = session, session.after(event, record.at)
        match event:
            case Dealt():
                opening = _told(session, session.game.opening(session.state))
            case Decided(seat, private=private):
                minds[seat] = private or {}
            case Moved() | Slipped() | Left() | Expired():
                seat = getattr(event, "seat", Seat(""))
                told = _told(session, session.game.news(before.state, event, session.state))
                steps.append(_step(before, event, record.at, told, minds.pop(seat, {})))
            case Stopped():
                steps.append(Step(Seat(""), "stopped", "", record.at, ()))
    result = session.result()
    if result is None:
        raise Unfinished(f"Session {fresh.sid} is not finished; it can be exported as jsonl.")
    setup = session.terms.setup
    report = dict(session.game.report(session.state)) if session.state is not None else {}
    return Episode(
        sid=fresh.sid,
        game=session.game.name,
        title=session.game.title,
        condition=getattr(session.config, "condition", ""),
        seed=session.terms.seed,
        slot=max(0, getattr(setup, "slot", 0)),
        began=began,
        players=tuple(
            (c.seat, (c.strategy or "default").partition(":")[0] if c.kind == "ai" else "person")
            for c in session.table.chairs
        ),
        opening=opening,
        steps=tuple(steps),
        result=result,
        report=report,
    )


def _step(
    before: Session, event: Event, at: int, told: tuple[tuple[Seat, str], ...], private: Mapping[str, Any]
) -> Step:
    match event:
        case Moved(seat, move, say):
            view = before.game.view(before.state, seat)
            reason, wrote = " ".join(_of_model(private, "reason").split()), _of_model(private, "posted")
            return Step(seat, "message", before.game.typed(view, move, say), at, told, reason=reason, wrote=wrote)
        case Slipped(seat, code):
            return Step(seat, "fault", "", at, told, fault=code)
        case Left(seat, _):
            return Step(seat, "left", "", at, told)
        case Expired():
            return Step(Seat(""), "clock", "", at, told)


def _told(session: Session, news: Iterable[News[object]]) -> tuple[tuple[Seat, str], ...]:
    facts = tuple(news)
    seated = tuple(replace(cast, name="") for cast in session.table.cast)
    told = []
    for chair in session.table.chairs:
        mine = tuple(item.fact for item in facts if item.reaches(chair.seat))
        view = session.game.view(session.state, chair.seat)
        posts = session.game.tell(mine, view, Voice(chair.seat, seated, plain=True, width=72)) if mine else ()
        told.append((chair.seat, "\n\n".join(plain(post) for post in posts)))
    return tuple(told)


def _of_model(private: Mapping[str, Any], key: str) -> str:
    """Return a text from the record of a model's decision; "" if there is none."""
    trace = private.get("llm")
    found = trace.get(key) if isinstance(trace, dict) else None
    return found if isinstance(found, str) else ""
