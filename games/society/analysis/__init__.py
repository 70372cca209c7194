"""The analysis of a game of the society: totals and shares."""
