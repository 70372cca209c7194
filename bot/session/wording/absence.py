"""Posts about people who are away: a reminder before an AI takes a seat, who plays it, who is back, and a paused game.

Pure: takes sessions, returns posts. A person reads of their own seat in their private place, or is mentioned where they
play.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.session.model import audience, titles
from bot.session.model.audience import Sent, each_once, heard_by, told
from bot.session.model.events import Resumed, Returned, TableEvent
from bot.session.model.session import Session
from bot.session.model.table import Chair, Place
from bot.session.wording.deadlines import notice, span
from games.core.contract import TABLE, Seat
from games.core.post import Ask, Choice, Line, Post, line, says, text_of
from storage.base import Outgoing

Rows = tuple[Outgoing, ...]

HERE = Choice("I'm here", "/here", mood="go")
GO_ON = Choice("Go on", "/here", mood="go")
WARNED = (
    "You missed a deadline. If you miss the next one too, an AI plays for you until you're back. Still there?",
    "{who}, you missed a deadline. If you miss the next one too, an AI plays for you until you're back. Still there?",
)
COVERED = (
    "You have missed {n} deadlines, so an AI plays for you. Write anything to take your seat again.",
    "{who} has missed {n} deadlines. An AI plays that seat until they are back.",
)
LEFT = (
    "You have left, and an AI plays your seat. Write anything to take it again.",
    "{who} has left. An AI plays that seat.",
)
LEFT_STUDY = ("You have left this game, and an AI plays on for you.", LEFT[1])
SILENT = "I didn't hear from you in time, so an AI plays on for you. Write anything to take your seat again."
SILENT_STUDY = "You made no move in time, so an AI plays on for you. Your part of this game is over."
SILENT_OTHER = "{who} didn't answer in time. From now on an AI plays for them."
BACK = ("You have your seat again.", "{who} is back.")
GOES_ON = ("The game goes on.", "{who} is here, so the game goes on.")
BOTH = ("The game goes on, and you have your seat again.", "{who} is back, and the game goes on.")
STAYS = "Good. You keep your seat."
PAUSED = (
    "I haven't heard from you, so the game is paused. It goes on as soon as you write or press Go on.",
    "I haven't heard from anybody, so the game is paused. It goes on as soon as one of you writes or presses Go on.",
)
ENDS = ("If you don't within {span}, it ends.", "If nobody does within {span}, it ends.")
ENDED = "Nobody came back in time, so this part has ended."
GIVEN_UP = "Nobody came back for {span}, so this game has ended. Nobody earns anything from it."


def missed(before: Session, seat: Seat, after: Session) -> Rows:
    """Remind a person who missed a deadline of what the next one brings; then say that an AI plays for them."""
    was, chair = before.table.chair(seat), after.table.chair(seat)
    if chair.covered:
        return () if was.covered else _of_seat(after, seat, COVERED, (HERE,))
    return _of_seat(after, seat, WARNED, (HERE,), aside=True)


def left(session: Session, seat: Seat, *, silent: bool = False) -> Rows:
    """Say that a person left, or was silent for too long, and an AI plays their seat. In a study nobody comes back."""
    if silent:
        other = SILENT_OTHER if len(session.table.chairs) > 2 else SILENT_OTHER.format(who="The other person")
        if session.studied:
            return _of_seat(session, seat, (SILENT_STUDY, other))
        return _of_seat(session, seat, (SILENT, other), (HERE,))
    return _of_seat(session, seat, LEFT_STUDY if session.studied else LEFT)


def _of_seat(
    session: Session, seat: Seat, words: tuple[str, str], asks: tuple[Ask, ...] = (), *, aside: bool = False
) -> Rows:
    """Tell a person about their seat, even if they get no more posts, and the others in words of their own.

    `aside`: it concerns the person alone. Where they have no place of their own they are mentioned.
    """
    table, chair = session.table, session.table.chair(seat)
    home, heard = dict(table.homes).get(seat), heard_by(table)
    alone = any(place.viewer == seat for place in table.places)
    rows = []
    for place in table.places:
        hears = place.visibility != "private" and (place in heard or place.address == home)
        mentioned = hears and not alone and place.address == home
        if place.viewer == seat or mentioned:
            rows.append(_to_person(session, chair, place, words, asks))
        elif hears and not aside:
            rows.append(told(place, says(words[1].format(who=name(session, seat, place), n=chair.missed))))
    return tuple(rows)


def _to_person(session: Session, chair: Chair, place: Place, words: tuple[str, str], asks: tuple[Ask, ...]) -> Outgoing:
    """Tell a person about their seat in their own place, or by a mention. The buttons of the table stay."""
    theirs = place.viewer == chair.seat
    text = words[0 if theirs else 1].format(who=name(session, chair.seat, place), n=chair.missed)
    user = chair.user if asks else ""
    ping = () if theirs or chair.gone else (chair.user,)
    return told(place, replace(says(text), asks=asks), closes=theirs and chair.gone, ping=ping, user=user)


def name(session: Session, seat: Seat, place: Place) -> str:
    """Return a person's name at the start of a sentence for the readers of a place."""
    return titles.begins(session, seat, audience.voice(session.table, place).you)


