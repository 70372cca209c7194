"""A study for tests: stages one after the other, in a room. What it knows of a person is in the sessions alone."""

import asyncio

from msgspec import UNSET
from msgspec.structs import replace

from bot.session.manager import Manager
from bot.session.model.audience import Sent, outgoing
from bot.session.model.inbound import Answer, Command, Enter, Inbound, Open
from bot.session.model.session import Session, gather
from bot.session.model.table import ERASED
from bot.session.model.terms import Stage
from bot.session.ports import Arrival, Opening
from bot.session.stages import inbound_of, join_stage, leave_stage, open_stage, sid_of
from games.core.codec import encode
from games.core.contract import Seat
from games.core.post import Post, says
from games.forms.config import written
from games.forms.welcome import consent
from storage.base import Input, Store
from tests.bot.session.harness import Room

TOKEN = "st-abcdef012345"  # it opens nothing but this
CODE = "Your completion code: C0FFEE."
FORM = Open("number", seat="guesser_0", tempo="5 minutes")
ASKED = Open("form", (("content", written(consent())),), tempo="5 minutes")
GAME = Open("bargaining", seat="buyer", tempo="5 minutes", seed=1)
PAIR = replace(GAME, rest="human", wait=3)


async def logs(store: Store) -> dict[str, int]:
    """The length of every ended session's log, and how many run on."""
    found = await store.sessions()
    ended = {one.head.sid: len(await gather(store.events(one.head.sid))) for one in found if one.over}
    return ended | {"running": len(found) - len(ended)}


class Death(BaseException):
    """The process ends."""


class Course:
    """The studies of one process.

    - `stages`: kind and opening of each.
    - `dies`: where this process ends, once.
    - `meets`: where it waits for others that do the same.
    - `led`: whom it led on: from which session, in which seat, and how it had ended for them.
    """

    def __init__(self, manager: Manager, *stages: tuple[str, Open], on_silence: str = "end") -> None:
        self.manager, self.stages, self.on_silence = manager, stages, on_silence
        self.dies = ""
        self.meets: asyncio.Barrier | None = None
        self.led: list[tuple[str, str, str]] = []
        manager.employ(manager.directory.operators, self)

    @property
    def store(self) -> Store:
        return self.manager.store

    def opening(self, number: int) -> Opening:
        kind, act = self.stages[number]
        silence = "ai" if self.on_silence == "ai" else "end"
        return Opening(act, UNSET, Stage("realm", "trust", 1, str(number), kind, silence))  # type: ignore[arg-type]

    async def knows(self, token: str) -> bool:
        return token == TOKEN

    async def busy(self, user: str) -> bool:
        return bool(await self.store.sessions(f"user:{user}", live=True)) and not await self.store.pointed(
            f"withdrawn:{user}"
        )

    async def arriving(self, user: str, entry: Enter) -> Arrival | None:
        return Arrival() if entry.token == TOKEN else None

    async def entering(self, inbound: Inbound, entry: Enter, sid: str) -> Opening | Post:
        if await self._sids(inbound.user, but=sid):
            return says("You are in this study already.")
        return self.opening(0)

    async def onward(self, session: Session, seat: Seat, input: str) -> None:
        if self.meets is not None:
            await self.meets.wait()
        stage, chair = session.terms.stage, session.table.chair(seat)
        assert stage is not UNSET
        self.led.append((session.sid, seat, "gone" if chair.gone else "shut" if session.shut else "over"))
        if chair.user == ERASED or await self.store.pointed(f"withdrawn:{chair.user}"):
            return
        number, act = int(stage.name) + 1, inbound_of(session, seat, input, self.manager.clock())
        self._may_die("before")
        if number < len(self.stages) and not chair.gone and not session.shut:
            await self._begin(act, number, f"{input}/{number}")
        else:
            row = Input(f"{input}/end", act.place, "", act.at, encode(act))
            await self.store.accept(row)
            post = outgoing(act.place, Sent(says(CODE), viewer=seat, user=act.user))
            await self.store.answered(row, encode(Answer("told")), act.at, (post,))
        self._may_die("after")

    async def _begin(self, act: Inbound, number: int, input: str) -> None:
        sessions = self.manager.sessions
        if self.stages[number][1].rest == "human":
            waiting = await self.store.pointed("waiting")
            answer = await join_stage(sessions, act, waiting, input) if waiting else None
            if answer is not None and answer.what == "joined":
                return
            await self.store.point("waiting", sid_of(input))
        await open_stage(sessions, act, self.opening(number), sid_of(input), input)

    async def withdrawing(self, inbound: Inbound, sid: str) -> tuple[Post, str] | None:
        return (says("Shall I erase what you did?"), "part") if await self._sids(inbound.user) else None

    async def withdraw(self, inbound: Inbound, input: str, sid: str, part: str = "") -> Post | None:
        await self.store.point(f"withdrawn:{inbound.user}", "yes")
        for sid in await self._sids(inbound.user):
            await leave_stage(self.manager.sessions, sid, inbound.user, f"{input}:{sid}")
        return says("You have withdrawn.")

    async def code(self, inbound: Inbound) -> Post:
        return says("Here it is again: C0FFEE.")

    async def _sids(self, user: str, but: str = "") -> list[str]:
        found = await self.store.sessions(f"user:{user}")
        return [loaded.head.sid for loaded in found if loaded.head.sid != but]

    def _may_die(self, where: str) -> None:
        if self.dies == where:
            self.dies = ""
            raise Death


def study(room: Room, *stages: tuple[str, Open], on_silence: str = "end") -> Course:
    """Let the room's manager run a study."""
    return Course(room.manager, *stages, on_silence=on_silence)


async def entered(room: Room, user: str) -> str:
    """Enter the study and return the first session."""
    answer = await room.act(user, Command("start", TOKEN))
    assert answer.what == "opened", answer
    return answer.sid


async def newest(room: Room, user: str) -> Session:
    """Return the session that a person began last."""
    loaded = (await room.store.sessions(f"user:{user}", limit=1))[0]
    return await room.session(loaded.head.sid)
