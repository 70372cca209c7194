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

HELP = "Negotiate with an AI, or with each other: bargain, trade and share in a terminal, on Discord or on Telegram."
LIGHT = {
    command.__name__: command
    for command in (
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
}
"""Commands whose modules import little."""
HEAVY = ("doctor", "simulate", "analyse", "bench", "evaluate", "train")


def parley(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"parley {importlib.metadata.version('parley')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _program(word: str) -> typer.Typer:
    """Return the program with the command that a line begins with. Another word gets all of them, to be listed."""
    from bot.session.model.verbs import GROUPS

    app = typer.Typer(
        name="parley",
        help=HELP,
        invoke_without_command=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(parley)
    everything = (*LIGHT, *HEAVY, *GROUPS)
    for name in [word] if word in (*everything, "--version") else everything:
        if name in LIGHT:
            app.command()(LIGHT[name])
        elif name in HEAVY:
            _mount(app, name)
        elif name in GROUPS:
            from bot.cli import operators

            operators.mount(app, name)
    return app


def _mount(app: typer.Typer, name: str) -> None:
    """Add a command whose module imports much."""
    if name == "doctor":
        from bot.cli.doctor import doctor

        app.command()(doctor)
    elif name == "simulate":
        from bot.cli.simulate import simulate

        app.command()(simulate)
    elif name == "analyse":
        from bot.cli.analyse import analyse

        app.command()(analyse)
    elif name == "bench":
        from bot.cli.bench import bench

        app.command()(bench)
    elif name == "evaluate":
        from bot.cli import evaluate

        app.add_typer(evaluate.app, name="evaluate")
    elif name == "train":
        from bot.cli.train import train

        app.command()(train)


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
    command = typer.main.get_command(_program(sys.argv[1] if len(sys.argv) > 1 else ""))
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
