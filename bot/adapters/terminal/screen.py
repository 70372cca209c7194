"""The interactive front end of a terminal: colours, a prompt with history, and a dim line with the possible inputs."""

import asyncio
import contextlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from bot.adapters.terminal.lines import clean
from bot.adapters.terminal.plain import hints
from bot.adapters.terminal.program import again, named, program
from bot.session.model.session import Session, offers
from games.core.contract import Result, Seat
from games.core.post import (
    Ask,
    Block,
    Board,
    Bold,
    Chart,
    Gap,
    Item,
    Line,
    Mono,
    Picture,
    Post,
    Quote,
    Span,
    Table,
    flat,
)

PROMPT = "> "
WIDEST = 100
PATIENCE = 0.4
"""Seconds before a waiting line appears; analytic players answer sooner."""


class Screen:
    """Front end that shows a game on a terminal and reads lines from it."""

    live = True

    def __init__(self) -> None:
        self._console = Console(highlight=False, width=min(Console().width, WIDEST))
        self.width = self._console.width
        self._offered: tuple[Ask, ...] = ()
        self._question: tuple[Ask, ...] = ()
        self._asking = False

    def read(self) -> bytes | None:
        """Return the next typed line; None at the end of input."""
        self._hint()
        self._asking = True
        try:
            return input(PROMPT).encode(errors="replace")
        except EOFError:
            return None
        finally:
            self._asking = False
            self._question = ()

    def opened(self, session: Session, seat: Seat) -> None:
        role = next(info.role for info in session.seats if info.seat == seat)
        called = f"you are the {role}" if role == seat else f"your seat: {seat} ({role})"
        self._console.print(Text.assemble((session.game.title, "bold cyan"), (f" · {called}", "cyan")))
        self._console.print(Text("/rules, /status, /help and /quit work at any time.", style="dim"))

    def post(self, id: str, seat: Seat, post: Post, reply: bool = False) -> None:
        if self._asking:  # Another person moved while this one is typing: make room, and restore the line below.
            sys.stdout.write("\r\x1b[K")
        self._console.print()
        for block in post.blocks:
            self._block(block)
        if reply:
            self._question = post.asks
        else:
            self._offered = post.asks
        if self._asking:
            if post.asks:
                self._hint()
            sys.stdout.write(PROMPT + _typed_so_far())
            sys.stdout.flush()

    def _hint(self) -> None:
        """Show the possible inputs right above the prompt."""
        said = [*hints(self._question or self._offered), "/help", "/quit"]
        self._console.print()
        self._console.print(Text(" · ".join(dict.fromkeys(said)), style="dim"))

    def thinking(self) -> "Waiting":
        return Waiting(self._console)

    def left(self, sid: str) -> None:
        self._console.print()
        self._console.print(Text.assemble("Your game is kept. ", (named("`parley resume`"), "bold"), " goes on."))

    def ended(self, session: Session, result: Result, report: Mapping[str, Any]) -> None:
        self._console.print()
        self._names("Once more", again(session.game.name))
        self._names("The log", f"{program()} export {session.sid}")
        if offers(session):
            self._names("How it went", f"{program()} resume {session.sid}, then /card or /review")

    def _names(self, what: str, how: str) -> None:
        """Show a command that can be copied: without line ends of Rich's own."""
        self._console.print(Text(f"{what}: {clean(how)}", style="dim"), soft_wrap=True)

    def _block(self, block: Block) -> None:
        out = self._console
        match block:
            case Line(spans):
                out.print(_text(spans))
            case Item(spans):
                grid = Grid.grid(padding=(0, 1, 0, 0))
                grid.add_row("•", _text(spans))
                out.print(grid)
            case Gap():
                out.print()
            case Mono(text) | Board(text=text) | Chart(text=text):
                # Rich would cut or fold columns that must stay aligned, so the text is printed unchanged.
                out.print(Text(clean(text)), soft_wrap=True)
            case Quote(who, text):
                spoken = Text.assemble((f"{clean(who)}: ", "bold") if who else "", (clean(text), "italic"))
                out.print(Padding(spoken, (0, 0, 0, 2)))
            case Table(head, rows):
                out.print(_grid(head, rows))
            case Picture(twin=twin):
                out.print(Text(clean(twin)))


class Waiting:
    """A waiting notice that appears if the others take longer than a moment, and disappears when they have moved."""

    def __init__(self, console: Console) -> None:
        self._status = console.status("Waiting for the other side …", spinner="dots")
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._status.start)

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._status.stop()


def _text(spans: tuple[Span, ...]) -> Text:
    return Text.assemble(*((clean(s.text), "bold") if isinstance(s, Bold) else clean(flat((s,))) for s in spans))


def _grid(head: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Grid:
    grid = Grid(*(clean(cell) for cell in head), box=SIMPLE_HEAD, pad_edge=False, header_style="dim")
    for row in rows:
        grid.add_row(*(Text(clean(cell)) for cell in row))
    return grid


def _typed_so_far() -> str:
    with contextlib.suppress(ImportError):
        import readline

        return readline.get_line_buffer()
    return ""


@contextmanager
def terminal_kept() -> Iterator[None]:
    """Enable line editing for `input`, and restore the terminal's modes however the block is left."""
    try:
        import readline  # noqa: F401  (its import is its effect)
        import termios
    except ImportError:
        yield
        return
    before = termios.tcgetattr(0)
    try:
        yield
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)
