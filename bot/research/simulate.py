"""`parley simulate`: AI against AI directly on the rules, reported as a table, as JSON or as a heat map.

Contexts. A game whose random parts can all be given as a document has a setting `instance` of the kind `Document`.
`--contexts FILE` writes each line of a file into it: line i equals the content of a file for `--set instance=…` in game
i. So a game takes contexts as soon as its `instance` understands one line of such a file, whatever its format.
"""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from bot import players as strategy
from bot.cli.overrides import BadDocument, document
from bot.research.heatmaps import NoPictures, ready
from bot.research.play_one import Watch
from bot.research.statistics import Book
from bot.research.tables import heat_map, kept, overview
from bot.research.tournament import ALL, GameFailed, Outcome, Plan, run
from bot.runtime.documents import Unreadable, text_of
from games.core.contract import TABLE, AnyGame, News
from games.core.draw import config_of, recipe_of, settings_of
from games.core.post import Cast, Voice, plain
from games.core.registry import UnknownGame, get
from games.core.settings import BadSetting, Document, find

if TYPE_CHECKING:
    from bot.players.llm.model_players import House
    from bot.research.llm_batch import Trial
    from bot.runtime.settings import Settings

Pairing = dict[str, str]
Finder = Callable[[str, AnyGame], strategy.Strategy]

INSTANCE = "instance"
GAMES = 100
PIPED_WIDTH = 160
QUIET_SECONDS = 10.0
"""Seconds between progress lines when no terminal shows a bar."""


class BadRequest(ValueError):
    """Error: a request that cannot be done; the text says what is possible."""


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; `parley games` lists them.")],
    more: Annotated[list[str] | None, typer.Argument(metavar="SEAT=PLAYER", help="More of --seats.")] = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=PLAYER[,PLAYER]…",
            help="Who plays a seat, `all` for every seat: an analytic player, llm, or script:FILE. "
            "Several names: each of them against each of the others.",
        ),
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games of each pairing (default 100).")] = None,
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
    try:
        named = [*(seats or ()), *(more or ())]
        settings, house = _model(named)
        if keep is not None and house is None:
            raise BadRequest("--keep is for games with llm; all others come out the same from their seed.")
        plan = planned(game, named, games, seed, set_ or (), contexts, matrix, partial(strategy.find, house=house))
        if out is not None:
            _folder(out, matrix)
    except (NoPictures, UnknownGame, ValueError) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(2) from None
    book = Book(plan, kept=format_ == "json")
    more_keys: dict[str, Any] = {}
    course = _ready(plan, settings, house, keep, yes) if settings is not None and house is not None else None
    try:
        with _progress(plan.total, hidden=watch) as advance:
            if course is not None:
                more_keys[strategy.LLM] = _tried(course, book, jobs, advance)
            for outcome in () if more_keys else run(plan, jobs, _teller(plan) if watch else None):
                book.add(outcome)
                advance()
                if watch:
                    typer.echo(_closing(plan, outcome), err=True)
    except GameFailed as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        typer.echo(f"Stopped after {book.whole.games} of {plan.total} games.", err=True)
        raise typer.Exit(130) from None
    if out is not None:
        try:
            for path in kept(out, book):
                typer.echo(f"Written: {path}", err=True)
        except OSError as problem:
            typer.echo(f"{problem.filename or out} cannot be written ({problem.strerror}).", err=True)
            raise typer.Exit(1) from None
    if format_ == "json":
        typer.echo(json.dumps({**book.written(matrix), **more_keys}, ensure_ascii=False))
    else:
        console = Console() if sys.stdout.isatty() else Console(width=PIPED_WIDTH)
        console.print(heat_map(book) if matrix else overview(book))


def _model(named: list[str]) -> "tuple[Settings | None, House | None]":
    """Return the settings and the house of model players; both None if none is named. Raises `ValueError`."""
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


def _ready(plan: Plan, settings: "Settings", house: "House", keep: Path | None, yes: bool) -> "Trial":
    """Return a trial of a plan with model players, after its estimated size was shown and confirmed."""
    from bot.research import llm_batch

    try:
        course = llm_batch.Trial(plan, house, keep)
    except llm_batch.BadFile as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(2) from None
    done = len(course.outcomes)
    estimate = asyncio.run(llm_batch.estimated(plan, house, done))
    if done < plan.total and not llm_batch.agreed(llm_batch.told(estimate, settings, done), yes):
        raise typer.Exit(0)
    return course


def _tried(course: "Trial", book: Book, jobs: int | None, advance: Callable[[], None]) -> dict[str, Any]:
    """Play the missing games of a plan with model players. Returns what they took, for the JSON."""
    from bot.research import llm_batch

    for _ in course.outcomes:
        advance()
    try:
        asyncio.run(course.run(jobs, advance))
    finally:
        for outcome in course.finished():
            book.add(outcome)
        typer.echo(llm_batch.summary(course), err=True)
    return course.summed()


# --- what is asked for ------------------------------------------------------------------------------------------------


