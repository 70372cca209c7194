"""The progress of long work: a bar on a terminal, elsewhere an occasional line on stderr."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

QUIET_SECONDS = 10.0
"""Seconds between progress lines when no terminal shows a bar."""


class Advance(Protocol):
    """Function to call when games were played, by default one."""

    def __call__(self, played: int = 1) -> None: ...


@contextmanager
def progress(total: int, hidden: bool = False, of: str = "games") -> Iterator[Advance]:
    """Show the number of games played of `total`. `hidden`: no bar, because a terminal shows something else. `of` names
    the games.
    """
    console = Console(stderr=True)
    if hidden or not console.is_terminal:
        yield _murmur(total, of)
        return
    columns = (of.capitalize(), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)

        def advance(played: int = 1) -> None:
            bar.advance(task, played)

        yield advance


def _murmur(total: int, of: str) -> Advance:
    done, last = 0, time.monotonic()

    def advance(played: int = 1) -> None:
        nonlocal done, last
        done += played
        if time.monotonic() - last > QUIET_SECONDS:
            last = time.monotonic()
            typer.echo(f"{done} of {total} {of}", err=True)

    return advance
