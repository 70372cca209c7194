"""A session as a text to read: every seat's words and acts, in order, from its log. All is public except people's
names.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from bot.session.model.events import Dealt, Decided, Sat, Stopped, Typed
from bot.session.model.session import Session, entry_type
from games.core.codec import decode
from games.core.contract import TABLE, Expired, Left, Moved, News, Slipped
from games.core.post import Post, Voice, plain
from storage.base import Record


def told(fresh: Session, records: Iterable[Record]) -> str:
    """Return the transcript as Markdown. `fresh` is the session before its first event."""
    session, kind = fresh, entry_type(fresh.game)
    lines = [f"# {fresh.game.title}, session {fresh.sid}", ""]
    for record in records:
        event = decode(record.data, kind).event
        before = session
        session, _ = session.after(event, record.at)
        words = _words(before, event, session)
        if words:
            time = datetime.fromtimestamp(record.at / 1000, UTC)
            lines += [f"**{time:%Y-%m-%d %H:%M:%S}** {words}", ""]
    result = session.result()
    if result is not None:
        earned = ", ".join(f"{seat} {amount}" for seat, amount in result.written().items())
        lines.append(f"Ended: {result.end}. Earned: {earned}.")
    return "\n".join(lines).strip() + "\n"


def _words(before: Session, event: object, after: Session) -> str:
    match event:
        case Sat(chair):
            who = f"strategy {chair.strategy or 'default'}" if chair.kind == "ai" else "a person"
            return f"{chair.seat}: {who} sits down."
        case Dealt():
            return "The game begins.\n\n" + _fenced(_told(after, after.game.opening(after.state)))
        case Moved() | Expired() | Left():
            news = _told(after, before.game.news(before.state, event, after.state))
            return _act(event) + ("\n\n" + _fenced(news) if news else "")
        case Slipped(seat, code):
            return f"{seat} wrote something that did not count ({code})."
        case Typed(seat, text, _, code) if code not in ("played", "said"):
            return f'{seat} wrote "{text}" ({code}).'
        case Decided(seat, source, note):
            return f"({seat} decided by {source}{f', {note}' if note else ''})" if note else ""
        case Stopped("clock", why):
            return f"Ended by the clock: {why}."
        case Stopped(_, why):
            return "Stopped by an operator" + (f": {why}" if why else ".")
    return ""


def _act(event: Moved[Any] | Expired | Left) -> str:
    match event:
        case Moved(seat, _, say):
            return f'{seat}: "{say}"' if say else f"{seat}:"
        case Left(seat, why):
            return f"{seat} left ({why})."
    return "Time ran out."


def _told(session: Session, news: Iterable[News[object]]) -> str:
    """Return the words for facts: first the public ones, as the table reads them, then those that only seats read."""
    facts = tuple(news)
    cast = tuple(replace(seated, name="") for seated in session.table.cast)
    parts: list[Post] = []
    for who in (TABLE, *(chair.seat for chair in session.table.chairs)):
        here = tuple(n.fact for n in facts if (n.to is not None and who in n.to if who else n.to is None))
        if here:
            view = session.game.view(session.state, who)
            parts.extend(session.game.tell(here, view, Voice(who, cast, plain=True, width=72)))
    return "\n\n".join(plain(post) for post in parts).strip()


def _fenced(text: str) -> str:
    return "```\n" + text.replace("```", "'''") + "\n```"
