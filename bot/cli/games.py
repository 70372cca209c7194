"""`parley games`, `rules`, `prompt`: the games, their rules, and what a model is sent about them."""

from typing import Annotated

import typer

from bot.cli.errors import CliError
from bot.cli.options import GameName, Listed, SeatName, Seed, Wrote
from bot.cli.runtime import configured


def games(format_: Listed = "text") -> None:
    """List the games."""
    from bot.cli.catalogue import listing

    typer.echo(listing(as_json=format_ == "json"))


def rules(
    game: GameName,
    seat: SeatName = "",
    set_: Wrote = None,
    seed: Seed = 0,
    format_: Listed = "text",
) -> None:
    """Explain a game as one of its seats sees it."""
    from bot.cli.catalogue import explained
    from bot.cli.overrides import written

    try:
        typer.echo(explained(game, dict(written(game, set_ or ())), seat, seed, as_json=format_ == "json"))
    except ValueError as problem:
        raise CliError(str(problem)) from None


def prompt(
    game: GameName,
    seat: SeatName = "",
    set_: Wrote = None,
    seed: Seed = 0,
    turns: Annotated[int, typer.Option(min=0, max=1000, help="Turns that analytic players play first.")] = 0,
    persona: Annotated[str, typer.Option(help="Which persona, or PERSONA@MODEL; by default plain.")] = "",
    format_: Listed = "text",
) -> None:
    """Show exactly what a model that plays a seat would be sent. Calls nothing."""
    from bot.cli.overrides import written
    from bot.players.llm.preview import prompted, told

    try:
        body = prompted(configured("warning"), game, dict(written(game, set_ or ())), seat, seed, turns, persona)
    except ValueError as problem:
        raise CliError(str(problem)) from None
    typer.echo(told(body, as_json=format_ == "json"))
