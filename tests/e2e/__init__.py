"""Whole programs, driven from outside."""
