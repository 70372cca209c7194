"""Moves of the society. Every move is a thing that a person could type."""

from typing import Literal

from msgspec import Struct

from games.core import Seat
from games.society.world.plans import Queue


class Negotiate(Struct, frozen=True, tag="negotiate", forbid_unknown_fields=True):
    """Invite a seat to bargain. `mine` is the percentage that the inviting side would gain; None: no offer with it."""

    to: Seat
    mine: int | None


class Counter(Struct, frozen=True, tag="counter", forbid_unknown_fields=True):
    """Propose a share in the bargain with `to`, or answer the invitation of `to` by another share."""

    to: Seat
    mine: int


class Accept(Struct, frozen=True, tag="accept", forbid_unknown_fields=True):
    """Take what `of` offers. `mine`, if it is named, must be what the offer gives the accepting side."""

    of: Seat
    mine: int | None


class Finish(Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    """End a bargain, decline an invitation, or take one's own back. `other` is the seat it concerns."""

    other: Seat


class Vote(Struct, frozen=True, tag="vote", forbid_unknown_fields=True):
    """Confirm or refuse what another member has agreed for one's coalition."""

    yes: bool


class Join(Struct, frozen=True, tag="join", forbid_unknown_fields=True):
    """Be in the coalition of this number."""

    slot: int


class Orders(Struct, frozen=True, tag="orders", forbid_unknown_fields=True):
    """Plans for the next round of the physical stage."""

    queue: Queue


class Pass(Struct, frozen=True, tag="pass", forbid_unknown_fields=True):
    """Nothing this step; in the physical stage the plans of the last round again."""


Move = Negotiate | Counter | Accept | Finish | Vote | Join | Orders | Pass
Talk = Negotiate | Counter | Accept | Finish | Vote | Pass
"""Moves of the negotiation phase."""

Deed = Literal[
    "invited",
    "opened",
    "countered",
    "accepted",
    "ended",
    "declined",
    "withdrew",
    "expired",
    "capped",
    "lapsed",
    "cancelled",
    "voided",
    "balloted",
    "voted_down",
    "missed",
]
