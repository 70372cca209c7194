"""`parley bench`: models against analytic players and each other, over frozen deals, scored without a stand-in."""

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import typer
from rich.console import Console

from bot.cli.progress import progress
from bot.players.llm.model_players import ModelPlayers, model_players, why_not
from bot.research.bench import batches, page, report
from bot.research.bench.desk import Desk, Live
from bot.research.bench.episodes import written as episodes_written
from bot.research.bench.estimate import Estimates
from bot.research.bench.figures import Figures, Price, figures, written
from bot.research.bench.prices import prices
from bot.research.bench.record import BadRecord, Record
from bot.research.bench.run import AT_ONCE, BadBench, Bench, requested
from bot.research.bench.seats import parted
from bot.research.bench.suite import CORE, BadSuite, load
from bot.runtime import logs
from bot.runtime.settings import BadSettings, Settings
from bot.runtime.settings import load as settings_of
from games.core.phrases import counted

PIPED_WIDTH = 170


def bench(
    models: Annotated[
        list[str],
        typer.Option("--models", metavar="MODEL[,MODEL]…", help="Models, or PERSONA@MODEL (persona: neutral)."),
    ],
    games: Annotated[str, typer.Option(metavar="GAME[,GAME]…", help="Games of the suite, or all.")] = "all",
    suite: Annotated[str, typer.Option(metavar="NAME", help="The frozen deals: core-v1, or smoke to try.")] = CORE,
    deals: Annotated[int | None, typer.Option(min=1, help="Only the first deals of each game.")] = None,
    batch: Annotated[bool, typer.Option("--batch", help="Through the Batches API: half the price, and slow.")] = False,
    beliefs: Annotated[
        bool, typer.Option(help="Ask for the model's estimate of the other's limit: one more call in some games.")
    ] = True,
    jobs: Annotated[int, typer.Option(min=1, help="Games at a time.")] = AT_ONCE,
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The record of answers; by default in the user's data folder.")
    ] = None,
    episodes: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write every game in clembench's and TextArena's form.")
    ] = None,
    leaderboard: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="Write the leaderboard as one HTML file.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before money is spent.")] = False,
    format_: Annotated[
        Literal["table", "json"], typer.Option("--format", help="For people or for programs.")
    ] = "table",
) -> None:
    """Rank models by how they negotiate: scores with intervals, against analytic players and each other."""
    try:
        settings = settings_of()
        logs.configure(settings.log, settings.log_level or "critical", settings.secrets())
        house = model_players(settings, patient=True)
        if house is None:
            raise BadBench(f"No model can play: {why_not(settings)}.")
        asked = requested(load(suite), _parts([games]), _parts(models), deals, beliefs)
        asyncio.run(_learned(house, asked.models))
        made = Bench(asked, house)
        record = Record(keep or asked.record(settings.anthropic_base_url))
    except (BadSettings, BadSuite, BadRecord, ValueError) as problem:
        _stop(str(problem), 2)
    with record:
        try:
            agreed = asyncio.run(_play(made, house, settings, record, batch, jobs, yes))
        except BadRecord as problem:
            _stop(str(problem), 2)
        except KeyboardInterrupt:
            _stop(f"Stopped; the same command goes on from {record.path}.", 130)
    if not agreed:
        raise typer.Exit(0)
    _without_answers(made)
    with progress(len(made.matches) - len(made.asked), of="reference games") as advance:
        for _ in made.reference(jobs):
            advance()
    found = figures(asked.suite.name, made.finished, asked.models, asked.games, prices(settings, batch))
    _files(made, found, episodes, leaderboard)
    _printed(found, format_)
    raise typer.Exit(1 if made.silent else 0)


async def _learned(house: ModelPlayers, names: tuple[str, ...]) -> None:
    """Ask the platform what models take that are not known here."""
    await house.learn(f"@{parted(name)[2]}" for name in names)
    await house.close()


