"""Parts of the dashboard that are read when they are looked at: reports, bans, the audit, and the service's health.

Nothing here holds anybody's name or number. Words of people stand as they wrote them, but for the names of those at
their table; of the audit only what names nobody.
"""

import re
from time import perf_counter

from bot import keys
from bot.classes import rooms
from bot.classes.classroom import Classroom
from bot.operators import realms
from bot.operators.conduct import PERSON, everywhere, told_in
from bot.operators.dates import shown
from bot.operators.records import AuditEntry, Realm
from bot.operators.session_table import SHORT, pseudonym
from bot.session.dashboard import Barred, Check, ClassSheet, Deed, Quoted, Signed
from bot.session.model.session import Session
from bot.session.timekeeper import Beat
from games.core.codec import decode
from games.core.contract import Seat
from games.core.phrases import counted
from games.core.registry import get
from storage.base import Store, StoreError

LISTED = 50
"""Sessions with reports that are shown, the last begun first."""
SLOW, LATE, BEHIND = 250.0, 90_000, 15_000
"""Milliseconds after which the store counts as slow, the service's heartbeat as missing, and due work as late."""
JOBS = 200
SECOND = 1_000
KINDS = {"MemoryStore": "memory, gone when the program ends", "SqliteStore": "a file", "RedisStore": "Redis"}
SILENT = ("session nudge",)
"""Commands whose lines in older audits hold names."""


async def classes(store: Store, realm: str) -> tuple[ClassSheet, ...]:
    return tuple(_class_sheet(held.room) for held in await rooms.of_realm(store, realm))


def _class_sheet(room: Classroom) -> ClassSheet:
    return ClassSheet(
        code=room.code,
        title=get(room.definition.game).title,
        phase=room.phase,
        joined=len(room.seated),
        playing=len(room.open_tables) if room.started else 0,
        finished=len(room.played),
        minutes=room.minutes,
        made=room.made,
        ends=room.ends,
        pairs=room.pairs,
        board=room.token,
    )


async def reports(store: Store, realm: str) -> tuple[Quoted, ...]:
    salt = (await realms.load(store, realm)).realm.salt
    found = list[Quoted]()
    for _, session in await realms.sessions_on(store, keys.reported_in(realm), None, LISTED):
        names = {chair.name: pseudonym(chair.user, salt)[:SHORT] for chair in session.table.chairs if chair.name}
        for one in await told_in(store, session):
            words = tuple(veiled(text, names) for text in one.words)
            who, by = (_who(session, seat, salt) for seat in (one.whom, one.seat))
            found.append(Quoted(one.at, session.sid, one.whom, who, by, veiled(one.why, names), words))
    return tuple(sorted(found, key=lambda one: one.at, reverse=True))


def _who(session: Session, seat: Seat, salt: str) -> str:
    return pseudonym(session.table.chair(seat).user, salt)


def veiled(text: str, names: dict[str, str]) -> str:
    """Return words with the names of people at the table replaced by their pseudonyms."""
    if not names:
        return text
    longest = sorted(names, key=len, reverse=True)
    found = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest), re.IGNORECASE)
    known = {name.casefold(): known for name, known in names.items()}
    return found.sub(lambda match: known.get(match[0].casefold(), "…"), text)


async def bans(store: Store, realm: str, now: int) -> tuple[Barred, ...]:
    kept = (await realms.load(store, realm)).realm
    there = [one for one in kept.bans if one.holds(now)]
    there = [one for one in there if not one.everywhere or await everywhere(store, one.user, now)]
    return tuple(
        Barred(f"{PERSON}:{pseudonym(one.user, kept.salt)}", one.until, one.why, one.everywhere) for one in there
    )


async def audit(store: Store, signed: Signed) -> tuple[Deed, ...]:
    realm = (await realms.load(store, signed.realm)).realm
    entries = [entry async for entry in realms.audit(store, signed.realm)]
    return tuple(_deed(entry, realm, signed.user) for entry in reversed(entries))


def _deed(entry: AuditEntry, realm: Realm, me: str) -> Deed:
    target = pseudonym(entry.target, realm.salt) if ":" in entry.target else entry.target
    lines = () if entry.verb in SILENT else entry.lines
    return Deed(entry.at, pseudonym(entry.by, realm.salt), entry.by == me, entry.verb, target, lines)


async def health(store: Store, now: int) -> tuple[Check, ...]:
    """Return checks of the store, of what waits in it, and of the last heartbeat of any process."""
    began = perf_counter()
    try:
        await store.next_due()
    except StoreError as problem:
        return (Check("Store", str(problem), False),)
    took = 1000 * (perf_counter() - began)
    tally, parked = await store.tally(()), await store.parked(JOBS)
    late = await store.due(now - BEHIND, JOBS)
    beat = await store.pointed(keys.ALIVE)
    silent = now - decode(beat, Beat).at if beat else None
    oldest = (now - late[0].job.due) // SECOND if late else 0
    many = f"at least {JOBS}" if len(late) == JOBS else str(len(late))
    return (
        Check("Store", f"{KINDS.get(type(store).__name__, 'shared')}; answered in {took:.1f} ms", took < SLOW),
        Check("Parts of the store", "all there" if store.whole else "one is away; the others go on", store.whole),
        Check("Clocks and AI moves", f"{many} late, the oldest by {oldest} s" if late else "none is late", not late),
        Check("Acts without an answer", str(tally.inputs), tally.inputs < JOBS),
        Check("Posts on their way", str(tally.posts), tally.posts < JOBS),
        Check("Acts that failed three times", f"{counted(len(parked), 'act')}{_last(parked[0].at) if parked else ''}"),
        Check("Sign of life", _alive(silent), silent is not None and silent < LATE),
    )


def _last(at: int) -> str:
    return f", the last {shown(at)}"


def _alive(silent: int | None) -> str:
    return "none yet" if silent is None else f"{max(silent, 0) // SECOND} s ago"
