"""Records of the operators of one realm.

A realm is the home of a group of operators: a Discord server (`discord:<id>`), Telegram's private chats (`telegram`),
the command line (`terminal`). Operators of one realm never see another's.
"""

from typing import Literal

from msgspec import Struct

from bot.studies.design import Definition
from bot.studies.study import Study

RoleName = Literal["operator", "viewer"]


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
    """All that a realm's operators have set up. `void` sessions count nowhere; `salt` makes pseudonyms of people.
    `studies` holds every version of each.
    """

    name: str
    games: tuple[Definition, ...] = ()
    roles: tuple[Role, ...] = ()
    void: tuple[str, ...] = ()
    salt: str = ""
    bans: tuple[Ban, ...] = ()
    studies: tuple[Study, ...] = ()

    def banned(self, user: str, now: int) -> Ban | None:
        mine = (ban for ban in self.bans if ban.user == user and not ban.everywhere)
        return next((ban for ban in mine if ban.holds(now)), None)

    def game(self, name: str) -> Definition | None:
        return next((d for d in self.games if d.key == name.casefold()), None)

    def study(self, slug: str, version: int = 0) -> Study | None:
        """Return a version of a study; by default the newest."""
        found = [s for s in self.studies if s.key == slug.casefold() and version in (0, s.version)]
        return max(found, key=lambda s: s.version, default=None)

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
