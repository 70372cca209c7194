"""Things to divide: item sets, every division of a pool, and contexts with both sides' values."""
