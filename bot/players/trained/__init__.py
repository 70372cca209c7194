"""Trained players: small neural networks that negotiate over books, hats and balls in words of their own (numpy)."""
