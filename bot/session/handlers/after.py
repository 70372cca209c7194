"""After a game: its card, the moments that are worth another look, and a person's progress; in practice games, hints.

What is shown takes up to a second and is worked out before the session's step, which then only posts it. It is for the
person alone, and nothing follows a game's end unasked.
"""

from concurrent.futures import BrokenExecutor

from msgspec import Struct
from msgspec.structs import replace

from bot import keys
from bot.session import progress
from bot.session.context import Context
from bot.session.guards import ASIDES
from bot.session.handlers.base import Service
from bot.session.model import audience
from bot.session.model.events import Hinted
from bot.session.model.inbound import Answer, Press
from bot.session.model.intent import Aside, PlayText, Request
from bot.session.model.looking_back import step_of
from bot.session.model.session import Session, has_hints, offers
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording import after as wording
from bot.session.wording import messages
from games.core.contract import Said, Seat
from games.core.post import Post, says
from storage.base import Input

COMMANDS = frozenset({"card", "review", "hint"})
"""Commands about one game that take long."""
TWICE = 5_000
"""Milliseconds in which one button shows its picture once."""


class Made(Struct, frozen=True):
    """The post of a command, and what goes with it.

    - `private`: for the person alone, whoever else reads their place.
    - `move`, `stake`: of a hint, and the decision that it is about.
    - `point`: a name with the value that is to be kept.
    """

    post: Post
    code: str = ""
    private: bool = True
    move: str = ""
    stake: str = ""
    point: tuple[str, str] | None = None


async def aside(service: Service, row: Input, request: Request, intent: Aside) -> Answer | None:
    """Show the card of a game, a moment of it, or a hint; None if there is no such session."""
    session = await service.sessions.session(row.sid) if row.sid else None
    if session is None:
        return None
    if await _again(service, request, intent):
        return await service.aside(row, Answer("ignored", row.sid, "again"))
    seats = session.table.seats_of(request.user)
    made = await _made(service, session, seats[0], request, intent) if seats else None

    def work(unit: UnitOfWork) -> Answer:
        context = Context(unit, request, intent, Said(""), intent.pressed, False, seats)
        for guard in ASIDES:
            if (answer := guard(context)) is not None:
                return answer
        assert made is not None  # the guards stop people without a seat
        unit.attend(context.mine)
        return _shown(context, intent.name, made)

    return await service.sessions.enter(row.sid, (row.id,), work, request)


async def typed(service: Service, row: Input, request: Request, intent: PlayText | Aside) -> Answer | None:
    """Answer a choice that somebody typed after a game's end; None for all other words."""
    choice = await _chosen(service, request, intent, row.sid) if isinstance(intent, PlayText) else None
    return await aside(service, row, request, choice) if choice is not None else None


async def _chosen(service: Service, request: Request, intent: PlayText, sid: str) -> Aside | None:
    """Return the command of the choice that somebody typed, if they are asked about a moment of this game."""
    session = await service.sessions.current(sid)
    if session is None:
        return None
    for seat in session.table.seats_of(request.user):
        asked = await service.store.slot(sid, request.place, _slot(seat))
        asks = audience.sent_of(asked.post).post.asks if asked is not None else ()
        if any(ask.label == wording.AGAIN for ask in asks):
            # The options are in the question before, to which this leads back.
            review = await service.analyst.review(session, seat)
            moments = review.moments if review is not None else ()
            asks += wording.options(moments, step_of(asks[0].says.removeprefix("/review")).moment)
        for ask in asks:
            if wording.chosen(ask, intent.text):
                return Aside("review", ask.says.removeprefix("/review "), sid)
    return None


