"""Shares in plain words: `50 50`, `half half`, `sixty for me`, `I'll give her 60`. Nothing here is rounded.

Words are looked at one by one, so the time is linear in the length of a text.
"""

import re
from typing import Final

from msgspec import Struct

_NUMBERS: Final = {
    word: number
    for words, number in (
        ("zero", 0), ("ten", 10), ("twenty", 20), ("thirty", 30), ("forty", 40), ("fourty", 40), ("fifty", 50),
        ("sixty", 60), ("seventy", 70), ("eighty", 80), ("ninety", 90), ("hundred", 100),
    )
    for word in words.split()
}  # fmt: skip
_HALVES: Final = re.compile(
    r"\b(?:half|halves|halfs|halfsies|halvsies|even(?:ly|s)?|equal(?:ly|s)?|fairly|fifty each|50 ?%? each"
    r"|fair split|fair share)\b"
)
_UNEVEN: Final = re.compile(
    r"\b(?:the )?(?:(?P<more>bigger|larger|greater)|(?P<less>smaller|lesser)|better) (?:half|part|share|piece)\b"
    r"|\b(?P<bound>at least|at most|(?<=\bno )(?:more|less) than)(?: a)? half\b"
    r"|\b(?:more|less|better|over|under|above|below)(?: than)?(?: a)? half\b"
)
"""Parts that are no half, nor any number by themselves: "the bigger half". A half is the `bound` of some of them."""
_FAVOUR: Final = re.compile(
    r"\b(?:in |to |for )?(?P<your>your|my|his|her|their) (?:favou?r|advantage|benefit)\b"
    r"|\bfavou?r of (?P<whom>you|me|her|him|them|(?:carpenter|miner)_\d)\b"
    r"|\b(?:in )?(?P<name>(?:carpenter|miner)_\d)(?:'s)? favou?r\b"
    r"|\b(?P<way>your|my|his|her|their) way\b|\bmore (?:for|to) (?P<most>you|me)\b"
)
"""Words that say whose the bigger part is."""
_PARTS: Final = (
    (re.compile(r"\b(?:two|2) ?/? ?thirds?\b|(?<![\d/])2/3(?![\d/])"), 67),
    (re.compile(r"\b(?:a|one|1) ?-?third\b|(?<![\d/])1/3(?![\d/])"), 33),
    (re.compile(r"\b(?:three|3) ?-?quarters?\b|(?<![\d/])3/4(?![\d/])"), 75),
    (re.compile(r"\b(?:a|one|1) ?-?quarter\b|(?<![\d/])1/4(?![\d/])"), 25),
)
_TOKEN: Final = re.compile(r"(?:carpenter|miner)_\d|\d+(?:[.,]\d+)?|[^\W\d_]+(?:'[^\W\d_]+)?|[%/:,;.!?&+-]")
_SEAT: Final = re.compile(r"(?:carpenter|miner)_\d")
_ME: Final = frozenset("i me mine my myself i'll i'd i'm us we".split())  # noqa: SIM905
_YOU: Final = frozenset("you your yours u ya you'll you'd her him them she he they hers his theirs yourself".split())  # noqa: SIM905
_GAINS: Final = frozenset(
    "get gets take takes keep keeps have has gain gains want wants would will receive receives need needs like 'll 'd "  # noqa: SIM905
    "can could should shall deserve got getting taking only just about around a an the at = is with some".split()
)
_LOOSE: Final = frozenset("at with only just about around a an the some is".split())  # noqa: SIM905
"""Words that may stand between a share and its owner, but say nothing of it."""
_GIVES: Final = frozenset("give gives giving offer offers offering leave leaves hand pay send let lets".split())  # noqa: SIM905
_THINGS: Final = frozenset(
    "wood stone stones hammer hammers coal torch torches iron step steps round rounds tick ticks".split()  # noqa: SIM905
)
_STEPS: Final = frozenset(("step", "steps", "round", "rounds", "tick", "ticks"))
_UNITS: Final = frozenset(("%", "percent", "per", "cent", "goes", "share"))
_BEHIND: Final = _UNITS | frozenset("of it the pot everything all total is are go should be will".split())  # noqa: SIM905
"""Words that may stand between a share and its owner behind it."""
_OWNED: Final = frozenset("mine yours hers his theirs".split())  # noqa: SIM905
_MODEST: Final = frozenset("only just can could would will may might 'd 'll at most about".split())  # noqa: SIM905
"""Words that may stand beside a verb of giving."""
_NEAR: Final = 4


