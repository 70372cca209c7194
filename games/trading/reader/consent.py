"""Answers in plain words: what takes an offer at once, what may take it or turn it down, and what does neither."""

import re
from itertools import groupby
from typing import Final, Literal

from games.language.agreement import Finding, dissents, find
from games.language.hedges import hedged, unhedged

Side = Literal["accept", "perhaps", "deny", "rather_not", ""]
"""`accept` and `deny` are beyond doubt; `perhaps` and `rather_not` are asked about."""

_SHORT: Final = 120
"""Characters of a text that may be an answer."""
_SPELT: Final[dict[str, str]] = {
    "im": "i'm",
    "ill": "i'll",
    "ive": "i've",
    "id": "i'd",
    "lets": "let's",
    "thats": "that's",
    "its": "it's",
    "u": "you",
    "ur": "your",
    "dont": "don't",
    "wont": "won't",
    "cant": "can't",
    "youve": "you've",
    "weve": "we've",
    **dict.fromkeys(("oki", "okie", "okey", "okk"), "ok"),
    **dict.fromkeys(("yess", "yea", "ye", "jep"), "yes"),
    **dict.fromkeys(("lovely", "nice", "sweet", "super", "brilliant"), "great"),
    **dict.fromkeys(("exchange", "bargain", "transaction"), "swap"),
    **dict.fromkeys(("accpet", "acccept", "acept", "accet", "acceptt"), "accept"),
    **dict.fromkeys(("accpeted", "acepted", "acccepted"), "accepted"),
    **dict.fromkeys(("agred", "aggreed", "agreeed"), "agreed"),
    **dict.fromkeys(("deel", "dael"), "deal"),
    **dict.fromkeys(("doki", "dokey", "bro", "dude", "man", "buddy", "pal", "guys", "everyone", "oof", "finally"), ""),
    "got": "have",
}
"""Other spellings, and words that do not count."""
_SHORT_FORMS: Final = {word for word, usual in _SPELT.items() if "'" in usual or word in ("u", "ur")}
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_SAID: Final = re.compile(r"[^\W\d_]+|[^\s\w.,!?']")
_ACTS: Final = re.compile(
    r"\b(?:(?:let's|i'll|i will|we can|i can)(?: go| do)?|yes|ok|okay|sure thing|sure|all right|alright|fine|deal|go)"
    r",? (?:swap|trade|shake|(?:do|make) (?:the|that|this) (?:swap|trade|deal)|go(?: ahead| on)?)"
    r"(?: it| on it)?\b|^(?:swap|trade|do the (?:swap|trade)|swap it|trade it)$|\blet's go\b|\bgo on\b"
)
_CONTENT: Final = re.compile(
    r"\b(?:i'm|i am|we're) (?:ok|okay|fine|good|happy|cool|content) with (?:it|that|this|(?:this|that|the|your) \w+)\b"
    r"|\bhappy with (?:it|that|this|(?:this|that|the|your) \w+)\b|\bgood (?:swap|trade|deal)\b(?=,)"
    r"|\bi'm (?:in|accepting)\b|\byou can (?:have|take) (?:it|them|my \w+|the \w+)\b|\btake the \w+\b"
    r"|\b(?:that|this) (?:could|would|might) work\b|\b(?:it's|they're) yours\b|\byou're on\b|\btake my \w+\b"
    r"|\b(?:i'm|i'd be|i am) happy to(?: (?:swap|trade|accept))?\b|\bi'll give you (?:the|my) \w+\b|^bet$|\bi approve\b"
    r"|\bwe have an agreement\b|\bplease do\b|\btwisted my arm\b"
)
_NOT_YET: Final = re.compile(
    r"\b(?:let me|think about|wait|hold on|later|tomorrow|not sure|depends|what else|mine|my (?:offer|trade|swap|deal)"
    r"|should|never|nobody|(?:bad|raw|big|terrible|lousy|awful|no) deal|deal (?:breaker|with)|kidding|just saying|oops"
    r"|if|unless|until|said)\b"
)
_MAYBE: Final = re.compile(r"\b(?:i guess|guess so|suppose|maybe|perhaps|probably|i think|h+m+)\b")
_FAINT: Final = frozenset(
    (
        *("good", "great", "cool", "excellent", "wonderful", "awesome", "perfect", "fair", "done", "right", "exactly"),
        *("correct", "very", "well", "why", "not", "indeed", "totally", "no", "problem", "all", "alrighty", "oh", "ah"),
        *("haha", "lol", "thanks", "thank", "you", "hm", "hmm"),
    )
)
"""Words that may praise an offer as well as take it."""
_PLAINLY_NO: Final = re.compile(r"\b(?:reject|declin|den[iy]|refus)\w*|\bno,? (?:thank|thx|deal)|\bnot interested\b")
_REFUSES: Final = re.compile(
    r"\bno (?:way|deal|thanks?|chance)\b|\bnot (?:worth|good|fair|enough|happening|interested|for me)\b|\bnever ever\b"
    r"|\btoo (?:much|many|little|few|low|high|dear|expensive|steep)\b"
    r"|\b(?:bad|raw|terrible|lousy|awful) (?:deal|swap)\b"
    r"|\b(?:won't|don't|can't|cannot|do not|will not) (?:do|want|accept|take|agree|like)\b|\bain't\b|\bsay no\b"
    r"|\bpass on\b|\bi'?d lose\b|\bno$"
)
_ABROAD: Final[dict[str, Side]] = {
    **dict.fromkeys(["ja", "oui", "si", "sí", "da", "vale", "klar", "jo", "d'accord", "genau", "gern"], "perhaps"),
    **dict.fromkeys(["nein", "non", "nee", "niet", "nej", "nö"], "rather_not"),
}
_CLAUSE: Final = re.compile(r"[.,;:!…]+|\bbut\b|\s-\s")


