"""After a game: what is offered, what a press shows and to whom, what is kept of it; hints in practice games."""

import asyncio
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from bot import keys
from bot.session import progress
from bot.session.lobby import HUMAN
from bot.session.model import looking_back
from bot.session.model.inbound import Command, Open, Press, Text
from bot.session.model.session import entry_type, gather
from bot.session.wording import after as wording
from games.core.codec import decode
from games.core.post import Chart
from games.core.review import Review
from storage.base import Store
from tests.bot.session.harness import Room

GAME = "looked"
FIRST = "Guess 1"


async def played(room: Room, *guesses: str, user: str = "ann", **more: object) -> str:
    """A game that the person ended after these guesses."""
    sid = await room.open(GAME, user, **more)
    for guess in guesses or ("1",):
        assert (await room.say(user, guess)).what == "played"
    await room.walks(user)
    return sid


async def both(room: Room) -> str:
    """An ended game of Ann and Bob, in which either guessed once, badly."""
    sid = (await room.act("ann", Open(GAME, seed=1, tempo="chat", rest=HUMAN))).sid
    await room.join("bob", (await room.session(sid)).terms.code)
    await room.say("ann", "1")
    await room.say("bob", "2")
    await room.walks("ann")
    return sid


def labels(room: Room, user: str) -> list[str]:
    """The buttons of the newest post on a screen."""
    sent = [sent for place, _, sent in room.seen if place == f"room:{user}"][-1]
    return [ask.label for ask in sent.post.asks]


class Counted(Executor):
    """An executor that counts what it is given, and begins it when the test says so."""

    def __init__(self) -> None:
        self.given, self.may, self._threads = 0, asyncio.Event(), ThreadPoolExecutor(1)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given += 1
        loop, may = self._loop, self.may

        def work() -> Any:
            asyncio.run_coroutine_threadsafe(may.wait(), loop).result()
            return fn(*args, **kwargs)

        return self._threads.submit(work)

    @classmethod
    def of(cls, room: Room) -> "Counted":
        made = cls()
        made._loop = asyncio.get_running_loop()
        room.manager.analyst.start = lambda: made
        return made

    _loop: asyncio.AbstractEventLoop


# --- what is offered --------------------------------------------------------------------------------------------------


async def test_nothing_follows_the_end_unasked_but_a_button_is_there(room: Room) -> None:
    await played(room)
    assert "Hidden were" in room.last("ann")
    assert labels(room, "ann") == ["Rematch", "Play the other side", "How it went"]


async def test_a_preset_named_seed_offers_nothing(room: Room) -> None:
    sid = await played(room, wrote=(("condition", "seed_strict"),))
    assert looking_back.offers(await room.session(sid)) == frozenset()
    assert "How it went" not in labels(room, "ann")
    for command, sentence in (("card", wording.NO_CARD), ("review", wording.NO_CARD), ("hint", wording.NO_HINT)):
        assert (await room.command("ann", command)).what == "refused"
        assert room.last("ann") in (sentence, wording.NO_REVIEW)


async def test_a_session_that_was_stopped_offers_nothing(room: Room) -> None:
    sid = await room.open(GAME)
    async with_stop = None
