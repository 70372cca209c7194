"""Verification of a fair play receipt, offline: an exported game is what was promised before its deal."""

import importlib.metadata
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from msgspec import UNSET, DecodeError, Struct

from bot.players import analytic
from bot.research.export.log import EndLine, EventLine, HeadLine, analysis
from bot.research.export.replay import Differs, entry_of, replay
from bot.session.model.events import Committed, Dealt, Decided, Sat
from bot.session.model.receipt import (
    CONFIGURATION,
    DEAL,
    OPPONENT,
    OPPONENT_SEED,
    Receipt,
    differing,
    erased,
    sealed,
    shown,
)
from bot.session.model.session import Broken, Session
from bot.session.model.table import Chair
from bot.session.model.terms import Promise, Terms
from games.core.codec import decode, digest
from games.core.contract import Moved

LOG, COMMITMENT, REPORT = "log", "commitment", "report"
SEED_DIGITS = 100
UNREADABLE = (DecodeError, UnicodeDecodeError, RecursionError)
"""The ways in which a line can be no line of a log."""
WHY = {
    DEAL: "the seed is not the one that was promised",
    CONFIGURATION: "game, rules or settings are not those that were promised",
    OPPONENT: "its name or version is not the one that was promised",
    OPPONENT_SEED: "its seed, or the commitment itself, is not what was promised",
}


class Changed(Exception):
    """Error: a part of a game is not what was promised. `part` names it."""

    def __init__(self, part: str, why: str) -> None:
        super().__init__(f"The {part} differs: {why}.")
        self.part = part


class Unproven(Exception):
    """Error: a log has no receipt to check; the text says why."""


class Verified(Struct, frozen=True):
    """A game that is what was promised. `commitment` and `log` are the hashes that /verify shows to its players.

    - `chosen`: somebody chose the seed.
    - `opponent`: the file holds the opponents' seed, or its seed was chosen, so it was checked, too.
    """

    session: Session
    commitment: str
    log: str
    chosen: bool
    opponent: bool


def verify(data: bytes, noted: str = "", log: str = "") -> Verified:
    """Check an exported game against its receipt; `noted` and `log` are hashes that a player got from /verify.

    Raises `Changed` with the part that differs, `Unproven`, and `WrongRules` or `UnknownGame` for an intact head of a
    game that this program cannot play.
    """
    # Some mail programs and editors save a file in this way. No line of a log holds a CR.
    data = data.removeprefix(BOM_UTF8).replace(b"\r\n", b"\n").removesuffix(b"\n") + b"\n"
    head, rows, end = _parsed(data)
    receipt = end.receipt or None if end is not None else None
    terms, promise = head.terms, head.terms.promise
    if promise is UNSET:
        _whole(data)
        raise Unproven("This session was played before receipts: nothing was promised, so nothing can be checked.")
    if end is None or receipt is None:
        _whole(data)
        raise Unproven("This session has no receipt yet: it comes with the end of the game.")
    _parts(head, promise, receipt)
    if len(rows) + 2 != len(data.strip().split(b"\n")):
        _whole(data)
    if noted and _hash(noted) != receipt.commitment:
        raise Changed(COMMITMENT, f"you noted {_hash(noted)}, this file has {receipt.commitment}")
    fresh, seed = _fresh(head, data), _seed(terms, promise, receipt)
    _opponents(fresh, promise, rows)
    if seed is not None and _of_today(terms):
        _draws(fresh, promise, rows, seed)
    session = _whole(data)
    _log(fresh, rows, receipt)
    if log and _hash(log) != receipt.log:
        raise Changed(LOG, f"you noted {_hash(log)}, this file has {receipt.log}")
    _reported(session, end)
    return Verified(session, receipt.commitment, receipt.log, promise.chosen, seed is not None)


def _parts(head: HeadLine, promise: Promise, receipt: Receipt) -> None:
    """Check the parts of a promise against the terms that the game was played by."""
    terms = head.terms
    if part := differing(terms, promise, receipt):
        raise Changed(OPPONENT if part == OPPONENT_SEED else part, WHY[part])
    if terms.spec != digest(terms.game.encode(), b"%d" % terms.rules, bytes(terms.config)) or terms.game != head.game:
        raise Changed(CONFIGURATION, WHY[CONFIGURATION])


def _log(fresh: Session, rows: Sequence[EventLine], receipt: Receipt) -> None:
    """Check the events of a log against its hash, and that no words stand where only their cover was kept."""
    entries = [entry_of(fresh, row) for row in rows]
    for n, entry in enumerate(entries, 1):
        if entry.cover and not (entry.salt or erased(entry.event)):
            raise Changed(LOG, f"event {n} has words, and only their cover was kept")
    if sealed(zip(entries, (row.at for row in rows), strict=True)) != receipt.log:
        raise Changed(LOG, "its events do not have the hash of the receipt")


