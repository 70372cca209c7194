"""Hedges: words that leave a number or a yes unsure, so that a game asks before it counts.

hedged("maybe 3 hats")       # True
unhedged("maybe 3 hats")     # "3 hats"
hedged("let me think")       # False: it puts the answer off, and proposes nothing to ask about
doubtful("I could do 50/50") # True: looser, for words that would bind at once
"""

import re
from typing import Final

_UNSURE: Final = (
    r"maybe|perhaps|possibly|probably|ideally|i (?:guess|suppose)|(?:i'm |i am )?not (?:quite |so )?sure"
    r"(?: yet| though| about it)?|unsure|dunno|i don't know(?: yet| though)?|(?:i think )?i might"
    r"|something like|kind of|sort of"
)
_ROUGHLY: Final = (
    r"or so|or thereabouts|roughly|approximately|more or less"
    r"|(?:(?<!how )(?<!what )about|around)(?= (?:\d|(?:one|two|three|four)\b))"
)
WORDS: Final = frozenset(("maybe", "perhaps", "possibly", "probably", "guess", "suppose", "think"))
"""Single words that hedge a short order, for readers that go word by word."""
_DOUBTS: Final = re.compile(r"\b(?:might|could|wonder|hope|thinking|guess|suppose|almost|nearly|around|some kind of)\b")
_SO: Final = re.compile(r"\b(?:i (?:guess|suppose) so|if you (?:insist|say so|must))\b")
_HEDGE: Final = re.compile(rf"(?:,? )?(?<![\w'])(?:{_UNSURE}|{_ROUGHLY})(?![\w'])(?:,(?= ))?")
_COULD_WORK: Final = re.compile(
    r"(?:\b(?:(?:i )?think )?(?:it|that|this) |^)(?:could|might|may) (?:just )?(?:work|be (?:ok|okay|fine|good|fair))\b"
)


def hedged(text: str) -> bool:
    """Return whether a canonical text in lower case holds a hedge."""
    return bool(_HEDGE.search(text) or _COULD_WORK.search(text) or _SO.search(text))


def doubtful(text: str) -> bool:
    """Return whether a canonical text in lower case holds a hedge, or a word that leaves it unsure in other ways."""
    return hedged(text) or bool(_DOUBTS.search(text))


def unhedged(text: str) -> str:
    """Return a canonical text in lower case without its hedges: the meaning to ask about."""
    plain = _SO.sub("yes", _COULD_WORK.sub("ok", text))
    return _HEDGE.sub(_left, plain).strip(" ,")


def _left(found: re.Match[str]) -> str:
    """Return the rest of a hedge: a comma in front, and its speaker, who also speaks the words behind it."""
    comma = "," if found[0].startswith(",") and not found[0].endswith(",") else ""
    return f"{comma} i" if found[0].endswith("i might") else f"{comma} "
