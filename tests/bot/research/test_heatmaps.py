"""`parley simulate --matrix --out`: the figures as JSON, and the pictures that show them."""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot.cli import simulate
from bot.research import heatmaps
from bot.research.heatmaps import draw

PNG = b"\x89PNG\r\n\x1a\n"

app = typer.Typer()
app.command()(simulate.simulate)


def matrix(*words: str) -> Any:
    seats = ("--seats", "you=selfish/S,core", "--seats", "me=selfish/S,fair/fair")
    return CliRunner().invoke(app, ["dealornodeal", "--matrix", *seats, "--games", "30", "--seed", "4", *words])


def cell(row: str, col: str, **more: Any) -> dict[str, Any]:
    points = {"row_points": 1.0, "col_points": 2.0, "joint": 3.0, "row_se": 0.1, "col_se": 0.2, "joint_se": 0.3}
    shown = {**points, "agreement": 0.5, "agreement_se": 0.1, "reported": {}}
    return {"row": row, "col": col, **shown, "deals": {**points, "reported": {}}, **more}


def test_the_folder_holds_the_figures_and_two_pictures(tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    ran = matrix("--out", str(out), "--format", "json")
    assert ran.exit_code == 0, ran.output
    assert sorted(path.name for path in out.iterdir()) == ["all-games.png", "deals-only.png", "matrix.json"]
    for name in ("all-games.png", "deals-only.png"):
        assert (out / name).read_bytes().startswith(PNG)
    kept, printed = json.loads((out / "matrix.json").read_text()), json.loads(ran.stdout)
    assert kept["cells"] == printed["cells"]
    assert "games" not in kept


def test_a_field_holds_all_games_and_those_with_a_deal(tmp_path: Path) -> None:
    made = json.loads(matrix("--format", "json").stdout)
    games = [g for g in made["games"] if g["seats"] == {"you": "core", "me": "selfish/S"}]
    dealt = [g for g in games if g["end"] == "deal"]
    assert 0 < len(dealt) < len(games)
    field = next(c for c in made["cells"] if (c["row"], c["col"]) == ("core", "selfish/S"))
    share = len(dealt) / len(games)
    assert field["agreement"] == pytest.approx(share, abs=1e-6)
    assert field["agreement_se"] == pytest.approx(sqrt(share * (1 - share) / (len(games) - 1)), abs=1e-6)
    assert field["joint"] == pytest.approx(sum(g["total"] for g in games) / len(games), abs=1e-5)
    assert field["deals"]["games"] == len(dealt)
    assert field["deals"]["joint"] == pytest.approx(sum(g["total"] for g in dealt) / len(dealt), abs=1e-5)
    assert field["deals"]["joint"] > field["joint"]
    pareto = sum(g["pareto"] for g in dealt) / len(dealt)
    assert field["deals"]["reported"]["pareto"]["mean"] == pytest.approx(pareto, abs=1e-5)
    assert field["reported"]["nash_distance"]["se"] > 0


def test_a_matrix_without_any_deal_is_drawn(tmp_path: Path) -> None:
    none: dict[str, Any] = {"row_points": None, "col_points": None, "joint": None, "row_se": None, "reported": {}}
    cells = [cell("a", "b", agreement=0.0, deals=none)]
    assert [p.name for p in draw(tmp_path, "game", cells, ("x", "y"), "dollars")] == ["all-games.png", "deals-only.png"]


def test_the_picture_changes_with_the_figures(tmp_path: Path) -> None:
    pictures = []
    for joint in (3.0, 4.0):
        cells = [cell("a", "b", joint=joint), cell("a", "c"), cell("d", "b"), cell("d", "c")]
        draw(tmp_path, "game", cells, ("x", "y"), "points")
        pictures.append((tmp_path / "all-games.png").read_bytes())
    assert pictures[0] != pictures[1]


def test_it_is_said_before_any_game_that_pictures_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(heatmaps, "find_spec", lambda name: None)
    ran = matrix("--out", str(tmp_path))
    assert ran.exit_code == 2
    assert ran.stderr == "Pictures need matplotlib: install Parley with its extra `pictures`, or with `all`.\n"


def test_a_folder_is_for_a_matrix_and_must_be_one(tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["dealornodeal", "--games", "1", "--out", str(tmp_path)])
    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
    file = tmp_path / "file"
    file.touch()
    ran = matrix("--out", str(file))
    assert ran.exit_code == 2
    assert "cannot be made" in ran.stderr


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "matrix.json").mkdir()
    ran = matrix("--out", str(tmp_path))
    assert ran.exit_code == 1
    assert ran.stderr.splitlines()[-1].startswith(f"{tmp_path / 'matrix.json'} cannot be written (")
