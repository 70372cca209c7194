"""Plain words in the contract phase: a coalition named by its members, by a number in words, or as the empty one."""

import re
from typing import Final

from games.core.contract import Reading, Seat, Unclear
from games.language import hedges
from games.society.reader.vocabulary import listed
from games.society.rules.contract import NOWHERE
from games.society.rules.moves import Join, Move, Pass
from games.society.view import View

Read = Reading[Move] | Unclear

LONGEST: Final = 200
_WORD: Final = re.compile(r"(?:carpenter|miner)_\d|\d{1,3}|[^\W\d_]+(?:'[^\W\d_]+)?")
_LEAD: Final = listed(
    """
    ok okay well then so please pls now yes yeah sure hey hi hello i i'll i'd i'm im ill will want to would like
    let me let's lets going gonna wanna be think guess rather put get add place love move switch and no for in into
    """
)
_ROLE: Final = re.compile(r"\b(carpenter|miner)s\b(?![\s_#-]*\d)")
"""A whole role: `the miners` are all of them."""
_TO_OTHERS: Final = re.compile(
    r"(?:(?:hey|hi|ok|please)[\s,]+)?@?(?:carpenter|miner)_\d[\s,:]+(?:please |pls |just )?"
    r"(?:join|come|follow|choose|take|pick|go|stay|switch|move)\b"
)
"""A coalition that another player should choose."""
_TAIL: Final = listed("please pls then now again thanks thank you too here for me i")
_STAYS: Final = listed("stay staying remain keep keeping stick same nothing pass skip unchanged not")
_STAY: Final = _STAYS | listed(
    """
    here put there it mine this that where am as is with same again my place coalition spot before in for turn round
    time one do change no moving move don't i the group team"
    """
)
_UNCHANGED: Final = frozenset(
    ("no change", "no changes", "don't move", "don't change", "not moving", "don't change it")
)
_ALONE: Final = listed("alone solo myself nobody own empty new free")
_ANEW: Final = listed("empty new free")
_ALONE_TOO: Final = _ALONE | listed(
    """
    be stay go play join work remain take pick choose start open found make am on my by the a an first one
    coalition slot group team in to of no with"
    """
)
_JOINS: Final = listed(
    """
    join joining with go going team enter take pick choose side move switch stay be partner follow come coming
    """
)
_JOIN: Final = _JOINS | listed(
    """
    and up in to the s coalition group team side slot one same as who of both you two"
    """
)
_TIES: Final = listed("join joining with team partner same s side follow coalition group slot")
_NUMBERS: Final = {
    word: number for number, word in enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven"))
}
_NUMBERED: Final = listed(
    """
    join joining enter take pick choose go coalition group slot team number no the me to in one
    """
)
_ASKS: Final = listed("should shall can could why what who how is are did do does would when where")
_MAY: Final = listed("may can could")
_ABOUT: Final = listed("is are was were looks look seems seem has have because")
_AGAINST: Final = listed("not never don't won't can't cannot dont wont")


def read(view: View, text: str) -> Read | None:
    """Return the coalition in a text, with seats by their ids; None if it names none in plain words."""
    if len(text) > LONGEST or view.slots.mover not in (None, view.who):
        return None
    plain = text.lower()
    if _TO_OTHERS.match(plain):
        return None
    said = _WORD.findall(_ROLE.sub(lambda role: _all_of(view, role[1]), plain))
    wonders = "?" in text or bool(_ASKS.intersection(said[:2]))
    if wonders and not _proposes(said):
        return None
    if " ".join(said) in _UNCHANGED:
        return _meant(view, said, ["stay"], False)
    words = _core([word for word in said if word not in hedges.WORDS and word not in _MAY])
    return _meant(view, said, words, wonders or bool(hedges.WORDS.intersection(said))) if words else None


def _meant(view: View, said: list[str], words: list[str], hedged: bool) -> Read | None:
    if words[0] in _STAYS and _STAY.issuperset(words):
        here = view.slots.slot(view.who)
        return Reading(Join(here) if here != NOWHERE else Pass())
    if _AGAINST.intersection(words):
        return None
    if _ALONE.intersection(words) and _ALONE_TOO.issuperset(words):
        return _alone(view, anew=bool(_ANEW.intersection(words)))
    names = tuple(seat for seat in view.terms.seats if seat in words and seat != view.who)
    return _with(view, names, said, words, hedged) if names else _numbered(view, words, hedged or len(said) < 2)


def _proposes(said: list[str]) -> bool:
    """Return whether a question proposes a coalition: `may I join 2?`, `perhaps with Gina?`"""
    if _MAY.intersection(said) and "join" in said:
        return True
    return bool(hedges.WORDS.intersection(said[:1])) and not _ASKS.intersection(said[:2])


def _all_of(view: View, role: str) -> str:
    """Return the other seats of a role."""
    return " ".join(seat for seat in view.terms.seats if seat.startswith(role) and seat != view.who)


def _core(words: list[str]) -> list[str]:
    """Return the words without the polite ones round them."""
    start = next((at for at, word in enumerate(words) if word not in _LEAD), len(words))
    end = next((at for at in range(len(words), start, -1) if words[at - 1] not in _TAIL), start)
    return words[start:end]


def _numbered(view: View, words: list[str], unsure: bool) -> Read | None:
    found = [word for word in words if word.isdecimal() or word in _NUMBERS]
    if len(found) != 1 or not set(words) <= _NUMBERED | set(found):
        return None
    slot = int(found[0]) if found[0].isdecimal() else _NUMBERS[found[0]]
    if slot >= len(view.slots.seats):
        return None
    # A number alone may be anything; beside other words it is a coalition's.
    return _asked(slot, f"Join coalition {slot}?") if unsure else Reading(Join(slot))


def _alone(view: View, *, anew: bool) -> Read:
    """Return the coalition of a seat that wants to be alone: the one that it has to itself, or `anew` an empty one."""
    slots = view.slots
    here = slots.slot(view.who)
    if here != NOWHERE and slots.members(here) == (view.who,) and not anew:
        return Reading(Join(here))
    free = slots.empty()
    return _asked(free[0], f"Join {free[0]}, where nobody is?") if free else Unclear("must_join", free=free)


def _with(view: View, names: tuple[Seat, ...], said: list[str], words: list[str], hedged: bool) -> Read | None:
    """Return the coalition of the named seats; they must be in the same one."""
    others = {word for word in words if word not in view.terms.seats}
    strange = bool(others - _JOIN)
    if _ABOUT.intersection(words) or len(words) > 12 or (strange and not _JOINS.intersection(others)):
        return None
    found = {view.slots.slot(seat) for seat in names}
    if len(found) > 1:
        return Unclear("name_mix", names=names)
    return _joined(found.pop(), names[0], said, others, hedged)


def _joined(slot: int, other: Seat, said: list[str], others: set[str], hedged: bool) -> Read | None:
    """Return the coalition of a named seat; None if another number is beside it."""
    if any(word.isdecimal() and int(word) != slot for word in others):
        return None
    if slot == NOWHERE:
        return Unclear("unplaced", other=other)
    strange = bool(others - _JOIN)
    tied = bool(_TIES.intersection(others) or {"in", "into", "with", "to"}.intersection(said))
    sure = tied and not strange and not hedged
    return Reading(Join(slot)) if sure else _asked(slot, f"Join coalition {slot}, with {other}?")


def _asked(slot: int, question: str) -> Reading[Move]:
    return Reading(Join(slot), "", f"join {slot}", "", question)
