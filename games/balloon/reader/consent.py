"""Answers in plain words: a yes or a no to the other side's proposal.

A clear yes agrees at once where exactly one proposal stands. A hedged yes, a yes among other words and a yes to one of
several are asked about. A yes that sets a condition, or goes on about something else, is talk.
"""

import re
from typing import Final

from games.balloon.reader.answers import agreed_if_sure, bargain, refused_if_sure
from games.balloon.reader.changes import clauses
from games.balloon.reader.kinds import Kinds
from games.balloon.rules import Agree, Move, Proposal
from games.balloon.view import View
from games.core.contract import Reading
from games.language.agreement import Sign, departs, find, weakness
from games.language.hedges import doubtful
from games.language.lexicon import PRAISE

_TARGET: Final = r"[tYNI]"
_CLEAR: Final = re.compile(rf"[sEH&]*+(?:a[sF]?{_TARGET}?|k[tYN]|{_TARGET}g|N(?:[Ea]|(?<=EN))|G{_TARGET}|aI)[GAESF]*+")
"""A clear yes: `i agree to that`, `let's go with yours`, `#2 is fine`."""
_NAMED: Final = re.compile(r"[E&sFa]*+I[EGag]*+")
_MILD: Final = frozenset("sEH&tgGASY"), frozenset("Eg")
"""A plain yes: `ok`, `sounds good`, `that works for me`; the latter kinds make it one."""
_UNSURE: Final = {"h": "", "i": "g", "p": "a", "e": "l"}
"""Kinds that leave a yes unsure, and what stands there without the doubt."""
_NEUTRAL: Final = re.compile(r"[f&;bHYN]*+")
_REFUSED: Final = re.compile(rf"[so&H]*+{_TARGET}?[s]?O[sF]*+{_TARGET}?[GE]*+")
_NO: Final = re.compile(rf"[H&sh]*+{_TARGET}?o[oG]*+")
_BAD: Final = re.compile(r"[sHo&tYI]*+[le][tYIG]*+")
"""Forms of a no: `i refuse that`, `no`, `too heavy for me`."""
_DISMAY: Final = re.compile(r"\W*(?:(?:oh|ah)\W+(?:(?:dear|my)\W+)?no+\W*)+(?:sorry\W*)?")
"""People say so for other reasons, too."""
_TAKEN: Final = re.compile(r"[sEHf&]*+(?:a|k)?[NI][EGg]*+")
_GONE: Final = re.compile(r"[H&f]*+(?:[nO][NI]|[NI][HsEG]*+[oO])[GH]*+")
"""A yes to one proposal, and a no to the other beside it: `no to the first, yes to the second`."""
_NEITHER: Final = re.compile(
    r"\W*(?:(?:i|we|sorry,?|no,?) )*(?:(?:want|like|take|accept) )?(?:neither|none|no to (?:both|all)|both no)"
    r"(?: of (?:them|these|those|(?:the|your) (?:two|sets|proposals|offers)))?"
    r"(?: (?:is|are) (?:good|ok|okay|fine)| works?| suits me| will do)?(?: for me)?"
    r"(?:,? (?:thanks|thank you|sorry))?\W*"
)
LONGEST: Final = 200
"""Characters of a text that may agree at once."""
_VETOED: Final = ("quoted", "asked", "elsewhere", "ironic", "taken_back")
_WORD: Final = re.compile(r"[^\W\d_]+")
_GOING: Final = re.compile(r"\b(?:let'?s|let us) (?:go|agree|deal)\b")
_SHOULD: Final = re.compile(r"\bi (?:should|ought|accepted|agreed)\b|\b(?:add(?:ing)?|plus|includ(?:e|ing)|bring)\b")
"""A duty, or the past, that may be no answer, and an addition that names no item."""
_STRESS: Final = ("just", "really", "so", "oh", "it")
_LOOSE: Final = re.compile(
    r"\b(?:how about (?:this|it)|what do you (?:say|think)|ok(?:ay)?|deal|agreed?)\?", re.IGNORECASE
)
"""Questions of the other side that a mere yes answers with the set."""


