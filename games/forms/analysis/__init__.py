"""Outcome of a form: its answers, its checks, and the scores of known instruments."""
