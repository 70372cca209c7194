"""Names of items and numbers of proposals in a text: `A08, b95`, `'A08'`, `#3 - B19 + A71`."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from games.balloon.rules import Item
from games.balloon.view import View
from games.language.text import canon

_ID: Final = re.compile(r"[^\W\d_]{1,3}\d{1,4}")
_PLUS = {"+", "plus", "add", "with"}
_MINUS = {"-", "minus", "without", "drop"}
_CHANGES = _PLUS | _MINUS
_FILLERS = {"and", "the", "a", "my", "your", "item", "items", "set", "just", "only", "please", "&"}
_AND: Final = re.compile(r"\s*(?:and\b|&)", re.IGNORECASE)
_SETS: Final = ("item", "number")
_QUOTED: Final = ("one", "two")
_PLURALS: Final = (("", "s"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves"))
_TOKENS_EACH: Final = 4
_MORE_TOKENS: Final = 200
"""Tokens of a text that are examined: all names joined by signs, and two hundred words beside them. Names further on
change no set: such a text is refused.
"""
_MOST_UNKNOWN: Final = 20
"""Words that are no names, after which nothing is read: no set can come of them, and talk may have thousands."""


class Named(Struct, frozen=True):
    """A set that a text names. If `code` is set, `name` is the word that is no item.

    - `plain`: it consists of names alone, without reference to a proposal.
    - `hit`: at least one name or number is known.
    - `whole`: nothing is dropped that the text has not named, so it isn't about another set.
    """

    items: int = 0
    code: str = ""
    name: str = ""
    plain: bool = True
    hit: bool = False
    whole: bool = True


class Names(Struct, frozen=True):
    """The item names of an instance, prepared for the search: `written` has each name bare and in quotation marks."""

    places: dict[str, int]
    written: dict[str, int]


@lru_cache(maxsize=256)
def names_of(items: tuple[Item, ...]) -> Names:
    places = {canon(item.name).casefold(): 1 << k for k, item in enumerate(items)}
    written = {f"{mark}{name}{mark}": place for name, place in places.items() for mark in ("", "'", '"')}
    return Names(places, written)


@lru_cache(maxsize=256)
def spelt_of(items: tuple[Item, ...]) -> dict[str, int]:
    """Return how else people write the names that are words: in the plural or the singular. What may stand for two
    items is left out.
    """
    places = names_of(items).places
    made: dict[str, set[int]] = {}
    for name, place in places.items():
        for other in _numbers(name) if name[-1].isalpha() else ():
            made.setdefault(other, set()).add(place)
    return {other: next(iter(of)) for other, of in made.items() if len(of) == 1 and other not in places}


def _numbers(name: str) -> Iterator[str]:
    """Yield the plural of a name, and what it may be the plural of."""
    for one, many in _PLURALS:
        if name.endswith(one):
            yield name[: len(name) - len(one)] + many
        if name.endswith(many) and len(name) - len(many) > 1:
            yield name[: -len(many)] + one


@lru_cache(maxsize=256)
def token_of(items: tuple[Item, ...]) -> re.Pattern[str]:
    """Return the pattern of a word, a sign or a name. It is compiled late, as plain lists of names need none."""
    known = "|".join(re.escape(name) for name in sorted(names_of(items).places, key=len, reverse=True))
    return re.compile(
        rf"(?P<space>[\s,;]+)|(?P<number>#\s?\d{{1,4}}(?!\w))|'(?P<one>[^'\n]*)'|\"(?P<two>[^\"\n]*)\""
        rf"|(?P<known>(?:{known})(?![\w-]))|(?P<word>\w+(?:[.-]\w+)*)|(?P<sign>[+&-])|(?P<other>.)",
        re.IGNORECASE | re.DOTALL,
    )


Meaning = tuple[Literal["", "item", "unknown", "bad", "missing", "number", "add", "remove"], int]


def named(view: View, body: str, literal: bool) -> Named:
    """Return the set that a text names.

    `literal`: names and nothing else, as between braces. Otherwise a proposal's number may come first, followed by
    additions and removals. Such a change of no set (`+ A08, C07`) has the code `no_base`.
    """
    names = names_of(view.items)
    if listed := _listed(names, body):
        return Named(listed, hit=True)
    steps: list[Meaning] = [("add", 0)] if not literal and _AND.match(body) else []
    unknown: list[str] = []
    first, hit = True, False
    most = _TOKENS_EACH * len(names.places) + _MORE_TOKENS
    for count, token in enumerate(token_of(view.items).finditer(body)):
        if token.lastgroup == "space":
            continue
        kind, value = _meaning(view, names.places, token, literal, first)
        if not kind:
            continue
        if count >= most or len(unknown) > _MOST_UNKNOWN:
            return _strange(unknown[0], hit) if unknown else Named(code="bad_set", hit=hit)
        match kind:
            case "unknown":
                unknown.append(_word(token))
            case "bad":
                return Named(code="bad_set", hit=hit)
            case "missing":
                return Named(code="no_such_number", name=token[0][1:].strip(), hit=True)
            case _:
                steps.append((kind, value))
                hit = hit or kind in _SETS
        first = False
    return _strange(unknown[0], hit) if unknown else _summed(steps, hit)


def _summed(steps: list[Meaning], hit: bool) -> Named:
    """Return the set that names and a number lead to, with the words that add and remove between them."""
    items, adding, plain, whole = 0, True, True, True
    for kind, value in steps:
        match kind:
            case "item":
                whole = whole and (adding or bool(items & value))
                items = items | value if adding else items & ~value
            case "number":
                items, plain = value, False
            case _:
                adding = kind == "add"
    based = not hit or steps[0][0] in _SETS
    return Named(items, "" if based else "no_base", plain=plain, hit=hit, whole=whole)


def _listed(names: Names, body: str) -> int:
    """Return the set in a plain list of names; 0 for any other text. Most proposals are such a list."""
    listed = body.casefold().split(",")
    if len(listed) > len(names.places):
        return 0
    items = 0
    for name in listed:
        place = names.written.get(name.strip(" "))
        if place is None:
            return 0
        items |= place
    return items


def _meaning(view: View, places: Mapping[str, int], token: re.Match[str], literal: bool, first: bool) -> Meaning:
    """Return the meaning of a token, with the set of an item or a proposal; "" for words between names."""
    kind, word = token.lastgroup, token[0].casefold()
    place = places.get(word[1:-1].strip() if kind in _QUOTED else word)
    if place is not None:
        return "item", place
    if word in (_fillers(view) if literal else _FILLERS):
        return "", 0
    if kind in _QUOTED or (kind == "word" and (literal or word not in _CHANGES)):
        return "unknown", 0
    if literal or kind == "other":
        return "bad", 0
    if kind != "number":
        return ("add" if word in _PLUS else "remove"), 0
    items = proposed(view, int(word[1:]))
    if items is None:
        return "missing", 0
    return ("number" if first else "bad"), items


def _fillers(view: View) -> frozenset[str]:
    return frozenset() if view.terms.grammar == "seed" else frozenset(("and",))


def _word(token: re.Match[str]) -> str:
    return token[0][1:-1] if token.lastgroup in _QUOTED else token[0]


def _strange(word: str, hit: bool) -> Named:
    return Named(code="unknown_item", name=word.strip()[:30] or "''", hit=hit)


def proposed(view: View, number: int) -> int | None:
    """Return the set of a proposal of this game, active or not."""
    for message in view.history:
        for proposal in message.proposed:
            if proposal.number == number:
                return proposal.items
    return None


def looks_like_an_id(name: str) -> bool:
    """Return whether an unknown word was meant as an item's name: letters, then digits."""
    return bool(_ID.fullmatch(name))
