"""Translation from an operator's settings to exactly what the engine loads, and back to texts.

Settings come from the game itself. The few that every game has (seat, opponent, tempo) are settings of the same kind,
so that all front ends treat them alike. A definition is accepted only if every tried combination of its values deals a
playable session.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import product
from math import prod
from types import MappingProxyType
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from bot.players import LLM
from bot.players.trained import catalogue as trained
from bot.session.lobby import CHAT, HUMAN
from bot.session.model.terms import TEMPI, tempo_of
from bot.studies.design import Cell, Definition, Effective, Pairs, Variant
from games.core.codec import digest, encode
from games.core.contract import AnyGame, rng
from games.core.draw import (
    Choice,
    Draw,
    Fixed,
    Recipe,
    Sequence,
    Uniform,
    config_of,
    draw_of,
    recipe_of,
    settings_of,
    written,
)
from games.core.registry import get
from games.core.settings import BadSetting, Option, Setting, find

ANY = "default"
"""The value that leaves the choice of the opponent to the service."""
HOUSE = ("seat", "opponent", "tempo")
CORNERS = 256
"""Number of combinations of a recipe's values that are tried before it is accepted."""
FEWEST, ALTOGETHER = 16, 1_024
"""The same limit for each condition of a design, and for all its conditions together. Trying one takes 0.1 ms on the
event loop. Fifty conditions with 256 each froze every session for 1.3 s, several times in one command.
"""
DEALT = 3
"""Number of these combinations with which a game is also dealt."""
CELLS = 50
WEIGHTS = range(1, 21)
"""Maximum of conditions that a game may have, and range of their weights."""
BACK = "default"
"""The value that resets a setting to what it was before anybody wrote it."""
VERSION = "version"
"""Key that may accompany written settings: they apply only if the game is still at this version. Forms hold it."""


class Opponent(Option, frozen=True, tag="opponent"):
    """Setting for the opponent: a name, or a model in a persona. The service checks who can play here."""

    def allowed(self) -> str:
        return f"{super().allowed()}, or {LLM}:PERSONA@MODEL with either part left out"

    def parse(self, text: str) -> str | None:
        kind, sign, player = text.partition(":")
        persona, at, model = player.partition("@")
        named = re.fullmatch(r"[\w-]{1,40}", persona) or (at and not persona)
        if kind.casefold() == LLM and sign and named and (not at or re.fullmatch(r"[\w.:/@+-]{1,120}", model)):
            return f"{LLM}:{persona.casefold()}{at}{model}"  # models' names may have capitals
        return super().parse(text)


class Pace(Option, frozen=True, tag="tempo"):
    """Setting for the tempo: a name, or the minutes that each act may take."""

    def allowed(self) -> str:
        return f"{super().allowed()}, or minutes for each act, such as 5 minutes"

    def parse(self, text: str) -> str | None:
        named = super().parse(text)
        if named is None:
            with suppress(ValueError):
                return tempo_of(text).name
        return named


def settings(game: AnyGame, seats: tuple[str, ...]) -> tuple[Setting, ...]:
    """Return all settings: the game's own, and those that every game has."""
    players = Opponent(tuple(dict.fromkeys((ANY, *game.players, *trained.names(game.name), LLM, HUMAN))))
    return (
        *settings_of(game),
        Setting("seat", Option(seats), seats[0], "The seat of the person who starts the game."),
        Setting("opponent", players, ANY, f"Who plays the other seats; {HUMAN} keeps them for people."),
        Setting("tempo", Pace(tuple(TEMPI)), "chat", "How fast clocks run: calm never hurries, slow takes days."),
    )


def known(definition: Definition) -> tuple[Setting, ...]:
    """Return the settings of a definition. Its own values may need its conditions to make a playable game."""
    game = get(definition.game)
    wrote = merged(definition.wrote, definition.cells[0].wrote) if definition.cells else definition.wrote
    return settings(game, _seats(game, next(_configs(game, _recipe(game, wrote)))))


def normal(game: AnyGame, pairs: Mapping[str, str], under: Mapping[str, str] = MappingProxyType({})) -> Pairs:
    """Return settings as they are written, sorted by key; `under` are those that they are written over.

    Raises `BadSetting` for an unknown key, an unusable text, and settings that make no game together.
    """
    known = (*settings_of(game), *_house(game, {**under, **pairs}))
    return tuple(sorted((key, written(find(known, key), draw_of(find(known, key), pairs[key]))) for key in pairs))


def _house(game: AnyGame, texts: Mapping[str, str]) -> tuple[Setting, ...]:
    """Return the settings that every game has, with the seats of a game that has these settings."""
    config = next(_configs(game, _recipe(game, tuple(texts.items()))))
    return settings(game, _seats(game, config))[-len(HOUSE) :]


def _seats(game: AnyGame, config: Any) -> tuple[str, ...]:
    return tuple(info.seat for info in game.seats(config))


def most_seats(game: str, variant: Variant) -> int:
    """Return the most seats that a condition deals."""
    return max(len(_seats(get(game), config)) for config in _configs(get(game), variant.recipe, FEWEST))


def _recipe(game: AnyGame, wrote: Pairs) -> Recipe:
    return recipe_of(game, {key: text for key, text in wrote if key not in HOUSE}, CHAT)


def effective(definition: Definition) -> Effective:
    """Return the settings that the engine loads. Raises `BadSetting` for anything that cannot be played."""
    return _effective(definition.game, definition.wrote, definition.cells, definition.seed)


