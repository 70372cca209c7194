"""Item sets: names of the items as people write them, the rule for contexts, and the worth of no deal.

Another item set is another `Domain`; nothing else in this game names books, hats or balls.
"""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from games.core.phrases import counted, joined


class Item(Struct, frozen=True, cache_hash=True):
    """One kind of item. `also` lists other singular forms that people type; their plurals take an s."""

    name: str
    plural: str
    also: tuple[str, ...] = ()

    def of(self, count: int) -> str:
        """Return a count of the item: `no books`, `1 book`, `3 books`."""
        return f"{count or 'no'} {self.name if count == 1 else self.plural}"


class Domain(Struct, frozen=True, cache_hash=True):
    """An item set and its rule for contexts.

    A pool has 1 to `cap` units of each item and `least` to `most` in all. Values are whole points per unit. With a
    `scale`, each side's values are an order of it; otherwise everything together is worth `worth` points. A side that
    ends without a deal gets `fallback` points.
    """

    name: str
    items: tuple[Item, ...]
    cap: int
    least: int
    most: int
    worth: int
    scale: tuple[int, ...] = ()
    fallback: int = 0

    def listed(self, share: tuple[int, ...]) -> str:
        """Return a share in words: `2 books, 1 hat`."""
        parts = (item.of(count) for item, count in zip(self.items, share, strict=True) if count)
        return ", ".join(parts) or "nothing"

    def named(self, numbers: Iterable[int], pool: tuple[int, ...]) -> str:
        """Return some items of a pool by name: `the hats and the ball`."""
        return joined([f"the {self.items[k].name if pool[k] == 1 else self.items[k].plural}" for k in numbers])

    @property
    def no_deal(self) -> str:
        """Return the outcome for both sides without a deal."""
        return f"each side gets {counted(self.fallback, 'point')}" if self.fallback else "nobody gets anything"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(item.name for item in self.items)


BOOKS = Domain(
    "books",
    (
        Item("book", "books", ("novel", "boook")),
        Item("hat", "hats", ("cap", "fedora", "stetson")),
        Item("ball", "balls", ("basketball", "bball")),
    ),
    cap=4,
    least=5,
    most=7,
    worth=10,
)
"""Books, hats and balls by the rule of Lewis et al. (2017)."""

CAMP = Domain(
    "camp",
    (
        Item("food", "food", ("meal", "ration")),
        Item("water", "water", ("bottle", "drink")),
        Item("firewood", "firewood", ("wood", "log")),
    ),
    cap=3,
    least=9,
    most=9,
    worth=36,
    scale=(5, 4, 3),
    fallback=5,
)
"""Packages for a camping trip; walking away is worth 5 to each side, as in CaSiNo (Chawla et al. 2021)."""

DOMAINS = {domain.name: domain for domain in (BOOKS, CAMP)}


@lru_cache(maxsize=64)
def named(*names: str) -> Domain:
    """Return a domain of these items, for contexts from a file: a known one, or else one with plain English plurals."""
    for domain in DOMAINS.values():
        if set(names) == set(domain.names):
            return domain
    items = tuple(Item(name, name if name.endswith("s") else name + "s") for name in names)
    return Domain("own", items, cap=1, least=0, most=0, worth=0)