def answer(view: View, text: str, kinds: Kinds) -> Reading[Move] | None:
    """Return the answer that a text gives to the other side; None if it gives none."""
    parts = _pieces(kinds)
    if not view.theirs or not parts or "?" in kinds.text or kinds.unknown:
        return None
    if len(view.theirs) > 1 and _NEITHER.fullmatch(text.lower()):
        return refused_if_sure(view, view.theirs)
    doubt = _doubt(text)
    if doubt in _VETOED or _leaves(text):
        return None
    meant = _meant(view, kinds)
    if meant is None:
        return _one_of_two(view, kinds, parts) or _one_gone(view, kinds, parts)
    if "N" in kinds.text and all(map(_NEUTRAL.fullmatch, parts)):
        return agreed_if_sure(view, meant, "")
    return _yes(view, kinds, parts, meant, bool(doubt)) or _no(view, text, kinds, parts, meant)


def _pieces(kinds: Kinds) -> list[str]:
    """Return the clauses of a text, cut at each `but` and without fillers."""
    said = [kinds.text[start:end].replace("f", "") for start, end in clauses(kinds.text)]
    return [piece for part in said for piece in part.split("b") if piece]


def _one_of_two(view: View, kinds: Kinds, parts: list[str]) -> Reading[Move] | None:
    """Ask about the proposal that a text takes where it refuses the only other one that it names."""
    named = [token.items for token in kinds.tokens if token.kind in "NI"]
    about = [part for part in parts if set("NI") & set(part)]
    if len(named) != 2 or len(about) != 2 or not all(_TAKEN.fullmatch(part) or _GONE.fullmatch(part) for part in about):
        return None
    taken = [items for items, part in zip(named, about, strict=True) if _TAKEN.fullmatch(part)]
    meant = next((proposal for proposal in view.theirs if taken == [proposal.items]), None)
    return agreed_if_sure(view, meant, "") if meant is not None else None


def _one_gone(view: View, kinds: Kinds, parts: list[str]) -> Reading[Move] | None:
    """Return the agreement to a proposal that is no longer open, for the rules to refuse."""
    named = {token.items for token in kinds.tokens if token.kind == "N"}
    if len(named) != 1 or "I" in kinds.text or -1 in named:
        return None
    takes = any(map(_clear, parts)) or (kinds.mended and all(map(_NEUTRAL.fullmatch, parts)))
    return Reading(Agree(view.names(*named))) if takes else None


def _leaves(text: str) -> bool:
    """Return whether a text ends the talks; "no deal" is a no."""
    return len(text) <= LONGEST and departs(text) and find(text).kind != "no"


def _doubt(text: str) -> Sign:
    """Return the sign against a text. A yes in words of this game only has a negation of its own: `no objections`."""
    if len(text) > LONGEST:
        return "hedged"
    found = find(text)
    sign = found.sign if found.side else weakness(text)
    if sign == "negated" and not found.side:
        sign = ""
    unsure = doubtful(text.lower()) or _SHOULD.search(text.lower()) is not None
    return sign or ("hedged" if unsure or _in_passing(text) else "")


def _in_passing(text: str) -> bool:
    """Return whether a text is one remark that people also make without a look at a proposal: `great`, `let's go`."""
    words = [word for word in _WORD.findall(_GOING.sub(" great ", text.lower())) if word not in _STRESS]
    return bool(words) and len(set(words)) == 1 and words[0] in PRAISE


def _meant(view: View, kinds: Kinds) -> Proposal | None:
    """Return the proposal that an answer is about: the named one, or else the newest; None if a set is named that is
    none of the other side's.
    """
    named = {token.items for token in kinds.tokens if token.kind in "NI"}
    if not named:
        return view.theirs[-1]
    return next((proposal for proposal in view.theirs if named == {proposal.items}), None)


# --- yes --------------------------------------------------------------------------------------------------------------


