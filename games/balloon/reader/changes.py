"""Changes of a set in words: `swap A91 for C33`, `yours plus C33`, `all of mine but A08`, `drop A91`.

A change starts from the set that it names (`yours`, `#2`, `from mine`). Without a name that is the standing proposal of
the other side, or else one's own last one, or an older open one: the first that holds what is dropped and lacks what is
added.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from games.balloon.reader.kinds import Kinds, Token
from games.balloon.reader.lexicon import OTHER, PLACED
from games.balloon.view import View
from games.core.contract import Unclear

_STEP: Final = re.compile(
    r"[suvb&Qq]{0,3}(?:W(?P<out>I)[FT&s](?P<into>I)"
    r"|W(?P<both>I)"
    r"|(?P<left>I)>(?P<right>I)"
    r"|[bkFA]{0,2}(?P<new>I)S?[TF](?P<old>I)"
    r"|[XDn]{1,2}(?P<less>I)D?"
    r"|(?:&(?!k)|&?[AF+]{1,2}|[AF+]&)k?(?P<more>I)A?"
    r"|k?(?P<extra>I)S?A{1,2}"
    r"|k?(?P<lost>I)D)"
    r"|[suvb&]{0,2}k?(?P<kept>I)"
)
_BUT: Final = re.compile(r"b(?P<less>I)(?![Tn])")
_BASE: Final = re.compile(r"[su&kFA]?(?:(?P<all>U)(?=[MYZNmt]|[XDb])[&]?)?(?P<base>[MYZNmt])?")
_BEFORE: Final = re.compile(r"[sQqPaEghoOHfcpi]*+")
_BEHIND: Final = re.compile(r"[SRgGEfP&saipt]*+")
_PLACED: Final = {"K": "Y", "J": "M", "L": "N"}
"""A set that something is taken from, or put into, and the start that it stands for: `drop C33 from mine`."""
_SILENT: Final = ",?.fH;"
_QUIET: Final = str.maketrans("", "", _SILENT)
_DROPPED: Final = ("out", "both", "left", "old", "less", "lost")
_ADDED: Final = ("into", "both", "right", "new", "more", "extra", "kept")
_LED: Final = re.compile(r"(?<!I)[DA][.,]?I|[DA]I(?![DA](?!I))")
_LEADS: Final = {"D": "X", "A": "+"}
"""Words that drop and add, where they stand before their items: `A31, drop B17`, unlike `A31 goes, add B17`."""
_URGENT: Final = re.compile(r"[Qsc&]*[WADk]")


class Step(Struct, frozen=True):
    """Items that are dropped and added; the same items in both are swapped, whichever of them are in the set.

    `swaps`: their order is open. `keeps`: what is added may be in the set.
    """

    dropped: int
    added: int
    swaps: bool = False
    keeps: bool = False


class Change(Struct, frozen=True):
    """The steps that a text wants, and the set that they start from.

    `base` is a kind of the lexicon, "" if the text names no set; `number` is the set of a proposal by its number.
    """

    base: str
    number: int
    steps: tuple[Step, ...]


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
    """Return the change that a part of a text describes, if it describes nothing else."""
    placed = [_PLACED[kind] for kind in kinds.text[start:end] if kind in _PLACED]
    silent = f"{_SILENT}{''.join(_PLACED)}{'U' if placed else ''}"  # "all from yours" is "from yours"
    tokens = [token for token in _led(kinds.tokens[start:end]) if token.kind not in silent]
    text = "".join(token.kind for token in tokens)
    if OTHER in text or not set("IMmZ") & set(text) or len(placed) > 1:
        return None
    number = next((token.items for token in kinds.tokens[start:end] if token.kind == PLACED), 0)
    return _made(tokens, text, "".join(placed), number)


def _led(tokens: tuple[Token, ...]) -> list[Token]:
    """Return tokens in which the words that drop or add stand out if they lead their items, which `A31, drop B17` does,
    and `B17 goes, C07 comes` or `B17 out C07 in` doesn't.
    """
    text = "".join(token.kind for token in tokens)
    return [
        Token(_LEADS[token.kind]) if token.kind in _LEADS and _LED.match(text, at) else token
        for at, token in enumerate(tokens)
    ]


def _made(tokens: list[Token], text: str, placed: str, number: int) -> Change | None:
    """Return the change that tokens describe. `placed` is the start after a step, "" if none does, and `number` its set
    if it is a proposal's.
    """
    before = _run(_BEFORE, text, 0)
    base, named, at = _base(tokens, text, len(before))
    number = named or number
    steps, at = _steps(tokens, text, at, bool(base or placed))
    behind = _run(_BEHIND, text, at)
    if at + len(behind) < len(text) or (base and placed):
        return None
    base = base or placed
    if not steps:
        return Change(base, number, ()) if _repeats(base, before, behind) else None
    if _names_a_set(steps, before) and not _on_condition(before, text[len(before) : at], placed, behind):
        return None
    rest = not base and "R" in behind and not any(step.added for step in steps)
    return Change("U" if rest else base, number, tuple(steps))


def _names_a_set(steps: list[Step], before: str) -> bool:
    """Return whether words only keep items, or propose them: "A31, A93", "I propose A31, A93, drop C33"."""
    return all(step.keeps for step in steps) or (before.endswith("P") and steps[0].keeps)


def _on_condition(before: str, said: str, placed: str, behind: str) -> bool:
    """Return whether a yes depends on the items that the words keep: "ok if we keep C33", "fine, but take C33"."""
    turns = said.startswith("b") or bool(placed)
    yes = set(before + behind if "c" in before else before if turns else "") & set("aEgpiP")
    return bool(yes) and not set("oO") & set(before) and not ("S" in behind and "a" in before)


def _repeats(base: str, before: str, behind: str) -> bool:
    """Return whether words name one's own set in order to propose it again."""
    return base in ("M", "m") and not set("acpuq") & set(before) and "g" not in behind


