"""Simulations with a model: what is told before they start, and that a second run plays only what is missing."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.cli.plans import planned
from bot.players import find
from bot.players.llm.client import Reply
from bot.players.llm.model_players import ModelPlayers
from bot.research.llm_batch import BadFile, Batch, Estimate, estimated, models_of, summary, told, unscored, wanted
from bot.research.tournament import GameFailed, Plan
from bot.runtime.settings import Settings
from tests.bot.players.llm.seated import canned
from tests.bot.research.commands import here
from tests.fakes import FakeAnthropic

ROOT = Path(__file__).parents[3]

OFFERS = '{"reason": "Hm.", "action": "offer", "price": 55, "say": ""}'


def finder(house: ModelPlayers) -> Any:
    return lambda name, game: find(name, game, house)


def plan_of(house: ModelPlayers, games: int = 3, seed: int = 1) -> Plan:
    return planned("bargaining", ["buyer=normal", "seller=llm"], games, seed, [], None, False, finder(house))


def test_an_estimate_names_the_models_of_the_seats_and_the_listed_price() -> None:
    plan = Plan("bargaining", (), 1, 1, ({"seller": "llm:hard@claude-opus-5-5", "buyer": "normal"},))
    settings = Settings(anthropic_api_key="k")
    models = models_of(plan, settings)
    assert models == ("claude-opus-5-5",)
    sentence = told(Estimate(1, 3, 1_000_000, 1_000_000), settings, 0, models)
    assert "3 decisions of claude-opus-5-5" in sentence
    assert "about $24.00. Thoughts come on top" in sentence
    both = ({"seller": "llm", "buyer": "llm:@claude-opus-5-5"},)
    assert models_of(Plan("bargaining", (), 1, 1, both), settings) == ("claude-sonnet-5-5", "claude-opus-5-5")


def test_who_wants_a_model() -> None:
    assert wanted(["seller=llm"])
    assert wanted(["seller=easy,llm:hard"])
    assert not wanted(["seller=easy,hard", "all=normal"])


async def test_an_estimate_says_what_a_run_will_ask_for() -> None:
    house, model = canned(OFFERS)
    plan = plan_of(house, games=30)
    estimate = await estimated(plan, house, done=10)
    assert estimate.games == 20
    assert 20 <= estimate.decisions <= 80
    assert estimate.tokens_in > 100 * estimate.decisions
    assert model.bodies == []
    sentence = told(estimate, Settings(anthropic_api_key="k", llm_prices="1000000,0", model="m"), 10)
    assert sentence.startswith("20 games (10 are finished already): about ")
    assert f"about {estimate.tokens_in}.00 in money" in sentence


async def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    house, model = canned(OFFERS)
    whole = Batch(plan_of(house), house, file)
    count: list[int] = []
    await whole.run(2, lambda: count.append(1))
    assert len(count) == 3
    calls = len(model.bodies)
    lines = file.read_bytes().splitlines(keepends=True)

    file.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    house, model = canned(OFFERS)
    again = Batch(plan_of(house), house, file)
    assert len(again.outcomes) == 2
    await again.run(None, lambda: None)
    assert 0 < len(model.bodies) < calls
    assert list(again.finished()) == list(whole.finished())
    assert again.summed() == whole.summed()

    house, model = canned(OFFERS)
    done = Batch(plan_of(house), house, file)
    await done.run(None, lambda: None)
    assert model.bodies == []
    assert list(done.finished()) == list(whole.finished())


async def test_games_of_another_plan_are_not_taken_over(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    house, _ = canned(OFFERS)
    await Batch(plan_of(house), house, file).run(None, lambda: None)
    with pytest.raises(BadFile, match="another plan"):
        Batch(plan_of(house, seed=2), house, file)


async def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    file.write_text("session,end\n1,deal\n")
    house, model = canned(OFFERS)
    with pytest.raises(BadFile, match="holds something else than kept games"):
        Batch(plan_of(house), house, file)
    assert file.read_text() == "session,end\n1,deal\n"
    assert model.bodies == []


async def test_where_nothing_can_be_kept_no_game_begins(tmp_path: Path) -> None:
    house, _ = canned(OFFERS)
    (tmp_path / "file").touch()
    for place in (tmp_path, tmp_path / "file" / "kept.jsonl"):
        with pytest.raises(BadFile, match="cannot be written"):
            Batch(plan_of(house), house, place)


async def test_decisions_of_the_model_are_kept_whole(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    house, _ = canned(OFFERS)
    batch = Batch(plan_of(house, games=1), house, file)
    await batch.run(None, lambda: None)
    assert batch.sources["llm"] > 0
    assert batch.spent["input_tokens"] >= 10 * batch.sources["llm"]
    (row,) = [json.loads(line) for line in file.read_bytes().splitlines()]
    assert row["decisions"][0]["llm"]["outputs"][0] == OFFERS


async def test_a_game_that_fails_stops_the_run_with_its_reason() -> None:
    house, _ = canned(OFFERS)
    plan = plan_of(house)

    class Broken:
        async def decide(self, brief: object, deadline: float) -> object:
            raise ValueError("no more")

    def breaking(name: str = "") -> Any:
        return Broken()

    house.player = breaking  # type: ignore[method-assign]
    with pytest.raises(GameFailed, match="no more"):
        await Batch(plan, house).run(1, lambda: None)


class TestCommand:
    """`parley simulate` with a model, as a program runs it."""

    @pytest.fixture
    async def api(self, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeAnthropic]:
        async with FakeAnthropic() as fake:
            for name, value in fake.env().items():
                monkeypatch.setenv(name, value)
            yield fake

    @staticmethod
    async def run(*words: str) -> tuple[int, str, str]:
        command = [sys.executable, "-m", "bot.cli.main", "simulate", "bargaining", *words]
        ran = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=90, cwd=ROOT)
        return ran.returncode, ran.stdout, ran.stderr

    async def test_it_says_first_how_much_it_will_be_and_last_what_it_was(
        self, api: FakeAnthropic, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = ("--seats", "seller=llm", "--games", "2", "--format", "json", "--keep", str(tmp_path / "kept.jsonl"))
        status, out, err = await self.run(*words)
        assert status == 0, err
        first, *_, last = err.splitlines()
        assert first.startswith("2 games: about ")
        assert last.startswith("2 of 2 games; decisions: ")
        told = json.loads(out)
        assert len(told["games"]) == 2
        assert told["llm"]["sources"] == {"llm": len(api.requests)}
        calls = len(api.requests)
        status, again, err = await here(capsys, "simulate", "bargaining", *words)
        assert (status, again) == (0, out)
        assert len(api.requests) == calls
        status, _, err = await here(capsys, "simulate", "bargaining", *words, "--seed", "9")
        assert (status, err.count("another plan")) == (2, 1)

    async def test_without_a_key_it_says_what_is_missing(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
        status, _, err = await here(capsys, "simulate", "bargaining", "--seats", "seller=llm")
        assert (status, err) == (2, "llm cannot play: ANTHROPIC_API_KEY is not set.\n")


CHEAP = OFFERS.replace("55", "42")
"""An offer that is taken at once, so that every answer stays legal."""


class TestOwnDecisions:
    """Counting of a model's own decisions; a stand-in's are none."""

    async def test_games_with_a_stand_in_are_left_out(self) -> None:
        house, model = canned(CHEAP)
        plan = plan_of(house)
        ask, count = model.ask, 0

        async def sometimes(body: dict[str, Any], seconds: float) -> Any:
            nonlocal count
            count += 1
            if count == 1:
                return Reply("", "refusal", {"input_tokens": 1})
            return await ask(body, seconds)

        model.ask = sometimes  # type: ignore[method-assign]
        batch = Batch(plan, house)
        await batch.run(1, lambda: None)
        assert len(batch.outcomes) == 3
        assert [outcome.index for outcome in batch.scored()] == [1, 2]
        stood_in, total = batch.sources["fallback:refusal"], sum(batch.sources.values())
        assert stood_in == 1
        assert batch.own == pytest.approx(1 - 1 / total)
        assert f"own decisions: {100 * (total - 1) // total} %" in summary(batch)
        assert "1 games with others are not scored" in summary(batch)
        assert not unscored(batch)

    async def test_games_without_an_answer_are_played_again(self, tmp_path: Path) -> None:
        file = tmp_path / "kept.jsonl"
        house, _ = canned()
        silent = Batch(plan_of(house), house, file)
        await silent.run(1, lambda: None)
        assert unscored(silent) == "No call of llm succeeded, so there is no score."
        assert file.read_bytes() == b""
        house, _ = canned(CHEAP)
        again = Batch(plan_of(house), house, file)
        assert not again.outcomes
        await again.run(1, lambda: None)
        assert len(list(again.scored())) == 3

    async def test_a_model_that_always_refuses_has_no_score(self, tmp_path: Path) -> None:
        file = tmp_path / "kept.jsonl"
        house, model = canned("x")

        async def refuses(body: dict[str, Any], seconds: float) -> Reply:
            return Reply("", "refusal", {"input_tokens": 1})

        model.ask = refuses  # type: ignore[method-assign]
        batch = Batch(plan_of(house), house, file)
        await batch.run(1, lambda: None)
        assert "decided no game by itself" in unscored(batch)
        assert len(file.read_bytes().splitlines()) == 3

    async def test_the_command_prints_no_score_without_an_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with FakeAnthropic() as api:
            for name, value in api.env().items():
                monkeypatch.setenv(name, value)
            api.otherwise = api.errs(401)
            words = ("--seats", "seller=llm", "--games", "2", "--format", "json")
            status, out, err = await TestCommand.run(*words)
        assert (status, out) == (1, "")
        assert err.splitlines()[-1] == "No call of llm succeeded, so there is no score."
