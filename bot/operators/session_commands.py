"""Commands that show sessions and act on them: stop, list, show, nudge, void."""

from msgspec import UNSET, DecodeError
from msgspec.structs import replace

from bot import keys
from bot.operators import begin, realms
from bot.operators.call import Call, Done
from bot.operators.typed import BadWords
from bot.session.model import audience
from bot.session.model.amounts import money
from bot.session.model.events import Stopped
from bot.session.model.session import Session, WrongRules
from bot.session.model.table import Chair
from bot.session.model.terms import Setup
from bot.session.ports import PREVIEW
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording import deadlines
from bot.studies import ledger
from games.core.post import Block, Post, Table, item, line, says

LISTED = 20
ALL = 100_000
NUDGE = "A reminder: it is your turn."


async def found(call: Call, sid: str) -> Session:
    """Return a session of this realm. Raises `BadWords` for a session elsewhere, in the same words as for none."""
    try:
        session = await call.sessions.session(sid)
    except (LookupError, ValueError, WrongRules, DecodeError):
        session = None
    if session is None or session.terms.realm in (UNSET, "") or session.terms.realm != call.realm.name:
        raise BadWords(f"There is no session {sid[:40]!r} here; /session list shows all sessions.")
    return session


async def stop(call: Call) -> Done:
    if call.text("session"):
        session = await found(call, call.text("session"))
        chosen, target = [session], session.sid
        if session.table.phase == "over":
            return Done(says(f"Session {session.sid} is over already; it ended as {_end(session)}."))
    elif call.text("name"):
        definition = call.game()
        target = definition.name
        tag = keys.of_setup(call.realm.name, target)
        chosen = [session for _, session in await realms.sessions_on(call.sessions.store, tag, True, ALL)]
    else:
        there = f"Games here: {', '.join(d.name for d in call.realm.games)}." if call.realm.games else ""
        raise BadWords(f"Say what to stop: name:NAME for a game's running sessions, or session:ID. {there}")
    ended = [session.sid for session in chosen if await _stop(call, session)]
    n = len(ended)
    told = "No session was running." if not n else f"{n} {'session' if n == 1 else 'sessions'} ended as stopped."
    post = says(f"{target}: {told} The players were told; nobody earns anything." if n else f"{target}: {told}")
    return Done(post, call.realm, target, (*(f"session {sid} stopped" for sid in ended), *_because(call)))


def _because(call: Call) -> tuple[str, ...]:
    return (f"reason: {call.text('reason')}",) if call.text("reason") else ()


async def _stop(call: Call, session: Session) -> bool:
    stop = Stopped(call.inbound.user, call.text("reason"))
    return await call.sessions.administer(session.sid, f"{call.id}/{session.sid}", lambda unit: unit.record(stop))


async def listed(call: Call) -> Done:
    live = {"running": True, "ended": False}.get(call.text("state").casefold())
    tag = keys.of_setup(call.realm.name, call.game().name) if call.text("name") else keys.of_realm(call.realm.name)
    few = await realms.sessions_on(call.sessions.store, tag, live, LISTED)
    if not few:
        return Done(says("No session is on this list."))
    head = ("session", "game", "condition", "state", "players")
    rows = tuple(
        (s.sid, setup.name or s.game.name, setup.condition or "-", _state(call, s) + preview, _players(s))
        for head, s in few
        for setup, preview in [(_setup(s), ", preview" if head.namespace == PREVIEW else "")]
    )
    blocks: list[Block] = [Table(head, rows)]
    if len(few) == LISTED:
        blocks.append(line(f"The newest {LISTED}."))
    return Done(Post(tuple(blocks)))


