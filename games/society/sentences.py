"""The four sentences of the negotiation and their shorthands, found in a cleaned-up text (society.md 3.1, 3.4).

Only the words: which option is meant, whom it names, which shares it gives. What that amounts to in a bargain is the
reader's business. An option must stand at the beginning of a sentence: "I do not accept …" is talk.
"""

import re
from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from games.core import Seat
from games.text import canon, unmark, unquoted

Head = Literal["end", "accept", "counter", "negotiate", "vote"]
NAMES: Final = {"end": "End", "accept": "Accept", "counter": "New proposal", "negotiate": "Negotiate", "vote": "Vote"}
"""Options as replies name them."""

_FLAGS: Final = re.IGNORECASE
_SEATLIKE: Final = r"(?:carpenter|miner)s?[\s_#-]*\d{1,3}"
_WHO: Final = rf"(?:@?{_SEATLIKE}|@?\w+)"
_NOT_THE: Final = r"(?!(?:the|your|this|that|an?|any|my|no)\b)"
_NUMBER: Final = r"[-+]?\d[\d.,]*\s*(?:%|per\s?cent\b)?"
_PAIR: Final = rf"(?P<first>{_NUMBER})\s*[/:]\s*(?P<second>{_NUMBER})"
_DEAL: Final = r"/?(?:deal\s+)?"
_BARGAIN: Final = r"(?:this|the|our|my)\s+(?:bargain|bargaining|negotiation|offer|invitation)"
_WILL: Final = r"(?:i\s+(?:will|want\s+to|would\s+like\s+to)|i'll|i'd\s+like\s+to)\s+"

_HEADS: Final[tuple[tuple[Head, re.Pattern[str]], ...]] = (
    ("negotiate", re.compile(rf"{_WILL}negotiate\s+with\s+(?P<name>{_WHO})", _FLAGS)),
    ("negotiate", re.compile(rf"(?:negotiate|bargain)\s+with\s+(?P<name>@?{_SEATLIKE})", _FLAGS)),
    (
        "negotiate",
        re.compile(
            rf"{_DEAL}(?:propose|invite|offer)\s+(?:to\s+)?(?:(?P<name>@?{_SEATLIKE})\b|(?P<other>@?\w+)(?=\s+{_PAIR}))",
            _FLAGS,
        ),
    ),
    ("counter", re.compile(rf"{_WILL}make\s+(?:a|another)\s+new\s+proposal\b", _FLAGS)),
    (
        "counter",
        re.compile(
            rf"{_DEAL}counter(?:[\s-]*offer)?(?:\s+(?P<name>@?{_SEATLIKE}))?\s*:?(?=\s*(?:{_PAIR}|[-+]?\d|$))", _FLAGS
        ),
    ),
    (
        "accept",
        re.compile(rf"(?:i\s+(?:will\s+)?)?accept\s+(?P<name>{_NOT_THE}{_WHO})'?s?'?\s+(?:proposal|offer)\b", _FLAGS),
    ),
    (
        "accept",
        re.compile(
            rf"(?:i\s+(?:will\s+)?)?accept\s+(?:the\s+)?(?:proposal|offer|deal)\s+(?:of|from|by)\s+(?P<name>{_WHO})",
            _FLAGS,
        ),
    ),
    ("accept", re.compile(rf"{_DEAL}(?:i\s+)?accept\s+(?P<name>@?{_SEATLIKE})(?:'s)?(?=\s*(?:{_PAIR}|$))", _FLAGS)),
    (
        "accept",
        re.compile(
            rf"{_DEAL}(?:i\s+)?accept(?:\s+(?:it|this|that|the\s+(?:offer|proposal|deal)|your\s+(?:offer|proposal)))?"
            rf"(?=\s*(?:{_PAIR}|$))",
            _FLAGS,
        ),
    ),
    (
        "end",
        re.compile(
            rf"i\s+(?:have\s+)?(?:chose|choose|chosen|want|wish)\s+to\s+end\s+{_BARGAIN}"
            rf"(?:\s+with\s+(?P<name>@?{_SEATLIKE}))?$",
            _FLAGS,
        ),
    ),
    (
        "end",
        re.compile(
            rf"{_DEAL}(?:end|decline|reject|withdraw)(?:\s+(?:it|{_BARGAIN}))?"
            rf"(?:\s+(?:with\s+|from\s+)?(?P<name>@?{_SEATLIKE}))?$",
            _FLAGS,
        ),
    ),
    ("vote", re.compile(r"(?:i\s+)?(?:vote\s+(?P<vote>yes|no)|(?P<veto>confirm|refuse))$", _FLAGS)),
)
_AND_ANOTHER: Final = re.compile(rf"\s*(?:,|and|or|&)\s*(?:with\s+)?(@?{_SEATLIKE})", _FLAGS)
"""A second seat named right behind the first."""
_GAIN: Final = re.compile(
    rf"\b(?P<who>{_SEATLIKE}|\w+)\s+(?:will\s+|would\s+|shall\s+)?(?:gains?|gets?)\s+"
    r"(?P<number>[-+]?[\w.,]+(?:\s*%|\s+per\s?cent\b)?)",
    _FLAGS,
)
_SHORT: Final = re.compile(_PAIR, _FLAGS)
_BREAK: Final = re.compile(r"(?<=[.!?;])\s+|\n")
_NUMBERED: Final = re.compile(
    r"^([\s\W]*(?:communication\s*:\s*)?)(?:option\s+)?[1-4][.):]\s+(?=[a-z])", _FLAGS | re.MULTILINE
)
"""The number of an option, copied along with it."""
_COMMUNICATION: Final = re.compile(r"^[\s\W]*communication\s*:", _FLAGS | re.MULTILINE)
_THOUGHTS: Final = re.compile(r"^[\s\W]*thoughts?\s*:", _FLAGS | re.MULTILINE)
_TRIM: Final = " \t\n.!?;,\"'"
_PROPOSES: Final = re.compile(rf"{_WILL}propose\s+that\b", _FLAGS)
_BARE: Final = re.compile(rf"{_PAIR}\s*[?.!]*", _FLAGS)


