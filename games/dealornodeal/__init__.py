"""Dividing books, hats and balls in free words (docs/dealornodeal.md, docs/sources.md)."""

from games.dealornodeal.game import game as game
