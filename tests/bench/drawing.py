"""`python -m tests.bench.drawing`: how long result cards take to draw, and how long the event loop waits meanwhile.

The loop's own gaps without any drawing come first: on a busy machine they are part of the figures below them.
"""

import asyncio
import time
from collections.abc import Iterator

from bot.adapters import pictures
from games.core.post import Post
from games.core.registry import get, names
from tests.games.finished import finished, readers

SEEDS = (1, 2, 3, 4)
IDLE_SECONDS = 2.0
TICK = 0.001


def cards(name: str) -> Iterator[Post]:
    game = get(name)
    for seed in SEEDS:
        state = finished(game, {}, seed)
        result = game.result(state)
        assert result is not None
        for voice in readers(tuple(seat for seat, _ in result.earnings))[:4]:
            yield Post(game.card(state, voice) or ())


async def gaps(into: list[float]) -> None:
    """Note how much later than asked for each tick comes, in milliseconds."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        into.append(1000 * (time.perf_counter() - before - TICK))


def line(what: str, took: list[float], late: list[float]) -> str:
    late.sort()
    drawn = (
        f"{len(took)} drawings, median {sorted(took)[len(took) // 2]:.0f}, most {max(took):.0f} ms; " if took else ""
    )
    return f"{what}: {drawn}loop late p99 {late[len(late) * 99 // 100]:.1f}, most {late[-1]:.1f} ms"


async def main() -> None:
    posts = {name: list(cards(name)) for name in names()}
    late: list[float] = []
    ticking = asyncio.create_task(gaps(late))
    await asyncio.sleep(IDLE_SECONDS)
    print(line("idle", [], late))
    for name, made in posts.items():
        late.clear()
        took = []
        for post in made:
            begun = time.perf_counter()
            await pictures.ready(post)
            took.append(1000 * (time.perf_counter() - begun))
        print(line(name, took, late))
    ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
