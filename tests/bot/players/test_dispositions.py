"""A recorded disposition is played in every game, whatever the version that plays it would draw."""

from typing import Any

import pytest

from bot.research.opponents.duel import Policy, Turns, analytic, duel
from games.core.contract import Act, Player, subseed
from games.core.draw import config_of, recipe_of
from games.core.registry import get, names

GAMES = 12


def moves(player: Player[Any, Any], record: bool, views: list[tuple[Any, int, Any]]) -> list[Any]:
    """Return the player's moves in these views: by the record of each, or by what it draws now."""
    return [player.decide(view, seed, kept if record else None).move for view, seed, kept in views]


def remembering(player: Player[Any, Any], views: list[tuple[Any, int, Any]]) -> Policy:
    """Return the player as a policy that plays a disposition from its record, and notes view, seed and record."""

    def begin(seed: int) -> Turns:
        kept: list[Any] = []

        def turn(view: Any) -> Act[Any]:
            kept[:] = kept or [player.drawn(view, subseed(seed, "earlier version"))]
            views.append((view, seed, kept[0]))
            return player.decide(view, seed, kept[0])

        return turn

    return begin


@pytest.mark.parametrize("name", names())
def test_a_record_is_played_by_a_version_that_draws_otherwise(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = get(name)
    views: list[tuple[Any, int, Any]] = []
    player = game.players[game.default_player]
    for number in range(GAMES):
        config = config_of(game, recipe_of(game, {}), 1, number)
        seats = [info.seat for info in game.seats(config)]
        me = seats[number % len(seats)]
        partner = analytic(player)
        duel(game, config, number, {seat: remembering(player, views) if seat == me else partner for seat in seats})
    recorded, drawn = moves(player, True, views), moves(player, False, views)
    assert recorded != drawn, "another draw decides otherwise somewhere, so the record counts"
    draw = player.draw
    monkeypatch.setattr(player, "draw", lambda view, seed: draw(view, subseed(seed, "later version")))
    assert moves(player, True, views) == recorded
    assert moves(player, False, views) != drawn
