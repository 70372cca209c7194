"""`parley`: the command line. Each command parses its words, passes them on and reports the result.

Exit status:

- 0: success;
- 1: something differs or is broken;
- 2: the request cannot be done (one sentence on stderr);
- 130: interrupted.

Libraries are imported by the command that needs them, so that a game starts at once.
"""

import asyncio
import importlib.metadata
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bot.cli.errors import Trouble, sentence_of, tell
from bot.cli.runtime import at_terminal, configured

if TYPE_CHECKING:
    from bot.session.model.session import Session

app = typer.Typer(
    name="parley",
    help="Negotiate with an AI, or with each other: bargain, trade and share in a terminal, on Discord or on Telegram.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game; `parley games` lists them.")]
SeatName = Annotated[
    str, typer.Option("--seat", metavar="SEAT", help="The seat you take; by default the game's first.")
]
Wrote = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A setting of the game; for a document, the name of its file."),
]
Shape = Annotated[Literal["text", "jsonl"], typer.Option("--format", help="For people, or one JSON object a line.")]
Taken = Annotated[
    Literal["text", "jsonl"],
    typer.Option("--input", help='A message a line, or {"text": …} a line for messages with line ends.'),
]
Listed = Annotated[Literal["text", "json"], typer.Option("--format", help="For people or for programs.")]


@app.callback()
def parley(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"parley {importlib.metadata.version('parley')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


# --- playing ----------------------------------------------------------------------------------------------------------


@app.command()
def play(
    game: GameName,
    seat: SeatName = "",
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[SEAT=]PLAYER",
            help="Who plays the other seats: an analytic player by name, llm, script:FILE, or human for an open chair.",
        ),
    ] = None,
    set_: Wrote = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**63 - 1, help="Equal seeds and equal lines give equal games.")
    ] = None,
    tempo: Annotated[str, typer.Option(help="How fast clocks run: calm (nobody is hurried), chat or slow.")] = "calm",
    format_: Shape = "text",
    input_: Taken = "text",
) -> None:
    """Play a game here. Piped lines are played one after the other; when they end, the game is kept."""
    from bot.cli.overrides import opponents, written
    from bot.session.model.inbound import Open

    rest, named = opponents(against or ())
    act = Open(game, written(game, set_ or ()), seat, named, rest, tempo, seed)
    at_terminal(lambda terminal: terminal.open(act), format_, input_)


@app.command()
def join(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The six letters that the other player was shown.")],
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="One of the free seats; the first of them.")] = "",
    format_: Shape = "text",
    input_: Taken = "text",
) -> None:
    """Take a seat in a game that somebody opened with --against human."""
    from bot.session.model.inbound import Join

    act = Join(code, seat)
    at_terminal(lambda terminal: terminal.open(act), format_, input_)


@app.command()
def resume(
    session: Annotated[str, typer.Argument(metavar="[SESSION]", help="A session's id; by default the last one.")] = "",
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="Your seat, where several play here.")] = "",
    format_: Shape = "text",
    input_: Taken = "text",
) -> None:
    """Go on with a game where you left it."""
    at_terminal(lambda terminal: terminal.resume(session, seat), format_, input_)


# --- what there is ----------------------------------------------------------------------------------------------------


@app.command()
def games(format_: Listed = "text") -> None:
    """List the games."""
    from bot.cli.catalogue import listing

    typer.echo(listing(as_json=format_ == "json"))


@app.command()
def rules(
    game: GameName,
    seat: SeatName = "",
    set_: Wrote = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="For games that draw their numbers.")] = 0,
    format_: Listed = "text",
) -> None:
    """Explain a game as one of its seats sees it."""
    from bot.cli.catalogue import explained
    from bot.cli.overrides import written

    try:
        typer.echo(explained(game, dict(written(game, set_ or ())), seat, seed, as_json=format_ == "json"))
    except ValueError as problem:
        raise Trouble(str(problem)) from None


@app.command()
def prompt(
    game: GameName,
    seat: SeatName = "",
    set_: Wrote = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="For games that draw their numbers.")] = 0,
    turns: Annotated[int, typer.Option(min=0, max=1000, help="After so many turns of analytic players.")] = 0,
    persona: Annotated[str, typer.Option(help="Which persona; by default plain.")] = "",
    format_: Listed = "text",
) -> None:
    """Show exactly what a model that plays a seat would be sent. Calls nothing."""
    from bot.cli.overrides import written
    from bot.players.llm.preview import prompted, told

    try:
        body = prompted(configured("warning"), game, dict(written(game, set_ or ())), seat, seed, turns, persona)
    except ValueError as problem:
        raise Trouble(str(problem)) from None
    typer.echo(told(body, as_json=format_ == "json"))


# --- logs -------------------------------------------------------------------------------------------------------------


