"""`parley train` and `parley evaluate agents`, from nothing to agents that play."""

import builtins
import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot.cli import evaluate
from bot.cli.errors import CliError
from bot.cli.train import train
from bot.research.training import reinforce
from bot.research.training.recipe import CELLS

APP = typer.Typer()
APP.command()(train)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reinforce, "SIDE_BY_SIDE", 2)


def trained(out: Path, *more: str) -> str:
    asked = ["dealornodeal", "--data", "synthetic", "--out", str(out), "--seeds", "1", "--minutes", "0.02", *more]
    result = CliRunner().invoke(APP, asked)
    if isinstance(result.exception, CliError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def test_agents_come_out_of_a_seed_and_a_repeat_changes_nothing(tmp_path: Path) -> None:
    hashes = trained(tmp_path)
    assert hashes.count("seed 1") == 1 + len(CELLS)
    assert trained(tmp_path) == hashes  # nothing is left to train
    assert "Learning curves" in (tmp_path / "curves.html").read_text(encoding="utf-8")


def test_a_game_without_a_training_and_a_folder_without_dialogues_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CliError, match="dealornodeal can"):
        CliRunner().invoke(APP, ["trading", "--data", "synthetic", "--out", str(tmp_path)], catch_exceptions=False)
    with pytest.raises(CliError, match=r"train\.txt"):
        trained(tmp_path, "--data", str(tmp_path))


def test_the_shipped_agents_are_measured_claim_by_claim() -> None:
    asked = ["agents", "--games", "2", "--format", "json"]
    result = CliRunner().invoke(evaluate.app, asked)
    made: dict[str, Any] = json.loads(result.stdout)
    assert {(cell["row"], cell["col"]) for cell in made["trained"][0]["cells"]} == {
        (a, b) for a in CELLS for b in CELLS
    }
    assert len(made["trained"][0]["with_s"]) == 1 + len(CELLS)
    assert {claim["trained"]["held"] for claim in made["claims"]} <= {True, False}
    assert made["trained"][0]["agents"].keys() == {"S", *CELLS}


def test_without_numpy_one_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("bot.research.training"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(CliError, match=r"pip install 'parley\[train\]'"):
        trained(tmp_path)
