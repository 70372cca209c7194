"""Resource trading: two seats swap goods that each values differently (docs/trading.md, docs/sources.md)."""

from games.trading.game import game as game