@app.command()
def export(
    session: Annotated[str, typer.Argument(metavar="SESSION", help="An id, as `parley session list` shows it.")],
    format_: Annotated[
        Literal["jsonl", "clembench", "textarena"],
        typer.Option(
            "--format", help="The log, one JSON object a line; or a finished game as another project's document."
        ),
    ] = "jsonl",
    nameless: Annotated[
        bool, typer.Option("--nameless", help="Put person:1, place:1 and so on in place of users, names and chats.")
    ] = False,
) -> None:
    """Print the log of a session: its terms, every event, and where it led."""
    from bot.app import opened
    from bot.research.export.episodes import Unfinished
    from bot.research.export.formats import written
    from bot.research.export.log import export

    async def work() -> None:
        async with opened(configured("warning")) as manager:
            if format_ != "jsonl":
                sys.stdout.buffer.write(await written(manager.store, session, format_))
            else:
                async for row in export(manager.store, session, names=not nameless):
                    sys.stdout.buffer.write(row)
        sys.stdout.buffer.flush()

    with _logs():
        try:
            asyncio.run(work())
        except Unfinished as problem:
            raise Trouble(str(problem)) from None


@app.command()
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
        if log == "-":
            session = replay(_bytes("-"))
        elif os.path.exists(log):
            session = replay(_bytes(log))
        else:
            session = asyncio.run(stored())
    typer.echo("identical")
    typer.echo(_summary(session))


@contextmanager
def _logs(also: str = "") -> Iterator[None]:
    """Turn any problem with a log into a sentence; `also` says what else might have been named."""
    from bot.research.export.log import NoSession
    from bot.research.export.replay import Differs
    from bot.session.model.session import Broken

    try:
        yield
    except (Differs, Broken) as problem:
        raise Trouble(str(problem), status=1) from None
    except NoSession as problem:
        raise Trouble(f"{problem} `parley session list` shows those it has{also}.") from None


def _bytes(path: str) -> bytes:
    """Return the bytes of a file; `-` reads stdin. Raises `Trouble`."""
    from bot.runtime.documents import Unreadable, data_of

    try:
        return data_of(sys.stdin.buffer if path == "-" else Path(path))
    except Unreadable as problem:
        raise Trouble(f"{path[:80]} {problem}.") from None


def _summary(session: "Session") -> str:
    result = session.result()
    if result is None:
        return f"session {session.sid}, {session.game.name}, unfinished"
    earned = ", ".join(f"{seat} {amount}" for seat, amount in result.written().items())
    return f"session {session.sid}, {session.game.name}, {result.end}: {earned}"


# --- operating --------------------------------------------------------------------------------------------------------


@app.command()
def serve(
    wait_store: Annotated[
        bool, typer.Option("--wait-store", help="Wait for a store that cannot be reached yet, instead of ending.")
    ] = False,
) -> None:
    """Run the chat bots whose tokens are set in the environment, until SIGTERM."""
    import structlog

    from bot.app import serve as run
    from bot.runtime.errors import CannotServe
    from bot.runtime.settings import strangers

    settings = configured("info")
    if wait_store:
        settings = settings.model_copy(update={"wait_store": True})
    for name in strangers():
        structlog.get_logger(__name__).warning("no_such_setting", name=name, see="parley doctor --options")
    try:
        asyncio.run(run(settings))
    except CannotServe as problem:
        raise Trouble(str(problem)) from None


@app.command()
def doctor(
    options: Annotated[bool, typer.Option("--options", help="List every option with its range and default.")] = False,
    model: Annotated[bool, typer.Option("--model", help="Also make one small call to the LLM.")] = False,
    format_: Listed = "text",
) -> None:
    """Check settings, store, strategies and platforms; say what is wrong and what mends it."""
    from bot.cli import doctor
    from bot.runtime import settings

    if options:
        typer.echo(settings.told(as_json=format_ == "json"))
        return
    findings = asyncio.run(doctor.examine(model=model))
    typer.echo(doctor.told(findings, as_json=format_ == "json"))
    if any(finding.state == "broken" for finding in findings):
        raise typer.Exit(1)


def _mount_simulate() -> None:
    """Add `simulate` and `evaluate`, unless another command is called. They import much, and a game should
    start fast.
    """
    if {"play", "join", "resume", "serve"}.isdisjoint(sys.argv[1:2]):
        from bot.research.evaluate import command
        from bot.research.simulate import simulate

        app.command()(simulate)
        app.command("evaluate")(command)


def _mount_operators() -> None:
    """Add the commands of operators, unless another command is called, for the same reason."""
    if {"play", "join", "resume", "serve"}.isdisjoint(sys.argv[1:2]):
        from bot.cli.operators import mount

        mount(app)


# --- the door ---------------------------------------------------------------------------------------------------------


def main() -> int:
    """Run a command. Any error becomes one sentence on stderr and an exit status."""
    status = _run()
    try:
        sys.stdout.flush()
    except OSError:  # reported already; the interpreter must not fail on it again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _run() -> int:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (it stays open as long as we run)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    _mount_simulate()
    _mount_operators()
    command = typer.main.get_command(app)
    try:
        with command.make_context("parley", sys.argv[1:]) as context:
            command.invoke(context)
        sys.stdout.flush()
        return 0
    except typer.Exit as end:
        return end.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        return 0  # the reader of our output has gone
    except Trouble as problem:
        tell(str(problem))
        return problem.status
    except Exception as problem:
        tell(sentence_of(problem))
        if os.environ.get("PARLEY_LOG_LEVEL") == "debug":
            raise
        return 2


if __name__ == "__main__":
    sys.exit(main())