async def _again(service: Service, request: Request, intent: Aside) -> bool:
    """Return whether a button shows its card again within a moment: a picture cannot replace a post."""
    act = request.act
    if intent.name != "card" or not isinstance(act, Press):
        return False
    press = keys.shows_once(act.post, act.index, request.user, request.at // TWICE)
    return not await service.store.claim(press, request.id, request.at + 2 * TWICE)


async def _made(service: Service, session: Session, seat: Seat, request: Request, intent: Aside) -> Made:
    """Work out the post of a command for one of the session's people."""
    if session.studied:
        return _no("study", messages.STUDY)
    there = offers(session)
    try:
        if intent.name == "hint":
            return await _hint(service, session, seat)
        if session.table.phase != "over":
            return _no("still_on", wording.STILL_ON)
        if intent.name == "card":
            return await _card(service, session, seat, request, intent) if there else _no("no_card", wording.NO_CARD)
        if "coach" not in there:
            return _no("no_review", wording.NO_REVIEW)
        return await _review(service, session, seat, request, intent)
    except (TimeoutError, BrokenExecutor):
        return _no("slow", wording.SLOW)


def _no(code: str, sentence: str) -> Made:
    return Made(says(sentence), code)


async def _card(service: Service, session: Session, seat: Seat, request: Request, intent: Aside) -> Made:
    there, everybody = offers(session), intent.args.strip().lower() == "share"
    voice = UnitOfWork(session, service.sessions.clock(), request).voice(seat)
    if everybody:
        voice = replace(voice, you="")
    blocks = await service.analyst.card(session, voice) if "card" in there else None
    if not everybody:
        return Made(wording.card(blocks, "coach" in there))
    if blocks is None:
        return _no("no_card", wording.NO_CARD)
    return Made(wording.shared(blocks, session.game.title), private=False)


async def _review(service: Service, session: Session, seat: Seat, request: Request, intent: Aside) -> Made:
    review = await service.analyst.review(session, seat)
    if review is None:
        return _no("no_review", wording.NO_REVIEW)
    post = wording.moment(review, step_of(intent.args), session.game.unit)
    # A press changes the post under it; who writes the command reads at the bottom.
    post = replace(post, slot=_slot(seat), keep="tail" if intent.pressed is None else "edit")
    return Made(post, point=await progress.noted(service.store, session, request.user, review))


async def _hint(service: Service, session: Session, seat: Seat) -> Made:
    if session.table.phase == "over":
        return _no("over", messages.LATE)
    if not has_hints(session):
        return _no("no_hint", wording.NO_HINT)
    if "hint" not in offers(session):
        return _no("no_hint", wording.NO_PRACTICE)
    if seat not in session.turn.awaited:
        return _no("not_now", wording.NOT_NOW)
    hint = await service.analyst.hint(session, seat)
    if hint is None:
        return _no("no_hint", wording.NOTHING_TO_COMPARE)
    return Made(wording.hint(hint), move=hint.move, stake=session.stake(seat))


def _slot(seat: Seat) -> str:
    """Return the slot of a seat's look back: each has its own, as several people may read one place."""
    return f"look back {seat}"


def _shown(context: Context, name: str, made: Made) -> Answer:
    """Post the result of a command, and note it where it is to be kept."""
    unit, seat, post = context.unit, context.seat, made.post
    if made.move:
        if unit.session.stake(seat) != made.stake:
            return context.refuse("moved_on", wording.MOVED_ON)
        if (seat, made.stake) not in (unit.session.table.hinted or ()):
            unit.record(Hinted(seat, made.stake, made.move))
    if made.point is not None:
        unit.points.append(made.point)
    here = unit.here([seat])
    if not made.private:
        unit.say([audience.told(here, post)])
    elif here.private and not made.code:
        # Without the act's token, so that the next step can change this very post.
        unit.say([audience.told(here, post, user=context.inbound.user)])
    else:
        # The first moment appears beside the card that it was asked for under; the next ones change it.
        first = context.intent.args == "" if isinstance(context.intent, Aside) else True
        unit.reply(replace(post, keep="tail") if first else post, seat=seat, alone=True)
    return Answer("refused" if made.code else "told", unit.session.sid, made.code or name)


async def progressed(service: Service, request: Request) -> Post:
    """Return the post about a person's progress so far."""
    try:
        return wording.progress(*await progress.progress(service.store, service.analyst, request.user))
    except (TimeoutError, BrokenExecutor):
        return says(wording.SLOW)
