"""Lobby posts: a waiting table's seats, how to join it, and a button to start without more people.

Pure: takes a session, returns posts.
"""

from bot.session.model import naming
from bot.session.model.audience import Sent, outgoing, title, told
from bot.session.model.inbound import Inbound
from bot.session.model.session import Session
from bot.session.model.table import Chair, Place, Table
from bot.session.wording import messages
from bot.session.wording.deadlines import span
from games.core.contract import TABLE
from games.core.post import Choice, Item, Post, item, line, says
from storage.base import Outgoing

SLOT, INVITATION = "lobby", "invitation"
BEGIN = Choice("Start now with AI", "/begin", mood="go")


def board(session: Session, invited: bool = False) -> tuple[Outgoing, ...]:
    """Show the table in every place that follows the game: one message each, edited as people come.

    `invited`: everybody who is awaited has an invitation with a button, so nobody needs to be given the code. Where
    others read too, the code still makes a button for them.
    """
    if session.studied:
        return _looking(session)
    if session.taught:
        return ()
    code, places = session.terms.code, following(session.table)
    shown = [(place, _table(session, place, "" if invited else code)) for place in places]
    return tuple(
        told(place, post, code="" if invited and place.private else code, closes=True) for place, post in shown
    )


def full(session: Session, before: Table) -> tuple[Outgoing, ...]:
    """Show the table without a way to join, in the places that saw it `before`: the game begins."""
    if session.studied:
        post = Post((line(messages.FOUND),), slot=SLOT, keep="edit")
        return tuple(told(place, post) for place in following(before))
    if not session.terms.code:
        return ()
    post = Post((line(f"{session.game.title}: the table is full."), *_people(session)), slot=SLOT, keep="edit")
    # `closes` is not set: the buttons of the first turn may be there already.
    return tuple(told(place, post) for place in following(before))


def invitation(session: Session, by: Inbound, address: str, users: tuple[str, ...]) -> Outgoing:
    """Invite earlier partners in a place to play again; the inviter's own place shows the table already."""
    code, who = session.terms.code, naming.clean(by.name) or "Somebody you played with"
    post = Post((line(f"{who} wants to play {session.game.title} again."),))
    if address != by.place:
        asks = (Choice("Join", f"/join {code}", mood="go"), Choice("Not now", f"/decline {code}"))
        post = Post((*post.blocks, line(f"Press Join, or write /join {code}")), asks, slot=INVITATION)
    else:
        post = Post((*post.blocks, line(f"Take the free seat above, or write /join {code}")))
    return outgoing(address, Sent(post, ping=users))


def declined(session: Session, by: Inbound) -> tuple[Outgoing, ...]:
    """Tell those who wait that somebody whom they invited cannot come, and show the code for somebody else."""
    sentence = messages.CANT_PLAY.format(who=naming.clean(by.name) or "Somebody you invited")
    return (*(told(place, says(sentence)) for place in following(session.table)), *board(session))


def closed(session: Session) -> tuple[Outgoing, ...]:
    """Say that the table is closed, everywhere it was seen."""
    if session.taught:
        return ()
    post = Post((line(f"{session.game.title}: this table is closed."),), slot=SLOT, keep="edit")
    return tuple(told(place, post, closes=True) for place in following(session.table))


def _looking(session: Session) -> tuple[Outgoing, ...]:
    """Say in a study that somebody to play with is looked for, and how long at most. There is no code to hand out."""
    idle = session.terms.tempo.idle
    post = Post((line(messages.LOOKING.format(span=span(idle or 0))),), slot=SLOT, keep="edit")
    return tuple(told(place, post, closes=True) for place in following(session.table))


def unattended(session: Session) -> tuple[Outgoing, ...]:
    """Tell those who waited that nobody came. In a study they are told what comes next by the next stage."""
    if session.studied or session.taught:
        post = Post((line(messages.UNFOUND),), slot=SLOT, keep="edit")
        return tuple(told(place, post, closes=True) for place in following(session.table))
    return (*closed(session), *(told(place, says(messages.NOBODY)) for place in following(session.table)))


def following(table: Table) -> list[Place]:
    """Return the places that see the table itself."""
    return [place for place in table.places if place.visibility != "private"]


def _table(session: Session, place: Place, open_to: str) -> Post:
    table, game = session.table, session.game
    free = [chair.seat for chair in table.chairs if chair.kind == "open"]
    code = _handed_out(open_to, len(free)) if open_to else messages.INVITED
    asks = (BEGIN,) if len(free) < len(table.chairs) else ()
    if len(table.chairs) == 2 and len(free) == 1:
        mine = next(chair for chair in table.chairs if chair.kind != "open")
        role = next(info.role for info in session.seats if info.seat == mine.seat)
        who = f"{mine.name} is" if place.viewer == TABLE and mine.name else "you're"
        alike = len({info.role for info in session.seats}) == 1
        wait = "waiting for one more player." if alike else f"{who} the {role}. Waiting for one more player."
        return Post((line(f"{game.title}: {wait}"), line(code)), asks, SLOT, "edit")
    taken = len(table.chairs) - len(free)
    head = f"{game.title}: {taken} of {len(table.chairs)} seats are taken."
    return Post((line(head), *_people(session), line(code)), asks, slot=SLOT, keep="edit")


def _handed_out(code: str, free: int) -> str:
    return f"Give this code to {'the person' if free == 1 else 'everybody'} who should play: {code}"


def _people(session: Session) -> tuple[Item, ...]:
    """Return a line for each chair, by its title, and its player; for two of one role, the players alone."""
    seats = session.seats
    titles = {info.seat: title(info, seats) for info in seats}
    alike = len(seats) == 2 and len({info.role for info in seats}) == 1
    return tuple(
        item(_who(chair) if alike else f"{titles[chair.seat]}: {_who(chair)}") for chair in session.table.chairs
    )


def shown(seat: str) -> str:
    """Return a seat's name as people read and write it: carpenter 0 for carpenter_0."""
    return seat.replace("_", " ")


def _who(chair: Chair) -> str:
    return {"open": "free", "ai": "AI"}.get(chair.kind) or chair.name or "a person"
