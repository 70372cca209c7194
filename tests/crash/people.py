"""People of the town: each plays one game after another, by words and by buttons, and repeats what got no answer."""

import asyncio
import itertools
import time
from random import Random
from typing import Protocol

from bot.session.model.audience import Sent
from bot.session.model.inbound import Act, Answer, Command, Inbound, Join, Open, Press, Text
from bot.session.outbox import tag
from games.core.post import Choice, Counts, Form, Many, Number, One
from storage.base import Row

WORDS = {
    "bargaining": ("{n}", "how about {n}?", "I offer ${n}.25", "accept", "hello", "yes"),
    "dealornodeal": ("I take 1 book and you get the rest", "I want all the hats", "ok deal", "hello", "yes", "deal"),
    "trading": ("[Offer: I give 1 Wheat -> 1 Wood]", "[Accept]", "[Deny]", "hello", "1 sheep for 2 wood"),
}
"""Typed words beside the buttons; a game that is not here is played by its buttons."""
PATIENCE = 6.0
"""Seconds after which a delivery counts as failed."""
FRIEND = "human"


class Town(Protocol):
    """People's view of their town."""

    chance: Random
    lost: set[str]
    """Inputs whose answers the store has lost, or may have lost, with a crash of its own."""

    def screen(self, place: str) -> list[tuple[Row, Sent]]: ...

    async def deliver(self, inbound: Inbound) -> Answer | None:
        """To one node; None if it did not answer."""

    @property
    def closing(self) -> bool: ...


class Person:
    """One user in one private place. `told` are the first answers, in the order of the acts; `sent` the acts."""

    def __init__(self, town: Town, name: str, games: tuple[str, ...]) -> None:
        self.town, self.name, self.place, self.games = town, name, f"town:{name}", games
        self.sent: dict[str, Act] = {}
        self.told: dict[str, Answer] = {}
        self.repeats = 0
        self.problems: list[str] = []
        self._numbers = itertools.count(1)

    async def live(self) -> None:
        """One game after the other until the town closes; a game that has begun is played or left to its end."""
        while not self.town.closing:
            game = self.town.chance.choice(self.games)
            opened = await self.do(Open(game, tempo="chat"))
            if opened.what == "opened":
                await self._play(game)

    async def host(self, friend: "Person") -> None:
        """The same with a friend in the other seat."""
        while not self.town.closing:
            game = self.town.chance.choice(self.games)
            opened = await self.do(Open(game, rest=FRIEND, tempo="chat"))
            code = await self._code(opened.sid)
            if code:
                await friend.do(Join(code))
            await asyncio.gather(self._play(game), friend._play(game))

    async def _code(self, sid: str) -> str:
        """The join code of a game, as soon as the screen shows it; "" for a game that the store has lost."""
        opened = next(reversed(self.told))
        while opened not in self.town.lost:
            for row, sent in self.town.screen(self.place):
                if row.sid == sid and sent.code:
                    return sent.code
            await asyncio.sleep(0.05)
        return ""

    async def _play(self, game: str) -> None:
        chance = self.town.chance
        for _ in range(chance.choice((3, 8, 15))):
            await asyncio.sleep(chance.expovariate(4))
            if (await self.do(self._act(game))).code in ("over", "lobby", "no_game"):
                break
        while (await self.do(Text("hello"))).code not in ("over", "no_game"):
            await self.do(Command("quit"))
            await self.do(Text("yes"))

    async def do(self, act: Act) -> Answer:
        """Deliver until it is answered, sometimes to two nodes at once, sometimes again afterwards."""
        chance = self.town.chance
        at = time.time_ns() // 1_000_000
        inbound = Inbound(f"in:{self.name}:{next(self._numbers)}", self.place, self.name, at, act, name=self.name)
        self.sent[inbound.id] = act
        first: Answer | None = None
        while first is None:
            for answer in await asyncio.gather(*(self._try(inbound) for _ in range(1 + (chance.random() < 0.1)))):
                first = self._same(inbound.id, first, answer)
            self.repeats += first is None
            await asyncio.sleep(0 if first else chance.uniform(0.05, 0.5))
        self.told[inbound.id] = first
        if chance.random() < 0.1:
            self.repeats += 1
            self._same(inbound.id, first, await self._try(inbound))
        return first

    async def _try(self, inbound: Inbound) -> Answer | None:
        try:
            return await asyncio.wait_for(self.town.deliver(inbound), PATIENCE)
        except TimeoutError:
            return None

    def _same(self, id: str, first: Answer | None, answer: Answer | None) -> Answer | None:
        if first is not None and answer is not None and first != answer and id not in self.town.lost:
            self.problems.append(f"{id} was answered {first} and then {answer}")
        return first or answer

    def _act(self, game: str) -> Act:
        chance = self.town.chance
        dice = chance.random()
        if dice < 0.03:
            return Command(chance.choice(("status", "rules", "private", "help")))
        words = WORDS.get(game, ())
        if words and dice < 0.5:
            return Text(chance.choice(words).replace("{n}", str(chance.randint(20, 90))))
        return self._press() or Text("hello")

    def _press(self) -> Press | None:
        """A button of a late post, mostly of the last."""
        chance = self.town.chance
        shown = [(row, sent) for row, sent in self.town.screen(self.place)[-8:] if sent.post.asks]
        if not shown:
            return None
        row, sent = shown[-1] if chance.random() < 0.8 else chance.choice(shown)
        index = chance.randrange(len(sent.post.asks))
        ask = sent.post.asks[index]
        if isinstance(ask, Choice):
            return None if ask.says.startswith("/") else Press(tag(row), index)
        return Press(tag(row), index, tuple(_filled(ask, chance)))


def _filled(form: Form, chance: Random) -> list[tuple[str, str]]:
    made = []
    for field in form.fields:
        match field:
            case Number(key, _, low, high, scale):
                made.append((key, str(chance.randint(low, high) // scale)))
            case One(key, _, options):
                made.append((key, chance.choice(options)[0]))
            case Many(key, _, options):
                made.append((key, ", ".join(value for value, _ in options if chance.random() < 0.4)))
            case Counts(key, _, options, caps):
                counts = [(chance.randint(0, cap), value) for (value, _), cap in zip(options, caps, strict=True)]
                made.append((key, ", ".join(f"{n} {value}" for n, value in counts if n)))
            case _:
                made.append((field.key, "hello"))
    return made
