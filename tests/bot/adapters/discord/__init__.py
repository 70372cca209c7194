"""Tests of Telegram: the real library against the strict fake on loopback."""
