"""A text as a string of kinds: names of items, known phrases, and other words, in their order."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from msgspec import Struct

from games.balloon.reader.lexicon import HEDGE, ITEMS, LONGEST, MEANINGS, NUMBER, OTHER, PLACED
from games.balloon.reader.names import looks_like_an_id, names_of, proposed, spelt_of
from games.balloon.reader.ordinals import PATTERN, counted
from games.balloon.reader.spelling import IDLE, full
from games.balloon.rules import Item
from games.balloon.view import View
from games.language.spelling import sounds_in_full

MOST_TOKENS: Final = 130
"""Words and signs of a text that is looked at; a longer one is talk."""
_NUMBERED: Final = re.compile(
    r"(?:number|nr\.?|no\.|proposal|set|offer)\s#?\s?(\d{1,4})(?!\w)|#\s?(\d{1,4})(?!\w)", re.IGNORECASE
)
_PLACING: Final = ("from", "in", "off", "within")
_LOOSE: Final = "#"
"""The text of a proposal that is named by its order, and of an item in another form than its name's."""
_BULLET: Final = re.compile(r"^[ \t]{0,8}(?:[-•*]|\d{1,2}[.)])[ \t]", re.MULTILINE)
"""Signs and numbers in front of the lines of a list."""
_STOPS: Final = {
    "->": ">",
    "=>": ">",
    "→": ">",
    ">": ">",
    "?": "?",
    ".": ".",
    "!": ".",
    ";": ".",
    ":": ".",
    "\n": "\n",
    ",": ",",
}
_JOINING: Final = {"+": "A", "/": ","}
"""Signs that join names to one list; elsewhere they are of these kinds."""
_MISSPELT: Final = (
    "accept",
    "agree",
    "agreed",
    "propose",
    "suggest",
    "refuse",
    "reject",
    "decline",
    "instead",
    "without",
)
_SPELT_SO: Final = frozenset(
    (
        "agrees",
        "eject",
        "except",
        "expect",
        "purpose",
        "proposed",
        "suggests",
        "rejects",
        "refuses",
        "accepts",
        "agreeing",
        "declines",
    )
)
_CLOSE: Final = 0.8


class Token(Struct, frozen=True):
    """A part of a text: its kind, and the set of an item list or of a proposal."""

    kind: str
    items: int = 0


class Kinds(Struct, frozen=True):
    """A text in kinds, with the tokens behind them.

    - `unknown`: the first word that looks like an item's name but isn't one.
    - `mended`: a word was misspelt, and read as the one that it resembles, an item stood in the plural, or a proposal
      was named by its order.
    - `words`: how many words there are that no phrase holds.
    """

    text: str
    tokens: tuple[Token, ...]
    unknown: str
    mended: bool
    words: int


@lru_cache(maxsize=64)
def part_of(items: tuple[Item, ...]) -> re.Pattern[str]:
    """Return the pattern of a part of a text: a number, an item, a stop, a sign or a word."""
    names = sorted({**names_of(items).places, **spelt_of(items)}, key=len, reverse=True)
    known = "|".join(re.escape(name).replace(r"\ ", "[ -]?") for name in names)
    return re.compile(
        rf"(?P<number>{_NUMBERED.pattern})|(?P<known>(?<!\w)(?:{known})(?![\w]))"
        rf"|(?P<counted>{PATTERN})"
        r"|(?P<sum>=?\s?\d{2,6}(?:\s?(?:of|/|out of)\s?\d{2,6})?(?!\w))"
        r"|(?P<apart>(?<!\w)[^\W\d_]{1,3}[ -]\d{1,4}(?!\w))|(?P<word>\w+(?:'\w+)*)"
        r"|(?P<stop>[?.!;:\n,])|(?P<arrow>[-=]?>|→)|(?P<sign>[-+&/]|[^\w\s'\"(){}\[\]🏻-🏿])",
        re.IGNORECASE,
    )


def kinds_of(view: View, text: str) -> Kinds:
    """Return a canonical text in kinds."""
    text = sounds_in_full(text)
    parts, unknown = _parts(view, _BULLET.sub("", text) if "\n" in text and "+" not in text else text)
    tokens: list[Token] = []
    mended, others, at = False, 0, 0
    while at < len(parts):
        kind, word, items = parts[at]
        if kind != "word":
            mended = mended or word == _LOOSE
            tokens.append(Token(kind, items))
            at += 1
            continue
        many, meaning = _phrase(parts, at)
        if meaning == OTHER and (close := _close(word)):
            mended, meaning = True, MEANINGS[close]
        others += meaning in (OTHER, "d", "r")
        tokens.append(Token(meaning))
        at += many
    joined = _joined(tokens)
    return Kinds("".join(token.kind for token in joined), tuple(joined), unknown, mended, others)


Part = tuple[str, str, int]
"""A token in the making: its kind or `word`, the text, and the set of an item or of a proposal."""


