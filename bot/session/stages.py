"""Stages of a study: each is a session of its own, begun for a person in their place, one after the other.

Every step here has an input of its own, which its caller derives from what led to it. Doing it again after a crash gets
the first answer.
"""

from msgspec import UNSET
from msgspec.structs import replace

from bot.session import lobby
from bot.session.model.inbound import Answer, Command, Inbound
from bot.session.model.session import Session
from bot.session.model.table import Place
from bot.session.ports import Opening
from bot.session.repository import SessionRepository
from bot.session.unit_of_work import UnitOfWork
from games.core.codec import digest, encode
from games.core.contract import Seat
from storage.base import Head

STAGE = "stage"
"""Name of the act by which a study itself does something for a person; no typed text makes it."""
WITHDRAWN = "withdrawn"
"""Reason of leaving of a person who withdraws. It is no walking away, which is an outcome of the game."""


def sid_of(input: str) -> str:
    """Return the id of the session that an input begins."""
    return digest(input.encode())[:12]


def inbound_of(session: Session, seat: Seat, input: str, at: int) -> Inbound:
    """Return an act for the person in a seat, in the place from which they played this session."""
    table, chair = session.table, session.table.chair(seat)
    home = dict(table.homes).get(seat, "")
    ours = [place for place in table.places if place.viewer == seat]
    here = next((place for place in table.places if place.address == home), Place(home, seat, True))
    apart = next((place.address for place in ours if place.visibility == "private"), "")
    return Inbound(
        input,
        home,
        chair.user,
        at,
        Command(STAGE),
        private=here.private,
        locale=here.locale,
        plain=here.plain,
        width=here.width,
        realm=session.terms.realm or "",
        direct=apart,
    )


async def open_stage(sessions: SessionRepository, inbound: Inbound, opening: Opening, sid: str, input: str) -> Answer:
    """Begin the session of a stage for a person in their place. A repeat of its input gets the first answer.

    Raises `ValueError` with a sentence for settings that cannot be played.
    """
    act = lobby.settled(opening.act)
    terms, chairs = lobby.plan(act, sessions.strategies, sessions.usual, lobby.CHAT)
    # Without a code nobody but the study itself seats people.
    # Its operators find it in their realm, wherever the person entered.
    realm = opening.stage.realm if opening.stage is not UNSET else inbound.realm
    terms = replace(terms, code="", realm=realm or UNSET, setup=opening.setup, stage=opening.stage)
    unit = UnitOfWork(Session.fresh(sid, terms), sessions.clock(), inbound)
    answer = lobby.open(unit, inbound, act, chairs)
    head = Head(sid, terms.game, act.namespace, sessions.clock(), encode(terms))
    return await sessions.begin(unit, input, replace(answer, replied=bool(unit.replies)), head)


async def join_stage(sessions: SessionRepository, inbound: Inbound, sid: str, input: str, seat: str = "") -> Answer:
    """Seat a person in a session that waits for somebody: in `seat`, or the first free one. The answer is `joined`, or
    `ignored` with the reason `full`, `over`, `twice` or `gone`; then nothing was changed.
    """

    def work(unit: UnitOfWork) -> Answer:
        table = unit.session.table
        free = [chair.seat for chair in table.chairs if chair.kind == "open" and seat in ("", chair.seat)]
        if table.seats_of(inbound.user):
            return Answer("ignored", sid, "twice")
        if table.phase == "over":
            return Answer("ignored", sid, "over")
        if not free:
            return Answer("ignored", sid, "full")
        lobby.sit(unit, free[0])
        return Answer("joined", sid)

    return await sessions.enter(sid, (input,), work, inbound) or Answer("ignored", sid, "gone")


async def leave_stage(sessions: SessionRepository, sid: str, user: str, input: str) -> bool:
    """Take a person who withdraws out of a stage's session. Return True if that was done, now or before under the same
    input.
    """

    def work(unit: UnitOfWork) -> bool:
        mine = [seat for seat in unit.session.table.seats_of(user) if not unit.session.table.chair(seat).gone]
        for seat in mine:
            if unit.session.table.phase == "lobby":
                unit.record(lobby.rising(unit.session.table, seat))
            else:
                unit.leave(seat, WITHDRAWN)
        return bool(mine)

    return await sessions.administer(sid, input, work)
