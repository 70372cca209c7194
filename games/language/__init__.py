"""Typed words in any game: canonical text, agreement, numbers, negation."""
