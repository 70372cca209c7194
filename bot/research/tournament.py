"""Many games of AIs: every pairing of players meets over the same deals, on as many processes as there are cores.

Game i of each pairing has the same configuration, the same deal and the same seeds of its seats, so pairings differ
only by their players. The results depend on the plan only, never on the number of processes.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import Any

from msgspec import Struct

from bot.players import Strategy, find
from bot.research import play_one
from bot.runtime import processes
from games.core.contract import Amount, AnyGame, Result, Seat, subseed
from games.core.draw import Derived, Fixed, Recipe, config_of
from games.core.registry import get

ALL = "all"
"""Stands in a pairing for every seat that it does not name."""
ALONE_SECONDS = 0.5
"""Seconds that one process works before others are started; for short work they never pay."""
SLICE_SECONDS = 0.02
"""Seconds of games between two updates of the clock and the progress bar."""
CHUNKS_ALONE = 5
"""Divisor of `ALONE_SECONDS`: a chunk for another process holds the games that one process plays in this part of it."""


class GameFailed(RuntimeError):
    """Error: a game could not be played to its end; the text names it and says why."""


class Plan(Struct, frozen=True):
    """A tournament: `games` games of each pairing (seat to player; `ALL` for the seats not named).

    With several recipes, game i uses the i-th of them, starting over after the last.
    """

    game: str
    recipes: tuple[Recipe, ...]
    seed: int
    games: int
    pairings: tuple[Mapping[str, str], ...]

    @property
    def total(self) -> int:
        return self.games * len(self.pairings)


class Outcome(Struct, frozen=True):
    """One finished game. `seats` names each seat's player; `report` is the game's own."""

    pairing: int
    index: int
    seed: int
    seats: Mapping[Seat, str]
    result: Result
    report: Mapping[str, Any]
    turns: int
    illegal: int

    @property
    def total(self) -> Amount:
        return sum((amount for _, amount in self.result.earnings), 0)


def seed_of(plan: Plan, index: int) -> int:
    """Return the seed of the game with this number. It has 48 bits, so that every reader of JSON keeps it exact."""
    return subseed(plan.seed, "game", index) >> 16


def seated(game: AnyGame, config: Any, pairing: Mapping[str, str]) -> dict[Seat, str]:
    """Return each seat's player: the one named for the seat, else the one for all, else the game's default."""
    rest = pairing.get(ALL, game.default_player)
    return {info.seat: pairing.get(info.seat, rest) for info in game.seats(config)}


def run(plan: Plan, jobs: int | None = None, watch: play_one.Watch | None = None) -> Iterator[Outcome]:
    """Yield the games of a plan in order, pairing by pairing. Raises `GameFailed`.

    `jobs` is the number of processes, by default one for each core; a watched plan is played in this one.
    """
    jobs = 1 if watch is not None else jobs or os.cpu_count() or 1
    alone_until = time.monotonic() + ALONE_SECONDS
    table = Table(plan, watch)
    number = 0
    while number < plan.total and (jobs == 1 or time.monotonic() < alone_until):
        outcomes = table.play(range(number, plan.total), 0 if watch is not None else SLICE_SECONDS)
        yield from outcomes
        number += len(outcomes)
    if number < plan.total:
        yield from _on_processes(plan, number, jobs)


def _on_processes(plan: Plan, start: int, jobs: int) -> Iterator[Outcome]:
    size = max(1, start // CHUNKS_ALONE)
    chunks = [range(first, min(first + size, plan.total)) for first in range(start, plan.total, size)]
    with processes.pool(min(jobs, len(chunks)), _begin, (plan,)) as pool:
        with processes.uninterrupted():
            played = pool.map(_chunk, chunks)
        for outcomes in played:
            yield from outcomes


class Table:
    """Player of a plan's games by their number, in one process."""

    def __init__(
        self,
        plan: Plan,
        watch: play_one.Watch | None = None,
        finder: Callable[[str, AnyGame], Strategy] = find,
    ) -> None:
        self.plan, self.game, self.watch, self.finder = plan, get(plan.game), watch, finder
        self.strategies: dict[str, Strategy] = {}
        self.configs: dict[int, Any] = {}

    def play(self, numbers: range, seconds: float = inf) -> list[Outcome]:
        """Play games one after another, at least the first, until their numbers or the time run out."""
        until = time.monotonic() + seconds

        async def games() -> list[Outcome]:
            outcomes: list[Outcome] = []
            for number in numbers:
                outcomes.append(await self.one(number))
                if time.monotonic() > until:
                    break
            return outcomes

        # An event loop for each game would cost as much as the game.
        return asyncio.run(games())

    async def one(self, number: int) -> Outcome:
        """Play the game with this number. Raises `GameFailed`."""
        plan, game = self.plan, self.game
        pairing, index = divmod(number, plan.games)
        seed = seed_of(plan, index)
        try:
            config = self._config(index)
            seats = seated(game, config, plan.pairings[pairing])
            for name in seats.values():
                if name not in self.strategies:
                    self.strategies[name] = self.finder(name, game)
            players = {seat: self.strategies[name] for seat, name in seats.items()}
            played = await play_one.play(game, config, seed, players, self.watch)
        except Exception as problem:
            who = ", ".join(f"{seat}={name}" for seat, name in plan.pairings[pairing].items())
            why = str(problem).rstrip(".") if isinstance(problem, play_one.Unfinished | ValueError) else repr(problem)
            raise GameFailed(f"{game.name}: game {index} of seed {plan.seed} ({who}) failed: {why}.") from problem
        return Outcome(pairing, index, seed, seats, played.result, played.report, played.turns, played.illegal)

    def _config(self, index: int) -> Any:
        """Return the configuration of game `index`; one in which nothing is drawn is made once for all games."""
        number = index % len(self.plan.recipes)
        if number in self.configs:
            return self.configs[number]
        recipe = self.plan.recipes[number]
        config = config_of(self.game, recipe, self.plan.seed, index)
        if all(isinstance(draw, Fixed | Derived) for _, draw in recipe.fields):
            self.configs[number] = config
        return config


_table: Table


def _begin(plan: Plan) -> None:
    global _table
    _table = Table(plan)


def _chunk(numbers: range) -> list[Outcome]:
    return _table.play(numbers)