async def show(call: Call) -> Done:
    session = await found(call, call.text("session"))
    setup, result = _setup(session), session.result()
    blocks: list[Block] = [
        line(f"Session {session.sid}: {session.game.title}, {_state(call, session)}"),
        item(f"players: {_players(session)}"),
        item(f"tempo {session.terms.tempo.name}, rules {session.terms.rules}, spec {session.terms.spec}"),
    ]
    if setup.name:
        condition = f", condition {setup.condition}" if setup.condition else ""
        blocks.append(item(f"{setup.name} version {setup.version}{condition}, hash {setup.hash}"))
    if session.table.phase == "play":
        waiting = ", ".join(sorted(session.turn.awaited)) or "nobody"
        blocks.append(item(f"waiting for: {waiting}"))
    if result is not None:
        earned = ", ".join(f"{seat} {money(amount, result.unit)}" for seat, amount in result.earnings)
        blocks.append(item(f"earned: {earned}"))
    return Done(Post(tuple(blocks)))


async def nudge(call: Call) -> Done:
    session = await found(call, call.text("session"))
    awaited = session.turn.awaited if session.table.phase == "play" else ()
    waiting = [c for c in session.table.chairs if c.kind == "human" and c.seat in awaited]
    if not waiting:
        return Done(says(f"Session {session.sid} isn't waiting for a person, so nobody was reminded."))
    await call.sessions.administer(session.sid, f"{call.id}/{session.sid}", lambda unit: _remind(unit, waiting))
    names = ", ".join(call.whom(c.user, c.name or c.seat) for c in waiting)
    seats = ", ".join(c.seat for c in waiting)  # the audit is kept for ever, so it names nobody
    return Done(says(f"Reminded: {names}."), call.realm, session.sid, (f"reminded {seats}",))


def _remind(unit: UnitOfWork, waiting: list[Chair]) -> None:
    """Post a reminder, and how the game stands, in each place that a waiting person reads."""
    current = unit.session
    if current.table.phase != "play":
        return
    for place in audience.each_once(current.table.places):
        if place.viewer and place.viewer not in {c.seat for c in waiting}:
            continue
        users = () if place.viewer else tuple(c.user for c in waiting)
        unit.say([audience.told(place, says(NUDGE), ping=users)])
        unit.say(deadlines.stand(current, place, unit.now))


async def void(call: Call) -> Done:
    session = await found(call, call.text("session"))
    if session.sid in call.realm.void:
        return Done(says(f"Session {session.sid} is void already."))
    running = session.table.phase != "over"
    if running:
        await _stop(call, session)
    else:
        await _strike(call, session)
    realm = replace(call.realm, void=(*call.realm.void, session.sid))
    told = "It was running and has ended as stopped; the players were told." if running else "Its log is kept."
    post = says(f"Session {session.sid} is void: no summary counts it. {told}")
    return Done(post, realm, session.sid, ("void", *_because(call)))


async def _strike(call: Call, session: Session) -> None:
    """Give back the slot of a session that had counted."""
    setup = _setup(session)
    definition = call.realm.game(setup.name) if setup.name else None
    if definition is None or setup.slot < 0 or begin.fate_of(session) != "complete":
        return
    if await _taken_later(call, session, setup):
        return
    while True:
        kept, current = await begin.counted(call.sessions, call.realm.name, definition, call.now)
        after = ledger.struck(current, setup.slot, setup.condition)
        if await realms.book(call.sessions.store, call.realm.name, definition.key, kept, after, call.now):
            return


async def _taken_later(call: Call, session: Session, setup: Setup) -> bool:
    """Return whether a session that began later got the same slot: it was free again, or the design is another one."""
    tag = keys.of_setup(call.realm.name, setup.name)
    for _, newer in await realms.sessions_on(call.sessions.store, tag, None, ALL):
        if newer.sid == session.sid:
            return False
        if _setup(newer).slot == setup.slot:
            return True
    return False


def _setup(session: Session) -> Setup:
    return session.terms.setup if isinstance(session.terms.setup, Setup) else Setup("", "", 0, "")


def _end(session: Session) -> str:
    result = session.result()
    return result.end if result is not None else "running"


def _state(call: Call, session: Session) -> str:
    state = "waiting for players" if session.table.phase == "lobby" else _end(session)
    if session.sid in call.realm.void:
        state += ", void"
    return state


def _players(session: Session) -> str:
    return ", ".join(f"{c.seat} {c.name or (c.strategy if c.kind == 'ai' else c.kind)}" for c in session.table.chairs)
