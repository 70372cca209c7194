"""`python -m tests.bench`: measure, print the figures, and keep them as JSON in `tests/bench/results`."""

import argparse
import cProfile
import logging
import pstats
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec
import structlog

from games.core.registry import names
from tests.bench import (
    classes,
    classics,
    coach,
    dashboard,
    decisions,
    door,
    flood,
    league,
    load,
    opponents,
    reading,
    simulated,
    swaps,
    trained,
    turns,
    visits,
)
from tests.bench.measure import machine
from tests.bench.page import Measured, page
from tests.bench.samples import PEOPLE, TABLES

FOLDER = Path(__file__).parent
MEASURES: dict[str, tuple[Callable[[str], Measured], Any]] = {
    "turns": (turns.measure, TABLES),
    "simulated": (simulated.measure, names()),
    "reading": (reading.measure, names()),
    "door": (door.measure, PEOPLE),
    "flood": (flood.measure, tuple(flood.TEXTS)),
    "load": (lambda game: load.measure(), ("bargaining",)),
    "dealornodeal": (classics.measure, ("dealornodeal",)),
    "league": (league.measure, ("dealornodeal",)),
    "textarena": (swaps.measure, ("trading",)),
    "opponents": (opponents.measure, names()),
    "decisions": (decisions.measure, names()),
    "classes": (classes.measure, ("bargaining",)),
    "trained": (trained.measure, ("dealornodeal",)),
    "coach": (coach.measure, tuple(coach.SAMPLES)),
    "dashboard": (dashboard.measure, dashboard.BACKENDS),
    "pages": (lambda game: visits.measure(), ("bargaining",)),
}
"""Measures, and the games that each can be taken of."""
FUNCTIONS = 40


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("measure", nargs="*", help=f"{', '.join(MEASURES)} (default: all)")
    parser.add_argument("--game", action="append", help="only this game, or store; may be repeated")
    parser.add_argument("--games", type=int, default=coach.GAMES, help="games by which the coach is measured")
    parser.add_argument("--profile", action="store_true", help="print where the time goes, function by function")
    parser.add_argument("--record", action="store_true", help="write the figures into RESULTS.md")
    wanted = parser.parse_args()
    if unknown := set(wanted.measure) - set(MEASURES):
        parser.error(f"there is no measure {', '.join(unknown)}; there are {', '.join(MEASURES)}")
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    where = machine()
    measured = []
    with cProfile.Profile() if wanted.profile else nullcontext() as profile:
        for measure in wanted.measure or MEASURES:
            function, sampled = MEASURES[measure]
            for game in wanted.game or dict.fromkeys((*names(), *sampled)):
                if game in sampled:
                    print(f"{measure}: {game} …", file=sys.stderr)
                    measured.append(coach.measure(game, wanted.games) if measure == "coach" else function(game))
    if isinstance(profile, cProfile.Profile):
        pstats.Stats(profile).sort_stats("tottime").print_stats(FUNCTIONS)
        return
    text = page(measured, where)
    print(text)
    results = FOLDER / "results"
    results.mkdir(exist_ok=True)
    kept = msgspec.json.encode({"machine": where, "measured": [(type(m).__name__, m) for m in measured]})
    (results / time.strftime("%Y%m%d-%H%M%S.json")).write_bytes(msgspec.json.format(kept))
    if wanted.record:
        (FOLDER / "RESULTS.md").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
