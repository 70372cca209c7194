"""Sentences of a form: short, and one item at a time."""
