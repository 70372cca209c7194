"""Goods with a number in plain words: "10 wood", "two bricks", "an ore", "a dozen of my sheep", "all my wheat"."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, Literal, NamedTuple

from msgspec.structs import astuple

from games.language.spelling import one_slip
from games.trading.domain import RESOURCES, Goods

Side = Literal["give", "get"]


class Item(NamedTuple):
    """A number of one resource, by its index.

    - `step`: 1 for this many more, -1 for this many fewer, 0 for the number itself.
    - `exact`: the number was said, and the name was spelt right.
    - `owner`: the side that "my" or "your" between number and name stands for.
    """

    at: int
    number: int
    step: int
    exact: bool
    owner: Side | None


_WORD: Final = re.compile(r"->|=>|[-.$€£]?[0-9]+(?:[.,'][0-9]+)*|[^\W\d_]+(?:'[^\W\d_]+)*|\S")
"""A number with a sign, a currency or a point before it is no number of goods."""
_ALSO: Final = {"Wheat": "grain corn", "Wood": "lumber timber log", "Sheep": "wool lamb", "Brick": "clay", "Ore": "oar"}
NAMES: Final = {
    spelt: at
    for at, name in enumerate(RESOURCES)
    for one in (name.lower(), *_ALSO[name].split())
    for spelt in (one, f"{one}s")
}
"""The spellings of the resources, with their indices."""
SMALL: Final = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
"""The small numbers in words, from one on."""
_TENS: Final = {
    word: 10 * n
    for n, word in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2)
}
_NUMBERS: Final = {**{word: n for n, word in enumerate(SMALL, 1)}, **_TENS}
_VAGUE: Final = {"couple": 2, "pair": 2, "dozen": 12, "single": 1}
_MORE: Final = frozenset(("more", "extra", "additional", "further"))
_FEWER: Final = frozenset(("less", "fewer"))
_MORE_OR_FEWER: Final = _MORE | _FEWER
_BETWEEN: Final = _MORE_OR_FEWER | {"x", "×", "units", "unit", "pieces", "piece", "of", "my", "your", "the", "ish"}
_JOINED: Final = frozenset((",", "and", "&", "+", "plus", ";", "also"))
_FROM: Final[dict[tuple[str, ...], Side]] = {
    ("from", "me"): "give",
    ("of", "mine"): "give",
    ("from", "you"): "get",
    ("of", "yours"): "get",
    ("from", "mine"): "give",
    ("from", "yours"): "get",
    **{(word, "my", side): "give" for word in ("from", "on") for side in ("side", "end", "part")},
    **{(word, "your", side): "get" for word in ("from", "on") for side in ("side", "end", "part")},
}
_TOWARDS: Final[dict[tuple[str, ...], Side]] = {
    ("for", "you"): "give",
    ("to", "you"): "give",
    ("for", "me"): "get",
    ("to", "me"): "get",
}
"""Receiver of the goods before these words, where nothing but a break follows: "5 sheep for you, 2 brick for me"."""
_BREAKS: Final = frozenset((",", "and", ".", ";", "!", "?", "&", "for", "in", "while", "then"))
_NO_SLIPS: Final = frozenset(
    """
    good food hood mood word words goods moods foods wool would hold world old gold cord lord ward wad wow
    grin groin heat what cheat that seat wait beat meat neat whet whole wheel where
    sleep sheet sheets steep sweep cheep sheer shape ship shop sleeps step steps seen seem keep deep
    trick tricks click pick rick crick prick thick stick quick chick brisk brink bring bricked back
    lime limb lame lump comb lamp lamps land lamb labour cloy play clan claw slay clap day days
    corner core cores ores more acre care bore sore horn born torn worn come coin cork form gain train brain drain
    log logs blog flog long lots tiger amber member lumbar number timer timber slog fog dog dogs logo
    our ours oak oars car bar jar roar soar
    """.split()  # noqa: SIM905
)
"""Words one letter away from a resource that are words themselves."""
_MOST: Final = 9_999


def words_of(plain: str) -> list[str]:
    """Return the words, numbers and signs of a text in lower case."""
    return _WORD.findall(plain)


def items(words: Sequence[str], held: Goods | None) -> Iterator[tuple[int, int, tuple[Item, ...]]]:
    """Yield each list of goods with the places of its first word and behind its last. `held`: the speaker's goods."""
    at, start, end = 0, 0, 0
    goods: list[Item] = []
    while at < len(words):
        found = _item(words, at, held)
        if found is None:
            at += 1
            continue
        item, behind = found
        between = words[end:at]
        alike = not goods or item.owner == goods[-1].owner or None in (item.owner, goods[-1].owner)
        if goods and between and alike and _JOINED.issuperset(between):
            goods.append(item)
        else:
            if goods:
                yield start, end, tuple(goods)
            goods, start = [item], at
        at = end = behind
    if goods:
        yield start, end, tuple(goods)


def resources(words: str) -> set[int]:
    """Return the resources that words name."""
    return {NAMES[word] for word in words_of(words) if word in NAMES}


def bare_names(words: Sequence[str]) -> list[str]:
    """Return the names of resources that no number counts, in their order."""
    counted = {at for start, end, _ in items(words, None) for at in range(start, end)}
    return [word for at, word in enumerate(words) if word in NAMES and at not in counted]


