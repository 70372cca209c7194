"""Contexts: a pool and each side's values of a unit. All legal ones by rule, one by seed, one from a file.

The rule is that of Lewis et al. (2017), and of the generator in OpenSpiel's bargaining game. No item is worth nothing
to both sides, and at least one is worth something to both.
"""

import re
from functools import lru_cache
from itertools import permutations, product
from math import prod
from typing import Any

import msgspec
from msgspec import Struct

from games.core.contract import rng
from games.core.documents import Unreadable, bounded
from games.core.settings import BadSetting
from games.dealornodeal.domain.deals import Share, most_joint, points, worth
from games.dealornodeal.domain.items import DOMAINS, Domain, named

KINDS = ("all", "gains", "rich")
"""`gains`: the sides can get more together than one of them alone; `rich`: both can have 70 % of everything at once."""
SETS = 16
"""Item sets whose contexts are cached. The cache is bounded because anybody may define item sets."""
MOST_UNITS = 99
MOST_VALUE = 1_000
MOST_DEALS = 20_000
MOST_ITEMS = 8
_NAME = re.compile(r"[a-z]{2,20}")


class Context(Struct, frozen=True):
    """One context. `values` are those of the first and of the second seat, in the order of the domain's items."""

    pool: Share
    values: tuple[Share, Share]

    def swapped(self) -> "Context":
        return Context(self.pool, (self.values[1], self.values[0]))


class Instance(Struct, frozen=True):
    """The content of a file: the context, its item set, and the worth of no deal."""

    context: Context
    domain: Domain


@lru_cache(maxsize=1024)
def vectors(domain: Domain, pool: Share) -> tuple[Share, ...]:
    """Return all values that one side may have for a pool."""
    if domain.scale:
        return tuple(sorted(set(permutations(domain.scale))))
    worths = product(*(range(domain.worth // count + 1) for count in pool))
    return tuple(values for values in worths if worth(values, pool) == domain.worth)


def fits(mine: Share, yours: Share) -> bool:
    """Return whether two sides' values may meet: no item that nobody wants, at least one that both want."""
    return all(a or b for a, b in zip(mine, yours, strict=True)) and any(
        a and b for a, b in zip(mine, yours, strict=True)
    )


@lru_cache(maxsize=SETS)
def pools(domain: Domain) -> tuple[Share, ...]:
    """Return all pools by the rule, in lexicographic order."""
    counts = product(range(1, domain.cap + 1), repeat=len(domain.items))
    return tuple(pool for pool in counts if domain.least <= sum(pool) <= domain.most)


@lru_cache(maxsize=SETS)
def contexts(domain: Domain, kind: str = "all") -> tuple[Context, ...]:
    """Return all legal ordered contexts of a kind, in a fixed order: 5,295 of books, hats and balls."""
    return tuple(
        context
        for pool in pools(domain)
        for mine, yours in product(vectors(domain, pool), repeat=2)
        if fits(mine, yours) and _is(kind, context := Context(pool, (mine, yours)))
    )


def _is(kind: str, context: Context) -> bool:
    mine, yours = context.values
    everything = worth(mine, context.pool)
    match kind:
        case "gains":
            return most_joint(context.pool, mine, yours) > everything
        case "rich":
            return any(10 * min(pair) >= 7 * everything for pair in points(context.pool, mine, yours))
        case _:
            return True


def draw(domain: Domain, kind: str, seed: int) -> Context:
    """Return one context, each as likely."""
    known = contexts(domain, kind)
    return known[rng(seed, "context").randrange(len(known))]


# --- from a file ------------------------------------------------------------------------------------------------------

_ALLOWED = (
    'must be a file with {"pool": {"book": 2, …}, "values": {"you": {"book": 1, …}, "me": {…}}}, '
    "or a line of counts and values such as 2,1,3 1,2,2 0,7,1"
)


@lru_cache(maxsize=1024)
def instance(text: str, item_set: str) -> Instance:
    """Return the context in a document; it is not held to the rule. Raises `BadSetting`.

    Besides JSON a document may be one line `c1,c2,c3 a1,a2,a3 b1,b2,b3`: counts, the first seat's values, the second
    seat's, in the order of the item set.
    """
    try:
        bounded(text)
    except Unreadable as problem:
        raise BadSetting("instance", f"{_ALLOWED} ({problem})", text) from None
    if not text.lstrip().startswith("{"):
        return _line(text, DOMAINS[item_set])
    try:
        made = msgspec.json.decode(text)
        pool, values = made["pool"], made["values"]
        if not all(_NAME.fullmatch(name) for name in pool):
            raise BadSetting("instance", "takes names of items that are one word of small letters, such as book")
        domain = named(*pool)
        order = domain.names
        shares = [tuple(_whole(part[name]) for name in order) for part in (pool, values["you"], values["me"])]
        if any(set(part) != set(order) for part in (values["you"], values["me"])):
            raise ValueError("each side values just the items of the pool")
        fallback = made.get("fallback", domain.fallback)
        return _checked(shares, msgspec.structs.replace(domain, fallback=_whole(fallback)))
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError, ValueError) as problem:
        if isinstance(problem, BadSetting):
            raise
        raise BadSetting("instance", _ALLOWED, text) from None


def _line(text: str, domain: Domain) -> Instance:
    try:
        shares = [tuple(int(part) for part in word.split(",")) for word in text.split()]
        if len(shares) != 3 or any(len(share) != len(domain.items) for share in shares):
            raise ValueError
    except ValueError:
        raise BadSetting("instance", _ALLOWED, text) from None
    return _checked(shares, domain)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError("not a whole number")
    return value


def _checked(shares: list[Share], domain: Domain) -> Instance:
    pool, mine, yours = shares
    fits = 0 < len(pool) <= MOST_ITEMS and min(pool) >= 0 and 0 < max(pool) <= MOST_UNITS
    if not fits or prod(count + 1 for count in pool) > MOST_DEALS:
        raise BadSetting(
            "instance", f"takes 1 to {MOST_ITEMS} items, 0 to {MOST_UNITS} of each, and at most {MOST_DEALS} divisions"
        )
    if any(not 0 <= value <= MOST_VALUE for value in (*mine, *yours, domain.fallback)):
        raise BadSetting("instance", f"takes values from 0 to {MOST_VALUE}")
    return Instance(Context(pool, (mine, yours)), domain)
