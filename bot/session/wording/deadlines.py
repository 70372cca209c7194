"""Deadlines as people see them: how long they have, what happens then, and one reminder.

Pure: takes sessions and times, returns blocks and posts. The game itself says what an expired clock leads to.
"""

from msgspec import UNSET
from msgspec.structs import replace

from bot.session.model import audience
from bot.session.model.clocks import LONG, running
from bot.session.model.session import Session
from bot.session.model.table import Place
from bot.session.wording import messages
from games.core.contract import TABLE, Clock, Expired, IllegalMove
from games.core.post import Gap, Line, Post, When, line
from storage.base import Outgoing

UNITS = ((86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1_000, "second"))


def span(ms: int) -> str:
    """Return a time in its largest fitting unit, of which it has at least two: `24 hours`, `90 seconds`."""
    for size, name in UNITS[:-1]:
        if ms >= 2 * size:
            n = (ms + size // 2) // size
            return f"{n} {name}s"
    n = max(1, (ms + 999) // 1_000)
    return f"{n} second{'' if n == 1 else 's'}"


def notice(session: Session, place: Place, now: int, *, always: bool = False) -> tuple[Line, ...]:
    """Return the line on how long the players on turn have, if any; without `always`, of a short clock only."""
    found, whose = running(session), _whose(session, place)
    if found is None or found.due <= now or not whose or (not always and found.wait >= LONG):
        return ()
    time = When(found.due, f"in {span(found.due - now)}")
    return (line(f"{whose[0].upper()}{whose[1:]} runs out ", time, f"; then {_then(session, found.clock)}."),)


def _whose(session: Session, place: Place) -> str:
    """Return the owner of the running time, worded for the readers of a place; "" if no person is awaited."""
    awaited = {chair.seat for chair in session.table.chairs if chair.kind == "human"} & session.turn.awaited
    if not awaited:
        return ""
    mine = place.viewer in awaited or (place.viewer == TABLE and audience.voice(session.table, place).you in awaited)
    return "your time" if mine else "their time" if place.viewer != TABLE else "the time for this turn"


def notes(before: Session, after: Session, now: int, acted: bool) -> audience.Notes:
    """Return the notes for a place's posts: the time left, and the way to its people's private information.

    A long clock is mentioned once, when the game begins (or when an AI seat began it); a short one when it starts. In a
    study each act has the same time, so it is mentioned once in each stage.
    The hint comes with the deal, and again after an AI seat has moved first. `acted`: a person's act led to `after`.
    """
    begins, found = before.table.phase == "lobby" or (not acted and _begun_by_ai(after)), running(after)
    starts = found is not None and found.clock.id not in {clock.id for clock in before.turn.clocks}
    timed = begins or (starts and after.terms.stage is UNSET)

    def notes(place: Place) -> tuple[Line, ...]:
        hint = audience.hint(after, place) if begins else ()
        return (*hint, *(notice(after, place, now, always=begins) if timed else ()))

    return notes


def _begun_by_ai(session: Session) -> bool:
    """Return whether an AI seat has just made the very first move, and no person was awaited before."""
    table = session.table
    if table.phase != "play" or sum(chair.turns for chair in table.chairs) != 1:
        return False
    first = session.game.turn(session.game.deal(session.config, session.terms.seed)).awaited
    return not any(chair.kind == "human" and chair.seat in first for chair in table.chairs)


def extended(session: Session, away: int | None, now: int) -> tuple[Outgoing, ...]:
    """Tell everybody that a clock got more time. `away`: the outage in ms; None if the clock was set."""
    found = running(session)
    if found is None:
        return ()
    why = "Parley's clock has been set right" if away is None else f"Parley was away for {span(away)}"
    rows = []
    for place in audience.heard_by(session.table):
        whose = _whose(session, place)
        if whose and place.visibility != "private":
            time = When(found.due, f"in {span(found.due - now)}")
            rows.append(audience.told(place, Post((line(f"{why}, so {whose} now runs out ", time, "."),))))
    return tuple(rows)


def _then(session: Session, clock: Clock) -> str:
    """Return the outcome of a clock that runs out now. Only a game's end is told: the rest may be a player's secret."""
    several, stage = len(session.table.people()) > 1, session.terms.stage
    if session.taught and clock.pace != "phase":
        return _replaced(session, "the game pauses")
    if stage is not UNSET and not (several and clock.pace == "phase"):
        return _replaced(session, "this part ends") if stage.on_silence == "ai" else "this part ends"
    try:
        after = session.game.apply(session.state, Expired(clock.id))
    except IllegalMove:
        return "the game goes on"
    result = session.game.result(after)
    if result is None:
        alone = len(session.table.people()) == 1
        return "the game pauses" if alone else "the game goes on without the missing moves"
    if result.end == "abandoned":
        return "the game ends with no deal"
    return "the game ends with the moves it has"


def _replaced(session: Session, otherwise: str) -> str:
    """Return the outcome where an AI takes the seat of one person who is silent, but not of all: `otherwise`."""
    people = [chair.seat for chair in session.table.people()]
    if not session.turn.awaited.issuperset(people):
        return "an AI takes the seat"
    return f"an AI takes the seat of whoever is silent, or {otherwise} if all are" if len(people) > 1 else otherwise


def reminder(session: Session, now: int) -> tuple[Outgoing, ...]:
    """Repeat the current state, with working buttons, to each person whose time is running out."""
    chairs = [c for c in session.table.chairs if c.kind == "human" and not c.covered]
    awaited = {c.seat: c.user for c in chairs if c.seat in session.turn.awaited}
    rows: list[Outgoing] = []
    for place in session.table.places:
        shared = place.viewer == TABLE and place.visibility != "watch"
        users = [awaited[c.seat] for c in session.table.players_at(place) if c.seat in awaited] if shared else []
        if place.viewer in awaited or users:
            mine = audience.voice(session.table, place).you in awaited
            first = line("A reminder: it is your turn." if mine else "A reminder: it is somebody's turn.")
            above = (first, *notice(session, place, now, always=True), Gap())
            for sent in audience.standing(session, place):
                # Sent without a slot, as a new message, because an edited message notifies nobody.
                post = replace(sent.post, blocks=(*above, *sent.post.blocks), slot="")
                rows.append(audience.outgoing(place.address, replace(sent, post=post, ping=tuple(users))))
            rows.extend(_asked(session, place))
    return tuple(rows)


def _asked(session: Session, place: Place) -> tuple[Outgoing, ...]:
    """Ask a seat's open question again in its own place: the buttons of an earlier post are dead after a newer one."""
    question = session.table.question(place.viewer)
    if question is None or question.text.startswith("/") or question.stake != session.stake(question.seat):
        return ()
    stakes = ((question.seat, question.stake),)
    return (audience.told(place, messages.confirm(question.text), stakes=stakes),)


def stand(session: Session, place: Place, now: int, above: tuple[str, ...] = ()) -> tuple[Outgoing, ...]:
    """Show the current state in one place, below these sentences, with the time left and the buttons that work now."""
    note = notice(session, place, now, always=True)
    head = (*map(line, above), Gap()) if above else ()
    rows = []
    for sent in audience.standing(session, place):
        post = audience.noted(sent.post, *note)
        rows.append(audience.outgoing(place.address, replace(sent, post=replace(post, blocks=(*head, *post.blocks)))))
    return tuple(rows)