def number_of(word: str) -> int:
    """Return a number in digits, or a small one in words; 0 for another word."""
    return int(word) if word.isdigit() else _NUMBERS.get(word, 0)


def leftover(words: str) -> bool:
    """Return whether words beside goods hold a number or a resource that no item took."""
    return any(
        word[-1].isdigit() or word in NAMES or _NUMBERS.get(word, 1) > 1 or word in _VAGUE for word in words_of(words)
    )


def _item(words: Sequence[str], at: int, held: Goods | None) -> tuple[Item, int] | None:
    """Return the item that begins at a place, and the place behind it."""
    if words[at] in ("all", "half") and (stock := _stock(words, at, held)) is not None:
        return stock
    if at + 2 < len(words) and words[at] in NAMES and words[at + 1] in ("x", "×", ":"):
        number = _digits(words[at + 2])
        if number and (at + 3 == len(words) or words[at + 3] not in NAMES):
            return Item(NAMES[words[at]], number, 0, True, None), at + 3
    step = 0
    if words[at] == "another":
        step, at = 1, at + 1
    counted = _number(words, at)
    if counted is None:
        if not step:
            return None
        counted = 1, at, True
    number, at, exact = counted
    return _named(words, at, number, step, exact)


def _named(words: Sequence[str], at: int, number: int, step: int, exact: bool) -> tuple[Item, int] | None:
    """Return the item with this number whose name comes next, perhaps behind "of my" or "more"."""
    end = at + sum(1 for _ in takewhile(_BETWEEN.__contains__, words[at : at + 4]))
    name, spelt = _name(words[end]) if end < len(words) else (None, False)
    if name is None:
        return None
    said = set(words[at:end])
    end += 1
    if _MORE_OR_FEWER.issuperset(words[end : end + 1] or [""]) and words[end + 1 : end + 2] != ["than"]:
        said.add(words[end])
        end += 1
    step = _step(said) or step
    side, many = _owner_behind(words, end)
    if side is not None:
        return Item(name, number, step, exact and spelt, side), end + many
    owner: Side | None = "give" if "my" in said else "get" if "your" in said else None
    return Item(name, number, step, exact and spelt and "ish" not in said, owner), end


def _owner_behind(words: Sequence[str], end: int) -> tuple[Side | None, int]:
    """Return the side that the words behind goods name, and how many words that takes."""
    for many in (3, 2):
        if (side := _FROM.get(tuple(words[end : end + many]))) is not None:
            return side, many
    towards = _TOWARDS.get(tuple(words[end : end + 2]))
    return (towards, 2) if towards and _BREAKS.issuperset(words[end + 2 : end + 3]) else (None, 0)


def _step(said: set[str]) -> int:
    return 1 if said & _MORE else -1 if said & _FEWER else 0


def _name(word: str) -> tuple[int | None, bool]:
    """Return the resource that a word behind a number names, and whether it is the rules' own name."""
    name = NAMES.get(word)
    if name is None:
        return _misspelt(word), False
    return name, word.capitalize().removesuffix("s") in RESOURCES


def _stock(words: Sequence[str], at: int, held: Goods | None) -> tuple[Item, int] | None:
    """Return the whole stock of a resource, or half of it: "all my wheat", "half of my wood"."""
    part = 1 if words[at] == "all" else 2
    at += 1
    for word in ("of", "my"):
        if words[at : at + 1] == [word]:
            at += 1
    name = NAMES.get(words[at]) if at < len(words) and words[at - 1] == "my" else None
    number = astuple(held)[name] // part if held is not None and name is not None else 0
    return (Item(name, number, 0, False, "give"), at + 1) if name is not None and number else None


def _digits(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 and int(word) <= _MOST else 0


def _number(words: Sequence[str], at: int) -> tuple[int, int, bool] | None:
    """Return the number at a place, the place behind it, and whether it is exact."""
    if at >= len(words):
        return None
    word = words[at]
    if word[0].isdigit():
        number = _digits(word)
        return (number, at + 1, True) if number and words[at - 1 : at] != ["/"] else None
    if word in ("a", "an"):
        vague = _VAGUE.get(words[at + 1]) if at + 1 < len(words) else None
        return (vague, at + 2, False) if vague else (1, at + 1, True)
    if word == "half" and list(words[at + 1 : at + 3]) == ["a", "dozen"]:
        return 6, at + 3, True
    number = _NUMBERS.get(word, 0)
    if not number:
        return (12, at + 1, True) if word == "dozen" else None
    if word not in _TENS:
        return number, at + 1, True
    behind = at + 1 + (words[at + 1 : at + 2] == ["-"])
    unit = _NUMBERS.get(words[behind], 0) if behind < len(words) else 0
    return (number + unit, behind + 1, True) if 0 < unit < 10 else (number, at + 1, True)


def _misspelt(word: str) -> int | None:
    """Return the resource that a word of at least four letters misses by one: a letter too many, too few, wrong, or two
    of them swapped.
    """
    if not 3 < len(word) < 8 or word in _NO_SLIPS:
        return None
    near = [at for name, at in NAMES.items() if len(name) > 3 and one_slip(word, name)]
    return near[0] if near else None
