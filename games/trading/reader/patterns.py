"""The patterns of the reader. Possessive quantifiers keep all of them linear.

Only single characters and sets are quantified possessively: Python before 3.11.5 mismatches groups that are.
"""

import re
from typing import Final

from games.trading.domain import RESOURCES, Goods, added

_NAMES = "|".join(RESOURCES)
_NUMBER = r"0{0,9}+[1-9][0-9]{0,3}+"
_TIMES = r"\s*+(?:[x×]\s*+)?"
_ITEM = rf"{_NUMBER}{_TIMES}(?:{_NAMES})s?+"
_MORE = rf"(?:(?:\s*+[,;&+]\s*+(?:and\s++)?|\s++and\s++){_ITEM})*"
_LIST = rf"{_ITEM}{_MORE}"
_ARROW = r"(?:->|=>|[→⇒⟶⟹➔➜➡])"
_TO = rf"\s*+{_ARROW}\s*+"
_OPEN = r"\[\s*+"
_CLOSE = r"\s*+\.*+\s*+\](?!\()[.,;:!]*+"
_HEAD = r"offer\s*+:?+\s*+(?:i\s++(?:give|offer)\s++)?"
_FLAGS = re.IGNORECASE | re.ASCII

TAG: Final = re.compile(rf"{_OPEN}(?:(accept)|(deny)|{_HEAD}({_LIST}){_TO}({_LIST})){_CLOSE}", _FLAGS)
"""A whole tag with the punctuation after it: an answer (group 1 or 2) or an offer (groups 3 and 4)."""

# ASCII without signs of tags, quotes, emphasis and addresses. The clean-up leaves it alone.
_TALK = r"([\n !-)+-.0-;=?-Z^a-z{}]*+)"
_END = r"\](?!\()[.,;:!]*+"
_NO_MORE = r"(?!\s*+(?:[,;&+0-9]|and\b|plus\b))"
_ONE = r"([1-9][0-9]{0,3}+ [A-Za-z]{3,6}+)"
_SIDE = rf"{_ONE}(?:(?:,| and) {_ONE})?"
USUAL: Final = re.compile(
    rf"{_TALK}(?:\[([Aa]ccept|[Dd]eny){_END}{_TALK})?"
    rf"(?:\[[Oo]ffer: (?:I give )?{_SIDE} -> {_SIDE}{_END}(?i:{_NO_MORE}){_TALK})?"
)
"""The usual message in one pass: talk, an answer, talk, an offer of one or two resources a side, talk without goods.
If `usual_goods` knows the names, the result equals that of the clean-up followed by `TAG`.
"""

_COUNTED = re.compile(r"(?<![0-9])([0-9]++)[\sx×]*+([a-z]{2})", _FLAGS)
_STARTS: Final = {
    start: at
    for at, name in enumerate(RESOURCES)
    for start in (name[:2], name[:2].lower(), name[:2].upper(), name[0].lower() + name[1].upper())
}
_USUAL_MOST: Final = 99
_ALONE: Final = {
    f"{number} {spelt}": Goods(*(number if name == other else 0 for other in RESOURCES))
    for name in RESOURCES
    for number in range(1, _USUAL_MOST + 1)
    for spelt in (name, name.lower(), f"{name}s", f"{name.lower()}s")
}
"""Goods of one resource by their usual spellings, made once: building them is most of the work of reading an offer."""


def usual_goods(one: str, other: str) -> Goods | None:
    """Return the goods on a side of a usual offer: one resource, or two; None for an unusual spelling or number."""
    first = _ALONE.get(one)
    if not other or first is None:
        return first
    second = _ALONE.get(other)
    return None if second is None else added(first, second)


def goods(side: str) -> Goods:
    """Return the goods on one side of a matched offer; repeated resources are summed."""
    counts = [0, 0, 0, 0, 0]
    for number, name in _COUNTED.findall(side):
        counts[_STARTS[name]] += int(number)
    return Goods(*counts)


