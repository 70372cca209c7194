"""The balloon: two seats agree on one set of items under a limit (seed 000; two-player-games.md, section 2)."""

from games.balloon.game import game

__all__ = ["game"]
