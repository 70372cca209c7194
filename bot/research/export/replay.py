"""Replay: rebuild a session from its log and write every line of the log again; equal bytes or the first difference."""

from typing import Any, TypeVar

import msgspec

from bot.research.export.log import EndLine, EventLine, HeadLine, end_of, export, stored, summed
from bot.session.model.session import Session, WrongRules, entry_type
from games.core.codec import decode, digest, encode
from games.core.registry import UnknownGame
from storage.base import Store

T = TypeVar("T")
LOST = "it was changed, or a line before it is missing"


class _Entry(msgspec.Struct, frozen=True):
    event: msgspec.Raw
    mark: str
    salt: str | msgspec.UnsetType
    cover: str | msgspec.UnsetType


class Differs(Exception):
    """Error: a log that does not lead to its recorded end. `where` is `event N` (`event 0`: the head) or `the end`."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where} differs: {why}.")
        self.where, self.why = where, why


def replay(data: bytes) -> Session:
    """Return the session after all events of an exported log.

    Raises `Differs` at the first line that is not byte for byte the expected one. Raises `WrongRules` and `UnknownGame`
    for an intact head of a game that cannot be played here.
    """
    *lines, tail = data.split(b"\n")
    session, last = _head(lines[0] if lines else tail)
    *events, end = lines[1:] or [b""]
    if _is(end, EventLine):
        events, end = [*events, end], b""
    for n, line in enumerate(events, 1):
        session, last = _event(session, n, line, last)
    if not end and tail:
        if _is(tail, EndLine):
            raise Differs("the end", "the line feed behind its last line is missing")
        raise Differs(f"event {len(events) + 1}", "it is cut off")
    if not end:
        raise Differs("the end", f"the log is cut off after event {len(events)}")
    _end(session, len(events), end, last)
    if tail:
        raise Differs("the end", "something stands behind it")
    return session


async def replay_stored(store: Store, sid: str) -> Session:
    """Replay a session of the store, and compare its snapshot, too."""
    session = replay(b"".join([line async for line in export(store, sid)]))
    loaded, _ = await stored(store, sid)
    kept = decode(loaded.snapshot, dict[str, msgspec.Raw])
    made = decode(session.snapshot(), dict[str, msgspec.Raw])
    if kept.get("shape") == made["shape"] and loaded.snapshot != session.snapshot():
        raise Differs("the end", "the snapshot in the store is not what the log leads to")
    return session


def _head(line: bytes) -> tuple[Session, str]:
    head = _read(line, HeadLine, "event 0", "this is not the head of a log")
    if summed(head, "").sum != head.sum or encode(head) != line:
        raise Differs("event 0", "the head was changed")
    try:
        session = Session.fresh(head.sid, head.terms)
    except (WrongRules, UnknownGame):
        raise
    except Exception as problem:
        raise Differs("event 0", f"its terms cannot be used ({problem})") from problem
    terms = head.terms
    spec = digest(terms.game.encode(), b"%d" % terms.rules, bytes(terms.config))
    if head.game != terms.game or spec != terms.spec:
        raise Differs("event 0", "its terms contradict each other")
    return session, head.sum


def _event(session: Session, n: int, line: bytes, before: str) -> tuple[Session, str]:
    where = f"event {n}"
    row = _read(line, EventLine, where, "it cannot be read")
    if row.n != n:
        raise Differs(where, f"event {row.n} stands in its place")
    if summed(row, before).sum != row.sum:
        raise Differs(where, LOST)
    try:
        entry = entry_of(session, row)
        after, _ = session.after(entry.event, row.at, row.salt, row.cover)
    except Exception as problem:
        raise Differs(where, f"it cannot be applied ({problem})") from problem
    if after.table.mark != row.mark:
        raise Differs(where, "its mark is not the one that the events lead to")
    made = msgspec.structs.replace(row, event=msgspec.Raw(encode(entry.event)), mark=after.table.mark)
    if encode(summed(made, before)) != line:
        raise Differs(where, "it is not written as this log writes it")
    return after, row.sum


def entry_of(session: Session, row: EventLine) -> Any:
    """Return an event's line as the entry of a session's log. Raises any error in decoding it."""
    return decode(encode(_Entry(row.event, row.mark, row.salt, row.cover)), entry_type(session.game))


def _end(session: Session, events: int, line: bytes, before: str) -> None:
    row = _read(line, EndLine, "the end", "it cannot be read")
    if summed(row, before).sum != row.sum:
        raise Differs("the end", LOST)
    # A later version may compute a game's own report better, so it is not compared. The other lines prove its subject.
    # The receipt is compared by `verify`, which says what part of it differs.
    made = msgspec.structs.replace(end_of(session, events), report=row.report, receipt=row.receipt)
    if row.shape != made.shape:  # States of another version of the program: the events prove what can be proved.
        made = msgspec.structs.replace(made, shape=row.shape, state=row.state)
    if encode(summed(made, before)) != line:
        raise Differs("the end", "the events lead elsewhere")


def _is(line: bytes, kind: type[Any]) -> bool:
    try:
        _read(line, kind, "", "")
    except Differs:
        return False
    return True


def _read(line: bytes, kind: type[T], where: str, otherwise: str) -> T:
    """Return a line of this kind. Any error in its bytes, even hostile ones, counts as a difference."""
    try:
        row: Any = decode(line, kind)
    except Exception as problem:
        raise Differs(where, otherwise) from problem
    return row  # type: ignore[no-any-return]
