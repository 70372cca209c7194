"""Dividing books, hats and balls in free words (seed 004)."""

from games.dealornodeal.game import game

__all__ = ["game"]
