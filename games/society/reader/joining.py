"""Text to a coalition in the contract phase. Never raises, never guesses."""

import re
from typing import Final

from games.core.contract import Reading, Seat, Unclear
from games.language.text import odd_numerals
from games.society.reader import sentences
from games.society.reader.asking import settled
from games.society.reader.patterns import LABEL, SEATLIKE
from games.society.rules.moves import Join, Move
from games.society.view import View

_FLAGS: Final = re.IGNORECASE
_COALITION: Final = r"(?:coalition|slot|group)s?"
_WISH: Final = (
    r"/?(?:(?:ok|okay|please|then|now|well),?\s+)*"
    r"(?:i\s+(?:want|would\s+like|wish)\s+to\s+|i'd\s+like\s+to\s+|i\s+will\s+|i'll\s+|i'm\s+|i\s+"
    r"|let\s+me\s+)?(?:please\s+)?"
)
_JOIN: Final = re.compile(
    rf"{_WISH}(?P<verb>join(?:ing)?|stay(?:ing)?|enter|go|switch|move|change|be)\b(?:\s*(?:in|into|to|with|at|over))*"
    rf"\s*(?:(?:the\s+)?{_COALITION})?\s*(?:number|no\.?|nr\.?)?\s*#?\s*(?P<rest>.*)",
    _FLAGS | re.DOTALL,
)
_CERTAIN: Final = frozenset(("join", "joining", "stay", "staying", "enter", "go"))
"""These verbs mean a coalition by themselves; the others only with its number behind them."""
_HERE: Final = re.compile(r"(?:here|put|there|as\s+i\s+am|where\s+i\s+am)?\W*", _FLAGS)
_KEEP: Final = re.compile(r"/?(?:the\s+)?(?:same|keep|remain)(?:\s+(?:again|here|it|one|as\s+before))*\W*", _FLAGS)
_WHY: Final = re.compile(
    r"(?:please|pls|thanks|thank\s+you|now|then|again|too)(?:\W.*)?|(?:because|since|as|so|with|to\s+be\s+with|it|there|nobody)\b.*",
    _FLAGS | re.DOTALL,
)
_SEAT: Final = re.compile(rf"\b{SEATLIKE}\b", _FLAGS)
_BARE: Final = re.compile(
    r"(?:(?:i\s+|i'll\s+|i\s+will\s+)?(?:choose|pick|select|take|want|prefer)\s+|i(?:'d"
    r"|\s+would)\s+like\s+)?(?:the\s+)?"
    rf"(?:{_COALITION}\s*+)?(?:number\s++)?(?:#\s*+)?(\d{{1,3}})(?:[\s,]+(?:please|pls|thanks|then|for\s+me))?\W*",
    _FLAGS,
)
_IN_WORDS: Final = re.compile(
    rf"(?:{_COALITION}\s+)?(?:zero|one|two|three|four|five|six|seven|eight|nine|first|second|third)\W*", _FLAGS
)
_ALONE: Final = r"(?:no\s+coalition|none|nobody|nowhere|alone|by\s+myself|on\s+my\s+own)"
_LEAVE: Final = re.compile(rf"{_WISH}(?:(?:play|be|stay|go)\s+)?(?:leave|quit|{_ALONE})\b.{{0,30}}", _FLAGS)
_SLOT: Final = re.compile(r"[-+]?\d+(?:[.,]\d+)?")
_NOT_THAT: Final = re.compile(r"^(?:no,? )?not (?:coalition )?\d{1,3}[,;.]? (?:but |rather )?(?=\D{0,12}\d)", _FLAGS)
_WHOLE: Final = re.compile(r"[-+]?\d{1,3}")
_ANOTHER: Final = re.compile(rf"\b(?:join|enter|stay|go|switch|{_COALITION})\b", _FLAGS)


def read(view: View, text: str, typed: bool) -> Reading[Move] | Unclear | None:
    """Return the coalition in a cleaned-up text of the contract phase; None if it names none."""
    made = _read(view, text, typed)
    return settled(view, made, made.say) if typed and isinstance(made, Reading) and made.say else made


def _read(view: View, text: str, typed: bool) -> Reading[Move] | Unclear | None:
    answer, tagged = _answer(_NOT_THAT.sub("", text))
    lines = [line.strip(" .!\t\"'") for line in re.split(r"\n|(?<=[.!?])\s+", answer)]
    if any(_LEAVE.fullmatch(line) for line in lines):
        return Unclear("must_join", free=view.slots.empty())
    joins = [match for line in lines if (match := _join(line))]
    if not joins:
        return _without_verb(view, text, answer, tagged, typed)
    others = [line for line in lines if line and not _join(line)]
    if any(map(_names_another, others)):
        return Unclear("two_slots")
    said = "" if tagged or sentences.thinks(text) else " ".join(others)
    return _joined(view, joins, answer, said, typed and not tagged)


