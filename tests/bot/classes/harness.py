"""A school for tests: the real manager with classes over a real store; a teacher, and students who type and press."""

from bot.classes import rooms
from bot.classes.classroom import Classroom
from bot.classes.flow import Classes
from bot.operators.desk import Operators
from bot.session.lobby import CHAT
from bot.session.manager import Manager
from bot.session.model.inbound import Act, Answer, Command, Inbound, Join, Press, Text
from bot.session.model.session import Session
from bot.session.ports import Wall
from bot.session.worker import settle
from bot.studies.participants import words_of
from storage.base import Due, Store
from tests.bot.operators.harness import BOSS, HERE, Office

MINUTE = 60_000
LATE = 2_000


class School(Office):
    """An office in which classes are held. `does` lets everything happen that is due."""

    def __init__(self, store: Store) -> None:
        self.web = "http://school.example"
        super().__init__(store)
        self.code = ""
        self.named = True
        """People have names, as on a chat platform; in the browser they need none."""

    def process(self) -> Manager:
        manager = super().process()
        manager.sessions.defaults = CHAT
        operators = Operators(manager.sessions, manager.clock, [BOSS], web=self.web)
        manager.employ(operators, None, Classes(manager.sessions, manager.analyst, manager.clock))
        return manager

    async def teacher(self, words: str) -> str:
        """Return all that the teacher reads after a command of theirs."""
        seen = len(self.texts(BOSS))
        await self.acts(BOSS, Command("class", words))
        await self.works()
        return "\n".join(self.texts(BOSS)[seen:])

    async def begins(self, words: str = "bargaining minutes:10") -> Classroom:
        """A new class."""
        await self.teacher(f"new {words}")
        [held, *_] = await rooms.of_realm(self.store, HERE)
        self.code = held.room.code
        return held.room

    async def room(self) -> Classroom:
        held = await rooms.by_code(self.store, self.code)
        assert held is not None
        return held.room

    async def wall(self) -> Wall:
        assert self.manager.directory.classes is not None
        found = await self.manager.directory.classes.wall((await self.room()).token)
        assert found is not None
        return found

    async def does(self, user: str, act: Act, id: str = "", realm: str = HERE) -> Answer:
        self._ids += 1
        self.now += 100
        inbound = Inbound(
            id or f"in:{self._ids}", f"room:{user}", user, self.now, act, True, user * self.named, realm=realm
        )
        answer = await self.manager.handle(inbound)
        await self.works()
        return answer

    async def joins(self, *users: str) -> None:
        for user in users:
            await self.does(user, Join(self.code))

    async def says(self, user: str, text: str) -> str:
        seen = len(self.texts(user))
        await self.does(user, Text(text))
        return "\n".join(self.texts(user)[seen:])

    async def presses(self, user: str, label: str) -> str:
        seen = len(self.texts(user))
        post, index = self.button(user, label)
        await self.does(user, Press(post, index))
        return "\n".join(self.texts(user)[seen:])

    async def works(self) -> None:
        """Do all that is due now, in classes and in their games."""
        while due := await self.store.due(self.now):
            for one in due:
                await self._does_job(one)
        await self.out()

    async def _does_job(self, due: Due) -> None:
        if due.job.kind == "class":
            assert await self.manager.deciding.run(due)
        else:
            await settle(self.manager, due.sid)

    async def passes(self, minutes: float) -> None:
        self.now += int(minutes * MINUTE)
        await self.works()

    async def reviewed(self) -> Classroom:
        """End the class's time, and wait for its review."""
        self.now = (await self.room()).ends or self.now
        await self.works()
        self.now += LATE
        await self.works()
        return await self.room()

    async def here(self, user: str) -> Session:
        """The game in which a student sits."""
        room = await self.room()
        seat = room.seat_of(room.pid(user))
        assert seat is not None
        return await self.session(seat.sid)

    async def goes_on(self, user: str, turns: int = 60, player: str = "easy") -> None:
        """Play on by typed words, up to the end."""
        for _ in range(turns):
            session = await self.here(user)
            seats = session.table.seats_of(user)
            if session.table.phase != "play" or seats[0] not in session.turn.awaited:
                return
            await self.does(user, Text(words_of(session, seats[0], player)))
            self.now += 5_000
            await self.works()
