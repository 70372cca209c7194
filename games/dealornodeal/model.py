"""The game's records: settings, moves, state, facts, and views."""

from typing import Literal

from msgspec import Struct

from games.core.contract import End, Seat
from games.dealornodeal.contexts import Context, Instance, contexts, draw, instance
from games.dealornodeal.deals import Share
from games.dealornodeal.domain import DOMAINS, Domain

YOU, ME = SEATS = (Seat("you"), Seat("me"))
NOBODY = Seat("")
LONGEST = 2_000
"""Characters of one message."""

Act = Literal["offer", "accept", "refuse", "words"]


def other(seat: Seat) -> Seat:
    return ME if seat == YOU else YOU


class DealConfig(Struct, frozen=True):
    """Settings of one session. `context` is the number of one, from 1, or 0 to draw one by seed. A document in
    `instance` overrides all of them.
    """

    utterances: int
    domain: str
    contexts: str
    context: int
    roles: str
    instance: str
    condition: str


def fixed(config: DealConfig) -> Instance | None:
    """Return the content of the configuration's document, if it has one. Raises `BadSetting`."""
    return instance(config.instance, config.domain) if config.instance else None


def domain_of(config: DealConfig) -> Domain:
    """Return the item set of a session."""
    given = fixed(config)
    return given.domain if given else DOMAINS[config.domain]


def context_of(config: DealConfig, seed: int) -> Context:
    """Return the context of a session."""
    given = fixed(config)
    if given:
        context = given.context
    elif config.context:
        context = contexts(DOMAINS[config.domain], config.contexts)[config.context - 1]
    else:
        context = draw(DOMAINS[config.domain], config.contexts, seed)
    return context.swapped() if config.roles == "swapped" else context


# --- moves ------------------------------------------------------------------------------------------------------------


class Heard(Struct, frozen=True, tag="heard", forbid_unknown_fields=True):
    """Typed words, as they were read. More may follow at once, so the other side waits a moment.

    - `keep`: the speaker's share by its proposal (`()`: nothing is proposed); with `firm` the proposal is an acceptance
      too.
    - `claims`: pairs of an item and the speaker's claimed worth of one.
    - `sure`: the reader's confidence, 0 to 100.
    """

    act: Act
    keep: Share
    firm: bool
    claims: tuple[tuple[int, int], ...]
    sure: int


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
    """All words of one side until the other speaks, in `parts` messages. `keep` is the share of seat `you`."""

    seat: Seat
    text: str
    parts: int
    act: Act
    keep: Share
    firm: bool
    claims: tuple[tuple[int, int], ...]
    sure: int


class Card(Struct, frozen=True):
    """The one deal on the table that both can confirm. `keep` is the share of seat `you`."""

    version: int
    keep: Share
    confirmed: frozenset[Seat]


class Ended(Struct, frozen=True, tag="ended"):
    """The end. `by`: the seat that left, if one did. `keep`: the share of seat `you` in a deal. `points`: of both
    seats.
    """

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


# --- facts and views --------------------------------------------------------------------------------------------------


class Dealt(Struct, frozen=True, tag="dealt"):
    """The public terms: the items on the table, the number of messages, and the points of no deal."""

    pool: Share
    utterances: int
    fallback: int


class Worth(Struct, frozen=True, tag="worth"):
    """A fact for one seat only: the worth of one unit of each item to it."""

    seat: Seat
    values: Share


class Spoke(Struct, frozen=True, tag="spoke"):
    """A message. `number` counts utterances; `keep`, unless empty, is the share of seat `you` by it."""

    seat: Seat
    text: str
    number: int
    act: Act
    keep: Share


class CardUp(Struct, frozen=True, tag="card_up"):
    """A card asks both sides to confirm. `keep` is the share of seat `you`."""

    version: int
    keep: Share


class Confirmed(Struct, frozen=True, tag="confirmed"):
    seat: Seat
    version: int


class CardGone(Struct, frozen=True, tag="card_gone"):
    """A card was withdrawn by this seat: for a new offer, to go on talking, or because it was misread."""

    seat: Seat
    version: int
    why: Literal["offer", "talk", "misread"]


Fact = Dealt | Worth | Spoke | CardUp | Confirmed | CardGone | Ended


class View(Struct, frozen=True):
    """The view of one viewer. `values` are its own (`()` at the table); `both` are both sides', for `REVEAL` only."""

    who: Seat
    domain: Domain
    utterances: int
    pool: Share
    values: Share
    both: tuple[Share, ...]
    spoken: tuple[Utterance, ...]
    open: bool
    due: Seat
    card: Card | None
    ended: Ended | None
