"""Assignment of people to conditions when they reach the game, and of pairs to one table.

A place belongs to a session of the game. Its id follows from the person's part, so doing this again changes nothing.
The place is counted complete, or given back, when the part ends; of two people, when neither is at it any more, unless
one of them completed it.
"""

from collections.abc import Awaitable, Callable

from msgspec import Struct
from msgspec.structs import replace

from bot.session.lobby import HUMAN
from bot.session.model.session import Session
from bot.studies import ledger, parts
from bot.studies.effective import effective
from bot.studies.parts import Desk, Held, Waiting, Whose
from bot.studies.study import Outcome, Study
from storage.base import Store


class Place(Struct, frozen=True):
    """A person's place in the game: the session, its condition and slot, and whether they join somebody there."""

    sid: str
    label: str
    slot: int
    joins: bool = False


def paired(study: Study, label: str) -> bool:
    """Return whether people meet people in a condition."""
    loaded = effective(study.design)
    return loaded.house(loaded.variant(label))["opponent"] == HUMAN


def is_full(study: Study, desk: Desk) -> bool:
    """Return whether all places are taken and nobody waits for a partner."""
    wanted = study.rules.places
    return bool(wanted) and desk.ledger.counted >= wanted and not any(not w.partner for w in desk.waiting)


async def assign(
    store: Store,
    study: Study,
    whose: Whose,
    part: str,
    sid: str,
    now: int,
    session: Callable[[str], Awaitable[Session | None]],
) -> Place | None:
    """Return the place of a person whose own table would be `sid`; None if all places are taken."""
    while True:
        was = await parts.desk(store, whose)
        desk = replace(was.value, ledger=ledger.fitting(was.value.ledger, design_of(study)))
        mine = next((w for w in desk.waiting if w.partner == part), None)
        if mine is not None:
            return Place(mine.sid, mine.label, mine.slot, joins=True)
        held = next((taken for taken in desk.ledger.active if taken.sid == sid), None)
        if held is not None:
            return Place(sid, held.label, held.slot)
        table = await _free(desk, part, session)
        if table is not None:
            seated = tuple(replace(w, partner=part) if w is table else w for w in desk.waiting)
            place, after = Place(table.sid, table.label, table.slot, joins=True), replace(desk, waiting=seated)
        elif is_full(study, desk):
            return None
        else:
            taken_by, taken = ledger.take(desk.ledger, study.design.cells, study.design.seed, sid, now)
            place, after = Place(sid, taken.label, taken.slot), replace(desk, ledger=taken_by)
            if paired(study, taken.label):
                waits = Waiting(sid, taken.label, taken.slot, part, now)
                after = replace(after, waiting=(*after.waiting, waits))
        if await parts.book(store, whose, was, after, now):
            return place


async def _free(desk: Desk, part: str, session: Callable[[str], Awaitable[Session | None]]) -> Waiting | None:
    """Return the table that has waited longest for its second person."""
    for waiting in desk.waiting:
        if not waiting.partner and waiting.part != part:
            table = await session(waiting.sid)
            if table is not None and table.table.phase == "lobby":
                return waiting
    return None


async def closed(store: Store, whose: Whose, sid: str, now: int) -> None:
    """Note that nobody can join a table any more."""
    await _change(store, whose, lambda desk: replace(desk, waiting=tuple(w for w in desk.waiting if w.sid != sid)), now)


async def instead(store: Store, whose: Whose, old: str, sid: str, now: int) -> None:
    """Give the slot of one session to another that takes its place."""

    def change(desk: Desk) -> Desk:
        active = tuple(replace(taken, sid=sid) if taken.sid == old else taken for taken in desk.ledger.active)
        return Desk(replace(desk.ledger, active=active), tuple(w for w in desk.waiting if w.sid != old))

    await _change(store, whose, change, now)


async def settle(store: Store, whose: Whose, sid: str, outcome: Outcome, now: int) -> None:
    """Count a place complete, or give it back."""

    def change(desk: Desk) -> Desk:
        after = ledger.settled(desk.ledger, {sid: "complete" if outcome == "complete" else "dropped"})
        return Desk(after, tuple(w for w in desk.waiting if w.sid != sid))

    await _change(store, whose, change, now)


async def ended(store: Store, held: Held, now: int) -> None:
    """Count the place of a part that has ended, or give it back, even if it was counted complete before."""
    part, complete = held.part, held.part.outcome == "complete"
    if not part.outcome or part.slot < 0 or not (complete or await _last(store, held)):
        return
    for visit in part.visits:
        await settle(store, held.whose, visit.sid, part.outcome, now)
    if not complete:
        await _give_back(store, held.whose, part.slot, part.condition, now)


async def _last(store: Store, held: Held) -> bool:
    """Return whether nobody else has the place of a part and is at it or completed it.

    It may be a partner's, or already that of somebody who got it after it was given back.
    """
    async for other in parts.all_of(store, held.whose.realm, held.whose.study, held.whose.version):
        shares = other.sid != held.sid and other.part.slot == held.part.slot
        if shares and other.part.outcome in ("", "complete"):
            return False
    return True


async def _give_back(store: Store, whose: Whose, slot: int, label: str, now: int) -> None:
    """Free a slot that was counted complete."""
    await _change(store, whose, lambda desk: replace(desk, ledger=ledger.struck(desk.ledger, slot, label)), now)


async def _change(store: Store, whose: Whose, change: Callable[[Desk], Desk], now: int) -> None:
    while True:
        was = await parts.desk(store, whose)
        after = change(was.value)
        if after == was.value or await parts.book(store, whose, was, after, now):
            return


def design_of(study: Study) -> str:
    return ledger.design_of(study.design.cells, study.design.seed)
