"""Records of the operators of one realm, and of each game that they set up.

A realm is the home of a group of operators: a Discord server (`discord:<id>`), Telegram's private chats (`telegram`),
the command line (`terminal`). Operators of one realm never see another's.
"""

from typing import Literal

from msgspec import Struct

from games.core.draw import Recipe

Pairs = tuple[tuple[str, str], ...]
State = Literal["draft", "open", "closed"]
RoleName = Literal["operator", "viewer"]


class Cell(Struct, frozen=True):
    """One condition of a design: what it writes over the game's own settings, and its share of the sessions."""

    label: str
    wrote: Pairs
    weight: int = 1


class Definition(Struct, frozen=True):
    """A game as an operator set it up.

    - `wrote`: the settings that were written, as texts, sorted by key.
    - `version`: raised by every change of what is played.
    - `seed`: gives the order in which conditions are assigned.
    - `most`: how many sessions may count (0: any number).
    - `until`: the time (ms) after which none begins (0: never).
    - `channel`: the only channel where one may begin ("": anywhere).
    """

    name: str
    game: str
    wrote: Pairs = ()
    cells: tuple[Cell, ...] = ()
    seed: int = 0
    state: State = "draft"
    version: int = 1
    most: int = 0
    until: int = 0
    channel: str = ""

    @property
    def key(self) -> str:
        return self.name.casefold()


class Role(Struct, frozen=True):
    """A user's granted rights in a realm."""

    user: str
    role: RoleName
    by: str
    at: int


class Ban(Struct, frozen=True):
    """A user who may not play in a realm until a time (ms; 0: for good). One that holds `everywhere` is in the store by
    itself, and stands in the realm where it was made only to be listed.
    """

    user: str
    until: int
    why: str
    by: str
    at: int
    everywhere: bool = False

    def holds(self, now: int) -> bool:
        return not 0 < self.until <= now


class Realm(Struct, frozen=True):
    """All that a realm's operators have set up. `void` sessions count nowhere; `salt` makes pseudonyms of people."""

    name: str
    games: tuple[Definition, ...] = ()
    roles: tuple[Role, ...] = ()
    void: tuple[str, ...] = ()
    salt: str = ""
    bans: tuple[Ban, ...] = ()

    def banned(self, user: str, now: int) -> Ban | None:
        mine = (ban for ban in self.bans if ban.user == user and not ban.everywhere)
        return next((ban for ban in mine if ban.holds(now)), None)

    def game(self, name: str) -> Definition | None:
        return next((d for d in self.games if d.key == name.casefold()), None)

    def role(self, user: str) -> str:
        return next((r.role for r in self.roles if r.user == user), "")


class AuditEntry(Struct, frozen=True):
    """One act of an operator, for the audit: who, which verb, on what, and a line for each change."""

    at: int
    by: str
    who: str
    verb: str
    target: str
    lines: tuple[str, ...] = ()


class Variant(Struct, frozen=True):
    """One condition with all its settings resolved into draws."""

    label: str
    weight: int
    recipe: Recipe


class Effective(Struct, frozen=True):
    """Exactly what the engine loads for a definition. `/game show` prints its hash, and sessions carry it."""

    game: str
    rules: int
    seat: str
    opponent: str
    tempo: str
    seed: int
    variants: tuple[Variant, ...]
