"""Words that a game's readers look for, taken from the readers themselves: their patterns, word lists and sample texts.

A new pattern or word list is found without being listed anywhere, so a measurement over these words cannot fall behind.
"""

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import walk_packages
from random import Random
from types import ModuleType
from typing import Any, Final

_parser: Any = vars(re)["_parser"]
"""The standard library's own parser of patterns; it has no public name."""
SHARED: Final = ("games.language.text", "games.language.agreement", "games.core.prompt")
"""Modules that scan words for every game."""
LONGEST: Final = 40
"""Characters of a token; what is longer is cut."""
_SAMPLES: Final = 2
"""Random samples of each part of a pattern."""
_CLASSES: Final = {
    "CATEGORY_DIGIT": "7",
    "CATEGORY_SPACE": " ",
    "CATEGORY_WORD": "w",
    "CATEGORY_NOT_DIGIT": "d",
    "CATEGORY_NOT_SPACE": "s",
    "CATEGORY_NOT_WORD": "-",
}


def modules(game: str) -> Iterator[ModuleType]:
    """The modules of a game and the shared ones that its reader may use."""
    package = import_module(f"games.{game}")
    yield package
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        yield import_module(found.name)
    yield from map(import_module, SHARED)


def tokens(game: str) -> list[str]:
    """All words and signs of a game's readers, each once, in a fixed order."""
    chance = Random(game)
    found: dict[str, None] = {}
    for module in modules(game):
        for name, value in sorted(vars(module).items()):
            if not name.startswith("__"):
                found.update(dict.fromkeys(_spoken(value, chance)))
    return [token for token in found if token]


def _spoken(value: Any, chance: Random, depth: int = 0) -> Iterator[str]:
    """The tokens in one value of a module: a pattern, a list of words, or a container of either."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield from _of_pattern(value, chance)
    elif isinstance(value, str):
        if depth or len(value.split()) < 4:
            yield value[:LONGEST]
        else:
            yield from (word[:LONGEST] for word in value.split())
    elif isinstance(value, dict) and depth < 3:
        for part in (*value.keys(), *value.values()):
            yield from _spoken(part, chance, depth + 1)
    elif isinstance(value, (set, frozenset)) and depth < 3:
        yield from (part[:LONGEST] for part in sorted(part for part in value if isinstance(part, str)))
    elif isinstance(value, (tuple, list)) and depth < 3:
        for part in value:
            yield from _spoken(part, chance, depth + 1)


def _of_pattern(pattern: re.Pattern[str], chance: Random) -> Iterator[str]:
    """Texts that the parts of a pattern match, or nearly match: the whole, and each alternative by itself."""
    for part in _parts(_parser.parse(pattern.pattern, pattern.flags)):
        for _ in range(_SAMPLES):
            yield sample(part, chance)[:LONGEST]


def _parts(nodes: Any) -> Iterator[Any]:
    """A sequence of a parsed pattern, and all sequences inside it."""
    yield nodes
    for _, argument in nodes:
        for inner in sequences(argument):
            yield from _parts(inner)


def sequences(argument: Any) -> Iterator[Any]:
    """The sequences directly inside the argument of a node."""
    if isinstance(argument, _parser.SubPattern):
        yield argument
    elif isinstance(argument, (tuple, list)):
        for part in argument:
            yield from sequences(part)


def sample(nodes: Iterable[Any], chance: Random) -> str:
    """A random text that a sequence of a parsed pattern matches, conditions on what stands round it left aside."""
    return "".join(_sample(str(kind), argument, chance) for kind, argument in nodes)


def _sample(kind: str, argument: Any, chance: Random) -> str:
    match kind:
        case "LITERAL":
            return chr(argument)
        case "NOT_LITERAL":
            return "x" if argument != ord("x") else "y"
        case "ANY":
            return "x"
        case "IN":
            return _one_of(argument, chance)
        case "BRANCH":
            return sample(chance.choice(argument[1]), chance)
        case "SUBPATTERN" | "ATOMIC_GROUP":
            return sample(argument[-1] if kind == "SUBPATTERN" else argument, chance)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            low, high, body = argument
            times = chance.randint(int(low), min(int(high), int(low) + 2))
            return "".join(sample(body, chance) for _ in range(times))
        case "ASSERT":
            return sample(argument[1], chance) if argument[0] > 0 else ""
    return ""


def _one_of(members: Any, chance: Random) -> str:
    """A character of a set; of a negated one, some character that is common in texts."""
    if str(members[0][0]) == "NEGATE":
        shut = {chr(value) for kind, value in members[1:] if str(kind) == "LITERAL"}
        return next(char for char in "x 7,.-'\"\n#" if char not in shut)
    kind, value = chance.choice(members)
    match str(kind):
        case "LITERAL":
            return chr(value)
        case "RANGE":
            return chr(chance.choice((value[0], value[1])))
        case "CATEGORY":
            return _CLASSES.get(str(value), "x")
    return ""
