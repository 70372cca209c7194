"""Fair play receipts: what a session promises before the deal, and what it reveals after the end to prove it.

A session draws a secret root of 32 bytes. The deal seed, the seed of its opponents and the salts are independent
children of it (HMAC-SHA256, RFC 2104), so that none of them tells another. The promise holds a salted hash of each
part; one hash over those, the commitment, is what players can ask for. After the end the receipt reveals deal seed and
salts, never the root. The opponents' seed is for operators alone.

The log's hash covers each event in two pieces. Moves, times and all else that stays for good count as they are. Names,
words and private reasons count as a cover: a hash with a salt of the event's own. When they are erased the cover stays
and the salt goes, so the hash is the same as before, and no word can be guessed from it.
"""

import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256
from os.path import basename
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.players.base import Drawn
from bot.session.model.events import (
    Asked,
    Committed,
    Decided,
    Forgotten,
    Reported,
    Sat,
    Stopped,
    TableEvent,
    Typed,
    Watched,
)
from bot.session.model.session import Session, entry_type
from bot.session.model.table import ERASED, WORDS
from bot.session.model.terms import Promise, Terms
from games.core.codec import decode, encode
from games.core.contract import Event, Moved
from storage.base import Record

FORM = "parley-receipt-1"
"""Heads everything that is hashed, so that another form of receipt can never be taken for this one."""
DEAL, CONFIGURATION, OPPONENT, OPPONENT_SEED = "deal", "configuration", "opponent", "opponent seed"
"""The parts of a promise."""


class Receipt(Struct, frozen=True):
    """Proof that a session kept its promise, revealed after the end.

    `salts`: those of each part that players may check. `log`: the log's hash.

    `opponent_seed` and its salt are there for operators alone.
    """

    commitment: str
    salts: dict[str, str]
    log: str
    opponent_seed: str | UnsetType = UNSET


# --- seeds ------------------------------------------------------------------------------------------------------------


def deal_seed(root: str) -> int:
    """Return the deal seed of a root: 48 bits."""
    return int.from_bytes(_child(root, DEAL)[:6])


def opponent_seed(terms: Terms) -> int:
    """Return the seed of a session's AI players. With a chosen seed, or without a root, it is the deal seed: equal runs
    are equal, and sessions of earlier versions keep their opponents.
    """
    if terms.root is UNSET or _chosen(terms):
        return terms.seed
    return int.from_bytes(_child(terms.root, OPPONENT_SEED))


def _chosen(terms: Terms) -> bool:
    return terms.promise is not UNSET and terms.promise.chosen


def _child(root: str, purpose: str) -> bytes:
    return hmac.digest(root.encode(), f"{FORM} {purpose}".encode(), "sha256")


def _salt(terms: Terms, part: str) -> str:
    """Return the salt of a part: 128 bits. Without a root it follows from the seed, which somebody chose."""
    root = f"chosen {terms.seed}" if terms.root is UNSET else terms.root
    return _child(root, f"salt of {part}").hex()[:32]


# --- the promise ------------------------------------------------------------------------------------------------------


def promised(terms: Terms, root: str | None, players: Sequence[tuple[str, str]], chosen: bool) -> Terms:
    """Return the terms of a new session with their promise. `players`: the seats that an AI has, and its name.

    `root` is "" where everything follows from a chosen seed; None makes no promise.
    """
    if root is None:
        return terms
    blank = Promise("", "", "", "", tuple(players), chosen)
    made = replace(terms, promise=blank, root=root or UNSET)
    deal, configuration, opponent, seed = (
        _hash(part, _salt(made, part), value)
        for part, value in {**_values(made, blank), OPPONENT_SEED: str(opponent_seed(made))}.items()
    )
    return replace(made, promise=Promise(deal, configuration, opponent, seed, tuple(players), chosen))


def commitment(promise: Promise) -> str:
    """Return the one hash that stands for a promise."""
    return _digest(FORM, promise.deal, promise.configuration, promise.opponent, promise.opponent_seed)


def shown(strategy: str, model: str = "") -> str:
    """Return an AI player's name in a promise: its strategy and, if it is a model, the model."""
    return f"{bare(strategy)} {model}".strip()


def bare(strategy: str) -> str:
    """Return a strategy's name without the folders of a file, because they may contain a person's name."""
    kind, _, path = strategy.partition(":")
    return f"{kind}:{basename(path)}" if kind in ("script", "trained") else strategy


def _values(terms: Terms, promise: Promise) -> dict[str, str]:
    """Return the text of each part that players may check."""
    return {
        DEAL: f"{'chosen' if promise.chosen else 'drawn'} {terms.seed}",
        CONFIGURATION: encode([terms.game, terms.rules, terms.config]).decode(),
        OPPONENT: encode([terms.engine, promise.players]).decode(),
    }


