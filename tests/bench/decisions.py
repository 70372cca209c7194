"""Legality and speed of our players: many games of each, under every preset and under settings drawn by chance, every
player against every other, against somebody who changes players with every turn, and against the attacks.

No illegal move is allowed. A decision of a person's opponent runs on the event loop, where everybody else waits.
"""

import gc
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from random import Random
from time import thread_time
from typing import Any, Final

from msgspec import Struct

from bot.research.opponents.duel import Policy, Turns, analytic, duel
from bot.research.opponents.survey import attack_on
from games.core.contract import Act, AnyGame, IllegalMove, Seat
from games.core.draw import config_of, recipe_of
from games.core.registry import get
from games.core.settings import BadSetting, Flag, Money, Option, Setting, Whole

GAMES: Final = 10_000
CLOSELY: Final = 5
"""A player's slowest decisions are timed again, so that a pause of the machine is not taken for a slow decision."""
REPEATS: Final = 5
ATTEMPTS: Final = 20
"""Draws of settings until they fit each other; after that the preset stands as it is."""
DRAWN: Final = 0.3
"""The part of the settings that is drawn by chance in every second game."""
STRANGERS: Final = 0.3
"""The part of the seats whose player is none of ours."""


class Timed(Struct, frozen=True):
    """The decisions of one player, in milliseconds of processor time: the median, the time that 99 of 100 took at most,
    and the slowest, timed again with nothing remembered from before; `slow` says where that was.
    """

    player: str
    decisions: int
    median: float
    most: float
    worst: float
    slow: str


class Decisions(Struct, frozen=True):
    """The decisions of `games` games. `illegal` names the player and the preset of each illegal move; `strange` does so
    for those who are none of our players.
    """

    game: str
    games: int
    seats_of_strangers: int
    illegal: tuple[str, ...]
    strange: tuple[str, ...]
    players: tuple[Timed, ...]


class _Found(Struct):
    """A decision to be timed again. `turns` starts a game's turns afresh, or goes on with those it had."""

    milliseconds: float
    where: str
    turns: Callable[[], Turns]
    view: Any


class _Watched:
    """The decisions of a player in all games so far."""

    def __init__(self, start: Policy) -> None:
        self.start = start
        self.spent: list[float] = []
        self.found: list[_Found] = []

    def policy(self, where: str, deciding: Callable[[], None]) -> Policy:
        """Return the player as one whose decisions are timed. `deciding` is called before each."""

        def begin(seed: int) -> Turns:
            turns, number = self.start(seed), 0

            def turn(view: Any) -> Act[Any]:
                nonlocal number
                number += 1
                deciding()
                began = thread_time()
                act = turns(view)
                spent = (thread_time() - began) * 1000
                self.spent.append(spent)
                if len(self.found) < CLOSELY or spent > self.found[-1].milliseconds:
                    # The first decision draws the disposition as well.
                    again = (lambda: self.start(seed)) if number == 1 else (lambda: turns)
                    self.found.append(_Found(spent, f"{where}, decision {number}", again, view))
                    self.found.sort(key=lambda one: -one.milliseconds)
                    del self.found[CLOSELY:]
                return act

            return turn

        return begin

    def timed(self, name: str) -> Timed:
        spent = sorted(self.spent)
        median, most = (spent[int(share * (len(spent) - 1))] for share in (0.5, 0.99))
        caches = _caches()
        worst, slow = max((_again(one, caches), one.where) for one in self.found)
        return Timed(name, len(spent), median, most, worst, slow)


def measure(name: str, games: int = GAMES) -> Decisions:
    game, chance = get(name), Random(f"{name} {games}")
    watched = {player: _Watched(analytic(game.players[player])) for player in game.players}
    strangers, wrong = 0, list[tuple[bool, str]]()
    deciding = ""

    def about_to(player: str) -> Callable[[], None]:
        def note() -> None:
            nonlocal deciding
            deciding = player

        return note

    gc.disable()
    try:
        for number in range(games):
            where, config = _config(game, number, chance)
            policies = dict[Seat, Policy]()
            for info in game.seats(config):
                if chance.random() < STRANGERS:
                    what, stranger = _stranger(game, config, info.seat, chance)
                    policies[info.seat] = _noted(stranger, about_to(what))
                    strangers += 1
                else:
                    player = chance.choice(tuple(watched))
                    policies[info.seat] = watched[player].policy(where, about_to(player))
            try:
                duel(game, config, number, policies)
            except IllegalMove as why:
                wrong.append((deciding in watched, f"{deciding}, {where}, game {number}: {why}"))
            if number % 100 == 0:
                gc.collect()
        players = tuple(one.timed(player) for player, one in watched.items() if one.spent)
    finally:
        gc.enable()
    ours, theirs = (tuple(told for own, told in wrong if own == wanted) for wanted in (True, False))
    return Decisions(name, games, strangers, ours, theirs, players)


def _config(game: AnyGame, number: int, chance: Random) -> tuple[str, Any]:
    """Return the preset whose turn it is, in every second round with some of its settings drawn by chance."""
    presets = tuple(game.presets)
    preset = presets[number % len(presets)]
    for _ in range(ATTEMPTS if number // len(presets) % 2 else 0):
        drawn = {s.key: _any(s, chance) for s in game.settings if chance.random() < DRAWN}
        wrote = {key: text for key, text in drawn.items() if text is not None}
        with suppress(BadSetting):
            return f"{preset}, settings drawn", config_of(
                game, recipe_of(game, {"condition": preset, **wrote}), 1, number
            )
    return preset, config_of(game, recipe_of(game, {"condition": preset}), 1, number)


def _any(setting: Setting, chance: Random) -> str | None:
    """Return any value of a setting, as a text; None for documents."""
    match setting.kind:
        case Whole(low, high) | Money(low, high):
            return setting.show(chance.randint(low, high))
        case Option(options):
            return chance.choice(options)
        case Flag():
            return setting.show(chance.random() < 0.5)
    return None


def _stranger(game: AnyGame, config: Any, seat: Seat, chance: Random) -> tuple[str, Policy]:
    """Return an attack, or somebody who plays each turn like another of our players, and what it is."""
    attack = attack_on(game.name)
    match chance.randrange(3):
        case 0:
            return "attack", attack.learner([chance.uniform(-3, 3) for _ in range(attack.width)])
        case 1:
            return chance.choice([(f"attack {named}", policy) for named, policy in attack.families(config, seat)])
    starts = [analytic(player) for player in game.players.values()]

    def begin(seed: int) -> Turns:
        turns = [start(seed) for start in starts]
        return lambda view: chance.choice(turns)(view)

    return "changing players", begin


def _noted(policy: Policy, deciding: Callable[[], None]) -> Policy:
    """Return the policy, which calls `deciding` before each turn."""

    def begin(seed: int) -> Turns:
        turns = policy(seed)

        def turn(view: Any) -> Act[Any]:
            deciding()
            return turns(view)

        return turn

    return begin


def _again(found: _Found, caches: Iterable[Any]) -> float:
    """Return the least time of a decision over repetitions, none of which remembers another."""
    least = float("inf")
    for _ in range(REPEATS):
        for cache in caches:
            cache.cache_clear()
        turns = found.turns()
        began = thread_time()
        turns(found.view)
        least = min(least, (thread_time() - began) * 1000)
    return least


def _caches() -> list[Any]:
    """Return the memories of the games' functions, those inside of decorators too."""
    remembering = type(lru_cache(len))
    return [one for one in gc.get_objects() if type(one) is remembering and one.__module__.startswith("games.")]
