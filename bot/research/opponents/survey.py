"""Many searches at once: the players of a game, each in every cell of its attack, on as many processes as there are
cores.
"""

import os
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from importlib import import_module
from importlib.util import find_spec
from multiprocessing.sharedctypes import Synchronized
from typing import Any

from msgspec import Struct

from bot.research.opponents.attack import Attack, Cell
from bot.research.opponents.search import Advance, Searched, search, size
from bot.runtime import processes
from games.core.registry import names

LOOK_SECONDS = 0.2
"""Seconds between two looks at how many games the processes have played."""


class NoAttack(ValueError):
    """Error: nobody has written an attack on this game; the text lists the games that have one."""


class Survey(Struct, frozen=True):
    """A request: which players, in which cells, and how thoroughly. `games` and `learn` are as in `search`."""

    game: str
    players: tuple[str, ...]
    wrote: dict[str, str]
    games: int
    learn: int
    seed: int

    def searches(self) -> tuple[tuple[str, Cell], ...]:
        """Return every player with every cell."""
        return tuple((player, cell) for player in self.players for cell in attack_on(self.game).cells(self.wrote))

    def size(self) -> int:
        """Return the number of games that the searches take."""
        attack = attack_on(self.game)
        return sum(size(attack, player, cell, self.games, self.learn) for player, cell in self.searches())


def attack_on(game: str) -> Attack:
    """Return the attack on a game. Raises `NoAttack`."""
    try:
        attack: Attack = import_module(f"bot.research.opponents.{game}").ATTACK
    except ModuleNotFoundError:
        there = ", ".join(name for name in names() if find_spec(f"bot.research.opponents.{name}"))
        raise NoAttack(f"There is no attack on {game}, only on {there}.") from None
    return attack


def run(
    survey: Survey,
    jobs: int | None = None,
    advance: Advance = lambda played: None,
    only: Sequence[tuple[str, Cell]] = (),
) -> list[Searched]:
    """Return the result of each search, player by player. `jobs` is the number of processes; `only`: not all searches
    of the survey, but these.
    """
    wanted = only or survey.searches()
    jobs = min(jobs or os.cpu_count() or 1, len(wanted))
    if jobs == 1:
        return [_searched(survey, player, cell, advance) for player, cell in wanted]
    played = processes.CONTEXT.Value("q", 0)
    with processes.pool(jobs, _begin, (survey, played)) as pool:
        with processes.uninterrupted():
            futures = [pool.submit(_work, player, cell) for player, cell in wanted]
        _follow(futures, played, advance)
        return [future.result() for future in futures]


def _follow(futures: Sequence[Future[Searched]], played: "Synchronized[int]", advance: Advance) -> None:
    told, waiting = 0, set(futures)
    while waiting:
        done, waiting = wait(waiting, LOOK_SECONDS, FIRST_COMPLETED)
        for future in done:
            future.result()  # a failure ends the survey at once
        now = played.value
        advance(now - told)
        told = now


def _searched(survey: Survey, player: str, cell: Cell, advance: Advance) -> Searched:
    attack = attack_on(survey.game)
    return search(attack, player, cell, games=survey.games, learn=survey.learn, seed=survey.seed, advance=advance)


_survey: Survey
_played: Any


def _begin(survey: Survey, played: Any) -> None:
    global _survey, _played
    _survey, _played = survey, played


def _count(games: int) -> None:
    with _played.get_lock():
        _played.value += games


def _work(player: str, cell: Cell) -> Searched:
    return _searched(_survey, player, cell, _count)
