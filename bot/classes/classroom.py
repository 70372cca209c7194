"""A class: its game, its clock, who sits at which table, and how the games ended. Pure records and their changes.

It names nobody. A person is a pseudonym, keyed by a salt of the class, and a game is a session's id.
"""

import hashlib
import hmac
from collections import Counter
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.studies.design import Definition
from games.core.ground import Ground, Lesson, Mark

MOST: Final = 1_000
"""People in a class at most."""
MINUTES: Final = range(1, 181)
LONELY: Final = 45_000
"""Milliseconds that a late person waits for somebody to play with; then an AI does."""
SETTLES: Final = 1_000
"""Milliseconds between the end of a class and its review: who came in at the last moment is ended, too."""
STALE: Final = 24 * 3_600_000
"""Milliseconds after which a class that nobody started is over."""
AGAIN: Final = 1_000
"""Milliseconds before tables are looked at again that were not there yet when the class started."""

Step = Literal["begin", "lone", "end", "close", "review"]


class Seated(Struct, frozen=True, array_like=True):
    """A person's pseudonym, and the session in which they have a seat."""

    pid: str
    sid: str


class Played(Struct, frozen=True, array_like=True):
    """A game that has ended: how, where it lies on the ground (None without a deal), and what each seat earned."""

    sid: str
    end: str
    mark: Mark | None
    earned: tuple[str, ...]


class Todo(Struct, frozen=True, array_like=True):
    """A step that is due, in milliseconds. `born`: the version of the record that it came with."""

    name: Step
    due: int
    born: int


class Row(Struct, frozen=True, array_like=True):
    """Measures of a game that only its log tells: seconds from the deal to the end, moves, and how many people played
    in it."""

    sid: str
    seconds: int
    moves: int
    people: int


class Review(Struct, frozen=True):
    """The look back at a class: its best lessons, how many of its games the coach looked at, and a row a game."""

    lessons: tuple[Lesson, ...]
    looked: int
    rows: tuple[Row, ...]


class Classroom(Struct, frozen=True):
    """One class.

    - `definition`: the game with its settings, as operators set games up.
    - `seed`: of every deal; equal deals meet equal opponents.
    - `pairs`: people play each other; otherwise each an AI.
    - `shows`: when the board shows the picture: as the games end, or at the end of the class.
    - `ground`: the picture; its axes are named for a class.
    - `place`: where the class was announced, and gets its review.
    - `made`, `started`, `ends`, `ended`: milliseconds; 0: not yet.
    - `closed`: tables at which nobody else may sit down.
    """

    realm: str
    code: str
    token: str
    definition: Definition
    seed: int
    minutes: int
    pairs: bool
    shows: Literal["live", "end"]
    salt: str
    ground: Ground | None
    place: str
    made: int
    started: int = 0
    ends: int = 0
    ended: int = 0
    seated: tuple[Seated, ...] = ()
    played: tuple[Played, ...] = ()
    closed: tuple[str, ...] = ()
    todo: tuple[Todo, ...] = ()
    review: Review | None = None

    @property
    def phase(self) -> Literal["lobby", "play", "over", "done"]:
        if self.review is not None:
            return "done"
        return "over" if self.ended else "play" if self.started else "lobby"

    def pid(self, user: str) -> str:
        """Return the pseudonym of a person."""
        return hmac.new(self.salt.encode(), user.encode(), hashlib.sha256).hexdigest()[:16]

    def seat_of(self, pid: str) -> Seated | None:
        return next((seat for seat in self.seated if seat.pid == pid), None)

    def opens(self, pid: str, sid: str) -> bool:
        """Return whether a person is the first at a table."""
        return next((seat.pid == pid for seat in self.seated if seat.sid == sid), False)

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables, the first opened first."""
        return tuple(dict.fromkeys(seat.sid for seat in self.seated))

    @property
    def open_tables(self) -> tuple[str, ...]:
        """The tables whose games have not ended."""
        ended = {game.sid for game in self.played}
        return tuple(sid for sid in self.tables if sid not in ended)

    def waiting(self) -> str:
        """Return the table at which one person waits for another; "" if there is none."""
        if not self.pairs:
            return ""
        shut = {*self.closed, *(game.sid for game in self.played)}
        taken = Counter(seat.sid for seat in self.seated)
        return next((sid for sid, people in taken.items() if people == 1 and sid not in shut), "")

    # --- changes ------------------------------------------------------------------------------------------------------

    def with_seat(self, pid: str, sid: str) -> "Classroom":
        """Return the class with a person at a table; they leave an earlier one."""
        return replace(self, seated=(*(seat for seat in self.seated if seat.pid != pid), Seated(pid, sid)))

    def without_table(self, sid: str) -> "Classroom":
        """Return the class without a table that was left before its game began."""
        return replace(self, seated=tuple(seat for seat in self.seated if seat.sid != sid))

    def with_closed(self, sid: str) -> "Classroom":
        return self if sid in self.closed else replace(self, closed=(*self.closed, sid))

    def with_played(self, *games: Played) -> "Classroom":
        known = {game.sid for game in self.played}
        return replace(self, played=(*self.played, *(game for game in games if game.sid not in known)))

    def due(self, *todo: Todo) -> "Classroom":
        """Return the class with these steps to do, in place of earlier ones of the same names."""
        names = {one.name for one in todo}
        return replace(self, todo=(*(one for one in self.todo if one.name not in names), *todo))

    def done(self, name: Step) -> "Classroom":
        return replace(self, todo=tuple(one for one in self.todo if one.name != name))

    def begun(self, at: int, version: int) -> "Classroom":
        """Return the class with its clock started at `at`."""
        ends = at + self.minutes * 60_000
        return replace(self, started=at, ends=ends).due(Todo("begin", at, version), Todo("end", ends, version))

    def over(self, at: int, version: int) -> "Classroom":
        """Return the class with its time ended at `at`."""
        return replace(self, ended=at, todo=(Todo("close", at, version),))
