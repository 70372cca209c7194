"""Commands about how players behave: reports, warnings, bans."""

from typing import NamedTuple

from msgspec.structs import replace

from bot import keys
from bot.operators import realms
from bot.operators.call import Call, Done
from bot.operators.dates import moment, shown
from bot.operators.people import user_of
from bot.operators.records import Ban
from bot.operators.session_commands import found
from bot.operators.session_table import pseudonym
from bot.operators.typed import BadWords
from bot.session.model import audience
from bot.session.model.events import Reported
from bot.session.model.session import Session, entry_type, gather
from bot.session.model.table import ERASED, Chair, alias
from bot.session.unit_of_work import UnitOfWork
from games.core.codec import decode, encode
from games.core.contract import Moved, Seat
from games.core.post import Block, Post, Quote, item, line, says
from storage.base import Store

LISTED, TOLD, SAID = 10, 3, 5
"""Sessions with reports that are listed, the last reports of one person about another that are shown of each, and the
last sentences of the reported person that are shown with each report. Somebody may report without end.
"""
ANSWERS = "Answer one with /people warn session:ID seat:SEAT reason:WHY, or /people ban session:ID seat:SEAT."
WARNING = "A warning from the operators: {reason}"
PERSON = "person"
"""Stands before a pseudonym where a user is named."""
BARRED = "You can't play here{until}. The operators say: {why}"


async def reports(call: Call) -> Done:
    tag = keys.reported_in(call.realm.name)
    sessions = [session for _, session in await realms.sessions_on(call.sessions.store, tag, None, LISTED)]
    blocks: list[Block] = []
    for session in sessions:
        blocks += await _reported(call, session)
    if not blocks:
        return Done(says("Nobody has been reported here."))
    return Done(Post((*blocks, line(ANSWERS))))


async def _reported(call: Call, session: Session) -> list[Block]:
    """Return the reports in a session, each under what the reported person had said before it."""
    blocks: list[Block] = []
    for one in await told_in(call.sessions.store, session):
        who, by = session.table.chair(one.whom), session.table.chair(one.seat)
        what = f"{_named(who)} reported by {_named(by)}: {one.why}"
        blocks.append(item(f"{shown(one.at)}, session {session.sid}, seat {one.whom}: {what}"))
        blocks += [Quote(_named(who), words, one.whom) for words in one.words]
    return blocks


class Told(NamedTuple):
    """A report in a session: when, by which seat about which, why, and what that one had said last before it."""

    at: int
    seat: Seat
    whom: Seat
    why: str
    words: tuple[str, ...]


async def told_in(store: Store, session: Session) -> list[Told]:
    """Return the last reports in a session of each person about each other."""
    kind, said = entry_type(session.game), dict[Seat, list[str]]()
    found = dict[tuple[Seat, Seat], list[Told]]()
    for record in await gather(store.events(session.sid)):
        match decode(record.data, kind).event:
            case Moved(seat, _, say) if say:
                said.setdefault(seat, []).append(say)
            case Reported(seat, whom, why):
                words = tuple(said.get(whom, ())[-SAID:])
                found.setdefault((seat, whom), []).append(Told(record.at, seat, whom, why, words))
    return [one for reports in found.values() for one in reports[-TOLD:]]


async def warn(call: Call) -> Done:
    session, chair = await _player(call)
    reason = call.text("reason")

    def work(unit: UnitOfWork) -> None:
        post = says(WARNING.format(reason=reason))
        places = [
            place for place in unit.session.table.places if place.viewer == chair.seat
        ] or unit.session.table.places
        unit.say(tuple(audience.told(place, post, ping=(chair.user,)) for place in audience.each_once(places)[:1]))

    await call.sessions.administer(session.sid, f"{call.id}/{session.sid}", work)
    told = says(f"{call.whom(chair.user, _named(chair))} was warned: {reason}")
    return Done(told, call.realm, chair.user, (f"warned in session {session.sid}: {reason}",))


