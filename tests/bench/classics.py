"""Our players of dealornodeal against NegMAS's classic strategies, on contexts that no player was tuned on.

NegMAS lives in an environment of its own (`peers/setup.sh`); its games and ours are played in turn, so that games a
second are those of the same machine at the same time.
"""

import asyncio
import json
import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from bot.players import Analytic
from bot.research import play_one
from bot.research.statistics import Mean
from games.core.draw import config_of, recipe_of
from games.core.registry import get
from games.dealornodeal.domain.contexts import Context, contexts
from games.dealornodeal.domain.deals import most_joint, points
from games.dealornodeal.domain.items import BOOKS
from games.dealornodeal.tactics.players import CORE
from tests.bench.measure import Spread
from tests.games.dealornodeal.classics import play
from tests.games.dealornodeal.ours import Ours

ROOT = Path(__file__).parents[2]
SETUP = ROOT / "tests" / "bench" / "peers" / "setup.sh"
PLAYERS = ("core", "fair/S", "fair/fair", "fair/selfish", "selfish/S", "selfish/fair", "selfish/selfish")
CONTEXTS, SEED = 390, "contexts for measurements alone"
SECONDS, REPEATS = 3.0, 5
TURNS = 10


class Met(Struct, frozen=True):
    """One of our players against one classic: means over all games, in points; `…_se` over contexts."""

    player: str
    classic: str
    own: float
    own_se: float
    theirs: float
    agreed: float
    pareto: float
    nash_distance: float

    @property
    def joint(self) -> float:
        return self.own + self.theirs


class Classics(Struct, frozen=True):
    """`problem` says why there is nothing to compare with. Speeds are games a second by processor time: NegMAS's of its
    classics among themselves, ours of `core` against itself, as bare offers and as whole games with rules and words.
    """

    contexts: int
    ceiling: float
    met: tuple[Met, ...]
    self_joint: float
    self_agreed: float
    bare: Spread
    whole: Spread
    negmas: Spread | None
    problem: str

    def mean(self, player: str, figure: str) -> float:
        """The mean over the classics."""
        rows = [getattr(met, figure) for met in self.met if met.player == player]
        return float(sum(rows) / len(rows)) if rows else 0.0


def measure(name: str) -> Classics:
    sample = held_out()
    found = subprocess.run([SETUP], stdout=subprocess.PIPE, text=True, check=False)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "contexts.txt"
        file.write_text("\n".join(map(line, sample)), encoding="utf-8")
        peer = found.stdout.strip() if found.returncode == 0 else ""
        peers, bare, whole = [], [], []
        for repeat in range(REPEATS):
            if peer:
                peers.append(float(_ask(peer, "speed", str(file), str(SECONDS))["per_second"]))
            bare.append(_bare(sample))
            whole.append(_whole(sample, repeat))
        table = _ask(peer, "table", str(file), *PLAYERS) if peer else ()
    joint, agreed = _self_play(sample)
    return Classics(
        len(sample),
        sum(most_joint(c.pool, *c.values) for c in sample) / len(sample),
        tuple(_met(field) for field in table),
        joint,
        agreed,
        Spread.of(bare),
        Spread.of(whole),
        Spread.of(peers) if peers else None,
        "" if peer else "NegMAS could not be installed; what pip said stands above.",
    )


def held_out() -> list[Context]:
    """Contexts drawn by a seed that nothing else uses."""
    return Random(SEED).sample(contexts(BOOKS), CONTEXTS)


def line(context: Context) -> str:
    return " ".join(",".join(map(str, part)) for part in (context.pool, *context.values))


def _ask(python: str, *words: str) -> Any:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    words = (python, "-W", "ignore", "-m", "tests.bench.peers.negmas_table", *words)
    return json.loads(subprocess.run(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True).stdout)


def _met(field: Any) -> Met:
    games = field["games"]
    by_context: dict[int, list[int]] = {}
    for game in games:
        by_context.setdefault(game["context"], []).append(game["own"])
    own = Mean()
    for scores in by_context.values():
        own.add(sum(scores) / len(scores))
    means = {key: sum(g[key] for g in games) / len(games) for key in ("theirs", "agreed", "pareto", "nash_distance")}
    return Met(field["player"], field["classic"], own.mean or 0.0, own.se or 0.0, **means)


def _parties(context: Context, number: int) -> tuple[Ours, Ours]:
    first = Ours(context, 0, TURNS, CORE, first=True, seed=number)
    return first, Ours(context, 1, TURNS, CORE, first=False, seed=number + 1)


def _self_play(sample: Sequence[Context]) -> tuple[float, float]:
    """Return what core and core get together, and how often they agree."""
    found = [(c, play(*_parties(c, number))) for number, c in enumerate(sample)]
    joint = [0 if deal is None else sum(points(c.pool, *c.values)[deal]) for c, deal in found]
    return sum(joint) / len(found), sum(deal is not None for _, deal in found) / len(found)


def _bare(sample: Sequence[Context]) -> float:
    games, began = 0, time.process_time()
    while time.process_time() - began < SECONDS / 2:
        for context in sample:
            play(*_parties(context, games))
            games += 1
    return games / (time.process_time() - began)


def _whole(sample: Sequence[Context], repeat: int) -> float:
    game, core = get("dealornodeal"), Analytic("core")
    configs = [config_of(game, recipe_of(game, {"instance": line(context)}), 0, 0) for context in sample]

    async def run() -> float:
        games, began = 0, time.process_time()
        while time.process_time() - began < SECONDS / 2:
            for config in configs:
                seats = {info.seat: core for info in game.seats(config)}
                await play_one.play(game, config, games + 1_000_000 * repeat, seats)
                games += 1
        return games / (time.process_time() - began)

    return asyncio.run(run())
