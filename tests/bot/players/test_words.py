"""Words of the analytic players tell nothing that their moves do not: in the same talk, another limit with the same
move says the same.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from bot.research.opponents.duel import Policy, Turns, analytic, duel
from games.core.contract import Act, AnyGame, Player, subseed
from games.core.draw import config_of, recipe_of
from games.core.registry import get

GAMES = 6
OTHERS = 5
"""Further dispositions that answer in the place of the player's own."""
TALKATIVE: Mapping[str, Mapping[str, str]] = {
    "bargaining": {"talk": "both", "style": "chat"},
    "trading": {"style": "chat"},
    "balloon": {"style": "chat"},
    "dealornodeal": {"style": "chat"},
    "society": {"style": "chat", "game": "negotiation"},
}


class Said(NamedTuple):
    """Turns of two dispositions in the same place."""

    own: Act[Any]
    others: Act[Any]


def overheard(player: Player[Any, Any], said: list[Said]) -> Policy:
    """Return the player as a policy that notes what other dispositions would do and say in its place."""

    def begin(seed: int) -> Turns:
        drawn: list[Any] = []

        def turn(view: Any) -> Act[Any]:
            if not drawn:
                drawn.extend(player.draw(view, subseed(seed, "other", k) if k else seed) for k in range(OTHERS + 1))
            own = player.act(view, seed, drawn[0])
            said.extend(Said(own, player.act(view, seed, mine)) for mine in drawn[1:] if mine != drawn[0])
            return own

        return turn

    return begin


def talks(game: AnyGame, name: str) -> list[Said]:
    """Return what a player said in some games against the default player, who moves as people do."""
    recipe, said = recipe_of(game, dict(TALKATIVE[game.name])), list[Said]()
    partner = analytic(game.players[game.default_player])
    for number in range(GAMES):
        config = config_of(game, recipe, 1, number)
        seats = [info.seat for info in game.seats(config)]
        me = seats[number % len(seats)]
        listener = overheard(game.players[name], said)
        duel(game, config, number, {seat: listener if seat == me else partner for seat in seats})
    return said


@pytest.mark.parametrize("name", TALKATIVE)
def test_words_follow_from_what_everybody_sees_and_from_the_move(name: str) -> None:
    game = get(name)
    said = [one for player in game.levels for one in talks(game, player)]
    equal = [one for one in said if one.own.move == one.others.move]
    assert len(equal) >= 20, "the dispositions agree often enough to compare words"
    assert len(equal) < len(said), "they differ in some move, so the draw counts"
    assert any(one.own.say for one in equal)
    for one in equal:
        assert one.own.say == one.others.say
