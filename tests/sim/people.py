"""People and their platform: they write, press old and new buttons, and what got no answer is delivered again."""

import asyncio
from random import Random
from typing import Protocol

from msgspec.structs import replace

from bot.session.model.inbound import Act, Answer, Command, Inbound, Join, Open, Press, Text
from bot.session.outbox import tag
from games.core.post import Choice, Form, Number
from storage.base import StoreError
from tests.sim.ledger import Ledger
from tests.sim.process import Process, Screens

WORDS = {
    "number": ("guess {n}", "{n}", "guess {n}: there", "hello", "walk away", "yes", "no"),
    "sealed": ("bid {n}", "${n}", "pass", "bid forty", "hello"),
    "rounds": ("{n}", "3", "7", "hello", "5 of mine"),
    "bargaining": ("I offer ${n}", "{n}", "how about {n}?", "accept", "deal", "hello", "yes", "no"),
}
OTHER = {"number": "guesser_1", "sealed": "bidder_1", "rounds": "player_1", "bargaining": "seller"}
PATIENCE = 20.0
"""Seconds after which a platform takes a delivery for failed."""
CODE = "KFMRTA"
FORGET = Command("forget", "yes")
FORGETS = 0.01
"""The chance that somebody wants to be forgotten, which they may say at any time, and go on."""


class Town(Protocol):
    """People's view of the world."""

    chance: Random
    screens: Screens
    problems: list[str]
    calm: bool

    @property
    def ledger(self) -> Ledger: ...

    def alive(self) -> list[Process]: ...


class Person:
    """One user in one place. `told` is the first answer to each act; `rests` are the longest waits between two."""

    def __init__(self, town: Town, name: str, place: str, game: str, rests: tuple[float, ...]) -> None:
        self.town, self.name, self.place, self.game, self.rests = town, name, place, game, rests
        self.private = place != "room:hall"
        self.told: dict[str, Answer] = {}
        self._count = 0

    async def play(self, first: Act, acts: int) -> None:
        """Come to the table, then do this many things, some of them two at once."""
        chance = self.town.chance
        answer = await self._send(first)
        while isinstance(first, Join) and answer is not None and answer.what == "refused" and not self.town.calm:
            await asyncio.sleep(2)
            answer = await self._send(first)
        for _ in range(acts):
            await asyncio.sleep(chance.choice(self.rests) * chance.random())
            both = [self._send(self._act()) for _ in range(1 + (chance.random() < 0.15))]
            await asyncio.gather(*both)

    async def _send(self, act: Act) -> Answer | None:
        """Deliver until it is answered; a few give up, as platforms do."""
        chance = self.town.chance
        self._count += 1
        inbound = Inbound(f"in:{self.name}:{self._count}", self.place, self.name, 0, act, self.private, self.name)
        gives_up = chance.random() < 0.05
        while inbound.id not in self.told:
            tries = [self._deliver(inbound) for _ in range(1 + (chance.random() < 0.1))]
            await asyncio.gather(*tries)
            if inbound.id not in self.told:
                if gives_up:
                    return None
                await asyncio.sleep(chance.uniform(0.1, 3))
        if chance.random() < 0.1:
            await self._deliver(inbound)
        return self.told[inbound.id]

    async def _deliver(self, inbound: Inbound) -> None:
        processes = self.town.alive()
        if not processes:
            return
        process = self.town.chance.choice(processes)
        assert process.door is not None
        # It is the process that says when something came in.
        inbound = replace(inbound, at=process.clock())
        loop = asyncio.get_running_loop()
        task = loop.create_task(_handed(process, inbound), context=process.context.copy())
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done or task.cancelled() or isinstance(task.exception(), StoreError):
            return
        problem = task.exception()
        if problem is not None:
            self.town.problems.append(f"{inbound.id} raised {problem!r}")
            return
        answer = task.result()
        first = self.told.setdefault(inbound.id, answer)
        if first != answer and inbound.id not in self.town.ledger.lost:
            self.town.problems.append(f"{inbound.id} was answered {first} and later {answer}")

    def _act(self) -> Act:
        chance = self.town.chance
        dice = chance.random()
        if dice < 0.35:
            press = self._press()
            if press is not None:
                return press
        if 0.92 < dice <= 1 - FORGETS:
            return Command(chance.choice(("status", "rules", "help", "private", "quit", "stay", "nonsense")))
        if dice > 1 - FORGETS:
            return FORGET
        number = chance.randint(1, 100)
        return Text(chance.choice(WORDS[self.game]).replace("{n}", str(number)))

    def _press(self) -> Press | None:
        """A button on this screen, mostly of a late post."""
        chance = self.town.chance
        shown = [(row, sent) for row, sent in self.town.screens.places.get(self.place, ()) if sent.post.asks]
        if not shown:
            return None
        row, sent = shown[-1] if chance.random() < 0.6 else chance.choice(shown)
        index = chance.randrange(len(sent.post.asks))
        ask = sent.post.asks[index]
        if isinstance(ask, Choice) and ask.says.startswith("/rematch") and chance.random() < 0.7:
            return None
        fields: tuple[tuple[str, str], ...] = ()
        if isinstance(ask, Form):
            fields = tuple((f.key, str(chance.randint(1, 90))) for f in ask.fields if isinstance(f, Number))
        return Press(tag(row), index, fields)


async def _handed(process: Process, inbound: Inbound) -> Answer:
    door = process.door
    if door is None:
        raise StoreError("the process has ended")
    return await door.handle(inbound)


def opening(chance: Random, game: str, friend: bool) -> Open:
    against = ((OTHER[game], "human"),) if friend else ()
    return Open(game, against=against, tempo="sim", seed=chance.randrange(1000), code=CODE if friend else "")
