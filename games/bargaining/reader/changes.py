"""Changes of a price: numbers that say how far it goes up or down, and never where it stands.

`2 quid less`, `down 5`, `raising by 2`, `take 5 from yours` and `5 to mine` are changes; `down to 45` names a price.
"""

import re
from typing import Final, Literal

from games.language.lexicon import any_of
from games.language.numbers import Number

Direction = Literal["up", "down", "change"]

_VERBS = any_of("""
    (?:drop|cut|chop|trim|slash)(?:p?ing|t?ing|m?ing|p?ed|m?ed)?  (?:lower|knock|discount|subtract|deduct)(?:ing|ed)?
    (?:reduc|decreas|shav|rais|increas)(?:e|ing|ed)  (?:bump|sweeten|up)(?:p?ing|p?ed)?  add(?:ing|ed)?
    (?:mov|budg|ris)(?:e|ing|ed)  (?:shift|climb|stretch)(?:ing|ed)?
""")
_MOVES = any_of("""
    com(?:e|ing)  came  go(?:ing)?  went  get(?:ting)?  bring(?:ing)?  tak(?:e|ing)  took  knock(?:ing)?  shav(?:e|ing)
    cut(?:ting)?  mov(?:e|ing|ed)  giv(?:e|ing)  bump(?:ing)?  mark(?:ing)?  chop(?:ping)?  put(?:ting)?
    (?:throw|toss|chuck)(?:ing)?
""")
_PRICE = "(?: (?:it|that|this|me|(?:your|the|my) (?:price|offer)))?"
_MOVED = f"{_MOVES}{_PRICE} (?:off|down|up|back|on|in)"
_BETWEEN = any_of("""
    it  that  this  them  your  my  the  me  you  price  offer  ask  asking  bid  by  another  an extra  only  just
    maybe  about  like  yours  mine  ur  a further
""")
_HARDLY = "(?: (?:only|just|about|maybe|like|another|a further)){0,2}"
_CHANGED = any_of("""
    plus  another  one more  an? extra  extra  further  additional  off  less  discount(?: of)?  reduction of  cut of
    increase of  raise of  (?:took|take|taking) away  (?<!stand )(?<!standing )(?<!stick )(?<!sticking )by
""")
_BEFORE: Final = re.compile(
    rf"(?:\+ ?|(?<!\w)(?:{_CHANGED}|(?:up|down){_HARDLY}|(?:{_VERBS}|{_MOVED})(?: {_BETWEEN}){{0,4}})(?: by)? )$"
)
_OURS: Final = "(?:(?:my|your|ur|the) (?:\\w+ )?(?:offer|price|bid|ask|number)|mine|yours)"
_MINE: Final = "(?:my (?:\\w+ )?(?:offer|price|bid|number)|mine)"
_END: Final = r"(?=[ .,;:!?…)]*$)"
_BEHIND: Final = re.compile(
    r" ?(?:more(?! or less| than)|less(?! than)|extra|off|discount|higher|lower|cheaper|closer|nearer|fewer|further"
    r"|up|down|on top|added|increase|raise|bump|reduction|drop|cut|rebate"
    rf"|(?:below|under|above|over)(?: (?:yours|mine|you)(?!\w)|{_END})|(?P<to>to)(?= {_MINE}(?!\w))"
    rf"|(?P<on>on)(?= {_OURS}(?!\w)| (?:it|that|this){_END})"
    rf"|(?P<from>from)(?= {_OURS}(?!\w)| (?:it|that|this){_END}))(?!\w)"
)
_RISES = any_of("""
    plus  add(?:ing|ed)?  another  one more  extra  further  additional  (?:rais|increas|ris)(?:e|ing|ed)  more  higher
    bump(?:ing|ed)?  (?:climb|stretch|sweeten)(?:ing|ed)?  up(?:ping|ped)?  on top  above  over
""")
_UP: Final = re.compile(rf"\+|(?<!\w){_RISES}(?!\w)")
_FALLS = any_of("""
    drop(?:ping|ped)?  lower(?:ing|ed)?  (?:reduc|decreas|shav)(?:e|ing|ed)  reduction  cut(?:ting)?  knock(?:ing|ed)?
    off  down  less  cheaper  fewer  discount(?:ing|ed)?  below  under  rebate  chop(?:ping|ped)?  slash(?:ing|ed)?
    trim(?:ming|med)?  mark(?! up)  subtract(?:ing|ed)?  deduct(?:ing|ed)?  away
""")
_DOWN: Final = re.compile(rf"(?<!\w){_FALLS}(?!\w)")
_SUM: Final = "(?:cost|value|budget|limit|max|maximum|minimum)s?(?: price)?"
_ELSEWHERE: Final = re.compile(
    rf"(?<!\w){_SUM} ?(?:\+|plus|minus|and|less) ?\$?[0-9]"
    rf"|[0-9](?: dollars?| bucks?)? (?:more than|less than|over|above|below|under|beyond|off|on top of|to|from)"
    rf" (?:(?:your|ur|my|the|what) )?{_SUM}(?!\w)"
)
_TOLD: Final = re.compile(
    r"(?<!\w)(?:you|u|ya)(?:'ve| have)? (?:\w+ )?"
    r"(?:came|went|gone|moved|dropped|lowered|raised|reduced|cut|added)(?!\w)"
)


def differs(number: Number, before: str, behind: str) -> bool:
    """Return whether a number is what a price changes by."""
    if number.kind != "plain":
        return number.kind == "relative"
    return _BEFORE.search(before) is not None or _BEHIND.match(behind) is not None


def direction(before: str, behind: str) -> Direction:
    """Return the way in which a change goes, by the words nearest to it. `come down 5 more` goes down."""
    led, follows = _BEFORE.search(before), _BEHIND.match(behind)
    if led is not None and _DOWN.search(led[0]):
        return "down"
    if follows is not None and (follows["to"] or follows["on"] or follows["from"]):
        return "down" if follows["from"] else "up"
    for words in (behind[:12], before[-30:], behind):
        if _DOWN.search(words):
            return "down"
        if _UP.search(words):
            return "up"
    return "change"


def starts_elsewhere(text: str) -> bool:
    """Return whether a change starts from no price of the two sides, `your cost plus 5`, or is only told: `you dropped
    3`.
    """
    return _ELSEWHERE.search(text) is not None or _TOLD.search(text) is not None
