"""Looking back at a game, and hints in it: the steps, the rating, and the past of a log. Pure.

The functions with a log as their first arguments take long. They are called in processes of their own (`analyst`).
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bot.session.model.events import Decided, TableEvent
from bot.session.model.session import Session, entry_type
from bot.session.model.terms import Terms
from bot.session.model.unfinished import carded
from games.core.codec import decode
from games.core.contract import Event, Seat, subseed
from games.core.post import Block, Voice
from games.core.review import LEVELS, Hint, Review, rating
from storage.base import Record

Past = tuple[tuple[Any, Event], ...]

THRESHOLDS: Final = tuple(
    (round(100 * rating(share)), word) for (_, share), word in zip(LEVELS, ("very good", "good", "fair"), strict=True)
)
"""Ratings in percent, at least, and the word for them: 87, 72 and 50. Whoever is below lost more than an inaccuracy, a
mistake or a blunder loses.
"""
LEAST: Final = "much left to find"


class Step(NamedTuple):
    """A step of a look back: at which moment, from 1, and what was chosen there: an option, `show`, or ""."""

    moment: int = 1
    choice: str = ""


class Rated(NamedTuple):
    """A game in a person's progress, with its rating in percent. `hints`: the person asked for some."""

    title: str
    rating: int
    hints: bool


def step_of(args: str) -> Step:
    """Return the step that the words behind `/review` name: `2`, `2 b`, `2 show`."""
    first, _, choice = args.strip().lower().partition(" ")
    return Step(int(first[:3]) if first.isdecimal() else 1, choice.strip())


def hinted(session: Session) -> int:
    """Return the number of decisions in a session that were made with a hint."""
    return len(set(session.table.hinted or ()))


def percent(review: Review) -> int | None:
    """Return a rating in percent; None if there was nothing to decide."""
    return None if review.rating is None else round(100 * review.rating)


def word(percent: int) -> str:
    """Return the word for a rating."""
    return next((word for least, word in THRESHOLDS if percent >= least), LEAST)


# --- in a process of its own ------------------------------------------------------------------------------------------


def card(sid: str, terms: Terms, log: Sequence[Record], voice: Voice) -> tuple[Block, ...] | None:
    """Return the result card of a game for one reader."""
    session, _ = refolded(sid, terms, log)
    return carded(session, session.game.card(session.state, voice))


def review(sid: str, terms: Terms, log: Sequence[Record], seat: Seat) -> Review | None:
    """Return the review of an ended game for the person in a seat."""
    session, past = refolded(sid, terms, log, seat)
    return session.game.review(past, seat, _seed(terms, "review", seat))


def hint(sid: str, terms: Terms, log: Sequence[Record], seat: Seat) -> Hint | None:
    """Return the best move of an awaited seat now."""
    session, past = refolded(sid, terms, log)
    return session.game.hint(past, session.state, seat, _seed(terms, "hint", seat))


def refolded(sid: str, terms: Terms, log: Sequence[Record], judged: Seat | None = None) -> tuple[Session, Past]:
    """Return a session from its log, and the game's events, each with the state before it.

    Both end before the first decision that an AI made for the `judged` person, who was away: theirs alone are judged.
    """
    session, past = Session.fresh(sid, terms), []
    kind = entry_type(session.game)
    for record in log:
        event = decode(record.data, kind).event
        if isinstance(event, Decided) and event.seat == judged:
            break
        if not isinstance(event, TableEvent):
            past.append((session.state, event))
        session, _ = session.after(event, record.at)
    return session, tuple(past)


def _seed(terms: Terms, *purpose: str) -> int:
    """Return the seed of rollouts. Equal sessions have equal ones, and no player draws from it."""
    return subseed(terms.seed, *purpose)
