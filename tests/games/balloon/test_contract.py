"""The balloon game keeps the contract of all games."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from games.balloon import game
from games.balloon.config import SEATS
from games.balloon.domain import optimum, total
from games.balloon.rules import State, efforts_of
from games.core.contract import Seat
from games.core.draw import config_of, recipe_of
from tests.games import contract

# Numbers that nobody hits by accident; no worth is another one's or an effort.
NAMES = ("A08", "B95", "A39", "A65", "B81", "C17", "old rope")
INSTANCE = json.dumps(
    {
        "limit": 2000,
        "effort": dict(zip(NAMES, (963, 204, 418, 961, 238, 2, 740), strict=True)),
        "importance": {
            "A": dict(zip(NAMES, (41011, 30013, 51427, 10501, 33403, 98017, 20021), strict=True)),
            "B": dict(zip(NAMES, (72019, 61027, 15031, 90533, 24043, 12049, 83059), strict=True)),
        },
    }
)


def config(**wrote: str) -> Any:
    return config_of(game, recipe_of(game, wrote), 1, 0)


def secrets(state: State, seat: Seat) -> Iterator[str]:
    """Own worths, the best that one could have, and what each open proposal is worth; of the planted instance only,
    where all these are large.
    """
    own = state.importance[SEATS.index(seat)]
    numbers = [*own, optimum(efforts_of(state.items), own, state.limit).value]
    numbers += [total(own, proposal.items) for active in state.active for proposal in active]
    yield from (str(number) for number in numbers if number > 10_000)


SAMPLE = contract.Sample(
    "games.balloon:game",
    configs=(
        config(instance=INSTANCE),
        config(instance=INSTANCE, starts="B", patience="2", stall="3"),
        config(instance=INSTANCE, grammar="seed", patience="3"),
        config(instance=INSTANCE, max_messages="5", allow_empty="on"),
        config(instance=INSTANCE, style="chat", reading="plain"),
        config(items="35", style="chat", reading="plain", reasoning="off", starts="B"),
        config(),
        config(items="35", pairing="inverse", starts="random"),
        config(items="20", importance="strongly", pairing="equal", labels="nouns", grammar="seed"),
        config(items="2", importance="subset-sum", max_messages="2"),
        config(items="17", importance="weakly"),
        config(importance="inverse", pairing="inverse"),
    ),
    texts=(
        "PROPOSAL: {'A08', 'B95'}",
        "STRATEGIC REASONING: {'AGREE: {A08}'}\nARGUMENT: {'hm'}\nPROPOSAL: {'A39', 'A65', 'B81'}",
        "STRATEGIC REASONING: {'no'}\nARGUMENT: {'no'}\nREFUSE: {'A08', 'B95'}",
        "propose old rope, c17, #",
        "agree #1",
        "agree",
        "ok, deal!",
        "refuse all",
        "AGREE: {A08, B95} PROPOSAL: {C17}",
        "PROPOSAL: {'A08', 'A65', 'A39'}",
        "PROPOSAL: {'Z99'}",
        "PROPOSAL: {}",
        "check A08 C17",
        "propose #1 - A08 + C17",
        "old rope",
        "STRATEGIC REASONING: {'hidden'}",
        "What do you like best?",
        "ok",
        "maybe ok",
        "no thanks",
        "swap A08 for C17",
        "yours without B95, but with A39",
        "help",
        "hm",
    ),
    canaries=secrets,
    games=14,
)


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_contract(check: contract.Check) -> None:
    check(SAMPLE)
