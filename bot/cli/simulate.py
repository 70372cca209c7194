"""`parley simulate`: AI against AI directly on the rules, reported as a table, as JSON or as a heat map."""

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console

from bot import players as strategy
from bot.cli.plans import BadRequest, planned
from bot.cli.progress import progress
from bot.research.heatmaps import NoPictures, ready
from bot.research.play_one import Watch
from bot.research.statistics import Book
from bot.research.tables import heat_map, kept, overview
from bot.research.tournament import GameFailed, Outcome, Plan, run
from games.core.contract import TABLE, News
from games.core.draw import config_of
from games.core.post import Cast, Voice, plain
from games.core.registry import UnknownGame, get

if TYPE_CHECKING:
    from bot.players.llm.model_players import ModelPlayers
    from bot.research.llm_batch import Batch
    from bot.runtime.settings import Settings

PIPED_WIDTH = 160


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `parley games` lists them.")],
    more: Annotated[list[str] | None, typer.Argument(metavar="SEAT=PLAYER", help="More of --seats.")] = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=PLAYER[,PLAYER]…",
            help="Who plays a seat, `all` for every seat: an analytic player, llm, llm:PERSONA@MODEL, or script:FILE. "
            "Several names: each of them against each of the others.",
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, max=10_000_000, help="Games of each pairing (default 100).")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Equal seeds give equal games.")] = 0,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="As of `parley play`.")] = None,
    contexts: Annotated[
        Path | None, typer.Option(metavar="FILE", help="One game for each line: what `instance` would hold.")
    ] = None,
    matrix: Annotated[
        bool, typer.Option("--matrix", help="A heat map: the seat named first in rows, the other in columns.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="With --matrix: its heat maps as PNG, and its figures as JSON.")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Tell each game on stderr, as a spectator sees it.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Processes (default: one for each core); with llm, games at a time (default 4)."),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With llm: where finished games are kept; started again, it goes on there."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="With llm: do not ask before the first call.")] = False,
    format_: Annotated[
        Literal["table", "json"], typer.Option("--format", help="For people or for programs.")
    ] = "table",
) -> None:
    """AI against AI: earnings, deals and prices of players against each other."""
    with _ending(2, NoPictures, UnknownGame, ValueError):
        named = [*(seats or ()), *(more or ())]
        settings, models = _models(named)
        if keep is not None and models is None:
            raise BadRequest("--keep is for games with llm; all others come out the same from their seed.")
        plan = planned(game, named, games, seed, set_ or (), contexts, matrix, partial(strategy.find, models=models))
        if out is not None:
            _folder(out, matrix)
    book = Book(plan, kept=format_ == "json")
    batch = _batch(plan, settings, models, keep, yes) if settings is not None and models is not None else None
    used: dict[str, Any] = {}
    try:
        with _ending(1, GameFailed), progress(plan.total, hidden=watch) as advance:
            if batch is not None:
                used = {strategy.LLM: _run_batch(batch, book, jobs, advance)}
            else:
                _run(plan, book, jobs, watch, advance)
    except KeyboardInterrupt:
        typer.echo(f"Stopped after {book.whole.games} of {plan.total} games.", err=True)
        raise typer.Exit(130) from None
    _scored(batch)
    if out is not None:
        _keep(out, book)
    if format_ == "json":
        typer.echo(json.dumps({**book.written(matrix), **used}, ensure_ascii=False))
    else:
        console = Console() if sys.stdout.isatty() else Console(width=PIPED_WIDTH)
        console.print(heat_map(book) if matrix else overview(book))


@contextmanager
def _ending(status: int, *errors: type[Exception]) -> Iterator[None]:
    """Turn these errors into their sentence on stderr, and end the command with this status."""
    try:
        yield
    except errors as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(status) from None


