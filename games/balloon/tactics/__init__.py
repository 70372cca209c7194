"""Analytic players of the balloon game."""
