"""The numbers that words may name: those of the offers as they like, and others only where they tell nothing private.

A difference of two prices may also be what a deal leaves its speaker. So one that is exactly that is never named, and
one that is near may stand only in a phrase that says what it is: how far both are apart, by how much somebody moved.
"""

import re
from collections.abc import Iterable, Set
from decimal import Decimal
from itertools import combinations, combinations_with_replacement, groupby
from typing import Final

from msgspec import Struct

from bot.players.llm.leak_patterns import tells_own_number
from bot.players.llm.numerals import numbers, shortest, stated, written

ADDENDS: Final = 5
MOST_ADDED: Final = 8
"""Numbers that may be added up, and numbers of a line that are considered for it."""
SMALL: Final = Decimal(10)
"""The largest number that is a count of things or what one of them is worth, as far as words show."""
NEAR: Final = Decimal("0.05")
"""A computed number that differs by less than this part from a secret one would give it away."""
ABOUT: Final = Decimal(1)
"""Dollars by which a number may differ from what a price leaves and still be taken for it."""

_SHARE = re.compile(r"(?<![\w.,])([0-9]{1,3}) ?%")
_DIGITS = re.compile(r"(?<![\w.,])[0-9][0-9.,]*(?![a-z])")
_AMOUNT = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,4})?")
_SENTENCE = re.compile(r"(?:[^.!?;…]|(?<=[0-9])\.(?=[0-9]))+")


class Numbers(Struct, frozen=True):
    """The numbers that may be named: `offered` in any words, `counted` as rounds and the like, `told` in a phrase that
    says what they are, and those of them that are `apart` from all private ones without such a phrase.

    `money`: whether prices are bargained over.
    """

    offered: frozenset[str]
    counted: frozenset[str]
    told: frozenset[str]
    apart: frozenset[str]
    money: bool

    def allow(self, plain: str) -> bool:
        """Return whether words, in lower case without accents, name no number but these, and each as it may be."""
        if numbers(plain) <= self.offered:
            return True
        # Its patterns take longer to make than all else that a command imports; most commands never look at such words.
        from bot.players.llm.phrases import COUNTS, PRICES, THINGS

        digits = written(plain)
        times = " ".join(found[0] for found in COUNTS.finditer(digits))
        bare = COUNTS.sub("some", digits)
        if not numbers(times) <= self.offered | self.counted or not numbers(bare) <= self.offered | self.told:
            return False
        own = any(tells_own_number(part) for part in _SENTENCE.findall(bare) if not numbers(part) <= self.offered)
        phrases = PRICES if self.money else THINGS
        return not own and numbers(phrases.sub("some", bare)) <= self.offered | self.apart


_COUNTERS = re.compile(r"\b(?:round|message|step|side)s? [0-9]+(?: of [0-9]+)?|\b[0-9]+ of (?:[0-9]+ are|the [0-9]+)\b")
"""Numbers beside an offer that are no part of it: rounds, and how many things two offers share."""
_TIMES = re.compile(r"\b(?:round|message|step) ([0-9]+)(?: of ([0-9]+))?|\b([0-9]+) (?:messages|rounds|steps)\b")


def public_numbers(
    rules: str, moves: Iterable[str], latest: Iterable[str], secret: str, stake: str, worths: bool
) -> Numbers:
    """Return the numbers that may be named, from what everybody was told, in lower case without accents.

    - `rules`: the opening.
    - `moves`: all that was done and said by the game since, and the move to come.
    - `latest`: the part of it whose numbers people may compare.
    - `secret`: a text whose numbers are not told as a difference or sum: what a side may never say.
    - `stake`: the same of what a side has at stake now, where things are divided.
    - `worths`: whether anybody has numbers of its own; if not, the rules are no secret, except for shares.
    """
    # A table says many things twice: half of its texts, and all of them if only the numbers of rounds are left out.
    made, compared = tuple(dict.fromkeys(moves)), tuple(dict.fromkeys(latest))
    literal = {text: stated(text) for text in (rules, *made)}
    free = [_COUNTERS.sub(" ", text) for text in (made if worths else (*made, _SHARE.sub(" ", rules)))]
    offered = frozenset[str]().union(*(literal[text] if text in literal else stated(text) for text in free))
    known = offered.union(*literal.values())
    money = _is_money(made)
    if not worths:
        own = _Own(frozenset(), frozenset(), Decimal(0))
    elif money:
        own = _Own.of_prices(stated(secret) - stated(rules), offered)
    else:
        own = _Own.of_things(stated(secret) - offered - stated(rules), f"{secret}\n{stake}", known)
    found = {n for n in _computed(compared) if not own.is_told_by(n)}
    return Numbers(
        offered,
        known | _left((rules, *made)) | {"0"},
        frozenset(shortest(f"{n:f}") for n in found),
        frozenset(shortest(f"{n:f}") for n in found if own.is_far_from(n, money=money)),
        money,
    )


