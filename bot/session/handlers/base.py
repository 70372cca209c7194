"""The service: what handlers of intents work with, and how they answer acts that belong to no session."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from bot.session.analyst import Analyst
from bot.session.directory import Directory
from bot.session.erasure import Erasure
from bot.session.limits import RateLimiter
from bot.session.model import audience
from bot.session.model.audience import Sent
from bot.session.model.inbound import Answer, Inbound
from bot.session.model.intent import Request
from bot.session.ports import Classes, Operators, Studies
from bot.session.repository import CACHED, SessionRepository
from games.core.codec import decode, encode
from games.core.post import Post, says
from storage.base import Input, Outgoing, Store


class Service:
    """The collaborators of the handlers, and what this process remembers of people in their places, by focus.

    - `last`: the session of a person's last act.
    - `turned`: the one whose post they turned to, until their next words.
    - `alone`: the only one that they play there.

    `invited` names the platforms on which nobody opens a game unasked: people come by a code or a study's token there.
    """

    def __init__(
        self,
        sessions: SessionRepository,
        directory: Directory,
        limiter: RateLimiter,
        erasure: Erasure,
        analyst: Analyst,
    ) -> None:
        self.sessions, self.directory, self.limiter, self.erasure = sessions, directory, limiter, erasure
        self.analyst = analyst
        self.last: OrderedDict[str, str] = OrderedDict()
        self.turned: OrderedDict[str, str] = OrderedDict()
        self.alone: OrderedDict[str, str] = OrderedDict()
        self.invited: frozenset[str] = frozenset()

    @property
    def store(self) -> Store:
        return self.sessions.store

    @property
    def operators(self) -> Operators | None:
        return self.directory.operators

    @property
    def studies(self) -> Studies | None:
        return self.directory.studies

    @property
    def classes(self) -> Classes | None:
        return self.directory.classes

    def went(self, focus: str, sid: str) -> None:
        """Remember the session that a person's act went to."""
        remember(self.last, focus, sid)
        if self.alone.get(focus, sid) != sid:
            del self.alone[focus]

    async def aside(self, row: Input, answer: Answer, *posts: Outgoing) -> Answer:
        """Answer an input that concerns no session, unless another process was faster."""
        stands = await self.store.answered(row, encode(answer), self.sessions.clock(), posts)
        self.sessions.spoken("", posts)
        return decode(stands, Answer)

    async def tell(self, row: Input, inbound: Inbound, code: str, post: Post) -> Answer:
        """Answer a question that concerns no session."""
        return await self.aside(row, Answer("told", code=code, replied=True), reply(inbound, post))

    async def refuse(self, row: Input, inbound: Inbound, code: str, sentence: str, sid: str = "") -> Answer:
        """Answer that an act does not count, and why."""
        return await self.refuse_with(row, inbound, code, says(sentence), sid)

    async def refuse_with(self, row: Input, inbound: Inbound, code: str, post: Post, sid: str = "") -> Answer:
        """Answer that an act does not count with a post, which may offer buttons."""
        return await self.aside(row, Answer("refused", sid, code, replied=True), reply(inbound, post))


def remember(memory: OrderedDict[str, str], focus: str, sid: str) -> None:
    """Note a session of a person; the memory loses its oldest entry when it is full."""
    memory[focus] = sid
    if len(memory) > CACHED:
        memory.popitem(last=False)


Handler = Callable[[Service, Input, Request, Any], Awaitable[Answer]]
"""Carries out one kind of intent (the last argument) and answers it."""


def reply(inbound: Inbound, post: Post) -> Outgoing:
    """Return a private answer that belongs to no session."""
    return audience.outgoing(
        inbound.place, Sent(post, user=inbound.user, origin=inbound.origin, private=not inbound.private)
    )
