"""Turns a second of trading, ours and TextArena's, over the same deals and the same messages.

TextArena lives in an environment of its own (`peers/setup.sh textarena`); its games and ours are played in turn, so
that turns a second are those of the same machine at the same time. Ours are read, played and kept as a log: `kept` as
events, `written` as the canonical bytes that a store gets.
"""

import gc
import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from games.core.codec import encode
from games.core.contract import Said
from games.core.draw import config_of, recipe_of
from games.core.registry import get
from games.trading.domain import named
from tests.bench.measure import Spread, seconds
from tests.bench.turns import play, texts_of

ROOT = Path(__file__).parents[2]
PEERS = ROOT / "tests" / "bench" / "peers"
GAMES, REPEATS = 1_500, 7


class Swaps(Struct, frozen=True):
    """Turns a second by processor time. `problem` says why there is nothing to compare with."""

    turns: int
    kept: Spread
    written: Spread
    textarena: Spread | None
    problem: str


def measure(name: str, games: int = GAMES, repeats: int = REPEATS) -> Swaps:
    game = get(name)
    config = config_of(game, recipe_of(game, {}), 1, 0)
    played = [texts_of(game, config, seed) for seed in range(games)]
    turns = sum(map(len, played))
    said = [(seed, [Said(text) for text in texts]) for seed, texts in enumerate(played)]

    def kept() -> None:
        for seed, texts in said:
            play(game, config, seed, texts)

    def written() -> None:
        for seed, texts in said:
            for event in play(game, config, seed, texts):
                encode(event)

    found = subprocess.run([PEERS / "setup.sh", "textarena"], stdout=subprocess.PIPE, text=True, check=False)
    peer = found.stdout.strip() if found.returncode == 0 else ""
    figures: dict[str, list[float]] = {"kept": [], "written": [], "textarena": []}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.json"
        file.write_text(json.dumps([_dealt(game, config, seed, texts) for seed, texts in enumerate(played)]))
        # What was made beforehand is not to be looked through by every collection of garbage.
        gc.freeze()
        for _ in range(repeats):
            figures["kept"].append(turns / seconds(kept))
            figures["written"].append(turns / seconds(written))
            if peer:
                asked = subprocess.run(
                    [peer, PEERS / "textarena_turns.py", file], stdout=subprocess.PIPE, check=True, cwd=ROOT
                )
                figures["textarena"].append(float(json.loads(asked.stdout)["per_second"]))
    return Swaps(
        turns,
        Spread.of(figures["kept"]),
        Spread.of(figures["written"]),
        Spread.of(figures["textarena"]) if peer else None,
        "" if peer else "TextArena could not be installed; what pip said stands above.",
    )


def _dealt(game: Any, config: Any, seed: int, texts: list[str]) -> dict[str, Any]:
    """One game as the peer is given it."""
    state = game.deal(config, seed)
    return {
        "inventory": [named(goods) for goods in state.holdings],
        "values": [named(goods) for goods in state.values],
        "texts": texts,
    }
