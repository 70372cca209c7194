"""Typed text to a move in trading."""
