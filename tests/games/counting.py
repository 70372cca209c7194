"""Work counted in executed lines, which is the same on every machine, unlike time."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines(work: Callable[[], object]) -> int:
    """Return how many lines of Python `work` executes, repetitions in loops and comprehensions counted each.

    What one call into the library does inside, such as a pattern's backtracking, counts nothing here:
    `tests.repo.patterns` looks after that.
    """
    count = 0

    def step(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
