"""Society: coalitions, contracts, craft and share, for two to eight seats (seed 003; society.md)."""

from games.society.game import game

__all__ = ["game"]
