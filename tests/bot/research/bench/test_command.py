"""`parley bench` as a program runs it: its JSON, a kill in the middle, and no score without an answer."""

import asyncio
import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.runtime import logs
from tests.bot.research.commands import here
from tests.fakes import FakeAnthropic

pytestmark = pytest.mark.timeout(300)

ROOT = Path(__file__).parents[4]
COMMAND = [sys.executable, "-m", "bot.cli.main", "bench"]
SMALL = ("--suite", "smoke", "--deals", "1", "--games", "bargaining", "--format", "json", "--yes")


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[FakeAnthropic]:
    async with FakeAnthropic() as fake:
        for name, value in {**fake.env(), "XDG_DATA_HOME": str(tmp_path / "data")}.items():
            monkeypatch.setenv(name, value)
        yield fake


async def run(*words: str) -> tuple[int, str, str]:
    ran = await asyncio.to_thread(subprocess.run, [*COMMAND, *words], capture_output=True, text=True, cwd=ROOT)
    return ran.returncode, ran.stdout, ran.stderr


async def test_the_json_has_its_rows_and_pairs(
    api: FakeAnthropic, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, episodes = tmp_path / "board.html", tmp_path / "episodes"
    more = ("--page", str(page), "--episodes", str(episodes))
    status, out, err = await run("--models", "fake-a,easy@fake-b", *SMALL, *more)
    assert status == 0, err
    told = json.loads(out)
    rows = {(row["model"], row["game"]): row for row in told["rows"]}
    assert {("fake-a", "bargaining"), ("easy@fake-b", "bargaining"), ("hard", "bargaining")} <= set(rows)
    for row in rows.values():
        assert row["clemscore"] == pytest.approx(row["played"] * row["quality"] / 100, abs=0.02)
    row = rows["fake-a", "bargaining"]
    assert row["tokens"] > 0
    assert row["seconds"]["p95"] >= row["seconds"]["p50"] > 0
    assert {"aborted", "infrastructure", "quality"} <= set(row)
    pair = next(pair for pair in told["pairs"] if (pair["a"], pair["b"]) == ("fake-a", "hard"))
    assert pair["wins"] + pair["draws"] + pair["losses"] == 2
    assert "games: about" in err
    assert "Too uncertain to rank: " in err
    assert "fake-a" in page.read_text()
    assert len(list((episodes / "clembench").iterdir())) > 10
    calls = len(api.requests)
    status, again, _ = await here(capsys, "bench", "--models", "fake-a,easy@fake-b", *SMALL)
    assert (status, again) == (0, out)
    assert len(api.requests) == calls


async def test_the_question_about_the_price_stays_on_the_screen(api: FakeAnthropic, tmp_path: Path) -> None:
    """No bar is painted over it, however long a person thinks; a no ends the bench before the first call."""
    here, there = pty.openpty()
    words = ("--models", "fake-a", *SMALL[:-1], "--keep", str(tmp_path / "bench.jsonl"))
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
    running = await asyncio.create_subprocess_exec(
        *COMMAND, *words, cwd=ROOT, stdin=there, stdout=there, stderr=there, env=environment
    )
    os.close(there)
    seen = b""
    while b"Go on? [y/N]:" not in seen:
        seen += await asyncio.to_thread(os.read, here, 4096)
    assert b"about" in seen
    # A bar is painted ten times a second.
    ready, _, _ = await asyncio.to_thread(select.select, [here], [], [], 0.5)
    after = os.read(here, 4096) if ready else b""
    assert not after.strip()
    os.write(here, b"n\n")
    while True:  # what is written at the end must not fill the terminal
        try:
            if not await asyncio.to_thread(os.read, here, 4096):
                break
        except OSError:
            break
    os.close(here)
    assert await running.wait() == 0
    assert api.requests == []


async def test_a_killed_bench_asks_nothing_twice_but_what_was_in_flight(api: FakeAnthropic, tmp_path: Path) -> None:
    record = tmp_path / "bench.jsonl"
    words = ("--models", "fake-a", *SMALL, "--keep", str(record))
    acts, reached = api.otherwise, asyncio.Event()

    async def act(body: Any) -> Any:
        if len(api.requests) > 25:
            reached.set()
            await asyncio.sleep(0.3)
        return await acts(body)

    api.otherwise = act
    running = await asyncio.create_subprocess_exec(
        *COMMAND, *words, cwd=ROOT, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    await reached.wait()
    os.kill(running.pid, signal.SIGKILL)
    await running.wait()
    before = len(api.requests)
    kept = [json.loads(line) for line in record.read_bytes().splitlines() if line.endswith(b"}")]
    answered = {line["key"] for line in kept if line["kind"] == "answer"}
    asked = {line["key"] for line in kept if line["kind"] == "ask"}
    assert answered
    api.otherwise = acts
    status, _, err = await run(*words)
    assert status == 0, err
    assert f"Calls that were in flight and may be asked again: {len(asked - answered)}." in err
    now = [json.loads(line) for line in record.read_bytes().splitlines() if line.endswith(b"}")]
    keys = [line["key"] for line in now if line["kind"] == "answer"]
    assert len(keys) == len(set(keys))
    assert len(api.requests) - before == len(keys) - len(answered)


@pytest.mark.parametrize("status", [401, 400])
async def test_without_an_answer_there_is_no_score(
    api: FakeAnthropic, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    api.otherwise = api.errs(status)
    code, out, err = await here(capsys, "bench", "--models", "fake-a", *SMALL)
    assert (code, out) == (1, "")
    assert f"No call succeeded, so there is no score: fake-a (http_{status})." in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--models", "m", "--suite", "core-v9"), "There is no suite 'core-v9'; there are core-v1, smoke."),
        (("--models", "m", "--games", "chess"), "has no game 'chess'"),
        (("--models", "nobody@m"), "There is no persona 'nobody'"),
    ],
)
def test_unusable_words_end_with_a_sentence(
    words: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "nobody")
    monkeypatch.setattr(sys, "argv", ["parley", "bench", *words])
    monkeypatch.setattr(logs, "configure", lambda *_: None)
    assert main.main() == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err


async def test_without_a_key_no_model_can_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    told = await here(capsys, "bench", "--models", "m")
    assert told == (2, "", "No model can play: ANTHROPIC_API_KEY is not set.\n")