def _answer(text: str) -> tuple[str, bool]:
    """Return the text behind its last label, and whether it has one; `no. 2` becomes `number 2`."""
    tags = list(LABEL.finditer(text))
    answer = text[tags[-1].end() :].strip() if tags else text
    return re.sub(r"\b(no|nr)\.(?=\s*\d)", "number", answer, flags=_FLAGS), bool(tags)


def _without_verb(view: View, text: str, answer: str, tagged: bool, typed: bool) -> Reading[Move] | Unclear | None:
    if _KEEP.fullmatch(answer):
        return _stayed(view, "")
    bare = _BARE.fullmatch(answer)
    if bare is not None:
        return _number(view, int(bare[1]), asks=typed and not tagged)
    if tagged or _IN_WORDS.fullmatch(answer):
        return Unclear("slots", slots=filled(view))
    options = sentences.find(text)
    return Unclear("contract_phase", last=len(view.slots.seats) - 1) if options.heads or options.crowded else None


def _names_another(line: str) -> bool:
    line = line[:200]
    found = _ANOTHER.search(line)
    return found is not None and any(char.isdecimal() for char in line[found.end() :])


def _join(line: str) -> re.Match[str] | None:
    match = _JOIN.fullmatch(line)
    if match is None or match["verb"].lower() in _CERTAIN or _SLOT.match(match["rest"]):
        return match
    return None


def _joined(view: View, joins: list[re.Match[str]], answer: str, said: str, typed: bool) -> Reading[Move] | Unclear:
    asked = [_SEAT.sub(" ", match["rest"]) for match in joins]
    numbers = [number for rest in asked for number in _SLOT.findall(rest)]
    if odd_numerals(answer) or not all(_WHOLE.fullmatch(number) for number in numbers):
        return Unclear("slots", slots=filled(view))
    wanted = {int(number) for number in numbers}
    if len(wanted) > 1:
        return Unclear("two_slots")
    if not wanted:
        return _in_place(view, joins, said)
    if not _explains(asked):
        return Unclear("slots", slots=filled(view))
    slot = wanted.pop()
    if slot < 0:
        return Unclear("slot", last=len(view.slots.seats) - 1)
    return _number(view, slot, said, asks=typed and answer.rstrip().endswith("?") and not said)


def _explains(asked: list[str]) -> bool:
    """Return whether a number stands alone or beside a reason."""
    rest = " ".join(_SLOT.sub("", rest).strip(" .,:;!?\"'()[]") for rest in asked).strip()
    return not rest or _WHY.fullmatch(rest) is not None


def _in_place(view: View, joins: list[re.Match[str]], said: str) -> Reading[Move] | Unclear:
    """Return the meaning of joining without a number: staying here, or being alone."""
    if all(match["verb"].lower().startswith("stay") and _HERE.fullmatch(match["rest"].strip()) for match in joins):
        return _stayed(view, said)
    if re.fullmatch(rf"{_ALONE}\W*", joins[0]["rest"].strip(), _FLAGS):
        return Unclear("must_join", free=view.slots.empty())
    return Unclear("slots", slots=filled(view))


def _number(view: View, slot: int, said: str = "", *, asks: bool) -> Reading[Move]:
    # Refuse at once instead of asking about a choice that the rules refuse.
    asks = asks and slot < len(view.slots.seats) and view.slots.mover in (None, view.who)
    return Reading(Join(slot), said, f"join {slot}" if asks else "", "", f"Join coalition {slot}?" if asks else "")


def _stayed(view: View, said: str) -> Reading[Move] | Unclear:
    here = view.slots.slot(view.who) if view.seated else -1
    return Reading(Join(here), said) if here >= 0 else Unclear("must_join", free=view.slots.empty())


def numbered(text: str) -> bool:
    """Return whether a text names a coalition to join by its number."""
    join = _join(text.strip(" ."))
    return join is not None and bool(_SLOT.match(join["rest"]))


def filled(view: View) -> tuple[tuple[int, tuple[Seat, ...]], ...]:
    """Return every slot with its members."""
    return tuple((slot, view.slots.members(slot)) for slot in range(len(view.slots.seats)))
