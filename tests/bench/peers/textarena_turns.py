"""Runs in the environment of `setup.sh textarena`, not in ours: turns a second of TextArena's trading, as JSON.

    python textarena_turns.py FILE

FILE holds games as JSON: what each player owns, what that is worth to it, and the messages, which alternate. Every game
is dealt afresh, given these goods, and played message by message: the player's observation, then its step.
"""

import gc
import json
import sys
import time
from pathlib import Path
from typing import Any

import textarena  # type: ignore[import-not-found]

ENVIRONMENT = "SimpleNegotiation-v0-raw"


def play(env: Any, game: dict[str, Any], seed: int) -> None:
    env.reset(num_players=2, seed=seed)
    state = env.state.game_state
    for player in (0, 1):
        state["player_resources"][player] = dict(game["inventory"][player])
        state["player_values"][player] = dict(game["values"][player])
    for text in game["texts"]:
        env.get_observation()
        env.step(text)


def main(file: str) -> None:
    games = json.loads(Path(file).read_text(encoding="utf-8"))
    env = textarena.make(ENVIRONMENT)
    for number, game in enumerate(games[:50]):
        play(env, game, number)
        assert not any(info["invalid_move"] for info in env.state.game_info.values()), game
        assert len(env.state.game_state["trade_history"]) == len(game["texts"]), game
    gc.freeze()  # as ours does
    began = time.process_time()
    for number, game in enumerate(games):
        play(env, game, number)
    spent = time.process_time() - began
    print(json.dumps({"per_second": sum(len(game["texts"]) for game in games) / spent}))


if __name__ == "__main__":
    main(sys.argv[1])
