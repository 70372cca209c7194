"""The frontier of all swaps together, beside a search through every division of the goods."""

from itertools import product
from random import Random

import pytest
from msgspec.structs import astuple

from games.trading.analysis.frontier import MOST, frontier
from games.trading.analysis.summary import summary
from games.trading.domain import Goods, worth
from games.trading.view import Cards


def drawn(seed: int) -> Cards:
    chance = Random(seed)

    def goods(most: int) -> Goods:
        return Goods(*(chance.randint(0, most) for _ in range(5)))

    start = goods(2), goods(2)
    return Cards((goods(6), goods(6)), start, start)


@pytest.mark.parametrize("seed", range(25))
def test_it_is_what_a_search_through_everything_finds(seed: int) -> None:
    cards = drawn(seed)
    pool = [a + b for a, b in zip(*map(astuple, cards.start), strict=True)]
    pairs = set()
    for share in product(*(range(count + 1) for count in pool)):
        first, second = Goods(*share), Goods(*(count - own for count, own in zip(pool, share, strict=True)))
        gains = [
            worth(got, values) - worth(had, values)
            for got, had, values in zip((first, second), cards.start, cards.values, strict=True)
        ]
        pairs.add((gains[0], gains[1]))
    best = {
        pair
        for pair in pairs
        if not any(other != pair and other[0] >= pair[0] and other[1] >= pair[1] for other in pairs)
    }
    assert frontier(cards) == tuple(sorted(best, reverse=True))


@pytest.mark.parametrize("seed", range(10))
def test_what_could_still_be_gained_ends_on_it(seed: int) -> None:
    cards, found = drawn(seed), summary(drawn(seed))
    front = frontier(cards)
    assert max(x for x, y in front if y >= 0) == found.left[0]
    assert max(y for x, y in front if x >= 0) == found.left[1]


def test_goods_worth_too_much_have_none() -> None:
    much = Goods(MOST, 0, 0, 0, 0)
    assert frontier(Cards((Goods(1, 1, 1, 1, 1), Goods(2, 1, 1, 1, 1)), (much, much), (much, much))) == ()
