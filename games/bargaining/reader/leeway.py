"""Words that leave room round a number: `around 45`, `approx. 45`, `forty something`, `45 or a little more`.

leaves_room("45 or close", 0, 2, "", " or close")      # True
leaves_room("45 or no deal", 0, 2, "", " or no deal")  # False: an ultimatum
in_words("approx. 45")                                 # "about 45"
"""

import re
from typing import Final

from games.language.lexicon import any_of

_NEAR: Final = 60
"""Characters before a number in which a hedge may stand apart from it."""
_HEDGES = any_of(r"""
    around  (?<!how )(?<!what )(?<!bout )(?<!think )about  roughly  approx\.?  approximately  maybe  perhaps  possibly
    probably  something(?: like)?  somewhere  close to  near  nearly  almost  ca\.?  circa  might  i may  not sure
    i guess  i suppose  i think  thinking(?: of| about)?  could be  between  at least  min  minimum  in the range of
    suppose  what if  hypothetically  wondering  wonder
""")
_HEDGED_BEFORE: Final = re.compile(rf"[~≈] ?$|(?<!\w){_HEDGES}(?: [a-z']+){{0,4}} ?$|(?<!\w)like $")
_OPINION: Final = re.compile(r"(?<!\w)i (?:think|believe|feel)(?: that)? $")
_JUDGED: Final = re.compile(
    r" (?:is|would be|sounds|seems|looks)(?: a| an| very| quite| pretty| more)?"
    r" (?:fair|right|reasonable|good|just|ok|okay|fine|decent|great)(?!\w)"
)
"""An opinion that leaves no room: `I think 50 is fair`"""
_A_BIT = "(?:a (?:little|tiny )?(?:bit|little|tad|touch|smidge|hair|notch|few|couple)|slightly|somewhat|even|bit)"
_FURTHER = "(?:more|less|higher|lower|over|under|above|below|up|down|cheaper|extra)"
_HEDGES_BEHIND = any_of(rf"""
    -?ish  or so  or thereabouts  more or less  give or take  or less  or more  or better  or lower  or higher
    i guess  i think  i suppose  maybe  perhaps  probably  possibly  minimum  min  at least  at the least
    (?:might|may|could) (?:work|do|be (?:ok|okay|fine|good|possible|doable|it|enough))  -?(?:something|odd)
    around  roughly  approx\.?  approximately  like(?=[.,!?]|$)  say(?=[.,!?]|$)  (?:and|or) (?:up|above|below|under)
    (?:is|sounds|seems|looks) (?:about|roughly|approximately|around)  upwards?  {_A_BIT} {_FURTHER}
    and (?:(?:some )?change|some(?:thing)?|a (?:bit|little))  plus(?: (?:change|a (?:bit|little)))?
""")
_HEDGED_BEHIND: Final = re.compile(rf",? ?{_HEDGES_BEHIND}(?!\w)")
_ULTIMATA = any_of("""
    no  not  nothing  never  none  zero  i  i'm  i'll  i've  we  we're  we'll  you  you'll  u  it  it's  this  that's
    bye  goodbye  go  get  forget  leave  walk  else  keep  find  the deal  deal  game  the end  someone
    is  are  am  do  does
""")
_OR_OPEN: Final = re.compile(rf",? or(?! {_ULTIMATA}(?!\w))(?=[ ?.!]|$)")
"""A choice that is left open, `45 or close`, and no ultimatum: `45 or I leave`."""
_APART = any_of(rf"""
    {_HEDGES_BEHIND}  or (?:so|thereabouts|close|near|around(?: that| there)?|something(?: like that)?)
    something like that  (?:it |that )?depends  depending  (?:we'll|let's|we will) see  i (?:hope|believe|reckon)
    hopefully  (?:but )?(?:i'm |it's |that's |i am )?(?:still )?(?:negotiable|flexible|open to offers|not fixed)
    (?:and |or |but |could go |could be |maybe |perhaps |possibly |might go |can go )+{_A_BIT}? ?{_FURTHER}  ballpark
    (?:or|and) {_A_BIT} {_FURTHER}  about  (?:or )?(?:maybe|perhaps|probably|possibly|rather) not
""")
_APART_BEHIND: Final = re.compile(rf"[ ,.…!?(-]*+{_APART}[.!?)… ]*+$")
_APART_BEFORE: Final = re.compile(rf"(?<!\w){_HEDGES}[,.:;…-]++ ?$")
"""Hedges that a sign parts from the number: `45, maybe`, `45 (ish)`, `roughly: 45`."""
_ABBREVIATED: Final = re.compile(r"(?<![\w.])(?:approx|appr|apx|abt|est|ca|c|e\.g|(max|min))\. ?(?=\$?[0-9])")


def in_words(text: str) -> str:
    """Return a text without abbreviations before a number, whose full stops end no sentence."""
    return _ABBREVIATED.sub(lambda short: f"{short[1] or 'about'} ", text)


def leaves_room(text: str, start: int, end: int, before: str, behind: str) -> bool:
    """Return whether the words beside a number, or apart from it by a sign, leave room. `before` and `behind` are those
    of its clause.
    """
    if _OPINION.search(before) and _JUDGED.match(behind):
        before = _OPINION.sub("", before)
    if _HEDGED_BEFORE.search(before) or _HEDGED_BEHIND.match(behind) or _OR_OPEN.match(behind):
        return True
    return _APART_BEHIND.match(text, end) is not None or bool(_APART_BEFORE.search(text, max(0, start - _NEAR), start))
