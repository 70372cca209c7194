"""Typed text to a move in price bargaining."""
