"""A service in this process that comes to rest soon, and is seen to."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from bot.adapters import poster
from bot.session import worker
from tests.fakes.loopback import Loopback

REST = 0.1
"""Seconds."""


@contextmanager
def eager() -> Iterator[None]:
    """The service polls its store twice, and more, within the time that a fake takes for rest."""
    with (
        patch.object(worker, "POLL_SECONDS", REST / 3),
        patch.object(poster, "POLL_SECONDS", REST / 3),
        patch.object(Loopback, "settles", REST),
    ):
        yield
