"""Text to a move in the balloon game. Never raises, never guesses.

People write as they like: a tag counts anywhere outside reasoning and arguments, and all else is talk. With
`grammar=seed`, the published protocol, a message is tags and nothing else. Texts of buttons and forms are always read
in the relaxed way.
"""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Final

from games.balloon.reader.answers import agreement, bargain, fault, refused_by, set_of, shortened
from games.balloon.reader.names import names_of
from games.balloon.reader.protocol import MOST_PARTS, SETS, Part, Tag, parts
from games.balloon.reader.spoken import in_words
from games.balloon.rules import Move
from games.balloon.view import View
from games.core.contract import Reading, Said, Unclear
from games.language.text import LONGEST, clean, unmark, unquoted

_MORE: Final = re.compile(
    r"(?:[+&,-]|(?:but |and )?(?:plus|minus|with|without|and|add|drop)\b)\s*(?:[{'\"(]\s*)?([\w-]+)", re.IGNORECASE
)


def read(view: View, said: Said) -> Reading[Move] | Unclear:
    strict = view.terms.grammar == "seed" and said.via == "typed"
    typed = clean(said.text)
    if typed is None:
        return Unclear("too_long", most=LONGEST)
    own = typed if strict else unquoted(typed)
    text, struck = unmark(own).strip(), "~~" in own
    if not text:
        return Unclear("empty", strike=strict)
    found = parts(text)
    if fault := _fault(found, strict, struck, view.terms.reasoning):
        return Unclear(fault, strike=strict)
    if any(part.tag for part in found):
        return _tagged(view, found, strict, said.via == "form")
    reading = in_words(view, text, said.order)
    return Unclear("struck_out") if struck and isinstance(reading, Reading) and reading.move else reading


_Rules = tuple[tuple[str, Callable[[list[Part], list[Tag]], bool]], ...]
_REASONED: Final[_Rules] = (
    ("untagged", lambda found, tags: "" in tags),
    ("no_reasoning", lambda found, tags: tags[:1] != ["reasoning"]),
    ("two_reasonings", lambda found, tags: tags.count("reasoning") > 1),
)
_UNREASONED: Final[_Rules] = (
    ("untagged", lambda found, tags: "" in tags),
    ("reasoning_off", lambda found, tags: "reasoning" in tags),
)
_PROTOCOL: Final[_Rules] = (
    ("no_argument", lambda found, tags: not any(part.tag == "argument" and part.body for part in found)),
    ("unclosed", lambda found, tags: not all(part.closed for part in found)),
    ("bad_set", lambda found, tags: any(part.tag in SETS and part.braces != "{" for part in found)),
)
"""Violations of the published protocol by the parts of a message and their tags, in the order of their refusal: first
those of the form with reasoning, or of the form without it.
"""


def _fault(found: list[Part], strict: bool, struck: bool, reasoning: bool) -> str:
    """Return the violation of the form of messages; "" if there is none."""
    tags = [part.tag for part in found]
    if len(found) >= MOST_PARTS:
        return "too_many_tags"
    if struck and any(tags):
        return "struck_out"
    if strict:
        rules = (*(_REASONED if reasoning else _UNREASONED), *_PROTOCOL)
        return next((code for code, breaks in rules if breaks(found, tags)), "")
    return "two_reasonings" if tags.count("reasoning") > 1 else ""


def _tagged(view: View, found: list[Part], strict: bool, by_form: bool) -> Reading[Move] | Unclear:
    proposals, refusals, agrees = _parts_of(found, "proposal"), _parts_of(found, "refuse"), _parts_of(found, "agree")
    if len(agrees) > 1:
        return Unclear("two_agrees", strike=True)
    if agrees and proposals:
        return Unclear("agree_and_propose", strike=strict)
    if not strict and _goes_on(view, found):
        return Unclear("bad_set")
    words = _words(found)
    if not (agrees or proposals or refusals):
        return Reading(None, words) if words else Unclear("only_reasoning", strike=strict)
    refused = _together(refused_by(view, part) for part in refusals)
    if isinstance(refused, Unclear):
        return refused
    if agrees:
        return agreement(view, agrees[0], refused, words, strict)
    proposed = _together(_proposed(view, part, strict, by_form) for part in proposals)
    return proposed if isinstance(proposed, Unclear) else Reading(bargain(view, proposed, refused), words)


def _parts_of(found: list[Part], tag: Tag) -> list[Part]:
    return [part for part in found if part.tag == tag]


def _words(found: list[Part]) -> str:
    return shortened(" ".join(part.body for part in found if part.tag in ("", "argument") and part.body).strip())


def _proposed(view: View, part: Part, strict: bool, by_form: bool) -> list[int] | Unclear:
    one = set_of(view, part)
    if one.code:
        return fault(one, strict)
    if not one.items and (by_form or not view.terms.allow_empty):
        return Unclear("empty_set", strike=not by_form)
    return [one.items]


def _together(read: Iterable[list[int] | Unclear]) -> list[int] | Unclear:
    """Return all sets, or the first reason why one cannot be read."""
    sets: list[int] = []
    for several in read:
        if isinstance(several, Unclear):
            return several
        sets += several
    return sets


def _goes_on(view: View, found: list[Part]) -> bool:
    """Return whether words right after a set in braces change it: `{A08, B95} + C17` is neither set."""
    known = names_of(view.items).places
    for part, behind in pairwise(found):
        if part.tag in SETS and part.braces and not behind.tag:
            more = _MORE.match(behind.body)
            if more is not None and more[1].casefold() in known:
                return True
    return False
