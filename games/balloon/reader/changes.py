"""Changes of a set in words: `swap A91 for C33`, `yours plus C33`, `all of mine but A08`, `drop A91`.

A change starts from the set that it names (`yours`, `mine`, `#2`). Without a name that is the standing proposal of the
other side, or else one's own last one: the first of them that holds what is dropped and lacks what is added.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from games.balloon.reader.kinds import Kinds
from games.balloon.rules import Proposal
from games.balloon.view import View

_STEP: Final = re.compile(
    r"[suv&]?(?:W(?P<out>I)[FT&](?P<into>I)"
    r"|[bkFA]{0,2}(?P<new>I)[TF](?P<old>I)"
    r"|b?[XDn]{1,2}(?P<less>I)D?"
    r"|b?[AF&]{1,2}(?P<more>I)A?"
    r"|k?(?P<extra>I)A{1,2}"
    r"|k?(?P<lost>I)D"
    r"|v?k?(?P<kept>I))"
)
_BUT: Final = re.compile(r"b(?P<less>I)(?!T)")
_BASE: Final = re.compile(r"[su&kFA]?(?:(?P<all>U)(?=[MYZNmt]?[XDb])[&]?)?(?P<base>[MYZNmt])?")
_BEFORE: Final = re.compile(r"[sQqPaEghoOHfc]*+")
_BEHIND: Final = re.compile(r"[SRgGEfP]*+")
_QUIET: Final = str.maketrans("", "", ",?.fH;")
_URGENT: Final = re.compile(r"[Qsc&]*[WADk]")


class Step(Struct, frozen=True):
    """Items that are dropped and added. `swaps`: their order is open. `keeps`: some may be in the set."""

    dropped: int
    added: int
    swaps: bool = False
    keeps: bool = False


class Change(Struct, frozen=True):
    """What a text changes: pairs of dropped and added items, whose order a swap leaves open, and where it starts from.

    `base` is a kind of the lexicon, "" if the text names no set; `number` is the set of a proposal by its number.
    """

    base: str
    number: int
    steps: tuple["Step", ...]


def change(kinds: Kinds) -> Change | None:
    """Return the change that a text describes; None if it describes none, or says more than that."""
    whole = _parsed(kinds, 0, len(kinds.text))
    if whole is not None:
        return whole
    found = [made for start, end in clauses(kinds.text) if (made := _clause(kinds, start, end)) is not None]
    return found[0] if len(found) == 1 and "I" not in _beside(kinds) else None


def _clause(kinds: Kinds, start: int, end: int) -> Change | None:
    """Return the change in one clause among others, if it is put as a wish."""
    return _parsed(kinds, start, end) if _URGENT.match(kinds.text[start:end].translate(_QUIET)) else None


def _beside(kinds: Kinds) -> str:
    """Return the kinds of the clauses that describe no change."""
    return "".join(kinds.text[start:end] for start, end in clauses(kinds.text) if _clause(kinds, start, end) is None)


def clauses(text: str) -> Iterator[tuple[int, int]]:
    """Yield the bounds of the clauses of a text in kinds."""
    start = 0
    for at, kind in enumerate(f"{text}."):
        if kind in ".,?;":
            if at > start:
                yield start, at
            start = at + 1


def _parsed(kinds: Kinds, start: int, end: int) -> Change | None:
    places = [at for at in range(start, end) if kinds.text[at] not in ",?.fH;"]
    text = "".join(kinds.text[at] for at in places)
    if "w" in text or ("I" not in text and not re.search("[MmZ]", text)):
        return None
    lead = _BEFORE.match(text)
    assert lead is not None
    at = lead.end()
    named = _BASE.match(text, at)
    assert named is not None
    base, number = named["base"] or "", 0
    if named["all"] and not base:
        base = "U"
    if base == "N":
        number = kinds.tokens[places[named.start("base")]].items
    at = named.end() if base else at
    steps: list[Step] = []
    if base and (but := _BUT.match(text, at)) is not None:
        steps.append(Step(kinds.tokens[places[but.start("less")]].items, 0))
        at = but.end()
    while (step := _STEP.match(text, at)) is not None:
        dropped, added = (
            next((kinds.tokens[places[step.start(key)]].items for key in keys if step[key]), 0)
            for keys in (("out", "old", "less", "lost"), ("into", "new", "more", "extra", "kept"))
        )
        steps.append(Step(dropped, added, bool(step["out"]), bool(step["kept"])))
        at = step.end()
    if steps and all(step.keeps for step in steps):
        return None
    behind = _BEHIND.match(text, at)
    assert behind is not None
    if behind.end() < len(text) or not (steps or base in ("M", "m")):
        return None
    if not steps and (base == "t" or set(lead[0]) & set("acpuq") or "g" in behind[0]):
        return None
    if not base and steps and "R" in behind[0] and all(step.dropped for step in steps):
        base = "U"
    return Change(base, number, tuple(steps))


# --- the set that comes of it -----------------------------------------------------------------------------------------


class Changed(Struct, frozen=True):
    """The set that a change leads to, from `base`, a set with the proposal's number, if it has one."""

    items: int
    base: int
    number: int


def changed(view: View, change: Change) -> Changed | None:
    """Return the set that a change leads to; None if there is no set that it fits."""
    for base, number in _bases(view, change):
        items = base
        for step in change.steps:
            dropped, added = step.dropped, step.added
            if step.swaps and dropped & ~items and not added & ~items and not dropped & items:
                dropped, added = added, dropped
            if dropped & ~items or (added and not added & ~items and not step.keeps):
                break
            items = items & ~dropped | added
        else:
            if items and (change.base != "U" or view.effort(items) <= view.limit):
                return Changed(items, base, number)
    return None


def _bases(view: View, change: Change) -> Iterator[tuple[int, int]]:
    """Yield the sets that a change may start from, with the numbers of their proposals."""
    own = [proposal for message in view.history if message.seat == view.who for proposal in message.proposed]
    mine = [(own[-1].items, own[-1].number)] if own else []
    theirs = _of(view.theirs[-1:] or _last_of_theirs(view))
    match change.base:
        case "N":
            if change.number >= 0:
                yield change.number, 0
        case "Y":
            yield from theirs
        case "M":
            yield from mine
        case "m":
            yield from ([(own[0].items, own[0].number)] if own else [])
        case "U":
            yield (1 << len(view.items)) - 1, 0
            yield from theirs
            yield from mine
        case _:
            yield from _of(view.theirs[-1:])
            yield from mine
            if not own and not view.theirs and not any(step.dropped for step in change.steps):
                yield 0, 0


def _last_of_theirs(view: View) -> list[Proposal]:
    made = [proposal for message in view.history if message.seat != view.who for proposal in message.proposed]
    return made[-1:]


def _of(proposals: tuple[Proposal, ...] | list[Proposal]) -> list[tuple[int, int]]:
    return [(proposal.items, proposal.number) for proposal in proposals]
