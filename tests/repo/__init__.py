"""Tests of the repository itself: its files, its container, its make targets."""