class _Own(Struct, frozen=True):
    """Private numbers that computed ones must not tell: the `hidden` numbers of a side, and those `derived` from them,
    which are sums of them and what a public price leaves. `most` is the sum of a whole line of them, 0 for prices.
    """

    hidden: frozenset[Decimal]
    derived: frozenset[Decimal]
    most: Decimal

    @classmethod
    def of_prices(cls, hidden: Set[str], prices: Iterable[str]) -> "_Own":
        """Return secret prices and their differences from public ones. A secret price may be equal to a public one."""
        own = frozenset(Decimal(n) for n in hidden if _AMOUNT.fullmatch(n))
        left = {abs(Decimal(price) - n) for price in prices if _AMOUNT.fullmatch(price) for n in own}
        return cls(own, frozenset(left), Decimal(0))

    @classmethod
    def of_things(cls, hidden: Set[str], secret: str, known: Set[str]) -> "_Own":
        """Return worths, and the sums of large ones. Sums of small ones are as good as any count of things."""
        own = frozenset(Decimal(n) for n in hidden if _AMOUNT.fullmatch(n))
        lines = [group for group in _groups(secret) if any(shortest(f"{n:f}") not in known for n in group)]
        large = {n for group in (*lines, *([total] for total in _sums(lines))) for n in group if n >= SMALL}
        return cls(own, frozenset(large), max((sum(group, Decimal(0)) for group in lines), default=Decimal(0)))

    def is_told_by(self, number: Decimal) -> bool:
        """Return whether a number is a hidden one or follows from one, or is near a hidden one."""
        return number in self.derived or any(abs(number - own) <= NEAR * own for own in self.hidden)

    def is_far_from(self, number: Decimal, *, money: bool) -> bool:
        """Return whether a number cannot pass for one of these: no price leaves about as much, or it is too large."""
        if money:
            return not any(abs(number - left) <= max(ABOUT, NEAR * left) for left in self.derived)
        return bool(self.most) and number > max(SMALL, self.most)


def _is_money(texts: Iterable[str]) -> bool:
    return any("$" in text for text in texts)


def _left(texts: Iterable[str]) -> set[str]:
    """Return the numbers of rounds or messages that may be left."""
    counts = {int(n) for text in texts for found in _TIMES.findall(text) for n in found if n}
    return {str(a - b + more) for a in counts for b in counts if a > b for more in (0, 1)}


def _computed(texts: tuple[str, ...]) -> set[Decimal]:
    """Return the numbers that people compute from public ones: differences of prices, differences and sums of counts.

    Sums are of up to `ADDENDS` numbers in one line or list. Where shares are bargained over, only shares are compared.
    """
    if any("%" in text for text in texts):
        shares = {Decimal(n) for text in texts for n in _SHARE.findall(text)}
        return {n for a, b in combinations_with_replacement(shares, 2) for n in (abs(a - b), a + b)}
    return _gaps(texts) if _is_money(texts) else _counts(texts)


def _gaps(texts: Iterable[str]) -> set[Decimal]:
    """Return the differences of prices, and those between two differences: by how much a gap has closed."""
    prices = {number for text in texts for group in _groups(_COUNTERS.sub(" ", text)) for number in group}
    gaps = {abs(a - b) for a, b in combinations(prices, 2)}
    return gaps | {abs(a - b) for a, b in combinations(gaps, 2)}


def _counts(texts: Iterable[str]) -> set[Decimal]:
    """Return the differences of counts, and the sums of those in one line or list."""
    groups = [group for text in texts for group in _groups(text)]
    return {abs(a - b) for a, b in combinations({n for group in groups for n in group}, 2)} | _sums(groups)


def _sums(groups: Iterable[list[Decimal]]) -> set[Decimal]:
    """Return the sums of up to `ADDENDS` numbers of one group."""
    sizes = range(2, ADDENDS + 1)
    return {sum(part, Decimal(0)) for group in groups for n in sizes for part in combinations(group[:MOST_ADDED], n)}


def _groups(text: str) -> list[list[Decimal]]:
    """Return the numbers of each line, and those of consecutive lines with one number each, such as a price list."""
    lines = [[Decimal(n) for digits in _DIGITS.findall(line) if _AMOUNT.fullmatch(n := shortest(digits))]
             for line in text.splitlines()]  # fmt: skip
    runs = groupby(lines, lambda line: len(line) == 1)
    lists = [[number for line in run for number in line] for single, run in runs if single]
    return [*lines, *lists]
