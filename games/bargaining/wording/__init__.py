"""Posts of price bargaining, made from facts."""
