"""A yes that is not the speaker's own yes to what stands now: somebody else's, a later one, one asked of the other
side, one for a favour, or one that only opens or comments: "ok so", "yes, that is your offer".

elsewhere("everyone agreed")          # True
elsewhere("next time i'll accept")    # True
elsewhere("just say yes")             # True
elsewhere("convince me and i accept") # True
elsewhere("you win and i accept")     # False
"""

import re
from typing import Final

from games.language.lexicon import YES, any_of

_TAKES: Final = "(?:accept|agree|approve|say (?:yes|ok|okay|deal)|take (?:it|this|that)|buy (?:it|this|that))"
_TOOK: Final = "(?:accept(?:s|ed)?|agree[sd]?|approve[sd]?|says? (?:yes|ok)|said (?:yes|ok)|takes? it|took it)"
_OPENS: Final = "(?:(?:so|and|but|well|oh|ok|okay|haha|lol|come on|then|now|pretty),? )*"
_YES: Final = "(?:yes|yeah|yep|yup|yea|ya|ok|okay|sure|alright|right|fine)"
_IT_IS: Final = "(?:that|this|it) (?:is|was)"
_ONCE: Final = "(?:next|another|some other|some) (?:time|round|day|game|turn|year)"
_ELSEWHERE: Final = re.compile(
    any_of(rf"""
        ^{_OPENS}(?:every(?:one|body)|any(?:one|body)|they|he|she|people)(?: \w+)? {_TOOK}(?!\w)
        ^{_OPENS}(?:the )?(?:other side|seller|buyer|ai|bot|opponent) (?:\w+ )?{_TOOK}(?!\w)
        \bmy (?:\w+ ){{1,2}}(?:would|might|could|will) (?:\w+ )?{_TAKES}(?!\w)
        ^(?:system|moderator|mod|admin|seller|buyer|ai|bot|gm|game ?master|host|referee|him|her|them) ?:
        \b{_ONCE},? (?:\w+ )?i(?:'ll| will| would| might| may| could)? (?:\w+ )?{_TAKES}(?!\w)
        \bi(?:'ll| will) {_TAKES}(?: (?:it|this|that))? {_ONCE}
        ^{_OPENS}(?:please|pls|plz),? (?:just )?(?:accept|agree|say yes)(?!\w)
        ^{_OPENS}(?:just )?say (?:yes|ok|okay|deal)(?!\w)
        \bi take it (?:that|you|we|there|the|that's|this|it's|personally|easy|slow|from|up|out|away|back)(?!\w)
        \btak(?:e|ing) (?:it|that|this) as (?:a|an|your)(?!\w)  \b(?:to|we) disagree(?!\w)
        \b(?:than|for you to) {_TAKES}(?!\w)  \bhypothetically(?!\w)  \bbet on it(?!\w)
        \b(?:pretend|(?<!i )suppose|imagine|assume) (?:that )?(?:i|we) (?:\w+ )?{_TAKES}(?!\w)
        \bin (?:theory|principle|another life)(?!\w)  \bon paper(?!\w)
        ^did i (?:\w+ )?{_TAKES}(?!\w)  ^(?:like|as if) i(?:'d| would)(?!\w)
        \b(?:about|close|hard|difficult|not ready|unable) to {_TAKES}(?!\w)
        ^{_OPENS}{_YES}[,.… ]+(?:so|well|but|and|or|because|about that|listen|look|wait)[.… ]*$
        ^{_OPENS}{_YES},? here we go
        ^{_OPENS}{_YES},? (?:{_IT_IS} (?:your|the (?!deal))|it's (?:me|your)|you (?:said|offered|told|did))
        ^{_OPENS}{_YES},? i(?:'m| am) (?:still |right )?(?:here|back|reading|thinking|listening)(?!\w)
        ^(?:so )?{_IT_IS} (?:your|the) (?:last|final|best|only|first|opening|new) (?:offer|price|word|bid)
        (?<!i'd )(?<!i'll )(?<!i will )(?<!i can )(?<!i )\btake it (?:from me|easy|slow|back|away|up|out)(?!\w)
        ^{_OPENS}i(?:'m| am) (?:ok|okay|fine|alright)(?:,? (?:thanks|thank you|thx|ty))?[.! ]*$
        ^go on[.! ]*$
        \b(?:get|come|close) to (?:a|some) (?:deal|agreement)(?!\w)
    """)
)
_BARGAINED: Final = re.compile(rf"\b(?:and|then) (?:then )?(?:i|we)(?:'ll| will|'d| would)?(?: \w+)? {_TAKES}(?!\w)")
_CLAUSE: Final = re.compile(r"[.,;:!?…\n]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_SUBJECTS: Final = """
    i i'm i've i'd i'll we we're we've it it's its that that's this the a an your my our you you've you're they he she
    there thanks thank thx well so hm hmm oh after since because as given considering having nothing no not ok and but
"""
_TELLING: Final = YES | frozenset(_SUBJECTS.split())
"""First words of a clause that tells something; any other may be a demand."""

_WILL: Final = any_of(
    "interest  wish  desire  intention  intent  plans?  need  use  reason  cause  deal  way  chance  point  such"
)
"""Things whose absence refuses an offer: "I have no interest", "I see no reason"."""
_IDLE_NO: Final = re.compile(
    any_of(rf"""
        ^(?:\w+,? )?no (?:worries|rush|clue|hurry|matter|doubt|pressure|comment|hard feelings|wonder|joke|biggie)(?!\w)
        ^(?:\w+,? )?no (?:stress|offen[cs]e|idea|need|kidding|question|one|more questions)(?!\w)
        ^(?:should|shall|did|do|does|must|can|could|what if|if|when) (?:i|you|they|he|she|we)(?!\w)
        \b(?:i|we|you|they)(?: only| just| really| still)? (?:have|had|got|hold|own|see|need) no (?!{_WILL}\b)\w
        \b(?:i've|we've|you've|there is|there's|there are) no (?!{_WILL}\b)\w
        \b(?:they|he|she|you|every(?:one|body)|people|nobody|no one) (?:\w+ )?(?:reject|refuse|decline)(?:s|d|ed)?(?!\w)
        \bmy \w+ (?:would|will|might) (?:reject|refuse|decline|say no)(?!\w)
        \b(?:don't|do not|never) (?:say no|reject|refuse|decline)(?!\w)  ^too (?:funny|kind|bad|late)$
    """)
)
"""Remarks with a no that refuse nothing."""


def idle_no(text: str) -> bool:
    """Return whether a canonical text in lower case holds a no that refuses nothing: "no rush", "should I say no"."""
    return _IDLE_NO.search(text) is not None


def elsewhere(text: str) -> bool:
    """Return whether a yes in a canonical text in lower case, with its short forms in full, is one of those."""
    return _ELSEWHERE.search(text) is not None or _for_a_favour(text)


def _for_a_favour(text: str) -> bool:
    """Return whether a text promises a yes behind a demand: "beg and I'll say yes"."""
    found = _BARGAINED.search(text)
    if found is None:
        return False
    words = _WORD.findall(_CLAUSE.split(text[: found.start()])[-1])
    return bool(words) and words[0] not in _TELLING
