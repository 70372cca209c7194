from bot.adapters.dots import gathered, stacked


def test_equal_values_stand_on_each_other_within_the_room() -> None:
    radius, places = stacked([100.0] * 40 + [300.0], 400, 300, 15)
    assert len(places) == 41
    assert len(set(places)) == 41
    assert min(y for _, y in places) - radius >= 99
    assert radius < 15


def test_a_stack_stands_at_its_value_and_beside_no_other() -> None:
    radius, places = stacked([50.5] * 3 + [81.0, 82.0] + [97.0, 112.0], 400, 300, 15)
    assert radius == 15
    assert [x for x, _ in places[:3]] == [50.5] * 3
    middles = sorted({x for x, _ in places})
    assert middles == [50.5, 89.0, 119.0], "less than a width apart they share one; the next stands beside it"


def test_equal_points_lie_around_their_middle() -> None:
    places = gathered([(10.0, 10.0)] * 7 + [(90.0, 10.0)], 5)
    assert len(set(places)) == 8
    assert places[0] == (10.0, 10.0)
