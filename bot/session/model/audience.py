"""The audience: decides who reads what, and where. Pure: takes facts and places, returns posts. Leaks are tested here.

A place whose viewer is a seat gets what that seat may know. A place whose viewer is the table gets what everybody may
know, and only the buttons that may be shown there. Nothing else in the program decides who reads a fact.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, Struct, field
from msgspec.structs import replace

from bot.session.model import levels, titles, unfinished
from bot.session.model.inbound import Inbound
from bot.session.model.session import Session, offers
from bot.session.model.table import LEFT, Place, Table
from games.core.codec import decode, encode_whole
from games.core.contract import TABLE, News, Seat, SeatInfo
from games.core.display_names import label, who
from games.core.post import Ask, Block, Choice, Gap, Line, Post, Quote, Voice, line, says, text_of
from storage.base import Outgoing


class Card(Struct, frozen=True, omit_defaults=True):
    """The heading of a state: the game's name and title, and who plays. Platforms may draw such a post as a card."""

    game: str
    title: str
    who: str = ""


class Sent(Struct, frozen=True, omit_defaults=True):
    """The body of an outgoing post: what adapters show, and what its buttons are about.

    - `viewer`: the seat whose place it is (`TABLE` for a channel).
    - `stakes`: for each seat with a button, the decision that it faced.
    - `origin`: set on the private answer to one act. If that token is gone, the post goes to `place`, unless it is
      `private`.
    - `private`: for `user` alone, whoever else reads the place.
    - `ping`: users whose turn the post announces.
    - `closes`: older buttons of this session here are dead from now on, even if this post brings no new ones.
    - `code`: a join code that the post hands out. Adapters may add their own way to use it, such as a link.
    - `aloud`: the place in which to say that the post's own place cannot be written to.
    - `deal`: the post tells the end of a game, and it is a deal. A platform may celebrate that.
    - `card`: set on a state of a game, unless its readers want plain text.
    """

    post: Post
    viewer: str = field(default=TABLE, name="eyes")
    stakes: tuple[tuple[str, str], ...] = ()
    user: str = ""
    origin: str = ""
    closes: bool = False
    code: str = ""
    private: bool = False
    ping: tuple[str, ...] = ()
    aloud: str = ""
    deal: bool = False
    card: Card | None = None


Notes = Callable[[Place], tuple[Line, ...]]
"""Lines to add to the last post of a place."""
Stakes = tuple[tuple[str, str], ...]

_REMATCH = Choice("Rematch", "/rematch", mood="go")
AGAIN: tuple[tuple[Choice, ...], tuple[Choice, ...]] = (
    (_REMATCH, Choice("Play the other side", "/rematch swap")),
    (_REMATCH, Choice("Take another seat", "/rematch swap")),
)
"""Buttons under the end of a game of two at a chat's tempo, and of more; the terminal just starts another game."""
HOW = Choice("How it went", "/card")
"""Button under the end of a game that can be looked back at; what it shows is for the presser alone."""
_LINK = re.compile(r"(?:https?://|www\.|(?:t|telegram)\.me/|discord\.(?:gg|com)/|tg://)\S*", re.IGNORECASE)
"""Links in people's words. Mentions are made harmless by the adapters, in the way of each platform."""
SHEET = Choice("My private info", "/private")
"""Button for places that others read too. Its answer holds what only the presser knows, and nobody else sees it."""


def voice(table: Table, place: Place) -> Voice:
    """Return the voice of a place: it addresses the seat, or in a channel the only person who plays there. Posts in a
    channel that only looks on address nobody.
    """
    you: str = place.viewer
    if you == TABLE:
        people = [c.seat for c in table.players_at(place)]
        you = people[0] if len(people) == 1 and place.visibility != "watch" else ""
    again = table.again is True
    return Voice(you=you, cast=table.cast, locale=place.locale, plain=place.plain, width=place.width, again=again)


def outgoing(place: str, sent: Sent) -> Outgoing:
    """Return a post as the outbox keeps it. A post may quote anything that somebody wrote, so it is made encodable."""
    return Outgoing(place, encode_whole(sent), sent.post.slot)


def sent_of(post: Outgoing) -> Sent:
    """Return the contents of an outgoing post."""
    return decode(post.body, Sent)


def told(place: Place, post: Post, **more: Any) -> Outgoing:
    """Return a post for one of a session's places; `more` are fields of `Sent`."""
    return outgoing(place.address, Sent(post, viewer=place.viewer, **more))