def _parts(view: View, text: str) -> tuple[list[Part], str]:
    """Return the items, numbers, stops and words of a text, and the first name that is no item."""
    places, spelt = _joint_names(view.items), spelt_of(view.items)
    parts: list[Part] = []
    unknown = ""
    for found in part_of(view.items).finditer(text):
        if len(parts) > MOST_TOKENS:
            return [("word", "", 0)], ""
        group, said = found.lastgroup, found[0].casefold()
        if group == "sum":
            continue
        if group == "word" and looks_like_an_id(said):
            unknown = unknown or found[0]
            parts.append((ITEMS, said, 0))
        elif group == "known" and said in spelt:
            parts.append((ITEMS, _LOOSE, spelt[said]))
        elif group == "number":
            items = proposed(view, int("".join(filter(str.isdigit, said))))
            parts.append((_standing(parts), said, -1 if items is None else items))
        elif group == "counted" and (items := counted(view, said)) is not None:
            parts.append((_standing(parts), _LOOSE, items))
        else:
            parts += _sign(said) if group in ("stop", "arrow", "sign") else _named(places, found[0])
    return parts, unknown


@lru_cache(maxsize=64)
def _joint_names(items: tuple[Item, ...]) -> dict[str, int]:
    """Return the names, also without their spaces and hyphens."""
    places = names_of(items).places
    return {re.sub("[ -]", "", name): place for name, place in places.items()} | places


def _standing(before: list[Part]) -> str:
    """Return the kind of a proposal, without the word before it that makes it the set of a change: `from #2`."""
    word = before[-1][1] if before else ""
    if word not in _PLACING and not (word == "to" and len(before) > 1 and before[-2][0] == ITEMS):
        return NUMBER
    before.pop()
    return PLACED


def _sign(said: str) -> list[Part]:
    kind = _STOPS.get(said) or (said if said in (*_JOINING, "-") else "word")
    return [] if said in IDLE else [(kind, said, 0)]


def _named(places: Mapping[str, int], written: str) -> list[Part]:
    """Return an item, also if it is written `A 08` or `a-08`, or else the words that were written."""
    said = written.casefold()
    place = places.get(said)
    if place is None:
        place = places.get(said.replace(" ", "").replace("-", ""))
    if place is not None:
        return [(ITEMS, said, place)]
    words = [word for piece in re.split("[ -]", said) for word in full(piece).split()]
    return [("word", word, 0) for word in words if word not in IDLE and not word.isdigit()]


def _phrase(parts: list[Part], at: int) -> tuple[int, str]:
    """Return the length in words of the longest phrase from here on, and its kind."""
    end = at
    while end < len(parts) and end - at < LONGEST and parts[end][0] == "word":
        end += 1
    for many in range(end - at, 0, -1):
        kind = MEANINGS.get(" ".join(part[1] for part in parts[at : at + many]))
        if kind is not None:
            return many, kind
    return 1, OTHER


@lru_cache(maxsize=1024)
def _close(word: str) -> str:
    """Return the word of a move that a misspelt word stands for; "" if it is like none."""
    if not 4 <= len(word) <= 12 or not word.isalpha() or word in _SPELT_SO:
        return ""
    return next(iter(get_close_matches(word, _MISSPELT, 1, _CLOSE)), "")


def _joined(tokens: list[Token]) -> list[Token]:
    """Join names that follow each other, with nothing or a comma, `and`, `+`, `/` or a new line between them."""
    made: list[Token] = []
    for token in tokens:
        if token.kind == ITEMS:
            back = len(made)
            while back and made[back - 1].kind in (",", "&", "+", "/", ".", "\n", "d", HEDGE):
                back -= 1
            between = "".join(one.kind for one in made[back:])
            led = made[back - 2].kind if back > 1 else ""
            if back and made[back - 1].kind == ITEMS and "." not in between and not _adds(between, led):
                doubt = [Token(HEDGE)] if HEDGE in between else []
                made[back - 1 :] = [*doubt, Token(ITEMS, made[back - 1].items | token.items)]
                continue
        made.append(token)
    kinds = [_alone(token, behind) for token, behind in zip(made, [*made[1:], Token("")], strict=False)]
    return [token for token in kinds if token.kind]


def _adds(between: str, led: str) -> bool:
    """Return whether a `+` behind dropped items adds the next one: "- B17 + C07", "drop B17, +C07"."""
    return "+" in between and (led in ("X", "-") or (led == "D" and between != "+"))


def _alone(token: Token, behind: Token) -> Token:
    """Return a part as what it means before another: `- only 420` goes on, `- A31` drops, `the` adds nothing."""
    if token.kind == "\n":
        return Token(".")
    if token.kind == "d":
        return Token("" if behind.kind in (ITEMS, NUMBER) else OTHER)
    if token.kind == "r":
        return Token("Q" if behind.kind in (ITEMS, NUMBER) else OTHER)
    if token.kind == "j":
        return Token("n" if behind.kind == ITEMS else "o")
    if token.kind == "-":
        return Token("X" if behind.kind == ITEMS else ",")
    return Token(_JOINING[token.kind]) if token.kind in _JOINING else token