def _models(named: list[str]) -> "tuple[Settings | None, ModelPlayers | None]":
    """Return the settings and the model players; both None if none is named. Raises `ValueError`."""
    if not any(strategy.LLM in text for text in named):
        return None, None
    from bot.research import llm_batch
    from bot.runtime import logs
    from bot.runtime.settings import BadSettings, load

    if not llm_batch.wanted(named):
        return None, None
    try:
        settings = load()
    except BadSettings as problem:
        raise BadRequest(str(problem)) from None
    logs.configure(settings.log, settings.log_level or "error", settings.secrets())
    return settings, llm_batch.opened(settings)


def _batch(plan: Plan, settings: "Settings", models: "ModelPlayers", keep: Path | None, yes: bool) -> "Batch":
    """Return the batch of a plan with model players, after its estimated size was shown and confirmed."""
    from bot.research import llm_batch

    with _ending(2, llm_batch.BadFile):
        batch = llm_batch.Batch(plan, models, keep)
    done = len(batch.outcomes)
    estimate = asyncio.run(llm_batch.estimated(plan, models, done))
    if done < plan.total and not _agreed(
        llm_batch.told(estimate, settings, done, llm_batch.models_of(plan, settings)), yes
    ):
        raise typer.Exit(0)
    return batch


def _agreed(sentence: str, sure: bool) -> bool:
    """Announce a batch; a person at a terminal is asked whether to go on. Return whether it may start."""
    typer.echo(sentence, err=True)
    return sure or not (sys.stdin.isatty() and sys.stderr.isatty()) or typer.confirm("Go on?", err=True)


def _run_batch(batch: "Batch", book: Book, jobs: int | None, advance: Callable[[], None]) -> dict[str, Any]:
    """Play the missing games of a plan with model players. Return what they took, for the JSON."""
    from bot.research import llm_batch

    for _ in batch.outcomes:
        advance()
    try:
        asyncio.run(batch.run(jobs, advance))
    finally:
        for outcome in batch.scored():
            book.add(outcome)
        typer.echo(llm_batch.summary(batch), err=True)
    return batch.summed()


def _scored(batch: "Batch | None") -> None:
    """End the command if a run with model players has nothing to score."""
    from bot.research.llm_batch import unscored

    if batch is not None and (why := unscored(batch)):
        typer.echo(why, err=True)
        raise typer.Exit(1)


def _run(plan: Plan, book: Book, jobs: int | None, watch: bool, advance: Callable[[], None]) -> None:
    for outcome in run(plan, jobs, _teller(plan) if watch else None):
        book.add(outcome)
        advance()
        if watch:
            typer.echo(_closing(plan, outcome), err=True)


def _folder(out: Path, matrix: bool) -> None:
    if not matrix:
        raise BadRequest("--out needs --matrix, whose heat maps it keeps. Without --matrix, use --format json.")
    ready()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadRequest(f"{out} cannot be made ({problem.strerror}).") from None


def _keep(out: Path, book: Book) -> None:
    try:
        for path in kept(out, book):
            typer.echo(f"Written: {path}", err=True)
    except OSError as problem:
        typer.echo(f"{problem.filename or out} cannot be written ({problem.strerror}).", err=True)
        raise typer.Exit(1) from None


def _teller(plan: Plan) -> Watch:
    """Return a function that prints on stderr what the table may know."""
    game = get(plan.game)
    seats = game.seats(config_of(game, plan.recipes[0], plan.seed, 0))
    voice = Voice(cast=tuple(Cast(info.seat, "ai", info.seat) for info in seats))

    def tell(state: Any, news: tuple[News[Any], ...]) -> None:
        facts = tuple(n.fact for n in news if n.reaches(TABLE))
        for post in game.tell(facts, game.view(state, TABLE), voice) if facts else ():
            typer.echo(plain(post) + "\n", err=True)

    return tell


def _closing(plan: Plan, outcome: Outcome) -> str:
    earned = outcome.result.written()
    parts = (f"{seat} ({player}) {earned[seat]}" for seat, player in outcome.seats.items())
    number = outcome.pairing * plan.games + outcome.index + 1
    return f"— game {number} of {plan.total}, {outcome.result.end}: {', '.join(parts)}\n"
