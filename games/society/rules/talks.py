"""The state of the negotiation: invitations, bargains, ballots and coalitions, all of them public.

A step is a window in which every seat may send one message; messages stay secret until it closes. Then they take effect
in an order that rotates from step to step.
"""

from typing import Final, Literal

from msgspec import Struct

from games.core.contract import Seat
from games.society.rules.coalition import Coalitions, allied

INVITE_STEPS: Final = 2
"""Steps after which an open invitation lapses."""

Stand = Literal["free", "invited_out", "my_move", "their_move"]


class Offer(Struct, frozen=True):
    """`by` proposes that its side gains `mine` percent of the merged pot, the other side the rest."""

    by: Seat
    mine: int


class Invite(Struct, frozen=True):
    """An invitation to bargain, with its opening offer and the step in which it was made."""

    by: Seat
    to: Seat
    mine: int | None
    step: int


class Bargain(Struct, frozen=True):
    """Two seats that bargain. `mover` is on turn; `lapsed` names the seat whose coalition changed under an offer.

    `made`: all offers about these stakes, oldest first, with that of the invitation.
    """

    a: Seat
    b: Seat
    mover: Seat
    offer: Offer | None
    offers: int
    misses: int = 0
    lapsed: str = ""
    made: tuple[Offer, ...] = ()

    def other(self, seat: Seat) -> Seat:
        return self.b if seat == self.a else self.a


class Ballot(Struct, frozen=True):
    """An agreement for coalitions whose members may still refuse it: silence is a yes."""

    accepting: Seat
    offering: Seat
    mine: int
    voters: tuple[Seat, ...]
    nays: tuple[Seat, ...]


class Talks(Struct, frozen=True):
    """`step` counts from 1. A seat has at most one invitation out and is in at most one bargain."""

    step: int
    coalitions: Coalitions
    invites: tuple[Invite, ...]
    bargains: tuple[Bargain, ...]
    ballots: tuple[Ballot, ...]

    def bargain(self, seat: Seat) -> Bargain | None:
        return next((b for b in self.bargains if seat in (b.a, b.b)), None)

    def invite_by(self, seat: Seat) -> Invite | None:
        return next((i for i in self.invites if i.by == seat), None)

    def invites_to(self, seat: Seat) -> tuple[Invite, ...]:
        return tuple(i for i in self.invites if i.to == seat)

    def stand(self, seat: Seat) -> Stand:
        """Return a seat's part in the talks."""
        bargain = self.bargain(seat)
        if bargain is not None:
            return "my_move" if bargain.mover == seat else "their_move"
        return "invited_out" if self.invite_by(seat) is not None else "free"

    def offers_to(self, seat: Seat) -> tuple[Offer, ...]:
        """Return the offers that a seat could accept now."""
        bargain = self.bargain(seat)
        if bargain is not None:
            stands = bargain.mover == seat and bargain.offer is not None
            return (bargain.offer,) if stands and bargain.offer is not None else ()
        return tuple(Offer(i.by, i.mine) for i in self.invites_to(seat) if i.mine is not None)

    def targets(self, seat: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the seats that a seat may invite."""
        return tuple(
            other
            for other in seats
            if other != seat and self.bargain(other) is None and not allied(self.coalitions, seat, other)
        )

    def votes_of(self, seat: Seat) -> tuple[Ballot, ...]:
        """Return the ballots in which a seat may refuse."""
        return tuple(b for b in self.ballots if seat in b.voters)


START: Final = Talks(1, (), (), (), ())
