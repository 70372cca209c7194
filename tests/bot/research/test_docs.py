"""The guide for researchers names every key and every event there is."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
import typer
from typer.testing import CliRunner

from bot.cli.simulate import simulate
from bot.session.model.events import TableEvent
from games.core.contract import Expired, Left, Moved, Slipped

GUIDE = (Path(__file__).parents[3] / "docs" / "data.md").read_text(encoding="utf-8")
MATRIX = ("--matrix", "--seats", "you=fair/S,core", "--seats", "me=fair/S")


def named(head: str) -> set[str]:
    """Return what the first column of the table under this head names."""
    rows = GUIDE.partition(f"| {head} |")[2].partition("\n\n")[0].splitlines()
    return {word for row in rows if row.startswith("| `") for word in re.findall(r"`(\w+)`", row.split("|")[1])}


@pytest.fixture(scope="module")
def told() -> list[Any]:
    """Run the simulations of the page: one pairing, several, and a matrix."""
    app = typer.Typer()
    app.command()(simulate)
    asked = (("bargaining",), ("bargaining", "--seats", "buyer=easy,hard"), ("society",), ("dealornodeal", *MATRIX))
    ran = [CliRunner().invoke(app, (*words, "--games", "2", "--jobs", "1", "--format", "json")) for words in asked]
    return [json.loads(one.stdout) for one in ran]


def test_every_key_of_a_simulation_is_named(told: list[Any]) -> None:
    assert set().union(*told) | {"llm"} == named("key")
    tallies = [made["summary"] for made in told] + told[1]["cells"]
    assert set().union(*tallies) - {"seats"} == named("key of a tally")
    assert set().union(*told[-1]["cells"]) == named("key of a field")
    for made in told:
        for game in made["games"]:
            assert named("key of a game") <= set(game)


def test_every_event_of_a_log_is_named() -> None:
    events = (*get_args(TableEvent), Expired, Left, Moved, Slipped)
    assert {event.__struct_config__.tag for event in events} == named("event")
