"""Where sessions live. Knows bytes, ids and versions, and no game."""
