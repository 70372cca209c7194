"""Tests; the tree mirrors games, storage and bot."""
