"""The terminal: one person at a keyboard, a pipe or a program in its place."""
