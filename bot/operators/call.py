"""One operator command in progress: the input of its handler, and its outcome."""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from bot.operators.records import Realm
from bot.operators.session_table import SHORT, pseudonym
from bot.operators.typed import BadWords, number
from bot.session.model.inbound import Inbound
from bot.session.model.session import Session
from bot.session.model.verbs import Level, Verb
from bot.session.unit_of_work import UnitOfWork
from bot.studies.design import Definition
from bot.studies.study import Study
from games.core.contract import AnyGame, Seat
from games.core.post import Post
from games.core.registry import names
from storage.base import Store

VERSIONS = 1_000_000
"""The highest version of a study."""
VIEWER = "You may look, but not change anything here: your role is viewer."


class Sessions(Protocol):
    """The part of the session manager that operators' commands use."""

    store: Store
    usual: str
    """The player for seats without a named player; "": each game's default player."""

    async def session(self, sid: str) -> Session | None: ...

    async def administer(self, sid: str, input: str, work: Callable[[UnitOfWork], None]) -> bool: ...

    def strategies(self, name: str, game: AnyGame) -> object: ...


class Prompter(Protocol):
    """Function that returns the deciding seat in a game, and the request that it would make."""

    def __call__(
        self, name: str, wrote: Mapping[str, str], seat: str, but: str, seed: int, turns: int, persona: str
    ) -> tuple[Seat, dict[str, Any]]: ...


class Exporter(Protocol):
    """Function that writes a study's bundle into a new folder. Raises `ValueError` with a sentence."""

    def __call__(self, realm: Realm, study: Study, folder: Path, texts: str) -> Awaitable[None]: ...


Linker = Callable[[str], Awaitable[str]]
"""Function that returns the address under which a key opens the dashboard."""


class Call(Struct, frozen=True):
    """One command as its handler sees it. `id` is unique to the act and stays the same when the act is repeated."""

    verb: Verb
    given: dict[str, str]
    realm: Realm
    inbound: Inbound
    level: Level
    id: str
    now: int
    sessions: Sessions
    prompter: Prompter
    everywhere: bool = False
    """The person operates in every realm."""
    exporter: Exporter | None = None
    link: Linker | None = None
    web: str = ""
    """Public address of the pages; "" if none are served."""

    def text(self, key: str) -> str:
        return self.given.get(key, "")

    def whom(self, user: str, name: str = "") -> str:
        """Return a person's name in the answer: as chats know them, and on the dashboard their pseudonym."""
        return pseudonym(user, self.realm.salt)[:SHORT] if self.inbound.desk else name or user

    def salted(self) -> Realm:
        """Return the realm with the salt of its pseudonyms, which its first use draws."""
        return self.realm if self.realm.salt else replace(self.realm, salt=secrets.token_hex(16))

    def game(self) -> Definition:
        """Return the definition that the option `name` names. Raises `BadWords`."""
        return named(self.realm, self.text("name"))

    def study(self) -> Study:
        """Return the newest version of the study that the option `name` names. Raises `BadWords`."""
        return studied(self.realm, self.text("name"))

    def begun(self) -> Study:
        """Return the version that the options name; by default the newest that was frozen, as people can only be in
        such a one. Without any it is the draft. Raises `BadWords`.
        """
        newest = self.study()
        if self.text("version"):
            return studied(self.realm, newest.slug, number("version", self.text("version"), VERSIONS))
        frozen = [study for study in self.realm.studies if study.key == newest.key and study.frozen_at]
        return max(frozen, key=lambda study: study.version, default=newest)


class Done(Struct, frozen=True):
    """Outcome of a command: the answer; if it changed the realm, also the changed realm and lines for the audit, and
    names that get a value with it.
    """

    post: Post
    realm: Realm | None = None
    target: str = ""
    lines: tuple[str, ...] = ()
    points: tuple[tuple[str, str | None], ...] = ()


Handler = Callable[[Call], Awaitable[Done]]


def named(realm: Realm, name: str) -> Definition:
    found = realm.game(name)
    if found is None and (study := realm.study(name)) is not None:
        raise BadWords(is_study(study))
    if found is None:
        there = ", ".join(d.name for d in realm.games)
        raise BadWords(
            f"There is no game {name[:40]!r} here; there are {there}."
            if there
            else f"There is no game {name[:40]!r} here, and no other game. /game new name:NAME type:TYPE makes one."
        )
    if found.game not in names():
        raise BadWords(f"{found.name} is a game of {found.game}, which is not installed here.")
    return found


def studied(realm: Realm, name: str, version: int = 0) -> Study:
    """Return a version of a study, by default the newest. Raises `BadWords`."""
    found = realm.study(name, version)
    if found is None and realm.study(name) is not None:
        raise BadWords(f"There is no version {version} of {name}; the newest is {_newest(realm, name)}.")
    if found is None:
        there = ", ".join(dict.fromkeys(study.slug for study in realm.studies))
        raise BadWords(
            f"There is no study {name[:40]!r} here; there are {there}."
            if there
            else f"There is no study {name[:40]!r} here, and no other study. /study new name:NAME type:TYPE makes one."
        )
    if found.design.game not in names():
        raise BadWords(f"{found.slug} is a study of {found.design.game}, which is not installed here.")
    return found


def is_study(study: Study) -> str:
    """Return the sentence that refuses to change a study as a game is changed."""
    if study.state == "draft":
        return f"{study.slug} is a study: change its file and /study import it again."
    return (
        f"{study.slug} is a study, frozen with hash {study.hash[:16]}: nothing about it changes any more. "
        f"/study fork name:{study.slug} makes version {study.version + 1}."
    )


def _newest(realm: Realm, name: str) -> int:
    return max(study.version for study in realm.studies if study.key == name.casefold())
