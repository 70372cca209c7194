"""The contract of every game, with values planted that nobody hits by accident."""

from collections.abc import Iterable

import pytest

from games.core.contract import Seat
from games.core.draw import config_of, recipe_of
from games.dealornodeal.game import game
from games.dealornodeal.rules.state import SEATS, DealState
from tests.games import contract

ODD = (
    '{"pool":{"book":2,"hat":1,"ball":3},'
    '"values":{"you":{"book":913,"hat":0,"ball":741},"me":{"book":0,"hat":827,"ball":658}}}'
)


def canaries(state: DealState, seat: Seat) -> Iterable[str]:
    return (str(value) for value in state.context.values[SEATS.index(seat)] if value > 100)


def config(**texts: str) -> object:
    return config_of(game, recipe_of(game, texts), 1, 0)


SAMPLE = contract.Sample(
    "games.dealornodeal:game",
    configs=(
        config(instance=ODD),
        config(),
        config(domain="camp", utterances="6"),
        config(instance="2,1,3 1,2,2 0,7,1", roles="swapped", utterances="3"),
    ),
    texts=(
        *("i'd like the balls, you can have the rest", "deal", "ok deal", "no deal", "walk away", "confirm"),
        *(
            "keep talking",
            "not what i meant",
            "you take one hat",
            "the books are worth 2 to me",
            "how about two of each",
        ),
        *(
            "throw in a ball and it's a deal",
            "i keep 2 books; you get the rest",
            "yes",
            "thanks",
            "i agree to your first offer",
        ),
    ),
    canaries=canaries,
    games=12,
)


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_contract(check: contract.Check) -> None:
    check(SAMPLE)
