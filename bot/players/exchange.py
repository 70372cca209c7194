"""The exchange so far, as one seat witnessed it: what the game said, what others said, and the seat's own messages.

It is folded from the events of a game, so it only grows: what has been said once is said in the same words for ever.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import TABLE, AnyGame, Event, Moved, News, Seat
from games.core.post import Quote, Voice
from games.core.prompt import told

TOGETHER: Final = 4
"""Events that are folded before other work may go on."""


class Done(Struct, frozen=True):
    """An event of a game. `private`: the record of the strategy that moved; None if a person did, or nobody."""

    event: Event
    private: Mapping[str, Any] | None = None


class Told(Struct, frozen=True):
    """Knowledge of a seat by one event. `text` is the game's own and holds no word of a player; `heard` are the words
    of others, as pairs of speaker and text.
    """

    text: str
    heard: tuple[tuple[str, str], ...] = ()


class Own(Struct, frozen=True):
    """A message of the seat itself: the view that it was decided in, the move, the words.

    `wrote`: the model's answer as it came, if it was posted unchanged. `reason` is the model's.
    """

    view: Any
    move: Any
    say: str
    wrote: str = ""
    reason: str = ""


class Exchange(Struct, frozen=True):
    """The exchange up to a decision. `seen` is in order. `public` is what anybody at the table was told, the opening
    first; `status` is how the table stands for a viewer without secrets.
    """

    seen: tuple[Told | Own, ...] = ()
    public: tuple[Told, ...] = ()
    status: str = ""


Recall = Callable[[], Awaitable[Exchange]]


async def nothing() -> Exchange:
    """Recall no exchange: for players that need none."""
    return Exchange()


def exchange(game: AnyGame, dealt: Any, past: Iterable[Done], seat: Seat) -> Exchange:
    """Return the exchange that a seat witnessed from the deal on. `dealt` is the first state."""
    folded = Folding(game, dealt, seat)
    for done in past:
        folded.take(done)
    return folded.made()


class Folding:
    """The fold of a game's events into the exchange of one seat. `taken` counts the events so far."""

    def __init__(self, game: AnyGame, dealt: Any, seat: Seat) -> None:
        self.game, self.state, self.seat, self.taken = game, dealt, seat, 0
        self.seen: list[Told | Own] = []
        self.public = [_told(game, dealt, game.opening(dealt), TABLE)]

    def take(self, done: Done) -> None:
        game, event, before, seat = self.game, done.event, self.state, self.seat
        self.taken += 1
        self.state = state = game.apply(before, event)
        news = game.news(before, event, state)
        self.public.append(_told(game, state, news, TABLE))
        learned = _told(game, state, news, seat)
        if isinstance(event, Moved) and event.seat == seat and done.private is not None:
            self.seen.append(_own(game.view(before, seat), event, done.private))
            learned = replace(learned, heard=())
        if learned != Told(""):
            self.seen.append(learned)

    async def follow(self, past: Iterable[Done]) -> Exchange:
        """Take events, and let other work go on after every few: a long game takes a part of a second."""
        for number, done in enumerate(past, 1):
            self.take(done)
            if number % TOGETHER == 0:
                await asyncio.sleep(0)
        return self.made()

    def made(self) -> Exchange:
        voice = Voice(TABLE, plain=True, width=72)
        status = told(self.game.status(self.game.view(self.state, TABLE), voice))
        return Exchange(tuple(self.seen), tuple(self.public), status)


def _own(view: Any, event: Moved[Any], private: Mapping[str, Any]) -> Own:
    trace = private.get("llm")
    kept: Mapping[str, Any] = trace if isinstance(trace, Mapping) else {}
    wrote, reason = kept.get("posted"), kept.get("reason")
    return Own(
        view,
        event.move,
        event.say,
        wrote if isinstance(wrote, str) else "",
        reason if isinstance(reason, str) else "",
    )


def _told(game: AnyGame, state: Any, news: Iterable[News[Any]], viewer: Seat) -> Told:
    facts = tuple(item.fact for item in news if item.reaches(viewer))
    if not facts:
        return Told("")
    posts = game.tell(facts, game.view(state, viewer), Voice(viewer, plain=True, width=72))
    heard = [(block.who, block.text) for post in posts for block in post.blocks if isinstance(block, Quote)]
    return Told("\n".join(filter(None, map(told, posts))), tuple(heard))
