"""Analysis of finished balloon games."""