GOES_ON: Final = re.compile(rf"\s*+(?:[,;&+]\s*+|and\s++|plus\s++)*{_ITEM}\b", _FLAGS)
"""More goods right behind the bracket of an offer: `[Offer: 2 Wheat -> 1 Ore] and 1 Wood`."""
TEMPLATE: Final = re.compile(rf"{_OPEN}offer\b[^\[\]]*+\]", _FLAGS)
ANGLES: Final = re.compile(r"<([^<>]*+)>")

BRACKET: Final = re.compile(
    r"\[(?P<inner>[^\[\]]*+)(?P<end>\]\(?+|)|(?P<stray>\b(?:accept|deny|offer\b[^\[\]]*+))[\s.]*+\]", _FLAGS
)
"""A bracket that is not a tag, with its end if it has one (`](` is a link); or a tag without an opening bracket."""
LIKE_TAG: Final = re.compile(
    r"\W*+(?:(?:i|we|yes|ok|no|not|do|don't|will|won't|can|can't|cannot|please)\b\W*+)*(?:(accept|den[yi])|offer)",
    _FLAGS,
)
"""The beginning of an intended tag; group 1: an answer."""
ARROW: Final = re.compile(_ARROW)
BAD_NUMBER: Final = re.compile(
    r"[0-9][.,'][0-9]|(?:[:,;&+>]|\b(?:offer|give|and))\s*+-\s*+[0-9]|(?<![0-9])0++(?![0-9])|[0-9]{5}|[0-9]\.(?!\s*+$)",
    _FLAGS,
)
UNKNOWN: Final = re.compile(rf"[0-9]\s*+(?:x\b)?\s*+(?!(?a:{_NAMES})s?(?![^\W\d_])|x\b)([^\W\d_]+)", re.IGNORECASE)
"""A number followed by a word that names no resource."""

WHOLE: Final = re.compile(r"(?:(accept)|deny)[\s.!]*+", _FLAGS)
"""One of the two button words, alone in a message."""
_FIRST = r"(?:(?:ok|okay|yes|no|nope|hmm|so|then|hi|hello|sorry|please|deny)\b[\s,.!:;]*+)*"
_YOU = r"\s++(?:you\s++)?"
_GIVING = (
    r"(?:(?:how|what)\s++about\s++|(?:would|will)\s++you\s++(?:take|accept)\s++)?(?:offer\s*+:?+\s*+)?"
    rf"(?:(?:i\s++|i'll\s++|i'd\s++|i\s++(?:will|would)\s++)(?:like\s++to\s++)?(?:give|offer|propose|trade|swap){_YOU}"
    r"|(?:propose|trade|swap)\s++)?(?:my\s++)?"
)
_GETTING = (
    r"(?:(?:please\s++)?give\s++me|(?:can|could|may)\s++i\s++(?:have|get)"
    r"|(?:would|will|could|can)\s++you\s++give\s++me)"
)
_FOR = r"\s++for\s++(?:your\s++)?"
BARE: Final = re.compile(rf"{_FIRST}{_GIVING}({_LIST})(?:{_TO}|{_FOR})({_LIST})[\s.!?]*+", _FLAGS)
"""An offer without its brackets, or with "for" instead of the arrow, alone in a message."""
ASKED: Final = re.compile(rf"{_FIRST}{_GETTING}\s++({_LIST})\s++for\s++(?:my\s++)?({_LIST})[\s.!?]*+", _FLAGS)
"""The same from the other end: first the wanted goods, then the goods given for them."""
FOR: Final = re.compile(rf"({_NAMES})s?+\s++for\s++([0-9])", _FLAGS)
"""The arrow of an offer behind a command: `3 Sheep for 1 Ore`."""
MEANT_OFFER: Final = re.compile(rf"\W*+offer\b.*?{_ARROW}|.*?{_LIST}{_TO}{_LIST}", _FLAGS | re.DOTALL)
