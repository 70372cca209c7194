"""Numbers of a text in the plain reading: prices, changes of a price, and how sure each one is.

A price is *set aside* where the words turn it down or only mention it (`57 is too much`, `45 instead of 57`). It is
*hedged* where they leave room (`around 50`, `a bit less than 48`), and *named* where they speak of nothing but a price.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple

from games.bargaining.reader.changes import differs, direction
from games.bargaining.reader.leeway import leaves_room
from games.bargaining.reader.prices import cents_of
from games.bargaining.reader.vocabulary import ABOUT_PRICES, words_of
from games.language.lexicon import any_of
from games.language.numbers import Number, numbers

MOST: Final = 8
"""Numbers of a text that are looked at; a text with more of them names no price."""
_NEAR: Final = 60
"""Characters before and behind a number that may say what it is."""

Role = Literal["price", "up", "down", "change", "negative", "outside", "odd"]


class Amount(NamedTuple):
    """One number of a text.

    - `cents`: a price, or how much a price changes by; 0 where there is neither.
    - `aside`: turned down, or compared with. `near`: -1 or 1 for a price just below or above it.
    - `hedged`: the words leave room. `named`: the words around say that it is a price.
    - `together`: it belongs to the number before it.
    - `clause`: the words that it stands among.
    """

    role: Role
    cents: int
    start: int
    end: int
    aside: bool = False
    near: int = 0
    hedged: bool = False
    named: bool = False
    together: bool = False
    clause: str = ""

    @property
    def mentioned(self) -> bool:
        """Return whether a price is only spoken of: `you said 57`, `44 was my last`."""
        return _MENTIONED.search(self.clause) is not None

    @property
    def vague(self) -> bool:
        """Return whether the words round a price leave room, or may make it the other side's."""
        return self.hedged or self.near != 0 or not self.named or _THEIRS.search(self.clause) is not None


_CLAUSE: Final = re.compile(
    r"(?<![.,;:!?()…])[.,;:!?()…]++(?=\s|$)| - "
    r"| (?:(?<!anything )but|so|however|yet|though|although|while|because|since|then again) "
    r"| and (?=(?:i|we) )"
)
_UNITS: Final = any_of("""
    rounds?  minutes?  mins?  hours?  hrs?  days?  weeks?  months?  years?  yrs?  pm  am  o'clock  people
    kids  messages?  secs?  seconds?  moments?  questions?  things?  reasons?  stars?  chances?  tries  words?  items?
    times?  points?  friends?  try  instal+ments?  payments?  parts?  pieces?  copies  degrees?  km  miles?  metres?
    meters?  kg  pages?  dogs?  cats?  children  students?  brothers?  sisters?  (?:counter-?)?offers
""")
_OF_TIME: Final = re.compile(rf" ?(?:more |other |quick |last )?{_UNITS}(?!\w)")
_RATE: Final = re.compile(
    r" ?(?:(?:per|an?|each|every|/) ?(?:second|minute|hour|day|week|month|quarter|year)|(?:hour|dai|week|month|year)ly"
    r"|twice| (?:apart|away|between us|difference|split|gap))(?!\w)"
)
"""A part of a payment, `48 per month`, or what lies between two prices: `13 apart`."""
_COUNTED: Final = re.compile(
    r"(?<!\w)(?:(?<!\ba )(?<!nice )rounds?|turn|number|age|aged|page|step|level|chapter|year|since|until|till"
    r"|(?:see|call|text|ring|ping|talk to|catch|leave|leaving|back)(?: (?:you|u|ya|me|us))?(?: \w+)? (?:at|by|around)"
    r"|(?:it's|it is|now|lunch|dinner|class|school|train|bus)(?: \w+)? (?:at|around)"
    r"|(?:payments?|instal+ments?|parts?|rates?)(?: of| at)"
    r"|(?:gap|difference)(?: is| of)?|(?:split|halve)(?: the| that| this| these| remaining| last){0,2}) $"
)

_THINGS: Final = re.compile(r" ([a-z]{3,}[^s\W\d_]s)(?!\w)")
_NO_THINGS: Final = frozenset(("always", "unless", "besides", "perhaps", "whereas", "thats", "lets"))

