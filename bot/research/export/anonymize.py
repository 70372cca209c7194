"""Anonymous sessions: people are `person:1`, `person:2` …, and their chats `place:1` … in each log.

Moves and words stay as they were, so such a log replays to the same end; its marks are new ones.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from bot.session.model import receipt
from bot.session.model.events import Forgotten, Sat, Stopped, Watched
from bot.session.model.session import Session, entry_type
from bot.session.model.table import ERASED, Place
from games.core.codec import decode
from storage.base import Record


class Mask:
    """Mapping of names to other names, counted from 1. The same name always gets the same one."""

    def __init__(self, kind: str) -> None:
        self.kind, self.known = kind, dict[str, str]()

    def __call__(self, name: str) -> str:
        return name if name in ("", ERASED) else self.known.setdefault(name, f"{self.kind}:{len(self.known) + 1}")


def masked(fresh: Session, records: Iterable[Record]) -> tuple[list[Record], Session]:
    """Return an anonymous log of a session, and the session that it leads to. `fresh` is the session before its first
    event.
    """
    session, kind = fresh, entry_type(fresh.game)
    user, address = Mask("person"), Mask("place")

    def there(place: Place | None) -> Place | None:
        return place and replace(place, address=address(place.address))

    def made() -> Iterator[Record]:
        nonlocal session
        for record in records:
            was = decode(record.data, kind)
            event = was.event
            match event:
                case Sat(chair, place, direct):
                    chair = replace(chair, user=user(chair.user), name="", strategy=receipt.bare(chair.strategy))
                    event = Sat(chair, there(place), there(direct))
                case Watched(place):
                    event = Watched(replace(place, address=address(place.address)))
                case Stopped(by, why):
                    event = Stopped(user(by), why)
                case Forgotten():
                    event = Forgotten("")
            session, entry = session.after(event, record.at, *receipt.sealing(was, event))
            yield Record(record.version, record.k, record.at, entry)

    return list(made()), session
