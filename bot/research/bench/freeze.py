"""Making a suite: `python -m bot.research.bench.freeze NAME DEALS` writes `suites/NAME.json`, unless it exists.

A frozen suite is never made again: its hashes are what makes scores comparable.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from bot.research.bench.suite import CORE, Deal, Frozen, Suite, config_at, hashed
from bot.research.opponents.duel import Policy, analytic, duel
from bot.research.opponents.survey import attack_on
from games.core.contract import Seat, subseed
from games.core.registry import get

SETTINGS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({
    "bargaining": {
        "first": "sequence(seller, buyer)",
        "information": "range",
        "seller_cost": "uniform(30, 50, 0.50)",
        "buyer_value": "uniform(52, 75, 0.50)",
        "cost_low": "30",
        "cost_high": "50",
        "value_low": "45",
        "value_high": "75",
        "talk": "both",
    },
    "trading": {"cooperative": "on", "starts": "random"},
    "balloon": {"starts": "random"},
    "dealornodeal": {},
    "society": {"condition": "pair"},
})  # fmt: skip
"""Settings of the suites. What a game scores is what its players are told to want: so swaps are for one's own gain, not
for more than the other side's.
"""


def frozen(name: str, count: int) -> Suite:
    """Return a new suite with this many deals of each game."""
    draw = subseed(0, "bench", name) >> 16
    made = {}
    for game, texts in SETTINGS.items():
        rules, settings = get(game), dict(texts)
        deals = []
        for number in range(count):
            seed = subseed(draw, game, number) >> 16
            config = config_at(draw, rules, settings, number)
            deals.append(Deal(game, number, seed, config))
        rows = tuple((deal.seed, hashed(rules.deal(deal.config, deal.seed))) for deal in deals)
        made[game] = Frozen(settings, rows, _best(deals) if game == "bargaining" else {})
    return Suite(name, draw, made)


def _best(deals: list[Deal]) -> dict[str, dict[str, float]]:
    """Return the mean score of the best policy of the attack's families, by opponent and attacking seat."""
    game = get(deals[0].game)
    attack = attack_on(game.name)
    seats = tuple(info.seat for info in game.seats(deals[0].config))

    def mean(opponent: str, seat: Seat, policy: Policy) -> float:
        sitting = {each: policy if each == seat else analytic(game.players[opponent]) for each in seats}
        ends = [(deal.config, duel(game, deal.config, deal.seed, sitting)) for deal in deals]
        return sum(attack.score(config, state, seat) for config, state in ends) / len(ends)

    return {
        opponent: {
            seat: round(max(mean(opponent, seat, policy) for _, policy in attack.families(deals[0].config, seat)), 4)
            for seat in seats
        }
        for opponent in game.levels
    }


def main() -> None:
    name, count = (sys.argv[1], int(sys.argv[2])) if len(sys.argv) > 2 else (CORE, 40)
    with (Path(__file__).parent / "suites" / f"{name}.json").open("xb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(frozen(name, count)), indent=1) + b"\n")


if __name__ == "__main__":
    main()