def consent(text: str) -> Side:
    """Return how a canonical text answers an offer, in time linear in its length."""
    if len(text) > _SHORT:
        return ""
    plain = _spelt(text.lower())
    if (abroad := _ABROAD.get(plain.strip(" .!"))) is not None:
        return abroad
    found = find(plain)
    if found.side and found.whole and not found.sign:
        return _taken(text, plain, found) if found.side == "yes" else _turned_down(plain)
    if hedged(plain) and find(unhedged(plain)).clear_yes:
        return "perhaps"
    refuses = bool(_REFUSES.search(plain))
    if _NOT_YET.search(plain):
        return "rather_not" if refuses else ""
    if _perhaps(plain, found):
        return "perhaps"
    return "rather_not" if refuses or dissents(plain) else ""


def _taken(text: str, plain: str, found: Finding) -> Side:
    """Return a yes as sure if it was written in so many words."""
    if found.kind == "right" or _FAINT.issuperset(_SAID.findall(plain)) or _MAYBE.search(plain):
        return "perhaps"
    return "accept" if find(text).clear_yes or find(lightly(text)).clear_yes else "perhaps"


def _turned_down(plain: str) -> Side:
    return "deny" if _PLAINLY_NO.search(plain) else "rather_not"


def _spelt(plain: str) -> str:
    """Return a text in the usual spelling, and with the words for a swap that say yes as "deal"."""
    runs = ((char, len(list(run))) for char, run in groupby(plain))
    once = "".join(char if char.isalpha() and many > 2 else char * many for char, many in runs)
    usual = _WORD.sub(lambda word: _SPELT.get(word[0], word[0]), once)
    return _CONTENT.sub("deal", _ACTS.sub("deal", " ".join(usual.replace(" ,", ",").split())))


def lightly(text: str) -> str:
    """Return a text in small letters with `I'll` for `ill` and `you` for `u`, which leave no doubt what is meant."""
    return _WORD.sub(lambda word: _SPELT[word[0]] if word[0] in _SHORT_FORMS else word[0], text.lower())


def _perhaps(plain: str, found: Finding) -> bool:
    """Return whether a text may take the offer: a yes that doubts, or one that begins or ends it."""
    sign = found.sign if found.side == "yes" else ""
    if sign == "asked":
        return found.whole
    if "?" in plain:
        return False
    clauses = [find(part) for part in _CLAUSE.split(plain) if part.strip()]
    if clauses and clauses[-1].clear_yes and clauses[-1].kind != "right":
        return True
    if sign == "hedged":
        return found.whole or bool(_MAYBE.search(plain))
    some = found.kind in ("accept", "yes") or any(part.clear_yes for part in clauses)
    return found.side == "yes" and not sign and some
