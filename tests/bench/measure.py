"""Measuring on a machine that other work shares: interleaved repetitions, medians, and how far they spread."""

import os
import platform
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct


class Spread(Struct, frozen=True):
    """A figure over repetitions."""

    median: float
    low: float
    high: float
    runs: int

    @classmethod
    def of(cls, values: list[float]) -> "Spread":
        return cls(median(values), min(values), max(values), len(values))


def seconds(work: Callable[[], object]) -> float:
    """Seconds of processor time, which others on the machine stretch less than those of the clock on the wall."""
    began = time.process_time()
    work()
    return time.process_time() - began


class Lap:
    """A pair of clocks: the one on the wall, and processor time. Each `with` adds what its body takes."""

    def __init__(self) -> None:
        self.wall = self.processor = 0.0

    def __enter__(self) -> None:
        self._began = time.perf_counter(), time.process_time()

    def __exit__(self, *error: object) -> None:
        wall, processor = self._began
        self.wall += time.perf_counter() - wall
        self.processor += time.process_time() - processor


class Stopwatch:
    """Time by section, without that of sections inside it, by the clock: asking for processor time costs 2 µs.

    Sections must not run side by side.
    """

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._open: list[str] = []
        self._since = 0.0

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        self._turn()
        self._open.append(name)
        try:
            yield
        finally:
            self._turn()
            self._open.pop()

    def _turn(self) -> None:
        now = time.perf_counter()
        if self._open:
            name = self._open[-1]
            self.spent[name] = self.spent.get(name, 0.0) + now - self._since
        self._since = now

    def around(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its time in a section."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            with self.section(name):
                return function(*args, **kwargs)

        return timed

    def around_async(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        async def timed(*args: Any, **kwargs: Any) -> Any:
            with self.section(name):
                return await function(*args, **kwargs)

        return timed


def machine() -> dict[str, str]:
    """Return what the figures depend on; `load` is what others had running in the minute before."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        cpu = f"{models[0]}, {len(models)} cores" if models else cpu
    return {
        "cpu": cpu,
        "python": platform.python_version(),
        "msgspec": version("msgspec"),
        "sqlite": sqlite3.sqlite_version,
        "system": platform.system(),
        "load": f"{os.getloadavg()[0]:.1f}",
    }