def _hash(part: str, salt: str, value: str) -> str:
    return _digest(FORM, part, salt, value)


def _digest(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


# --- the end ----------------------------------------------------------------------------------------------------------


def revealed(terms: Terms, promise: Promise, log: str, operator: bool = False) -> Receipt:
    """Return the receipt of an ended session whose log has this hash; for an operator, with the opponents' seed."""
    parts = (*_values(terms, promise), *((OPPONENT_SEED,) if operator else ()))
    salts = {part: _salt(terms, part) for part in parts}
    return Receipt(commitment(promise), salts, log, str(opponent_seed(terms)) if operator else UNSET)


def receipt_of(session: Session, records: Iterable[Record], operator: bool = False) -> Receipt | UnsetType:
    """Return the receipt of a session with this log; unset while it goes on, and where it promised nothing."""
    promise = session.terms.promise
    if promise is UNSET or session.table.phase != "over":
        return UNSET
    kind = entry_type(session.game)
    log = sealed((decode(record.data, kind), record.at) for record in records)
    return revealed(session.terms, promise, log, operator)


def differing(terms: Terms, promise: Promise, receipt: Receipt) -> str:
    """Return the first part of a promise that is not what the terms and the receipt say; "" if all are."""
    values = _values(terms, promise)
    if receipt.opponent_seed:
        values[OPPONENT_SEED] = receipt.opponent_seed
    hashes = dict(zip((DEAL, CONFIGURATION, OPPONENT, OPPONENT_SEED), _hashes(promise), strict=True))
    for part, value in values.items():
        if _hash(part, receipt.salts.get(part, ""), value) != hashes[part]:
            return part
    # A player has no preimage of this part: what is left is the commitment over all of them.
    return OPPONENT_SEED if commitment(promise) != receipt.commitment else ""


def _hashes(promise: Promise) -> tuple[str, str, str, str]:
    return promise.deal, promise.configuration, promise.opponent, promise.opponent_seed


# --- the log ----------------------------------------------------------------------------------------------------------


def sealed(entries: Iterable[tuple[Any, int]]) -> str:
    """Return the hash of a log, from its decoded entries and their times. It reaches to the event that ended the game:
    later ones, such as a report, change nothing that was played.
    """
    chain = end = _digest(FORM, "log")
    for entry, at in entries:
        cover = cover_of(entry)
        lasting = encode(_lasting(entry.event)).decode()
        # Equal runs have other times. Without covers they shall have equal hashes.
        chain = _digest(chain, lasting, cover, str(at) if cover else "")
        if isinstance(entry.event, Stopped) or not isinstance(entry.event, TableEvent):
            end = chain
    return end


def cover_of(entry: Any) -> str:
    """Return the cover of an entry's words; "" if its session has none."""
    if entry.salt:
        return _digest(FORM, "cover", entry.salt, encode(entry.event).decode())
    return entry.cover or ""


def sealing(was: Any, event: Event | TableEvent) -> tuple[str | UnsetType, str | UnsetType]:
    """Return salt and cover of an entry whose event is replaced by this one: a changed event keeps the cover only."""
    if event == was.event:
        return was.salt, was.cover
    return UNSET, cover_of(was) or UNSET


def _lasting(event: Event | TableEvent) -> Event | TableEvent:
    """Return an event without what may be erased or left out later: names, places, words and private reasons."""
    match event:
        case Sat(chair):
            return Sat(replace(chair, user="", name="", strategy=bare(chair.strategy)))
        case Watched(place):
            return Watched(replace(place, address=""))
        case Moved():
            return replace(event, say="")
        case Asked():
            return replace(event, text="", say=UNSET, question=UNSET)
        case Decided():
            return replace(event, private=None)
        case Committed(seat, drawn):
            return Committed(seat, Drawn(drawn.player, {}))
        case Typed():
            return replace(event, text="")
        case Reported(seat, whom):
            return Reported(seat, whom, "")
        case Stopped(_, why):
            return Stopped("", why)
        case Forgotten():
            return Forgotten("")
    return event


def erased(event: Event | TableEvent) -> bool:
    """Return whether an event holds no words that a cover alone would have to prove."""
    match event:
        case Sat(chair):
            return not chair.name and (chair.user in ("", ERASED) or chair.user.startswith("person:"))
        case Moved(say=words) | Reported(why=words) | Typed(text=words):
            return words in ("", WORDS)
        case Asked():
            return event.text in ("", WORDS) and event.say is UNSET and event.question is UNSET
        case Decided():
            return event.private is None
        case Committed():
            return not event.drawn.disposition
    return True
