"""Bargaining keeps the contract of every game, in every condition."""

from collections.abc import Iterator

import pytest

from games.bargaining import game
from games.bargaining.rules import BargainingState
from games.core.contract import Seat, written
from tests.games import contract
from tests.games.bargaining.helpers import BUYER, config
from tests.games.contract import Check, Sample

ODD = {
    "buyer_value": "83.17",
    "seller_cost": "31.79",
    "highest": "100",
    "cost_low": "20",
    "cost_high": "60",
    "cost_step": "0",
    "value_low": "45",
    "value_high": "95",
    "value_step": "0",
}
"""Numbers that nobody names by accident, and ranges that hold them."""


def secrets(state: BargainingState, seat: Seat) -> Iterator[str]:
    """Every way in which a number that is private to this seat might be written."""
    terms = state.terms
    if seat == BUYER:
        numbers = [state.buyer_value] if terms.value.how != "exact" else []
    elif terms.cost.how == "exact":
        numbers = []
    else:
        numbers = [state.seller_cost, state.outside_option, state.seller_cost + state.outside_option]
    for cents in filter(None, numbers):
        yield from (str(cents), written(cents, "cents"))


def odd(condition: str, **more: str) -> dict[str, str]:
    keeps = {"outside_option": "11.93"} if "mug" in condition or condition == "cheap_talk" else {}
    return {**ODD, **keeps, "condition": condition, **more}


SAMPLE = Sample(
    "games.bargaining:game",
    configs=(
        *(config(**odd(condition)) for condition in game.presets),
        *(config(**odd(condition, style="chat", reading="plain", talk="both")) for condition in game.presets),
        config(rounds="1"),
        config(buyer_value="40.01", rounds="2", style="compact", reading="plain"),
        config(buyer_value="30", seller_cost="70", no_zopa="on"),
    ),
    texts=(
        "45",
        "$45.50",
        "how about 42?",
        "accept",
        "yes please",
        "no deal",
        "40-45",
        "50%",
        "-5",
        "I'd say 45, no more",
        "ok",
        "sold!",
        "+2",
        "maybe 45?",
        "split the difference",
        "57 is too much, forty-five",
    ),
    canaries=secrets,
    games=36,
)


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_contract(check: Check) -> None:
    check(SAMPLE)
