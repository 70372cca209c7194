"""Operators' commands. One that opens a game for a preview opens it like any other."""

from bot.session.handlers import lobby
from bot.session.handlers.base import Service
from bot.session.model.inbound import Answer, Operate
from bot.session.model.intent import Request
from storage.base import Input


async def operate(service: Service, row: Input, request: Request, intent: Operate) -> Answer:
    """Carry out an operator's command, or refuse it."""
    operators = service.operators
    if operators is None:
        return await service.aside(row, Answer("refused", code="no_operators"))
    try:
        opening = await operators.previewing(request, intent)
    except ValueError as problem:
        return await service.refuse(row, request, "bad_setting", str(problem))
    if opening is None:
        return await operators.operate(row, request, intent)
    answer = await lobby.open(service, row, request, opening.act, opening)
    await operators.previewed(row, request, opening, answer.sid)
    return answer
