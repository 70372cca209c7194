"""A realm with a study and a game, people in all stages of them, and a report: what operators look at."""

import time
from functools import partial
from random import Random

from bot.classes import rooms
from bot.classes.flow import Classes
from bot.operators import realms
from bot.operators.desk import Operators
from bot.players import find
from bot.session.lobby import CHAT, HUMAN
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.model.inbound import Act, Answer, Command, Inbound, Join, Open, Text
from bot.session.outbox import drain
from bot.session.worker import settle
from bot.studies.flow import Studies
from bot.studies.participants import Person, Shares
from storage.base import Row, Store
from tests.bot.session.harness import here

BOSS, REALM = "web:boss", "web"
ANN, BOB = "Wilhelmina Quux", "Bartholomew Zyx"
"""Display names that no page of the dashboard may show."""
STUDY = """study: price
title: What a price is worth
game: bargaining
settings: {opponent: "{ai}", style: chat, reading: plain}
factors: {ai: [easy, hard]}
participation: {places: 40, turn_minutes: 30, study_minutes: 120}
stages: [consent, {svo: slider}, tutorial, game, {survey: satisfaction_likeness}, debrief]"""
MINUTE = 60_000


class Town:
    """People and operators of one realm over a store, some `minutes` ago."""

    def __init__(self, store: Store, minutes: float = 30) -> None:
        self.store = store
        self.now = time.time_ns() // 1_000_000 - int(minutes * MINUTE)
        self.manager = here(Manager(store, find, lambda: self.now, defaults=CHAT))
        declared = partial(realms.study, store)
        self.manager.employ(
            Operators(self.manager.sessions, self.manager.clock, (BOSS,)),
            Studies(self.manager.sessions, declared, self.manager.clock),
            Classes(self.manager.sessions, self.manager.analyst, self.manager.clock),
        )
        self.texts: list[str] = []
        self._acts = 0

    async def act(self, user: str, act: Act, name: str = "") -> Answer:
        self._acts += 1
        self.now += 20
        made = Inbound(f"town:{self._acts}", f"town:{user}", user, self.now, act, name=name, realm=REALM)
        answer = await self.manager.handle(made)
        if answer.sid:
            await settle(self.manager, answer.sid)
        return answer

    async def boss(self, words: str) -> str:
        verb, _, rest = words.partition(" ")
        await self.act(BOSS, Command(verb, rest))
        await self.out()
        return self.texts[-1]

    async def out(self) -> None:
        """Let all posts go out, to nobody."""

        async def keep(row: Row, sent: Sent) -> str:
            self.texts = [*self.texts[-20:], str(sent.post)]
            return row.id

        await drain(self.store, keep, self.manager.clock)

    async def game(self) -> None:
        await self.boss("game new name:lab type:bargaining buyer_value=80 seller_cost=50")
        await self.boss("condition add name:lab information=exact|none")
        await self.boss("game open name:lab max_sessions:20000")

    async def plays(self, number: int, *, ends: bool) -> str:
        """Let somebody begin a session of the game, and end it or let it wait."""
        user = f"telegram:{777_000_000 + number}"
        sid = (await self.act(user, Command("play", "lab"), ANN)).sid
        if ends:
            await self.act(user, Text("accept"), ANN)
        return sid

    async def school(self) -> None:
        """Make a class that somebody has joined."""
        await self.boss("class new type:bargaining minutes:12")
        [held] = await rooms.of_realm(self.store, REALM)
        await self.act("telegram:777555666", Join(held.room.code), ANN)

    async def reports(self) -> str:
        """Let two people meet, and one report the other. Return their session."""
        opened = await self.act("telegram:777111222", Open("dealornodeal", rest=HUMAN, tempo="chat", seed=1), ANN)
        session = await self.manager.sessions.current(opened.sid)
        assert session is not None
        await self.act("telegram:777333444", Join(session.terms.code), BOB)
        await self.act("telegram:777333444", Text(f"{ANN} is a fool"), BOB)
        await self.act("telegram:777111222", Command("report", f"{BOB}: {BOB} insults me"), ANN)
        return opened.sid

    async def study(self, people: int) -> None:
        """Let people take part in the study, each as far as they get."""
        for words in (f"import {STUDY}", "freeze price", "open price"):
            await self.boss(f"study {words}")
        found = await realms.study(self.store, REALM, "price")
        assert found is not None, self.texts[-3:]
        chance = Random(people)
        for number in range(people):
            person = Person(number, 7, Shares(0.1, 0.05, 0, 0.05), "telegram")
            await person.enter(self.manager, found.token, self.now)
            await self._goes(person, chance.choice((1, 9, 14, 400, 400, 400)))
            await self.out()

    async def _goes(self, person: Person, acts: int) -> None:
        for _ in range(acts):
            held = await person.part(self.manager)
            if held is None or held.part.outcome:
                return
            await settle(self.manager, held.part.visits[-1].sid)
            self.now += 1_000
            if await person.goes_on(self.manager, self.now) is None:
                return
        held = await person.part(self.manager)
        if held is not None:
            await settle(self.manager, held.part.visits[-1].sid)
