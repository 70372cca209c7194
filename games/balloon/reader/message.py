"""Text to a move in the balloon game. Never raises, never guesses.

People write as they like: a tag binds wherever it stands outside reasoning and arguments, and all else is talk. With
`grammar=seed`, the published protocol, a message is tags and nothing else. Texts of buttons and forms are always read
in the relaxed way.
"""

import re
from itertools import pairwise
from typing import Final

from games.balloon.reader.answers import agreement, bargain, fault, refused_by, set_of, shortened
from games.balloon.reader.names import names_of
from games.balloon.reader.protocol import MOST_PARTS, Part, parts
from games.balloon.reader.spoken import in_words
from games.balloon.rules import Move
from games.balloon.view import View
from games.core.contract import Reading, Said, Unclear
from games.language.text import LONGEST, clean, unmark, unquoted

_MORE: Final = re.compile(
    r"(?:[+&,-]|(?:but |and )?(?:plus|minus|with|without|and|add|drop)\b)\s*(?:[{'\"(]\s*)?([\w-]+)", re.IGNORECASE
)


def read(view: View, said: Said) -> Reading[Move] | Unclear:
    """Return the move and the talk in a text, for the seat that owns the view."""
    strict = view.terms.grammar == "seed" and said.via == "typed"
    text = clean(said.text)
    if text is None:
        return Unclear("too_long", most=LONGEST)
    if ">" in text and not strict:
        text = unquoted(text)
    struck = "~~" in text
    text = unmark(text).strip()
    if not text:
        return Unclear("empty", strike=strict)
    found = parts(text)
    if len(found) >= MOST_PARTS:
        return Unclear("too_many_tags", strike=strict)
    tagged = [part for part in found if part.tag]
    if struck and tagged:
        return Unclear("struck_out", strike=strict)
    if strict and (wrong := _form_of(found)):
        return Unclear(wrong, strike=True)
    if sum(part.tag == "reasoning" for part in tagged) > 1:
        return Unclear("two_reasonings", strike=strict)
    if not tagged:
        reading = in_words(view, text, said.order)
        return Unclear("struck_out") if struck and isinstance(reading, Reading) and reading.move else reading
    return _tagged(view, found, strict, said.via == "form")


def _form_of(found: list[Part]) -> str:
    """Return the violation of the published protocol in a message; "" if there is none."""
    tags = [part.tag for part in found]
    if "" in tags:
        return "untagged"
    if tags[:1] != ["reasoning"]:
        return "no_reasoning"
    if tags.count("reasoning") > 1:
        return "two_reasonings"
    if not any(part.tag == "argument" and part.body for part in found):
        return "no_argument"
    if not all(part.closed for part in found):
        return "unclosed"
    sets = [part for part in found if part.tag in ("proposal", "refuse", "agree")]
    return "" if all(part.braces == "{" for part in sets) else "bad_set"


def _tagged(view: View, found: list[Part], strict: bool, by_form: bool) -> Reading[Move] | Unclear:
    """Return the meaning of a message with tags in it."""
    agrees = [part for part in found if part.tag == "agree"]
    proposals = [part for part in found if part.tag == "proposal"]
    refusals = [part for part in found if part.tag == "refuse"]
    if len(agrees) > 1:
        return Unclear("two_agrees", strike=True)
    if agrees and proposals:
        return Unclear("agree_and_propose", strike=strict)
    words = shortened(" ".join(part.body for part in found if part.tag in ("", "argument") and part.body).strip())
    if not strict and _goes_on(view, found):
        return Unclear("bad_set")
    if not (agrees or proposals or refusals):
        return Reading(None, words) if words else Unclear("only_reasoning", strike=strict)
    refused: list[int] = []
    for part in refusals:
        several = refused_by(view, part)
        if isinstance(several, Unclear):
            return several
        refused += several
    if agrees:
        return agreement(view, agrees[0], refused, words, strict)
    proposed: list[int] = []
    for part in proposals:
        one = set_of(view, part)
        if one.code:
            return fault(one, strict)
        if not one.items and (by_form or not view.terms.allow_empty):
            return Unclear("empty_set", strike=not by_form)
        proposed.append(one.items)
    return Reading(bargain(view, proposed, refused), words)


def _goes_on(view: View, found: list[Part]) -> bool:
    """Return whether words right after a set in braces change it: `{A08, B95} + C17` is neither set."""
    known = names_of(view.items).places
    for part, behind in pairwise(found):
        if part.tag in ("proposal", "refuse", "agree") and part.braces and not behind.tag:
            more = _MORE.match(behind.body)
            if more is not None and more[1].casefold() in known:
                return True
    return False
