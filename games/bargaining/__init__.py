"""Price bargaining: a buyer and a seller make alternating offers over one price (seed 001 and its sibling studies)."""

from games.bargaining.game import game

__all__ = ["game"]
