"""Longest hold-up of a process by one text: hostile texts at each game's reader, the worst, and how they grow.

A text of a person is read on the event loop, where everybody else waits meanwhile. Times are processor time.
"""

import gc
from collections.abc import Callable, Iterable
from itertools import islice
from time import thread_time
from typing import Any, Final

from msgspec import Struct

from games.core.contract import AnyGame, Said
from games.core.registry import get
from tests.bench.hostile import MANY as TEXTS
from tests.bench.hostile import SIZE, Shape, shapes, views

VIEWS: Final = 8
CLOSELY: Final = 40
"""The slowest of the first look are timed again, so that a pause of the machine is not taken for a slow text."""
REPEATS: Final = 7
GROWING: Final = 12
"""As many of the worst are also timed at half the size."""
MODELS: Final = 3
"""Each text is read in every view; every third is also put into a model's mouth."""


class Timed(Struct, frozen=True):
    """One text at one place of the reader, in milliseconds; `half` is that of the same text at half its size."""

    milliseconds: float
    half: float
    where: str
    text: str

    @property
    def growth(self) -> float:
        return self.milliseconds / self.half if self.half else 0.0


class Slowest(Struct, frozen=True):
    """The worst of `texts` hostile texts in `views` views of a game, slowest first."""

    game: str
    texts: int
    views: int
    worst: tuple[Timed, ...]

    @property
    def growth(self) -> float:
        return max(timed.growth for timed in self.worst)


Scan = Callable[[str], object]


def measure(name: str, texts: int = TEXTS, size: int = SIZE) -> Slowest:
    game, seen = get(name), views(name, VIEWS)
    scans = {f"read, view {k}": _reads(game, view) for k, view in enumerate(seen)}
    models = {"agrees": _agrees(game, seen[0]), "answered": _answers(game, seen[0])}
    found: list[tuple[float, Shape, str]] = []
    gc.disable()
    try:
        for k, shape in enumerate(islice(shapes(name, texts), texts)):
            text = shape.text(size)
            for where, scan in (scans | models if k % MODELS == 0 else scans).items():
                found.append((_once(scan, text), shape, where))
            found = sorted(found, key=lambda one: -one[0])[:CLOSELY] if len(found) > 20 * CLOSELY else found
        slow = sorted(found, key=lambda one: -one[0])[:CLOSELY]
        closely = [(_least((scans | models)[where], shape.text(size)), shape, where) for _, shape, where in slow]
        closely.sort(key=lambda one: -one[0])
        worst = [
            Timed(spent, _least((scans | models)[where], shape.text(size // 2)), where, _shown(shape))
            for spent, shape, where in closely[:GROWING]
        ]
    finally:
        gc.enable()
    return Slowest(name, texts, len(seen), tuple(worst))


def _reads(game: AnyGame, view: Any) -> Scan:
    return lambda text: game.read(view, Said(text))


def _agrees(game: AnyGame, view: Any) -> Scan:
    return lambda text: game.agrees(view, None, text)


def _answers(game: AnyGame, view: Any) -> Scan:
    """A model's answer, with the text wherever words may stand."""
    fields: Iterable[str] = game.prompt(view, view.who).answer["properties"]
    return lambda text: game.answered(view, {**dict.fromkeys(fields, text), "action": "offer"})


def _once(scan: Scan, text: str) -> float:
    began = thread_time()
    scan(text)
    return (thread_time() - began) * 1000


def _least(scan: Scan, text: str) -> float:
    return min(_once(scan, text) for _ in range(REPEATS))


def _shown(shape: Shape) -> str:
    return f"{shape.first!r} + {shape.unit!r} × n + {shape.last!r}"
