"""Who decides for an AI seat."""

from bot.strategy.analytic import Analytic
from bot.strategy.base import Brief, Decision, Strategy
from bot.strategy.script import BadScript, Script
from games.core import AnyGame

__all__ = ["Analytic", "BadScript", "Brief", "Decision", "Script", "Strategy", "UnknownStrategy", "find"]


class UnknownStrategy(ValueError):
    """Nobody plays under this name; the text lists who does."""


def find(name: str, game: AnyGame) -> Strategy:
    """The strategy behind a name: an analytic player of this game, or `script:FILE`. Raises `ValueError` with a
    sentence.
    """
    kind, _, rest = name.partition(":")
    if kind == "script" and rest:
        return Script.load(rest)
    if name in game.players:
        return Analytic(name)
    raise UnknownStrategy(
        f"Nobody called {name!r} plays {game.name}. Choose one of {', '.join(game.players)}, or script:FILE."
    )
