"""Words of a game of books, hats and balls: its posts, and the result card."""
