"""Tests of `bot`; the folders are those of the package."""
