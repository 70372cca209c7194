"""Reading of the balloon game: text to a move."""
