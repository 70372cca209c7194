"""Terminals without a terminal: lines go in as bytes, JSON lines come out, all in one process."""

import io
import json
from collections.abc import Callable, Iterator
from typing import Any

from bot.adapters.terminal.adapter import Terminal
from bot.adapters.terminal.lines import Lines
from bot.adapters.terminal.plain import JsonLines
from bot.players import Strategy, find
from bot.session.manager import Manager
from bot.session.model.inbound import Join, Open
from games.core.contract import AnyGame
from storage.base import Store

Row = dict[str, Any]

SEALED = Open("sealed", seed=3)
NUMBER = Open("number", seed=3, tempo="chat")
CLOSED = "The bidding is over."


class Given:
    """Lines that stand ready."""

    live = False

    def __init__(self, *lines: bytes | str) -> None:
        self._lines: Iterator[bytes] = iter([line.encode() if isinstance(line, str) else line for line in lines])

    def read(self) -> bytes | None:
        return next(self._lines, None)


class Run:
    """One run of a terminal; `rows` are the objects that it printed, `status` how it ended."""

    def __init__(
        self, store: Store, lines: Lines, strategies: Callable[[str, AnyGame], Strategy] = find, **more: Any
    ) -> None:
        self._out = io.BytesIO()
        self.terminal = Terminal(Manager(store, strategies), JsonLines(self._out), lines, **more)
        self.status = -1

    async def open(self, act: Open | Join) -> "Run":
        await self.terminal.open(act)
        self.status = await self.terminal.run()
        return self

    async def resume(self, sid: str = "", seat: str = "") -> "Run":
        await self.terminal.resume(sid, seat)
        self.status = await self.terminal.run()
        return self

    @property
    def written(self) -> bytes:
        return self._out.getvalue()

    @property
    def rows(self) -> list[Row]:
        return [json.loads(line) for line in self.written.splitlines()]

    @property
    def posts(self) -> list[Row]:
        return [row for row in self.rows if row["kind"] == "post"]

    @property
    def texts(self) -> list[str]:
        return [row["text"] for row in self.posts]

    @property
    def result(self) -> Row | None:
        return next((row for row in self.rows if row["kind"] == "result"), None)

    @property
    def sid(self) -> str:
        sid: str = self.rows[0]["session"]
        return sid


async def played(store: Store, act: Open | Join, *lines: bytes | str, **more: Any) -> Run:
    """A whole run: begin, say the lines, end."""
    return await Run(store, Given(*lines), **more).open(act)


def without_ids(rows: list[Row]) -> list[Row]:
    """Rows as equal runs must agree on them."""
    return [{key: value for key, value in row.items() if key not in ("id", "session")} for row in rows]
