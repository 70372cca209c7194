"""The view of each seat: the public terms, the facts that changed, and the private values."""

from typing import Literal

from msgspec import Struct

from games.core.contract import REVEAL, Event, Moved, News, Seat
from games.dealornodeal.config import domain_of
from games.dealornodeal.domain.deals import Share
from games.dealornodeal.domain.items import Domain
from games.dealornodeal.rules.state import NOBODY, SEATS, Act, Card, DealState, Ended, Reopen, Utterance, turned


class Dealt(Struct, frozen=True, tag="dealt"):
    """The public terms: the items on the table, the number of messages, and the points of no deal."""

    pool: Share
    utterances: int
    fallback: int


class Worth(Struct, frozen=True, tag="worth"):
    """A fact for one seat only: the worth of one unit of each item to it."""

    seat: Seat
    values: Share


class Spoke(Struct, frozen=True, tag="spoke"):
    """A message. `number` counts utterances; `keep`, unless empty, is the share of seat `you` by it."""

    seat: Seat
    text: str
    number: int
    act: Act
    keep: Share


class CardUp(Struct, frozen=True, tag="card_up"):
    """A card asks both sides to confirm. `keep` is the share of seat `you`."""

    version: int
    keep: Share


class Confirmed(Struct, frozen=True, tag="confirmed"):
    seat: Seat
    version: int


class CardGone(Struct, frozen=True, tag="card_gone"):
    """A card was withdrawn by this seat: for a new offer, to go on talking, or because it was misread."""

    seat: Seat
    version: int
    why: Literal["offer", "talk", "misread"]


Fact = Dealt | Worth | Spoke | CardUp | Confirmed | CardGone | Ended


class View(Struct, frozen=True):
    """The view of one viewer.

    `values` are its own (`()` at the table); `both` are both sides', for `REVEAL` only. `chat`: posts are made for
    phones.
    """

    who: Seat
    domain: Domain
    utterances: int
    pool: Share
    values: Share
    both: tuple[Share, ...]
    spoken: tuple[Utterance, ...]
    open: bool
    due: Seat
    card: Card | None
    ended: Ended | None
    chat: bool = False

    def share(self, keep: Share) -> Share:
        """Return the viewer's share from that of seat `you`, or the other way round."""
        return turned(self.pool, keep, self.who)

    def offered(self, by_viewer: bool = False) -> Share | None:
        """Return the last offer of the other side, or of the viewer's own, as the share of seat `you`."""
        offers = (u.keep for u in reversed(self.spoken) if u.act == "offer" and (u.seat == self.who) == by_viewer)
        return next(offers, None)


def opening(state: DealState) -> tuple[News[Fact], ...]:
    """Return the pool as a fact for everybody, and its worth to each seat for that seat alone."""
    dealt = Dealt(state.context.pool, state.config.utterances, domain_of(state.config).fallback)
    private = (News[Fact](Worth(s, v), frozenset({s})) for s, v in zip(SEATS, state.context.values, strict=True))
    return (News(dealt), *private)


def news(before: DealState, event: Event, after: DealState) -> tuple[News[Fact], ...]:
    """Return the facts that changed; all of them are public."""
    facts = [*_words(before, event, after), *_cards(before, event, after)]
    if after.ended and not before.ended:
        facts.append(after.ended)
    return tuple(map(News, facts))


def _words(before: DealState, event: Event, after: DealState) -> list[Fact]:
    """Return the message that was said. More words in one utterance tell its meaning only if they change it."""
    if after.spoken == before.spoken:
        return []
    last, number = after.spoken[-1], len(after.spoken)
    words = event.say if isinstance(event, Moved) else ""
    was = before.spoken[-1] if len(before.spoken) == number else None
    if was and (was.act, was.keep) == (last.act, last.keep):
        return [Spoke(last.seat, words, number, "words", ())]
    return [Spoke(last.seat, words, number, last.act, last.keep)]


def _cards(before: DealState, event: Event, after: DealState) -> list[Fact]:
    """Return the change of the card: confirmed, withdrawn, or a new one."""
    old, new = before.card, after.card
    if old and new and new.version == old.version:
        return [Confirmed(seat, new.version) for seat in SEATS if seat in new.confirmed - old.confirmed]
    up = [CardUp(new.version, new.keep)] if new else []
    if old is None:
        return [*up]
    seat = event.seat if isinstance(event, Moved) else NOBODY
    offered = after.spoken != before.spoken and after.spoken[-1].act == "offer"
    misread = isinstance(event, Moved) and isinstance(event.move, Reopen) and event.move.misread
    return [CardGone(seat, old.version, "misread" if misread else "offer" if offered else "talk"), *up]


def view(state: DealState, who: Seat) -> View:
    """Return a view: a seat sees its own values, the table none, the reveal all."""
    values = state.context.values[SEATS.index(who)] if who in SEATS else ()
    config, pool, both = state.config, state.context.pool, state.context.values if who == REVEAL else ()
    now = (state.spoken, state.open, state.due, state.card, state.ended)
    return View(who, domain_of(config), config.utterances, pool, values, both, *now, chat=config.style == "chat")
