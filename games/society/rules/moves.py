"""Moves of the society. A person can type every one of them."""

from typing import Literal

from msgspec import Struct

from games.core.contract import Seat
from games.society.world.plans import Queue


class Negotiate(Struct, frozen=True, tag="negotiate", forbid_unknown_fields=True):
    """Invite a seat to bargain. `mine` is the percentage of the inviting side; None: no offer yet."""

    to: Seat
    mine: int | None


class Counter(Struct, frozen=True, tag="counter", forbid_unknown_fields=True):
    """Propose a share in the bargain with `to`, or answer the invitation of `to` with another share."""

    to: Seat
    mine: int


class Accept(Struct, frozen=True, tag="accept", forbid_unknown_fields=True):
    """Accept the offer of `of`. `mine`, if it is named, must be the accepting side's percentage in that offer."""

    of: Seat
    mine: int | None


class Finish(Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    """End a bargain, decline an invitation, or withdraw one's own. `other` is the seat it concerns."""

    other: Seat


class Vote(Struct, frozen=True, tag="vote", forbid_unknown_fields=True):
    """Confirm or refuse another member's agreement for one's coalition."""

    yes: bool


class Join(Struct, frozen=True, tag="join", forbid_unknown_fields=True):
    """Join the coalition of this number."""

    slot: int


class Orders(Struct, frozen=True, tag="orders", forbid_unknown_fields=True):
    """Plans for the next round of the physical stage."""

    queue: Queue


class Pass(Struct, frozen=True, tag="pass", forbid_unknown_fields=True):
    """Do nothing this step; in the physical stage, repeat the plans of the last round."""


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
