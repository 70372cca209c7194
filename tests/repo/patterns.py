"""Patterns that take more time than the length of a text allows, found in the patterns themselves.

A pattern is turned into an automaton over characters. It takes the square of a text's length, or worse, if some word
leads from a loop to itself, from it to another loop, and from that to itself (Weber and Seidl, "On the degree of
ambiguity of finite automata", 1991): the word can then be repeated, and each repetition is one more place at which the
first loop may have handed over. A search begins anywhere, which is one more loop in front.
"""

from collections.abc import Sequence
from typing import Any, Final

from tests.repo.automaton import Automaton, Place

_MOST_STEPS: Final = 400_000
"""Steps of the search for a word; a pattern that needs more is reported."""


def trouble(pattern: str, flags: int = 0, searched: bool = True, whole: bool = False) -> str:
    """Return a word that a pattern takes more than linear time on when it is repeated; "" if there is none.

    `searched`: a match may begin anywhere. `whole`: it must reach the end of the text, so that it may fail anywhere.
    """
    automaton = Automaton(pattern, flags, searched)
    places = automaton.places
    component = _components([[target for target, _ in place.after] for place in places])
    for source, target, label in automaton.double:
        if source < automaton.anywhere and component[source] == component[target] >= 0:
            return _shown(automaton, [label])
    safe = [_is_safe(places, at, whole, automaton.everything) for at in range(len(places))]
    heads = [at for at in range(automaton.anywhere) if component[at] >= 0 and not safe[at]]
    firsts = [*range(automaton.anywhere, len(places)), *(at for at in range(automaton.anywhere) if component[at] >= 0)]
    reaching = {component[at]: _reaching(places, component, component[at]) for at in heads}
    budget = [_MOST_STEPS]
    for last in heads:
        for first in firsts:
            if first != last and first in reaching[component[last]]:
                word = _word(places, component, first, last, reaching[component[last]], safe, budget)
                if word is not None:
                    return _shown(automaton, word)
                if budget[0] <= 0:
                    return "(too large to look at)"
    return ""


def _is_safe(places: Sequence[Place], at: int, whole: bool, everything: int) -> bool:
    """Return whether a match succeeds from a place on, whatever follows: it may end there, or take all the rest."""
    if not places[at].ends or not whole:
        return places[at].ends
    return any(
        label == everything and places[target].ends and (target, everything) in places[target].after
        for target, label in places[at].after
    )


def _word(
    places: Sequence[Place],
    component: Sequence[int],
    first: int,
    last: int,
    useful: set[int],
    safe: Sequence[bool],
    budget: list[int],
) -> list[int] | None:
    """The sets of characters of a word that leads from `first` to itself and to `last`, and from `last` to itself."""
    start, goal = (first, first, last), (first, last, last)
    came: dict[tuple[int, int, int], tuple[tuple[int, int, int], int] | None] = {start: None}
    queue = [start]
    for now in queue:
        budget[0] -= 1
        if budget[0] <= 0:
            return None
        one, way, two = now
        for one_next, one_chars in places[one].after:
            if component[one_next] != component[first]:
                continue
            for two_next, two_chars in places[two].after:
                both = one_chars & two_chars
                if not both or component[two_next] != component[last] or safe[two_next]:
                    continue
                for way_next, way_chars in places[way].after:
                    label = both & way_chars
                    then = (one_next, way_next, two_next)
                    if label and way_next in useful and then not in came:
                        came[then] = (now, label)
                        if then == goal:
                            return _traced(came, then)
                        queue.append(then)
    return None


def _traced(came: Any, then: tuple[int, int, int]) -> list[int]:
    word = []
    while came[then] is not None:
        then, label = came[then]
        word.append(label)
    return word[::-1]


def _shown(automaton: Automaton, word: Sequence[int]) -> str:
    return "".join(
        next(char for at, char in enumerate(automaton.letters) if label >> at & 1 and (at >= 33 or label < 1 << 33))
        for label in word
    )


def _reaching(places: Sequence[Place], component: Sequence[int], goal: int) -> set[int]:
    """The places from which a loop can be reached, its own among them."""
    before: dict[int, list[int]] = {}
    for at, place in enumerate(places):
        for target, _ in place.after:
            before.setdefault(target, []).append(at)
    found = {at for at in range(len(places)) if component[at] == goal}
    queue = list(found)
    for at in queue:
        for source in before.get(at, ()):
            if source not in found:
                found.add(source)
                queue.append(source)
    return found


def _components(after: Sequence[Sequence[int]]) -> list[int]:
    """The loop that each place belongs to; -1 for a place in none. Two places are in one if each leads to the other."""
    order: list[int] = []
    seen: set[int] = set()
    for root in range(len(after)):
        stack = [(root, iter(after[root]))] if root not in seen else []
        seen.add(root)
        while stack:
            at, targets = stack[-1]
            fresh = next((target for target in targets if target not in seen), None)
            if fresh is None:
                order.append(at)
                stack.pop()
            else:
                seen.add(fresh)
                stack.append((fresh, iter(after[fresh])))
    before: list[list[int]] = [[] for _ in after]
    for at, targets_of in enumerate(after):
        for target in targets_of:
            before[target].append(at)
    component = [-1] * len(after)
    done: set[int] = set()
    for root in reversed(order):
        if root in done:
            continue
        members, queue = {root}, [root]
        done.add(root)
        for at in queue:
            for source in before[at]:
                if source not in done:
                    done.add(source)
                    members.add(source)
                    queue.append(source)
        if len(members) > 1 or root in after[root]:
            for at in members:
                component[at] = root
    return component
