"""The bargainers on plain prices: each move is the tactics' own, and each world is worth what the rules say."""

from random import Random

import pytest
from msgspec.structs import replace

from games.bargaining import game
from games.bargaining.analysis.coach import ANALYST, Light
from games.bargaining.analysis.light import Committed, Place, played
from games.bargaining.rules import BUYER, SELLER, Offer, Offered
from games.bargaining.tactics import MANNERS, choose
from games.bargaining.tactics.disposition import plan
from games.bargaining.view import view
from games.core.coach.analyst import SeatWorld
from games.core.contract import subseed
from tests.bench.coached import BARGAINING, strayed
from tests.games.bargaining.helpers import dealt

SETTINGS = [
    {"information": information, "rounds": rounds, "first": first}
    for information in ("exact", "range", "claimed", "none")
    for rounds in ("1", "2", "5", "6", "12")
    for first in ("seller", "buyer")
]


@pytest.mark.parametrize("manner", MANNERS)
def test_every_move_is_the_tactics_own(manner: str) -> None:
    """After any prices, sound or not: those of random people, and those of bargainers among themselves."""
    compared = 0
    for number, wrote in enumerate(SETTINGS):
        deal, chance = dealt(**wrote), Random(subseed(number, manner))
        deal = replace(deal, seller_cost=chance.randint(100, 9_900), buyer_value=chance.randint(100, 9_900))
        for seat in (BUYER, SELLER):
            first, seed = view(deal, seat), chance.getrandbits(32)
            style = MANNERS[manner]
            mine = plan(style, first, seed)
            light = Committed(Place(deal.terms, seat), style, first, seed, mine)
            for _ in range(6):
                state, wild = deal, chance.random()
                for made in range(deal.terms.rounds + 1):
                    prices = [offer.price for offer in state.offers]
                    if deal.terms.order[made % 2] == seat:
                        expected = choose(style, view(state, seat), seed, mine)
                        assert played(light.move(prices)) == expected, (wrote, seat, prices)
                        compared += 1
                        usual = expected.price if isinstance(expected, Offer) else chance.randint(0, 10_000)
                        price = usual if chance.random() > wild else chance.randint(0, 10_000)
                    else:
                        price = chance.randint(0, 10_000) if chance.random() < wild else 3_000 + 250 * made
                    offered = Offered(made + 1, deal.terms.order[made % 2], price, "")
                    state = replace(state, offers=(*state.offers, offered))
    assert compared > 1_000


@pytest.mark.parametrize("index", range(12))
def test_every_world_is_worth_what_the_rules_say(index: int) -> None:
    course = strayed(BARGAINING, index)
    for seat in (BUYER, SELLER):
        case = ANALYST.case(course.past, seat)
        for number in range(6):
            world = case.world(Random(number))
            assert isinstance(world, Light)
            for point, options in enumerate(case.options):
                assert world.likelihood(point) == pytest.approx(SeatWorld.likelihood(world, point))
                for option in range(options):
                    assert world.value(point, option) == ANALYST.worth(world.end(point, option), seat)
        assert game.result(course.end) is not None
