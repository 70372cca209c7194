"""The coach's worlds on plain prices are worth what the rules say."""

from random import Random

import pytest

from games.bargaining import game
from games.bargaining.analysis.coach import ANALYST, Light
from games.bargaining.rules import BUYER, SELLER
from games.core.coach.analyst import SeatWorld
from tests.bench.coached import BARGAINING, strayed


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
                    way = case.way(point, option)
                    assert world.value(point, option) == ANALYST.worth(world.end(point, option, way), seat)
                    assert ANALYST.worth(SeatWorld.end(world, point, option, way), seat) == world.value(point, option)
        assert game.result(course.end) is not None
