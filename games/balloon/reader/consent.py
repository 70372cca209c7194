"""Answers in plain words: a yes or a no to the other side's proposal.

A clear yes agrees at once where exactly one proposal stands. A hedged yes, a yes among other words and a yes to one of
several are asked about. A yes that sets a condition, or goes on about something else, is talk.
"""

import re
from typing import Final

from games.balloon.reader.answers import agreed_if_sure, bargain
from games.balloon.reader.changes import clauses
from games.balloon.reader.kinds import Kinds
from games.balloon.rules import Agree, Move, Proposal
from games.balloon.view import View
from games.core.contract import Reading, Unclear
from games.language.agreement import find

_TARGET: Final = r"[tYNI]"
_CLEAR: Final = re.compile(rf"[sEfH&]*+(?:a[sF]?{_TARGET}?|k{_TARGET}|(?P<seen>[tYNI])g|Y|NE?|G{_TARGET}|aI)[GAESfF]*+")
"""Takes the set: `i agree to that`, `let's go with yours`, `#2 is fine`."""
_MILD: Final = frozenset("sEfH&tgGAS"), frozenset("EgG")
"""A plain yes: `ok`, `sounds good`, `that works for me`; the latter kinds make it one."""
_UNSURE: Final = {"h": "", "i": "g", "p": "a"}
"""Kinds that leave a yes unsure, and what stands there without the doubt."""
_NAMED: Final = re.compile(r"[fE&sFa]*+I[fEGag]*+")
_NEUTRAL: Final = re.compile(r"[f&;bH]*+")
_REFUSED: Final = re.compile(rf"[sfo&H]*+O[sF]*+{_TARGET}?[GEf]*+")
_NO: Final = re.compile(r"[fH&sh]*+o[ofG]*+")
_BAD: Final = re.compile(r"[sfHo&]*+(?:t|Y|I|s)*+[l][tYIGf]*+")
LONGEST: Final = 200
"""Characters of a text that may agree at once."""
_VETOED: Final = ("quoted", "asked", "ironic", "taken_back")
_LOOSE: Final = re.compile(
    r"\?\W*(?:how about (?:this|it)|what do you (?:say|think)|ok(?:ay)?|deal|agreed?)\W*", re.IGNORECASE
)


def answer(view: View, text: str, kinds: Kinds) -> Reading[Move] | Unclear | None:
    """Return the answer that a text gives to the other side; None if it is none."""
    if not view.theirs:
        return None
    said = [kinds.text[start:end] for start, end in clauses(kinds.text)]
    parts = [piece for part in said for piece in part.replace("f", "").split("b") if piece]
    if not parts or "?" in kinds.text:
        return None
    doubt = find(text).sign if len(text) <= LONGEST else "hedged"
    if doubt in _VETOED:
        return None
    return _yes(view, kinds, parts, bool(doubt)) or _no(view, text, kinds, parts)


def _yes(view: View, kinds: Kinds, parts: list[str], doubt: bool) -> Reading[Move] | Unclear | None:
    clear = [part for part in parts if _CLEAR.fullmatch(part) or (_NAMED.fullmatch(part) and set("Eag") & set(part))]
    mild = [part for part in parts if part not in clear and _mild(part)]
    unsure = [part for part in parts if not _UNSURE.keys().isdisjoint(part) and _agreeable(part)]
    if not (clear or mild or unsure) or _turns(kinds, parts):
        return None
    meant = _meant(view, kinds)
    if meant is None or isinstance(meant, Unclear):
        return meant
    known = {*clear, *mild, *unsure}
    rest = [part for part in parts if part not in known and not _NEUTRAL.fullmatch(part) and not _NAMED.fullmatch(part)]
    last = parts[-1] in known or (bool(clear) and "b" not in kinds.text)
    if rest and (not last or not (clear or ";" in kinds.text) or any("I" in part for part in rest)):
        return None
    alone = len(view.theirs) == 1 or set("NI") & set(kinds.text)
    sure = not (doubt or rest or unsure) and _UNSURE.keys().isdisjoint(kinds.text) and not kinds.mended and alone
    if sure and (clear or set("NI") & set(kinds.text) or _answers(view)):
        return Reading(Agree(view.names(meant.items)))
    return agreed_if_sure(view, meant, "")


def _agreeable(part: str) -> bool:
    part = "".join(_UNSURE.get(kind, kind) for kind in part)
    return _mild(part) or bool(_CLEAR.fullmatch(part))


def _mild(part: str) -> bool:
    allowed, needed = _MILD
    return allowed.issuperset(part) and not needed.isdisjoint(part)


def _turns(kinds: Kinds, parts: list[str]) -> bool:
    """Return whether something in a text takes a yes back: a condition, a refusal, one's own set."""
    return any(kind in kinds.text for kind in "cOlMmUWDXT") or any("n" in part or "u" in part for part in parts)


def _meant(view: View, kinds: Kinds) -> Proposal | Unclear | None:
    """Return the proposal that a yes is about: the named one, or else the newest; None if a set is named that is none
    of the other side's.
    """
    named = {token.items for token in kinds.tokens if token.kind in "NI"}
    if not named:
        return view.theirs[-1] if view.theirs else None
    return next((proposal for proposal in view.theirs if named == {proposal.items}), None)


def _answers(view: View) -> bool:
    """Return whether a mere yes can only be about the proposal: it came last, and its words ask nothing else."""
    last = view.history[-1]
    return bool(last.proposed) and "?" not in _LOOSE.sub("", last.words)


def _no(view: View, text: str, kinds: Kinds, parts: list[str]) -> Reading[Move] | None:
    strong = [part for part in parts if _REFUSED.fullmatch(part)]
    plain = [part for part in parts if _NO.fullmatch(part)]
    bad = [part for part in parts if part not in strong and _BAD.fullmatch(part)]
    if not (strong or plain or bad):
        return None
    known = {*strong, *plain, *bad}
    rest = [part for part in parts if part not in known and not _NEUTRAL.fullmatch(part)]
    named = {token.items for token in kinds.tokens if token.kind in "NI"}
    meant = view.theirs[-1]
    if named:
        found = next((one for one in view.theirs if named == {one.items}), None)
        if found is None:
            return None
        meant = found
    if rest and not strong:
        return None
    words = text if len(text.split()) > 2 and (bad or rest) else ""
    move = bargain(view, [], [meant.items])
    if rest or kinds.mended or "h" in kinds.text or (len(view.theirs) > 1 and not named):
        confirm = f"refuse #{meant.number}"
        return Reading(move, confirm=confirm, question=f"Do you refuse #{meant.number}? It's gone then.")
    return Reading(move, words)
