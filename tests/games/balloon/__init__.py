"""Tests of the balloon game."""
