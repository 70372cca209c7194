"""Opening a game and joining one: the session begins, or a person takes a chair at it."""

from contextlib import suppress
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from bot import keys
from bot.session import lobby, rematch
from bot.session.handlers import help, which
from bot.session.handlers.base import Service
from bot.session.limits import MANY
from bot.session.model.inbound import Answer, Enter, Inbound, Join, Open, Operate
from bot.session.model.intent import Decline, Request
from bot.session.model.session import Session
from bot.session.ports import Opening
from bot.session.progress import TERMINAL
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording import lobby as lobby_posts
from bot.session.wording import messages
from games.core.codec import digest, encode
from games.core.post import says
from games.core.registry import HIDDEN, get, names
from storage.base import Head, Input


async def open(service: Service, row: Input, request: Request, act: Open, opening: Opening | None = None) -> Answer:
    """Begin a session; its id was drawn when the input was accepted, so a repeat cannot begin another."""
    sessions = service.sessions
    sid = row.sid or digest(row.id.encode())[:12]
    if why := await _kept_from_opening(service, request, act, sid):
        return await service.refuse(row, request, *why)
    try:
        if opening is None and service.operators is not None and not _known(act, request.user):
            opening = await service.operators.opening(request, act, sid)
        # What operators set up is meant for chats, wherever it is opened.
        act, defaults = (opening.act, lobby.CHAT) if opening is not None else (act, lobby.usual(act, sessions.defaults))
        terms, chairs = lobby.plan(act, sessions.strategies, sessions.usual, defaults)
    except ValueError as problem:
        known = _known(act, request.user)
        post = says(str(problem)) if known else help.ways_in(str(problem))
        return await service.refuse_with(row, request, "bad_setting", post)
    terms = replace(terms, realm=request.realm or UNSET, setup=opening.setup if opening is not None else UNSET)
    unit = UnitOfWork(Session.fresh(sid, terms), sessions.clock(), request)
    unit.turn_to(request.focus)
    if terms.code:
        unit.points.append((keys.code(terms.code), sid))
    answer = replace(lobby.open(unit, request, act, chairs), replied=bool(unit.replies))
    head = Head(sid, act.game, act.namespace, request.at, encode(terms))
    if act.instead:
        work = partial(lobby.restart, user=request.user, level=act.level)
        await sessions.administer(act.instead, f"{row.id}:{act.instead}", work)
    answer = await sessions.begin(unit, row.id, answer, head)
    await which.opened(service, request, sid)
    return answer


async def _kept_from_opening(service: Service, request: Request, act: Open, sid: str) -> tuple[str, str] | None:
    """Return the reason, as a code and a sentence, why a person may not open a game; None if they may."""
    if sentence := await barred(service, request):
        return "barred", sentence
    if await studying(service, request.user):
        return "study", messages.ONE_AT_A_TIME
    if not act.again and request.user.partition(":")[0] in service.invited:
        return "invited", messages.INVITED
    if await _has_enough(service, request.user) and await service.store.load(sid) is None:
        return "many_games", MANY.format(games=service.limiter.limits.games)
    return None


async def barred(service: Service, request: Inbound, table: Session | None = None) -> str:
    """Return the reason why a person may not play here, or at a table of another realm; "" if they may."""
    if service.operators is None:
        return ""
    here = await service.operators.barred(request)
    if here or table is None or not table.terms.realm or table.terms.realm == request.realm:
        return here
    return await service.operators.barred(replace(request, realm=table.terms.realm))


async def studying(service: Service, user: str) -> bool:
    """Return whether a person is in the middle of a study: what else they see or play may change what they do there."""
    return service.studies is not None and await service.studies.busy(user)


async def _has_enough(service: Service, user: str) -> bool:
    """Return True if a person has as many games open as the limit allows."""
    most = service.limiter.limits.games
    return bool(most) and len(await service.store.sessions(keys.played_by(user), live=True, limit=most)) >= most


