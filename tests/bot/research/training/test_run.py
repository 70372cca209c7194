from collections.abc import Callable
from pathlib import Path

import pytest

from bot.research.training import reinforce, run
from bot.research.training.folder import BadFolder, Folder
from bot.research.training.page import page
from bot.research.training.recipe import CELLS, MOST_STEPS, STAGES, Recipe, planned
from bot.research.training.run import Training

TINY = Recipe("synthetic", seed=5, dialogues=24, epochs=2, steps=2, embedding=8, hidden=8)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "EVERY", 1)
    monkeypatch.setattr(reinforce, "SIDE_BY_SIDE", 2)


class Killed(Exception):
    pass


def killed_after(dialogues: int) -> Callable[[int], None]:
    left = [dialogues]

    def advance(done: int) -> None:
        left[0] -= done
        if left[0] < 0:
            raise Killed

    return advance


def test_a_training_that_was_killed_ends_as_one_that_was_not(tmp_path: Path) -> None:
    straight = Folder(tmp_path / "straight", TINY)
    wanted = Training(straight, None).run()
    killed = Folder(tmp_path / "killed", TINY)
    for dialogues in (70, 120, 150, 170):  # making dialogues comes first, then two epochs, then the stages
        with pytest.raises(Killed):
            Training(killed, None, killed_after(dialogues)).run()
    assert Training(killed, None).run() == wanted
    assert killed.metrics() == straight.metrics()
    assert set(wanted) == {"S", *CELLS}


def test_a_folder_of_another_training_is_refused(tmp_path: Path) -> None:
    Folder(tmp_path, TINY)
    with pytest.raises(BadFolder, match="another training"):
        Folder(tmp_path, Recipe("synthetic", 5, 24, 2, steps=3))


def test_a_stage_stops_when_its_language_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "WORSE", 0.5)  # any language counts as lost
    folder = Folder(tmp_path, TINY)
    hashes = Training(folder, None).run()
    assert [line["at"] for line in folder.metrics() if line.get("stopped")] == [1] * len(STAGES)
    assert set(hashes.values()) == {hashes["S"]}


def test_minutes_become_amounts() -> None:
    short, long = planned("synthetic", 0, 1, 1), planned("synthetic", 0, 1, 600)
    assert short.steps < long.steps == MOST_STEPS
    assert short.dialogues < long.dialogues
    assert planned("ab", 10_000, 1, 60).dialogues == 0


def test_the_page_draws_every_curve_and_loads_nothing() -> None:
    figures = dict.fromkeys(("reward", "own", "other", "deals", "utterances", "words", "perplexity"), 1.0)
    lines = [{"stage": "S", "at": 1, "perplexity": 3.0}, *({"stage": cell, "at": 50, **figures} for cell in CELLS)]
    made = page([(1, lines), (2, lines)])
    assert made.count("<polyline") == 2 + 2 * 7 * len(CELLS)
    assert "http" not in made
    assert "<script" not in made
