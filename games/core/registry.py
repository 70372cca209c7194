"""Games by name. This package's are listed here; others join by an entry point in the group `parley.games`."""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from games.core.contract import AnyGame

OURS = {
    "bargaining": "games.bargaining:game",
    "trading": "games.trading:game",
    "balloon": "games.balloon:game",
    "dealornodeal": "games.dealornodeal:game",
    "society": "games.society:game",
}
"""This package's games, in the order in which people are offered them."""
HIDDEN = {"form": "games.forms:game"}
"""Games that nobody is offered and no list names: the program opens them by itself, as stages of a study."""


class UnknownGame(LookupError):
    """A name that no game has. `known` lists the names there are."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"There is no game called {name!r}. Games: {', '.join(known)}.")
        self.name, self.known = name, known


@cache
def _theirs() -> dict[str, str]:
    """Return other packages' games. A search of all that is installed finds them: it takes milliseconds."""
    return {entry.name: entry.value for entry in entry_points(group="parley.games")}


@cache
def _sources() -> dict[str, str]:
    return _theirs() | HIDDEN | OURS


def names() -> tuple[str, ...]:
    """Return the names of all games that people are offered, this package's first, in the order above."""
    return (*OURS, *sorted(_sources().keys() - OURS.keys() - HIDDEN.keys()))


def load() -> None:
    """Import every game. A server does so before it listens: it takes about a second, and somebody's first message
    would wait for it.
    """
    for name in _sources():
        get(name)


@cache
def get(name: str) -> AnyGame:
    """Return the game of that name, offered or hidden.

    Raises `UnknownGame`, and `ValueError` if the game calls itself by another name.
    """
    try:
        module, _, attribute = _sources()[name].partition(":")
    except KeyError:
        raise UnknownGame(name, names()) from None
    game: AnyGame = getattr(import_module(module), attribute)
    if game.name != name:
        raise ValueError(f"The game {game.name!r} is listed as {name!r}. List it under its own name.")
    return game
