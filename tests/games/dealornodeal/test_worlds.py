"""The coach's worlds on plain deals are worth what the rules say."""

from random import Random

import pytest

from games.core.coach.analyst import SeatWorld
from games.dealornodeal.analysis.coach import ANALYST
from games.dealornodeal.analysis.worlds import PlainWorld
from games.dealornodeal.rules.state import SEATS
from tests.bench.coached import DEALORNODEAL, strayed

FEW = 6
"""Worlds of each game that are played by the rules, too."""


@pytest.mark.slow
@pytest.mark.parametrize("index", range(12))
def test_every_world_is_worth_what_the_rules_say(index: int) -> None:
    course = strayed(DEALORNODEAL, index)
    for seat in SEATS:
        case = ANALYST.case(course.past, seat)
        worlds = case.worlds() or [case.world(Random(number)) for number in range(FEW)]
        for world in Random(index).sample(list(worlds), FEW):
            assert isinstance(world, PlainWorld)
            ruled = SeatWorld(case, world.imagined)
            for point, options in enumerate(case.options):
                assert world.likelihood(point) == pytest.approx(ruled.likelihood(point))
                for option in range(options):
                    assert world.value(point, option) == ruled.value(point, option)
