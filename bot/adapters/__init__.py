"""Chats and the terminal: translate in, translate out, nothing else."""
