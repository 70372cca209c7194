"""Opponents under attack: the most that anybody can win from an analytic player, searched game by game."""
