"""The analysis of a game of books, hats and balls: its notable deals, and the coach."""
