"""Names of items and numbers of proposals in a text: `A08, b95`, `'A08'`, `#3 - B19 + A71`."""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from games.balloon.rules import Item
from games.balloon.view import View
from games.language.text import canon

_ID: Final = re.compile(r"[^\W\d_]{1,3}\d{1,4}")
_PLUS = {"+", "plus", "add", "with"}
_MINUS = {"-", "minus", "without", "drop"}
_CHANGES = _PLUS | _MINUS
_FILLERS = {"and", "the", "a", "my", "your", "item", "items", "set", "just", "only", "please", "&"}


_TOKENS_EACH: Final = 4
_MORE_TOKENS: Final = 200
"""Tokens of a text that are examined: all names joined by signs, and two hundred words beside them. Names further on
change no set: such a text is refused.
"""


class Named(Struct, frozen=True):
    """A set that a text names. If `code` is set, `name` is the word that is no item.

    `plain`: it consists of names alone, without reference to a proposal. `hit`: at least one name or number is known.
    """

    items: int = 0
    code: str = ""
    name: str = ""
    plain: bool = True
    hit: bool = False


class Names(Struct, frozen=True):
    """The item names of an instance, prepared for the search."""

    places: dict[str, int]
    token: re.Pattern[str]


@lru_cache(maxsize=256)
def names_of(items: tuple[Item, ...]) -> Names:
    places = {canon(item.name).casefold(): 1 << k for k, item in enumerate(items)}
    known = "|".join(re.escape(name) for name in sorted(places, key=len, reverse=True))
    token = re.compile(
        rf"(?P<space>[\s,;]+)|(?P<number>#\s?\d{{1,4}}(?!\w))|'(?P<one>[^'\n]*)'|\"(?P<two>[^\"\n]*)\""
        rf"|(?P<known>(?:{known})(?![\w-]))|(?P<word>\w+(?:[.-]\w+)*)|(?P<sign>[+&-])|(?P<other>.)",
        re.IGNORECASE | re.DOTALL,
    )
    return Names(places, token)


def named(view: View, body: str, literal: bool) -> Named:
    """Return the set that a text names.

    `literal`: names and nothing else, as between braces. Otherwise a proposal's number may come first, followed by
    additions and removals.
    """
    names = names_of(view.items)
    items, adding, plain, hit, first = 0, True, True, False, True
    unknown = ""
    most = _TOKENS_EACH * len(names.places) + _MORE_TOKENS
    for count, token in enumerate(names.token.finditer(body)):
        kind, text = token.lastgroup, token[0]
        if kind == "space":
            continue
        if count >= most and not unknown:
            return Named(code="bad_set", hit=hit)
        if count >= most:
            break
        word = text.casefold()
        quoted = text[1:-1] if kind in ("one", "two") else None
        place = names.places.get(word if quoted is None else quoted.strip().casefold())
        if place is None and (word in _FILLERS if not literal else word == "and" and view.terms.grammar != "seed"):
            continue
        if place is not None:
            items, hit = (items | place if adding else items & ~place), True
        elif quoted is not None or (kind == "word" and (literal or word not in _CHANGES)):
            unknown = unknown or (quoted if quoted is not None else text)
        elif literal or kind == "other":
            return Named(code="bad_set", hit=hit)
        elif kind == "number":
            numbered = proposed(view, int(text[1:]))
            if numbered is None:
                return Named(code="no_such_number", name=text[1:].strip(), hit=True)
            if not first:
                return Named(code="bad_set", hit=True)
            items, plain, hit = numbered, False, True
        else:
            adding = word in _PLUS
        first = False
    if unknown:
        return Named(code="unknown_item", name=unknown.strip()[:30] or "''", hit=hit)
    return Named(items, plain=plain, hit=hit)


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
