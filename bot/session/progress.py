"""A person's progress: how accurate their decisions were, game by game.

What a look back at a game came to is kept, so that it need not be worked out again. Whoever asks for their progress has
a few more of their games looked at.
"""

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from typing import Any, TypeGuard

import structlog
from msgspec import UNSET, DecodeError, Struct

from bot import keys
from bot.session.analyst import Analyst
from bot.session.model.looking_back import Rated, hinted, percent
from bot.session.model.session import Session, known, offers
from games.core.codec import decode, encode
from games.core.contract import Seat
from games.core.registry import get, names
from games.core.review import Review
from storage.base import Store

log = structlog.get_logger(__name__)

NEWEST = 50
"""Games that count for a person's progress."""
AT_ONCE = 3
"""Games that one question has looked at, the newest ones: each takes up to a second."""
TERMINAL = "terminal"
"""Beginning of the users of a terminal. Each run is another one, and all of them are the person whose store it is."""


class Kept(Struct, frozen=True):
    """The outcome of a look back at a session.

    `at`: when it began. `rating`: in percent; None if nothing was to decide. `hints`: the person had some. Earlier
    versions kept another figure, and without a rating, or with one that is none, a game is looked at anew.
    """

    sid: str
    game: str
    at: int
    rating: Any = UNSET
    hints: bool = False


async def read(store: Store, user: str) -> tuple[Kept, ...]:
    """Return the kept outcomes of a person's games, the last begun first."""
    found = await store.pointed(keys.progress(_who(user)))
    try:
        every = decode(found, tuple[Kept, ...]) if found else ()
    except DecodeError:  # damaged; the games themselves are still there to look at
        every = ()
    return tuple(one for one in every if one.rating is None or _rates(one.rating))


def _rates(rating: Any) -> TypeGuard[int]:
    """Return whether a stored value is a rating in percent."""
    return type(rating) is int and 0 <= rating <= 100


async def noted(store: Store, session: Session, user: str, review: Review) -> tuple[keys.Name, str] | None:
    """Return the name and value that keep what a look back came to; None if it is kept already."""
    before = await read(store, user)
    loaded = await store.load(session.sid)
    if loaded is None or any(one.sid == session.sid for one in before):
        return None
    return _written(user, (_kept(session, loaded.head.at, review), *before))


async def progress(store: Store, analyst: Analyst, user: str) -> tuple[tuple[Rated, ...], bool]:
    """Return a person's games, oldest first, and whether there are more of them to look at. Looks at a few that nobody
    has looked at.
    """
    before = await read(store, user)
    missing = await _missing(store, user, before)
    found = []
    for at, session, seat in missing[:AT_ONCE]:
        review = await _reviewed(analyst, session, seat)
        found.append(_kept(session, at, review))
    every = (*found, *before)
    if found:
        await store.point(*_written(user, every))
    here = [one for one in _newest(every)[::-1] if one.game in names()]
    rated = tuple(Rated(get(one.game).title, one.rating, one.hints) for one in here if _rates(one.rating))
    return rated, len(missing) > AT_ONCE


def _kept(session: Session, at: int, review: Review | None) -> Kept:
    rating = None if review is None else percent(review)
    return Kept(session.sid, session.game.name, at, rating, hinted(session) > 0)


async def _reviewed(analyst: Analyst, session: Session, seat: Seat) -> Review | None:
    """Return a review; None where a fault prevents it, which must not hide a person's other games for ever."""
    try:
        return await analyst.review(session, seat)
    except (TimeoutError, BrokenExecutor):
        raise  # another try may succeed
    except Exception as problem:
        log.warning("progress_look_failed", session=session.sid, error=type(problem).__name__)
        return None


async def _missing(store: Store, user: str, before: Sequence[Kept]) -> list[tuple[int, Session, Seat]]:
    """Return the person's games, the last begun first, that can be looked at and nobody has looked at."""
    there, found = {one.sid for one in before}, []
    for loaded in await store.sessions(played_by(user), live=False, limit=NEWEST):
        session = await known(store, loaded) if loaded.head.sid not in there else None
        if session is not None and "coach" in offers(session) and (seats := seats_of(session, user)):
            found.append((loaded.head.at, session, seats[0]))
    return found


def played_by(user: str) -> keys.Tag:
    """Return the tag of a person's sessions. Those of a terminal's user are all that were opened at this terminal."""
    return keys.of_realm(TERMINAL) if _who(user) == TERMINAL else keys.played_by(user)


def seats_of(session: Session, user: str) -> tuple[Seat, ...]:
    """Return the seats that a person had in a session. Whoever played at this terminal is the person whose it is."""
    who = _who(user)
    return tuple(c.seat for c in session.table.chairs if c.kind == "human" and c.user and _who(c.user) == who)


def _who(user: str) -> str:
    return TERMINAL if user.startswith(f"{TERMINAL}:") else user


def _written(user: str, every: Sequence[Kept]) -> tuple[keys.Name, str]:
    return keys.progress(_who(user)), encode(_newest(every)).decode()


def _newest(every: Sequence[Kept]) -> tuple[Kept, ...]:
    """Return the games that count, the last begun first. Of games that began at once the first one named is newer."""
    return tuple(sorted(every, key=lambda one: -one.at)[:NEWEST])
