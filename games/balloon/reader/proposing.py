"""A set in plain words: `we could keep A08 and A31`, `just A31`, `hi! A31 and A93 for a start?`."""

import re
from typing import Final

from msgspec import Struct

from games.balloon.reader.answers import bargain, proposed_if_sure
from games.balloon.reader.changes import clauses
from games.balloon.reader.kinds import Kinds, Token
from games.balloon.reader.lexicon import ITEMS, OTHER
from games.balloon.reader.names import looks_like_an_id, named, names_of
from games.balloon.rules import Move
from games.balloon.view import View
from games.core.contract import Reading, Unclear

_SET: Final = re.compile(r"[sFE&bofG]*+(?P<cue>DU[Xb]|[PQqkvhp](?:[PQksvhpFct]*+))?I[SPRfhBgGEF]*+")
_ONE_SET: Final = re.compile(r"[^IN]*+I[^IN]*+")
_BACK: Final = re.compile(r"s?k[tGS]*+")
"""Keeps what the words before have named: `so let's keep those two`."""
_BESIDE: Final = re.compile(r"[fEoOlPRghSHb&s]*+")
_SILENT: Final = frozenset("fEo&sP")
_DROPPED: Final = re.compile(r"[sPQkfEbHo&,]*+[XDnl]{1,2}ID?")
_LISTED: Final = re.compile(r"[PQEskf;,&]*+I[fEP]*+\??")
"""Names what the set beside it leaves out: `drop A31: A93, B44, C33`."""
_STOP: Final = re.compile(r"[.,]")
_CUE: Final = re.compile(r"[sFE&bofGPQkvhHg,.]*+")
_ODD: Final = re.compile(r"[wSPRfhBgGEFH&,.s]*+")
_ODD_MOST: Final = 4
"""Unknown words behind a set that may be read past."""
_LIST: Final = re.compile(r"(?:I[,&]*)+ww?[,&]*(?:I[,&]*)*\.?")
"""A list of items in which a name is none."""
_TOLD: Final = re.compile(
    r"\b(?:is|are|was|were|isn't|aren't|weigh\w*|heavy|heavier|light|lighter|matter\w*|important|useless|worth|value\w*"
    r"|cost\w*|conflict\w*|both|together|said|has|have|had|again|only|mean\w*|want\w*|need\w*|like\w*|love\w*|hate\w*"
    r"|if|when|why|who|how|not|no|never|nor|or|than|too)\b|n't\b|\?"
)
_DOUBT: Final = re.compile(r"[QqhvcBp?]|I[^I]*[gGEF]")
_TURNED_DOWN: Final = re.compile(
    r"[,.?!;:…-]\s*(?:(?:oh|hell|heck|well|lol|just|absolutely),? ){0,3}(?:no{1,9}|nope|nah|no way|never|not)[\s.!…]*$"
)
"""A no behind the set: "A08 C17? hell no"."""


class _Said(Struct, frozen=True):
    """The clauses of a text round its only list of items.

    - `cue`: the kinds in front of the list; `named`: the list stands as a set, and is not only talked about.
    - `beside`: nothing else is said that could turn it; `words`: the text says more than the set.
    """

    cue: str
    named: bool
    beside: bool
    words: bool


def proposal(view: View, text: str, kinds: Kinds) -> Reading[Move] | Unclear | None:
    """Return the proposal of a text that names one set; None if it names none, or only talks about items."""
    if _TURNED_DOWN.search(text.lower()):
        return None
    if name := _misnamed(view, text, kinds):
        return Unclear("unknown_item", name=name)
    whole, said = whole_beside(kinds), _said(kinds)
    if whole is not None and not kinds.unknown:
        return proposed_if_sure(view, whole.items, text if kinds.words else "")
    return _one_set(view, text, kinds, said) if said is not None else _beside_odd_words(view, text, kinds)


def _misnamed(view: View, text: str, kinds: Kinds) -> str:
    """Return the word in a list of items that is none; "" if there is none, or the items' names are no words."""
    if any(map(looks_like_an_id, names_of(view.items).places)) or not _LIST.fullmatch(kinds.text):
        return ""
    many = sum(token.items.bit_count() for token in kinds.tokens if token.kind == ITEMS) > 1
    return named(view, text, literal=False).name if many and not _TOLD.search(text.lower()) else ""


def _beside_odd_words(view: View, text: str, kinds: Kinds) -> Reading[Move] | None:
    """Ask about a whole set that a few unknown words follow, if they tell nothing about its items."""
    before, item, behind = kinds.text.partition(ITEMS)
    if not item or kinds.unknown or not _CUE.fullmatch(before) or not _ODD.fullmatch(behind):
        return None
    items = next(token.items for token in kinds.tokens if token.kind == ITEMS)
    whole = items.bit_count() > 1 and view.limit // 2 <= view.effort(items) <= view.limit
    told = _TOLD.search(text.lower()) is not None or behind.count(OTHER) > _ODD_MOST
    return proposed_if_sure(view, items, text) if whole and not told else None


def _one_set(view: View, text: str, kinds: Kinds, said: _Said) -> Reading[Move] | Unclear | None:
    items = next(token.items for token in kinds.tokens if token.kind == ITEMS)
    many = items.bit_count() > 1
    if not (many or _names_none(view, kinds, items) or (set("Pk") & set(said.cue) and said.beside)):
        return None
    if kinds.unknown:
        return Unclear("unknown_item", name=kinds.unknown[:30])
    words = text if said.words else ""
    doubt = kinds.mended or bool(_DOUBT.search(kinds.text))
    if doubt or not (said.named and said.beside and (many or "P" in said.cue)):
        return proposed_if_sure(view, items, words)
    return Reading(bargain(view, [items], []), words)


def _names_none(view: View, kinds: Kinds, items: int) -> bool:
    """Return whether a name that is none was meant as an item: beside one that is, or as it is formed like one."""
    return bool(kinds.unknown) and bool(
        items or _form(kinds.unknown) in {_form(name) for name in names_of(view.items).places}
    )


def _form(name: str) -> str:
    return re.sub(r"\d", "0", re.sub(r"[^\W\d_]", "A", name))


def whole_beside(kinds: Kinds) -> Token | None:
    """Return the whole set that a text names behind the items which it leaves out: `drop A31: A93, B44, C33`."""
    text = kinds.text.strip(".")
    behind = _STOP.search(text, text.find(ITEMS))
    if behind is None:
        return None
    first, last = text[: behind.start()], text[behind.end() :]
    if not _DROPPED.fullmatch(first) or not _LISTED.fullmatch(last):
        return None
    out, whole = (token for token in kinds.tokens if token.kind == ITEMS)
    return whole if whole.items.bit_count() > 1 and not out.items & whole.items else None


def _said(kinds: Kinds) -> _Said | None:
    """Return the clauses of a text; None if it does not name exactly one set to be kept."""
    parts = [kinds.text[start:end].replace("H", "") for start, end in clauses(kinds.text)]
    sets = [found for part in parts if (found := _SET.fullmatch(part)) is not None]
    others = [part for part in parts if _SET.fullmatch(part) is None]
    if not _ONE_SET.fullmatch(kinds.text) or set("ac") & set("".join(others)):
        return None
    if not (sets or _BACK.fullmatch(others[-1])):
        return None
    cue = "".join(found["cue"] or "" for found in sets) + ("P" if "P" in others else "")
    beside = all(_BESIDE.fullmatch(part) for part in others)
    return _Said(cue, bool(sets), beside, any(set(part) - _SILENT for part in others))