class Share(Struct, frozen=True):
    """Who gains how much, as it was written."""

    who: str
    number: str


class Found(Struct, frozen=True):
    """What a text holds. `names` are those that options name; `talk` is all that belongs to no option.

    `tagged`: the answer stood behind `Communication:`. `proposes`: shares without an option before them.
    """

    heads: tuple[Head, ...]
    names: tuple[str, ...]
    shares: tuple[Share, ...]
    talk: str
    tagged: bool
    thinks: bool
    yes: bool
    proposes: bool
    bare: bool


def cleaned(text: str) -> str:
    """A text without what platforms and models put round it."""
    text = unmark(unquoted(canon(text)))
    text = text.replace("`", " ").replace("<", " ").replace(">", " ")
    return _NUMBERED.sub(r"\1", text).strip(' \n\t"')


def find(text: str) -> Found:
    """The options in a cleaned-up text."""
    tags = list(_COMMUNICATION.finditer(text))
    thinks = bool(_THOUGHTS.search(text))
    if tags:
        text = _THOUGHTS.split(text[tags[-1].end() :])[0]
    elif thinks:
        text = _THOUGHTS.sub("", text)
    heads: list[Head] = []
    names: list[str] = []
    talk: list[str] = []
    yes = True
    spoken = []
    for sentence in _BREAK.split(text):
        bare = sentence.strip(_TRIM)
        found = next(((head, m) for head, pattern in _HEADS if (m := pattern.match(bare))), None)
        if found is None or not _meant(*found, sentence):
            spoken.append(sentence.strip())
            continue
        head, match = found
        groups = match.groupdict()
        name = groups.get("name") or groups.get("other")
        if head not in heads or (name and name not in names and head != "end"):
            heads.append(head)
        if name:
            names.append(name)
            another = _AND_ANOTHER.match(bare, match.end())
            names += [another[1]] if another else []
        if head == "vote":
            yes = (groups["vote"] or groups["veto"]).lower() in ("yes", "confirm")
        spoken.append(bare[match.end() :])
    shares = tuple(_shares(" ".join(spoken), bool(heads))) if heads or _PROPOSES.search(text) else ()
    proposes = not heads and len(shares) == 2
    for part in spoken:
        rest = part.strip()
        if rest.strip(_TRIM) and not (
            (heads or proposes) and (_GAIN.search(rest) or _SHORT.search(rest) or _filler(rest))
        ):
            talk.append(rest)
    whole = _BARE.fullmatch(text.strip()) if not heads else None
    if whole is not None:
        shares = (Share("i", whole["first"]), Share("you", whole["second"]))
    return Found(
        tuple(heads),
        tuple(names),
        shares,
        # What a model thinks is for nobody's ears.
        "" if tags or thinks else " ".join(talk),
        bool(tags),
        thinks,
        yes,
        proposes,
        whole is not None,
    )


