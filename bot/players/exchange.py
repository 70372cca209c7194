"""The exchange so far, as one seat witnessed it: what the game said, what others said, and the seat's own messages.

It is folded from the events of a game, so it only grows: what has been said once is said in the same words for ever.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import TABLE, AnyGame, Event, Moved, News, Seat
from games.core.post import Quote, Voice
from games.core.prompt import told


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
    state = dealt
    seen: list[Told | Own] = []
    public = [_told(game, state, game.opening(state), TABLE)]
    for done in past:
        event, before = done.event, state
        state = game.apply(before, event)
        news = game.news(before, event, state)
        public.append(_told(game, state, news, TABLE))
        learned = _told(game, state, news, seat)
        if isinstance(event, Moved) and event.seat == seat and done.private is not None:
            seen.append(_own(game.view(before, seat), event, done.private))
            learned = replace(learned, heard=())
        if learned != Told(""):
            seen.append(learned)
    status = told(game.status(game.view(state, TABLE), Voice(TABLE, plain=True, width=72)))
    return Exchange(tuple(seen), tuple(public), status)


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