_BELOW: Final = re.compile(
    r"(?<!\w)(?:(?:less|lower|cheaper|smaller) than|under|below|shy of|beneath) $",
)
_ABOVE: Final = re.compile(
    r"(?<!\w)(?:(?:more|higher|greater) than|over|above|north of|beyond|past|upwards of) $",
)
_BOUND: Final = re.compile(
    r"(?<!\w)(?:no|not|never|nothing|cannot|cant|wont|without|nor|refus\w+|reject\w*|declin\w+|hat(?:e|ing)|anything"
    r"|everything|hardly|barely)(?!\w)|n't(?!\w)"
)
_LEAVES: Final = re.compile(
    r"(?<!\w)(?:i|i'm|i'll|we|we're)(?: (?:am|are|will|have to|just))?"
    r" (?:walk\w*|leav\w+|out|gone|pass|quit|done|keep)(?!\w)|(?<!\w)forget it(?!\w)"
)
"""An ultimatum: `over 50 i walk`."""
_OTHER_THAN = any_of(r"""
    instead of  rather than  not  never  no to  than  vs\.?  versus  against  from  nor  over  said  say no to
    and not  anything but
""")
_COMPARED: Final = re.compile(rf"(?<!\w){_OTHER_THAN} $")
_PAIR: Final = re.compile(
    r"(?<!\w)(?:(?:instead of|rather than|not|never|than|vs\.?|versus|from|over|nor) \$?[0-9.]+"
    r"|than (?:no deal|nothing|none)(?: at all)?(?!\w))"
)
_REFUSALS = any_of(r"""
    too (?:much|high|low|little|expensive|steep|dear|pricey|rich|cheap|far)  no  not  never  cannot  cant  dont
    wont  nope  nah  neither  refuse  reject\w*  declin\w*  expensive  pricey  steep  insane  crazy  ridiculous
    absurd  outrageous  a joke  unfair  robbery  a lot  over my
    out of (?:my |the )?(?:budget|range|reach|question|league)  above my  beyond  unacceptable  excessive  mad  nuts
    (?<!as )high  impossible  (?:a )?bit (?:much|low)  far off  way off  hardly  barely
    (?:breaks?|break(?:ing)?|exceeds?|blows?|over) (?:my |the )(?:budget|limit|bank)  (?:silly|stupid|crazy|big) money
    more than (?:i|we) (?:can|could|have|want\w*|planned|hoped|expected|like)
""")
_REFUSED: Final = re.compile(rf"(?<!\w){_REFUSALS}(?!\w)|n't(?!\w)")
_TALK_OF_IT = any_of("""
    you  u  your  yours  asking  asked  wanted  last  said  offered  before  earlier  already  was  were  previous
    went  from  standing  current
""")
_MENTIONED: Final = re.compile(rf"(?<!\w){_TALK_OF_IT}(?!\w)")
_YOUR = "your (?:\\w+ )?(?:best|final|limit|max|minimum|cost|value|price|offer|number)"
_THEIRS: Final = re.compile(
    r"(?<!\w)(?:(?<!do )(?<!would )(?:you|u) (?:want|wanted|mean|meant|said|say|asked|ask|offered"
    r"|came|come|went|moved|dropped|lowered|raised|started|began)"
    rf"|(?:you|u) need(?:ed)?|(?<!lower )(?<!drop )(?<!reduce ){_YOUR})(?!\w)"
)
"""Words beside a price that may make it the other side's."""
_OPENING_NO: Final = re.compile(r" ?(?:no|nope|nah|no way|not|sorry no|well no)(?: thanks| thank you| sorry)? $")
_LEADING = any_of("""
    (?:how|what|how's|hows|how 'bout|what'd|wot) ?(?:about|bout)?  (?:i'd|i|i'll|i would|let's|lets|let us|we) say
    (?:offer(?:ing|s)?|offr|ofer)(?: (?:you|of|is|at|now|for it|price|stands at|would be))*
    (?:give|pay|paying|giving)(?: (?:you|ya|u|me))?  (?:make|call) (?:it|that)
    (?:i|we|i'd|i'll|we'll|can|could|will|would|you|u|willing to|ready to|able to) (?:[a-z]+ )?{DOES}{HOW}
    (?:go|come|move|up|down|raise|lower|drop|increase|stretch|climb|get|bring)(?: (?:it|{MINE}))?(?: up| down)? to
    settle (?:for|on|at)  (?:start|open|begin)(?:ing)? (?:at|with|from)  take it for
    meet (?:me |you |us )?(?:at|around)  sell (?:it )?(?:to me )?(?:for|at)  buy (?:it )?(?:from you )?(?:for|at)
    bid  counter(?: with| at)?  propose  suggest
    (?:price|bid|counter|counteroffer|counter-offer|number|figure)(?: (?:is|of|to|at|with|would be|stands at))?
    final(?: offer)?(?: is)?  would you (?:do|take|accept|go for)  stick (?:to|with|at|by)
    set (?:it|the price) (?:to|at)  best (?:i can do|offer|price|i can offer|i can go)(?: is)?
    stay(?:ing)? (?:at|with|on)  (?:happy|ok|okay|fine|good|comfortable) with  say yes to  agree (?:to|on)  prefer
    (?:put|mark|sign) me (?:down|in) (?:for|at)  rather(?: have| pay| do)?  here's  i want  want  asking for
""").format(
    DOES="(?:do|take|accept|go|stretch|manage|offer|come|drop|raise)(?: (?:it|this|that))?",
    HOW="(?: up| down)?(?: to| for| with| as high as| as low as| at)?",
    MINE="(?:my|the|your) (?:offer|price|bid)",
)
_LEADS: Final = re.compile(rf"(?<!\w){_LEADING} $")
_NEXT: Final = re.compile(r" ?([^\W\d_]+(?:'[^\W\d_]+)*)")
_ARROW: Final = re.compile(r"->|=>|→")


