"""A session's log as a file: canonical JSON lines, each bound to all before it.

    {"kind":"head", "sid", "game", "namespace", "at", "terms", "sum"}      what never changes
    {"kind":"event", "n", "version", "at", "event", "mark", "salt", "sum"}   n from 1; `mark`: the manager's hash chain
    {"kind":"end", "events", "mark", "result", "report", "shape", "state", "receipt", "sum"}   where the log leads

`at` is in milliseconds since 1970, UTC. `sum` hashes its line and the sum before it, so a line that was changed,
dropped, added or moved shows at its own number. `state` is a hash of the last state, comparable under the same `shape`.
`report` is present for games whose analysis is quick. It holds the best possible result: optimum, frontier, and the
gain that was left on the table. It follows from the rest, so a replay does not depend on it. `receipt`, of a game that
has ended, and each event's `salt` (or `cover`, once its words were erased) are for `parley verify`. The secret root of
a session is never written.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TypeVar

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from bot.research.export.anonymize import masking, rewritten, withheld
from bot.session.model.receipt import Receipt, receipt_of
from bot.session.model.session import Session, fold, gather, restore
from bot.session.model.terms import Terms
from bot.session.ports import OPERATORS
from games.core.codec import decode, digest, encode, shape
from storage.base import Head, Loaded, Record, Store


class HeadLine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="head"):
    sid: str
    game: str
    namespace: str
    at: int
    terms: Terms
    sum: str = ""


class EventLine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="event"):
    n: int
    version: int
    at: int
    event: Raw
    mark: str
    salt: str | UnsetType = UNSET
    cover: str | UnsetType = UNSET
    sum: str = ""


class EndLine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="end"):
    events: int
    mark: str
    result: Raw
    shape: str
    state: str
    report: Raw | UnsetType = UNSET
    receipt: Receipt | UnsetType = UNSET
    sum: str = ""


Row = TypeVar("Row", HeadLine, EventLine, EndLine)


class _Kept(Struct, frozen=True):
    """An entry of the log as the store has it, with its event left as bytes."""

    event: Raw
    mark: str
    salt: str | UnsetType = UNSET
    cover: str | UnsetType = UNSET


class GoesOn(Exception):
    """Error: a game that goes on has no file for its players, as its seed tells what they must not know yet."""


class NoSession(LookupError):
    """Error: the store has no session with this id."""


def summed(row: Row, before: str) -> Row:
    """Return the row with its sum; `before` is the sum of the row above, "" for the head."""
    return replace(row, sum=digest(before.encode(), encode(replace(row, sum=""))))


def end_of(session: Session, events: int) -> EndLine:
    """Return the last line of a log that led to this session."""
    return EndLine(
        events=events,
        mark=session.table.mark,
        result=Raw(encode(session.result())),
        shape=shape(session.game.State),
        state=digest(encode(session.state)),
    )


def rows(
    head: Head,
    records: Iterable[Record],
    end: Session,
    report: Raw | UnsetType = UNSET,
    receipt: Receipt | UnsetType = UNSET,
) -> Iterator[bytes]:
    """Yield the lines of a log, without their line ends."""
    line = summed(HeadLine(head.sid, head.game, head.namespace, head.at, decode(head.body, Terms).public), "")
    yield encode(line)
    n, last = 0, line.sum
    for n, record in enumerate(records, 1):
        kept = decode(record.data, _Kept)
        event = summed(EventLine(n, record.version, record.at, kept.event, kept.mark, kept.salt, kept.cover), last)
        last = event.sum
        yield encode(event)
    yield encode(summed(replace(end_of(end, n), report=report, receipt=receipt), last))


async def stored(store: Store, sid: str) -> tuple[Loaded, list[Record]]:
    """Return a session and the events of its log up to its version. Raises `NoSession`."""
    loaded = await store.load(sid)
    if loaded is None:
        raise NoSession(f"There is no session {sid[:80]!r} in this store.")
    if loaded.head.namespace == OPERATORS:
        raise NoSession(f"{sid[:80]!r} names no game; what operators set up is kept under it.")
    records = await gather(store.events(sid))
    return loaded, [record for record in records if record.version <= loaded.version]


async def export(
    store: Store, sid: str, names: bool = True, operator: bool = False, withhold: bool = False
) -> AsyncIterator[bytes]:
    """Yield the log of a session line by line, line ends included. Without `names` no player is named in it. For an
    `operator` the receipt holds the opponents' seed, too; `withhold` leaves out what players may not know.

    Raises `NoSession`, `WrongRules`, `Broken`, and `GoesOn` if a running game is to withhold anything.
    """
    loaded, records = await stored(store, sid)
    fresh = Session.fresh(sid, decode(loaded.head.body, Terms))
    changes = (*(() if names else (masking(),)), *((withheld,) if withhold else ()))
    if changes:
        records, end = rewritten(fresh, records, *changes)
    else:
        end = restore(loaded) or fold(fresh, records)
    if withhold and end.table.phase != "over":
        raise GoesOn("This game goes on. Its players get a file when it is over, as the seed in it tells the deal.")
    report = await asyncio.to_thread(analysis, end)
    receipt = await asyncio.to_thread(receipt_of, end, records, operator)
    for row in rows(loaded.head, records, end, report, receipt):
        yield row + b"\n"


def analysis(session: Session) -> Raw | UnsetType:
    """Return a finished game's own report, for researchers, if making it does not take long."""
    if not session.game.quick or session.state is None or session.result() is None:
        return UNSET
    return Raw(encode(dict(session.game.report(session.state))))
