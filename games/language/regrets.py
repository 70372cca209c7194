"""Regrets before a yes: "I'd have liked 50 but ok, deal", "not my favourite, but fine", "a bit steep, still ok".

    conceded("i'd have liked 50 but ok, deal")     # "ok, deal"
    conceded("i like it but no")                   # "": no regret
    conceded("hm no. wait, yes, i take it")        # "yes, i take it": a change of mind
    conceded("if you add one i'd like it but ok")  # "": a condition

The caller reads what stands behind the regret by its own rules: whatever the regret names binds nothing.
"""

import re
from typing import Final

from games.language.lexicon import any_of
from games.language.spelling import in_full

LONGEST: Final = 200
"""Characters of a text in which a regret is looked for."""
_REGRET: Final = re.compile(
    r"\b{}(?!\w)".format(
        any_of(r"""
        (?:i|we)(?:'d| would)(?: have)? (?:liked?|preferr?(?:ed)?|loved?|wanted|hoped|rather(?: have)?|taken)
        (?:i|we) (?:really |only |just |kind of )?(?:wanted|hoped|preferred|expected|wished)
        (?:i|we) (?:was|were|am) (?:hoping|thinking|after)  (?:i'm|i am) hoping  i wish
        not (?:my|exactly|quite|really|ideal|perfect|great|the best|what i|so great|amazing|thrilled|happy about)
        (?:would be|would have been|would've been|was|were|is) (?:nicer|better|too (?:much|little|high|low|few))
        (?:a )?(?:bit|little) (?:\w+ )?(?:much|high|low|heavy|light|tight|tough|less|unfair)
        (?:is|was|are) (?:(?:a bit|quite|pretty|really|so|kinda|rather) )?(?:low|little|small|high|much|heavy)
        (?:steep|pricey|expensive|hurts|ouch|painful|annoying|stingy|harsh|hard to swallow)
        too (?:much|little|high|low|few|many|heavy|steep|expensive)  less than (?:i|we)  more than (?:i|we)
        could (?:be|have been) better  hard bargain
        """)
    )
)
_TURN: Final = re.compile(r"(?<![\w'])(?:but|still|anyways?|i admit|nevertheless|though)(?![\w'])[ ,.]*")
_MIND: Final = re.compile(
    r"(?<![\w'])(?:wait,? no|no,? wait|no,? actually|actually(?: nvm)?|nvm|never mind"
    r"|on second thoughts?|you know what)"
    r"(?![\w'])[ ,.…!:-]*"
)
"""A change of mind: what stands behind it counts."""
_UNDONE: Final = re.compile(r"[?\"\[\]]|(?<![\w'])(?:if|unless|when|until|till|once|or|said|says|then)(?![\w'])")
"""Signs that the words before the turn are a condition, a question or a quotation."""


_AFTERTHOUGHT: Final = re.compile(
    r"(?<![ ,.])[ ,.]*+(?<![\w'])but {}(?![\w']).*".format(
        any_of(r"""
        (?:the )?next (?:time|round|game|one)  only (?:because|cause|cuz|since|this (?:time|once))  you owe me
        (?:i'm|i am) (?:not (?:happy|thrilled|pleased|smiling)|sad|crying|watching you|losing)  (?:it|that) hurts
        you(?:'re| are) (?:tough|mean|lucky|good|a (?:tough|hard|monster))  don't (?:tell|get used)  be nice
        that's (?:it|the last time|my last)  i hate (?:it|you|this)  wow  ouch  this is the last
        """)
    )
)


def without_afterthought(text: str) -> str:
    """Return a canonical text in lower case without a grumble behind its yes: "ok deal but next time i want more"."""
    return _AFTERTHOUGHT.sub("", text) if len(text) <= LONGEST else text


def conceded(text: str) -> str:
    """Return the words behind the regret, or the change of mind, of a canonical text in lower case; "" if there are
    none.
    """
    if len(text) > LONGEST:
        return ""
    text = in_full(text)
    changed = _MIND.search(text)
    if changed is not None and "?" not in text:
        return text[changed.end() :].strip()
    turn = _TURN.search(text)
    if turn is None:
        return ""
    before, rest = text[: turn.start()], text[turn.end() :].strip()
    return rest if _REGRET.search(before) and not _UNDONE.search(before) else ""