@lru_cache(128)
def _effective(name: str, wrote: Pairs, cells: tuple[Cell, ...], seed: int) -> Effective:
    game = get(name)
    cells = cells or (Cell("", ()),)
    most = max(FEWEST, min(CORNERS, ALTOGETHER // len(cells)))
    recipes = []
    seats: tuple[str, ...] = ()
    for cell in cells:
        recipe = _recipe(game, merged(wrote, cell.wrote))
        for n, config in enumerate(_configs(game, recipe, most)):
            found = _seats(game, config)
            seats = tuple(s for s in seats if s in found) if seats else found
            if n < DEALT:
                _dealt(game, config, n)
        recipes.append(recipe)
    texts, house = dict(wrote), settings(game, seats)[-len(HOUSE) :]
    usual = {s.key: str(s.parse(texts.get(s.key, str(s.default)))) for s in house}
    variants = (_variant(cell, recipe, house, usual) for cell, recipe in zip(cells, recipes, strict=True))
    seat, opponent, tempo = usual.values()
    return Effective(game.name, game.rules, seat, opponent, tempo, seed, tuple(variants))


def _variant(cell: Cell, recipe: Recipe, house: tuple[Setting, ...], usual: Mapping[str, str]) -> Variant:
    """Return a condition with the house's settings that it has otherwise than the design."""
    texts = dict(cell.wrote)
    own = {s.key: str(s.parse(texts[s.key])) for s in house if s.key in texts}
    return Variant(
        cell.label, cell.weight, recipe, *(own.get(k, t) if own.get(k, t) != t else UNSET for k, t in usual.items())
    )


def _dealt(game: AnyGame, config: Any, seed: int) -> None:
    try:
        state = game.deal(config, seed)
    except BadSetting:
        raise
    except (ValueError, LookupError, ArithmeticError):
        raise BadSetting("condition", "must deal a game, and these settings together do not") from None
    if game.turn(state).over:
        raise BadSetting("condition", "must leave something to decide; this game would be over at once")


def _configs(game: AnyGame, recipe: Recipe, most: int = CORNERS) -> Iterator[Any]:
    """Yield at most `most` configurations from a recipe's extreme values. Raises `BadSetting` at an unplayable one."""
    spans = [[(key, value) for value in _ends(draw)] for key, draw in recipe.fields]
    few: Iterable[tuple[tuple[str, Draw], ...]] = product(*spans)
    if prod(len(span) for span in spans) > most:
        chance = rng(0, "corners")
        few = (tuple(chance.choice(span) for span in spans) for _ in range(most))
    for fields in few:
        yield config_of(game, replace(recipe, fields=fields), 0, 0)


def _ends(draw: Draw) -> tuple[Draw, ...]:
    match draw:
        case Choice(values) | Sequence(values):
            return tuple(Fixed(value) for value in dict.fromkeys(values))
        case Uniform(low, high, step):
            middle = low + (high - low) // step // 2 * step
            return tuple(Fixed(value) for value in dict.fromkeys((low, high, middle, min(low + step, high))))
    return (draw,)


def hash_of(loaded: Effective) -> str:
    return digest(encode(loaded))


def merged(below: Pairs, above: Pairs) -> Pairs:
    """Return settings with others written over them, sorted by key."""
    return tuple(sorted({**dict(below), **dict(above)}.items()))


def write(definition: Definition, pairs: Mapping[str, str]) -> Definition:
    """Return a definition with settings written into it, or reset. Raises `BadSetting` and changes nothing."""
    texts = dict(definition.wrote)
    for key, text in pairs.items():
        setting = find(known(definition), key)
        own = isinstance(setting.kind, Option) and setting.kind.parse(BACK) is not None
        if text.strip().casefold() == BACK and not own:
            texts.pop(key, None)
        else:
            texts[key] = written(setting, draw_of(setting, text))
    changed = replace(definition, wrote=tuple(sorted(texts.items())))
    effective(changed)
    return changed


def texts_of(loaded: Effective, variant: int = 0) -> dict[str, str]:
    """Return every setting of a condition as its text, defaults included."""
    game, recipe = get(loaded.game), loaded.variants[variant].recipe
    known = {s.key: s for s in game.settings}
    told = {"condition": recipe.condition} | {key: written(known[key], draw) for key, draw in recipe.fields}
    return told | loaded.house(loaded.variants[variant])


def own_texts(definition: Definition) -> dict[str, str]:
    """Return every setting of a definition as its text, before its conditions change any."""
    loaded = effective(definition)
    plain = Variant("", 1, _recipe(get(definition.game), definition.wrote))
    return texts_of(replace(loaded, variants=(plain,)))


def difference(before: Definition, after: Definition) -> tuple[tuple[str, str, str], ...]:
    """Return the settings that differ between two versions, conditions aside: key, value before, value after."""
    old, new = own_texts(before), own_texts(after)
    return tuple((key, old.get(key, ""), new[key]) for key in new if old.get(key) != new[key])


def cell_of(definition: Definition, there: tuple[Cell, ...], label: str, pairs: dict[str, str], weight: str) -> Cell:
    """Return one more condition. Raises `BadSetting`. Whether it can be played is checked elsewhere."""
    wrote = normal(get(definition.game), pairs, dict(definition.wrote))
    label = label or " ".join(f"{key}={dict(wrote)[key]}" for key in pairs) or "plain"
    if len(label) > 80:
        raise BadSetting("label", "must have at most 80 characters; give it a short one", label)
    if label.casefold() in {cell.label.casefold() for cell in there}:
        raise BadSetting("label", f"must be new; there are {', '.join(cell.label for cell in there)}", label)
    if not re.fullmatch(r"\d{1,2}", weight) or int(weight) not in WEIGHTS:
        raise BadSetting("weight", f"must be a whole number from {WEIGHTS[0]} to {WEIGHTS[-1]}", weight)
    if len(there) >= CELLS:
        raise BadSetting("conditions", f"must be at most {CELLS}")
    return Cell(label, wrote, int(weight))
