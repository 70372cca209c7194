"""The analysis of a trading game: the best swaps and their frontier."""
