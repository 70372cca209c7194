"""Titles of seats: what people who read a session's own sentences are called there, with a name or without one."""

from bot.session.model.session import Session
from games.core.contract import Seat, SeatInfo


def called(session: Session, seat: Seat, you: str) -> str:
    """Return a person's name inside a sentence for the reader in seat `you`. Somebody without a name is called by their
    seat, or at a table of two by what they are there.
    """
    seats = session.seats
    return session.table.chair(seat).name or (seat if len(seats) != 2 else side(seat, seats, you))


def begins(session: Session, seat: Seat, you: str) -> str:
    """Return the same at the start of a sentence. Names, and the seats of larger tables, stay as they are."""
    name = called(session, seat, you)
    return name if name in (session.table.chair(seat).name, seat) else name[0].upper() + name[1:]


def side(seat: str, seats: tuple[SeatInfo, ...], you: str) -> str:
    """Return a side at a table of two: `the buyer`; of two in one role `the other side`, or `side 1` for lookers-on."""
    place = next(k for k, info in enumerate(seats) if info.seat == seat)
    if seats[0].role != seats[1].role:
        return f"the {seats[place].role}"
    return "the other side" if any(info.seat == you for info in seats) else f"side {place + 1}"
