"""`parley serve`: the chat bots."""

import asyncio
from typing import Annotated

import typer

from bot.cli.errors import CliError
from bot.cli.runtime import configured


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
        raise CliError(str(problem)) from None
