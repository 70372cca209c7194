"""Ended games to look back at, and executors that a test holds in its hand."""

from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from threading import Event
from typing import Any

from bot.session.lobby import HUMAN
from bot.session.model.inbound import Open
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

    def __init__(self, room: Room) -> None:
        self.given, self.begun, self.may, self._threads = 0, Event(), Event(), ThreadPoolExecutor(1)
        room.manager.analyst.start = lambda: self
        room.manager.analyst._executor = None

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given += 1
        self.begun.set()
        return self._threads.submit(self._done, fn, *args)

    def _done(self, fn: Any, *args: Any) -> Any:
        self.may.wait(60)
        return fn(*args)


class Broken(Executor):
    """An executor whose processes die."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        raise BrokenExecutor


class Dying(Executor):
    """An executor that dies with all that it was given."""

    def __init__(self, many: int) -> None:
        self.many, self.given = many, list[Future[Any]]()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append(Future())
        if len(self.given) == self.many:
            for one in self.given:
                one.set_exception(BrokenExecutor())
        return self.given[-1]
