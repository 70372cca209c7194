"""Tests of the repository itself: its files, its container, its make targets, the budgets of its code, and that every
pattern is linear.
"""
