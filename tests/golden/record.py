"""Record sessions of this version, to be replayed for ever: `python -m tests.golden.record [GAME…]`.

Each recording is the log of a session that people and AI seats played through the real manager, as `parley export`
writes it. What is recorded stays as it is: a recording of that name is never written over. A change after which an old
recording no longer replays needs a new number in the game's `rules`, and keeps the old ones readable as long as it can.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

from bot.research.export.log import export
from bot.session.model.inbound import Command, Open, Press, Text
from games.core.post import Choice
from games.core.registry import get, names
from storage.memory import MemoryStore
from tests.bot.session.harness import Room

HERE = Path(__file__).parent
HOUR = 3_600_000
MOMENT = 5_000
"""Milliseconds after which the other side knows that somebody has said all they wanted to."""
MOVES = 25
PATIENCE = 200
"""Looks at a game before it is left as it stands: an unfinished session is a log, too."""

LINES: dict[str, tuple[str, ...]] = {
    "bargaining": ("hello there", "a hundred and nine", "44", "$45.50", "ok, accept"),
    "trading": (
        "hello, what have you got?",
        "[Offer: 1 Sheep -> 1 Ore]",
        "[Offer: 900 Sheep -> 1 Ore]",
        "deny",
        "accept",
        "[Offer: 1 Wheat -> 1 Wood]",
        "accept",
    ),
    "balloon": ("hi, what matters to you?", "PROPOSE {'A00'}", "agree", "A00 and A01", "I agree"),
    "dealornodeal": ("i'd like the balls, you can have the rest", "how about i take the hat?", "ok deal", "/confirm"),
    "society": ("pass", "gather 2 wood", "dump hammer", "fly to the moon", "pass", "pass"),
}
"""The person's texts; some are no move, some are not allowed at that moment."""

GIFTS = {"dealornodeal": "i only want one ball, you can have the rest"}
"""Texts of somebody who would like to be agreed with."""


async def _talks(room: Room, sid: str, game: str) -> None:
    """Somebody plays, then stays away until the clocks have ended the game."""
    for text in LINES.get(game, ("hello",)):
        if (await room.session(sid)).table.phase == "play":
            await room.act("ann", Text(text))
            await room.later(sid, MOMENT)
    await _late(room, sid, game)


async def _presses(room: Room, sid: str, game: str) -> None:
    """Somebody presses what is offered first, again and again, and has little to say where there is no button."""
    for _ in range(MOVES):
        if (await room.session(sid)).table.phase != "play":
            break
        choices = [
            (row.id, index)
            for _, row, sent in room.seen
            for index, ask in enumerate(sent.post.asks)
            if isinstance(ask, Choice) and ask.mood == "go" and not ask.says.startswith("/")
        ]
        if choices:
            await room.act("ann", Press(*choices[-1]))
        if not choices or room.seen[-1][2].code:
            await room.act("ann", Text(GIFTS.get(game, "let us be fair")))
        await room.later(sid, MOMENT)
    await _late(room, sid, game)


async def _quits(room: Room, sid: str, game: str) -> None:
    await room.act("ann", Text(LINES.get(game, ("hello",))[0]))
    for word in ("quit", "stay", "rules", "status", "quit"):
        await room.act("ann", Command(word))
    await room.act("ann", Text("yes"))


async def _late(room: Room, sid: str, game: str) -> None:
    for _ in range(PATIENCE):
        session = await room.session(sid)
        if session.table.phase == "over":
            break
        await room.later(sid, HOUR)


STORIES: dict[str, Callable[[Room, str, str], Coroutine[Any, Any, None]]] = {
    "talks": _talks,
    "presses": _presses,
    "quits": _quits,
    "late": _late,
}


async def recorded(game: str, story: str, seed: int) -> bytes:
    """The log of one session."""
    room = Room(MemoryStore())
    answer = await room.act("ann", Open(game, seed=seed, tempo="chat"))
    await STORIES[story](room, answer.sid, game)
    return b"".join([line async for line in export(room.store, answer.sid)])


def recordings() -> Iterator[Path]:
    """The files there are."""
    return iter(sorted(HERE.glob("*.jsonl")))


def main(wanted: list[str]) -> None:
    for game in wanted or names():
        for seed, story in enumerate(STORIES, 1):
            path = HERE / f"{game}-rules{get(game).rules}-{story}.jsonl"
            if path.exists():
                print(f"{path.name} stays as it is")
                continue
            log = asyncio.run(recorded(game, story, seed))
            path.write_bytes(log)
            print(f"{path.name}: {len(log.splitlines()) - 2} events, {log.splitlines()[-1].decode()[:120]}")


if __name__ == "__main__":
    main(sys.argv[1:])
