"""`python -m tests.bench.drawing`: seconds until a press after a game shows its card or its review, and how long the
event loop waits meanwhile.

The loop's own gaps without any work come first: on a busy machine they are part of the figures below them. `held` is
the most processor time that the loop's thread took from one tick to the next, whatever else the machine did. Games are
those of the usual players; cards and reviews are worked out and drawn in processes of their own, as in a session.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial
from typing import Any, cast

from msgspec import Raw

from bot.adapters import pictures
from bot.players import Analytic
from bot.players.exchange import Done
from bot.research import play_one
from bot.session.analyst import Analyst
from bot.session.model.events import Dealt
from bot.session.model.session import Session
from bot.session.model.terms import TEMPI, Terms
from games.core.codec import encode
from games.core.contract import AnyGame
from games.core.draw import config_of, recipe_of
from games.core.post import Post
from games.core.registry import get, names
from storage.base import Record, Store
from tests.games.finished import readers

GAMES = 20
IDLE_SECONDS = 2.0
TICK = 0.001


class Kept:
    """The part of a store from which the analyst reads: the logs of games."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Record]] = {}

    async def events(self, sid: str) -> AsyncIterator[Record]:
        for record in self.logs[sid]:
            yield record


async def ended(game: AnyGame, seed: int, kept: Kept) -> Session:
    """Return the session of a game that has ended, with its log in `kept`."""
    config, log = config_of(game, recipe_of(game, {}), seed, 0), list[Done]()
    seats = tuple(info.seat for info in game.seats(config))
    await play_one.play(game, config, seed, dict.fromkeys(seats, Analytic(game.default_player)), log=log)
    terms = Terms(game.name, game.rules, Raw(encode(config)), seed, TEMPI["chat"], "", "")
    session, records = Session.fresh(f"{game.name}-{seed}", terms), list[Record]()
    for number, event in enumerate((Dealt(), *(done.event for done in log))):
        session, entry = session.after(event, number)
        records.append(Record(0, number, number, entry))
    kept.logs[session.sid] = records
    return session


async def gaps(late: list[float], held: list[float]) -> None:
    """Note how much later than asked for each tick comes, and how long the loop's thread worked until then, in
    milliseconds.
    """
    while True:
        before, worked = time.perf_counter(), time.thread_time()
        await asyncio.sleep(TICK)
        late.append(1000 * (time.perf_counter() - before - TICK))
        held.append(1000 * (time.thread_time() - worked))


def line(what: str, took: list[float], late: list[float], held: list[float]) -> str:
    """Return the times, in milliseconds, in words."""
    took.sort()
    late.sort()
    spent = f"{len(took)}, median {took[len(took) // 2]:.0f}, most {took[-1]:.0f} ms; " if took else ""
    return (
        f"{what}: {spent}loop late p99 {late[len(late) * 99 // 100]:.1f}, most {late[-1]:.1f}, held {max(held):.1f} ms"
    )


async def timed(works: Iterable[Callable[[], Awaitable[Any]]]) -> list[float]:
    """Do one work after the other; return how long each took, in milliseconds."""
    took = []
    for work in works:
        before = time.perf_counter()
        await work()
        took.append(1000 * (time.perf_counter() - before))
    return took


async def main() -> None:
    kept, late, held = Kept(), list[float](), list[float]()
    analyst = Analyst(cast(Store, kept))
    sessions = {name: [await ended(get(name), seed, kept) for seed in range(GAMES)] for name in names()}

    async def card(session: Session) -> None:
        seats = tuple(chair.seat for chair in session.table.chairs)
        await pictures.ready(Post(await analyst.card(session, readers(seats)[0]) or ()))

    async def review(session: Session) -> None:
        await analyst.review(session, session.table.chairs[0].seat)

    ticking = asyncio.create_task(gaps(late, held))
    await asyncio.sleep(IDLE_SECONDS)
    print(line("idle", [], late, held))
    for name, games in sessions.items():
        for what, work in (("card", card), ("review", review)):
            late.clear()
            held.clear()
            took = await timed([partial(work, session) for session in games])
            print(line(f"{name}, {what}", took, late, held))
    ticking.cancel()
    await analyst.close()


if __name__ == "__main__":
    asyncio.run(main())
