"""The port of the operators' dashboard: what it shows, as records without anybody's name or number, and who may look.

People stand there under pseudonyms: the one that a study's bundle has, or the one of exported results. All times are
milliseconds since 1970. Every act on the dashboard is a command of operators and takes the manager's way; this port
only reads.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from bot.session.model.verbs import Level
from games.core.contract import Seat

State = Literal["waiting", "running", "paused", "ended"]
"""A session that waits for players, is played, waits until somebody comes back, or is over."""


class Signed(Struct, frozen=True):
    """An operator who is signed in with a browser, for one realm."""

    user: str
    name: str
    realm: str
    admin: bool
    level: Level


class Spent(Struct, frozen=True):
    """Cost of a model's decisions: how many there were, how many another player took (`fallbacks`), tokens read and
    written, and dollars. `unpriced` are decisions of models whose price is not known.
    """

    decisions: int = 0
    fallbacks: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    dollars: float = 0.0
    unpriced: int = 0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(
            self.decisions + other.decisions,
            self.fallbacks + other.fallbacks,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.dollars + other.dollars,
            self.unpriced + other.unpriced,
        )


class Sitting(Struct, frozen=True):
    """A seat and its player: a person's pseudonym in `who`, or a strategy in `player`; both are "" for a free seat."""

    seat: Seat
    who: str = ""
    player: str = ""


class Row(Struct, frozen=True):
    """One session.

    - `of`: the configured game or the study that it belongs to ("" for neither), `stage`: what it is in the study.
    - `held`: the seats of people who hold it up, `since` when.
    - `act`, `by`, `at`: the last thing that happened, in words, in which seat, and when (0 where no log was read).
    - `end`: how it ended; `void`: it counts nowhere; `preview`: an operator played it.
    """

    sid: str
    game: str
    of: str
    stage: str
    condition: str
    state: State
    seats: tuple[Sitting, ...]
    began: int
    held: tuple[Seat, ...] = ()
    since: int = 0
    act: str = ""
    by: Seat = Seat("")
    at: int = 0
    end: str = ""
    void: bool = False
    preview: bool = False

    @property
    def holders(self) -> tuple[Sitting, ...]:
        """The people who hold the session up."""
        return tuple(one for one in self.seats if one.seat in self.held)


class Step(Struct, frozen=True):
    """One stage of a study: how many people reached it, are there now, and left there; the median of its minutes."""

    name: str
    kind: str
    reached: int
    here: int
    left: int
    minutes: float | None


class Cell(Struct, frozen=True):
    """One condition: its target (None: any number), and places that are complete, active, and given back.

    `reached`: how many of its people reached each stage of the study, in order. `ends`: how games ended.
    """

    label: str
    target: float | None
    complete: int
    active: int
    dropped: int
    reached: tuple[int, ...] = ()
    ends: tuple[tuple[str, int], ...] = ()


class Loss(Struct, frozen=True):
    """People who dropped out in one stage and way; `minutes`: the median from their beginning until then.

    The stage is "" where it was erased with the rest of what they had done.
    """

    stage: str
    how: str
    people: int
    minutes: float | None


class StudySheet(Struct, frozen=True):
    """One version of a study in figures. `people` counts those who came, `now` those who are at it, `again` repeats."""

    slug: str
    title: str
    game: str
    version: int
    state: str
    places: int
    people: int
    now: int
    again: int
    steps: tuple[Step, ...]
    cells: tuple[Cell, ...]
    losses: tuple[Loss, ...]
    ends: tuple[tuple[str, int], ...]
    spent: Spent

    @property
    def complete(self) -> int:
        return sum(cell.complete for cell in self.cells)


