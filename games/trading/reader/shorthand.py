"""Offers that leave words out, written out: "6 of mine for 3 of yours", "9 for 2", "wood for ore 2:1"."""

import re
from typing import Final

from msgspec.structs import astuple

from games.trading.domain import RESOURCES, Goods, Offer
from games.trading.reader.quantities import NAMES, SMALL, bare_names, number_of, words_of

_NAME: Final = "|".join(NAMES)
_NUMBER: Final = "[0-9]{1,4}|" + "|".join(SMALL)
_CUT: Final = rf"({_NUMBER}|an?) (?:of the |of your )?({_NAME})"
_COUNTED: Final = rf"(?:{_NUMBER}|an?) (?:of )?(?:(?:my|your) )?(?:{_NAME})"
_CHAT: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(rf"\b({_NAME}) 4 (?=[0-9]|an? |(?:{'|'.join(SMALL)}) )"), r"\1 for "),
    (re.compile(rf"\b({_NAME}) n (?=[0-9]|an? )"), r"\1 and "),
    (re.compile(r"\bgiv\b"), "give"),
    (re.compile(r"\bif (i|you|we) (?:gave|offered|paid)\b"), r"if \1 give"),
    (re.compile(r"\bif (i|you|we) (?:sold|traded|swapped)\b"), r"if \1 trade"),
    (re.compile(rf"\b(?:knock|shave|take|cut|drop|leave) (?:off|out) {_CUT}\b"), r"\1 less \2"),
    (re.compile(rf"\b(?:knock|shave|take|cut|drop|leave) {_CUT} (?:off|out)\b"), r"\1 less \2"),
    (re.compile(rf"\b(?:minus|subtract) {_CUT}\b"), r"\1 less \2"),
    (re.compile(r"\byou ?: ?"), "you give "),
    (re.compile(r"\b(?:me|i) ?: ?"), "i give "),
    (
        re.compile(r"^(?:do you |you )?(?:want|need|fancy) ([^?]{1,60})\? ?(?:then )?(?:give|pay|send)(?: me)? "),
        r"\1 for ",
    ),
    (re.compile(r"^(?:please |here,? )?take ([^?.;]{1,60}?),? (?:and|&) give (?!me\b)"), r"i give \1 for "),
    (re.compile(rf"\b(?:the )?(?:price|cost) (?:for|of) ({_COUNTED}) is (?=[0-9]|an? )"), r"\1 for "),
    (re.compile(rf"\bbuy ({_COUNTED}) (?:with|using) "), r"buy \1 for "),
    (
        re.compile(
            rf"^(?:only )?(?:{_NUMBER}|an?) ({_NAME})\? ?(?:(?:try|make it|how about|no|i want|say|more like)[ ,.]+)*"
            rf"({_NUMBER})(?= ?[.!]?$)"
        ),
        r"\2 \1",
    ),
    (re.compile(rf"^({_COUNTED}),? (?:please|pls|plz)[,.;]? ({_COUNTED}) in return\b"), r"give me \1 for \2"),
    (re.compile(rf"^({_COUNTED})[,.;] ({_COUNTED}) in return\b"), r"\1 for \2"),
)
"""Spellings of chats, what is only imagined, and what is taken off."""
_CORRECTED: Final = re.compile(
    rf"\b(?:{_NUMBER}) ({_NAME})(?: ?[,.…-]{{1,3}})? ?(?:oh )?"
    r"(?:no|no,? wait|wait,? no|wait|sorry|oops|i mean|i meant|actually|make that|make it|or rather)[ ,.]{1,3}"
    rf"(?:make (?:it|that) )?(?=(?:{_NUMBER}) ({_NAME})\b)"
)
"""Goods that the speaker counts again: "5 wood, no 4 wood, for 2 brick"."""
_TRADED: Final = re.compile(
    rf"\b(?:swap|switch|replace|change|exchange) (?:the |your |my )?({_NAME}) (?:for|with|to|by)"
    rf" (?:the |your |my )?({_NAME})\b"
)
_RATE: Final = rf"({_NUMBER})(?: ?[:/=-] ?| (?:to|for) )({_NUMBER})(?![\w:/.-])"
_WHOSE: Final = "(?:(?:my|your|some|the) )?"
_AGAINST: Final = "(?: (?:for|4|to|into|and|against|vs|with|->) | ?[:/] ?)"
_BESIDE: Final = r"(?:,? ?(?:\b(?:at|in|on|with|a|the|rate|ratio|of)\b ?){0,6})"
_RATES: Final[tuple[tuple[re.Pattern[str], tuple[int, int, int, int]], ...]] = (
    (
        re.compile(rf"\b{_WHOSE}({_NAME}){_AGAINST}{_WHOSE}({_NAME}){_BESIDE} ?(?<![\w:/.-]){_RATE}"),
        (3, 1, 4, 2),
    ),
    (
        re.compile(rf"(?<![\w:/.-]){_RATE},? (?:of )?{_WHOSE}({_NAME}){_AGAINST}{_WHOSE}({_NAME})\b"),
        (1, 3, 2, 4),
    ),
    (re.compile(rf"\b({_NAME}) {_RATE} ({_NAME})\b"), (2, 1, 3, 4)),
)
"""Two resources and their rate ("wood for brick 2:1", "2:1 wood for brick", "wood 2:1 brick"), with the groups of the
first number and name, and of the second.
"""
_OWNED: Final = re.compile(rf"\b({_NUMBER}) of (mine|yours)\b")
_NUMBERS: Final = re.compile(
    rf"(?<![\w.,/-])({_NUMBER})( (?:{_NAME}))? for ({_NUMBER})(?![\w%/]|[.,][0-9])(?=[.,!?]| ?$| (?:please|ok|then)\b)"
)


