"""Play: words, buttons and commands in a game. Each passes the guards and is one step of its session."""

from bot.session import rematch
from bot.session.automatic import go_on
from bot.session.context import Context
from bot.session.guards import ASIDES, GUARDS
from bot.session.handlers import after, commands, help, receipt, study, which
from bot.session.handlers.base import Service, reply
from bot.session.model.events import Asked, Typed
from bot.session.model.inbound import Answer, Press
from bot.session.model.intent import Aside, Participation, PlayPress, PlayText, Request
from bot.session.model.session import Session
from bot.session.router import OPERATING, command_of
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording import deadlines, messages
from games.core.contract import IllegalMove, Moved, Said
from games.core.post import Block, says
from storage.base import Input

IDLE = "idle"
"""The code of an answer by which nothing is committed: the session waits for no words."""

COUNTED = frozenset({"played", "said", "asked"})
"""Outcome of words that led to something. The rest is told by the code of the answer."""

MOVED = frozenset({"played", "said"})
"""Outcome of an act that the game has taken."""

Played = PlayText | PlayPress | Aside


# --- which session ----------------------------------------------------------------------------------------------------


async def words(service: Service, row: Input, request: Request, intent: PlayText) -> Answer:
    """Say words at the table to which the person's words belong in this place."""
    last = service.last.get(request.focus, row.sid)
    if last != row.sid and await _lost(service, request, last):
        return await service.refuse(row, request, "lost", messages.LOST)
    if intent.sid:
        return await press(service, row, request, intent)
    plain = ("", service.turned.pop(request.focus, ""), service.alone.get(request.focus))
    if row.sid not in plain and (games := await which.meant(service, request, intent, row.sid)):
        asked = Answer("asked", code="which", replied=True)
        return await service.aside(row, asked, reply(request, which.question(request, intent, games)))
    return await _on(service, row, request, intent)


async def press(service: Service, row: Input, request: Request, intent: Played) -> Answer:
    """Apply a button in the session of its post, or in the one that it names, and in no other."""

    def work(unit: UnitOfWork) -> Answer:
        return act(service, unit, request, intent)

    answer = await service.sessions.enter(row.sid, (row.id,), work, request) if row.sid else None
    return answer if answer is not None else await help.nowhere(service, row, request)


async def aside(service: Service, row: Input, request: Request, intent: Aside) -> Answer:
    """Answer a command about a game. /help is answered without one, too."""
    session = await service.sessions.current(row.sid) if row.sid else None
    if intent.name == "quit" and session is not None and _withdraws(session, request.user):
        return await study.part(service, row, request, Participation("withdraw"))
    if intent.name in after.COMMANDS:
        return await after.aside(service, row, request, intent) or await help.nowhere(service, row, request)
    prepared: tuple[Block, ...] = ()
    if intent.name == "help":
        if not row.sid:
            return await help.commands(service, row, request)
        prepared = await help.operating(service, request)
    elif intent.name == "verify" and row.sid:
        prepared = await receipt.revealed(service, row.sid)
    if intent.pressed is None and not intent.sid:
        return await _on(service, row, request, intent, prepared)
    return await press(service, row, request, intent)


def _withdraws(session: Session, user: str) -> bool:
    """Return whether leaving a session means to withdraw from its study: no game is on in it."""
    waits = session.studied and session.table.phase == "lobby"
    return (session.form or waits) and bool(session.table.seats_of(user))


async def _on(
    service: Service, row: Input, request: Request, intent: PlayText | Aside, prepared: tuple[Block, ...] = ()
) -> Answer:
    """Return the answer of the session that typed words belong to. Words for a game that has ended, or that waits for
    players, go to the person's game that is on in the same place.
    """
    sessions, phase, only = service.sessions, "gone", False
    typed = isinstance(intent, PlayText)

    def work(unit: UnitOfWork) -> Answer:
        nonlocal phase
        phase = unit.session.table.phase
        if not only and (phase == "over" or (phase == "lobby" and typed)):
            return Answer("ignored", row.sid, IDLE)
        if typed and row.sid in sessions.behind and _set_back(unit, request):
            return Answer("refused", row.sid, "behind")
        return act(service, unit, request, intent, prepared=prepared)

    if not row.sid:
        return await help.nowhere(service, row, request)
    answer = await sessions.enter(row.sid, (row.id,), work, request)
    if answer is not None and answer.code != IDLE:
        return answer
    answer = await _elsewhere(service, row, request, intent, prepared, turned=phase != "lobby")
    if answer is not None:
        return answer
    if phase == "over" and (answer := await after.typed(service, row, request, intent)) is not None:
        return answer
    only = True
    answer = await sessions.enter(row.sid, (row.id,), work, request)
    return answer if answer is not None else await help.nowhere(service, row, request)


async def _elsewhere(
    service: Service,
    row: Input,
    request: Request,
    intent: PlayText | Aside,
    prepared: tuple[Block, ...],
    *,
    turned: bool,
) -> Answer | None:
    """Return the answer of the person's other game that is on in the same place; None if there is none."""
    on = await rematch.on(service.store, request.user, request.place, playing=not turned)
    if on is None or on.sid == row.sid:
        return None
    # A receipt is of one game only.
    there = prepared if isinstance(intent, Aside) and intent.name == "help" else ()

    def work(unit: UnitOfWork) -> Answer:
        return act(service, unit, request, intent, turned=turned, prepared=there)

    return await service.sessions.enter(on.sid, (row.id,), work, request)


