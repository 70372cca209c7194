"""The search for the best reply, on a game whose best reply is known: in the common pot nobody gains by giving."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from bot.research.opponents.attack import Attack, Cell
from bot.research.opponents.duel import Policy, analytic, duel
from bot.research.opponents.search import search, size
from games.core.contract import Act, Seat
from games.core.draw import config_of, recipe_of
from games.core.registry import get
from tests.bot.session.harness import tiny_games
from tests.games.tiny.rounds import SEATS, Give

PURSE = 10


@pytest.fixture(autouse=True)
def _tiny() -> Iterator[None]:
    with tiny_games():
        yield


def gives(amount: int) -> Policy:
    return lambda seed: lambda view: Act(Give(min(amount, view.purse or 0)))


class PotAttack(Attack):
    """Everybody else gives half. Of each unit that one gives, half comes back: the best reply gives nothing."""

    game = "rounds"
    unit = "points"
    width = 1

    def cells(self, wrote: Mapping[str, str]) -> tuple[Cell, ...]:
        return tuple(Cell(wrote, seat) for seat in SEATS)

    def families(self, config: Any, seat: Seat) -> Iterable[tuple[str, Policy]]:
        return [(f"give {amount}", gives(amount)) for amount in range(2, 11)]

    def learner(self, theta: Sequence[float]) -> Policy:
        return gives(max(0, min(PURSE, round(5 + 5 * theta[0]))))

    def score(self, config: Any, state: Any, seat: Seat) -> float:
        result = get(self.game).result(state)
        assert result is not None
        return float(Fraction(dict(result.earnings)[seat]))

    def dealt(self, config: Any, state: Any) -> bool:
        return True


def test_families_screen_and_the_learner_goes_beyond_them() -> None:
    found = search(PotAttack(), "normal", Cell({}, SEATS[0]), games=20, learn=10_000)
    assert found.families.policy == "give 2"
    assert found.best.policy.startswith("learned")
    assert found.best.share > found.families.share > found.honest
    assert (found.seat, found.deals) == (f"all but {SEATS[0]}", 1.0)


def test_without_a_learner_the_families_decide() -> None:
    found = search(PotAttack(), "normal", Cell({}, SEATS[1]), games=20, learn=0)
    assert found.best == found.families


def test_a_search_is_the_same_every_time_and_takes_as_many_games_as_it_says() -> None:
    cell, played = Cell({}, SEATS[0]), list[int]()
    one = search(PotAttack(), "normal", cell, games=10, learn=2_000, seed=7, advance=played.append)
    assert search(PotAttack(), "normal", cell, games=10, learn=2_000, seed=7) == one
    assert sum(played) == one.games == size(PotAttack(), "normal", cell, 10, 2_000)


def test_a_duel_is_played_as_a_session_deals_it() -> None:
    game = get("rounds")
    config = config_of(game, recipe_of(game, {}), 1, 0)
    policy = analytic(game.players["normal"])
    states = [duel(game, config, 5, dict.fromkeys(SEATS, policy)) for _ in range(2)]
    assert states[0] == states[1]
    assert game.result(states[0]) is not None
