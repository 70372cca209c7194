"""Records of a game: its moves and its state."""

from typing import Literal

from msgspec import Struct

from games.core.contract import End, Seat
from games.dealornodeal.config import DealConfig
from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.domain.deals import Share, rest

YOU, ME = SEATS = (Seat("you"), Seat("me"))
NOBODY = Seat("")
LONGEST = 2_000
"""Characters of one message."""

Act = Literal["offer", "accept", "refuse", "words"]


def other(seat: Seat) -> Seat:
    return ME if seat == YOU else YOU


def turned(pool: Share, keep: Share, seat: Seat) -> Share:
    """Return a seat's share from that of seat `you`, or the other way round."""
    return rest(pool, keep) if seat == ME else keep


# --- moves ------------------------------------------------------------------------------------------------------------


class Heard(Struct, frozen=True, tag="heard", forbid_unknown_fields=True, omit_defaults=True):
    """Typed words, as they were read. More may follow at once, so the other side waits a moment.

    - `keep`: the speaker's share by its proposal (`()`: nothing is proposed); with `firm` the proposal is an acceptance
      too.
    - `claims`: pairs of an item and the speaker's claimed worth of one.
    - `sure`: the reader's confidence, 0 to 100.
    - `open`: items that a demand leaves open. It proposes no whole division, so the act is `words`.
    """

    act: Act
    keep: Share
    firm: bool
    claims: tuple[tuple[int, int], ...]
    sure: int
    open: tuple[int, ...] = ()


class Offer(Struct, frozen=True, tag="offer", forbid_unknown_fields=True):
    """Propose to keep this many of each item; the other side gets the rest."""

    keep: Share


class Accept(Struct, frozen=True, tag="accept", forbid_unknown_fields=True):
    """Take the other side's last offer. A card then asks both sides to confirm."""


class Speak(Struct, frozen=True, tag="speak", forbid_unknown_fields=True):
    """Say something that proposes nothing."""


class Confirm(Struct, frozen=True, tag="confirm", forbid_unknown_fields=True):
    """Confirm the card with this version. It becomes the deal when both sides have confirmed it."""

    version: int


class Reopen(Struct, frozen=True, tag="reopen", forbid_unknown_fields=True):
    """Withdraw the card with this version and go on talking. `misread`: it does not say what was meant."""

    version: int
    misread: bool


class Leave(Struct, frozen=True, tag="leave", forbid_unknown_fields=True):
    """Walk away. Both sides get the worth of no deal."""


DealMove = Heard | Offer | Accept | Speak | Confirm | Reopen | Leave


# --- state ------------------------------------------------------------------------------------------------------------


class Utterance(Struct, frozen=True):
    """All words of one side until the other speaks, in `parts` messages. `keep` is the share of seat `you`.

    `open` are the items that a demand leaves open; it proposes nothing yet.
    """

    seat: Seat
    text: str
    parts: int
    act: Act
    keep: Share
    firm: bool
    claims: tuple[tuple[int, int], ...]
    sure: int
    open: tuple[int, ...] = ()


class Card(Struct, frozen=True):
    """The one deal on the table that both can confirm. `keep` is the share of seat `you`."""

    version: int
    keep: Share
    confirmed: frozenset[Seat]


class Ended(Struct, frozen=True, tag="ended"):
    """The end: `by` left, if a seat did; a deal's `keep` is the share of seat `you`; `points` are of both seats."""

    end: End
    by: Seat
    keep: Share
    points: tuple[int, int]


class DealState(Struct, frozen=True):
    """The state of a game.

    - `open`: the last utterance may still grow.
    - `due`: the seat that should speak next.
    - `cards`: the cards so far; `misread`: those that somebody withdrew as misread.
    """

    config: DealConfig
    context: Context
    spoken: tuple[Utterance, ...]
    open: bool
    due: Seat
    card: Card | None
    cards: int
    misread: int
    ended: Ended | None
