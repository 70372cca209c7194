import pytest

from bot.research.analyse import walkaways
from bot.research.analyse.anova import Untestable
from tests.bot.research.analyse.made import SEED_004, made


def test_the_published_counts_give_the_published_tests() -> None:
    """Chawla and others (2023), section 5: G2 = 31.1, p < .0001; among selfish agents chi2(2) = 7.63, p = .02."""
    found = {(test.subset, test.effect): test for test in walkaways.tests(made())}
    mutual = found["all", "mutual independence"]
    assert (mutual.df, round(mutual.value, 1)) == (7, 31.1)
    assert mutual.p < 0.0001
    within = found["reward=selfish", "walkaway x partner"]
    assert (within.df, round(within.value, 2), round(within.p, 2)) == (2, 7.63, 0.02)


def test_the_effects_on_walk_aways_stand_apart() -> None:
    found = {test.effect: test for test in walkaways.tests(made()) if test.test == "log-linear"}
    assert [found[effect].df for effect in found] == [7, 5, 1, 2, 2]
    assert found["walkaway x reward"].p < 0.0001
    assert found["walkaway x reward x partner"].p > 0.3
    assert round(found["walkaway x cell"].value, 2) == 30.45


def test_an_empty_cell_of_walk_aways_stops_nothing() -> None:
    counts = dict(SEED_004) | {("fair", "S"): (97, 0)}
    assert all(test.value >= 0 for test in walkaways.tests(made(counts)))


def test_without_walk_aways_or_factors_there_is_nothing_to_test() -> None:
    with pytest.raises(Untestable, match="none of 12 sessions"):
        walkaways.tests(made(dict.fromkeys(SEED_004, (2, 0))))
    with pytest.raises(Untestable, match="no factor"):
        walkaways.tests(made({(): (5, 2)}, ()))