def route(
    session: Session,
    news: Sequence[News[object]],
    notes: Callable[[], Notes] = lambda: lambda place: (),
    stakes: Mapping[Seat, str] = MappingProxyType({}),
    typed: Inbound | None = None,
) -> tuple[Outgoing, ...]:
    """Return posts for every place of a session, from facts that just became true there.

    `notes` is called if there is a post at all. `stakes` are the seats' earlier decisions. A seat may learn of a new
    stake only elsewhere, from the table. Its buttons then go to the place that is its own. The words of an act that was
    `typed` are not shown again where they stand.
    """
    told: list[tuple[Place, tuple[Post, ...], Voice | None]] = []
    for place in heard_by(session.table):
        posts, speak = _posts(session, place, news, stakes)
        if posts and typed is not None:
            posts = _unechoed(session, place, posts, stakes, typed)
        if posts:
            told.append((place, posts, speak))
    if not told:
        return ()
    lines, made = notes(), list[Outgoing]()
    for place, posts, speak in told:
        aloud = _aloud(session.table) if place.visibility == "private" else ""
        ping = _turned(session, place, stakes) if place.viewer == TABLE else ()
        posts = (*posts[:-1], noted(posts[-1], *lines(place)))
        made.extend(outgoing(place.address, sent) for sent in _dress(session, place, posts, ping, aloud, speak))
    return tuple(made)


def _posts(
    session: Session, place: Place, news: Sequence[News[object]], stakes: Mapping[Seat, str]
) -> tuple[tuple[Post, ...], Voice | None]:
    """Return a place's posts about the facts, and their voice. A place for private facts also gets its seat's
    new decision, and the end.
    """
    apart, viewer = place.visibility == "private", place.viewer
    facts = tuple(n.fact for n in news if (not apart if n.to is None else viewer in n.to))
    if facts:
        speak = voice(session.table, place)
        if session.table.rung and unfinished.ended_by_class(session):
            return (unfinished.closing(session, speak),), speak
        posts = session.game.tell(facts, session.game.view(session.state, viewer), speak)
        for chair in session.table.chairs:
            if chair.kind == "human" and chair.seat != speak.you:
                return _heard(session, place, posts), speak
        return posts, speak
    decides = viewer in session.turn.awaited | session.turn.may
    if apart and decides and session.stake(viewer) != stakes.get(viewer):
        return (_status(session, place),), None
    return (says("This game is over."),) if apart and session.table.phase == "over" else (), None


def _unechoed(
    session: Session, place: Place, posts: tuple[Post, ...], stakes: Mapping[Seat, str], typed: Inbound
) -> tuple[Post, ...]:
    """Return posts without the words that everybody in this place has just read. If nothing else was to say, the state
    is shown there only for somebody's new decision.
    """
    if place.viewer != TABLE or place.address != typed.place:
        return posts
    mine = session.table.seats_of(typed.user)
    kept = tuple(replace(post, blocks=_without(post.blocks, mine)) for post in posts)
    if kept == posts:
        return posts
    if any(post.blocks for post in kept):
        return tuple(post for post in kept if post.blocks)
    anew = any(session.stake(chair.seat) != stakes.get(chair.seat) for chair in session.table.players_at(place))
    return (_status(session, place),) if anew else ()


def _without(blocks: tuple[Block, ...], seats: Collection[Seat]) -> tuple[Block, ...]:
    kept = [block for block in blocks if not (isinstance(block, Quote) and block.seat in seats)]
    while kept and isinstance(kept[0], Gap):
        del kept[0]
    return tuple(kept)


def _heard(session: Session, place: Place, posts: tuple[Post, ...]) -> tuple[Post, ...]:
    """Return posts without the words of those whom a place's own seat has muted, and without links in what other people
    say: a stranger's link may lead anywhere.
    """
    muted = {whom for seat, whom in session.table.muted or () if seat == place.viewer != TABLE}
    people = {chair.seat for chair in session.table.chairs if chair.kind == "human" and chair.seat != place.viewer}
    heard = (replace(post, blocks=_unlinked(post.blocks, people, muted)) for post in posts)
    return tuple(post for post in heard if post.blocks or post.asks)


def _unlinked(blocks: tuple[Block, ...], people: Collection[str], muted: Collection[str]) -> tuple[Block, ...]:
    kept = (block for block in blocks if not (isinstance(block, Quote) and block.seat in muted))
    return tuple(
        replace(block, text=_LINK.sub("(link)", block.text))
        if isinstance(block, Quote) and block.seat in people
        else block
        for block in kept
    )


