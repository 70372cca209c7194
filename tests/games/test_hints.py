"""Hints look at one decision, the last. They must judge it as a review does, which looks at all."""

from itertools import count
from random import Random

import pytest

from tests.bench.coach import SAMPLES, seat_of
from tests.bench.coached import strayed


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_decision_is_worth_the_same_alone_as_among_others(name: str) -> None:
    sample = SAMPLES[name]
    for index in count():
        played = strayed(sample, index)
        seat = seat_of(sample, played.config, index)
        whole, alone = (sample.analyst.case(played.past, seat) for _ in range(2))
        if len(whole.decisions) > 1:
            break
    last = len(whole.decisions) - 1
    alone.judge((alone.decisions[last],))
    for seed in range(5):
        among, by_itself = (case.world(Random(seed)) for case in (whole, alone))
        assert by_itself.likelihood(0) == among.likelihood(last)
        for option in range(whole.options[last]):
            assert by_itself.value(0, option) == among.value(last, option)
