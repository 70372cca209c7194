"""A person's own data: statistics, settings, what is kept about them, and erasure."""

from bot import keys
from bot.session import account
from bot.session.handlers import after, lobby, strangers
from bot.session.handlers.base import Service
from bot.session.model.inbound import Answer
from bot.session.model.intent import Account, Request
from bot.session.wording import messages
from games.core.post import Post, says
from storage.base import Input, aside_id


async def answer(service: Service, row: Input, request: Request, intent: Account) -> Answer:
    """Show or change a person's account. Erasure needs a yes."""
    match intent:
        case Account("stats" | "progress") if await lobby.studying(service, request.user):
            post = says(messages.STUDY)
        case Account("stats"):
            post = await account.stats(service.store, request.user)
        case Account("progress"):
            post = await after.progressed(service, request)
        case Account("settings", args):
            post = await account.settings(service.store, request.user, args)
        case Account("mydata"):
            post = await account.mydata(service.store, request.user)
        case Account("unblock"):
            post = says(await strangers.unblock(service, request))
        case Account("forget", "yes"):
            post = await _forget(service, row, request)
        case Account("forget", "no"):
            await service.directory.unasked(request)
            post = says(messages.KEPT)
        case _:
            service.directory.asked.add(request.focus)
            await service.store.point(keys.asked(request.place, request.user), str(request.at))
            post = account.farewell()
    return await service.tell(row, request, intent.name, post)


async def _forget(service: Service, row: Input, request: Request) -> Post:
    """Erase the person. Return the sentence that is sent to them last."""
    await service.directory.unasked(request)
    service.last.pop(request.focus, None)
    here = request.place if request.private else request.direct
    erased = await service.erasure.forget(request.user, here, aside_id(row.id, 0), row.at)
    return account.forgotten(*erased)