def _reported(session: Session, end: EndLine) -> None:
    """Check that a game's own analysis, if the file has one, is what this version of the program works out."""
    if end.report is not UNSET and _of_today(session.terms) and end.report != analysis(session):
        raise Changed(REPORT, "it does not follow from the game")


def _hash(noted: str) -> str:
    """Return a hash as somebody copied it, without the spaces and line ends of a chat."""
    return "".join(noted.split()).lower()


def _parsed(data: bytes) -> tuple[HeadLine, list[EventLine], EndLine | None]:
    """Return head, events and last line of a log, as far as its lines can be read. Raises `Changed`."""
    first, *lines = data.strip().split(b"\n")
    try:
        head = decode(first, HeadLine)
    except UNREADABLE:
        raise Changed(LOG, "event 0 is not the head of a log") from None
    rows, end = list[EventLine](), None
    for line in lines:
        with suppress(*UNREADABLE):
            row: Any = decode(line, EventLine | EndLine)
            if isinstance(row, EventLine):
                rows.append(row)
            else:
                end = row
    return head, rows, end


def _whole(data: bytes) -> Session:
    """Return the session that the log leads to. Raises `Changed` where a line is not the one that was written."""
    try:
        return replay(data)
    except (Differs, Broken) as problem:
        raise Changed(LOG, str(problem).rstrip(".")) from None


def _fresh(head: HeadLine, data: bytes) -> Session:
    """Return the session before its first event."""
    try:
        return Session.fresh(head.sid, head.terms)
    except DecodeError:
        _whole(data)
        raise


def _seed(terms: Terms, promise: Promise, receipt: Receipt) -> int | None:
    """Return the opponents' seed, if this file tells it."""
    if promise.chosen:
        return terms.seed
    told = receipt.opponent_seed or ""
    if told and not (told.isascii() and told.isdecimal() and len(told) < SEED_DIGITS):
        raise Changed(OPPONENT, "its seed is not a number")
    return int(told) if told else None


def _opponents(fresh: Session, promise: Promise, rows: Sequence[EventLine]) -> None:
    """Check the players in the promised seats, and those who moved for them."""
    players, decided = dict(promise.players), set[str]()
    for session, entry in _steps(fresh, rows):
        match entry.event:
            case Dealt():
                for seat, named in players.items():
                    _sitting(named, session.table.chair(seat))
            case Sat(chair) if chair.seat in players and session.table.phase != "lobby":
                _sitting(players[chair.seat], chair)
            case Decided(seat, source, note):
                decided.add(seat)
                if players.get(seat) in fresh.game.players and not note and source != players[seat]:
                    _other(seat, players[seat], source)
            case Moved(seat) if seat in players:
                if seat not in decided:
                    _other(seat, players[seat], "nobody named")
                decided.remove(seat)


def _draws(fresh: Session, promise: Promise, rows: Sequence[EventLine], seed: int) -> None:
    """Check the analytic players' draws against their seed."""
    for session, entry in _steps(fresh, rows):
        match entry.event:
            case Committed(seat, drawn) if session.state is not None and drawn.disposition:
                if drawn.player not in fresh.game.players:
                    _other(seat, dict(promise.players).get(seat, "nobody"), drawn.player)
                if drawn != analytic.drawn(drawn.player, fresh.game, session.state, seat, seed):
                    raise Changed(OPPONENT, f"what {drawn.player} drew for {seat} does not follow from its seed")


def _sitting(named: str, chair: Chair) -> None:
    """Check that a seat has the AI that was promised for it."""
    if chair.kind != "ai":
        _other(chair.seat, named, "a person" if chair.kind == "human" else "nobody")
    if not f"{named} ".startswith(f"{shown(chair.strategy)} "):
        _other(chair.seat, named, shown(chair.strategy))


def _steps(session: Session, rows: Sequence[EventLine]) -> Iterator[tuple[Session, Any]]:
    """Yield each entry with the session before it, up to the first that cannot be applied: a replay names that one."""
    for row in rows:
        try:
            entry = entry_of(session, row)
            after, _ = session.after(entry.event, row.at)
        except Exception:
            return
        yield session, entry
        session = after


def _of_today(terms: Terms) -> bool:
    """Return whether this program is the version that played, so that its players draw the same."""
    return terms.engine == importlib.metadata.version("parley")


def _other(seat: str, promised: str, found: str) -> NoReturn:
    raise Changed(OPPONENT, f"{promised} was promised for the seat {seat}, and {found} had it")
