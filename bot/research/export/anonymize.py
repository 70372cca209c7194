"""Anonymous sessions: people are `person:1`, `person:2` …, and their chats `place:1` … in each log.

Moves and words stay as they were, so such a log replays to the same end; its marks are new ones.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce

from msgspec.structs import replace

from bot.players.base import Drawn
from bot.session.model import receipt
from bot.session.model.events import Committed, Decided, Forgotten, Sat, Stopped, TableEvent, Typed, Watched
from bot.session.model.session import Session, entry_type
from bot.session.model.table import ERASED, Place
from games.core.codec import decode
from games.core.contract import Event
from storage.base import Record


class Mask:
    """Mapping of names to other names, counted from 1. The same name always gets the same one."""

    def __init__(self, kind: str) -> None:
        self.kind, self.known = kind, dict[str, str]()

    def __call__(self, name: str) -> str:
        return name if name in ("", ERASED) else self.known.setdefault(name, f"{self.kind}:{len(self.known) + 1}")


Change = Callable[[Event | TableEvent], Event | TableEvent]


def rewritten(fresh: Session, records: Iterable[Record], *changes: Change) -> tuple[list[Record], Session]:
    """Return the log of a session with every event changed, and the session that it leads to. `fresh` is the session
    before its first event.
    """
    session, kind = fresh, entry_type(fresh.game)

    def made() -> Iterator[Record]:
        nonlocal session
        for record in records:
            was = decode(record.data, kind)
            event = reduce(lambda event, change: change(event), changes, was.event)
            session, entry = session.after(event, record.at, *receipt.sealing(was, event))
            yield Record(record.version, record.k, record.at, entry)

    return list(made()), session


def masking() -> Change:
    """Return a change that makes a log anonymous."""
    user, address = Mask("person"), Mask("place")

    def there(place: Place | None) -> Place | None:
        return place and replace(place, address=address(place.address))

    def masked(event: Event | TableEvent) -> Event | TableEvent:
        match event:
            case Sat(chair, place, direct):
                chair = replace(chair, user=user(chair.user), name="", strategy=receipt.bare(chair.strategy))
                return Sat(chair, there(place), there(direct))
            case Watched(place):
                return Watched(replace(place, address=address(place.address)))
            case Stopped(by, why):
                return Stopped(user(by), why)
            case Forgotten():
                return Forgotten("")
        return event

    return masked


def withheld(event: Event | TableEvent) -> Event | TableEvent:
    """Return an event without what its players may not know after the end: an AI's limit and private reasons, and words
    that led to nothing, which nobody else has read.
    """
    match event:
        case Committed(seat, drawn):
            return Committed(seat, Drawn(drawn.player, {}))
        case Decided():
            return replace(event, private=None)
        case Typed():
            return replace(event, text="")
    return event
