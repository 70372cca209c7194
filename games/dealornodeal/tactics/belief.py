"""Belief about the other side's values: exact, over every vector that fits one's own values.

All numbers are integers, so a belief, and a player's use of it, is the same on every machine.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.dealornodeal.domain.contexts import fits, pools, vectors
from games.dealornodeal.domain.deals import LARGE, Share, deals, number, remembered, worth, worths
from games.dealornodeal.domain.items import Domain

SCALE = 1000
"""The worth of everything together, in the scaled points of this module: one point of ten is 100."""
STEP = 30
"""A bidder's k-th offer is expected to leave it SCALE less k times this."""
HALVING = 50
"""An offer that far from the expectation is half as likely."""
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

    - `shares`: my shares; `own`: my points for them.
    - `vectors`: the other side's possible values; `theirs[k]`: its points in deal k, one for each vector.
    - `index` finds a deal by my share, `turned` by the other side's.
    - `counts`: for each vector, the other side's points, each with the number of deals that give it.
    - `sensible`: the deals worth proposing, which give either side something if any deal does; `all`: all deals.
    - `most`: my points in the best of all deals, and in the best sensible one.
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
    """Return the game's constants for a side with these values."""
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
    """Return the vectors that the rule allows beside mine; rough ones of the same total if mine break it."""
    if pool in pools(domain) and values in vectors(domain, pool):
        return tuple(v for v in vectors(domain, pool) if fits(values, v))
    weights: list[tuple[int, ...]] = [()]
    for count in pool:
        weights = [(*w, part) for w in weights for part in ((0, 1, 3) if count else (0,))]
    rough = (tuple(total * part // (sum(w) * max(1, n)) for part, n in zip(w, pool, strict=True)) for w in weights[1:])
    return tuple(dict.fromkeys(rough))


@remembered(1 << 12, lambda at, offers: len(at.shares) > LARGE, few=64)
def belief(at: Table, offers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the weights of the vectors after the other side's offers, in order, up to a common factor.

    The nearer an offer's worth to the bidder lies to the expectation at that stage, the likelier it is. `NOISE` of the
    offers say nothing.
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
    """Return each vector's closeness: that of all deals together to the expectation for the offer with this number."""
    hope = SCALE - STEP * number
    return tuple(
        sum([n * (_ONE >> (abs(hope - points) // HALVING) or 1) for points, n in column]) for column in at.counts
    )


def told(at: Table, weights: tuple[int, ...], claims: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return a belief after claims: pairs of an item and the other side's claimed worth of one."""
    for item, value in claims:
        if 0 <= item < len(at.shares[0]):
            weights = tuple(
                w * (100 - LIES if v[item] == value else LIES) for w, v in zip(weights, at.vectors, strict=True)
            )
    return weights


@dataclass(frozen=True, slots=True, eq=False)
class Expectation:
    """A belief after offers and claims. `points`: the other side's expected points in the deals looked at so far."""

    weights: tuple[int, ...]
    total: int
    points: dict[int, int]


@remembered(1 << 12, lambda at, offers, claims: len(at.shares) > LARGE, few=64)
def expectation(at: Table, offers: tuple[int, ...], claims: tuple[tuple[int, int], ...]) -> Expectation:
    """Return the belief after the other side's offers and claims."""
    weights = told(at, belief(at, offers), claims)
    return Expectation(weights, sum(weights), {})
