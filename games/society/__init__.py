"""Society: coalitions, contracts, craft and share, for two to eight seats (docs/society.md, docs/sources.md)."""

from games.society.game import game as game
