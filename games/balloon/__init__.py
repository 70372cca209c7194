"""The balloon game: two seats agree on one set of items under a limit (docs/balloon.md, docs/sources.md)."""

from games.balloon.game import game as game
