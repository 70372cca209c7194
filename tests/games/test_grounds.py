"""Grounds of all games: equal for equal deals, wide enough for every game, with lessons from this class alone."""

import pytest

from games.core.contract import Result
from games.core.draw import config_of, recipe_of
from games.core.ground import beaten, dotted, named, summed
from games.core.plots import COLUMNS, Plane, Strip, twin
from games.core.registry import get, names
from tests.games.finished import finished
from tests.games.test_cards import GAMES, ends


@pytest.mark.parametrize(("name", "settings"), GAMES, ids=lambda given: str(given))
def test_every_end_lies_on_the_ground_of_its_deal(name: str, settings: str) -> None:
    game = get(name)
    for state in ends(name, settings):
        ground, mark, result = game.ground(state), game.mark(state), game.result(state)
        assert ground is not None
        assert isinstance(result, Result)
        if result.end == "deal":
            assert mark is not None
        if result.end == "abandoned":
            assert mark is None
        plot = dotted(ground, [mark] if mark else [])
        assert all(len(row) <= COLUMNS for row in twin(ground.title, plot).splitlines())
        assert summed(ground, [mark] if mark else [])
        if mark is None:
            continue
        if isinstance(plot, Strip):
            assert plot.axis.low <= mark[0] <= plot.axis.high
            assert ground.most is None or mark[1] <= ground.most or plot.zone is None
        else:
            assert plot.x.low <= mark[0] <= plot.x.high
            assert plot.y.low <= mark[1] <= plot.y.high
            exact = plot.frontier_name == "Pareto frontier" and len(plot.frontier) < 60
            assert not exact or all(not beaten(point, [mark]) for point in plot.frontier)


@pytest.mark.parametrize("name", names())
def test_equal_deals_have_equal_grounds_and_teach(name: str) -> None:
    game = get(name)
    config = config_of(game, recipe_of(game, {}), 3, 0)
    states = [finished(game, {}, 3, leaves=leaves) for leaves in (0, 0, 1)]
    assert {game.ground(state) for state in (*states, game.deal(config, 3))} == {game.ground(states[0])}
    seat = game.seats(config)[0].seat
    taught = game.lessons(states, seat)
    assert taught
    for lesson in taught:
        assert 0 < lesson.weight <= 100
        assert any(letter.isdigit() for letter in lesson.text)
        assert lesson.text.endswith((".", "?"))
    assert game.lessons([], seat) == ()


def test_the_axes_of_a_plane_are_named_for_a_class() -> None:
    game = get("dealornodeal")
    ground = game.ground(game.deal(config_of(game, recipe_of(game, {}), 3, 0), 3))
    assert ground is not None
    plot = named(ground, ("students'", "AI's")).plot
    assert isinstance(plot, Plane)
    assert (plot.x.name, plot.y.name) == ("students' points", "AI's points")