def _run(pattern: re.Pattern[str], text: str, at: int) -> str:
    """Return the match of a pattern, which may match nothing, at a place."""
    found = pattern.match(text, at)
    return found[0] if found is not None else ""


def _base(tokens: list[Token], text: str, at: int) -> tuple[str, int, int]:
    """Return the kind of the set that a change names as its start, the set of its number, and the place behind it."""
    named = _BASE.match(text, at)
    assert named is not None
    base = named["base"] or ("U" if named["all"] else "")
    number = tokens[named.start("base")].items if base == "N" else 0
    return base, number, named.end() if base else at


def _steps(tokens: list[Token], text: str, at: int, based: bool) -> tuple[list[Step], int]:
    """Return the steps of a change, and the place behind them. `based`: it has named the set that it starts from."""
    steps: list[Step] = []
    if based and (but := _BUT.match(text, at)) is not None:
        steps.append(Step(tokens[but.start("less")].items, 0))
        at = but.end()
    while (step := _STEP.match(text, at)) is not None:
        dropped, added = (
            next((tokens[step.start(key)].items for key in keys if step[key]), 0) for keys in (_DROPPED, _ADDED)
        )
        steps.append(Step(dropped, added, bool(step["out"]), bool(step["kept"])))
        at = step.end()
    return steps, at


# --- the set that comes of it -----------------------------------------------------------------------------------------


class Changed(Struct, frozen=True):
    """The set that a change leads to, from `base`, a set with the proposal's number, if it has one."""

    items: int
    base: int
    number: int


def changed(view: View, change: Change) -> Changed | None:
    """Return the set that a change leads to; None if there is no set that it fits."""
    bases = _bases(view, change)
    if not bases:
        return _from_nothing(change)
    fits = [
        Changed(items, base, number)
        for swapped in (False, True)
        for base, number in bases
        if (items := _applied(change.steps, base, swapped))
    ]
    light = [made for made in fits if change.base != "U" or view.effort(made.items) <= view.limit]
    return next(iter(light or fits), None)


def misfit(view: View, change: Change) -> Unclear:
    """Return why a change does not fit: the first set that it may start from, and the items of the change that this set
    lacks, or has already. There is no such set if `base` is 0.
    """
    items = base = next(iter(_bases(view, change)), (0, 0))[0]
    lacks = has = 0
    for step in change.steps:
        if step.dropped != step.added or not step.dropped & items:
            lacks |= step.dropped & ~items
        if not step.keeps and not step.added & ~items:
            has |= step.added
        items = items & ~step.dropped | step.added
    return Unclear("misfit", base=base, lacks=lacks, has=has)


def _from_nothing(change: Change) -> Changed | None:
    """Return the whole set that a change adds where nothing is proposed, and so nothing is dropped."""
    items = 0
    for step in change.steps:
        items = items & ~step.dropped | step.added
    swaps = any(step.dropped and step.added for step in change.steps)
    return Changed(items, 0, 0) if items.bit_count() > 1 and not swaps else None


def _applied(steps: tuple[Step, ...], items: int, swapped: bool) -> int:
    """Return a set after all steps; 0 if one of them does not fit. `swapped`: a swap names first what it adds."""
    for step in steps:
        dropped, added = step.dropped, step.added
        if dropped == added:
            dropped, added = dropped & items, added & ~items
            if not (dropped and added):
                return 0
        elif step.swaps and swapped:
            dropped, added = added, dropped
        if dropped & ~items or (added and not added & ~items and not step.keeps):
            return 0
        items = items & ~dropped | added
    return items


def _bases(view: View, change: Change) -> list[tuple[int, int]]:
    """Return the sets that a change may start from, with the numbers of their proposals."""
    mine, theirs = _proposed(view, own=True), _proposed(view, own=False)
    standing = [(proposal.items, proposal.number) for proposal in view.theirs[-1:]]
    match change.base:
        case "N":
            return [(change.number, 0)] if change.number >= 0 else []
        case "Y":
            return standing or theirs[-1:]
        case "M":
            return mine[-1:]
        case "m":
            return mine[:1]
        case "U":
            return [((1 << len(view.items)) - 1, 0), *theirs[-1:], *mine[-1:]]
    nothing = not mine and not standing and not any(step.dropped for step in change.steps)
    others = [(proposal.items, proposal.number) for proposal in view.theirs[-2::-1]]
    return [(0, 0)] if nothing else [*standing, *mine[-1:], *others]


def _proposed(view: View, own: bool) -> list[tuple[int, int]]:
    """Return the proposals of one side in this game, open or not, oldest first."""
    return [
        (proposal.items, proposal.number)
        for message in view.history
        if (message.seat == view.who) is own
        for proposal in message.proposed
    ]
