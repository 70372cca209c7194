"""`parley play`, `join`, `resume`: a game at this terminal."""

from typing import Annotated

import typer

from bot.cli.errors import CliError
from bot.cli.options import GameName, SeatName, Shape, Taken, Wrote
from bot.cli.runtime import at_terminal


def play(
    game: GameName,
    seat: SeatName = "",
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[SEAT=]PLAYER",
            help="Who plays the other seats: an analytic player by name, llm or llm:PERSONA@MODEL, script:FILE, or "
            "human for an open chair.",
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


def join(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The six letters that the other player was shown.")],
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="One of the free seats; the first of them.")] = "",
    format_: Shape = "text",
    input_: Taken = "text",
) -> None:
    """Take a seat in a game that somebody opened with --against human."""
    from bot.session import arguments
    from bot.session.model.inbound import Join

    if arguments.token(code):
        raise CliError(
            "That is a study's token. People take part on Telegram, on Discord or in a browser: with "
            "`PARLEY_WEB=127.0.0.1:8765 parley serve`, on this machine at http://127.0.0.1:8765/s/ and the token. "
            "`parley study dryrun NAME` tries a study with simulated people."
        )
    act = Join(code, seat)
    at_terminal(lambda terminal: terminal.open(act), format_, input_)


def resume(
    session: Annotated[str, typer.Argument(metavar="[SESSION]", help="A session's id; by default the last one.")] = "",
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="Your seat, where several play here.")] = "",
    format_: Shape = "text",
    input_: Taken = "text",
) -> None:
    """Go on with a game where you left it."""
    at_terminal(lambda terminal: terminal.resume(session, seat), format_, input_)