async def _lost(service: Service, request: Request, last: str) -> bool:
    """Return True, once, if these words were meant for a game that the store lost whole: another game could take
    them for an offer. `last` is the session that the person's earlier words went to.
    """
    if await service.sessions.current(last) is not None:
        return False
    del service.last[request.focus]
    return last in service.sessions.gone


def _set_back(unit: UnitOfWork, request: Request) -> bool:
    """Tell a player that the store lost what they saw last: their words may mean an offer that is gone.

    Return False if they play no running game here.
    """
    mine = unit.session.table.seats_of(request.user)
    if not mine or unit.session.table.phase != "play":
        return False
    unit.reply(says(messages.BACK), seat=mine[0])
    unit.say(deadlines.stand(unit.session, unit.here(mine), unit.now))
    return True


# --- in the session ---------------------------------------------------------------------------------------------------


def act(
    service: Service,
    unit: UnitOfWork,
    request: Request,
    intent: Played,
    *,
    turned: bool = False,
    prepared: tuple[Block, ...] = (),
) -> Answer:
    """Return the answer to one act. `turned` is as in `Context`; `prepared`: operators' part of /help, or the
    receipt for /verify.
    """
    session = unit.session
    if isinstance(intent, Aside) and session.table.phase == "play" and _is_move(intent, session):
        intent = PlayText(f"{intent.name} {intent.args}".strip(), order=True)
    pressed = None if isinstance(intent, PlayText) else intent.pressed
    if isinstance(intent, PlayText):
        # A person alone among AIs calls nobody by a name.
        said = Said(intent.text, locale=request.locale, order=intent.order, cast=session.table.cast)
    else:
        said = Said(pressed.text, via=pressed.via, locale=request.locale) if pressed is not None else Said("")
    context = Context(unit, request, intent, said, pressed, turned, session.table.seats_of(request.user))
    for guard in ASIDES if isinstance(intent, Aside) else GUARDS:
        answer = guard(context)
        if answer is not None:
            break
    else:
        answer = commands.do(context, intent.name, prepared) if isinstance(intent, Aside) else _played(context)
    if answer.what != "played":
        unit.attend(context.mine)
    if not isinstance(intent, Aside) and (session.terms.setup or session.terms.stage):
        _keep(context, session, said, answer)
    _go_on(service, unit, answer)
    return answer


def _go_on(service: Service, unit: UnitOfWork, answer: Answer) -> None:
    """Let an analytic player move in the same step, which saves a commit, where a person plays one AI. AIs keep their
    own pace at larger tables, and in a person's seat: people read first who left, and whose move the next is.
    """
    if answer.what in MOVED and sorted(chair.kind for chair in unit.session.table.chairs) == ["ai", "human"]:
        go_on(unit, service.sessions)


def _keep(context: Context, session: Session, said: Said, answer: Answer) -> None:
    """Keep the words or press of a person in play, with the outcome, as data for operators and studies."""
    if said.text and context.mine and session.table.phase == "play":
        code = answer.what if answer.what in COUNTED else answer.code or answer.what
        context.unit.record(Typed(context.seat, said.text, said.via, code))


def _is_move(intent: Aside, session: Session) -> bool:
    """Return whether a typed command is the first word of a move in this game."""
    return intent.pressed is None and intent.name in session.game.words


def _played(context: Context) -> Answer:
    """Apply the move. A rule may still refuse it, which leaves no trace."""
    reading, unit = context.reading, context.unit
    try:
        unit.apply(Moved(context.seat, reading.move, reading.say))
    except IllegalMove as refusal:
        return context.slip(refusal)
    if context.question is not None and reading.move is not None and unit.session.table.questions:
        unit.asked(Asked(context.seat))
    return Answer("played" if reading.move is not None else "said", unit.session.sid)


async def stands(service: Service, inbound: Press, user: str) -> bool:
    """Return True if a button is about its seat's current decision, and the seat is this user's."""
    sid, pressed = await service.directory.pressed(inbound)
    if pressed is None:
        return False
    command = command_of(pressed.text)
    if command is not None and command.name in OPERATING:
        return True
    if not sid:
        return False

    def about(session: Session | None) -> bool:
        if session is None or pressed.seat not in session.table.seats_of(user):
            return False
        return session.table.phase == "play" and pressed.stake == session.stake(pressed.seat)

    # What is kept here may be older than the button, which another process may have posted.
    return about(await service.sessions.current(sid)) or about(await service.sessions.session(sid))


async def filling(service: Service, input: str, sid: str, user: str) -> None:
    """Note that a person is at the table although they have done nothing yet: they fill in a form, or turned to a post.

    Nothing is committed if that is known.
    """

    def work(unit: UnitOfWork) -> bool:
        table = unit.session.table
        mine = tuple(seat for seat in table.seats_of(user) if not table.chair(seat).gone)
        unit.present(mine)
        unit.attend(mine)
        return not unit.idle

    await service.sessions.administer(sid, f"{input}:here", work)
