"""Plain words in the contract phase: a coalition named by its members, by an ordinal, or as the empty one."""

import re
from typing import Final

from games.core.contract import Reading, Seat, Unclear
from games.society.reader.seats import named
from games.society.rules.contract import NOWHERE
from games.society.rules.moves import Join, Move, Pass
from games.society.view import View

Read = Reading[Move] | Unclear

LONGEST: Final = 200
_SEAT: Final = r"(?:carpenter|miner)_\d"
_LEAD: Final = (
    r"(?:(?:ok|okay|well|then|so|please|now|yes|yeah|sure|hey|hi|let me|let's|i think|i guess)[\s,]+)*"
    r"(?:(?:put|let|take|get|add|place) me(?: in| into| to| with| join)*\s+|im\s+|i'm\s+|i'd rather\s+)?(?:i(?:'ll|'d like to|'d love to|'m going to|'m gonna| will| want to| would like to| wanna| choose to| am going to)?\s+)?"
)
_JOIN: Final = r"(?:with|join(?:ing)?(?: in)?(?: with| up with)?|go(?:ing)? (?:with|to)|team(?:ing)? up with|be with|move to|switch to|stay with|side with|pick|choose|take|enter)"
_FIRM: Final = re.compile(
    rf"{_LEAD}{_JOIN} (?P<who>{_SEAT}(?:(?:,| and|, and| &) {_SEAT})*)(?:'s)?(?: (?:coalition|group|team|side|slot))?(?: please| then| now| again)?[\s.!]*"
)
_THEIRS: Final = re.compile(
    rf"{_LEAD}(?:(?:in|into|to|join|with)\s+)?(?P<who>{_SEAT})'s (?:coalition|group|team|side|slot|one)(?: please| then| now| again)?[\s.!]*"
)
_HEDGE: Final = re.compile(r"\b(?:maybe|perhaps|probably|i guess|i suppose|i think)\b[\s,]*")
_TALKS: Final = re.compile(r"^(?:should|shall|can|could|why|what|who|how|is|are|did|do|does|would|will)\b")
_WITH: Final = re.compile(rf"\b(?:join|with|team|group|coalition|side|together|follow|partner)\b|^{_SEAT}[\s.!?]*$")
_ALONE: Final = re.compile(
    rf"{_LEAD}(?:(?:be|stay|go|play|join|work|remain|take|pick|choose|start|open|found|make|i am|i'm)\s+)?"
    r"(?:alone|solo|on my own|by myself|myself|nobody|no one|(?:in |to )?(?:an?|the|my own|a new|my) ?(?:first )?(?:empty|new|free|own)(?: (?:one|coalition|slot|group|team))?)[\s.!]*"
)
_STAY: Final = re.compile(
    rf"{_LEAD}(?:stay(?:ing)?|remain|keep(?:ing)?|stick|same|no change|nothing|pass|skip|do nothing|not moving|don't move|leave it)"
    r"(?: (?:here|put|there|it|this|that|where i am|as i am|as it is|with (?:it|this|that)|same|again|my (?:place|coalition|spot)|as before|in place|for now|please|this (?:turn|round|time|one)))*[\s.!]*"
)
_ORDINALS: Final = {
    word: number
    for number, words in enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven"))
    for word in words.split()
}
_NUMBERED: Final = re.compile(
    rf"{_LEAD}(?:{_JOIN} )?(?:the )?(?:coalition|group|slot|team|number)?[\s#]*(?:number |no\.? ?)?"
    rf"(?P<number>\d|{'|'.join(_ORDINALS)})(?: (?:please|then|now|again|coalition|group))?[\s.!?]*"
)


def read(view: View, text: str) -> Read | None:
    """Return the coalition in a text, with seats by their ids; None if it names none in plain words."""
    if len(text) > LONGEST or view.slots.mover not in (None, view.who):
        return None
    plain = " ".join(text.lower().split())
    if _TALKS.match(plain) or (re.search(r"\b(?:not|never|don't|won't|can't)\b", plain) and not _STAY.fullmatch(plain)):
        return None
    hedged = _HEDGE.search(plain) is not None
    plain = _HEDGE.sub("", plain).strip(" ,.!")
    if _STAY.fullmatch(plain):
        here = view.slots.slot(view.who)
        return Reading(Join(here) if here != NOWHERE else Pass())
    if _ALONE.fullmatch(plain):
        return _alone(view)
    if found := _FIRM.fullmatch(plain) or _THEIRS.fullmatch(plain):
        return _theirs(view, named(found["who"], view.terms.seats), asks=hedged)
    if found := _NUMBERED.fullmatch(plain):
        slot = _ORDINALS.get(found["number"], -1) if found["number"].isalpha() else int(found["number"])
        if slot >= len(view.slots.seats):
            return None
        # A number alone may be anything; beside other words it is a coalition's.
        clear = not hedged and "?" not in plain and len(plain.split()) > 1
        return Reading(Join(slot)) if clear else _asked(slot, f"Join coalition {slot}?")
    names = tuple(seat for seat in named(plain, view.terms.seats) if seat != view.who)
    if (
        names
        and _WITH.search(plain)
        and len(plain.split()) <= 12
        and not re.search(r"\b(?:is|are|was|looks?|seems?)\b", plain)
    ):
        return _theirs(view, names, asks=True)
    return None


def _alone(view: View) -> Read:
    slots = view.slots
    here = slots.slot(view.who)
    if here != NOWHERE and slots.members(here) == (view.who,):
        return Reading(Join(here))
    free = slots.empty()
    return _asked(free[0], f"Join {free[0]}, where nobody is?") if free else Unclear("must_join", free=free)


def _theirs(view: View, names: tuple[Seat, ...], *, asks: bool) -> Read:
    """Return the coalition of the named seats; they must be in the same one."""
    others = tuple(seat for seat in names if seat != view.who)
    found = {view.slots.slot(seat) for seat in others}
    if not others:
        return Unclear("self")
    if len(found) > 1:
        return Unclear("name_mix", names=others)
    slot = found.pop()
    if slot == NOWHERE:
        return Unclear("unplaced", other=others[0], free=view.slots.empty())
    return _asked(slot, f"Join coalition {slot}, with {others[0]}?") if asks else Reading(Join(slot))


def _asked(slot: int, question: str) -> Reading[Move]:
    return Reading(Join(slot), "", f"join {slot}", "", question)