def _yes(view: View, kinds: Kinds, parts: list[str], meant: Proposal, doubt: bool) -> Reading[Move] | None:
    if _takes_back(kinds):
        return None
    clear = {part for part in parts if _clear(part)}
    known = clear | {part for part in parts if _mild(part) or _unsure(part)}
    if not known or not _nothing_against(kinds, parts, clear, known):
        return None
    wavers = doubt or _wavers(kinds) or any(part not in known and not _beside(part) for part in parts)
    if wavers or not _surely(view, kinds, clear):
        return agreed_if_sure(view, meant, "")
    return Reading(Agree(view.names(meant.items)))


def _wavers(kinds: Kinds) -> bool:
    """Return whether a text is unsure, or sure only as far as its spelling can be trusted."""
    return kinds.mended or not _UNSURE.keys().isdisjoint(kinds.text)


def _clear(part: str) -> bool:
    return bool(_CLEAR.fullmatch(part) or (_NAMED.fullmatch(part) and set("Eag") & set(part)))


def _mild(part: str) -> bool:
    allowed, needed = _MILD
    return allowed.issuperset(part) and not needed.isdisjoint(part)


def _unsure(part: str) -> bool:
    """Return whether a part would be a yes without its doubt."""
    firm = "".join(_UNSURE.get(kind, kind) for kind in part)
    return firm != part and (_mild(firm) or _clear(firm))


def _beside(part: str) -> bool:
    """Return whether a part says nothing of its own: fillers, or only the names of the set."""
    return bool(_NEUTRAL.fullmatch(part) or _NAMED.fullmatch(part))


def _takes_back(kinds: Kinds) -> bool:
    """Return whether something in a text takes a yes back: a condition, a refusal, a change, one's own set."""
    return bool(set("cnOleMmUWDXT") & set(kinds.text))


def _nothing_against(kinds: Kinds, parts: list[str], clear: set[str], known: set[str]) -> bool:
    """Return whether all other parts leave a yes standing: the yes comes last, or it is clear and nothing turns."""
    rest = [part for part in parts if part not in known and not _beside(part)]
    if not rest:
        return True
    ends = parts[-1] in known or (bool(clear) and "b" not in kinds.text)
    return ends and bool(clear or ";" in kinds.text) and not any("I" in part for part in rest)


def _surely(view: View, kinds: Kinds, clear: set[str]) -> bool:
    """Return whether a yes can only be about one proposal: it names the set, or exactly one stands and came last. What
    people also say in passing must not answer another question.
    """
    if set("NI") & set(kinds.text):
        return True
    last = view.history[-1]
    if len(view.theirs) > 1 or not last.proposed:
        return False
    return any(set("aY") & set(part) for part in clear) or "?" not in _LOOSE.sub("", last.words)


# --- no ---------------------------------------------------------------------------------------------------------------


def _no(view: View, text: str, kinds: Kinds, parts: list[str], meant: Proposal) -> Reading[Move] | None:
    named = parts[:1] == ["I"] and len(parts) > 1
    said = [_kind_of_no(part) for part in parts[named:]]
    known = set(said) - {"", "neutral"}
    if not known or ("" in said and "strong" not in said):
        return None
    several = len(view.theirs) > 1 and not set("NI") & set(kinds.text)
    if "" in said or named or _wavers(kinds) or several or _DISMAY.fullmatch(text.lower()):
        return refused_if_sure(view, [meant])
    return Reading(bargain(view, [], [meant.items]), text if "bad" in said and len(text.split()) > 2 else "")


def _kind_of_no(part: str) -> str:
    """Return the kind of a part's refusal: `strong`, `plain` or `bad`; `neutral` for fillers, "" for anything else."""
    if _REFUSED.fullmatch(part):
        return "strong"
    if _NO.fullmatch(part):
        return "plain"
    if _BAD.fullmatch(part):
        return "bad"
    return "neutral" if _NEUTRAL.fullmatch(part) else ""
