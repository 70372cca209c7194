"""Driving a fake by lines of text: for a bot in another process, or for trying one by hand.

The first word of a line is a person (made at first mention) or one of the fake's own words; `help` lists them all.
An action answers with what is new on that person's screen.
"""

import json
import shlex
from collections.abc import Awaitable, Callable
from typing import Any

from tests.fakes.anthropic import FakeAnthropic
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord_interactions import Form
from tests.fakes.discord_people import Person
from tests.fakes.discord_world import Channel
from tests.fakes.loopback import Loopback
from tests.fakes.screen import Impossible
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram_chats import User
from tests.fakes.transcript import Seen, transcript

Act = Callable[[str], Awaitable[object]]


class Console:
    """`await run(line)` gives the answer as text; what cannot be done is answered with "impossible: ..."."""

    def __init__(self, fake: Loopback, settle: float = 0.3) -> None:
        self.fake = fake
        self.settle = settle  # seconds without a request of the bot after which an action counts as answered
        self._shown: dict[str, list[Seen]] = {}

    async def run(self, line: str) -> str:
        word, _, rest = line.strip().partition(" ")
        own = getattr(self, f"on_{word}", None)
        try:
            if own is not None:
                return str(await own(rest))
            return await self._act(word, *rest.partition(" ")[::2])
        except Impossible as problem:
            return f"impossible: {problem}"

    async def _act(self, name: str, verb: str, rest: str) -> str:
        act = self.acts(name).get(verb)
        if act is None:
            raise Impossible(f"no {verb!r}; try help")
        answer = await act(rest)
        if isinstance(answer, str):
            return answer
        await self.fake.quiet(self.settle)
        before, now = self._shown.get(name, []), self.screen(name)
        self._shown[name] = now
        fresh = [seen for seen in now if seen not in before]
        return transcript(fresh) if fresh else "(nothing new)"

    def acts(self, name: str) -> dict[str, Act]:
        raise NotImplementedError

    def screen(self, name: str) -> list[Seen]:
        raise NotImplementedError

    async def on_help(self, rest: str) -> str:
        own = sorted(word.removeprefix("on_") for word in dir(self) if word.startswith("on_"))
        return f"PERSON {' | '.join(sorted(self.acts('somebody')))}\n{' | '.join(own)}"

    async def on_fail(self, rest: str) -> str:
        """fail NAME [STATUS [TIMES]]"""
        name, status, times = (*rest.split(), *["*", "500", "1"][len(rest.split()) :])
        self.fake.fail(name, status=int(status), times=int(times))
        return "armed"

    async def on_calls(self, rest: str) -> str:
        return "\n".join(map(str, self.fake.called(rest or "*"))) or "(none)"

    async def on_manners(self, rest: str) -> str:
        return "\n".join(self.fake.breaches()) or "(good)"

    async def on_outage(self, rest: str) -> str:
        await self.fake.down()
        await self.fake.up()
        return "back"


class AnthropicConsole(Console):
    """`answers {"price": 52.5}`, `says some text`, `errs 529`, `waits 30`, `refuses bio`: what the next request
    gets; `thinks 800`: the median of thoughts from now on.
    """

    def __init__(self, model: FakeAnthropic, settle: float = 0.3) -> None:
        super().__init__(model, settle)
        self.model = model

    def acts(self, name: str) -> dict[str, Act]:
        return {}

    async def on_answers(self, rest: str) -> str:
        self.model.does(self.model.answers(json.loads(rest)))
        return "lined up"

    async def on_says(self, rest: str) -> str:
        self.model.does(self.model.says(rest))
        return "lined up"

    async def on_errs(self, rest: str) -> str:
        self.model.does(self.model.errs(int(rest)))
        return "lined up"

    async def on_waits(self, rest: str) -> str:
        self.model.does(self.model.waits(float(rest)))
        return "lined up"

    async def on_refuses(self, rest: str) -> str:
        self.model.does(self.model.refuses(rest or None))
        return "lined up"

    async def on_thinks(self, rest: str) -> str:
        self.model.thinks(int(rest))
        return "from now on"