class GameSheet(Struct, frozen=True):
    """One configured game in figures. `most`: how many sessions may count (0: any number)."""

    name: str
    title: str
    version: int
    state: str
    most: int
    cells: tuple[Cell, ...]
    spent: Spent

    @property
    def complete(self) -> int:
        return sum(cell.complete for cell in self.cells)

    @property
    def active(self) -> int:
        return sum(cell.active for cell in self.cells)

    @property
    def dropped(self) -> int:
        return sum(cell.dropped for cell in self.cells)


class ClassSheet(Struct, frozen=True):
    """One class in figures. `ends`: when its clock runs out (0 before the start); `board`: the token of its board."""

    code: str
    title: str
    phase: Literal["lobby", "play", "over", "done"]
    joined: int
    playing: int
    finished: int
    minutes: int
    made: int
    ends: int
    pairs: bool
    board: str


class Overview(Struct, frozen=True):
    """A realm at a moment. `rows` are its sessions: the running ones, and those of studies and configured games that
    have ended; the last begun first. `unread`: sessions that are still to be read after the start of this process.
    """

    at: int
    studies: tuple[StudySheet, ...] = ()
    games: tuple[GameSheet, ...] = ()
    rows: tuple[Row, ...] = ()
    unread: int = 0

    @property
    def live(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.state != "ended")

    @property
    def spent(self) -> Spent:
        costs = (*(sheet.spent for sheet in self.studies), *(sheet.spent for sheet in self.games))
        return sum(costs, Spent())


class Check(Struct, frozen=True):
    """One fact about the service's health, in words, and whether it is as it should be."""

    name: str
    says: str
    well: bool = True


class Quoted(Struct, frozen=True):
    """A report about a player, with the last words that they had said before it."""

    at: int
    sid: str
    seat: Seat
    who: str
    by: str
    why: str
    words: tuple[str, ...]


class Barred(Struct, frozen=True):
    """A player who may not play here: until a time (0: for good), or in no realm at all (`everywhere`)."""

    who: str
    until: int
    why: str
    everywhere: bool


class Deed(Struct, frozen=True):
    """One act of an operator, from the audit. `mine`: of the one who looks."""

    at: int
    who: str
    mine: bool
    verb: str
    target: str
    lines: tuple[str, ...]


class Download(NamedTuple):
    """A file on its way to an operator: its name, its media type, and its content, piece by piece."""

    name: str
    kind: str
    content: AsyncIterator[bytes]


class Dashboard(Protocol):
    """The operators' dashboard. Every method that waits raises `StoreError` while the store is away."""

    async def opens(self, key: str) -> bool:
        """Return whether a link's key could be used now. Asking changes nothing."""

    async def enter(self, key: str, by: str) -> str | None:
        """Use a link's key, once: return the key with which the browser is signed in from now on; None if it opens
        nothing. `by` names the attempt: repeating it gets another key.
        """

    async def signed(self, key: str) -> Signed | None:
        """Return the operator who is signed in under a key; None if nobody is, or if they no longer operate there."""

    async def leave(self, key: str) -> None:
        """Sign a browser out."""

    async def overview(self, realm: str) -> Overview:
        """Return the realm as it was at most some two seconds ago."""

    async def classes(self, realm: str) -> tuple[ClassSheet, ...]:
        """Return a realm's classes, the newest first."""

    async def reports(self, realm: str) -> tuple[Quoted, ...]: ...

    async def bans(self, realm: str) -> tuple[Barred, ...]: ...

    async def audit(self, signed: Signed) -> tuple[Deed, ...]:
        """Return the newest acts of a realm's operators, the last first."""

    async def health(self) -> tuple[Check, ...]: ...

    async def download(self, realm: str, verb: str, given: Mapping[str, str]) -> Download:
        """Return the file of an export, once its command was carried out. Raises `ValueError` with a sentence."""

    def listen(self, realm: str) -> asyncio.Event:
        """Return an event that is set at each change of a realm's overview, until `deaf`."""

    def deaf(self, realm: str, event: asyncio.Event) -> None: ...

    async def close(self) -> None:
        """End the work in the background."""
