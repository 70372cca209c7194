"""The plan of a tournament, from the words of `parley simulate`.

Contexts. A game whose random parts can all be given as a document has a setting `instance` of the kind `Document`.
`--contexts FILE` writes each line of a file into it: line i equals the content of a file for `--set instance=…` in game
i. So a game takes contexts as soon as its `instance` understands one line of such a file, whatever its format.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TypeVar

from bot import players as strategy
from bot.cli.overrides import BadDocument, document
from bot.research.tournament import ALL, Plan
from bot.runtime.documents import Unreadable, text_of
from games.core.contract import AnyGame
from games.core.draw import Recipe, config_of, recipe_of, settings_of
from games.core.registry import get
from games.core.settings import BadSetting, Document, find

T = TypeVar("T", str, Path)
Pairing = dict[str, str]
Finder = Callable[[str, AnyGame], strategy.Strategy]

INSTANCE = "instance"
GAMES = 100


class BadRequest(ValueError):
    """Error: a request that cannot be done; the text says what is possible."""


def planned(
    name: str,
    seats: Iterable[str],
    games: int | None,
    seed: int,
    wrote: Iterable[str],
    contexts: Path | None,
    matrix: bool,
    finder: Finder = strategy.find,
) -> Plan:
    """Return the plan that the words of a command describe. Raises an error that is one sentence."""
    game = get(name)
    texts = texts_of(game, wrote)
    lines = _contexts(game, contexts) if contexts is not None else []
    recipes = tuple(recipe_of(game, {**texts, INSTANCE: line}) for line in lines) or (recipe_of(game, texts),)
    count = games or len(lines) or GAMES
    if lines:
        count = min(count, len(lines))
    _playable(game, recipes[:count], seed, f"Context {{}} of {contexts}: " if lines else "")
    known = [info.seat for info in game.seats(config_of(game, recipes[0], seed, 0))]
    pairings = pairings_of(game, known, seats, matrix, finder)
    return Plan(game.name, recipes, seed, count, pairings)


def texts_of(game: AnyGame, wrote: Iterable[str]) -> dict[str, str]:
    """Return the settings of `--set key=value`. Documents are read from files. Raises `ValueError`, one sentence."""
    return _documents(game, dict(map(_assigned, wrote)))


def _contexts(game: AnyGame, path: Path) -> list[str]:
    lines = [line for line in _read(path, text_of).splitlines() if line.strip()]
    if not any(s.key == INSTANCE and isinstance(s.kind, Document) for s in game.settings):
        raise BadRequest(f"{game.name} takes no contexts: it has no setting {INSTANCE!r}.")
    if not lines:
        raise BadRequest(f"{path} holds no context; write one a line.")
    return lines


def _playable(game: AnyGame, recipes: Iterable[Recipe], seed: int, where: str) -> None:
    """Raise `BadRequest` for a recipe that makes no configuration; `where` names it by its number."""
    for number, recipe in enumerate(recipes):
        try:
            config_of(game, recipe, seed, number)
        except BadSetting as problem:
            raise BadRequest(f"{where.format(number + 1)}{problem}") from None


def pairings_of(
    game: AnyGame, known: Sequence[str], seats: Iterable[str], matrix: bool, finder: Finder = strategy.find
) -> tuple[Pairing, ...]:
    """Return every combination of the players named for the seats; a matrix that names none uses all players.

    Raises `BadRequest` for an unknown seat, and the error of `strategy.find` for an unknown player.
    """
    named: dict[str, list[str]] = {}
    for text in seats:
        for seat, player in _sittings(text):
            if seat not in (ALL, *known):
                raise BadRequest(f"{game.name} has no seat {seat!r}; its seats are {', '.join(known)}, or {ALL}.")
            found = finder(player, game)
            if isinstance(found, strategy.Script):
                found.check(known)
            if player not in named.setdefault(seat, []):
                named[seat].append(player)
    if matrix and not named and len(known) == 2:
        named = {seat: list(game.players) for seat in known}
    if matrix and (len(named) != 2 or ALL in named):
        raise BadRequest(f"--matrix takes two seats, such as --seats {known[0]}=… --seats {known[-1]}=….")
    named = named or {ALL: [game.default_player]}
    return tuple(dict(zip(named, players, strict=True)) for players in product(*named.values()))


def _sittings(text: str) -> Iterator[tuple[str, str]]:
    seat = ""
    for part in text.split(","):
        name, sign, player = part.partition("=")
        if sign and name.strip().isidentifier():
            seat, part = name.strip(), player
        if not seat or not part.strip():
            raise BadRequest(f"--seats takes SEAT=PLAYER, or SEAT=PLAYER,PLAYER; you wrote {text!r}.")
        yield seat, part.strip()


def _assigned(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise BadRequest(f"--set takes KEY=VALUE; you wrote {text!r}.")
    return key.strip(), value.strip()


def _documents(game: AnyGame, texts: dict[str, str]) -> dict[str, str]:
    known = settings_of(game)
    named = {key for key in texts if isinstance(find(known, key).kind, Document)}
    return {key: _read(text, document) if key in named else text for key, text in texts.items()}


def _read(path: T, read: Callable[[T], str]) -> str:
    try:
        return read(path)
    except (BadDocument, Unreadable) as problem:
        raise BadRequest(f"{path} {problem}.") from None
