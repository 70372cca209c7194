"""Operators' commands: defined once, free of any platform; every chat and the command line offer the same."""
