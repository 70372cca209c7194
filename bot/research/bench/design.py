"""The design of a bench: which players meet over which deals.

- Every model and every analytic player meets the panel, the analytic opponents that people can choose, over every deal,
  once in each seat. Scores come from these games alone, so they do not depend on who else is on the bench.
- Where numpy is installed, trained players meet the panel over every fourth deal, once in each seat.
- Models meet one another over every fourth deal, once in each seat, and themselves once over the same deals.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from bot.players.trained import catalogue
from games.core.contract import AnyGame

CROSS: Final = 4
"""Models meet one another, and trained players the panel, over one deal in this many."""

Kind = Literal["panel", "cross", "mirror"]


class Match(Struct, frozen=True):
    """One game: the players of the first and the second seat, over the deal with this number."""

    game: str
    deal: int
    players: tuple[str, str]
    kind: Kind

    @property
    def name(self) -> str:
        return f"{self.game}/{self.deal}/{self.players[0]}~{self.players[1]}"


def panel(game: AnyGame) -> tuple[str, ...]:
    """Return the analytic opponents that everybody meets."""
    return tuple(level for level in game.levels if level in game.players)


def trained(game: AnyGame) -> tuple[str, ...]:
    """Return the trained players that a bench can seat in a game, each under one name."""
    there = tuple(f"{catalogue.KIND}/{agent}" for agent in dict.fromkeys(catalogue.AGENTS.values()))
    return there if game.name == catalogue.GAME and catalogue.ready() else ()


def matches(game: AnyGame, deals: int, models: Sequence[str]) -> tuple[Match, ...]:
    """Return all games of a bench, deal by deal, so that a bench that is cut short is balanced."""
    made = dict.fromkeys(match for deal in range(deals) for match in _over(game, deal, models))
    return tuple(made)


def _over(game: AnyGame, deal: int, models: Sequence[str]) -> Iterator[Match]:
    for opponent in panel(game):
        for player in (*models, *game.players, *(() if deal % CROSS else trained(game))):
            for players in ((player, opponent), (opponent, player)):
                yield Match(game.name, deal, players, "panel")
    if deal % CROSS:
        return
    for at, model in enumerate(models):
        yield Match(game.name, deal, (model, model), "mirror")
        for other in models[at + 1 :]:
            yield Match(game.name, deal, (model, other), "cross")
            yield Match(game.name, deal, (other, model), "cross")
