"""Legality and speed of our players: many games of each, under every preset, every player against every other.

No illegal move is allowed. A decision of a person's opponent runs on the event loop, where everybody else waits.
"""

import gc
import sys
from collections.abc import Iterator
from random import Random
from time import thread_time
from typing import Any, Final, Protocol

from msgspec import Struct

from bot.research.opponents.duel import Policy, Turns, analytic, duel
from games.core.contract import Act, AnyGame, IllegalMove, Seat
from games.core.draw import config_of, recipe_of
from games.core.registry import get

GAMES: Final = 10_000
CLOSELY: Final = 20
"""The slowest decisions are timed again, so that a pause of the machine is not taken for a slow decision."""
REPEATS: Final = 5


class Slow(Struct, frozen=True):
    """One decision, in milliseconds of processor time, with nothing remembered from before."""

    milliseconds: float
    player: str
    preset: str
    number: int


class Decisions(Struct, frozen=True):
    """The decisions of `games` games. `illegal` names the player and the preset of each illegal move.

    `usual`, `most`: the median, and the time that 999 of 1,000 decisions took at most, in milliseconds.
    """

    game: str
    games: int
    decisions: int
    illegal: tuple[str, ...]
    usual: float
    most: float
    worst: tuple[Slow, ...]


class _Watched:
    """The decisions of all games so far."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.spent: list[float] = []
        self.found: list[tuple[float, str, str, int, Turns, Any]] = []

    def policy(self, name: str, preset: str, seat: Seat, asked: dict[str, str]) -> Policy:
        """Return an analytic player whose decisions are timed. `asked` tells who decided last."""
        start = analytic(self.game.players[name])

        def begin(seed: int) -> Turns:
            turns, number = start(seed), 0

            def turn(view: Any) -> Act[Any]:
                nonlocal number
                number += 1
                asked["player"] = name
                began = thread_time()
                act = turns(view)
                spent = (thread_time() - began) * 1000
                self.spent.append(spent)
                if len(self.found) < CLOSELY or spent > self.found[-1][0]:
                    self.found.append((spent, name, preset, number, turns, view))
                    self.found.sort(key=lambda one: -one[0])
                    del self.found[CLOSELY:]
                return act

            return turn

        return begin


def measure(name: str, games: int = GAMES) -> Decisions:
    game, chance = get(name), Random(f"{name} {games}")
    watched, illegal = _Watched(game), list[str]()
    presets, players = tuple(game.presets), tuple(game.players)
    recipes = [recipe_of(game, {"condition": preset}) for preset in presets]
    gc.disable()
    try:
        for number in range(games):
            preset = presets[number % len(presets)]
            config, asked = config_of(game, recipes[number % len(presets)], 1, number), {"player": ""}
            policies = {
                info.seat: watched.policy(chance.choice(players), preset, info.seat, asked)
                for info in game.seats(config)
            }
            try:
                duel(game, config, number, policies)
            except IllegalMove as why:
                illegal.append(f"{asked['player']}, {preset}, game {number}: {why}")
            if number % 100 == 0:
                gc.collect()
        worst = sorted((_again(*one) for one in watched.found), key=lambda slow: -slow.milliseconds)
    finally:
        gc.enable()
    spent = sorted(watched.spent)
    usual, most = (spent[int(share * (len(spent) - 1))] for share in (0.5, 0.999))
    return Decisions(name, games, len(spent), tuple(illegal), usual, most, tuple(worst))


def _again(_spent: float, player: str, preset: str, number: int, turns: Turns, view: Any) -> Slow:
    """Return the least time of a decision over repetitions, none of which remembers another."""
    least = float("inf")
    for _ in range(REPEATS):
        for cache in _caches():
            cache.cache_clear()
        began = thread_time()
        turns(view)
        least = min(least, (thread_time() - began) * 1000)
    return Slow(least, player, preset, number)


class _Cached(Protocol):
    def cache_clear(self) -> None: ...


def _caches() -> Iterator[_Cached]:
    """Return the memories of the games' functions."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith("games."):
            yield from (value for value in vars(module).values() if hasattr(value, "cache_clear"))
