"""Work on several processes, which end with the one that started them and leave an interrupt to it."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any

CONTEXT = get_context("spawn")
"""Processes are spawned, because a fork would copy locks that other threads of this process hold."""


def started(size: int, begin: Callable[..., None], arguments: tuple[Any, ...] = ()) -> ProcessPoolExecutor:
    """Return a pool of at most this many processes, each of which calls `begin(*arguments)` first. It is its owner's to
    shut down.
    """
    return ProcessPoolExecutor(size, CONTEXT, _begin, (begin, arguments))


@contextmanager
def pool(size: int, begin: Callable[..., None], arguments: tuple[Any, ...]) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of this many processes, each of which calls `begin(*arguments)` first. Work not begun when the
    block ends is dropped.
    """
    made = started(size, begin, arguments)
    try:
        yield made
    finally:
        made.shutdown(cancel_futures=True)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hand work to a pool in this block. A keyboard interrupt reaches every process of the terminal; those that start
    here inherit its mask and ignore it from their first moment on, and this process ends them.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _begin(begin: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    begin(*arguments)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """End this process when its parent ends, however that ended: nobody else would end it."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
