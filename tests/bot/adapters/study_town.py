"""Sixty people in the study that ships with Parley, on both chats at once, through the adapters."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

from bot.adapters.base import Adapter
from bot.adapters.discord import client
from bot.adapters.discord.adapter import Discord
from bot.adapters.telegram.adapter import Telegram
from bot.app import run
from bot.operators import realms
from bot.operators.desk import Operators
from bot.players import find
from bot.research.bundle.export import Options, Written, write
from bot.session.lobby import CHAT
from bot.session.manager import Manager
from bot.session.outbox import Posts
from bot.studies import parts
from bot.studies.flow import Studies
from bot.studies.parts import Held
from bot.studies.study import Study
from storage.memory import MemoryStore
from tests.bot.adapters.discord.service import READY_SECONDS
from tests.bot.adapters.participants import How, OnDiscord, OnTelegram, Participant, Stop
from tests.bot.adapters.test_society import EVER, Clock
from tests.fakes import FakeDiscord, FakeTelegram

FILE = Path(__file__).parents[3] / "docs/studies/004.yaml"
SLUG = "dond-004"
LEVELS = ("easy", "normal", "hard")
MINUTE = 61_000
SPEED = 8
"""Speed of the clock against real time: an AI that waits 4 s for more words answers within a second."""
BRISK = 50
"""Milliseconds between posts of an AI that is not alone awaited."""


class Town:
    """One process that serves both chats, the study that is open there, and everybody who came."""

    def __init__(self, dc: FakeDiscord, tg: FakeTelegram, clock: Clock, manager: Manager) -> None:
        self.dc, self.tg, self.clock, self.manager, self.store = dc, tg, clock, manager, manager.store
        self.guild = dc.guild()
        self.hall = self.guild.channel("study")
        self.boss = tg.user(1, "Boss")
        self.people: list[Participant] = []
        self.token = ""

    async def opens(self, places: int) -> None:
        """Import, freeze and open the study as its operator does, with this many places."""
        declared = re.sub(r"places: \d+", f"places: {places}", FILE.read_text(encoding="utf-8"))
        await self.boss.sends(f"/study import {declared}")
        await self.boss.private_chat().wait_for("is a draft")
        await self.boss.sends(f"/study freeze {SLUG}")
        await self.boss.private_chat().wait_for("Completion codes")
        await self.boss.sends(f"/study open {SLUG}")
        found = re.search(r"st-\w{12}", (await self.boss.private_chat().wait_for("is open")).text)
        assert found is not None
        self.token = found[0]

    async def study(self) -> Study:
        found = await realms.study(self.store, (await self.whose())[0], SLUG)
        assert found is not None
        return found

    async def whose(self) -> tuple[str, str]:
        named = await self.store.pointed(f"study:{self.token}")
        assert named is not None
        realm, slug, _ = named.rsplit("|", 2)
        return realm, slug

    def person(self, stop: Stop | None = None, careless: bool = False) -> Participant:
        """The next person: every other one on Telegram, every fourth in a channel's thread; half of them type."""
        n = len(self.people)
        how = How(n % 4 < 2 or n % 8 == 3, LEVELS[n % 3], "careless" if careless else "compliant", stop)
        made: Participant
        if n % 2 == 0:
            made = OnTelegram(self.tg.user(100 + n, f"Tele {n}"), self.manager, how)
        else:
            member = self.guild.member(f"Disco {n}")
            made = OnDiscord(member, self.hall if n % 4 == 1 else None, self.manager, how)
        self.people.append(made)
        return made

    async def take_part(self, people: Iterable[Participant]) -> None:
        await asyncio.gather(*(one.takes_part(self.token) for one in people))

    async def passes(self, minutes: float) -> None:
        """Let time pass, and everything happen that falls due."""
        self.clock.ahead += int(minutes * MINUTE)
        for _ in range(500):
            await asyncio.sleep(0.1)
            now = self.manager.clock()
            if not await self.store.due(now, 1, set()) and not await self.store.outbox():
                return
        raise AssertionError("the service does not come to rest")

    async def parts(self) -> list[Held]:
        realm, slug = await self.whose()
        return [held async for held in parts.all_of(self.store, realm, slug)]

    async def export(self, folder: Path) -> Written:
        realm, slug = await self.whose()
        declared = partial(realms.study, self.store)
        return await write(self.store, declared, realm, slug, folder, Options(at=self.manager.clock()))


@asynccontextmanager
async def town() -> AsyncIterator[Town]:
    clock, store, stop = Clock(SPEED), MemoryStore(), asyncio.Event()
    async with FakeDiscord() as dc, FakeTelegram() as tg:
        with (
            dc.patched(),
            patch.object(client, "READY_SECONDS", READY_SECONDS),
            patch("bot.session.timekeeper.GAP", EVER),
            patch("bot.session.unit_of_work.PACE", BRISK),
        ):
            manager = Manager(store, find, clock, defaults=CHAT)
            boss = ("telegram:1",)
            manager.employ(
                Operators(manager.sessions, manager.clock, boss),
                Studies(manager.sessions, partial(realms.study, store), manager.clock),
            )
            telegram = Telegram(tg.token, tg.url, Posts(store))
            telegram.operators = boss
            adapters: list[Adapter] = [Discord(dc.token, dc.api_url, dc.gateway_url, Posts(store)), telegram]
            running = asyncio.create_task(run(manager, adapters, stop, patience=3))
            await dc.commands_ready("join")
            try:
                yield Town(dc, tg, clock, manager)
            finally:
                stop.set()
                await running
        dc.assert_manners()
        tg.assert_manners()
