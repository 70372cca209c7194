"""Chance: seeds and generators by purpose. Nothing here reads a clock or the system's randomness."""

from functools import lru_cache
from hashlib import sha256
from random import Random


@lru_cache(1_024)
def subseed(seed: int, *purpose: str | int) -> int:
    """Return a 64-bit seed for one purpose of a session, from SHA-256 of the session's seed and the purpose."""
    text = "|".join([str(seed), *map(str, purpose)])
    return int.from_bytes(sha256(text.encode()).digest()[:8])


def rng(seed: int, *purpose: str | int) -> Random:
    """Return a random generator for one purpose of a session. Drawing for one purpose never shifts another."""
    return Random(subseed(seed, *purpose))
