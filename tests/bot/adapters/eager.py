"""A service in this process that comes to rest soon, and is seen to."""

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from unittest.mock import patch

from bot.adapters import pictures, poster
from bot.session import worker
from bot.session.manager import Manager
from tests.fakes.loopback import Loopback

REST = 0.1
"""Seconds."""
_submitted = pictures._submitted
_drawing: set["Future[bytes | None]"] = set()


@contextmanager
def eager() -> Iterator[None]:
    """The service polls its store twice, and more, within the time that a fake takes for rest."""
    with (
        patch.object(worker, "POLL_SECONDS", REST / 3),
        patch.object(poster, "POLL_SECONDS", REST / 3),
        patch.object(Loopback, "settles", REST),
        patch.object(pictures, "_submitted", _noted),
    ):
        yield


def rests(manager: Manager, platform: str, people: Collection[int]) -> Callable[[], bool]:
    """Return whether a service has nothing in hand: no act of these people, which may wait for its turn, and no
    picture, whose drawing may take seconds on a busy machine.
    """
    return lambda: not _drawing and not any(manager.turns.busy(f"{platform}:{id}") for id in people)


def _noted(block: pictures.Pictured) -> "Future[bytes | None]":
    drawing = _submitted(block)
    _drawing.add(drawing)
    drawing.add_done_callback(_drawing.discard)
    return drawing
