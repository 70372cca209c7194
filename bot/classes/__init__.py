"""Classes: one game for a room full of people, with one clock, a board, and a review at the end."""