def _status(session: Session, place: Place) -> Post:
    speak = voice(session.table, place)
    if session.table.rung and unfinished.ended_by_class(session):
        return unfinished.closing(session, speak)
    return session.game.status(session.game.view(session.state, place.viewer), speak)


def heard_by(table: Table) -> tuple[Place, ...]:
    """Return the places that follow the game. A player who left gets no posts until the game ends."""
    gone = {chair.seat for chair in table.chairs if chair.missed >= LEFT}
    if not gone or table.phase != "play":
        return table.places
    homes = {home for seat, home in table.homes if seat not in gone}
    left = {home for seat, home in table.homes if seat in gone} - homes
    return tuple(p for p in table.places if p.visibility == "watch" or (p.viewer not in gone and p.address not in left))


def each_once(places: Iterable[Place]) -> list[Place]:
    """Return each address once. Private places are included, because their users may read nowhere else."""
    seen: dict[str, Place] = {}
    for place in places:
        seen.setdefault(place.address, place)
    return list(seen.values())


def _turned(session: Session, place: Place, stakes: Mapping[Seat, str]) -> tuple[str, ...]:
    """Return the people in a place whose turn has just begun: once for each turn, however much is said in it."""
    awaited = session.turn.awaited
    mine = [chair for chair in session.table.players_at(place) if chair.kind == "human" and chair.seat in awaited]
    return tuple(chair.user for chair in mine if session.stake(chair.seat) != stakes.get(chair.seat))


def _aloud(table: Table) -> str:
    return next((place.address for place in table.places if place.viewer == TABLE and place.visibility == "all"), "")


def noted(post: Post, *notes: Line) -> Post:
    """Return the post with more lines, placed above its last line if that is a question to the reader."""
    if not notes:
        return post
    *above, last = post.blocks
    asks = isinstance(last, Line) and text_of(last).endswith("?")
    return replace(post, blocks=(*above, *notes, last) if asks and above else (*post.blocks, *notes))


def hint(session: Session, place: Place) -> tuple[Line, ...]:
    """Return the line that tells people where to find their private information: in a place that others read too, if
    somebody there needs it.
    """
    table = session.table
    told = {known.viewer for known in table.places}
    people = {chair.seat for chair in table.players_at(place) if chair.kind == "human"} - told
    secretive = {info.seat for info in session.seats if info.private} & people
    if place.viewer != TABLE or place.visibility == "watch" or not secretive:
        return ()
    speak = voice(table, place)
    forms = any(apart(session, seat, replace(speak, you=seat))[0] for seat in secretive)
    more = ", and a form for what you propose" if forms else ""
    return (line(f"Press {SHEET.label} for what only you know{more}."),)


def standing(session: Session, place: Place) -> list[Sent]:
    """Return the current state for one place, with the buttons that work now."""
    return _dress(session, place, (_status(session, place),))


def card(session: Session, speak: Voice) -> Card | None:
    """Return the heading of a state for this reader; None for readers who want plain text."""
    if speak.plain:
        return None
    return Card(session.game.name, session.game.title, _cast(session.seats, speak))


def title(info: SeatInfo, seats: tuple[SeatInfo, ...]) -> str:
    """Return a seat as people call it: `miner`, or `miner 0` where there are several."""
    return info.role if _alone(info, seats) else info.seat.replace("_", " ")


def _alone(info: SeatInfo, seats: tuple[SeatInfo, ...]) -> bool:
    return sum(other.role == info.role for other in seats) == 1


@lru_cache(maxsize=1_000)
def _cast(seats: tuple[SeatInfo, ...], speak: Voice) -> str:
    """Return the players in a few words: both sides of a table of two, of more the reader's own seat; "" for a form."""
    if len(seats) < 2:
        return ""
    if len(seats) > 2:
        mine = next((info for info in seats if info.seat == speak.you), None)
        return f"you are {'the ' * _alone(mine, seats)}{title(mine, seats)}" if mine else f"{len(seats)} seats"
    return " and ".join(_player(info, seats, speak) for info in sorted(seats, key=lambda info: info.seat != speak.you))


