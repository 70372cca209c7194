"""Questions about what was said before: `what did I offer? 44?` names a price, and offers none."""

import re
from typing import Final, Literal

from games.bargaining.reader.vocabulary import words_of

Recall = Literal["asked", "doubtful", ""]

_SENTENCE: Final = 200
"""Characters before and behind a price that may belong to its sentence, or to the one before."""
_PEOPLE: Final = r"(?:i|you|u|we|it|that|this|my|your|ur|our|the)(?![\w'])"
_WAS: Final = r"(?:did|didn't|was|wasn't|were|weren't|had|hadn't|have|haven't)"
_TAG: Final = r"(?:didn't|wasn't|weren't|haven't|hadn't)"
_ASKS: Final = "what|which|where|when|why|how|much|who|far|so|and|or|but|ok|wait|hey|sorry|well|then|exactly|me"
_ONLY_NOW: Final = r"(?! (?:even |ever |ever even )?(?:consider|thought|think|try|tried))"
_PAST: Final = re.compile(
    rf"(?:^|[,;:]|(?<![\w'])(?:{_ASKS})) ?{_WAS} (?:not )?{_PEOPLE}{_ONLY_NOW}"
    rf"|(?<!\w){_TAG} (?:i|you|u|we|it)(?!\w)|(?<![\w'])(?:what|which|where) (?:was|were)(?!\w)"
    r"|(?<![\w'])(?:remind me|(?:can't|don't) remember)(?!\w)"
    r"|(?<!\w)(?:went|go|was|were|is) (?:up |down )?(?:to )?(?:how much|what) ?\?"
)
_NOT_WHY: Final = re.compile(r"(?<!\w)(?:why|how(?! much| far)|who)(?!\w)")
_WORDS: Final = """
    was it is wasn't isn't maybe perhaps or what like about around just only right so then at for i think again and no
    yes um uh hmm before to by dollars dollar bucks
"""
_FILLS: Final = frozenset(_WORDS.split())
"""Words that may come with the price that such a question guesses."""
_ENDS: Final = re.compile(r"[.!?](?= |$)")


def recalls(text: str, start: int, end: int) -> Recall:
    """Return whether the price at this place is asked about as one that was said before: surely, or in doubt because
    no question mark follows.
    """
    first, last = max(0, start - _SENTENCE), min(len(text), end + _SENTENCE)
    before, behind = text[first:start], text[end:last]
    ends = [stop.end() for stop in _ENDS.finditer(before)]
    opens = ends[-1] if ends else 0
    closes = _ENDS.search(behind)
    own = f"{before[opens:]} # {behind[: closes.start()] if closes else behind}"
    asks = closes is not None and closes[0] == "?"
    if _PAST.search(own):
        return "asked" if asks else "doubtful"
    earlier = before[ends[-2] if len(ends) > 1 else 0 : opens]
    if not earlier.endswith("?") or not _PAST.search(earlier) or _NOT_WHY.search(earlier):
        return ""
    if not _FILLS.issuperset(words_of(own)):
        return ""
    return "asked" if asks else "doubtful"
