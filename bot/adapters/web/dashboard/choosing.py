"""Filters and pages of the table of sessions, as an address has them after the `?`."""

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from bot.adapters.web.dashboard.words import MINUTE
from bot.session.dashboard import Row

PAGE = 50
"""Rows of a page."""
_NUMBER = re.compile(r"[0-9]{1,6}")


class Choice(Struct, frozen=True):
    """Chosen sessions: of a game or study, in a condition, in a state, that wait longer than some minutes; and the page
    of them, from 1. Anything that stands for nothing is taken for "all".
    """

    of: str = ""
    condition: str = ""
    state: str = "live"
    waits: int = 0
    page: int = 1

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Choice":
        state = query.get("state", "live")
        return cls(
            query.get("of", "")[:80],
            query.get("condition", "")[:80],
            state if state in ("live", "waiting", "running", "paused", "ended", "all") else "live",
            _number(query.get("waits", "")),
            max(1, _number(query.get("page", ""))),
        )

    def address(self, page: int) -> str:
        """Return the query of another page of the same sessions."""
        kept = {key: str(value) for key, value in _asdict(replace(self, page=page)).items() if value != _USUAL[key]}
        return f"?{urlencode(kept)}" if kept else "?"

    def fits(self, row: Row, now: int) -> bool:
        return (
            (not self.of or row.of.casefold() == self.of.casefold())
            and (not self.condition or row.condition == self.condition)
            and (self.state == "all" or row.state == self.state or (self.state == "live" and row.state != "ended"))
            and (not self.waits or (bool(row.held) and now - row.since >= self.waits * MINUTE))
        )


class Page(Struct, frozen=True):
    """One page of rows: those on it, how many there are in all, and the number of the page and of pages."""

    rows: tuple[Row, ...]
    total: int
    number: int
    pages: int


def chosen(rows: Sequence[Row], choice: Choice, now: int) -> Page:
    """Return the chosen page: who is waited for the longest first, then the last begun."""
    fitting = [row for row in rows if choice.fits(row, now)]
    fitting.sort(key=lambda row: (not row.held, row.since if row.held else -row.began))
    pages = max(1, -(-len(fitting) // PAGE))
    number = min(choice.page, pages)
    return Page(tuple(fitting[(number - 1) * PAGE : number * PAGE]), len(fitting), number, pages)


def _number(text: str) -> int:
    return int(text) if _NUMBER.fullmatch(text) else 0


def _asdict(choice: Choice) -> dict[str, str | int]:
    return {key: getattr(choice, key) for key in choice.__struct_fields__}


_USUAL = _asdict(Choice())
