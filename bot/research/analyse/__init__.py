"""Analysis of a bundle: the tables and tests of a factorial study of negotiations."""
