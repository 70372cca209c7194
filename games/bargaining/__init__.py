"""Price bargaining: a buyer and a seller make alternating offers over one price. docs/sources.md names the studies."""

from games.bargaining.game import game as game
