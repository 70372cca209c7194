"""Answers in plain words: what takes an offer at once, what may take it or turn it down, and what does neither."""

import re
from itertools import groupby
from typing import Final, Literal

from games.language.agreement import Finding, dissents, find
from games.language.hedges import hedged, unhedged
from games.language.lexicon import PHRASES, Phrases, expanded
from games.language.regrets import conceded, without_afterthought

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
    **dict.fromkeys(("doki", "dokey", "everyone", "oof", "finally"), ""),
    **dict.fromkeys(("bro", "dude", "man", "buddy", "pal", "guys", "boss", "friend", "chief", "cheers"), ""),
    "got": "have",
}
"""Other spellings, and words that do not count."""
_SHORT_FORMS: Final = {word for word, usual in _SPELT.items() if "'" in usual or word in ("u", "ur")}
_WORDS: Final = Phrases(
    PHRASES
    | expanded(
        {
            "accept": """
            (|i'm |i am |we're |we are )accepting (|it|this|that|your offer|the offer|this offer|your trade|this trade)
            (|the |your |this |that )(offer|trade|swap|deal|proposal) (|is )accepted
            (|i |i'll |i will |i gladly )(accept|take) your (offer|swap|trade|terms|proposal)
            (|i say )yes to (your|the|this|that) (offer|swap|trade|deal|proposal|terms)
            (it's|it is|its|you've got|you have|you got) a deal
            approved
        """,
            "fine": """
            (i'll|i will|we'll) have (it|that)
            (|please )go ahead with (it|that|this|the trade|the swap|the deal)
            (let's|let us|i'll|i will|we can|i can) do (the|that|this) (swap|trade|deal|exchange)
            (|i'm |i am )(fine|ok|okay|happy|good) with (this|that|the|your) (exchange|bargain)
            (ok|okay|sure|sure thing|alright|all right|yes|yeah|yep) (swap|trade)
            you got it
        """,
            "filler": """
            (bro|dude|man|buddy|pal|guys|boss|friend|chief|everyone|finally|cheers|wunderbar|d'accord|right you are|oof)
            (let's|let us|i'll|i will) (swap|trade|exchange)(| it| them)
            (let's|let us) go
            (swap|trade) (it|them)
            (you got it|got it) right
        """,
        }
    )
)
"""The words of yes and no, with those of a swap. What only says that one trades adds nothing to a yes, and is none."""
_PRAISED: Final = Phrases(
    _WORDS
    | expanded(
        {
            "filler": """
            (we can|i can) (swap|trade|exchange)(| it| them)
            (nice|lovely|sweet|super)
            (a |it's a |that's a |)(fair|good|great|nice) (trade|swap|deal|offer)
            your (offer|terms) (is|are) (acceptable|fair|good)
        """
        }
    )
)
"""The same with praise, which adds nothing to "yes" or "deal", but makes "ok" a remark."""
_TAKING: Final = r"(?:accept|agree|approve|consent|say yes|take (?:the|this|my) (?:deal|offer|swap|trade))"
_ASKED_OF_YOU: Final = re.compile(
    rf"\b(?:please|pls|plz|kindly|just|come on|go on|hurry(?: up)?|better)\b[ ,!]*(?:(?:and|then|do) )?{_TAKING}\b"
    rf"|(?<!thank )\byou (?:[a-z']+ ){{0,3}}(?:{_TAKING}|take (?:it|this|that))\b"
    r"|\b(?:accept|agree|take it|say yes)(?: (?:it|this|that))?,? (?:already|(?:will|would|won't|can|could) you)\b"
)
"""An acceptance that is asked of the other side: "please accept", "you should take it"."""
_BY_ME: Final = r"\b(?:i|we)(?:'ll)?(?: (?:will|do|can|gladly|happily|just)){0,2}"
_GIVEN: Final = re.compile(rf"{_BY_ME} (?:accept|agree|take|say yes)\b")
"""An acceptance that the speaker gives."""
_OFFERED_TO_YOU: Final = re.compile(r"\b(?:please|pls|plz|just),? take\b")
"""Goods that are held out, perhaps to take the offer."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_SAID: Final = re.compile(r"[^\W\d_]+|[^\s\w.,!?']")
_ACTS: Final = re.compile(
    r"\b(?:(?:let's|let us|i'll|i will|we can|i can)(?: go| do)?"
    r"|yes|ok|okay|sure thing|sure|all right|alright|fine|deal|go)"
    r",? (?:swap|trade|shake|(?:do|make) (?:the|that|this) (?:swap|trade|deal)|go(?: ahead| on)?)"
    r"(?: it| on it)?\b|^(?:swap|trade|do the (?:swap|trade)|swap it|trade it)$"
    r"|^(?:yes|ok|okay|sure|fine|all right|alright|good|great|deal),? (?:then )?"
    r"(?:give me|gimme|send(?: me| over)?|hand over|bring)(?: me)? (?:the|your|my|that|those|these) (?:[0-9]+ )?\w+"
    r"(?: then| please)?$|\blet's go\b|\bgo on\b"
)
_CONTENT: Final = re.compile(
    r"\b(?:i'm|i am|we're) (?:ok|okay|fine|good|happy|cool|content) with (?:it|that|this|(?:this|that|the|your) \w+)\b"
    r"|\bhappy with (?:it|that|this|(?:this|that|the|your) \w+)\b|\bgood (?:swap|trade|deal)\b(?=,)"
    r"|\bi'm (?:in|accepting)\b|\byou can (?:have|take) (?:it|them|my \w+|the \w+)\b|\btake the \w+\b"
    r"|\b(?:that|this) (?:could|would|might) work\b|\b(?:it's|they're) yours\b|\byou're on\b|\btake my \w+\b"
    r"|\b(?:my (?:[0-9]+ )?|[0-9]+ )\w+ (?:is|are) (?:all )?yours\b"
    r"|\b(?:that's|it's) a (?:good|fair|nice|great) (?:one|deal|trade|swap|offer)\b"
    r"|\b(?:i'm|i'd be|i am) happy to(?: (?:swap|trade|accept))?\b|\bi'll give you (?:the|my) \w+\b|^bet$|\bi approve\b"
    r"|\bwe have an agreement\b|\bplease do\b|\btwisted my arm\b"
)
_NOT_YET: Final = re.compile(
    r"\b(?:let me|think about|wait|hold on|later|tomorrow|not sure|depends|what else|mine|my (?:offer|trade|swap|deal)"
    r"|should|never|nobody|(?:bad|raw|big|terrible|lousy|awful|no) deal|deal (?:breaker|with)|kidding|just saying|oops"
    r"|if|unless|until|said|i know|he|she|they|guy|somebody|someone|people)\b"
    r"|^(?:how|who|when|where|what (?!a\b)|why (?!not\b))"
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
    r"|\b(?:bad|raw|terrible|lousy|awful) (?:deal|swap)\b|\b(?:is|that's) (?:robbery|a rip ?off|an insult|a joke)\b"
    r"|\b(?:won't|don't|can't|cannot|do not|will not) (?:do|want|accept|take|agree|like)\b|\bain't\b|\bsay no\b"
    r"|\b(?:pass on|hard pass)\b|\bnot (?:at|for) (?:that|this|your|those)\b|\bnot (?:gonna|going to)\b"
    r"|\b(?:no|nah|nope),? (?:thanks,? )?i'm (?:good|fine|ok)\b"
    r"|\bi(?:'ll| will|'d rather| rather| would rather)? keep my\b"
    r"|\bnot a (?:good|fair|great|nice) (?:deal|trade|swap|offer|one)\b"
    r"|\b(?:that's|it's|that is) (?:bad|terrible|awful|not good|unfair|a rip ?off)\b"
    r"|\bi'?d lose\b|\bno$"
)
_LATER: Final = re.compile(r"not (?:yet|now)\b")
_RATHER_NOT: Final = re.compile(r"\b(?:probably|maybe|perhaps|guess|rather) not\b|\bdon't think so\b")
_ABROAD: Final[dict[str, Side]] = {
    **dict.fromkeys(["ja", "oui", "si", "sí", "da", "vale", "klar", "jo", "d'accord", "genau", "gern"], "perhaps"),
    **dict.fromkeys(["nein", "non", "nee", "niet", "nej", "nö"], "rather_not"),
}
_DISMAY: Final = re.compile(r"oh,? no+[\s.!…]*")
"""A cry, which turns nothing down."""
_IT_IS: Final = re.compile(r"(?<!\w)(?:[0-9]+|[a-z]+teen|ten|twelve|twenty)(?: \w+)? it is(?!\w)")
"""A number of the offer, said again: "ok, 10 it is"."""
_CLAUSE: Final = re.compile(r"[.,;:!…]+|\bbut\b|\s-\s")


def consent(text: str) -> Side:
    """Return the answer of a canonical text to an offer, in time linear in its length."""
    if len(text) > _SHORT:
        return ""
    plain = _spelt(text.lower())
    if (abroad := _ABROAD.get(plain.strip(" .!"))) is not None:
        return abroad
    said = " ".join(lightly(text).split())
    if _DISMAY.fullmatch(said):
        return ""
    if _ASKED_OF_YOU.search(said) and not _GIVEN.search(said):
        return ""
    if _is_certain(said, plain):
        return "accept"
    found = find(plain)
    if found.side and found.whole and not found.sign:
        return "perhaps" if found.side == "yes" else _turned_down(plain)
    if (hedged(plain) and find(unhedged(plain)).clear_yes) or _reluctant(plain):
        return "perhaps"
    return _leaning(plain, found)


def _reluctant(plain: str) -> bool:
    """Return whether a text says yes behind a regret, or with a grumble behind it."""
    meant = _IT_IS.sub(" ", conceded(plain) or without_afterthought(plain)).strip(" ,.!")
    return meant != plain and find(meant).side == "yes" and find(meant).sign in ("", "hedged") and find(meant).whole


def _leaning(plain: str, found: Finding) -> Side:
    """Return the answer that a text leans to, if it says more than a yes or a no."""
    refuses = "be too" not in plain and bool(_REFUSES.search(plain))
    if "?" not in plain and _RATHER_NOT.search(plain):
        return "rather_not"
    if _NOT_YET.search(plain):
        return "rather_not" if refuses else ""
    if _perhaps(plain, found):
        return "perhaps"
    return "rather_not" if refuses or dissents(plain) else ""


def _is_certain(said: str, plain: str) -> bool:
    """Return whether a text is explicitly a yes. `said` is the text as typed, `plain` in the usual spelling."""
    found = find(said, _PRAISED)
    if found.kind == "fine":
        found = find(said, _WORDS)
    if not found.clear_yes or found.kind == "right" or _MAYBE.search(plain) or _OFFERED_TO_YOU.search(plain):
        return False
    return not _FAINT.issuperset(_SAID.findall(plain))


def _turned_down(plain: str) -> Side:
    found = find(plain)
    if _LATER.match(plain):
        return ""
    return "deny" if _PLAINLY_NO.search(plain) or (found.kind == "no" and not found.sign) else "rather_not"


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