async def _play(
    made: Bench, house: ModelPlayers, settings: Settings, record: Record, batch: bool, jobs: int, yes: bool
) -> bool:
    """Play all games with models, after their price was agreed to. Return whether it was."""
    live = Live(record)
    wanted = made.asked
    async with AsyncExitStack() as stack:
        stack.push_async_callback(house.close)
        client = await batches.connected(settings)
        if client is not None:
            stack.push_async_callback(client.close)
        _tell_record(record)
        if not await _agreed(made, live, client, prices(settings, batch), yes):
            return False
        desk: Desk = live
        if batch:
            if client is None:
                raise BadRecord("--batch needs the provider's own API; leave it out.")
            batched = batches.Batched(record, client)
            await stack.enter_async_context(batched.running())
            desk, jobs = batched, max(1, len(wanted))
        with progress(len(wanted) - len(made.games)) as advance:
            await made.play(wanted, desk, jobs, advance)
    return True


async def _agreed(made: Bench, live: Live, client: Any, price: Price, yes: bool) -> bool:
    """Tell the price of a bench, play a pilot, and tell it again; ask each time, on a terminal.

    No bar is shown meanwhile, as it would paint over the question.
    """
    if live.record.found:
        return True  # a bench that goes on: its price was agreed to
    estimates = Estimates(made)
    await estimates.measure(client)
    wanted, pilot = made.asked, made.pilot
    sentence, _ = estimates.told(price, wanted, {})
    first, _ = estimates.told(price, pilot, {})
    typer.echo(f"{sentence} First a pilot of {first}", err=True)
    if not _sure(yes):
        return False
    with progress(len(pilot)) as advance:
        await made.play(pilot, live, len(pilot), advance)
    factors = estimates.corrected(made.games)
    if not factors:
        return True
    done = {game.match for game in made.games}
    sentence, _ = estimates.told(price, [match for match in wanted if match not in done], factors)
    typer.echo(f"After the pilot: {sentence}", err=True)
    return _sure(yes)


def _sure(yes: bool) -> bool:
    """Ask whether to go on, on a terminal; scripts have said so by starting it."""
    return yes or not (sys.stdin.isatty() and sys.stderr.isatty()) or typer.confirm("Go on?", err=True)


def _tell_record(record: Record) -> None:
    typer.echo(f"Answers are kept in {record.path}.", err=True)
    if record.found:
        typer.echo(
            f"{counted(record.found, 'answer')} on record already. Calls that were in flight and may be asked again: "
            f"{record.repeated}. Batches to be fetched: {len(record.batches)}.",
            err=True,
        )


def _without_answers(made: Bench) -> None:
    """End the command if no model ever answered; tell which of several did not."""
    if not made.silent:
        return
    codes = ", ".join(f"{name} ({made.left_out.get(name, 'no call')})" for name in made.silent)
    if len(made.silent) == len(made.request.models):
        _stop(f"No call succeeded, so there is no score: {codes}.", 1)
    typer.echo(f"No call succeeded for {codes}: no score.", err=True)


def _files(made: Bench, found: Figures, episodes: Path | None, leaderboard: Path | None) -> None:
    try:
        if leaderboard is not None:
            leaderboard.write_text(page.page(found), encoding="utf-8")
            typer.echo(f"Written: {leaderboard}", err=True)
        if episodes is not None:
            count = episodes_written(made.games, made.deals, episodes)
            typer.echo(f"Written: {counted(count, 'episode')} in {episodes}", err=True)
    except OSError as problem:
        _stop(f"{problem.filename} cannot be written ({problem.strerror}).", 1)
    put_off = sum(game.state == "infrastructure" for game in made.games)
    if put_off:
        typer.echo(f"{counted(put_off, 'game')} put off by connection failures; the same command plays them.", err=True)


def _printed(found: Figures, format_: str) -> None:
    doubt = report.doubts(found)
    if doubt:
        typer.echo(doubt, err=True)
    if format_ == "json":
        typer.echo(json.dumps(written(found), ensure_ascii=False))
        return
    console = Console() if sys.stdout.isatty() else Console(width=PIPED_WIDTH)
    for table in report.tables(found):
        console.print(table)


def _parts(texts: list[str]) -> list[str]:
    return [part.strip() for text in texts for part in text.split(",") if part.strip()]


def _stop(sentence: str, status: int) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(status)
