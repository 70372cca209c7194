"""The bridge to the agents of the negotiation league, with a stand-in for their process."""

import sys
from pathlib import Path

import pytest

from games.dealornodeal.domain.items import BOOKS
from tests.bench import league
from tests.bench.page import page

YIELDING = """
import json, sys
for line in iter(sys.stdin.readline, ""):
    game = json.loads(line)
    deal, fault = None, ""
    if game["player"] == "ours":
        print(json.dumps({"heard": None}), flush=True)
        deal = json.loads(sys.stdin.readline())["offer"]
    else:
        fault = "this agent only plays with ours"
    print(json.dumps({"deal": deal, "fault": fault}), flush=True)
"""
"""Agents that take whatever core opens with, and fail against anybody else."""


def test_without_the_environment_the_measurement_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(league.PYTHON, raising=False)
    measured = league.measure("dealornodeal", 2)
    assert not measured.faced
    assert "Left out: LEAGUE_PYTHON" in page([measured], {})


def test_deals_and_faults_are_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "agents.py"
    script.write_text(YIELDING, encoding="utf-8")
    monkeypatch.setattr(league, "SCRIPT", script)
    monkeypatch.setenv(league.PYTHON, sys.executable)
    measured = league.measure("dealornodeal", 2)
    games = 2 * 4
    assert {(met.player, met.own, met.agreed, met.faults) for met in measured.faced} == {
        ("core", 10.0, 1.0, 0),
        ("MiCRO", 0.0, 0.0, games),
    }
    assert {one.ahead for one in measured.pooled if one.player == "MiCRO"} == {10.0}
    assert "+10.00" in page([measured], {})


def test_agents_that_are_told_nothing_expect_every_value_that_may_meet_theirs() -> None:
    pool, values = (2, 1, 3), (5, 0, 0)
    guess = league.expected(pool, values)
    assert sum(worth * count for worth, count in zip(guess, pool, strict=True)) == pytest.approx(BOOKS.worth)
    assert min(guess[1:]) >= 1, "what is worth nothing to the agent is worth something to the other side"
