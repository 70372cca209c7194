"""A lab for tests: the real manager with studies over a real store; people type and press their way through."""

from functools import partial

from msgspec.structs import replace

from bot import keys
from bot.operators import realms
from bot.operators.desk import Operators
from bot.session.manager import Manager
from bot.session.model.inbound import Act, Answer, Command, Enter, Inbound, Press, Text
from bot.session.model.session import Session
from bot.session.worker import settle
from bot.studies import freezing, parts
from bot.studies.declaration import read
from bot.studies.flow import Studies
from bot.studies.participants import words_of
from bot.studies.parts import Held, Whose
from bot.studies.study import Part, Study
from storage.base import Store
from tests.bot.operators.harness import BOSS, HERE, Office

PRICE = """
study: price
title: A price study
game: bargaining
settings: {buyer_value: "80", seller_cost: "50", seat: buyer, opponent: "{ai}", style: chat, reading: plain}
factors: {ai: [easy, hard]}
participation: {places: 4, turn_minutes: 5, study_minutes: 60}
codes: {complete: DONE-1, no_consent: NO-1, partner_left: LEFT-1, dismissed: GONE-1, screened_out: OUT-1}
stages:
  - consent: {text: "We study prices. Take part?"}
  - check: {items: [{choose: "Two and two?", options: {a: four, b: five}, right: a}], fails: end}
  - game
  - survey: {items: [{scale: "How was it?", labels: [bad, good]}]}
contact: lab@example.org
"""
PAIRS = PRICE.replace('opponent: "{ai}"', "opponent: human").replace("factors: {ai: [easy, hard]}", "")
MINUTE = 60_000


def study_of(text: str = PRICE, **rules: object) -> Study:
    """A study that is open."""
    made = read(text)
    frozen = freezing.freeze(replace(made, rules=replace(made.rules, **rules), salt="salt"), 1)
    return replace(frozen, state="open", token="st-abcdefghijkl")


class Lab(Office):
    """An office with one study, whose people are simulated word by word."""

    def __init__(self, store: Store, study: Study | None = None) -> None:
        self.study = study or study_of()
        super().__init__(store)
        self.now = 1_000_000

    def process(self) -> Manager:
        manager = super().process()
        find = partial(realms.study, self.store)
        manager.employ(
            Operators(manager.sessions, manager.clock, [BOSS]), Studies(manager.sessions, find, manager.clock)
        )
        return manager

    async def ready(self) -> "Lab":
        """Put the study into its realm."""
        await self.put(self.study)
        await self.store.point(keys.study(self.study.token), f"{HERE}|{self.study.slug}|{self.study.version}")
        return self

    async def put(self, study: Study) -> None:
        from bot.operators.records import AuditEntry
        from bot.operators.studies import put
        from storage.base import Input

        self.study = study
        kept = await realms.load(self.store, HERE)
        self._ids += 1
        row = Input(f"put:{self._ids}", "x", "", self.now, b"")
        entry = AuditEntry(self.now, "x", "x", "put", "x")
        await realms.keep(self.store, kept, put(kept.realm, study), entry, row, b"", self.now, ())

    @property
    def whose(self) -> Whose:
        return Whose(HERE, self.study.slug, self.study.version)

    async def does(self, user: str, act: Act, id: str = "") -> Answer:
        """One act, then everything that is due because of it."""
        self._ids += 1
        self.now += 1_000
        inbound = Inbound(id or f"in:{self._ids}", f"room:{user}", user, self.now, act, True, user)
        answer = await self.manager.handle(inbound)
        await self.works()
        return answer

    async def works(self) -> None:
        """Do all that is due now, in every session of the study."""
        while due := [s for s in await self.live() if any(job.due <= self.now for job in s.jobs)]:
            for session in due:
                await settle(self.manager, session.sid)
        await self.out()

    async def live(self) -> list[Session]:
        tag = keys.of_study(HERE, self.study.slug)
        found = [
            await self.manager.sessions.session(loaded.head.sid) for loaded in await self.store.sessions(tag, True)
        ]
        return [session for session in found if session is not None]

    async def passes(self, minutes: float) -> None:
        """Let time pass."""
        self.now += int(minutes * MINUTE)
        await self.works()

    async def enters(self, user: str) -> str:
        """Enter; what the person reads then."""
        seen = len(self.texts(user))
        await self.does(user, Enter(self.study.token))
        return "\n".join(self.texts(user)[seen:])

    async def types(self, user: str, text: str) -> str:
        seen = len(self.texts(user))
        await self.does(user, Text(text))
        return "\n".join(self.texts(user)[seen:])

    async def presses(self, user: str, label: str) -> str:
        seen = len(self.texts(user))
        post, index = self.button(user, label)
        await self.does(user, Press(post, index))
        return "\n".join(self.texts(user)[seen:])

    async def commands(self, user: str, name: str, args: str = "") -> str:
        seen = len(self.texts(user))
        await self.does(user, Command(name, args))
        return "\n".join(self.texts(user)[seen:])

    async def held(self, user: str) -> Held:
        return (await parts.of_user(self.store, user))[-1]

    async def part(self, user: str) -> Part:
        return (await self.held(user)).part

    async def at(self, user: str) -> str:
        part = await self.part(user)
        return part.outcome or part.stage

    async def here(self, user: str) -> Session:
        return await self.session((await self.part(user)).visits[-1].sid)

    async def goes(self, user: str, to: str = "complete") -> None:
        """Go on by typed words until a stage or an end is reached."""
        for _ in range(60):
            if await self.at(user) == to:
                return
            session = await self.here(user)
            seats = session.table.seats_of(user)
            if seats and seats[0] in session.turn.awaited:
                player = "compliant" if session.game.name == "form" else "easy"
                await self.types(user, words_of(session, seats[0], player))
            else:
                await self.passes(0.1)
        raise AssertionError(f"{user} is at {await self.at(user)}, not at {to}: {self.texts(user)[-2:]}")
