"""Analytic players: the game's own tactics behind the strategy contract."""

from typing import Any

import structlog
from msgspec import ValidationError

from bot.players.base import Brief, Decision, Drawn, own_seed
from games.core.contract import AnyGame, Seat

log = structlog.get_logger(__name__)


class Analytic:
    """One of the game's players by name. It answers in under a millisecond and always legally."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        return decide(self.name, brief)


def decide(name: str, brief: Brief, note: str = "") -> Decision:
    """Return an analytic player's decision at once, by the disposition that was recorded for it."""
    player, kept = brief.game.players[name], brief.drawn
    drawn = kept.disposition if kept is not None and kept.player == name else None
    try:
        act = player.decide(brief.view, brief.seed, drawn)
    except ValidationError as problem:
        log.warning("disposition_unreadable", game=brief.game.name, player=name, error=str(problem))
        act = player.decide(brief.view, brief.seed)
    return Decision(act.move, act.say, source=name, note=note, player=name)


def drawn(name: str, game: AnyGame, state: Any, seat: Seat, seed: int) -> Drawn:
    """Return the disposition of a player in a seat. `seed` is that of the session's players."""
    return Drawn(name, game.players[name].drawn(game.view(state, seat), own_seed(seed, seat)))