class Split(Struct, frozen=True):
    """Shares in a text: the percentage of the speaker's side, and whether both numbers were written.

    `even`: words say that both get the same. `flaw` says why shares cannot count: `sum` (of two numbers), `range`,
    `many`, `number`.
    """

    mine: int = 0
    both: bool = False
    even: bool = False
    flaw: str = ""
    sum: int = 0


def split(text: str, me: str) -> Split | None:
    """Return the shares in a text in small letters, with seats by their ids; None if it names none. `me`: the seat."""
    part = _in_parts(text, me)
    if part is not None:
        return part
    tokens = _TOKEN.findall(_sided(text))
    found = {at: number for at in range(len(tokens)) if (number := _number(tokens, at)) is not None}
    numbers = list(found.values())
    even = _HALVES.search(_UNEVEN.sub(" ", text)) is not None
    if not numbers and _UNEVEN.search(text):
        return _bounded(text)
    if even and numbers in ([], [50]):
        return Split(50, even=True)
    if len(numbers) == 3:
        return _said_again(tokens, list(found), numbers, me)
    if len(numbers) > 2 or (even and numbers[:1] not in ([], [50])):
        return Split(flaw="many")
    if any({".", ","}.intersection(tokens[at]) for at in found):
        return Split(flaw="number")
    return _owned(tokens, list(found), numbers, me) if numbers else None


def _bounded(text: str) -> Split:
    """Return the shares in words about an uneven part, without a number: half if that is the bound of what is meant."""
    return Split(50) if all(part["bound"] for part in _UNEVEN.finditer(text)) else Split(flaw="many")


def _sided(text: str) -> str:
    """Return a text in which words about the bigger part are followed, or replaced, by its number and its owner:
    `70/30 in your favour` becomes `70/30, you get 70`.
    """
    words = _UNEVEN.sub(" ", _FAVOUR.sub(" ", text))
    tokens = _TOKEN.findall(words)
    numbers = [number for at in range(len(tokens)) if (number := _number(tokens, at)) is not None]
    if len(numbers) != 2:
        favour = _FAVOUR.search(text) if len(numbers) == 1 else None
        return _UNEVEN.sub(" ", text if favour is None or favour["most"] else f"{words} for {_favoured(favour)}")
    ends = [f", {_favoured(favour)} get {max(numbers)}" for favour in _FAVOUR.finditer(text)]
    return _UNEVEN.sub(lambda part: _part(part, numbers), _FAVOUR.sub(" ", text)) + "".join(ends[:1])


def _favoured(favour: re.Match[str]) -> str:
    return "me" if {"my", "me"}.intersection(favour.groups()) else favour["whom"] or favour["name"] or "you"


def _part(part: re.Match[str], numbers: list[int]) -> str:
    return f" {max(numbers)} " if part["more"] else f" {min(numbers)} " if part["less"] else " "


def _said_again(tokens: list[str], places: list[int], numbers: list[int], me: str) -> Split:
    """Return two shares of which one is said again with its owner: `70 30 with miner_0, i get 70`."""
    for again, pair in ((2, numbers[:2]), (0, numbers[1:])):
        owner = _owner(tokens, places[again], me)
        if owner and sum(pair) == 100 and numbers[again] in pair:
            return Split(numbers[again] if owner == "me" else 100 - numbers[again], both=True)
    return Split(flaw="many")


def _owned(tokens: list[str], places: list[int], numbers: list[int], me: str) -> Split:
    owners = [_owner(tokens, at, me) for at in places]
    if len(places) == 1:
        return _one(numbers[0], owners[0])
    return _two(numbers, _in_pair(tokens, places[0], places[1], owners, me))


def _number(tokens: list[str], at: int) -> int | None:
    token = tokens[at]
    if token in _NUMBERS:
        number = _NUMBERS[token]
    elif token[0].isdigit():
        number = int(re.split("[.,]", token)[0][:4])
    else:
        return None
    behind = next((t for t in tokens[at + 1 : at + 3] if t != "%"), "")
    return None if behind in _THINGS or _counts(tokens, at, number) else number


def _counts(tokens: list[str], at: int, number: int) -> bool:
    """Return whether a number counts steps or things: "step 2 of 8" at the beginning, "steps of ten", "wood 5". In
    "this step 60" it is a share, and "60/40 in step 3" is no answer to 60/40.
    """
    before = tokens[max(at - 3, 0) : at]
    if before[-1:] == ["of"]:
        return not _STEPS.isdisjoint(before)
    whole = tokens[at + 1 : at + 2] == ["of"] and tokens[at + 2 : at + 3] != [] and tokens[at + 2][0].isdigit()
    if number % 10 == 0 and not whole:
        return False
    return (at == 1 and tokens[0] in _STEPS) or not (_THINGS - _STEPS).isdisjoint(before[-1:])


