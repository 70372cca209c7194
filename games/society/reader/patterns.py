"""The patterns of the negotiation's sentences and their shorthands."""

import re
from typing import Final, Literal

Head = Literal["end", "accept", "counter", "negotiate", "vote"]
NAMES: Final = {"end": "End", "accept": "Accept", "counter": "New proposal", "negotiate": "Negotiate", "vote": "Vote"}
"""Options as replies name them."""

FLAGS: Final = re.IGNORECASE
SEAT: Final = r"(?:carpenter|miner)_\d"
"""A seat by its id."""
SEATLIKE: Final = r"(?:(?:carpenter|miner)s?[\s_#-]*\d{1,3}|[cm]\d\b)"
"""A seat by its name, or by its sign on the map: `M0`."""
_WHO: Final = rf"(?:@?{SEATLIKE}|@?\w+)"
QUOTED: Final = re.compile(rf"[\"'\[(]({SEATLIKE})[\"'\])]", FLAGS)
_NOT_THE: Final = r"(?!(?:the|your|this|that|an?|any|my|no|his|her|their|both)\b)"
_NUMBER: Final = r"[-+]?\d+(?:[.,]\d+)*(?:\s*(?:%|per\s?cent\b))?"
_BETWEEN: Final = r"\s*(?:[/:]|-(?=\s?\d))\s*"
_PAIR: Final = rf"(?<![\d.,/])(?<!\d-)(?P<first>{_NUMBER}){_BETWEEN}(?P<second>{_NUMBER})(?!\s*[/:-]\s*\d|\d)"
_OTHER: Final = r"(?:(?:all|both|any|every|each|either|the)\s+){0,2}(?:(?:miner|carpenter)\s+(?:no\.?\s*)?)?@?\w+"
"""A word for another player that is no seat's name."""
_DEAL: Final = r"/?(?:deal\s+)?"
_BARGAIN: Final = (
    r"(?:(?:this|the|our|my|his|her|their|your)\s+)?(?:bargain|bargaining|negotiation|offer|proposal|invitation)"
)
_IN_WORDS: Final = (
    r"(?:ten|twenty|thirty|forty|fourty|fifty|sixty|seventy|eighty|ninety|(?:a\s+|one\s+)?hundred|half|a\s+third|zero)"
)
_OFFER: Final = r"(?:proposal|offer|invitation|deal)"
_GAINS: Final = (
    rf"(?:{SEATLIKE}|i|you)\s+(?:will\s+|would\s+)?(?:gains?|gets?|takes?)\s+\d{{1,3}}(?:\s*(?:%|per\s?cent\b))?"
)
_WILL: Final = r"(?:i\s+(?:will|want\s+to|would\s+like\s+to)|i'll|i'd\s+like\s+to)\s+"

