"""Telegram: direct messages, words and inline keyboards."""
