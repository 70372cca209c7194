"""`parley analyse` on a bundle of simulated people: its figures are those of the logs, and its errors are sentences."""

import asyncio
import json
import shutil
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot.cli.analyse import analyse as command
from bot.research.analyse.analysis import analyse, as_json
from bot.research.analyse.data import Unreadable, read
from bot.studies.study import Part
from tests.bot.research.bundle.conftest import Run
from tests.bot.research.bundle.recount import answers, figures, orientation

app = typer.Typer()
app.command()(command)


def test_means_by_cell_equal_those_of_the_logs(run: Run) -> None:
    found = as_json(analyse(read(run.bundle.folder)))
    cells = {row["sid"]: (row["factor_reward"], row["factor_partner"]) for row in run.rows("session")}
    complete = {row["sid"] for row in run.rows("session") if row["exclude"] == "false"}
    for row in found["tables"]["points"]["rows"][:6]:
        cell = (row["factor_reward"], row["factor_partner"])
        told = [figures(*run.stored[sid]) for sid in complete if cells[sid] == cell]
        assert row["n"] == len(told)
        assert row["human"] == pytest.approx(fmean(one.human for one in told))
        assert row["joint"] == pytest.approx(fmean(one.human + one.partner for one in told))
        assert row["walkaway_percent"] == pytest.approx(100 * fmean(not one.deal for one in told))
    talk = found["tables"]["talk"]["rows"][-1]
    told = [figures(*run.stored[sid]) for sid in complete]
    words = sum(one.words_human + one.words_partner for one in told)
    assert talk["words_per_utterance"] == pytest.approx(words / sum(one.utterances for one in told))
    assert {"satisfaction", "likeness"} <= {name.removeprefix("survey_") for name in found["tables"]}


def test_answers_orientation_and_attrition_equal_those_of_the_logs(run: Run) -> None:
    tables = as_json(analyse(read(run.bundle.folder)))["tables"]
    people = asyncio.run(_people(run))
    complete = [part for part in people if part.outcome == "complete"]
    given = {part.pid: _given(run, part) for part in complete}
    for item in ("satisfaction", "likeness"):
        for row in tables[f"survey_{item}"]["rows"]:
            here = [given[part.pid].get(item, "") for part in complete if _within(part, row)]
            told = [int(answer) for answer in here if answer.isdecimal()]
            assert row["n"] == len(told)
            assert row["mean"] == pytest.approx(fmean(told))
            assert row["se"] == pytest.approx(stdev(told) / len(told) ** 0.5)
    for row in tables["orientation"]["rows"]:
        mine = [part for part in complete if _within(part, row) and orientation(given[part.pid]) == row["svo"]]
        earned = [figures(*run.stored[_sid(part, "game")]).human for part in mine]
        assert row["n"] == len(mine)
        assert row["payoff_human"] == (pytest.approx(fmean(earned)) if earned else None)
    for row in tables["attrition_stages"]["rows"][1:]:
        assert row["reached"] == sum(bool(_sid(part, row["stage"])) for part in people)
    for row in tables["attrition_cells"]["rows"]:
        placed = [part.outcome for part in people if part.condition and _within(part, row)]
        assert (row["assigned"], row["complete"]) == (len(placed), placed.count("complete"))


async def _people(run: Run) -> list[Part]:
    return [held.part async for held in run.field.people()]


def _sid(part: Part, stage: str) -> str:
    return next((visit.sid for visit in part.visits if visit.stage == stage), "")


def _given(run: Run, part: Part) -> dict[str, str]:
    """Return all answers of a person to the forms of the study."""
    forms = [run.stored[visit.sid][1] for visit in part.visits if visit.stage != "game"]
    return {item: value for records in forms for item, value in answers(records).items()}


def _within(part: Part, row: dict[str, Any]) -> bool:
    wanted = (row["factor_reward"], row["factor_partner"])
    levels = (level.partition("=")[2] for level in part.condition.split())
    return all(level in ("all", own) for level, own in zip(wanted, levels, strict=True))


def test_the_command_prints_tables_and_writes_a_report(run: Run, tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, [str(run.bundle.folder), "--format", "json", "--out", str(tmp_path)])
    assert json.loads(shown.stdout)["study"]["slug"] == "dividing"
    assert "<img" in (tmp_path / "report.html").read_text()
    assert (tmp_path / "tickets.csv").read_bytes().count(b"\r\n") > 10


def test_what_is_no_bundle_is_said(run: Run, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="is no folder"):
        read(tmp_path / "none")
    with pytest.raises(Unreadable, match=r"is no bundle: it has no manifest\.json"):
        read(tmp_path)
    copy = tmp_path / "copy"
    shutil.copytree(run.bundle.folder, copy)
    with (copy / "data/session.csv").open("a") as file:
        file.write("one more\r\n")
    with pytest.raises(Unreadable, match=r"data/session\.csv was changed"):
        read(copy)
    (copy / "data/session.csv").unlink()
    with pytest.raises(Unreadable, match=r"data/session\.csv is missing"):
        read(copy)
    with pytest.raises(Unreadable, match="half a bundle"):
        read(copy.rename(tmp_path / "copy.partial"))