_HEADS: Final[tuple[tuple[Head, str], ...]] = (
    ("negotiate", rf"{_WILL}negotiate\s+with\s+(?P<name>{_WHO})"),
    ("negotiate", rf"(?:negotiate|bargain)\s+(?:with\s+)?(?P<name>@?{SEATLIKE})"),
    (
        "negotiate",
        (
            rf"{_DEAL}(?:propose|offer)\s+(?:(?:to|that\s+we|we)\s+)?(?:(?:split|share)\s+(?:it\s+)?)?"
            rf"(?={_PAIR}\s+(?:to|with)\s+(?P<name>@?{SEATLIKE})\b)"
        ),
    ),
    (
        "negotiate",
        rf"{_DEAL}(?:propose|invite|offer)\s+(?:to\s+)?(?:(?P<name>@?{SEATLIKE})\b|(?P<other>{_OTHER})(?=\s+{_PAIR}))",
    ),
    ("counter", r"(?:i\s+(?:will\s+)?|i'll\s+)make\s+(?:a|another)\s+(?:new\s+)?proposal\b"),
    (
        "counter",
        (
            rf"{_DEAL}counter(?:[\s-]*offer)?(?:\s+(?P<name>@?{SEATLIKE}))?(?:\s+(?:with|at))?(?:\s*:)?"
            rf"(?=\s*(?:{_PAIR}|[-+]?\d|{_IN_WORDS}\b|{_GAINS}|$))"
        ),
    ),
    ("accept", rf"(?:i\s+(?:will\s+)?)?accept\s+(?P<name>{_NOT_THE}{_WHO})'?s?'?\s+{_OFFER}\b"),
    ("accept", rf"(?:i\s+(?:will\s+)?)?accept\s+(?:the\s+)?{_OFFER}\s+(?:of|from|by)\s+(?P<name>{_WHO})"),
    ("accept", rf"{_DEAL}(?:i\s+)?accept\s+(?P<name>@?{SEATLIKE})(?:'s)?(?=\s*(?:{_PAIR}|$))"),
    (
        "accept",
        (
            rf"{_DEAL}(?:i\s+)?accept(?:\s+(?:it|this|that|(?:(?:the|your|his|her|their)\s+)?{_OFFER}))?"
            rf"(?=\s*(?:{_PAIR}|{_NUMBER}$|$))"
        ),
    ),
    (
        "end",
        (
            rf"i\s+(?:have\s+)?(?:chose|choose|chosen|want|wish)\s+to\s+end\s+{_BARGAIN}"
            rf"(?:\s+with\s+(?P<name>@?{SEATLIKE}))?$"
        ),
    ),
    (
        "end",
        (
            rf"{_DEAL}(?:end|decline|reject|withdraw)(?:\s+(?:it|{_BARGAIN}))?"
            rf"(?:\s+(?:with\s+|from\s+|of\s+)?(?P<name>@?{SEATLIKE})(?:'?s?'?\s+{_OFFER})?)?$"
        ),
    ),
    ("vote", r"(?:i\s+)?(?:vote\s+(?P<vote>yes|no)|(?P<veto>confirm|refuse))$"),
)
HEADS: Final = tuple((head, re.compile(pattern, FLAGS)) for head, pattern in _HEADS)
_I: Final = r"(?:i\s+(?:will|would\s+like\s+to|want\s+to|wish\s+to)|i'll|i'd\s+like\s+to|i)\s+"
_I_DO: Final = r"(?:i\s+will|i'll|i)\s+"
_WELL: Final = r"(?:ok|okay|yes|yeah|alright|well)\b,?\s+"
FRAME: Final[dict[bool, re.Pattern[str]]] = {
    True: re.compile(rf"(?:{_WELL}){{1,2}}(?:{_I_DO})?|{_I_DO}", FLAGS),
    False: re.compile(
        rf"(?:{_WELL}|(?:please|so|then|now|let\s+me|actually|instead|rather|no|sorry|wait)\b,?\s+){{1,3}}(?:{_I})?|{_I}",
        FLAGS,
    ),
}
"""Words that people say before an option. A "please" before one that cannot be undone is addressed to others."""
THANKS: Final = re.compile(r"(?<![\s,])[\s,]++(?:please|pls|thanks|thank\s+you|now|then)$", FLAGS)
_ORDER: Final = r"(end|accept|decline|reject|withdraw|propose|invite|counter|negotiate)"
BOTH: Final = re.compile(rf"{_ORDER}\b[^.!?\n]*?(?:,|\band\b|\bthen\b)\s+(?:then\s+)?{_ORDER}\b", FLAGS)
"""Two options in one sentence."""
KINDS: Final[dict[str, Head]] = {
    **dict.fromkeys(("end", "decline", "reject", "withdraw"), "end"),
    **dict.fromkeys(("propose", "invite", "negotiate"), "negotiate"),
    "accept": "accept",
    "counter": "counter",
}
COMMAND: Final = re.compile(r"/?(?:deal\s+)?(?:propose|counter|accept)\b.{0,60}\b(?:player|mine)\s?:", FLAGS)
NAMED: Final = re.compile(r"\b(?:player|mine)\s?:\s?", FLAGS)
MINE: Final = re.compile(r"\bmine\s?:\s?(\d{1,3})\s?%?(?![\d.,/])", FLAGS)
"""The options of a command, written out: `player:miner_0 mine:40`."""
AND_ANOTHER: Final = re.compile(rf"\s*(?:,|and|or|&)\s*(?:with\s+)?(@?{SEATLIKE})", FLAGS)
"""A second seat named right behind the first."""
GAIN: Final = re.compile(
    rf"\b(?P<who>{SEATLIKE}|\w+)\s+(?:will\s+|would\s+|shall\s+)?(?:gains?|gets?|takes?)\s+"
    r"(?P<number>[-+]?[\w.,]+(?:\s*%|\s+per\s?cent\b)?)",
    FLAGS,
)
SHORT: Final = re.compile(_PAIR, FLAGS)
BREAK: Final = re.compile(r"(?<=[.!?;])\s+|\n")
OPTION: Final = re.compile(
    r"negotiate|bargain|propos|offer|invite|counter|accept|\bend|decline|reject|withdraw|vote|confirm|refuse", FLAGS
)
"""Sentences without a match hold no option: most need no closer look."""
_FRESH: Final = r"(\A|(?<=\w)[^\w\n]*+\n)\W*+"
"""Only signs on this line and the ones before it. A match starts only behind a word, so each sign is scanned once."""
NUMBERED: Final = re.compile(rf"({_FRESH}(?:communication\s*:\s*)?)(?:option\s+)?[1-4][.):]\s+(?=[a-z])", FLAGS)
"""The number of an option, copied along with it."""
COMMUNICATION: Final = re.compile(rf"{_FRESH}communication\s*:", FLAGS)
LABEL: Final = re.compile(rf"{_FRESH}(?:action|communication)\s*:", FLAGS)
THOUGHTS: Final = re.compile(rf"{_FRESH}thoughts?\s*:", FLAGS)
"""The label of a model's thoughts. The first group ends where the line of the label begins."""
TRIM: Final = " \t\n.!?;,\"'"
PROPOSES: Final = re.compile(rf"{_WILL}propose\s+that\b", FLAGS)
WORDED: Final = re.compile(rf"(?<!\w)(?:{_IN_WORDS}\b|[-+]?\d[\d.,]*\s*%?)", FLAGS)
"""One number alone, or one in words."""
BARE: Final = re.compile(
    r"(?:(?:hey|hi|hello|ok|okay|so|no|well|then|please|and|yes)[\s,]+)?"
    r"(?:(?:i\s+)?(?:propose|offer|suggest|say)\s+|(?:how|what)\s+about\s+"
    r"|(?:let's\s+)?(?:do|say|make\s+it|share|split|ask|deal|team\s+up|partner|go)\s+(?:(?:with|for)\s+)?)?"
    rf"(?:(?P<before>@?{SEATLIKE})[\s,:]+(?:for\s+)?)?{_PAIR}"
    rf"(?:[\s,]+(?:(?:with|to|for)\s+)?(?P<after>@?{SEATLIKE}))?\s*[?.!]*",
    FLAGS,
)
"""Shares and nothing else, perhaps with a name."""
PAIRED: Final = re.compile(
    rf"(?:(?P<name>@?{SEATLIKE})[\s,:]+)?{_GAINS}[\s,;]*(?:(?:and|if)\s+)?{_GAINS}[\s.!?]*", FLAGS
)
"""Both sides' gains, and nothing else."""
