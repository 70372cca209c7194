"""Parts in the store: one record for each person and study, and one record for the assignment of a study.

A part's record is found by its pseudonym and by its person's account. Its last commit carries the closing post, so a
code is shown once, and only when all else is stored.
"""

import hashlib
import hmac
from collections.abc import AsyncIterator, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from bot import keys
from bot.session.model.inbound import Inbound
from bot.session.model.session import Session
from bot.studies import records, spelling
from bot.studies.ledger import Ledger
from bot.studies.records import Stored
from bot.studies.study import Part, Study
from games.core.codec import decode, digest, encode
from storage.base import Conflict, Ok, Outgoing, Store

EVERYTHING = 1_000_000
Points = tuple[tuple[str, str], ...]
"""Names and their new values."""


class Whose(Struct, frozen=True):
    """The study that a part belongs to: its realm, slug and version."""

    realm: str
    study: str
    version: int

    @property
    def name(self) -> str:
        return f"{self.realm}|{self.study.casefold()}"


class Held(Struct, frozen=True):
    """A part as stored, with its id and its study."""

    sid: str
    whose: Whose
    stored: Stored[Part]

    @property
    def part(self) -> Part:
        return self.stored.value


class Waiting(Struct, frozen=True):
    """A table for two people: its session, condition and slot, the part of the first, and of the second once found."""

    sid: str
    label: str
    slot: int
    part: str
    at: int
    partner: str = ""


class Desk(Struct, frozen=True):
    """The assignment of one version of a study: its ledger, by the game's session, and who waits for a partner."""

    ledger: Ledger = Ledger()
    waiting: tuple[Waiting, ...] = ()


def pseudonym(study: Study, who: str) -> str:
    """Return the pseudonym of a person in a study: a hash of the panel's id or of their account, keyed by its salt."""
    return hmac.new(study.salt.encode(), who.encode(), hashlib.sha256).hexdigest()[:16]


def fresh(study: Study, pid: str, inbound: Inbound, now: int, entries: int) -> Part:
    """Return the part of a person who enters now, as the `entries`-th time."""
    key, names = name_key(study, inbound.user), spelling.parts_of(filter(None, (inbound.name,)))
    sealed = tuple(sorted(spelling.sealed(key, name) for name in names))
    return Part(pid, inbound.place.partition(":")[0], now, entries=entries, version=study.version, names=sealed)


def name_key(study: Study, user: str) -> str:
    """Return the key of a person's sealed names. Logs lose the account at its erasure, and so nobody can open them."""
    return f"{study.salt} {user}"


def sid_of(whose: Whose, pid: str, run: int) -> str:
    """Return the id of a part's record; `run` counts a person's parts where they may take part more than once."""
    return digest(b"part", whose.name.encode(), pid.encode(), b"%d" % run)


def _desk_sid(whose: Whose) -> str:
    return digest(b"study", whose.name.encode(), b"%d" % whose.version)[:12]


async def held(store: Store, sid: str) -> Held | None:
    """Return a part by its record's id; None if there is none."""
    loaded = await store.load(sid) if sid else None
    if loaded is None:
        return None
    stored = Stored(decode(loaded.snapshot, Part), loaded.version, loaded.mark)
    return Held(sid, decode(loaded.head.body, Whose), stored)


async def newest(store: Store, whose: Whose, pid: str) -> Held | None:
    """Return the newest part of a person in a study, of any version of it."""
    return await held(store, await store.pointed(keys.part(whose.name, pid)) or "")


async def of_user(store: Store, user: str) -> list[Held]:
    """Return all parts of an account, the newest last."""
    sids = (await store.pointed(keys.takes_part(user)) or "").split()
    return [found for sid in sids if (found := await held(store, sid)) is not None]


async def of_account(store: Store, whose: Whose, user: str) -> Held | None:
    """Return the newest part of an account in a study, of any version of it."""
    mine = [held for held in await of_user(store, user) if held.whose.name == whose.name]
    return mine[-1] if mine else None


async def meant(store: Store, user: str, part: str, session: Session | None) -> Held | None:
    """Return the part that a yes withdraws: the one that was asked about, else that of the study which a session is a
    stage of. It may be withdrawn already: a second yes reaches no other study.
    """
    mine = await of_user(store, user)
    asked = [held for held in mine if held.sid == part]
    stage = session.terms.stage if session is not None else UNSET
    if session is None or stage is UNSET or asked:
        return asked[0] if asked else None
    of_study = [held for held in mine if (held.whose.realm, held.whose.study) == (stage.realm, stage.study)]
    there = [held for held in of_study if any(visit.sid == session.sid for visit in held.part.visits)]
    return next(reversed(there or of_study), None)


async def begin(store: Store, whose: Whose, part: Part, user: str, sid: str, sealed: Points = ()) -> bool:
    """Store a person's new part, with the names by which it is found and what the vault keeps of them. False if
    somebody was faster.
    """
    known = (await store.pointed(keys.takes_part(user)) or "").split()
    mine = " ".join((*(s for s in known if s != sid), sid))
    points = ((keys.part(whose.name, part.pid), sid), (keys.takes_part(user), mine), *sealed)
    encoded = encode(part)
    step = records.step(sid, Stored(part), encoded, encoded, part.began, encode(whose))
    tags = (keys.parts_of(whose.realm, whose.study),)
    return isinstance(await store.commit(replace(step, points=points, tags=tags)), Ok)


async def keep(store: Store, was: Held, after: Part, at: int, posts: Sequence[Outgoing] = (), input: str = "") -> bool:
    """Commit a part's next version, with posts that go out because of it. False if somebody was faster.

    With an `input` it is done once for each input.
    """
    encoded = encode(after)
    step = records.step(was.sid, was.stored, encoded, encoded, at)
    inputs = (f"{input}/part",) if input else ()
    return not isinstance(await store.commit(replace(step, posts=tuple(posts), inputs=inputs)), Conflict)


async def all_of(store: Store, realm: str, study: str, version: int = 0) -> AsyncIterator[Held]:
    """Yield the parts of a study, the first begun first; of one version unless it is 0."""
    for loaded in reversed(await store.sessions(keys.parts_of(realm, study), None, EVERYTHING)):
        whose = decode(loaded.head.body, Whose)
        if version in (0, whose.version):
            yield Held(loaded.head.sid, whose, Stored(decode(loaded.snapshot, Part), loaded.version, loaded.mark))


async def desk(store: Store, whose: Whose) -> Stored[Desk]:
    return await records.load(store, _desk_sid(whose), Desk) or Stored(Desk())


async def book(store: Store, whose: Whose, was: Stored[Desk], after: Desk, at: int) -> bool:
    """Commit the assignment's next version. False if somebody was faster."""
    step = records.step(_desk_sid(whose), was, encode(after), encode(after.ledger.active[-1:]), at, encode(whose))
    return isinstance(await store.commit(step), Ok)