# --- back again -------------------------------------------------------------------------------------------------------


def arrivals(before: Session, events: Sequence[TableEvent], after: Session, here: Place | None, now: int) -> Rows:
    """Return the posts about returned players and resumed games, for all places but `here`, which gets its own."""
    came = {event.seat for event in events if isinstance(event, Resumed | Returned)}
    rows = []
    for place in heard_by(after.table):
        shown = here is not None and (place == here or place.viewer in came)
        lines = greetings(before, events, place)
        if lines and not shown and (place.visibility != "private" or place.viewer in came):
            time = notice(after, place, now, always=True) if before.table.paused or after.taught else ()
            rows.append(told(place, Post((*map(line, lines), *time))))
    return tuple(rows)


def greetings(before: Session, events: Iterable[TableEvent], place: Place) -> tuple[str, ...]:
    """Return the lines about people who act again, for the readers of a place."""
    resumed = {event.seat for event in events if isinstance(event, Resumed)}
    back = {event.seat for event in events if isinstance(event, Returned) and before.table.chair(event.seat).covered}
    you = audience.voice(before.table, place).you
    found = []
    for seat in sorted(resumed | back):
        words = GOES_ON if seat not in back else BACK if seat not in resumed else BOTH
        found.append(words[0 if seat == you else 1].format(who=name(before, seat, place)))
    return tuple(found)


# --- nobody there -----------------------------------------------------------------------------------------------------


def paused(session: Session) -> Rows:
    """Say that the game waits for its people, and how it goes on. The buttons of their turn stay."""
    table, idle = session.table, session.terms.tempo.idle
    several = sum(chair.kind == "human" and not chair.gone for chair in table.chairs) > 1
    words = (PAUSED[several], *((ENDS[several].format(span=span(idle)),) if idle is not None else ()))
    rows = []
    for place in heard_by(table):
        if place.visibility == "private":
            continue
        asks, stakes = audience.offered(session, place)
        post = Post((line(" ".join(words)),), (GO_ON, *asks) if place.visibility == "all" else ())
        here = {chair.seat for chair in table.players_at(place)} if place.viewer == TABLE else set()
        ping = tuple(chair.user for chair in table.people() if chair.seat in here)
        sent = Sent(post, viewer=place.viewer, stakes=stakes, closes=True, ping=ping)
        rows.append(audience.outgoing(place.address, sent))
    return tuple(rows)


def given_up(session: Session) -> Rows:
    """Sum a game up that nobody went on with: once in each place."""
    idle, game = session.terms.tempo.idle, session.game
    words = ENDED if session.studied else GIVEN_UP.format(span=span(idle or 0))
    rows = []
    for place in each_once(session.table.places):
        speak = audience.voice(session.table, place)
        stood = game.status(game.view(session.state, TABLE), replace(speak, you=TABLE))
        head = next((text_of(block) for block in stood.blocks if isinstance(block, Line)), "")
        asks, stakes = audience.offered(session, place)
        post = Post((line(words), *((line(f"It stood here: {head}"),) if head else ())), asks)
        rows.append(told(place, post, stakes=stakes, closes=True))
    return tuple(rows)
