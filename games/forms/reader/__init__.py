"""Typed text and buttons to an answer."""
