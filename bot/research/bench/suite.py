"""Frozen suites of deals. A file of this package lists, for each game, the settings, and each deal's seed and hash.

The hash covers the dealt state without fields that have their default value. So a new field of a state changes no hash,
and any other change of a deal does: then scores could no longer be compared, and the suite is refused.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from games.core.codec import digest, encode
from games.core.contract import AnyGame
from games.core.draw import config_of, recipe_of
from games.core.registry import get

CORE: Final = "core-v1"


class BadSuite(ValueError):
    """Error: a suite that does not exist, or whose deals have changed; the text is one sentence."""


class Frozen(Struct, frozen=True):
    """A game in a suite. `deals` are pairs of seed and hash. `best` is what the best reply of the attacks got from each
    analytic opponent, by the seat that replies: a mean share of the surplus.
    """

    settings: dict[str, str]
    deals: tuple[tuple[int, str], ...]
    best: dict[str, dict[str, float]] = {}


class Deal(Struct, frozen=True):
    """One deal of a suite, checked."""

    game: str
    number: int
    seed: int
    config: Any


class Suite(Struct, frozen=True):
    """A suite by name. `draw` is the seed of drawn settings."""

    name: str
    draw: int
    games: dict[str, Frozen]


def names() -> tuple[str, ...]:
    """Return the names of all suites."""
    return tuple(sorted(path.name.removesuffix(".json") for path in _folder().iterdir() if path.name.endswith(".json")))


@cache
def load(name: str) -> Suite:
    """Return a suite. Raises `BadSuite`."""
    if name not in names():
        raise BadSuite(f"There is no suite {name[:40]!r}; there are {', '.join(names())}.")
    return msgspec.json.decode((_folder() / f"{name}.json").read_bytes(), type=Suite)


def deals(suite: Suite, game: str, most: int | None = None) -> tuple[Deal, ...]:
    """Return the deals of a game, or the first of them. Raises `BadSuite` if one is not what was frozen."""
    frozen, rules = suite.games[game], get(game)
    chosen = frozen.deals[:most]
    return tuple(_checked(suite, rules, frozen, number, *row) for number, row in enumerate(chosen))


def _checked(suite: Suite, game: AnyGame, frozen: Frozen, number: int, seed: int, known: str) -> Deal:
    config = config_at(suite.draw, game, frozen.settings, number)
    if hashed(game.deal(config, seed)) != known:
        raise BadSuite(
            f"Deal {number + 1} of {game.name} is no longer the one that {suite.name} froze, so scores could not be "
            "compared; use the version of Parley that the suite belongs to, or another suite."
        )
    return Deal(game.name, number, seed, config)


def config_at(draw: int, game: AnyGame, settings: dict[str, str], number: int) -> Any:
    """Return the configuration of a game's deal with this number."""
    return config_of(game, recipe_of(game, settings), draw, number)


def hashed(state: Any) -> str:
    """Return the hash of a dealt state."""
    return digest(encode(_essence(state)))


def _essence(value: Any) -> Any:
    match value:
        case Struct():
            kept = {f.name: getattr(value, f.name) for f in fields(value)}
            usual = {f.name: f.default for f in fields(value) if f.default is not NODEFAULT}
            return {name: _essence(held) for name, held in kept.items() if name not in usual or held != usual[name]}
        case tuple():
            return [_essence(held) for held in value]
        case frozenset():
            return sorted((_essence(held) for held in value), key=json.dumps)
    return value


def _folder() -> Any:
    return files("bot.research.bench") / "suites"
