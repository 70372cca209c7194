"""`parley`: the command line. Each command parses its words, passes them on and reports the result.

Exit status:

- 0: success;
- 1: something differs or is broken;
- 2: the request cannot be done (one sentence on stderr);
- 130: interrupted.

Libraries are imported by the command that needs them, so that a game starts at once.
"""

import atexit
import gc
import importlib.metadata
import os
import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from bot.cli import games, play, serve, sessions
from bot.cli.errors import CliError, sentence_of, tell

app = typer.Typer(
    name="parley",
    help="Negotiate with an AI, or with each other: bargain, trade and share in a terminal, on Discord or on Telegram.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


LIGHT = (
    play.play,
    play.join,
    play.resume,
    games.games,
    games.rules,
    games.prompt,
    sessions.export,
    sessions.replay,
    sessions.verify,
    serve.serve,
)
"""Commands whose modules import little."""
for command in LIGHT:
    app.command()(command)


def _mount(word: str) -> None:
    """Add the command that a line begins with. Another word gets all of them, to be listed."""
    from bot.session.model.verbs import GROUPS

    heavy = ("doctor", "simulate", "bench", "evaluate", "analyse", "train", *GROUPS)
    wanted = {word} if word in (*heavy, "--version", *(command.__name__ for command in LIGHT)) else {*heavy}
    if "doctor" in wanted:
        from bot.cli.doctor import doctor

        app.command()(doctor)
    if "simulate" in wanted:
        from bot.cli.simulate import simulate

        app.command()(simulate)
    if "analyse" in wanted:
        from bot.cli.analyse import analyse

        app.command()(analyse)
    if "bench" in wanted:
        from bot.cli.bench import bench

        app.command()(bench)
    if "evaluate" in wanted:
        from bot.cli import evaluate

        app.add_typer(evaluate.app, name="evaluate")
    if "train" in wanted:
        from bot.cli.train import train

        app.command()(train)
    if not wanted.isdisjoint(GROUPS):
        from bot.cli import operators

        operators.mount(app)


SEARCHED = 50_000
"""New objects before a search for garbage. Most commands live for a second: they import, and make hardly any."""


def main() -> int:
    """Run a command. Any error becomes one sentence on stderr and an exit status."""
    gc.set_threshold(SEARCHED)
    atexit.register(gc.freeze)  # at its end, the interpreter would search everything that was imported
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
    _mount(sys.argv[1] if len(sys.argv) > 1 else "")
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
    except CliError as problem:
        tell(str(problem))
        return problem.status
    except Exception as problem:
        tell(sentence_of(problem))
        if os.environ.get("PARLEY_LOG_LEVEL") == "debug":
            raise
        return 2


if __name__ == "__main__":
    sys.exit(main())
