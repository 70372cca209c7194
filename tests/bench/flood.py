"""Delay of others while one person floods: `parley serve` on loopback, hostile texts inside the limits.

The texts come all at once, the longest that a message may have, each of a kind that is hard to read in its game. People
who play nothing ask for `/help` meanwhile; their time runs from the update to the answer in their chat.
"""

import asyncio
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import median

from msgspec import Struct

from tests.e2e.services import Service
from tests.fakes import FakeTelegram
from tests.fakes.telegram_chats import User

LONGEST = 4_096
"""Characters of a message on Telegram."""
TEXTS = {
    "society": ("--" + "\n" * (LONGEST - 4), "--\n\n" * (LONGEST // 4)),
    "dealornodeal": ("?" * LONGEST, "1 book or " * (LONGEST // 10)),
    "balloon": ("STRATEGIC REASONING: {" + "{" * (LONGEST - 22), "PROPOSAL: " + "a, " * (LONGEST // 3 - 4)),
    "bargaining": ("1" * LONGEST, "$" * LONGEST, "10 or " * (LONGEST // 6)),
    "trading": ("1" * LONGEST, "$" * LONGEST, "1 wood or " * (LONGEST // 10)),
}
FLOOD, PROBES, EVERY, PEOPLE = 60, 100, 0.1, 25
"""Hostile texts; questions of others, so many seconds apart, by so many people in turn."""
PATIENCE = 60.0
"""Seconds after which a question counts as answered no sooner."""


class Flood(Struct, frozen=True):
    """Seconds that others waited for `/help`, sorted: when nobody floods, and under a flood."""

    game: str
    texts: int
    quiet: tuple[float, ...]
    flooded: tuple[float, ...]

    def at(self, share: float) -> float:
        """Return the time under the flood that so large a part of the answers took at most."""
        return self.flooded[min(len(self.flooded) - 1, int(share * len(self.flooded)))]

    def rows(self) -> list[tuple[str, str]]:
        seconds = {
            "nobody floods, median": median(self.quiet),
            "**flood, median**": median(self.flooded),
            "**flood, 99 of 100**": self.at(0.99),
            "**flood, longest**": self.flooded[-1],
        }
        return [(what, f"{1000 * value:,.0f}") for what, value in seconds.items()]


def measure(game: str, texts: int = FLOOD, probes: int = PROBES, people: int = PEOPLE) -> Flood:
    return asyncio.run(_measured(game, texts, probes, people))


async def _measured(game: str, texts: int, probes: int, people: int) -> Flood:
    with tempfile.TemporaryDirectory(prefix="parley-flood-") as folder:
        async with FakeTelegram() as tg, Service(Path(folder), tg.env()):
            ann = tg.user(42, "Ann")
            others = [tg.user(100 + number, f"Bob {number}") for number in range(people)]
            await ann.sends(f"/play {game}")
            await tg.until(lambda: ann.private_chat().texts or None, "the game", timeout=PATIENCE)
            quiet = [await _helped(tg, other) for other in others]
            hostile = TEXTS[game]
            for number in range(texts):
                await ann.sends(hostile[number % len(hostile)])
            probing = []
            for number in range(probes):
                probing.append(asyncio.create_task(_helped(tg, others[number % people])))
                await asyncio.sleep(EVERY)
            flooded = await asyncio.gather(*probing)
    return Flood(game, texts, tuple(sorted(quiet)), tuple(sorted(flooded)))


async def _helped(tg: FakeTelegram, who: User) -> float:
    """Return the seconds from a question to its answer, at most `PATIENCE`."""
    before = _answers(who)
    began = time.perf_counter()
    await who.sends("/help")
    with suppress(AssertionError):
        await tg.until(lambda: _answers(who) > before or None, "help", timeout=PATIENCE)
    return time.perf_counter() - began


def _answers(who: User) -> int:
    return sum("/rematch, /help" in text for text in who.private_chat().texts)
