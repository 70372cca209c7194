"""Regular expressions as automata over characters, with one place for each character of a pattern.

Approximations are on the safe side: backreferences match anything, conditions of more than one character always hold.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

_parser: Any = vars(re)["_parser"]
_UNBOUNDED: Final = 17
"""Repetitions that may be as many as this count as a loop; shorter ones are written out."""
_OTHERS: Final = "éßİıſ½²٤\u00a0\u2028–—’“”…€¢×→👍🙂\u0301\u200b漢"
"""Characters beyond ASCII that stand for their kinds, besides those that a pattern names."""

Guard = tuple[int, int]
"""Sets of characters, as bits: of these must be the one before and the one behind, or there is none."""


class Place(NamedTuple):
    """A character of a pattern: which ones it may be, where it can go on, and whether a match may end behind it."""

    chars: int
    after: tuple[tuple[int, int], ...]
    """The next places, each with the characters on which it is reached."""
    ends: bool


class _Machine:
    """An automaton while it is built: states with one character, or with silent steps under conditions."""

    def __init__(self, pattern: str, flags: int) -> None:
        tree = _parser.parse(pattern, flags)
        self.flags = tree.state.flags
        named = {chr(code) for code in _codes(tree) if code > 127}
        self.letters = "".join((*map(chr, range(128)), *sorted({*_OTHERS, *named})))
        self.all = (1 << len(self.letters)) - 1
        self.silent: list[list[tuple[int, Guard]]] = []
        self.reads: list[tuple[int, int, int]] = []
        """Characters, the state before and the state behind."""
        self.guards: set[int] = set()
        self.outside: set[int | None] = set()
        """States after possessive repetitions: those end there by themselves and cannot fail."""
        self.word = _category(self.letters, "WORD", False)
        self.first = self.state()
        self.last = self.build(tree, self.first)

    def state(self) -> int:
        self.silent.append([])
        return len(self.silent) - 1

    def join(self, start: int, end: int, before: int | None = None, behind: int | None = None) -> None:
        guard = (self.all if before is None else before, self.all if behind is None else behind)
        self.guards.add(guard[0])
        self.silent[start].append((end, guard))

    def build(self, nodes: Any, at: int) -> int:
        for kind, argument in nodes:
            at = self._node(str(kind), argument, at)
        return at

    def _node(self, kind: str, argument: Any, at: int) -> int:
        chars = self.chars(kind, argument)
        if chars is not None:
            end = self.state()
            self.reads.append((chars, at, end))
            return end
        match kind:
            case "BRANCH":
                end = self.state()
                for option in argument[1]:
                    self.join(self.build(option, at), end)
                return end
            case "SUBPATTERN":
                _, more, less, body = argument
                outer, self.flags = self.flags, (self.flags | more) & ~less
                at, self.flags = self.build(body, at), outer
                return at
            case "ATOMIC_GROUP":
                return self.build(argument, at)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                low, high, body = argument
                return self._repeat(kind, low, high, body, at)
            case "ASSERT" | "ASSERT_NOT":
                direction, body = argument
                return self._assert(kind == "ASSERT", direction, body, at)
            case "AT":
                return self._at(str(argument), at)
            case "GROUPREF":
                return self._repeat("MAX_REPEAT", 0, _UNBOUNDED, [("ANY", None)], at)
        raise NotImplementedError(kind)

    def _repeat(self, kind: str, low: int, high: int, body: Any, at: int) -> int:
        for _ in range(min(low, _UNBOUNDED)):
            at = self.build(body, at)
        end = self.state()
        if high >= _UNBOUNDED:
            head = self.state()
            self.join(at, head)
            self.join(self.build(body, head), head)
            # What repeats one set possessively goes on only where the set ends.
            (only, *more) = body
            chars = None if more else self.chars(str(only[0]), only[1])
            outside = self.all & ~chars if kind == "POSSESSIVE_REPEAT" and chars is not None else None
            self.outside.add(outside)
            self.join(head, end, behind=outside)
            return end
        self.join(at, end)
        for _ in range(high - low):
            at = self.build(body, at)
            self.join(at, end)
        return end

    def _assert(self, wanted: bool, direction: int, body: Any, at: int) -> int:
        alone = self._alone(body)
        end = self.state()
        if direction < 0:
            before = None if alone is None else alone if wanted else self.all & ~alone
            self.join(at, end, before=before)
            return end
        self.join(at, end, behind=None if alone is None else alone if wanted else self.all & ~alone)
        if alone is None:  # what is looked at ahead takes time as well, and leads nowhere
            self.build(body, at)
        return end

    def _alone(self, body: Any) -> int | None:
        """The set of a condition on one character, or None."""
        if len(body) != 1:
            return None
        kind, argument = body[0]
        if str(kind) == "BRANCH":
            options = [self._alone(option) for option in argument[1]]
            return None if None in options else _union(option or 0 for option in options)
        if str(kind) == "SUBPATTERN":
            return self._alone(argument[-1])
        return self.chars(str(kind), argument)

    def _at(self, where: str, at: int) -> int:
        end = self.state()
        others = self.all & ~self.word
        newline = _between(self.letters, 10, 10, False)
        match where:
            case "AT_BEGINNING" | "AT_BEGINNING_STRING":
                self.join(at, end, before=newline if self.flags & re.MULTILINE else 0)
            case "AT_END" | "AT_END_STRING":
                self.join(at, end, behind=newline)
            case "AT_BOUNDARY":
                self.join(at, end, self.word, others)
                self.join(at, end, others, self.word)
            case "AT_NON_BOUNDARY":
                self.join(at, end, self.word, self.word)
                self.join(at, end, others, others)
            case _:
                raise NotImplementedError(where)
        return end

    def chars(self, kind: str, argument: Any) -> int | None:
        """The characters that a node of one character matches; None for any other node."""
        match kind:
            case "LITERAL":
                return self._alike(argument, argument)
            case "NOT_LITERAL":
                return self.all & ~self._alike(argument, argument)
            case "ANY":
                return self.all if self.flags & re.DOTALL else self.all & ~_between(self.letters, 10, 10, False)
            case "IN":
                negated = str(argument[0][0]) == "NEGATE"
                found = _union(self._member(str(name), value) for name, value in argument[negated:])
                return self.all & ~found if negated else found
        return None

    def _member(self, kind: str, value: Any) -> int:
        if kind == "LITERAL":
            return self._alike(value, value)
        if kind == "RANGE":
            return self._alike(*value)
        name = str(value).removeprefix("CATEGORY_")
        found = _category(self.letters, name.removeprefix("NOT_"), bool(self.flags & re.ASCII))
        return self.all & ~found if name.startswith("NOT_") else found

    def _alike(self, low: int, high: int) -> int:
        return _between(self.letters, low, high, bool(self.flags & re.IGNORECASE))


@cache
def _category(letters: str, name: str, plain: bool) -> int:
    """The letters of a kind, those of ASCII alone if it is `plain`."""
    match name:
        case "DIGIT":
            return _those(letters, lambda char: char.isdecimal() and (char.isascii() or not plain))
        case "SPACE":
            return _those(letters, lambda char: char.isspace() and (char.isascii() or not plain))
        case "WORD":
            return _those(letters, lambda char: (char.isalnum() or char == "_") and (char.isascii() or not plain))
        case _:
            raise NotImplementedError(name)


@cache
def _between(letters: str, low: int, high: int, alike: bool) -> int:
    """The letters from one code point to another, in upper and lower case if both are `alike`."""
    if alike:
        return _those(letters, lambda one: any(low <= ord(char) <= high for char in {one, *one.lower(), *one.upper()}))
    return _those(letters, lambda char: low <= ord(char) <= high)


def _those(letters: str, test: Callable[[str], bool]) -> int:
    return sum(1 << at for at, char in enumerate(letters) if test(char))


def _codes(nodes: Any) -> Iterator[int]:
    """The code points that a parsed pattern names."""
    for part in nodes:
        if isinstance(part, tuple) and len(part) == 2 and str(part[0]) in ("LITERAL", "NOT_LITERAL"):
            yield part[1]
        elif isinstance(part, tuple) and len(part) == 2 and str(part[0]) == "RANGE":
            yield from part[1]
        elif isinstance(part, tuple | list | _parser.SubPattern):
            yield from _codes(part)


def _union(sets: Iterator[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


class Automaton:
    """The places of a pattern; those from `anywhere` on are where a search may begin."""

    def __init__(self, pattern: str, flags: int, searched: bool) -> None:
        machine = _Machine(pattern, flags)
        self.letters, self.everything = machine.letters, machine.all
        self.anywhere = len(machine.reads)
        self.double: list[tuple[int, int, int]] = []
        """Steps that can be taken in two ways: from, to, and on which characters."""
        blocks = _blocks(machine.all, {*machine.guards, machine.word}) if searched else []
        starting: dict[int, list[int]] = {}
        for place, (_, state, _) in enumerate(machine.reads):
            starting.setdefault(state, []).append(place)
        self.places: list[Place] = []
        for chars, _, end in [*machine.reads, *((block, 0, machine.first) for block in blocks)]:
            after: dict[int, int] = {}
            ends = False
            for state, behind in _routes(machine, chars, end):
                ends |= state == machine.last and (behind == machine.all or behind in machine.outside)
                for target in starting.get(state, ()):
                    label = machine.reads[target][0] & behind
                    if after.get(target, 0) & label:
                        self.double.append((len(self.places), target, label))
                    if label:
                        after[target] = after.get(target, 0) | label
            if len(self.places) >= self.anywhere:
                after |= {self.anywhere + k: other for k, other in enumerate(blocks)}
                ends = False
            self.places.append(Place(chars, tuple(after.items()), ends))


def _blocks(everything: int, sets: set[int]) -> list[int]:
    """The characters, divided so that each set holds a part whole or not at all."""
    blocks = [everything]
    for one in sets:
        blocks = [part for block in blocks for part in (block & one, block & ~one) if part]
    return blocks


def _routes(machine: _Machine, chars: int, start: int) -> Iterator[tuple[int, int]]:
    """Each silent way on from a state, with the characters that may follow it; of ways with equal ends and conditions
    two, which are as bad as many.
    """
    stack = [(start, machine.all)]
    seen = Counter(stack)
    while stack:
        state, behind = stack.pop()
        yield state, behind
        for target, (before, then) in machine.silent[state]:
            way = (target, behind & then)
            if (before == machine.all or before & chars) and seen[way] < 2:
                seen[way] += 1
                stack.append(way)
