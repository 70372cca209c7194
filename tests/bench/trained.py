"""Decisions of the trained players in whole games, legality among them, and the memory that a worker needs for them.

Times are processor time of a whole decision: reading the talk, finding words, the reader, the guard.
"""

import asyncio
import subprocess
import sys
import time
from typing import Final

from msgspec import Struct

from bot.players import Brief, Decision, Strategy, find
from bot.players.trained import catalogue
from bot.research import play_one
from bot.research.training.synthetic import config, split
from games.core.registry import get
from games.dealornodeal.rules.state import ME, YOU

GAMES: Final = 600
AGENTS: Final = tuple(f"{catalogue.KIND}/{agent}" for agent in dict.fromkeys(catalogue.AGENTS.values()))
OPPONENTS: Final = ("normal", "hard", "selfish/S", *AGENTS)
_MEMORY: Final = """
from pathlib import Path
import bot.players.llm.guard
from games.core.registry import get
from bot.players import find
game = get("dealornodeal")
rss = lambda: int(Path("/proc/self/statm").read_text().split()[1]) * 4
before = rss()
import numpy
between = rss()
for name in {names!r}:
    find(name, game)
print(between - before, rss() - between)
"""


class Learned(Struct, frozen=True):
    """Decisions of all agents: milliseconds at the median, at the 99th percentile and at most; the parts of them in
    words of their own, of a template and of the analytic player; kilobytes of numpy and of all agents.
    """

    games: int
    decisions: int
    illegal: int
    median: float
    most: float
    worst: float
    own: float
    template: float
    fallback: float
    numpy_kb: int
    agents_kb: int


class _Timed:
    """A strategy whose decisions are timed."""

    def __init__(self, player: Strategy, spent: list[float], made: list[Decision]) -> None:
        self.player, self.spent, self.made = player, spent, made

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        began = time.process_time()
        decision = await self.player.decide(brief, deadline)
        self.spent.append((time.process_time() - began) * 1000)
        self.made.append(decision)
        return decision


def measure(name: str, games: int = GAMES) -> Learned:
    game, contexts = get(name), split()[1]
    spent, made = list[float](), list[Decision]()

    async def all_games() -> int:
        illegal = 0
        for number in range(games):
            agent = _Timed(find(AGENTS[number % len(AGENTS)], game), spent, made)
            other = find(OPPONENTS[number // len(AGENTS) % len(OPPONENTS)], game)
            seats = {YOU: agent, ME: other} if number % 2 else {YOU: other, ME: agent}
            played = await play_one.play(game, config(contexts[number % len(contexts)]), number, seats)
            illegal += played.illegal
        return illegal

    illegal = asyncio.run(all_games())
    spent.sort()
    median, most = (spent[int(share * (len(spent) - 1))] for share in (0.5, 0.99))
    template, fallback = (sum(map(has, made)) for has in (_by_template, _by_another))
    numpy_kb, agents_kb = _memory()
    return Learned(
        games,
        len(made),
        illegal,
        median,
        most,
        spent[-1],
        1 - (template + fallback) / len(made),
        template / len(made),
        fallback / len(made),
        numpy_kb,
        agents_kb,
    )


def _by_template(decision: Decision) -> bool:
    return decision.note.startswith("words:")


def _by_another(decision: Decision) -> bool:
    return decision.source.startswith("fallback:")


def _memory() -> tuple[int, int]:
    """Return the kilobytes by which numpy, and then all agents, add to a fresh process (Linux, pages of 4 kB)."""
    code = _MEMORY.format(names=AGENTS)
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    numpy_kb, agents_kb = map(int, told.split())
    return numpy_kb, agents_kb
