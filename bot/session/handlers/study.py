"""Studies: a person enters one by its token, withdraws from it, or asks for their completion code."""

from msgspec.structs import replace

from bot import keys
from bot.session.handlers import help, lobby
from bot.session.handlers.base import Service
from bot.session.model.inbound import Answer, Enter
from bot.session.model.intent import Participation, Request
from bot.session.stages import open_stage, sid_of
from bot.session.wording import messages
from games.core.post import Post, says
from storage.base import Input


async def enter(service: Service, row: Input, request: Request, intent: Enter) -> Answer:
    """Begin a study where the person alone reads. Tokens that no study has are counted, as wrong join codes are."""
    studies = service.studies
    if studies is None or not await studies.knows(intent.token):
        service.limiter.guessed(request.user, right=False)
        return await service.refuse_with(row, request, "no_game", help.ways_in(messages.WRONG_CODE))
    service.limiter.guessed(request.user, right=True)
    if sentence := await lobby.barred(service, request):
        return await service.refuse(row, request, "barred", sentence)
    if not request.private:
        return await service.refuse(row, request, "alone", messages.ALONE.format(token=intent.token))
    sid = row.sid or sid_of(row.id)
    found = await studies.entering(request, intent, sid)
    if isinstance(found, Post):
        return await service.refuse_with(row, request, "study", found)
    return await open_stage(service.sessions, request, found, sid, row.id)


async def part(service: Service, row: Input, request: Request, intent: Participation) -> Answer:
    """Answer a command about a person's part in a study. Withdrawing needs a yes."""
    return await service.tell(row, request, intent.name, await _answer(service, row, request, intent))


async def _answer(service: Service, row: Input, request: Request, intent: Participation) -> Post:
    studies = service.studies
    match intent:
        case Participation("code"):
            return await studies.code(request) if studies is not None else says(messages.NO_STUDY)
        case Participation(args="no"):
            await service.directory.unasked(request)
            return says(messages.REMAINED)
    if studies is not None and intent.args == "yes":
        await service.directory.unasked(request)
        # Also of somebody who has withdrawn: a crash may have left their withdrawal half done.
        told = await studies.withdraw(request, row.id, row.sid, intent.part)
        if told is not None:
            return told
    asked = await studies.withdrawing(request, row.sid) if studies is not None else None
    if asked is None:
        return says(messages.NO_STUDY)
    question, part = asked
    service.directory.asked.add(request.focus)
    await service.store.point(keys.asked(request.place, request.user), f"{request.at} {intent.name} {part}")
    leave = replace(messages.WITHDRAW, says=f"{messages.WITHDRAW.says} {part}")
    return Post(question.blocks, (*question.asks, leave, messages.REMAIN))
