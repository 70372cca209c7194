"""Games a second of AIs among themselves, in one process: dealt afresh, the default player in every seat."""

import asyncio
import time

from msgspec import Struct

from bot.players import Analytic
from bot.research import play_one
from games.core.draw import config_of, recipe_of
from games.core.registry import get
from tests.bench.measure import Spread

SECONDS, REPEATS = 0.4, 7


class Simulated(Struct, frozen=True):
    game: str
    per_second: Spread
    turns_a_game: float


def measure(name: str, seconds: float = SECONDS, repeats: int = REPEATS) -> Simulated:
    """As many games as fit into some seconds of processor time, the same ones in each repetition."""
    game = get(name)
    recipe = recipe_of(game, {})
    player = Analytic(game.default_player)

    async def repetition() -> tuple[int, int, float]:
        games = turns = 0
        began = time.process_time()
        while time.process_time() - began < seconds:
            config = config_of(game, recipe, 1, games)
            seats = {info.seat: player for info in game.seats(config)}
            turns += (await play_one.play(game, config, games, seats)).turns
            games += 1
        return games, turns, time.process_time() - began

    asyncio.run(repetition())
    runs = [asyncio.run(repetition()) for _ in range(repeats)]
    games, turns, _ = runs[0]
    return Simulated(name, Spread.of([games / spent for games, _, spent in runs]), turns / games)