async def join(service: Service, row: Input, request: Request, intent: Join) -> Answer:
    """Seat a person who has a table's code. Codes that lead nowhere are counted."""
    sessions = service.sessions
    if row.sid.startswith(keys.CLASSROOM):
        return await _join_class(service, row, request)
    answer = None
    table = await sessions.current(row.sid) if row.sid else None
    if why := await kept_out(service, request, table):
        return await service.refuse(row, request, *why)
    if row.sid:
        answer = await sessions.enter(row.sid, (row.id,), lambda unit: lobby.join(unit, request, intent), request)
    if answer is None:
        service.limiter.guessed(request.user, right=False)
        return await help.nowhere(service, row, request)
    if answer.what == "joined":
        service.limiter.guessed(request.user, right=True)
        await _leave_lonely(service, row, request)
    return answer


async def _join_class(service: Service, row: Input, request: Request) -> Answer:
    """Seat a person who has the code of a class."""
    if service.classes is None:
        return await help.nowhere(service, row, request)
    service.limiter.guessed(request.user, right=True)
    if why := await kept_out(service, request, None):
        return await service.refuse(row, request, *why)
    if not request.private and not request.channel:
        return await service.refuse(row, request, "alone", messages.CLASS_ALONE)
    found = await service.classes.join(request, row.sid)
    if isinstance(found, str):
        return await service.refuse(row, request, "class", found)
    await which.opened(service, request, found.sid)
    return found


async def kept_out(service: Service, inbound: Inbound, table: Session | None) -> tuple[str, str] | None:
    """Return the reason, as a code and a sentence, why a person may not join a table; None if they may."""
    if sentence := await barred(service, inbound, table):
        return "barred", sentence
    if await studying(service, inbound.user):
        return "study", messages.ONE_AT_A_TIME
    people = tuple(chair.user for chair in table.table.chairs if chair.kind == "human") if table is not None else ()
    if inbound.user not in people and await service.directory.apart(inbound.user, people):
        return "apart", messages.APART
    return None


async def decline(service: Service, row: Input, request: Request, intent: Decline) -> Answer:
    """Tell those at a table that somebody whom they invited says no. Only an invitation to this place can be declined,
    and only once.
    """
    invitation = keys.invited(request.place)
    if not row.sid or await service.store.pointed(invitation) != intent.code.strip().upper():
        return await service.tell(row, request, "declined", says(messages.DECLINED))

    def work(unit: UnitOfWork) -> Answer:
        unit.points.append((invitation, None))
        if unit.session.table.phase == "lobby" and not unit.session.table.seats_of(request.user):
            unit.say(lobby_posts.declined(unit.session, request))
        unit.reply(says(messages.DECLINED))
        return Answer("told", unit.session.sid, "declined")

    answer = await service.sessions.enter(row.sid, (row.id,), work, request)
    return answer if answer is not None else await help.nowhere(service, row, request)


async def _leave_lonely(service: Service, row: Input, inbound: Inbound) -> None:
    """Close the table at which a person waited for those whom they have joined now."""
    joined = await service.sessions.current(row.sid)
    for sid in await rematch.lonely(service.store, inbound.user, joined) if joined is not None else ():
        await service.sessions.administer(sid, f"{row.id}:{sid}", lambda unit: lobby.withdraw(unit, inbound.user))


async def title(service: Service, inbound: Inbound) -> str | None:
    """Return the title of the game that an act would open; None if it opens none, or cannot as it was asked for."""
    operators, studies, act = service.operators, service.studies, inbound.act
    if isinstance(act, Enter):
        admitted = studies is not None and service.limiter.guessing(inbound.user) is None
        return messages.STUDIED if admitted and studies is not None and await studies.knows(act.token) else None
    if isinstance(act, Operate) and operators is not None:
        with suppress(ValueError):
            opening = await operators.previewing(inbound, act)
            return get(opening.act.game).title if opening is not None else None
    if not isinstance(act, Open):
        return None
    if act.game not in names():
        return await operators.title(inbound, act.game) if operators is not None else None
    with suppress(ValueError):
        lobby.plan(lobby.settled(act), service.sessions.strategies)
        return get(act.game).title
    return None


def _known(act: Open, user: str) -> bool:
    """Return whether an act names a game. A person at the terminal may also try hidden games."""
    return act.game in names() or (act.game in HIDDEN and user.startswith(TERMINAL))
