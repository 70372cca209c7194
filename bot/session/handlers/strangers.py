"""Strangers at a table: mute, block and report somebody you play with.

A mute holds at one table: the muted person's words no longer reach the places that are the other's own. A block holds
everywhere: neither can take a seat where the other sits, and no invitation passes. A report is kept in the session's
log, beside what was said, for the operators of the realm.
"""

from bot import keys
from bot.session.context import Context
from bot.session.handlers.base import Service
from bot.session.model import titles
from bot.session.model.events import Muted, Reported
from bot.session.model.intent import Aside, Request
from bot.session.model.table import ERASED, Chair, Table, alias
from bot.session.wording import messages
from games.core.contract import Seat
from games.core.post import says

LONGEST_REPORT = 500
"""Characters of a report that are kept."""
MOST_BLOCKED = 500
"""People whom one person can block; the oldest block makes room."""


def others(table: Table, mine: tuple[Seat, ...]) -> tuple[Chair, ...]:
    """Return the chairs of the other people at a table, without those who asked to be forgotten."""
    people = (chair for chair in table.chairs if chair.kind == "human" and chair.user != ERASED)
    return tuple(chair for chair in people if chair.seat not in mine)


def meant(context: Context) -> tuple[Chair | None, str]:
    """Return the person whom a command names, by name or seat, and the words behind. With one other person at the table
    nobody needs to be named.
    """
    people = others(context.unit.session.table, context.mine)
    text = context.args.strip()
    named = [(name, chair) for chair in people for name in (chair.name, chair.seat) if name]
    # The longest name first: somebody called "Ann" must not stand in for "Ann Lee".
    for name, chair in sorted(named, key=lambda pair: -len(pair[0])):
        if text.casefold().startswith(name.casefold()) and not text[len(name) : len(name) + 1].isalnum():
            return chair, text[len(name) :].lstrip(" :,–-")
    return (people[0], text) if len(people) == 1 else (None, text)


def mute(context: Context) -> None:
    """Hide a person's words from the places of the one who asks; a second time shows them again."""
    unit, seat = context.unit, context.seat
    chair, _ = meant(context)
    if chair is None:
        _ask_who(context, "mute")
        return
    on = (seat, chair.seat) not in (unit.session.table.muted or ())
    unit.record(Muted(seat, chair.seat, on))
    sentence = messages.MUTED if on else messages.HEARD
    unit.reply(says(sentence.format(who=titles.called(unit.session, chair.seat, seat))), seat=seat)


def block(context: Context) -> None:
    """Keep a person away from all tables of the one who asks, and hide their words at this one."""
    unit, seat = context.unit, context.seat
    chair, _ = meant(context)
    if chair is None:
        _ask_who(context, "block")
        return
    known = context.intent.known if isinstance(context.intent, Aside) else ""
    kept = [one for one in known.split() if one != alias(chair.user)]
    blocked = " ".join((*kept, alias(chair.user))[-MOST_BLOCKED:])
    unit.points.append((keys.blocked(context.inbound.user), blocked))
    over = unit.session.table.phase == "over"
    if not over and (seat, chair.seat) not in (unit.session.table.muted or ()):
        unit.record(Muted(seat, chair.seat, True))
    sentence = messages.BLOCKED_AFTER if over else messages.BLOCKED
    unit.reply(says(sentence.format(who=titles.begins(unit.session, chair.seat, seat))), seat=seat)


def report(context: Context) -> None:
    """Keep a report about a person for the operators of the realm, who see it beside what was said."""
    unit, seat = context.unit, context.seat
    chair, why = meant(context)
    if chair is None or not why:
        _ask_who(context, "report")
        return
    unit.record(Reported(seat, chair.seat, why[:LONGEST_REPORT]))
    if unit.session.terms.realm:
        unit.tags.append(keys.reported_in(unit.session.terms.realm))
    unit.reply(says(messages.REPORTED.format(who=titles.called(unit.session, chair.seat, seat))), seat=seat)


async def unblock(service: Service, request: Request) -> str:
    """Lift all of a person's blocks; return the sentence that says so."""
    blocked = await service.store.pointed(keys.blocked(request.user))
    await service.store.point(keys.blocked(request.user), None)
    return messages.UNBLOCKED if blocked else messages.NOBODY_BLOCKED


def _ask_who(context: Context, command: str) -> None:
    session = context.unit.session
    there = others(session.table, context.mine)
    people = ", ".join(titles.called(session, chair.seat, context.seat) for chair in there)
    if not people:
        sentence = messages.NO_OTHERS
    else:
        sentence = messages.WHOM.format(
            command=command, more=" WHAT HAPPENED" if command == "report" else "", people=people
        )
    context.unit.reply(says(sentence), seat=context.seat)