Sides = tuple[tuple[int, int] | None, tuple[int, int] | None] | None
"""Goods given and got in the offer that is haggled over, where it is one resource each, with their numbers."""


def written_out(plain: str, base: Offer | None) -> str:
    """Return a canonical text in lower case with a name beside each number that counts goods. `base`: the offer that
    is haggled over, from the speaker's side.
    """
    plain = _CORRECTED.sub(_without_slip, plain)
    for short, usual in _CHAT:
        plain = short.sub(usual, plain)
    if base is not None and not any(char.isdigit() for char in plain):
        plain = _TRADED.sub(lambda found: _instead(found, base), plain)
    for rate, (one, first, other, second) in _RATES:
        plain = rate.sub(rf"\{one} \{first} for \{other} \{second}", plain)
    sides = None if base is None else (_only(base.give), _only(base.get))
    return _with_sides(_with_owners(plain, sides), sides)


def _instead(found: re.Match[str], base: Offer) -> str:
    """Return "wheat instead of wood" for "swap wood for wheat", where wood is haggled over and wheat is not."""
    old, new = (astuple(base.give)[k] or astuple(base.get)[k] for k in (NAMES[found[1]], NAMES[found[2]]))
    return f"{found[2]} instead of {found[1]}" if old and not new else found[0]


def _without_slip(found: re.Match[str]) -> str:
    """Return "" if the speaker counts the same goods again, else the text as it was."""
    return "" if NAMES[found[1]] == NAMES[found[2]] else found[0]


def _with_owners(plain: str, sides: Sides) -> str:
    """Return "6 of mine for 3 of yours" with the resources that the text names beside it, in their order, or else with
    those that are haggled over.
    """
    counted = _OWNED.findall(plain)
    names = bare_names(words_of(plain)) if counted else []
    if names and len(counted) == len(names):
        left = iter(names)
        return _OWNED.sub(lambda found: f"{found[1]} {next(left)} of {found[2]}", plain)
    if names or not counted or sides is None or None in sides:
        return plain
    own = {whose: _spelt(side[0]) for whose, side in zip(("mine", "yours"), sides, strict=True) if side is not None}
    return _OWNED.sub(lambda found: f"{found[1]} {own[found[2]]} of {found[2]}", plain)


def _with_sides(plain: str, sides: Sides) -> str:
    """Return "9 for 2" with the resources of the offer that is haggled over, if it has one on each side."""
    found = _NUMBERS.search(plain)
    if found is None or sides is None or sides[0] is None or sides[1] is None:
        return plain
    give, given = sides[0]
    get, got = sides[1]
    named, first, second = (found[2] or "").strip(), number_of(found[1]), number_of(found[3])
    if named and NAMES[named] not in (give, get):
        return plain
    turned = NAMES[named] == get if named else got == first != second or given == second != first
    one, other = (get, give) if turned else (give, get)
    return f"{plain[: found.start()]}{first} {_spelt(one)} for {second} {_spelt(other)}{plain[found.end() :]}"


def _only(goods: Goods) -> tuple[int, int] | None:
    """Return the one resource in goods by its index, with its number."""
    some = [(at, number) for at, number in enumerate(astuple(goods)) if number]
    return some[0] if len(some) == 1 else None


def _spelt(at: int) -> str:
    return RESOURCES[at].lower()
