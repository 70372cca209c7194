"""Simulated participants of a study on both chats: they press, type, stop, withdraw and come again as people do."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from bot.session.manager import Manager
from bot.session.model.session import Session
from bot.studies import parts
from bot.studies.participants import words_of
from bot.studies.study import Part
from games.core.post import Choice, Voice
from storage.base import Store
from tests.fakes import FakeDiscord
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel
from tests.fakes.screen import Room
from tests.fakes.telegram_chats import User

PATIENCE = 60.0
"""Seconds that one act may take to show; generous, as sixty people act at once."""
LOOK = 0.02
MANY = 200
"""Acts of one participant; who needs more gets nowhere."""


class Stop(NamedTuple):
    """A person's stop: after how many acts in which stage, and whether they withdraw or fall silent."""

    stage: str
    acts: int = 1
    withdraws: bool = False


class How(NamedTuple):
    """The way of a participant. `presses`: they press buttons where there are any; else they type everything.
    `level` and `manner` name the analytic players by which they negotiate, and answer forms.
    """

    presses: bool
    level: str
    manner: str = "compliant"
    stop: Stop | None = None


class Participant:
    """One participant."""

    user: str
    chat: Room[Any]

    def __init__(self, manager: Manager, how: How) -> None:
        self.manager, self.stop, self.how = manager, how.stop, how

    # What the chats do differently.

    async def enters(self, token: str) -> None:
        raise NotImplementedError

    async def again(self, token: str) -> str:
        """Come again; what they read then."""
        raise NotImplementedError

    async def types(self, words: str) -> None:
        raise NotImplementedError

    async def taps(self, label: str) -> None:
        raise NotImplementedError

    async def withdraws(self) -> None:
        raise NotImplementedError

    def screen(self) -> str:
        """All that they read, as wide as a phone."""
        return self.chat.transcript(width=32)

    # What they do alike.

    @property
    def store(self) -> Store:
        return self.manager.store

    async def part(self) -> Part | None:
        mine = await parts.of_user(self.store, self.user)
        return mine[-1].part if mine else None

    async def takes_part(self, token: str) -> None:
        """Go from the token to the end of the part, or to where they stop."""
        await self.enters(token)
        stage, acts = "", 0
        for _ in range(MANY):
            session = await self._asked()
            if session is None:
                return
            part = await self.part()
            assert part is not None
            acts = acts + 1 if part.stage == stage else 0
            stage = part.stage
            if self.stop is not None and (stage, acts) == self.stop[:2]:
                if self.stop.withdraws:
                    await self.withdraws()
                    await self.until(self._out, "the end of their part")
                return
            await self._acts(session)
        raise AssertionError(f"{self.user} gets nowhere:\n{self.screen()}")

    async def _acts(self, session: Session) -> None:
        seat = session.table.seats_of(self.user)[0]
        is_form = session.game.name == "form"
        words = words_of(session, seat, self.how.manner if is_form else self.how.level)
        view = session.game.view(session.state, seat)
        asks = session.game.asks(view, Voice(you=seat))
        label = next((ask.label for ask in asks if isinstance(ask, Choice) and ask.says == words), "")
        if self.how.presses and label:
            await self.taps(label)
        else:
            await self.types(words)

        async def counted() -> bool:
            now = await self.manager.sessions.current(session.sid)
            return now is None or now.version > session.version

        await self.until(counted, f"anything after {label or words!r}")

    async def _asked(self) -> Session | None:
        """Return the session that awaits them once all is posted; None once their part has ended."""
        found: list[Session | None] = []

        async def ready() -> bool:
            part = await self.part()
            if part is None or await self.store.outbox(self.place):
                return False
            session = None if part.outcome else await self.manager.sessions.current(part.visits[-1].sid)
            seats = session.table.seats_of(self.user) if session is not None else ()
            if not part.outcome and (session is None or not seats or seats[0] not in session.turn.awaited):
                return False
            found.append(session)
            return True

        await self.until(ready, "what comes next")
        return found[-1]

    async def _out(self) -> bool:
        part = await self.part()
        return part is not None and bool(part.outcome) and not await self.store.outbox(self.place)

    async def until(self, look: Callable[[], Awaitable[bool]], what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not await look():  # noqa: ASYNC110 - what is waited for is in the store
                    await asyncio.sleep(LOOK)
        except TimeoutError:
            raise AssertionError(f"{self.user} waits for {what}:\n{self.screen()}") from None

    @property
    def place(self) -> str:
        raise NotImplementedError


class OnTelegram(Participant):
    def __init__(self, person: User, manager: Manager, how: How) -> None:
        super().__init__(manager, how)
        self.person, self.chat = person, person.private_chat()
        self.user = self._place = f"telegram:{person.id}"

    @property
    def place(self) -> str:
        return self._place

    async def enters(self, token: str) -> None:
        await self.person.starts(token)

    async def again(self, token: str) -> str:
        read = len(self.chat.texts)
        await self.person.starts(token)
        await self.chat.changes.until(lambda: len(self.chat.texts) > read, PATIENCE, self.screen)
        return self.chat.texts[-1]

    async def types(self, words: str) -> None:
        await self.person.sends(words)

    async def taps(self, label: str) -> None:
        press = await self.person.presses(self.chat.last, label)
        await press.answered(PATIENCE)

    async def withdraws(self) -> None:
        await self.person.sends("/withdraw")
        await self.person.presses(await self.chat.wait_for_button("Withdraw", PATIENCE), "Withdraw")


class OnDiscord(Participant):
    """In a private thread if there is a `hall` to begin in, else in direct messages."""

    def __init__(self, person: Person, hall: Channel | None, manager: Manager, how: How) -> None:
        super().__init__(manager, how)
        self.person, self.hall = person, hall
        self.chat: Channel = person.dm()
        self.dc: FakeDiscord = person.dc
        self.user = f"discord:{person.id}"

    @property
    def place(self) -> str:
        return f"discord:{self.chat.id}"

    async def enters(self, token: str) -> None:
        if self.hall is None:
            await self.person.says(self.chat, token)
            return
        await self.person.slash(self.hall, "join", code=token)
        self.chat = await self.dc.changes.until(self._thread, PATIENCE, lambda: f"no thread for {self.person.name}")

    def _thread(self) -> Channel | None:
        assert self.hall is not None
        return next((one for one in self.hall.threads if one.name.endswith(f"· {self.person.name}")), None)

    async def again(self, token: str) -> str:
        if self.hall is not None:
            return (await (await self.person.slash(self.hall, "join", code=token)).reply(PATIENCE)).text
        read = len(self.chat.texts)
        await self.person.says(self.chat, token)
        await self.dc.changes.until(lambda: len(self.chat.texts) > read, PATIENCE, self.screen)
        return self.chat.texts[-1]

    async def types(self, words: str) -> None:
        await self.person.says(self.chat, f"{self.dc.bot_mention} {words}" if self.hall is not None else words)

    async def taps(self, label: str) -> None:
        await self.person.presses(self.chat.last, label)

    async def withdraws(self) -> None:
        asked = await (await self.person.slash(self.chat, "withdraw")).reply(PATIENCE)
        await self.person.presses(asked, "Withdraw")
