"""Resource trading: two seats swap goods that each values differently (seed 002; two-player-games.md, section 3)."""

from games.trading.game import game

__all__ = ["game"]
