"""Going on: with a game that was left open, with the game of a post, or with the last one once more."""

from bot.session.handlers import play
from bot.session.handlers.base import Service, remember
from bot.session.model.inbound import Answer
from bot.session.model.intent import Aside, Request, Resume, Turn
from bot.session.model.session import known
from bot.session.wording import messages
from games.core.post import says
from storage.base import Input


async def resume(service: Service, row: Input, request: Request, intent: Resume) -> Answer:
    """Show the state of the person's open game; from now on they play it here, too."""
    if not intent.sid:
        sentence = messages.NONE_OPEN_ALONE if request.private else messages.NONE_OPEN
        return await service.tell(row, request, "resume", says(sentence))
    remember(service.turned, request.focus, intent.sid)
    return await play.press(service, row, request, Aside("resume", sid=intent.sid))


async def turn(service: Service, row: Input, request: Request, intent: Turn) -> Answer:
    """Send the person's next words in this place to the game of the post that they turned to, if they play it."""
    remember(service.turned, request.focus, intent.sid)
    if intent.sid and await service.store.pointed(request.focus) != intent.sid:
        loaded = await service.store.load(intent.sid)
        session = await known(service.store, loaded) if loaded is not None else None
        if session is not None and session.table.phase != "over" and session.table.seats_of(request.user):
            await service.store.point(request.focus, intent.sid)
    if intent.sid:
        await play.filling(service, row.id, intent.sid, request.user)
    return await service.aside(row, Answer("told", code="turn to", replied=True))
