"""Analytic players: the game's own tactics behind the strategy contract."""

from bot.players.base import Brief, Decision


class Analytic:
    """One of the game's players by name. It answers in under a millisecond and always legally."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        return decide(self.name, brief)


def decide(name: str, brief: Brief, note: str = "") -> Decision:
    """Return an analytic player's decision at once. On the seat's first turn its fixed thresholds go into the log."""
    player = brief.game.players[name]
    act = player.decide(brief.view, brief.seed)
    private = dict(player.disposition(brief.view, brief.seed)) if brief.turn == 0 else None
    return Decision(act.move, act.say, source=name, note=note, private=private or None)
