"""Wording of the balloon game: facts and refusals to posts."""
