"""Wording of the society: facts and refusals to posts."""
