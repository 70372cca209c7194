"""The engine on cases of which the answers are known."""

from collections.abc import Sequence
from random import Random
from statistics import pvariance

import pytest

from games.core.coach.engine import Case, Judged, judge, review, verdicts
from games.core.coach.sample import Drawn, Even, Mean, Pool, World, mean
from games.core.review import LEVELS, Moment, Review, Verdict, rating, verdict

SCALE = 10.0


class Lottery(World):
    """Every option pays its own mean and noise; world `odd` fits half as well and pays everything 3 more."""

    def __init__(self, seed: int, means: tuple[tuple[float, ...], ...]) -> None:
        self.means, self.seed = means, seed
        self.odd = Random(seed).random() < 0.5

    def likelihood(self, point: int) -> float:
        return 0.5 if self.odd else 1.0

    def value(self, point: int, option: int) -> float:
        return self.means[point][option] + Random(self.seed * 100 + option).gauss(0, 2) + 3 * self.odd


class Toy(Case):
    unit, least = "points", SCALE

    def __init__(self, *means: tuple[float, ...]) -> None:
        self.means, self.options = means, tuple(map(len, means))

    def world(self, chance: Random) -> World:
        return Lottery(chance.getrandbits(32), self.means)

    def moment(self, judged: Judged, level: Verdict) -> Moment:
        gain = round(judged.gain.mean * 100)
        return Moment(judged.point, "", (), "", str(judged.best), (), gain, 0, level, "")


def average(values: Sequence[float], rare: float = 0.0) -> Mean:
    """The mean of values that weigh the same."""
    return mean(values, [Drawn(Lottery(0, ()), 1.0)] * len(values), rare)


def test_the_best_option_is_found_and_its_gain_is_what_it_is() -> None:
    (one,) = judge(Toy((2.0, 3.0, 5.0, 1.0, 2.5)), 1, 4_000)
    assert one.best == 2
    assert abs(one.gain.mean - 3) <= 3 * one.gain.error
    assert 0 < one.gain.error < 0.5
    assert abs(one.worth.mean - (5 + 3 / 3)) < 0.5  # an odd world fits half as well, so it is one in three


def test_options_that_lose_less_than_an_inaccuracy_are_as_good_as_the_best() -> None:
    case = Toy((2.0, 5.0, 4.8, 1.0, 4.9))
    [(one, _)] = verdicts(case, judge(case, 1, 4_000))
    assert set(one.good) == {1, 2, 4}


@pytest.mark.slow
def test_the_best_of_equals_gains_nothing_on_average() -> None:
    """The winner's luck on the first set is not sold as a gain: that is what the second set is for."""
    gains = [judge(Toy((2.0,) * 6), seed, 300)[0].gain.mean for seed in range(120)]
    found = average(gains)
    assert abs(found.mean) <= 3 * found.error


@pytest.mark.slow
def test_errors_are_as_large_as_the_estimates_are_off() -> None:
    case, within = Toy((2.0, 4.0)), 0
    for seed in range(150):
        (one,) = judge(case, seed, 300)
        within += abs(one.gain.mean - 2) <= 2 * one.gain.error
    assert within >= 0.9 * 150


@pytest.mark.slow
def test_gains_that_are_told_are_not_too_large_on_average() -> None:
    """The luck by which a gain was large enough to be told is not sold as a gain."""
    off = []
    for seed in range(400):
        gain = Random(seed).uniform(0, 5)
        case = Toy((2.0, 2.0 + gain))
        off += [one.gain.mean - gain for one, _ in verdicts(case, judge(case, seed, 300))]
    found = average(off)
    assert abs(found.mean) <= 2 * found.error


def test_only_what_is_clearly_lost_is_told_the_costliest_first_chosen_in_order_of_play() -> None:
    found = review(Toy((5.0, 5.2), (3.0, 5.0), (1.0, 5.0), (2.0, 5.0), (3.5, 5.0)), 3, 8_000)
    assert [moment.at for moment in found.moments] == [1, 2, 3]
    assert [moment.verdict for moment in found.moments] == ["mistake", "blunder", "blunder"]
    assert found.decisions == 5
    assert abs(float(found.lost) - (0.2 + 2 + 4 + 3 + 1.5)) < 1.0
    assert found.attainable == 10
    assert found.rating is not None
    assert found.rating == rating(found.lost / found.attainable)


