"""Offers that leave words out, written out: "6 of mine for 3 of yours", "9 for 2", "2 wood 4 1 ore"."""

import re
from typing import Final

from msgspec.structs import astuple

from games.trading.domain import RESOURCES, Goods, Offer
from games.trading.reader.quantities import NAMES, bare_names, words_of

_NAME: Final = "|".join(NAMES)
_NUMBER: Final = r"[0-9]{1,4}|one|two|three|four|five|six|seven|eight|nine|ten"
_CUT: Final = rf"({_NUMBER}|an?) (?:of the |of your )?({_NAME})"
_CHAT: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(rf"\b({_NAME}) 4 (?=[0-9]|an? )"), r"\1 for "),
    (re.compile(rf"\b({_NAME}) n (?=[0-9]|an? )"), r"\1 and "),
    (re.compile(r"\bgiv\b"), "give"),
    (re.compile(r"\bif (i|you|we) (?:gave|offered|paid)\b"), r"if \1 give"),
    (re.compile(r"\bif (i|you|we) (?:sold|traded|swapped)\b"), r"if \1 trade"),
    (re.compile(rf"\b(?:knock|shave|take|cut|drop|leave) (?:off|out) {_CUT}\b"), r"\1 less \2"),
    (re.compile(rf"\b(?:knock|shave|take|cut|drop|leave) {_CUT} (?:off|out)\b"), r"\1 less \2"),
    (re.compile(rf"\b(?:minus|subtract) {_CUT}\b"), r"\1 less \2"),
)
"""Spellings of chats, what is only imagined, and what is taken off."""
_OWNED: Final = re.compile(rf"\b({_NUMBER}) of (mine|yours)\b")
_NUMBERS: Final = re.compile(
    rf"(?<![\w.,/-])([0-9]{{1,4}})( (?:{_NAME}))? for ([0-9]{{1,4}})(?![\w%/]|[.,][0-9])(?=[.,!?]| ?$| please\b| ok\b)"
)


def written_out(plain: str, base: Offer | None) -> str:
    """Return a canonical text in lower case with the goods named that its numbers count. `base`: the offer that is
    haggled over, from the speaker's side.
    """
    for short, usual in _CHAT:
        plain = short.sub(usual, plain)
    return _with_sides(_with_owners(plain), base)


def _with_owners(plain: str) -> str:
    """Return "6 of mine for 3 of yours" with the resources that the text names beside it, in their order."""
    counted = _OWNED.findall(plain)
    names = bare_names(words_of(plain)) if counted else []
    if not counted or len(counted) != len(names):
        return plain
    left = iter(names)
    return _OWNED.sub(lambda found: f"{found[1]} {next(left)} of {found[2]}", plain)


def _with_sides(plain: str, base: Offer | None) -> str:
    """Return "9 for 2" with the resources of the offer that is haggled over, if it has one on each side."""
    found = _NUMBERS.search(plain)
    sides = None if base is None else (_only(base.give), _only(base.get))
    if found is None or sides is None or None in sides:
        return plain
    (give, given), (get, got) = (side for side in sides if side is not None)
    first, named, second = int(found[1]), (found[2] or "").strip(), int(found[3])
    if named:
        turned = NAMES[named] == get
        if not turned and NAMES[named] != give:
            return plain
    else:
        turned = (first == got and second != got) or (second == given and first != given)
    one, other = (get, give) if turned else (give, get)
    return f"{plain[: found.start()]}{first} {_spelt(one)} for {second} {_spelt(other)}{plain[found.end() :]}"


def _only(goods: Goods) -> tuple[int, int] | None:
    """Return the one resource in goods by its index, with its number."""
    some = [(at, number) for at, number in enumerate(astuple(goods)) if number]
    return some[0] if len(some) == 1 else None


def _spelt(at: int) -> str:
    return RESOURCES[at].lower()
