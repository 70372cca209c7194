"""Offers that change another one: "make it 3 ore", "add a sheep", "half of that", "9 and not 10"."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import astuple

from games.trading.domain import Goods, Offer
from games.trading.reader.quantities import Item, Side, items, resources, words_of

Counts = dict[Side, list[int]]
_CHANGES: Final = re.compile(
    r"\b(?:make (?:it|that|them)|instead|rather|only|just|about|what if|more like|raise|lower|increase|reduce|up to"
    r"|down to|change|at least|but|if|deal|ok|okay|yes|yeah|fine|sure|for|with|then|like|fewer|less)\b"
)
_ADDED: Final = re.compile(
    r"\b(?:add|added|adding|throw in|threw in|put in|sweeten it with|plus|extra|also|on top|as well)\b|\btoo[ .!]*$"
)
_STEPPED: Final = re.compile(
    r"\b(?:(?:a (?:bit|little|touch|tad)|slightly|some) (more|less|fewer)|(fewer|less))"
    r" (?:of (?:the|my|your) )?([a-z]+)\b"
)
"""A change without a number (`a bit more wood`): by one unit at least."""
_OPEN: Final = re.compile(r"[?0-9]|\bif\b|\bi(?:'ve| have| own)\b")
_HALF: Final = re.compile(r"\bhalf (?:of )?(?:that|it|this|the amounts?)\b|\b(?:but|just|only) half\b")
_DOUBLE: Final = re.compile(r"\b(?:double|twice) (?:that|it|this|the amounts?)\b|\b(?:but|just) (?:double|twice)\b")
_SCALED: Final = re.compile(r"\b(?:(double|twice)|half)(?: of)? (?:the |your |my )?([a-z]+)\b")
"""One side of the offer, doubled or halved: "double the wood"."""
_AGAIN: Final = re.compile(
    r"\bmy (?:earlier|previous|last|old|first|original) (?:offer|proposal|one)\b"
    r"|\bsame (?:offer )?(?:again|as (?:i (?:said|offered) )?(?:before|earlier|last time))\b"
    r"|\bwhat i (?:said|offered|proposed) (?:before|earlier|first)\b"
)
_NUMBER: Final = re.compile(
    r"(?<![\w.,$€£%-])([1-9][0-9]{0,3})(?![\w%$€£]|[.,][0-9])"
    r"(?! (?!(?:or|and|then|please|instead|max|tops|is|would|it|for|not|if|but|at|ok|final)\b)[a-z])"
)
"""A number that counts no other thing: not "10 minutes"."""
_AMOUNT: Final = re.compile(r"(?<![\w.,:/$€£-])([0-9]{1,4})(?![\w%/:]|[.,][0-9])(?! ?(?:%|percent))")
_MULTIPLE: Final = re.compile(r"\b(?:double|twice|triple|half)\b")
_DIGIT: Final = re.compile(r"[0-9]")
_REFUSED: Final = re.compile(
    r"\b(?:(?:call|see|meet|text|ring) (?:you|me|us)(?: \w+)? (?:at|by)|years? old"
    r"|(?:i|you)(?:'ll|'d| will| would)? keep (?!it|that|this|them|the (?:rest|same)|every|all)"
    r"|keep (?:my|your)"
    r"|o'clock|[ap]m|worth|valued?|not|never|no|why|how(?! about)|when|who|which|where|what(?! about| if))\b|n't\b|%"
)
_WORDS_MOST: Final = 10
"""Words of a text whose bare number may stand for goods."""


_OWNED: Final = re.compile(r"\b(?:i|you)(?:'ve| have| own)\b")
_REMARK: Final = re.compile(
    r"\b(?:is|are|seems?|sounds?) (?!my (?:max|limit|best|final|last|top)|[0-9]+ \w+ (?:ok|okay|fine|good|fair)"
    r"|fine|ok|good|fair|al|great|it)"
    r"|\b(?:a lot|lots|per|lose|loses|losing|(?:only|just) have)\b|\bthat's\b"
)
"""Words about goods that are no wish to change anything."""
_FEW_WORDS: Final = 6
"""Words of a text that says little else than goods."""


class Table(NamedTuple):
    """The goods and offers that words may refer to, from the speaker's side.

    - `held`: the speaker's goods.
    - `base`: the offer that a change starts from: the standing one, or else the speaker's last.
    - `answering`: it is the other side's.
    - `own`: the speaker's last offer.
    """

    held: Goods | None
    base: Offer | None
    answering: bool
    own: Offer | None


class Found(NamedTuple):
    """An offer that a text makes. `sure`: who gives what, and how much of it, is beyond doubt."""

    offer: Offer
    sure: bool


def named(goods: Sequence[Item], side: Side | None, plain: str, at: Table) -> Found | None:
    """Return an offer that differs from another one in the goods that a text names. `side`: who gives them, if said.

    Goods that do not fit the standing offer may fit the speaker's own last one.
    """
    if _REMARK.search(plain):
        return None
    added = bool(_ADDED.search(plain))
    short = len(plain.split()) <= _FEW_WORDS and not _OWNED.search(plain)
    if not (side or added or short or any(item.step for item in goods) or _CHANGES.search(plain)):
        return None
    found = _changed(goods, side, added, at.base, at.answering)
    return _changed(goods, side, added, at.own, False) if found is None and at.answering else found


def exchanged(goods: Sequence[Item], old: set[int], base: Offer | None, name: str = "") -> Found | None:
    """Return an offer in which goods take the place of all of an old resource: "4 brick instead of wood". `name`: the
    resource of which as much is meant, where no goods are counted: "brick instead of wood".
    """
    if base is None or len(old) != 1:
        return None
    counts = _counts(base)
    (was,) = old
    side = next((side for side in _sides() if counts[side][was]), None)
    if side is None:
        return None
    goods = goods or [Item(at, counts[side][was], 0, False, None) for at in resources(name)]
    if any(item.at == was or item.step for item in goods):
        return None
    counts[side][was] = 0
    for item in goods:
        counts[side][item.at] += item.number
    return _found(counts)


def _changed(
    goods: Sequence[Item], side: Side | None, added: bool, base: Offer | None, answering: bool
) -> Found | None:
    if base is None:
        return None
    counts = _counts(base)
    steps = [item.step or int(added) for item in goods]
    sides = [_side_of(item, counts, side, answering, bool(step)) for item, step in zip(goods, steps, strict=True)]
    known = {own for own in sides if own is not None}
    if len(known) == 1:
        sides = [*known] * len(sides)  # goods in a row come from one hand
    for item, step, own in zip(goods, steps, sides, strict=True):
        if own is not None and not step and not counts[own][item.at]:
            counts[own] = [0, 0, 0, 0, 0]  # something new takes the place of all on its side
    for item, step, own in zip(goods, steps, sides, strict=True):
        if own is None:
            return None
        counts[own][item.at] = counts[own][item.at] + step * item.number if step else item.number
    return _found(counts)


def _side_of(item: Item, counts: Counts, said: Side | None, answering: bool, stepped: bool) -> Side | None:
    """Return the side of an offer that an item changes.

    More of something new is asked for in an answer, and handed over to sweeten one's own offer.
    """
    stands: Side | None = next((side for side in _sides() if counts[side][item.at]), None)
    if stands is None:
        return said or (("get" if answering else "give") if stepped else None)
    return stands if said in (None, stands) else None


def replaced(old: Sequence[Item], new: Sequence[Item], at: Table) -> Found | None:
    """Return the offer on the table with goods on one side of it replaced by others: "replace 2 wood with a brick"."""
    if at.base is None:
        return None
    counts = _counts(at.base)
    side = next((side for side in _sides() if all(counts[side][item.at] for item in old)), None)
    if side is None:
        return None
    for goods, sign in ((old, -1), (new, 1)):
        for item in goods:
            counts[side][item.at] += sign * item.number
    return _found(counts)


def loose(plain: str, old: int, at: Table) -> Found | None:
    """Return an offer that a text changes without naming goods and numbers together. `old`: the number to replace."""
    if at.base is None:
        return None
    if at.own is not None and _AGAIN.search(plain):
        return Found(at.own, sure=False)
    if _REFUSED.search(plain):
        return None
    if _DOUBLE.search(plain):
        return _scaled(at.base, lambda number: 2 * number)
    if _HALF.search(plain):
        numbers = (*astuple(at.base.give), *astuple(at.base.get))
        return None if any(number % 2 for number in numbers) else _scaled(at.base, lambda number: number // 2)
    return _number(plain, old, at.base, at) or _stepped(plain, at.base) or _doubled(plain, at.base)


def _doubled(plain: str, base: Offer) -> Found | None:
    """Return the offer with twice or half as much of each resource of which that is said."""
    counts, old, said = _counts(base), _counts(base), _SCALED.findall(plain)
    for twice, name in said:
        meant = [(side, k) for side in _sides() for k in resources(name) if old[side][k]]
        if len(meant) != 1:
            return None
        ((side, k),) = meant
        if not twice and old[side][k] % 2:
            return None
        counts[side][k] = 2 * old[side][k] if twice else old[side][k] // 2
    return _found(counts) if said else None


def varies(plain: str, base: Offer) -> bool:
    """Return whether words beside a yes name goods or an amount that the standing offer has not: "12 and deal"."""
    give, get = astuple(base.give), astuple(base.get)
    said = {int(number) for number in _AMOUNT.findall(plain)}
    named = [item for _, _, row in items(words_of(plain), None) for item in row]
    other = any(not (give[item.at] or get[item.at]) for item in named)
    return other or bool(said - {*give, *get} or _MULTIPLE.search(plain))


def _stepped(plain: str, base: Offer) -> Found | None:
    """Return the offer with one unit more or less of a resource, where the amount is left open."""
    said = _STEPPED.search(plain)
    if said is None or _OPEN.search(plain):
        return None
    names, counts = resources(said[3]), _counts(base)
    meant = [(side, k) for side in _sides() for k in names if counts[side][k]]
    if len(meant) != 1:
        return None
    ((side, k),) = meant
    counts[side][k] += 1 if said[1] == "more" else -1
    return _found(counts)


def _number(plain: str, old: int, base: Offer, at: Table) -> Found | None:
    """Return the offer with a bare number put in, where only one resource can be meant."""
    said = _NUMBER.findall(plain)
    if len(said) != 1 or len(_DIGIT.findall(plain)) != len(said[0]) or len(plain.split()) > _WORDS_MOST:
        return None
    counts = _counts(base)
    meant = _meant(plain, old, counts, at.own)
    if len(meant) != 1:
        return None
    side, k = meant.pop()
    counts[side][k] = int(said[0])
    found = _found(counts)
    return None if found is None or found.offer == base else found


def _meant(plain: str, old: int, counts: Counts, own: Offer | None) -> set[tuple[Side, int]]:
    """Return the places of an offer that a bare number may stand for: those of the `old` number, of a resource that is
    named, or those in which the offer differs from the speaker's own.
    """
    there = {(side, k) for side in _sides() for k in range(5) if counts[side][k]}
    if old:
        return {(side, k) for side, k in there if counts[side][k] == old}
    if names := resources(plain):
        return {(side, k) for side, k in there if k in names}
    if own is None:
        return set()
    second = _counts(own)
    return {(side, k) for side in _sides() for k in range(5) if counts[side][k] != second[side][k]}


def _sides() -> Iterable[Side]:
    return ("give", "get")


def _counts(offer: Offer) -> Counts:
    return {"give": list(astuple(offer.give)), "get": list(astuple(offer.get))}


def _scaled(offer: Offer, scale: Callable[[int], int]) -> Found:
    give, get = (Goods(*map(scale, astuple(side))) for side in (offer.give, offer.get))
    return Found(Offer(give, get), sure=False)


def _found(counts: Counts) -> Found | None:
    if min(*counts["give"], *counts["get"]) < 0:
        return None
    return Found(Offer(Goods(*counts["give"]), Goods(*counts["get"])), sure=False)
