"""`parley export`, `replay`, `verify`: logs of sessions."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bot.cli.errors import CliError
from bot.cli.runtime import configured, content
from bot.research.export.formats import Form

if TYPE_CHECKING:
    from bot.session.model.session import Session


def export(
    session: Annotated[str, typer.Argument(metavar="SESSION", help="An id, as `parley session list` shows it.")],
    format_: Annotated[
        Literal["jsonl", Form],
        typer.Option(
            "--format", help="The log, one JSON object a line; or a finished game as another project's document."
        ),
    ] = "jsonl",
    nameless: Annotated[
        bool, typer.Option("--nameless", help="Put person:1, place:1 and so on in place of users, names and chats.")
    ] = False,
    player: Annotated[
        bool, typer.Option("--player", help="Leave out the limits and private reasons of AIs: a file for players.")
    ] = False,
    operator: Annotated[
        bool,
        typer.Option("--operator", help="Add the seed of the opponents to the receipt. Not for players."),
    ] = False,
) -> None:
    """Print the log of a session: its terms, every event, and where it led."""
    from bot.app import opened
    from bot.research.export.episodes import Unfinished
    from bot.research.export.formats import written
    from bot.research.export.log import GoesOn, export

    if operator and player:
        raise CliError("--operator and --player exclude each other: --operator adds what --player must leave out.")

    async def work() -> None:
        async with opened(configured("warning")) as manager:
            if format_ != "jsonl":
                sys.stdout.buffer.write(await written(manager.store, session, format_))
            else:
                async for row in export(manager.store, session, names=not nameless, operator=operator, withhold=player):
                    sys.stdout.buffer.write(row)
        sys.stdout.buffer.flush()

    with _logs():
        try:
            asyncio.run(work())
        except (Unfinished, GoesOn) as problem:
            raise CliError(str(problem)) from None


def replay(
    log: Annotated[
        str, typer.Argument(metavar="FILE|SESSION", help="A file that `parley export` wrote (- for stdin), or an id.")
    ],
) -> None:
    """Rebuild a session from its log and say where it differs, if it does."""
    from bot.app import opened
    from bot.research.export.replay import replay, replay_stored

    async def stored() -> "Session":
        async with opened(configured("warning")) as manager:
            return await replay_stored(manager.store, log)

    with _logs("; the file of a log is named by its path"):
        here = log == "-" or os.path.exists(log)
        session = replay(content(log)) if here else asyncio.run(stored())
    typer.echo("identical")
    typer.echo(_summary(session))


def verify(
    log: Annotated[str, typer.Argument(metavar="FILE", help="A game that `parley export` wrote (- for stdin).")],
    commitment: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HASH", help="The commitment that /verify showed during the game."),
    ] = None,
    hash_: Annotated[
        str | None, typer.Option("--log", metavar="HASH", help="The log's hash that /verify showed after the end.")
    ] = None,
) -> None:
    """Check a game's fair play receipt, offline: deal, configuration, opponent and log are what was promised."""
    from bot.research.export.verify import Changed, Unproven, verify

    for name, noted in (("--commitment", commitment), ("--log", hash_)):
        if noted is not None and not noted.strip():
            raise CliError(f"{name} is empty, so it would check nothing. Give the hash that /verify showed.")
    try:
        made = verify(content(log), commitment or "", hash_ or "")
    except Changed as problem:
        raise CliError(str(problem), status=1) from None
    except Unproven as problem:
        raise CliError(str(problem)) from None
    typer.echo("as promised")
    typer.echo(_summary(made.session))
    typer.echo(f"commitment {made.commitment}\nlog {made.log}")
    if made.chosen:
        typer.echo("Somebody chose the seed, and could know the opponent: the receipt only rules out changes.")
    elif not made.opponent:
        typer.echo("The opponent's seed is not in this file: its hash is part of the commitment.")


@contextmanager
def _logs(also: str = "") -> Iterator[None]:
    from bot.research.export.log import NoSession
    from bot.research.export.replay import Differs
    from bot.session.model.session import Broken

    try:
        yield
    except (Differs, Broken) as problem:
        raise CliError(str(problem), status=1) from None
    except NoSession as problem:
        raise CliError(f"{problem} `parley session list` shows those it has{also}.") from None


def _summary(session: "Session") -> str:
    """Return a session in one line. A file's names may hold anything, even what a terminal obeys."""
    from bot.adapters.terminal.lines import clean

    result = session.result()
    if result is None:
        told = f"session {session.sid}, {session.game.name}, unfinished"
    else:
        earned = ", ".join(f"{seat} {amount}" for seat, amount in result.written().items())
        told = f"session {session.sid}, {session.game.name}, {result.end}: {earned}"
    return " ".join(clean(told).split())
