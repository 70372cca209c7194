"""Limits: the least points that a player takes, drawn once at the deal.

A limit is a share of both sides' points. For each level of my own points, take the most that it leaves the other side,
on average over the values that side may have. The level's share is my part of the sum. People's least acceptable shares
lie between nothing and half, with most of them from 20 to 50 per cent (Güth, Schmittberger and Schwarze 1982; Camerer
2003, chapter 2), so players draw theirs from a wide range, too.
"""

from itertools import pairwise

from msgspec import Struct

from games.core.contract import rng
from games.dealornodeal.domain.deals import LARGE, remembered
from games.dealornodeal.tactics.belief import SCALE, Table


class Commitment(Struct, frozen=True):
    """The disposition of a player, drawn at the deal. `limit`: the least that it takes, in per mille of its points."""

    limit: int = 0


@remembered(1024, lambda at, fallback: len(at.shares) > LARGE)
def levels(at: Table, fallback: int) -> tuple[tuple[int, int], ...]:
    """Return my points above no deal, lowest first, each with my share of both sides' gains in per mille."""
    order = sorted(range(len(at.shares)), key=lambda deal: -at.own[deal])
    best = [0] * len(at.vectors)
    found: dict[int, int] = {}
    for deal in order:
        best = list(map(max, best, at.theirs[deal]))
        if at.own[deal] > fallback:
            found[at.own[deal]] = sum(best) // max(1, len(best))
    return tuple(
        (own, SCALE * (own - fallback) // (own - fallback + max(0, theirs - fallback)))
        for own, theirs in sorted(found.items())
    )


def commitment(at: Table, fallback: int, shares: tuple[int, int], seed: int) -> Commitment:
    """Return a disposition whose limit comes nearest to a share drawn between two."""
    share = rng(seed, "limit").randint(*shares)
    own, _ = min(levels(at, fallback), key=lambda level: abs(level[1] - share), default=(SCALE, SCALE))
    return Commitment(own)


def distribution(at: Table, fallback: int, shares: tuple[int, int]) -> tuple[tuple[Commitment, int], ...]:
    """Return every disposition that may be drawn, with the number of shares that draw it."""
    own = {share: own for own, share in reversed(levels(at, fallback))}
    nearest = sorted(own)
    if not nearest:
        return ((Commitment(SCALE), 1),)
    ends = [*((low + high) // 2 for low, high in pairwise(nearest)), shares[1]]
    starts = [shares[0], *(end + 1 for end in ends)]
    counts = [min(end, shares[1]) - max(start, shares[0]) + 1 for start, end in zip(starts, ends, strict=False)]
    return tuple((Commitment(own[share]), count) for share, count in zip(nearest, counts, strict=True) if count > 0)
