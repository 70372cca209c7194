"""A set in plain words: `we could keep A08 and A31`, `just A31`, `hi! A31 and A93 for a start?`."""

import re
from typing import Final

from games.balloon.reader.answers import bargain, proposed_if_sure
from games.balloon.reader.changes import clauses
from games.balloon.reader.kinds import Kinds
from games.balloon.rules import Move
from games.balloon.view import View
from games.core.contract import Reading, Unclear

_SET: Final = re.compile(r"[sFE&bof]*+(?P<cue>[PQqkvh](?:[PQksvhFct]*+))?I(?P<stay>[SPRfh]*+)")
_BACK: Final = re.compile(r"s?k[tGS]*+")
"""Keeps what the words before have named: `so let's keep those two`."""
_BESIDE: Final = re.compile(r"[fEoOlPRghSHb&s]*+")
_DOUBT: Final = re.compile(r"[Qqhvc?]")


def proposal(view: View, text: str, kinds: Kinds) -> Reading[Move] | Unclear | None:
    """Return the proposal of a text that names one set; None if it names none, or only talks about items."""
    parts = [kinds.text[start:end].replace("H", "") for start, end in clauses(kinds.text)]
    sets = [found for part in parts if (found := _SET.fullmatch(part)) is not None]
    others = [part for part in parts if _SET.fullmatch(part) is None]
    if kinds.text.count("I") != 1 or "N" in kinds.text or any(kind in "".join(others) for kind in "ac"):
        return None
    items = next(token.items for token in kinds.tokens if token.kind == "I")
    back = not sets and any(_BACK.fullmatch(part) for part in others)
    if not (sets or back):
        return None
    beside = all(_BESIDE.fullmatch(part) for part in others)
    cue = "".join(found["cue"] or "" for found in sets) + "".join(part for part in others if part == "P")
    many = items.bit_count() > 1
    if not many and not (set("Pk") & set(cue) and beside):
        return None
    if kinds.unknown:
        return Unclear("unknown_item", name=kinds.unknown[:30])
    stays = any(found["stay"] for found in sets)
    sure = beside and bool(sets) and not kinds.mended and not _DOUBT.search(kinds.text) and (many or "P" in cue)
    if sure and (cue or stays or many):
        return Reading(bargain(view, [items], []), _words(text, others))
    return proposed_if_sure(view, items, _words(text, others))


def _words(text: str, others: list[str]) -> str:
    """Return the text as words beside the proposal, if it says more than that."""
    return text if any(set(part) - set("fEo&sHP") for part in others) else ""
