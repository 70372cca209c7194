"""Runs in the environment of `setup.sh`, not in ours: our players against NegMAS's classic strategies, as JSON.

    python -m tests.bench.peers.negmas_table table FILE PLAYER…     what each of our players gets against each classic
    python -m tests.bench.peers.negmas_table speed FILE SECONDS     how many games a second NegMAS plays by itself

FILE holds contexts, one a line. 10 steps of NegMAS, in each of which both sides act, are the game of 20 messages.
"""

import json
import random
import sys
import time
from itertools import cycle, product
from pathlib import Path
from typing import Any

from negmas import make_issue  # type: ignore[import-not-found]
from negmas.preferences import LinearAdditiveUtilityFunction  # type: ignore[import-not-found]
from negmas.sao import ResponseType, SAOMechanism, SAONegotiator  # type: ignore[import-not-found]
from negmas.sao.negotiators import (  # type: ignore[import-not-found]
    BoulwareTBNegotiator,
    ConcederTBNegotiator,
    LinearTBNegotiator,
    MiCRONegotiator,
    NiceTitForTatNegotiator,
)

from games.dealornodeal.analysis.deals import distance_to_nash, is_pareto
from games.dealornodeal.domain.contexts import Context, instance
from games.dealornodeal.domain.deals import deals, rest, worth
from games.dealornodeal.domain.items import BOOKS
from games.dealornodeal.tactics.players import STYLES
from tests.games.dealornodeal.classics import ACCEPT
from tests.games.dealornodeal.ours import Ours

STEPS = 10
CLASSICS = {
    "MiCRO": MiCRONegotiator,
    "Boulware": BoulwareTBNegotiator,
    "Linear": LinearTBNegotiator,
    "Conceder": ConcederTBNegotiator,
    "NiceTitForTat": NiceTitForTatNegotiator,
}


class Parley(SAONegotiator):  # type: ignore[misc]
    """One of our players at a table of NegMAS. It decides once for each of its turns."""

    def __init__(self, party: Ours, shares: tuple[tuple[int, ...], ...]) -> None:
        super().__init__()
        self.party, self.shares = party, shares
        self.number = {share: k for k, share in enumerate(shares)}
        self.made: int | None = None

    def respond(self, state: Any, source: str | None = None) -> Any:
        if state.current_offer is None:
            return ResponseType.REJECT_OFFER
        self.made = self.party.act(self.number[tuple(state.current_offer)])
        return ResponseType.ACCEPT_OFFER if self.made == ACCEPT else ResponseType.REJECT_OFFER

    def propose(self, state: Any, dest: str | None = None) -> Any:
        made, self.made = self.made, None
        return self.shares[self.party.act(None) if made is None else made]


def negotiate(context: Context, parties: tuple[Any, Any], first: int) -> tuple[int, ...] | None:
    """The share of side 0 that two negotiators agree on. The side `first` begins."""
    pool = context.pool
    issues = [make_issue(name=name, values=count + 1) for name, count in zip(BOOKS.names, pool, strict=True)]
    table = SAOMechanism(issues=issues, n_steps=STEPS)
    for side in (first, 1 - first):
        values = context.values[side]
        gets = [
            {units: value * (units if side == 0 else count - units) / 10 for units in range(count + 1)}
            for value, count in zip(values, pool, strict=True)
        ]
        utility = LinearAdditiveUtilityFunction(values=gets, issues=issues, reserved_value=0.0)
        table.add(parties[side], ufun=utility)
    agreement = table.run().agreement
    return None if agreement is None else tuple(agreement)


def field(player: str, classic: str, contexts: list[Context]) -> dict[str, Any]:
    """One of our players against one classic in both roles. Figures by context, so that errors can be told."""
    rows = []
    for number, context in enumerate(contexts):
        for side in (0, 1):
            first = (number + side) % 2
            ours = Ours(context, side, STEPS, STYLES[player][1], first=first == side, seed=number)
            shares = deals(context.pool)
            parties = (Parley(ours, shares), CLASSICS[classic]())
            deal = negotiate(context, parties if side == 0 else parties[::-1], first)
            pair = (0, 0)
            if deal is not None:
                mine, yours = context.values
                pair = (worth(mine, deal), worth(yours, rest(context.pool, deal)))
            rows.append(
                {
                    "context": number,
                    "own": pair[side],
                    "theirs": pair[1 - side],
                    "agreed": deal is not None,
                    "pareto": deal is not None and is_pareto(context, pair),
                    "nash_distance": distance_to_nash(context, pair),
                }
            )
    return {"player": player, "classic": classic, "games": rows}


def speed(contexts: list[Context], seconds: float) -> dict[str, float]:
    """Games a second of the classics among themselves, by processor time: every pair in turn, a new context each."""
    pairs = list(product(CLASSICS.values(), repeat=2))
    games = 0
    began = time.process_time()
    for context in cycle(contexts):
        for one, other in pairs:
            negotiate(context, (one(), other()), games % 2)
            games += 1
        if time.process_time() - began > seconds:
            break
    return {"games": games, "per_second": games / (time.process_time() - began)}


def main(what: str, file: str, *more: str) -> None:
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    contexts = [instance(line, BOOKS.name).context for line in lines if line.strip()]
    random.seed(0)
    match what:
        case "table":
            made: Any = []
            for player, classic in product(more, CLASSICS):
                made.append(field(player, classic, contexts))
                print(f"{player} against NegMAS's {classic}: done", file=sys.stderr)
        case _:
            made = speed(contexts, float(more[0]))
    print(json.dumps(made))


if __name__ == "__main__":
    main(*sys.argv[1:])
