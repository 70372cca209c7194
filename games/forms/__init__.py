"""Forms: consent, tutorials, checks and surveys as one-seat games, opened by studies and offered to nobody."""

from games.forms.game import game as game
