"""Fold logs of a game and print what every event leads to: `python -m tests.games.refold games.bargaining:game < logs`.

`tests.games.contract` runs it as a fresh process under another PYTHONHASHSEED, to see that the log is all there is.
"""

import sys
from collections.abc import Iterable
from importlib import import_module

from msgspec import Raw, Struct

from games.core.codec import decode, digest, encode
from games.core.contract import TABLE, AnyGame, News


class Log(Struct, frozen=True):
    """A whole game as bytes: its configuration, its seed and the events that were applied."""

    config: Raw
    seed: int
    events: tuple[Raw, ...]


def load(path: str) -> AnyGame:
    """The game at `module:attribute`."""
    module, _, attribute = path.partition(":")
    game: AnyGame = getattr(import_module(module), attribute)
    return game


def mark(game: AnyGame, config: object, state: object, news: Iterable[News[object]]) -> str:
    """A hash over a state, what everybody sees of it, and what was told on the way to it."""
    viewers = (TABLE, *(info.seat for info in game.seats(config)))
    views = [encode(game.view(state, who)) for who in viewers]
    stakes = [encode(game.stake(state, who)) for who in viewers[1:]]
    return digest(encode(state), encode(tuple(news)), encode(game.turn(state)), *views, *stakes)


def marks(game: AnyGame, log: Log) -> list[str]:
    """One mark for the deal and one for each event."""
    config = decode(bytes(log.config), game.Config)
    state = game.deal(config, log.seed)
    made = [mark(game, config, state, game.opening(state))]
    for raw in log.events:
        event = decode(bytes(raw), game.event_type)
        before, state = state, game.apply(state, event)
        made.append(mark(game, config, state, game.news(before, event, state)))
    return made


if __name__ == "__main__":
    played = load(sys.argv[1])
    for line in sys.stdin.buffer:
        sys.stdout.write(encode(marks(played, decode(line, Log))).decode() + "\n")