def test_more_effort_goes_where_a_verdict_is_near() -> None:
    """The second decision's gain lies on a threshold, the first one's far from all."""
    clear, near = judge(Toy((1.0, 7.0), (9.0, 10.2)), 5, 4_000)
    assert near.gain.count > 2 * clear.gain.count


def test_without_decisions_or_possible_worlds_nothing_is_told() -> None:
    class Impossible(Toy):
        def world(self, chance: Random) -> World:
            made = Lottery(chance.getrandbits(32), self.means)
            made.likelihood = lambda point: 0.0  # type: ignore[method-assign]
            return made

    assert review(Toy(), 1, 100) == Review()
    assert verdicts(Toy(), ()) == []
    assert not review(Impossible((1.0, 5.0)), 1, 100).moments


def test_a_review_is_the_same_every_time() -> None:
    case = Toy((2.0, 3.0, 5.0), (1.0, 4.0))
    assert review(case, 9, 500) == review(case, 9, 500)
    assert review(case, 9, 500) != review(case, 10, 500)


@pytest.mark.slow
@pytest.mark.parametrize("wanted", [40, 400])
def test_thinning_changes_no_mean(wanted: int) -> None:
    case, means = Toy((4.0, 4.0)), []
    for seed in range(40):
        sample = Pool(case.world, seed, "test").sample(0, wanted)
        assert wanted / 2 < len(sample) < 2.5 * wanted
        means.append(mean([drawn.world.value(0, 0) for drawn in sample], sample).mean)
    found = average(means)
    assert abs(found.mean - 5) <= 3 * found.error


def test_worlds_that_are_all_known_leave_nothing_to_chance() -> None:
    class Known(Toy):
        def worlds(self) -> Sequence[World]:
            return [Lottery(seed, self.means) for seed in range(90)]

    case = Known((1.0, 9.0))

    def gain(seed: int, wanted: int) -> Mean:
        sample = Pool(case.world, seed, "test", case.worlds()).sample(0, wanted)
        return mean([one.world.value(0, 1) - one.world.value(0, 0) for one in sample], sample)

    exact = gain(1, 90)
    assert (exact, exact.error, exact.count) == (gain(2, 200), 0.0, 90)
    off = [(some.mean - exact.mean) / some.error for some in (gain(seed, 40) for seed in range(100))]
    assert 0.6 < pvariance(off, 0.0) < 1.6


def test_the_first_numbers_of_worlds_are_spread_evenly_and_small_ones_are_as_frequent() -> None:
    drawn = list[tuple[float, int]]()

    def draw(chance: Random) -> World:
        assert isinstance(chance, Even)
        drawn.append((chance.random(), chance.randrange(4)))
        return Lottery(0, ((0.0,),))

    Pool(draw, 3, "test").sample(0, 512)
    assert max(abs(sum(place < part for place, _ in drawn) / len(drawn) - part) for part in (0.1, 0.37, 0.8)) < 0.01
    assert all(abs(sum(number == at for _, number in drawn) / len(drawn) - 0.25) < 0.02 for at in range(4))


def test_what_may_have_been_missed_widens_an_error() -> None:
    same = [2.0] * 50
    assert average(same).error == 0
    assert average(same, rare=10.0).error == pytest.approx(10 / 50)


def test_verdicts_follow_the_published_thresholds() -> None:
    for name, least in LEVELS:
        assert verdict(float(least) + 0.001) == name
    assert verdict(float(LEVELS[0][1]) - 0.001) is None
    case = Toy((1.0, 9.0))
    assert [level for _, level in verdicts(case, judge(case, 1, 200))] == ["blunder"]


def test_a_game_that_can_only_tell_mistakes_keeps_silent_about_less_and_rates_it_all_the_same() -> None:
    class Rough(Toy):
        mildest = "mistake"

    options = ((8.2, 9.0), (7.0, 9.0))
    assert [moment.verdict for moment in review(Toy(*options), 3, 8_000).moments] == ["inaccuracy", "mistake"]
    found = review(Rough(*options), 3, 8_000)
    assert [moment.verdict for moment in found.moments] == ["mistake"]
    assert abs(float(found.lost) - (0.8 + 2)) < 0.5
