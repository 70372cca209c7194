"""Shared parts of commands that run something: the settings with the logs set up, and a game at this terminal."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from bot.cli.errors import CliError

if TYPE_CHECKING:
    from bot.adapters.terminal.adapter import Terminal
    from bot.runtime.settings import Settings


def configured(level: str) -> "Settings":
    """Return the settings, with logs set up accordingly; `level` is the log level unless the settings name another."""
    from bot.runtime import logs
    from bot.runtime.settings import BadSettings, load

    try:
        settings = load()
    except BadSettings as problem:
        raise CliError(str(problem)) from None
    logs.configure(settings.log, settings.log_level or level, settings.secrets())
    return settings


def content(path: str) -> bytes:
    """Return the bytes of a file; `-` reads stdin. Raises `CliError`."""
    from bot.runtime.documents import Unreadable, data_of

    try:
        return data_of(sys.stdin.buffer if path == "-" else Path(path))
    except Unreadable as problem:
        raise CliError(f"{path[:80]} {problem}.") from None


def at_terminal(begin: Callable[["Terminal"], Awaitable[None]], shape: str, taken: str) -> None:
    """Play one game at this terminal: with the rich front end if a person is at both ends, else with a plain one."""
    from bot.adapters.terminal.adapter import Refused, Terminal
    from bot.adapters.terminal.lines import Piped, storable, unpacked
    from bot.app import helping, opened

    settings = configured("warning")
    unpack = unpacked if taken == "jsonl" else storable

    async def run(face: Any, lines: Any) -> int:
        async with opened(settings) as manager, helping(settings, manager) as worker:
            terminal = Terminal(manager, face, lines, unpack, worker)
            try:
                await begin(terminal)
            except Refused as problem:
                raise CliError(str(problem)) from None
            return await terminal.run()

    if shape == "text" and taken == "text" and sys.stdin.isatty() and sys.stdout.isatty():
        from bot.adapters.terminal.screen import Screen, terminal_kept

        with terminal_kept():
            screen = Screen()
            status = asyncio.run(run(screen, screen))
    else:
        from bot.adapters.terminal.plain import JsonLines, PlainText

        face = JsonLines(sys.stdout.buffer) if shape == "jsonl" else PlainText(sys.stdout, sys.stderr)
        status = asyncio.run(run(face, Piped()))
    raise typer.Exit(status)
