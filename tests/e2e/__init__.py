"""Whole programs as processes, driven from outside: through a terminal, through the loopback platforms, and killed in
the middle of a game.
"""
