"""Belief about the other side's values: exact, over every vector that fits one's own.

Whole numbers throughout, so that a belief, and what a player does with it, is the same on every machine.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.dealornodeal.contexts import fits, pools, vectors
from games.dealornodeal.deals import LARGE, Share, deals, number, remembered, worth, worths
from games.dealornodeal.domain import Domain

SCALE = 1000
"""What everything is worth, in the scaled points of this module: a point of ten is 100."""
STEP = 30
"""A bidder's k-th offer is expected to leave it SCALE less k times this."""
HALVING = 50
"""So far from that expectation an offer is half as likely."""
NOISE = 10
"""Per cent of offers that say nothing about values."""
LIES = 15
"""Per cent of claims about values that are not true."""
ENTRIES = 100_000
"""Numbers in one table at most; vectors beyond that are thinned out."""
_ONE = 1 << 20


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The constants of a game for one side, deal by deal; all points are scaled.

    `shares` are what I would get, `own` my points for them, `theirs[k]` the other side's points in deal k, one for each
    of the `vectors` that its values may be. `index` finds a deal by my share, `turned` by the other side's. `counts`
    are the other side's points and in how many deals it has them, by vector. `sensible` are the deals worth proposing:
    they give either side something, if any does; `all` are all of them; `most` is what the best of all, and of the
    sensible ones, is worth to me.
    """

    shares: tuple[Share, ...]
    index: dict[Share, int]
    turned: dict[Share, int]
    own: tuple[int, ...]
    vectors: tuple[Share, ...]
    theirs: tuple[tuple[int, ...], ...]
    counts: tuple[tuple[tuple[int, int], ...], ...]
    sensible: tuple[int, ...]
    all: range
    most: tuple[int, int]


@remembered(1024, lambda domain, pool, values: number(pool) > LARGE)
def table(domain: Domain, pool: Share, values: Share) -> Table:
    """The table of a side with these values."""
    shares, total = deals(pool), max(1, worth(values, pool))
    known = _vectors(domain, pool, values, total)
    known = known[:: -(-len(known) * len(shares) // ENTRIES)]
    rests = shares[::-1]
    columns = [[SCALE * part // total for part in reversed(worths(v, pool))] for v in known]
    own = tuple(SCALE * part // total for part in worths(values, pool))
    theirs = tuple(zip(*columns, strict=True))
    gives = tuple(k for k, points in enumerate(theirs) if own[k] and any(points))
    return Table(
        shares,
        {share: k for k, share in enumerate(shares)},
        {part: k for k, part in enumerate(rests)},
        own,
        known,
        theirs,
        tuple(tuple(Counter(column).items()) for column in columns),
        gives or tuple(range(len(shares))),
        range(len(shares)),
        (max(own), max([own[k] for k in gives], default=max(own))),
    )


def _vectors(domain: Domain, pool: Share, values: Share, total: int) -> tuple[Share, ...]:
    """Vectors that the rule allows beside mine; outside the rule, rough ones with about the same total."""
    if pool in pools(domain) and values in vectors(domain, pool):
        return tuple(v for v in vectors(domain, pool) if fits(values, v))
    weights: list[tuple[int, ...]] = [()]
    for count in pool:
        weights = [(*w, part) for w in weights for part in ((0, 1, 3) if count else (0,))]
    rough = (tuple(total * part // (sum(w) * max(1, n)) for part, n in zip(w, pool, strict=True)) for w in weights[1:])
    return tuple(dict.fromkeys(rough))


@remembered(1 << 12, lambda at, offers: len(at.shares) > LARGE, few=64)
def belief(at: Table, offers: tuple[int, ...]) -> tuple[int, ...]:
    """Weights of the vectors after the other side's offers, in order; any common factor may be left out.

    An offer is the likelier, the nearer its worth to the bidder lies to what it may hope for at that stage (after
    dealornodeal.md 3.2); `NOISE` of them is blind.
    """
    if not offers:
        return (_ONE,) * len(at.vectors)
    before, number = belief(at, offers[:-1]), len(offers) - 1
    if number and offers[-1] == offers[-2]:
        return before
    hope, share = SCALE - STEP * number, (100 - NOISE) * len(at.shares)
    weights = []
    for weight, points, every in zip(before, at.theirs[offers[-1]], _chances(at, number), strict=True):
        near = _ONE >> (abs(hope - points) // HALVING) or 1
        weights.append(weight * (share * near // every + NOISE) + 1)
    most = max(weights)
    return tuple([(w << 24) // most + 1 for w in weights])


@remembered(1 << 11, lambda at, number: len(at.shares) > LARGE, few=64)
def _chances(at: Table, number: int) -> tuple[int, ...]:
    """For each vector, how near all deals together lie to what a bidder may hope for in its offer with this number."""
    hope = SCALE - STEP * number
    return tuple(
        sum([n * (_ONE >> (abs(hope - points) // HALVING) or 1) for points, n in column]) for column in at.counts
    )


def told(at: Table, weights: tuple[int, ...], claims: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """A belief after claims: pairs of item and what the other side says one is worth."""
    for item, value in claims:
        if 0 <= item < len(at.shares[0]):
            weights = tuple(
                w * (100 - LIES if v[item] == value else LIES) for w, v in zip(weights, at.vectors, strict=True)
            )
    return weights
