"""An office for tests: the real manager with operators' commands over a real store; people write, and read answers."""

from bot.operators.desk import Operators
from bot.session.manager import Manager
from bot.session.model.inbound import Act, Answer, Command, Inbound
from bot.session.model.terms import Setup
from bot.session.worker import settle
from storage.base import Store
from tests.bot.session.harness import Room

BOSS = "chat:boss"
"""Operates everywhere."""
HERE, THERE = "chat:here", "chat:there"
NEW = "/game new name:lab type:bargaining buyer_value=80 seller_cost=50"
LATER = 4_000_000_000_000
"""A time (ms) at which nothing expires by the clock of this machine."""


class Office(Room):
    """A room whose people are in a realm; the boss sets games up there."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.now = LATER

    def process(self) -> Manager:
        manager = super().process()
        manager.employ(Operators(manager.sessions, manager.clock, [BOSS]))
        return manager

    async def acts(self, user: str, act: Act, realm: str = HERE, *, admin: bool = False, id: str = "") -> Answer:
        self._ids += 1
        self.now += 1
        inbound = Inbound(
            id or f"in:{self._ids}", f"room:{user}", user, self.now, act, True, user, realm=realm, admin=admin
        )
        answer = await self.manager.handle(inbound)
        if answer.sid:
            await settle(self.manager, answer.sid)
        await self.out()
        return answer

    async def writes(self, user: str, text: str, realm: str = HERE, *, admin: bool = False, id: str = "") -> str:
        """A command by its words; all that it is answered."""
        name, _, args = text.removeprefix("/").partition(" ")
        seen = len(self.texts(user))
        await self.acts(user, Command(name, args), realm, admin=admin, id=id)
        return "\n".join(self.texts(user)[seen:])

    async def boss(self, text: str, realm: str = HERE) -> str:
        return await self.writes(BOSS, text, realm)

    async def plays(self, user: str, name: str, realm: str = HERE) -> str:
        """The id of the session that somebody starts."""
        answer = await self.acts(user, Command("play", name), realm)
        assert answer.what == "opened", self.texts(user)[-1:]
        return answer.sid


async def lab(office: Office, *more: str) -> None:
    """A game that is open."""
    for text in (NEW, *more, "/game open name:lab"):
        await office.boss(text)


def setup_of(terms: object) -> Setup:
    setup = getattr(terms, "setup", None)
    assert isinstance(setup, Setup)
    return setup
