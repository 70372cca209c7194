"""Deadlines as people see them: how long they have, what happens then, one reminder, and which seats an AI plays.

Pure: takes sessions and times, returns blocks and posts. The game itself says what an expired clock leads to.
"""

from msgspec.structs import replace

from bot.session.model import audience
from bot.session.model.jobs import LONG, due_of
from bot.session.model.session import Session
from bot.session.model.table import Place
from games.core.contract import TABLE, Clock, Expired, IllegalMove, Seat
from games.core.post import Gap, Line, Post, When, line, says
from storage.base import Outgoing

UNITS = ((86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1_000, "second"))


def span(ms: int) -> str:
    """Return a length of time in its largest fitting unit: `24 hours`, `90 seconds`. Below two of a unit, the next
    smaller unit is used because it is more exact.
    """
    for size, name in UNITS[:-1]:
        if ms >= 2 * size:
            n = (ms + size // 2) // size
            return f"{n} {name}s"
    n = max(1, (ms + 999) // 1_000)
    return f"{n} second{'' if n == 1 else 's'}"


def running(session: Session) -> tuple[Clock, int] | None:
    """Return the clock that holds people to time, with the time it runs out. If several run, it is the first to run
    out. Pauses for merging words do not count.
    """
    due = [(clock, due_of(session, clock)) for clock in session.turn.clocks if clock.pace != "quiet"]
    known = [(clock, at) for clock, at in due if at is not None]
    return min(known, key=lambda pair: pair[1], default=None)


def began(session: Session) -> int | None:
    """Return when the current clock that holds people to time began; None if none runs."""
    found = running(session)
    if found is None:
        return None
    clock, due = found
    for extension in session.table.extended or ():
        if (extension.clock, extension.due) == (clock.id, due):
            return extension.began
    wait = session.wait(clock)
    return due - wait if wait is not None else None


def notice(session: Session, place: Place, now: int, *, always: bool = False) -> Line | None:
    """Return the line that tells a place how long the players on turn have. Without `always`, only a short clock is
    mentioned. A clock that has run out is left out, because it is about to be handled.
    """
    found = running(session)
    if found is None or found[1] <= now:
        return None
    clock, due = found
    wait = session.wait(clock)
    whose = _whose(session, place)
    if not whose or (not always and (wait is None or wait >= LONG)):
        return None
    return line(
        f"{whose[0].upper()}{whose[1:]} runs out ",
        When(due, f"in {span(due - now)}"),
        f"; then {_then(session, clock)}.",
    )


def _whose(session: Session, place: Place) -> str:
    """Return whose time is running, worded for the readers of a place; "" if no person is awaited."""
    awaited = {chair.seat for chair in session.table.chairs if chair.kind == "human"} & session.turn.awaited
    if not awaited:
        return ""
    mine = place.viewer in awaited or (place.viewer == TABLE and audience.voice(session.table, place).you in awaited)
    return "your time" if mine else "their time" if place.viewer != TABLE else "the time for this turn"


def extended(session: Session, away: int | None, now: int) -> tuple[Outgoing, ...]:
    """Tell everybody that a clock was given more time. `away`: milliseconds that the service was away; None if its
    clock was set.
    """
    found = running(session)
    if found is None:
        return ()
    why = "Parley's clock has been set right" if away is None else f"Parley was away for {span(away)}"
    rows = []
    for place in audience.heard_by(session.table):
        whose = _whose(session, place)
        if whose and place.visibility != "private":
            told = line(f"{why}, so {whose} now runs out ", When(found[1], f"in {span(found[1] - now)}"), ".")
            rows.append(audience.outgoing(place.address, audience.Sent(Post((told,)), viewer=place.viewer)))
    return tuple(rows)


def _then(session: Session, clock: Clock) -> str:
    """Say what happens if a clock runs out now. Only the end of the game is told: the rest may be a player's secret."""
    try:
        after = session.game.apply(session.state, Expired(clock.id))
    except IllegalMove:
        return "the game goes on"
    result = session.game.result(after)
    if result is None:
        return "the game goes on without the missing moves"
    if result.end == "abandoned":
        return "the game ends with no deal"
    return "the game ends with the moves it has"


def reminder(session: Session, now: int) -> tuple[Outgoing, ...]:
    """Repeat the current state, with working buttons, to each person whose time is running out."""
    chairs = [c for c in session.table.chairs if c.kind == "human" and not c.covered]
    awaited = {c.seat: c.user for c in chairs if c.seat in session.turn.awaited}
    rows: list[Outgoing] = []
    for place in session.table.places:
        shared = place.viewer == TABLE and place.visibility != "watch"
        users = [awaited[c.seat] for c in session.table.players_at(place) if shared and c.seat in awaited]
        if place.viewer not in awaited and not users:
            continue
        mine = audience.voice(session.table, place).you in awaited
        first = line("A reminder: it is your turn." if mine else "A reminder: somebody is on turn.")
        told = notice(session, place, now, always=True)
        for sent in audience.standing(session, place):
            blocks = (first, *([told] if told else []), Gap(), *sent.post.blocks)
            # Sent without a slot, as a new message, because an edited message notifies nobody.
            post = replace(sent.post, blocks=blocks, slot="")
            rows.append(audience.outgoing(place.address, replace(sent, post=post, ping=tuple(users))))
    return tuple(rows)


def stand(session: Session, place: Place, now: int) -> tuple[Outgoing, ...]:
    """Show the current state in one place, with the time left and the buttons that work now."""
    note = notice(session, place, now, always=True)
    notes = (note,) if note is not None else ()
    return tuple(
        audience.outgoing(place.address, replace(sent, post=audience.noted(sent.post, *notes)))
        for sent in audience.standing(session, place)
    )


def stands_in(session: Session, seat: Seat) -> tuple[Outgoing, ...]:
    """Tell everybody that a strategy plays for an absent person."""
    return _told(
        session,
        seat,
        "You have missed {n} deadlines, so an AI plays for you. Write anything to take your seat again.",
        "{who} has missed {n} deadlines. An AI plays that seat until they are back.",
    )


def has_left(session: Session, seat: Seat) -> tuple[Outgoing, ...]:
    """Tell everybody that a strategy plays for a person who left a table where others play on."""
    return _told(
        session,
        seat,
        "You have left, and an AI plays your seat. Write anything to take it again.",
        "{who} has left. An AI plays that seat.",
    )


def is_back(session: Session, seat: Seat) -> tuple[Outgoing, ...]:
    """Tell everybody that a person plays again."""
    return _told(session, seat, "You have your seat again.", "{who} is back.")


def _told(session: Session, seat: Seat, mine: str, others: str) -> tuple[Outgoing, ...]:
    chair = session.table.chair(seat)
    who = f"{chair.name} ({seat})" if chair.name else seat
    rows = []
    home = dict(session.table.homes).get(seat)
    heard = audience.heard_by(session.table)
    for place in session.table.places:
        if place not in heard and home != place.address and place.viewer != seat:
            continue
        if place.visibility != "private" or place.viewer == seat:
            theirs = place.viewer == seat
            text = (mine if theirs else others).format(who=who, n=chair.missed)
            sent = audience.Sent(says(text), viewer=place.viewer, closes=theirs and chair.gone)
            rows.append(audience.outgoing(place.address, sent))
    return tuple(rows)
