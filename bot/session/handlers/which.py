"""Words that could belong to more than one game of a person in a place: which game is meant is asked by buttons.

The last game that a person turned to has their words. It is plain that they are for it if it also was the last one in
which something happened, or if the person pressed or answered its post just now. Otherwise its readers and those of the
other games say who could take them.
"""

from collections.abc import Sequence

from bot import keys
from bot.session import arguments
from bot.session.handlers.base import Service, remember
from bot.session.model import titles
from bot.session.model.intent import PlayText, Request
from bot.session.model.session import Session, known
from bot.session.wording import messages
from games.core.contract import Reading, Said
from games.core.phrases import joined
from games.core.post import Choice, Post, line

MOST = 4
"""Games of one person that are looked at, the last begun first: reading words for each takes time."""


async def meant(service: Service, request: Request, intent: PlayText, sid: str) -> tuple[Session, ...]:
    """Return the games that words may be for, the last begun first; none where it is plain. `sid`: the game that the
    person turned to last.
    """
    mine = await _played(service, request)
    if [session.sid for session in mine] == [sid]:
        remember(service.alone, request.focus, sid)
    if len(mine) < 2:
        return ()
    takers = [session for session in mine if _takes(session, request, intent)]
    here = next((session for session in mine if session.sid == sid), None)
    found = takers if here is None else await _with(service, request, here, takers)
    return tuple(session for session in mine if session in found) if len(found) > 1 else ()


async def _with(service: Service, request: Request, here: Session, takers: list[Session]) -> list[Session]:
    """Return the game that has the words, with the others that they may be for."""
    if any(here.table.question(seat) for seat in here.table.seats_of(request.user)):
        return [here]
    others = [session for session in takers if session is not here]
    return [here, *(await _newer(service, here, others) if here in takers else others)]


async def _newer(service: Service, here: Session, others: list[Session]) -> list[Session]:
    """Return the games in which something happened after the last event of the one that has the words."""
    since = await _changed(service, here) if others else 0
    return [session for session in others if await _changed(service, session) > since]


async def opened(service: Service, request: Request, sid: str) -> None:
    """Note that a person who has just begun a game plays no other, so that their words need no look at any."""
    if len(await service.store.sessions(keys.played_by(request.user), live=True, limit=2)) == 1:
        remember(service.alone, request.focus, sid)


async def _played(service: Service, request: Request) -> list[Session]:
    """Return the person's games in this place that are being played."""
    found = []
    for loaded in await service.store.sessions(keys.played_by(request.user), live=True, limit=MOST):
        session = await known(service.store, loaded)
        if session is None or session.table.phase != "play":
            continue
        table, seats = session.table, session.table.seats_of(request.user)
        follows = any(place.address == request.place for place in table.places)
        if follows and seats and not any(table.chair(seat).gone for seat in seats):
            found.append(session)
    return found


def _takes(session: Session, request: Request, intent: PlayText) -> bool:
    """Return whether a game could take these words now."""
    seat, turn = session.table.seats_of(request.user)[0], session.turn
    if seat not in turn.awaited | turn.may | turn.talk:
        return False
    said = Said(intent.text, locale=request.locale, order=intent.order, cast=session.table.cast)
    return isinstance(session.game.read(session.game.view(session.state, seat), said), Reading)


async def _changed(service: Service, session: Session) -> int:
    """Return the time of a game's last event, in milliseconds. Refusals are versions without an event."""
    for many in (4, 64, session.version):
        since = max(0, session.version - many)
        if times := [record.at async for record in service.store.events(session.sid, since)]:
            return max(times)
    return 0


def question(request: Request, intent: PlayText, games: Sequence[Session]) -> Post:
    """Ask which game words are for. A button says them there, about the present stake of the seat."""
    labels = [_label(session, request) for session in games]
    asks = []
    for n, (session, label) in enumerate(zip(games, labels, strict=True)):
        if labels.count(label) > 1:
            label += " (newer)" if label not in labels[:n] else " (older)"
        stake = session.stake(session.table.seats_of(request.user)[0])
        asks.append(Choice(label, arguments.said_in(session.sid, stake, intent)))
    return Post((line(messages.WHICH),), tuple(asks))


def _label(session: Session, request: Request) -> str:
    """Return a game's title, and whom the person plays it with if it is not an AI."""
    others = [chair.seat for chair in session.table.chairs if chair.kind == "human" and chair.user != request.user]
    people = [titles.called(session, seat, session.table.seats_of(request.user)[0]) for seat in others]
    return f"{session.game.title} with {joined(people)}" if people else session.game.title