def _owner(tokens: list[str], at: int, me: str) -> str:
    """Return the owner of the share in a number: `me`, `you`, or "" if the words beside it do not say."""
    return _owner_behind(tokens, at, me) or _owner_before(tokens, at, me)


def _owner_behind(tokens: list[str], at: int, me: str) -> str:
    behind = [token for token in tokens[at + 1 : at + 9] if token not in _UNITS]
    while behind and behind[0] in _BEHIND:
        behind.pop(0)
    if len(behind) > 1 and behind[0] in ("for", "to"):
        return _who(behind[1], me)
    return _who(behind[0], me) if behind and not _SEAT.fullmatch(behind[0]) and _ends(behind) else ""


def _owner_before(tokens: list[str], at: int, me: str) -> str:
    for before in range(at - 1, max(at - 1 - _NEAR, -1), -1):
        token = tokens[before]
        owner = _who(token, me)
        if owner:
            return owner if _gains(tokens, before, at) else ""
        if token in _GIVES:
            return "you" if _giver(tokens, before) else ""
        if token not in _GAINS and token not in (":", "-", "most"):
            return ""
    return ""


def _ends(behind: list[str]) -> bool:
    """Return whether the owner right behind a share belongs to it, and not to words that follow."""
    more = behind[1:2]
    return not more or more[0] in ".,;!?" or (behind[0] in _OWNED and not more[0][0].isdigit())


def _giver(tokens: list[str], gives: int) -> bool:
    """Return whether the speaker is the one who gives."""
    before = gives - 1
    while before >= 0 and tokens[before] in _MODEST:
        before -= 1
    return before >= 0 and tokens[before] in _ME and tokens[before] != "my"


def _gains(tokens: list[str], before: int, at: int) -> bool:
    """Return whether the words tie a number to the owner that stands before it."""
    gives = any(word in _GIVES for word in tokens[max(0, before - 2) : before])
    gained = any(word in _GAINS and word not in _LOOSE for word in tokens[before + 1 : at])
    near = before == at - 1 and not _SEAT.fullmatch(tokens[before])
    return gives or gained or near or tokens[before] in _OWNED


def _in_pair(tokens: list[str], first: int, second: int, owners: list[str], me: str) -> list[str]:
    """Return the owners of two shares, by the words right behind them: `40 me 60 you`, `70/30 for me`."""
    before = _who(tokens[first - 1], me) if first else ""
    behind = [
        next((_who(token, me) for token in tokens[at + 1 :] if token not in _UNITS), "") for at in (first, second)
    ]
    pronoun = before and not _SEAT.fullmatch(tokens[first - 1])
    if all(behind) and not pronoun and behind[0] != behind[1]:
        return behind
    between = [token for token in tokens[first + 1 : second] if token not in ("%", "/", ":", "-", "to")]
    if not between and not owners[0] and owners[1]:
        return [owners[1], ""]
    return owners


def _who(token: str, me: str) -> str:
    if token in _ME or token == me:
        return "me"
    return "you" if token in _YOU or _SEAT.fullmatch(token) else ""


def _one(number: int, owner: str) -> Split:
    if number > 100:
        return Split(flaw="range")
    return Split(100 - number if owner == "you" else number)


def _two(numbers: list[int], owners: list[str]) -> Split:
    first, second = numbers
    if first + second == 10 and max(numbers) < 10:
        return Split(first * 10 if owners[0] != "you" else second * 10)
    if max(numbers) > 100:
        return Split(flaw="range")
    if first + second != 100:
        return Split(flaw="sum", sum=first + second)
    if owners[0] and owners[0] == owners[1] and first != second:
        return Split(flaw="many")
    mine = second if owners[0] == "you" or (owners[1] == "me" and owners[0] != "me") else first
    return Split(mine, both=True)


def _in_parts(text: str, me: str) -> Split | None:
    for pattern, part in _PARTS:
        if found := pattern.search(text):
            before = _TOKEN.findall(text[: found.start()])
            owner = _owner([*before, "0", *_TOKEN.findall(text[found.end() :])], len(before), me)
            return Split(100 - part if owner == "you" else part)
    return None


_SAID: Final = re.compile(
    r"(?:(?:carpenter|miner)_\d|\d+|%|/)|\b(?:percent|per cent|for|me|you|u|each|both|and|to|at|is|are|the|of|it"
    r"|my|your|i|get"
    r"|us|we|shares?|equal|half|halves|even|evenly|equally|fifty|forty|sixty|seventy|thirty|twenty|ten|eighty|ninety|offer)\b"
)


def without(text: str) -> str:
    """Return a text without its shares and the words that go with them."""
    return " ".join(_SAID.sub(" ", text).split()).strip(" ,.!")
