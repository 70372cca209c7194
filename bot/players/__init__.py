"""Strategies: the players that decide for AI seats."""

from typing import TYPE_CHECKING

from bot.players.analytic import Analytic
from bot.players.base import Brief, Decision, Strategy
from bot.players.script import BadScript, Script
from bot.players.trained import catalogue
from games.core.contract import AnyGame

if TYPE_CHECKING:
    from bot.players.llm.model_players import ModelPlayers

__all__ = ["LLM", "Analytic", "BadScript", "Brief", "Decision", "Script", "Strategy", "UnknownStrategy", "find"]

LLM = "llm"
"""The name of the model player; `llm:PERSONA`, `llm:PERSONA@MODEL` and `llm:@MODEL` name its persona and its model."""


class UnknownStrategy(ValueError):
    """Error: no strategy has this name; the text lists those that exist."""


def find(name: str, game: AnyGame, models: "ModelPlayers | None" = None) -> Strategy:
    """Return an analytic or trained player, `script:FILE`, or `llm` if models are given. Raises `ValueError`."""
    kind, _, rest = name.partition(":")
    if kind == "script" and rest:
        return Script.load(rest)
    if kind == LLM and models is not None:
        return models.player(rest)
    if kind == LLM:
        raise UnknownStrategy(
            f"{LLM} needs ANTHROPIC_API_KEY (or another provider in PARLEY_LLM_PROVIDER), and the library that "
            f"pip install 'parley[llm]' brings; `parley doctor` says what is missing. "
            f"Choose one of {', '.join(game.players)}, or script:FILE."
        )
    if name in game.players:
        return Analytic(name)
    if catalogue.is_trained(name) and game.name == catalogue.GAME:
        return _trained(name)
    raise UnknownStrategy(
        f"Nobody called {name!r} plays {game.name}. Choose one of {', '.join(game.players)}, {LLM}, or script:FILE."
    )


def _trained(name: str) -> Strategy:
    if not catalogue.ready():
        raise UnknownStrategy(catalogue.MISSING)
    from bot.players.trained.player import named

    return named(name)
