"""Pictures on their way to a chat: drawn once, elsewhere, and here where that fails."""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from bot.adapters import pictures
from bot.runtime import processes
from games.core.plots import Axis, Bar, Bars
from games.core.post import Chart, Post, says


class Drawer(Executor):
    """An executor that counts what it draws, or dies."""

    def __init__(self, dies: bool = False) -> None:
        self.given, self.dies, self._threads = 0, dies, ThreadPoolExecutor(1)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given += 1
        if self.dies:
            raise BrokenExecutor
        return self._threads.submit(fn, *args)


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    pictures._kept.clear()
    pictures._drawer.cache_clear()
    yield
    pictures._kept.clear()
    pictures._drawer.cache_clear()


def post(title: str = "A title") -> Post:
    return Post((Chart(title, Bars(Axis("made", 0, 9), ("made",), (Bar("you", (3,)),)), "Bars.", "made 3"),))


async def test_a_picture_is_drawn_once_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    drawer = Drawer()
    monkeypatch.setattr(processes, "started", lambda size, begin: drawer)
    for _ in range(2):
        await pictures.ready(post())
    await pictures.ready(says("no picture"))
    assert drawer.given == 1
    found = pictures.drawn(post())
    assert found is not None
    assert found[1] == pictures._png(found[0])


async def test_where_the_process_dies_the_picture_is_drawn_here_and_the_next_in_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawers = [Drawer(), Drawer(dies=True)]
    monkeypatch.setattr(processes, "started", lambda size, begin: drawers.pop())
    await pictures.ready(post())
    assert pictures.drawn(post()) is not None
    assert len(drawers) == 1
    await pictures.ready(post("Another"))
    assert drawers == []


def test_the_pictures_kept_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "KEPT", 2)
    for title in "abc":
        pictures.drawn(post(title))
    assert len(pictures._kept) == 2
