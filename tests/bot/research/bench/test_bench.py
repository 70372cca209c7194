"""Benches of scripted models through the real library: ranks, terminal states, batches, and going on after a crash."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.players.llm.model_players import ModelPlayers
from bot.research.bench import batches, page
from bot.research.bench.desk import Desk, Live
from bot.research.bench.episodes import episode_of, written
from bot.research.bench.estimate import Estimates
from bot.research.bench.figures import Figures, Row, figures
from bot.research.bench.prices import prices
from bot.research.bench.record import BadRecord, Record
from bot.research.bench.run import BadBench, Bench, requested
from bot.research.bench.seats import parted
from bot.research.bench.suite import load
from bot.runtime.settings import Settings
from games.core.registry import get
from tests.bot.research.bench.models import FAIR, NAMES, Script
from tests.fakes import FakeAnthropic

pytestmark = pytest.mark.timeout(300)

GAMES = ("bargaining", "dealornodeal")
DEALS = 2
PAUSES = (0.001, 0.001)


@pytest.fixture
async def api() -> AsyncIterator[FakeAnthropic]:
    async with FakeAnthropic() as fake:
        yield fake


@pytest.fixture
def script(api: FakeAnthropic, monkeypatch: pytest.MonkeyPatch) -> Script:
    return Script(api, monkeypatch)


def settings(api: FakeAnthropic) -> Settings:
    return Settings(anthropic_api_key=api.key, anthropic_base_url=api.url)


def bench(api: FakeAnthropic, models: tuple[str, ...], games: tuple[str, ...] = GAMES, deals: int = DEALS) -> Bench:
    house = ModelPlayers(settings(api), patient=True)
    return Bench(requested(load("smoke"), games, models, deals, True), house)


async def played(made: Bench, desk: Desk, at_once: int = 4) -> Figures:
    try:
        await made.play(made.asked, desk, at_once, lambda: None)
    finally:
        for player in made.players.values():
            await player.model.close()
    await asyncio.to_thread(lambda: list(made.reference(1)))
    asked = made.request
    return figures(asked.suite.name, made.finished, asked.models, asked.games, lambda name, usage: None)


def rows(made: Figures) -> dict[tuple[str, str], Row]:
    return {(row.model, row.game): row for row in made.rows}


async def test_strength_is_ranked_and_terminal_states_stay_apart(
    api: FakeAnthropic, script: Script, tmp_path: Path
) -> None:
    made = bench(api, NAMES)
    with Record(tmp_path / "r") as record:
        found = await played(made, Live(record, PAUSES))
    by = rows(found)
    for game in GAMES:
        # Who plays like an analytic player scores like it, to the last digit.
        assert by["disguised", game].quality == by["normal", game].quality
        assert by["even", game].quality == by[FAIR[game], game].quality
        refuser = by["refuser", game]
        assert set(refuser.aborted) == {"refused"}
        assert refuser.played == pytest.approx(100 - 100 * refuser.aborted["refused"] / refuser.games)
        for name in NAMES:
            assert by[name, game].infrastructure == 0
    score = {name: by[name, "all"].clemscore for name in NAMES}
    means = {name: each.mean for name, each in score.items() if each is not None}
    assert min(means["disguised"], means["even"]) > means["refuser"] > max(means["stubborn"], means["chance"])
    assert by["disguised", "bargaining"].brier == pytest.approx(0.25)  # who says 50 % of everything
    cross = [pair for pair in found.pairs if {pair.a, pair.b} == {"disguised", "even"}]
    assert [pair.wins + pair.draws + pair.losses for pair in cross] == [2, 2]  # one deal, both seats


async def test_a_model_that_cannot_be_reached_is_put_off_not_aborted(
    api: FakeAnthropic, script: Script, tmp_path: Path
) -> None:
    made, acts = bench(api, ("disguised", "down"), ("bargaining",), 1), api.otherwise

    async def act(body: Any) -> Any:
        return await (api.errs(529)(body) if body["model"] == "down" else acts(body))

    api.otherwise = act
    with Record(tmp_path / "r") as record:
        by = rows(await played(made, Live(record, PAUSES)))
    down, up = by["down", "bargaining"], by["disguised", "bargaining"]
    assert (down.played, down.aborted, down.quality, down.games) == (None, {}, None, 0)
    assert down.infrastructure > 0
    assert (up.infrastructure, up.played) == (0, 100.0)
    assert made.silent == ("down",)


async def test_batches_give_the_same_scores(api: FakeAnthropic, script: Script, tmp_path: Path) -> None:
    models, games = ("refuser", "chance"), ("bargaining",)
    with Record(tmp_path / "live") as record:
        live = await played(bench(api, models, games), Live(record, PAUSES))
    single = len(api.requests)
    client = await batches.connected(settings(api))
    assert client is not None
    with Record(tmp_path / "batch") as record:
        desk = batches.Batched(record, client, 0.001)
        made = bench(api, models, games)
        async with desk.running():
            batched = await played(made, desk, len(made.asked))
    await client.close()
    assert len(api.requests) == single
    assert 1 < len(api.batches.all) < 60
    assert timeless(batched) == timeless(live)
    assert batched.pairs == live.pairs
    assert batched.ratings == live.ratings


def timeless(made: Figures) -> list[Row]:
    return [replace(row, p50=None, p95=None) for row in made.rows]


async def test_a_bench_that_was_killed_asks_only_what_is_missing(
    api: FakeAnthropic, script: Script, tmp_path: Path
) -> None:
    path = tmp_path / "r"
    with Record(path) as record:
        whole = await played(bench(api, ("disguised",), ("bargaining",)), Live(record, PAUSES))
    calls = len(api.requests)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[len(lines) // 2][:30])
    with Record(path) as record:
        kept = record.found
        desk = Live(record, PAUSES)
        again = await played(bench(api, ("disguised",), ("bargaining",)), desk)
        assert desk.calls == calls - kept
    assert len(api.requests) == 2 * calls - kept
    assert timeless(again) == timeless(whole)


async def test_a_batch_on_its_way_is_fetched_by_the_next_run(
    api: FakeAnthropic, script: Script, tmp_path: Path
) -> None:
    path = tmp_path / "r"
    client = await batches.connected(settings(api))
    assert client is not None

    async def run() -> Figures:
        with Record(path) as record:
            desk = batches.Batched(record, client, 0.001)
            made = bench(api, ("disguised",), ("bargaining",))
            async with desk.running():
                return await played(made, desk, len(made.asked))

    whole = await run()
    sent = len(api.batches.all)
    # As if the process had been killed while it waited for its first batch.
    lines = path.read_bytes().splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if b'"kind":"batch"' in line)
    path.write_bytes(b"".join(lines[: first + 1]))
    again = await run()
    await client.close()
    assert len(api.batches.all) == 2 * sent - 1
    assert timeless(again) == timeless(whole)


async def test_other_prompts_do_not_mix_with_recorded_answers(
    api: FakeAnthropic, script: Script, tmp_path: Path
) -> None:
    with Record(tmp_path / "r") as record:
        await played(bench(api, ("disguised",), ("bargaining",), 1), Live(record, PAUSES))
    house = ModelPlayers(settings(api).model_copy(update={"llm_max_tokens": 999}), patient=True)
    made = Bench(requested(load("smoke"), ("bargaining",), ("disguised",), 1, True), house)
    with Record(tmp_path / "r") as record, pytest.raises(BadRecord, match="name another file with --keep"):
        await played(made, Live(record, PAUSES))


async def test_outages_are_waited_out_and_never_scored(api: FakeAnthropic, script: Script, tmp_path: Path) -> None:
    acts, count = api.otherwise, 0

    async def act(body: Any) -> Any:
        nonlocal count
        count += 1
        return await (api.errs(529)(body) if count % 3 else acts(body))

    api.otherwise = act
    with Record(tmp_path / "r") as record:
        found = await played(bench(api, ("disguised",), ("bargaining",)), Live(record, PAUSES), at_once=1)
    row = rows(found)["disguised", "bargaining"]
    assert (row.infrastructure, row.aborted, row.played) == (0, {}, 100.0)
    assert row.quality == rows(found)["normal", "bargaining"].quality


async def test_games_become_episodes_of_both_formats(api: FakeAnthropic, script: Script, tmp_path: Path) -> None:
    made = bench(api, ("refuser",), ("bargaining", "balloon"), 2)
    with Record(tmp_path / "r") as record:
        await played(made, Live(record, PAUSES))
    count = written(made.games, made.deals, tmp_path / "episodes")
    asked = [game for game in made.games if any(game.notes)]
    assert count == len(asked)
    for form in ("clembench", "textarena"):
        assert len(list((tmp_path / "episodes" / form).iterdir())) == count
    for game in asked:
        episode = episode_of(game, made.deals[game.match.game, game.match.deal])
        assert (episode.result.end == "stopped") == (game.state == "aborted")
        assert [who for _, who in episode.players] == list(game.match.players)


async def test_the_price_is_estimated_and_corrected_by_a_pilot(
    api: FakeAnthropic, script: Script, tmp_path: Path
) -> None:
    made = bench(api, ("disguised",))
    price = prices(Settings(anthropic_api_key="k", llm_prices="1,10"), False)
    client = await batches.connected(settings(api))
    assert client is not None
    estimates = Estimates(made)
    await estimates.measure(client)
    sentence, first = estimates.told(price, made.asked, {})
    assert sentence.startswith(f"{len(made.asked)} games: about ")
    assert api.requests == []
    with Record(tmp_path / "r") as record:
        desk = Live(record, PAUSES)
        await made.play(made.pilot, desk, 1, lambda: None)
        assert len(made.games) == len(made.pilot) == 5
        factors = estimates.corrected(made.games)
        _, second = estimates.told(price, made.asked, factors)
        found = await played(made, desk)
    await client.close()
    usage = rows(found)["disguised", "all"].usage
    true = (usage["input_tokens"] + 10 * usage["output_tokens"]) / 1_000_000
    assert first is not None
    assert second is not None
    assert abs(second - true) < abs(first - true)
    assert true / 2 < second < true * 2


async def test_the_leaderboard_is_one_page_without_outside_resources(
    api: FakeAnthropic, script: Script, tmp_path: Path
) -> None:
    made = bench(api, ("disguised",), ("bargaining",), 1)
    with Record(tmp_path / "r") as record:
        drawn = page.page(await played(made, Live(record, PAUSES)))
    assert drawn.count("<h1>") == 1
    assert "<svg" in drawn
    assert "disguised" in drawn
    for outside in ("http:", "https:", "src=", "url(", "<script", "@import"):
        assert outside not in drawn


def test_unknown_games_and_clashing_names() -> None:
    with pytest.raises(BadBench, match="it has bargaining"):
        requested(load("smoke"), ["chess"], ["m"], None, True)
    with pytest.raises(BadBench, match="at least one model"):
        requested(load("smoke"), ["all"], [], None, True)
    made = requested(load("smoke"), ["bargaining"], ["fair", "m"], None, True)
    assert made.models == ("llm:fair", "m")
    spelled = ["m", "neutral@m", "llm:neutral@m", "@m", "hard@m", "llm:fair", "neutral@fair"]
    made = requested(load("smoke"), ["bargaining"], spelled, None, True)
    assert made.models == ("m", "hard@m", "llm:fair")
    assert parted("neutral@m@20261001") == ("neutral", "@", "m@20261001")
    assert "fair" in get("bargaining").players
