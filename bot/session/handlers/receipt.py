"""/verify: the commitment of a game while it goes on, and its fair play receipt after the end."""

import asyncio

from msgspec import UNSET

from bot.session.context import Context
from bot.session.handlers.base import Service
from bot.session.model.receipt import receipt_of
from bot.session.model.session import Session, gather
from bot.session.wording import messages, receipts
from games.core.post import Block, Post, says


def offered(session: Session) -> bool:
    """Return whether a session has a receipt to show: something was promised, and a game was or will be dealt."""
    return session.terms.promise is not UNSET and not session.shut


async def revealed(service: Service, sid: str) -> tuple[Block, ...]:
    """Return the receipt of an ended game, read from its log; nothing while it goes on, or where there is none."""
    session = await service.sessions.session(sid)
    if session is None or not offered(session):
        return ()
    records = await gather(service.store.events(sid))
    receipt = await asyncio.to_thread(receipt_of, session, records)
    if receipt is UNSET or session.terms.promise is UNSET:
        return ()
    return receipts.kept(session.terms, session.terms.promise, receipt).blocks


def verify(context: Context, revealed: tuple[Block, ...]) -> None:
    """Answer with the commitment or, after the end, with the receipt, whose text is `revealed`."""
    unit, seat = context.unit, context.seat
    session = unit.session
    promise = session.terms.promise
    if session.shut:
        post = says(messages.SHUT)
    elif promise is UNSET:
        post = says(receipts.NONE)
    elif session.table.phase == "over" and revealed:
        post = Post(revealed)
    else:
        post = receipts.promised(promise)
    unit.reply(post, seat=seat)
