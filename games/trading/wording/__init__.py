"""Posts of trading, made from facts."""
