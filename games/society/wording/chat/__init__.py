"""Chat look of the society: short posts in which people have names."""