def _player(info: SeatInfo, seats: tuple[SeatInfo, ...], speak: Voice) -> str:
    """Return a player at a table of two: `you (buyer)`, `Ann (seller)`; without a name `the seller`."""
    nameless = all(cast.seat != info.seat or (cast.kind == "human" and not cast.name) for cast in speak.cast)
    if nameless and info.seat != speak.you:
        return titles.side(info.seat, seats, speak.you)
    return who(info.seat, speak) + (f" ({info.role})" if seats[0].role != seats[1].role else "")


def _dress(
    session: Session,
    place: Place,
    posts: tuple[Post, ...],
    ping: tuple[str, ...] = (),
    aloud: str = "",
    speak: Voice | None = None,
) -> list[Sent]:
    """Attach the current asks and a heading to the last post, which may ping. `speak`: the place's voice, if known."""
    speak = speak or voice(session.table, place)
    asks, stakes = offered(session, place, speak)
    other = () if session.table.begun or place.visibility != "all" else levels.others(session)
    last = replace(posts[-1], asks=(*asks, *posts[-1].asks, *other))
    plain = Sent(last, viewer=place.viewer, stakes=stakes, closes=True, aloud=aloud)
    result = session.result() if session.table.phase == "over" else None
    deal = result is not None and result.end == "deal" and not place.plain
    marked = replace(plain, ping=ping, deal=deal, card=card(session, speak))
    return [*(replace(plain, post=post) for post in posts[:-1]), marked]


def offered(session: Session, place: Place, speak: Voice | None = None) -> tuple[tuple[Ask, ...], Stakes]:
    """Return the buttons and forms that may be shown in a place now, with the stake of each seat that has one."""
    if place.visibility == "watch":
        return (), ()
    if session.table.phase == "over" and session.terms.tempo.turn is not None:
        if session.studied:
            return (), ()
        again = AGAIN[len(session.table.chairs) > 2]
        if session.terms.setup is not UNSET:
            again = again[:1]  # configured games fix who sits where
        how = (HOW,) if offers(session) else ()
        if session.taught:
            again = ()  # the class plays once
        return (*again, *how) if place.visibility == "all" else (), ()
    speak = speak or voice(session.table, place)
    return _hung(session, place.viewer, speak) if place.viewer != TABLE else _side_by_side(session, place, speak)


def _side_by_side(session: Session, place: Place, speak: Voice) -> tuple[tuple[Ask, ...], Stakes]:
    """Return the buttons that the people in a shared place may see of each other, and that of their private sheets."""
    people = [chair.seat for chair in session.table.players_at(place) if chair.kind == "human"]
    hung = {seat: _hung(session, seat, replace(speak, you=seat)) for seat in people}
    shown = [(seat, ask) for seat, (mine, _) in hung.items() for ask in mine if ask.scope == "table"]
    # A command answers whoever presses it, so one button serves everybody.
    common = {ask.says: ask for _, ask in shown if ask.says.startswith("/")}
    owned = [(seat, ask) for seat, ask in shown if ask.says not in common]
    asks = _owned(owned, speak)
    sheet = (SHEET,) if session.table.phase == "play" else ()
    return (*asks, *common.values(), *sheet), tuple(stake for _, stakes in hung.values() for stake in stakes)


def _owned(asks: Sequence[tuple[Seat, Ask]], speak: Voice) -> list[Ask]:
    """Return buttons for their seats alone. Where several people have some, a name on each shows whose it is."""
    named = len({seat for seat, _ in asks}) > 1
    return [
        replace(ask, seat=seat, label=f"{label(seat, speak)}: {ask.label}" if named else ask.label)
        for seat, ask in asks
    ]


def apart(session: Session, seat: Seat, voice: Voice) -> tuple[tuple[Ask, ...], Stakes]:
    """Return a seat's current buttons that others may not see, with its stake. They are shown under the seat's own
    sheet.
    """
    asks, stakes = _hung(session, seat, voice)
    return tuple(ask for ask in asks if ask.scope == "seat"), stakes


def _hung(session: Session, seat: Seat, voice: Voice) -> tuple[tuple[Ask, ...], Stakes]:
    """Return all current buttons of a seat with its stake; none if it has no say."""
    turn = session.turn
    if seat not in turn.awaited | turn.may | turn.talk:
        return (), ()
    return session.game.asks(session.game.view(session.state, seat), voice), ((seat, session.stake(seat)),)


def place_of(table: Table, address: str, seats: Sequence[Seat]) -> Place | None:
    """Return the session's own record of a place, preferably one that these seats view; None if it has none."""
    here = [place for place in table.places if place.address == address]
    return next((place for place in here if place.viewer in seats), here[0] if here else None)