_BREAKS: Final = 400
"""Breaks between clauses that are looked at; texts with more of them name no price by a clause."""


def amounts(text: str, lowest: int, highest: int) -> tuple[Amount, ...] | None:
    """Return the numbers of a text, written in digits and in lower case with single spaces; None for too many."""
    some = list(islice(numbers(text), MOST + 1))
    if not some or len(some) > MOST:
        return None if some else ()
    begins, ends = array("l"), array("l")
    for match in islice(_CLAUSE.finditer(text), _BREAKS):
        begins.append(match.start())
        ends.append(match.end())
    return tuple(_amount(text, one, _around(begins, ends, one, len(text)), lowest, highest) for one in some)


def _around(begins: Sequence[int], ends: Sequence[int], number: Number, length: int) -> tuple[int, int]:
    """Return the bounds of the clause around a number, between the breaks with these ordered bounds."""
    before, behind = bisect_right(ends, number.start), bisect_left(begins, number.end)
    return ends[before - 1] if before else 0, begins[behind] if behind < len(begins) else length


def _amount(text: str, number: Number, clause: tuple[int, int], lowest: int, highest: int) -> Amount:
    start, end = number.start, number.end
    first, last = max(clause[0], start - _NEAR), min(clause[1], end + _NEAR)
    before, behind = text[first:start].lstrip(), text[end:last]
    counts = _counts(before, behind)
    if not counts and differs(number, before, behind):
        cents = cents_of(number.digits, 0, 10**9) or 0
        return Amount(direction(before, behind), cents, start, end, together=number.together)
    if number.kind != "plain" or counts:
        role: Role = "negative" if number.kind == "negative" else "odd"
        return Amount(role, 0, start, end, together=number.together or number.kind == "compound")
    price = cents_of(number.digits, lowest, highest)
    role = "outside" if price is None else "price"
    near, bound = _beside(before, behind)
    return Amount(
        role,
        price or 0,
        start,
        end,
        aside=not (bound or near) and _set_aside(before, behind),
        near=near,
        hedged=bound or near != 0 or leaves_room(text, start, end, before, behind),
        named=_named(before, behind, bool(number.before or number.after)),
        together=number.together,
        clause=text[clause[0] : clause[1]],
    )


def _counts(before: str, behind: str) -> bool:
    """Return whether a number counts something else than money, as in `2 more rounds` and `round 2`."""
    follows = _THINGS.match(behind)
    if follows is not None and follows[1] not in ABOUT_PRICES and follows[1] not in _NO_THINGS:
        return True
    if _RATE.match(behind):
        return True
    return _OF_TIME.match(behind) is not None or _COUNTED.search(before) is not None


def _beside(before: str, behind: str) -> tuple[int, bool]:
    """Return whether the price meant is just below (-1) or above (1) a number, or whether the number bounds it: `less
    than 48`, `no more than 48`.
    """
    way = -1 if _BELOW.search(before) else 1 if _ABOVE.search(before) else 0
    bound = way != 0 and bool(_BOUND.search(before) or _REFUSED.search(behind) or leaves(before) or leaves(behind))
    return 0 if bound else way, bound


def _set_aside(before: str, behind: str) -> bool:
    if _COMPARED.search(before):
        return True
    if _OPENING_NO.fullmatch(f" {before}"):
        return False
    return bool(_REFUSED.search(_without_compared(before)) or _REFUSED.search(_without_compared(behind)))


def _without_compared(words: str) -> str:
    """Return words without the price that another one is compared with: `45, not 57` says no to 57 alone. `if you
    don't mind` says no to nothing.
    """
    return _PAIR.sub(" ", words.replace("don't mind", ""))


def refuses(text: str) -> bool:
    """Return whether a text turns something down."""
    return _REFUSED.search(text) is not None


def leaves(text: str) -> bool:
    """Return whether a text says that its speaker leaves, or that all is over: `i'm out`."""
    return _LEAVES.search(text) is not None


def _named(before: str, behind: str, unit: bool) -> bool:
    """Return whether the words round a number say that it is a price."""
    follows = _NEXT.match(behind)
    if follows is not None and follows[1] not in ABOUT_PRICES:
        return False
    if unit or not (before.strip() or behind.strip()):
        return True
    led = _LEADS.search(before)
    return ABOUT_PRICES.issuperset(words_of(before[: led.start()] if led else before + behind))


def counts_things(text: str, found: tuple[Amount, ...]) -> bool:
    """Return whether several numbers count something else, as in `1 sheep -> 1 ore`."""
    follows = (_NEXT.match(text, one.end) for one in found if one.role == "price")
    others = sum(word is not None and word[1] not in ABOUT_PRICES for word in follows)
    return others > 1 or (others > 0 and _ARROW.search(text) is not None)
