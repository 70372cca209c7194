"""Frozen suites: enough deals, each the one that was frozen, and a sentence where one is not."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.research.bench import suite
from bot.research.bench.design import matches, panel
from bot.research.bench.suite import BadSuite, deals, hashed, load
from games.core.registry import get, names


@pytest.mark.parametrize("game", names())
def test_the_core_holds_forty_deals_of_every_game(game: str) -> None:
    dealt = deals(load("core-v1"), game)
    assert len(dealt) >= 40
    assert len({deal.seed for deal in dealt}) == len(dealt)
    assert all(len(get(game).seats(deal.config)) == 2 for deal in dealt)


def test_a_changed_deal_is_refused() -> None:
    found = load("smoke")
    frozen = found.games["balloon"]
    (seed, known), *others = frozen.deals
    changed = replace(found, games={"balloon": replace(frozen, deals=((seed + 1, known), *others))})
    with pytest.raises(BadSuite, match="Deal 1 of balloon is no longer the one that smoke froze"):
        deals(changed, "balloon")


def test_an_unknown_suite_names_those_that_exist() -> None:
    with pytest.raises(BadSuite, match="core-v1, smoke"):
        load("core-v9")


class Before(Struct, frozen=True):
    worth: tuple[int, ...]


class After(Struct, frozen=True):
    worth: tuple[int, ...]
    said: tuple[str, ...] = ()


def test_a_new_field_changes_no_hash_and_another_value_does() -> None:
    assert hashed(Before((1, 2))) == hashed(After((1, 2)))
    assert hashed(Before((1, 2))) != hashed(After((2, 1)))
    assert hashed(Before((1, 2))) != hashed(After((1, 2), ("yes",)))


def test_everybody_meets_the_panel_in_both_seats_of_the_same_deals() -> None:
    game = get("bargaining")
    plan = matches(game, 8, ("m", "n"))
    assert len(set(plan)) == len(plan)
    for player in ("m", "n", *game.players):
        for opponent in panel(game):
            first = {match.deal for match in plan if match.players == (player, opponent)}
            second = {match.deal for match in plan if match.players == (opponent, player)}
            assert first == second == set(range(8))
    assert {match.deal for match in plan if match.players == ("m", "n")} == {0, 4}
    assert {match.deal for match in plan if match.players == ("n", "m")} == {0, 4}
    assert {match.deal for match in plan if match.kind == "mirror"} == {0, 4}


def test_two_hundred_games_a_model_and_game() -> None:
    for name in names():
        plan = matches(get(name), len(load("core-v1").games[name].deals), ("m",))
        assert sum(match.kind == "panel" and "m" in match.players for match in plan) >= 200


def test_the_best_reply_is_known_for_the_panel_of_bargaining() -> None:
    best = suite.load("core-v1").games["bargaining"].best
    assert set(best) == set(panel(get("bargaining")))
    assert all(0.1 < share < 1 for seats in best.values() for share in seats.values())


def test_trained_players_meet_the_panel_over_every_fourth_deal() -> None:
    game = get("dealornodeal")
    plan = matches(game, 8, ("m",))
    for opponent in panel(game):
        assert {m.deal for m in plan if m.players == ("trained/fair/S", opponent)} == {0, 4}
    assert not any("trained" in player for match in matches(get("trading"), 4, ()) for player in match.players)