def planned(
    name: str,
    seats: Iterable[str],
    games: int | None,
    seed: int,
    wrote: Iterable[str],
    contexts: Path | None,
    matrix: bool,
    finder: Finder = strategy.find,
) -> Plan:
    """Return the plan that the words of a command describe. Raises an error that is one sentence."""
    game = get(name)
    texts = _documents(game, dict(_assigned(text, "--set takes KEY=VALUE") for text in wrote))
    lines = [line for line in _read(contexts).splitlines() if line.strip()] if contexts is not None else []
    if contexts is not None:
        if not any(s.key == INSTANCE and isinstance(s.kind, Document) for s in game.settings):
            raise BadRequest(f"{name} takes no contexts: it has no setting {INSTANCE!r}.")
        if not lines:
            raise BadRequest(f"{contexts} holds no context; write one a line.")
    recipes = tuple(recipe_of(game, {**texts, INSTANCE: line}) for line in lines) or (recipe_of(game, texts),)
    count = min(games or len(lines), len(lines)) if lines else games or GAMES
    for number, recipe in enumerate(recipes[:count]):
        try:
            config_of(game, recipe, seed, number)
        except BadSetting as problem:
            raise BadRequest(f"Context {number + 1} of {contexts}: {problem}" if lines else str(problem)) from None
    known = [info.seat for info in game.seats(config_of(game, recipes[0], seed, 0))]
    pairings = pairings_of(game, known, seats, matrix, finder)
    return Plan(game.name, recipes, seed, count, pairings)


def pairings_of(
    game: AnyGame, known: Sequence[str], seats: Iterable[str], matrix: bool, finder: Finder = strategy.find
) -> tuple[Pairing, ...]:
    """Return every combination of the players named for the seats; a matrix that names none uses all players.

    Raises `BadRequest` for an unknown seat, and the error of `strategy.find` for an unknown player.
    """
    named: dict[str, list[str]] = {}
    for text in seats:
        for seat, player in _sittings(text):
            if seat not in (ALL, *known):
                raise BadRequest(f"{game.name} has no seat {seat!r}; its seats are {', '.join(known)}, or {ALL}.")
            found = finder(player, game)
            if isinstance(found, strategy.Script):
                found.check(known)
            if player not in named.setdefault(seat, []):
                named[seat].append(player)
    if matrix and not named and len(known) == 2:
        named = {seat: list(game.players) for seat in known}
    if matrix and (len(named) != 2 or ALL in named):
        raise BadRequest(f"--matrix takes two seats, such as --seats {known[0]}=… --seats {known[-1]}=….")
    named = named or {ALL: [game.default_player]}
    return tuple(dict(zip(named, players, strict=True)) for players in product(*named.values()))


def _sittings(text: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of seat and player in `SEAT=PLAYER,PLAYER`; a comma may also begin the next seat."""
    seat = ""
    for part in text.split(","):
        name, sign, player = part.partition("=")
        if sign and name.strip().isidentifier():
            seat, part = name.strip(), player
        if not seat or not part.strip():
            raise BadRequest(f"--seats takes SEAT=PLAYER, or SEAT=PLAYER,PLAYER; you wrote {text!r}.")
        yield seat, part.strip()


def _assigned(text: str, usage: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise BadRequest(f"{usage}; you wrote {text!r}.")
    return key.strip(), value.strip()


def _documents(game: AnyGame, texts: dict[str, str]) -> dict[str, str]:
    """Return the texts, with files in place of their names if a setting is a document."""
    known = settings_of(game)
    return {key: _held(text) if isinstance(find(known, key).kind, Document) else text for key, text in texts.items()}


def _held(path: str) -> str:
    try:
        return document(path)
    except BadDocument as problem:
        raise BadRequest(f"{path} {problem}.") from None


def _read(path: Path) -> str:
    try:
        return text_of(path)
    except Unreadable as problem:
        raise BadRequest(f"{path} {problem}.") from None


def _folder(out: Path, matrix: bool) -> None:
    """Make the folder of a matrix. Raises an error that is one sentence before any game is played."""
    if not matrix:
        raise BadRequest("--out keeps the heat maps of --matrix; without it, use --format json.")
    ready()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadRequest(f"{out} cannot be made ({problem.strerror}).") from None


# --- while it runs ----------------------------------------------------------------------------------------------------


@contextmanager
def _progress(total: int, hidden: bool) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal; elsewhere an occasional line, once work takes long. Gives a function to call after each
    game.
    """
    console = Console(stderr=True)
    if hidden or not console.is_terminal:
        yield _murmur(total)
        return
    columns = ("Games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda: progress.advance(task)


def _murmur(total: int) -> Callable[[], None]:
    done, last = 0, time.monotonic()

    def advance() -> None:
        nonlocal done, last
        done += 1
        if time.monotonic() - last > QUIET_SECONDS:
            last = time.monotonic()
            typer.echo(f"{done} of {total} games", err=True)

    return advance


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