class TelegramConsole(Console):
    """`42 sends /start`, `42 presses Accept`: people are numbers or names."""

    def __init__(self, tg: FakeTelegram, settle: float = 0.3) -> None:
        super().__init__(tg, settle)
        self.tg = tg

    def _user(self, name: str) -> User:
        if name.isdigit():
            return self.tg.user(int(name))
        known = [user for user in self.tg.users.values() if user.name == name]
        return known[0] if known else self.tg.user(name=name)

    def screen(self, name: str) -> list[Seen]:
        return self._user(name).sees()

    def acts(self, name: str) -> dict[str, Act]:
        user = self._user(name)
        chat = user.private_chat()

        async def presses(label: str) -> object:
            for message in reversed(chat.messages):
                if any(label in offered for offered in message.labels):
                    return await user.presses(message, label)
            raise Impossible(f"no button {label!r}")

        async def sees(rest: str) -> str:
            return transcript(user.sees())

        async def menu(rest: str) -> str:
            return "\n".join(f"/{name}  {words}" for name, words in user.menu().items()) or "(no commands)"

        return {
            "sends": lambda text: user.sends(text.replace("\\n", "\n")),
            "starts": user.starts,
            "presses": presses,
            "blocks": lambda rest: user.blocks(),
            "unblocks": lambda rest: user.unblocks(),
            "sees": sees,
            "menu": menu,
        }


class DiscordConsole(Console):
    """`ann slash play game=bargaining`, `ann says #table @bot 44`: without a place, where the bot spoke last."""

    def __init__(self, dc: FakeDiscord, settle: float = 0.3) -> None:
        super().__init__(dc, settle)
        self.dc = dc
        self.guild = next(iter(dc.guilds.values()), None) or dc.guild()
        self._forms: dict[str, Form] = {}
        if not dc.channels:
            self.guild.channel("table")

    def _person(self, name: str) -> Person:
        known = [person for person in self.dc.people.values() if person.name == name]
        return known[0] if known else self.guild.member(name)

    def _place(self, person: Person, rest: str) -> tuple[Channel, str]:
        first, _, after = rest.partition(" ")
        if first == "dm":
            return person.dm(), after
        channels = [channel for channel in self.dc.channels.values() if not channel.deleted and channel.can(person)]
        if first.startswith("#"):
            named = [channel for channel in channels if channel.name == first[1:]]
            if not named:
                raise Impossible(f"no place {first}")
            return named[0], after
        spoken = [channel for channel in channels if channel.messages]
        return (max(spoken, key=lambda channel: channel.last.id) if spoken else channels[0]), rest

    def screen(self, name: str) -> list[Seen]:
        return self._person(name).sees()

    def acts(self, name: str) -> dict[str, Act]:
        person = self._person(name)

        async def slash(rest: str) -> object:
            channel, words = self._place(person, rest)
            parts = shlex.split(words)
            options: dict[str, Any] = dict(part.split("=", 1) for part in parts if "=" in part)
            return await person.slash(channel, " ".join(part for part in parts if "=" not in part), **options)

        async def says(rest: str) -> object:
            channel, words = self._place(person, rest)
            return await person.says(channel, words.replace("@bot", self.dc.bot_mention).replace("\\n", "\n"))

        async def presses(label: str) -> object:
            for message in self._newest(person):
                if any(label in offered for offered in message.labels):
                    act = await person.presses(message, label)
                    await self.dc.quiet(self.settle)
                    if act.form is not None:
                        self._forms[name] = act.form
                        return f"a form: {act.form.title} {act.form.labels}"
                    return act
            raise Impossible(f"no button {label!r}")

        async def picks(label: str) -> object:
            for message in self._newest(person):
                if message.menus:
                    return await person.picks(message, *label.split(","))
            raise Impossible("no menu")

        async def fills(rest: str) -> object:
            if name not in self._forms:
                raise Impossible("no form is open")
            return await person.fills(self._forms.pop(name), *rest.split(" | "))

        async def sees(rest: str) -> str:
            return transcript(person.sees(self._place(person, rest)[0] if rest else None))

        async def commands(rest: str) -> str:
            found = person.commands(self._place(person, rest)[0])
            return "\n".join(f"{path}  {words}" for path, words in found.items()) or "(no commands)"

        return {
            "slash": slash, "says": says, "presses": presses, "picks": picks, "fills": fills, "sees": sees,
            "commands": commands,
        }  # fmt: skip

    def _newest(self, person: Person) -> list[Any]:
        seen = [m for channel in self.dc.channels.values() for m in channel.history if m.from_bot and person.can_see(m)]
        return sorted(seen, key=lambda message: message.id, reverse=True)

    async def on_drop(self, rest: str) -> str:
        self.dc.gateway.drop()
        return "dropped"

    async def on_invalidate(self, rest: str) -> str:
        self.dc.gateway.invalidate()
        return "invalidated"