def _shares(text: str, short: bool) -> Iterable[Share]:
    clauses = [Share(m["who"], m["number"]) for m in _GAIN.finditer(text)]
    if clauses or not short:
        return clauses
    pair = _SHORT.search(text)
    return (Share("i", pair["first"]), Share("", pair["second"])) if pair else ()


def _meant(head: Head, match: re.Match[str], sentence: str) -> bool:
    """Whether what cannot be undone is said outright: not as a question, nor with an "if" behind it."""
    if head not in ("accept", "end", "vote"):
        return True
    rest = match.string[match.end() :].strip(_TRIM)
    plain = head != "accept" or not rest or _filler(rest) or _GAIN.search(rest) or _SHORT.search(rest)
    return bool(plain) and not sentence.rstrip().endswith("?")


def _filler(rest: str) -> bool:
    return rest.strip(_TRIM).lower() in ("reward", "bargain", "negotiation", "please", "and", "with", "for")


_COUNT: Final = re.compile(r"([-+]?\d{1,4})\s*(?:%|per\s?cent)?", _FLAGS)


def percent(number: str) -> int | None:
    """A percentage in whole numbers; None for anything else, such as `forty` or `0.4`."""
    match = _COUNT.fullmatch(number.strip())
    return int(match[1]) if match and match[1] not in ("+", "-") else None


def thinks(text: str) -> bool:
    """Whether a text is in the format of models, with its thoughts written out."""
    return bool(_THOUGHTS.search(text))


def seat_named(name: str, seats: tuple[Seat, ...]) -> Seat | None:
    """The seat that a name stands for: `miner_0`, `Miner 0`, `miner0`, `@miner-0`."""
    match = re.fullmatch(r"@?(carpenter|miner)s?[\s_#-]*(\d{1,3})", name.strip(), _FLAGS)
    if match is None:
        return None
    wanted = f"{match[1].lower()}_{int(match[2])}"
    return next((seat for seat in seats if seat == wanted), None)


# --- the same, written ------------------------------------------------------------------------------------------------


def negotiate(to: str, mine: int) -> str:
    return f"I will negotiate with {to}. I will propose that {_gains(to, mine)}"


def counter(to: str, mine: int) -> str:
    return f"I will make a new proposal. I will propose that {_gains(to, mine)}"


def accept(whose: str, mine: int) -> str:
    return f"Accept {whose}'s proposal. I will gain {mine}% reward and {whose} will gain {100 - mine}% reward."


END: Final = "End. I chose to end this bargain."


def _gains(other: str, mine: int) -> str:
    return f"I gain {mine}% reward and {other} will gain {100 - mine}% reward."