async def ban(call: Call) -> Done:
    user = user_of(call) if call.text("user") else (await _player(call))[1].user
    until = moment("until", call.text("until")) if call.text("until") else 0
    if until and until <= call.now:
        raise BadWords(f"until must be in the future; {shown(until)} is past. Nobody was banned.")
    if call.realm.role(user):
        raise BadWords(f"{call.whom(user)} has a role here; /role revoke takes it back first.")
    made = Ban(user, until, call.text("reason") or "no reason given", call.inbound.user, call.now, call.everywhere)
    others = tuple(one for one in call.realm.bans if one.user != user)
    where = "here"
    if call.everywhere:
        where = "anywhere"
        await call.sessions.store.point(keys.barred(alias(user)), encode(replace(made, user="")).decode())
    who = f"{call.whom(user)} can't start or join games {where}{_until(made)}."
    post = says(f"{who} Running games go on; /game stop ends them.")
    return Done(post, replace(call.realm, bans=(*others, made)), user, (f"banned{_until(made)}: {made.why}",))


async def unban(call: Call) -> Done:
    user = _banned(call)
    beyond = await everywhere(call.sessions.store, user, call.now)
    if beyond is not None and not call.everywhere:
        raise BadWords(f"{call.whom(user)} is banned everywhere; only the people who run the bot can lift the ban.")
    if beyond is None and call.realm.banned(user, call.now) is None:
        raise BadWords(f"{call.whom(user)} isn't banned here. {await _listed(call)}")
    await call.sessions.store.point(keys.barred(alias(user)), None)
    left = tuple(one for one in call.realm.bans if one.user != user)
    return Done(says(f"{call.whom(user)} may play here again."), replace(call.realm, bans=left), user, ("ban lifted",))


def _banned(call: Call) -> str:
    """Return the user that an option means; a pseudonym means somebody who is banned here. Raises `BadWords`."""
    front, _, known = call.text("user").partition(":")
    if front != PERSON:
        return user_of(call)
    found = (one.user for one in call.realm.bans if pseudonym(one.user, call.realm.salt) == known)
    user = next(found, "")
    if not user:
        raise BadWords(f"Nobody who is banned here has the pseudonym {known[:20]!r}.")
    return user


async def everywhere(store: Store, user: str, now: int) -> Ban | None:
    """Return the ban that keeps somebody from playing in any realm; None if there is none, or it has ended."""
    kept = await store.pointed(keys.barred(alias(user)))
    ban = decode(kept, Ban) if kept else None
    return ban if ban is not None and ban.holds(now) else None


async def bans(call: Call) -> Done:
    return Done(says(await _listed(call)))


def told(ban: Ban) -> str:
    """Return the sentence for a banned person."""
    return BARRED.format(until=_until(ban), why=ban.why)


async def _listed(call: Call) -> str:
    there = [one for one in call.realm.bans if one.holds(call.now) and (not one.everywhere or await _beyond(call, one))]
    each = (f"{call.whom(one.user)}{' everywhere' * one.everywhere}{_until(one)}: {one.why}" for one in there)
    return f"Banned here: {'; '.join(each)}." if there else "Nobody is banned here."


async def _beyond(call: Call, ban: Ban) -> bool:
    return await everywhere(call.sessions.store, ban.user, call.now) is not None


def _until(ban: Ban) -> str:
    return f" until {shown(ban.until)}" if ban.until else ""


async def _player(call: Call) -> tuple[Session, Chair]:
    """Return a session and the person in one of its seats. Raises `BadWords`."""
    if not call.text("session"):
        raise BadWords("Name somebody: user:NUMBER, or session:ID and seat:SEAT as /people reports shows them.")
    session = await found(call, call.text("session"))
    people = {c.seat.casefold(): c for c in session.table.chairs if c.kind == "human" and c.user != ERASED}
    chair = people.get(call.text("seat").casefold())
    if chair is None:
        there = ", ".join(c.seat for c in people.values()) or "none"
        raise BadWords(f"Nobody sits in seat {call.text('seat')[:20]!r} of {session.sid}; people's seats: {there}.")
    return session, chair


def _named(chair: Chair) -> str:
    return chair.name or chair.seat
