"""Reading of the society: text to a move, in every phase."""
