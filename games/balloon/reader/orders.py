"""Orders in words: a verb and what stands behind it, such as `agree #2` or `propose A08 B95`."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final

from games.balloon.reader.answers import (
    IT,
    NUMBERS,
    agreed_if_sure,
    agreement,
    bargain,
    fault,
    proposed_if_sure,
    refused_by,
    refused_if_sure,
    shortened,
)
from games.balloon.reader.names import Named, looks_like_an_id, named, names_of
from games.balloon.reader.protocol import Part
from games.balloon.rules import WORDS_MOST, Agree, Bargain, Move, mask_of
from games.balloon.view import View
from games.core.contract import Reading, Unclear
from games.language.agreement import assents, weakness

_WELL = r"(?:(?:ok|okay|yes|yep|yeah|fine|good|great|sure|alright|so|then|hi|please|and)\b[\s,]*+){0,20}"
_THEIRS = r"(?:your|the|that|this|their)"
_PROPOSAL = r"(?:proposal|offer|set)"
_SUBJECT = r"(?:i |i'll |i will |i'd like to |i want to |let's |let us |we |we'll |we will )?"
VERB: Final = re.compile(
    rf"{_WELL}(?P<no>(?:no|nope|sorry)\b[\s,]*)?{_SUBJECT}"
    r"(?:(?P<propose>propose|suggest|keep|(?P<noun>(?:(?:my|a|the|new|next|my new) )?(?:proposal|offer)(?: is)?))"
    r"|(?P<agree>agree(?: to| with| on)?|accept|(?P<loose>deal|take|yes to))|(?P<refuse>refuse|reject|decline)"
    r"|(?P<check>check|weigh|sum|how heavy (?:is|are)))\b[ \t]*:?\s*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_KEEPING: Final = re.compile(r"(?:that )?(?:we |to )?(?:keep|keeping|take)\s+", re.IGNORECASE)
ENCLOSED: Final = re.compile(r"[{(\[]([^{}()\[\]]*)[\])}]")
_NUMBERED: Final = re.compile(
    rf"(?:{_THEIRS} )?(?:{_PROPOSAL}|number|nr\.?|no\.?)(?: (?:number|nr\.?|no\.?))?\s*#?\s?(\d{{1,4}})(?!\w)",
    re.IGNORECASE,
)
_DASH: Final = re.compile(r"[-=:\s]*+(?<=\s)")
"""A dash between a verb and its set; `-B95` drops it."""
_CHANGED: Final = re.compile(r"\d{1,4}(?=\s*(?:[+-]|(?:plus|minus|with|without)\b))", re.IGNORECASE)
_ALL: Final = ("all", "everything", "both", "them all", "both of them", "all of them")
_POLITE: Final = re.compile(
    r"[\s.!]*+(?:(?:esaelp|sknaht|uoy knaht|neht|won)[\s,.!]++|[👍🤝✅👌🙂😀🎈][\s,.!]*+)+", re.IGNORECASE
)
"""Politeness at the end of a text, for the text read backwards: so one pass finds it, wherever it begins."""
_REASON: Final = re.compile(
    r"(?<!\s)\s*(?:[,;:]| -|\b(?=because\b))\s*"
    r"(?!(?:if|unless|or|and|but|maybe|only|not|with|without|plus)\b)(?=[a-z])",
    re.IGNORECASE,
)
_UNDOES: Final = re.compile(
    r"\W*(?:(?:wait|not)\W*$|wait,"
    r"|(?:unless|on second thoughts?|(?:actually|lol|haha),? (?:no|not|yes|yeah|ok|fine))\b)"
)
_WORD: Final = re.compile(r"\w+")
_MOST_CUTS: Final = 40
_MOST_TRIES: Final = 4
"""Places that are examined for the beginning of a reason, and how many of those after the last item name are tried.
Later places only add words without a name, so the words before them are no set either.
"""


def ordered(view: View, verb: re.Match[str]) -> Reading[Move] | Unclear | None:
    """Return the meaning of a verb and the words behind it; None if they are talk."""
    kind = next(kind for kind in _MADE if verb[kind])
    rest, asked = _rest(verb, kind)
    if kind == "agree" and verb["no"]:
        return None
    by_number = _BY_NUMBER.get(kind)
    if by_number is not None and (order := by_number(view, verb, rest)) is not None:
        return order
    if not rest or verb["loose"]:
        return None
    one = named(view, rest, literal=False)
    if one.code:
        one = _numbers_for_words(view, rest) or one
    if not one.code:
        return _MADE[kind](view, one.items, asked or not one.whole)
    return _reasoned(view, verb, kind, rest) or (fault(one, strict=False) if _meant_as_set(one) else None)


def _rest(verb: re.Match[str], kind: str) -> tuple[str, bool]:
    """Return the words behind the verb of an order, and whether they ask."""
    rest = without_politeness(verb["rest"]).strip().rstrip(".!").lstrip("=: ")
    rest = rest if "+" in rest else behind(_DASH, rest)
    asked = kind == "propose" and rest.endswith("?")
    if asked or kind == "check":
        rest = rest.rstrip("? ")
    if enclosed := ENCLOSED.fullmatch(rest):
        rest = enclosed[1].strip()
    if kind == "propose":
        rest = behind(_KEEPING, rest)
        rest = f"#{rest}" if _CHANGED.match(rest) else rest
        asked = asked or bool(verb["noun"] and NUMBERS.fullmatch(rest))
    return rest, asked


def behind(start: re.Pattern[str], text: str) -> str:
    """Return a text without a match at its beginning."""
    match = start.match(text)
    return text[match.end() :] if match else text


def without_politeness(text: str) -> str:
    """Return a text without thanks and other politeness at its end."""
    polite = _POLITE.match(text[::-1])
    return text[: -polite.end()] if polite is not None else text


def _meant_as_set(one: Named) -> bool:
    """Return whether words that are no set were meant as one, so that they are no talk."""
    return looks_like_an_id(one.name) or (one.hit and one.code not in ("bad_set", "unknown_item"))


# --- sets by name -----------------------------------------------------------------------------------------------------


def _propose(view: View, items: int, asked: bool) -> Reading[Move] | Unclear:
    if not items and not view.terms.allow_empty:
        return Unclear("empty_set")
    return proposed_if_sure(view, items) if asked else Reading(bargain(view, [items], []))


_MADE: Final[Mapping[str, Callable[[View, int, bool], Reading[Move] | Unclear]]] = MappingProxyType(
    {
        "propose": _propose,
        "agree": lambda view, items, asked: Reading(Agree(view.names(items))),
        "refuse": lambda view, items, asked: Reading(bargain(view, [], [items])),
        "check": lambda view, items, asked: Unclear("weighed", items=items),
    }
)
"""The order of each verb, about a named set."""


def _reasoned(view: View, verb: re.Match[str], kind: str, rest: str) -> Reading[Move] | None:
    """Return a proposal or a refusal followed by its reason: `propose A08, B95, because they are light`."""
    kept = (verb["propose"] or "").casefold() == "keep"
    if kept or kind in ("agree", "check") or len(rest) > WORDS_MOST:
        return None
    for what, why in _reasons(view, rest):
        if kind == "refuse":
            refused = _refusal(view, verb, what) if what.strip() else None
            if isinstance(refused, Reading):
                return unless_taken_back(view, Reading(refused.move, shortened(why)), why)
            continue
        one = named(view, what, literal=False)
        if not one.code and one.hit and one.items:
            return proposed_if_sure(view, one.items, shortened(why))
    return None


def unless_taken_back(view: View, order: Reading[Move], behind: str) -> Reading[Move] | None:
    """Return an order, as a question if the words behind it undo it, or None if it is too much for one question."""
    match order.move:
        case Bargain(propose, refuse) if _undoes(behind, not propose):
            refused = [proposal for proposal in view.theirs if view.names(proposal.items) in refuse]
            if len(propose) == 1 and not refuse:
                return proposed_if_sure(view, mask_of(view.items, propose[0]), order.say)
            return refused_if_sure(view, refused, order.say) if refused and not propose else None
    return order


def _undoes(words: str, refusing: bool) -> bool:
    """Return whether words take back the order before them, or accept after a refusal."""
    plain = words.lower().replace("?", "")
    return weakness(plain) == "taken_back" or bool(_UNDOES.match(plain)) or (refusing and assents(words))


def _reasons(view: View, rest: str) -> Iterator[tuple[str, str]]:
    """Yield a text cut in two where a reason of at least two words may begin: behind the last name of an item."""
    known = names_of(view.items).places
    words = list(_WORD.finditer(rest))
    last = max((word.end() for word in words if word[0].casefold() in known or looks_like_an_id(word[0])), default=0)
    starts = [word.start() for word in words]
    cuts = (cut for cut in islice(_REASON.finditer(rest), _MOST_CUTS) if cut.end() >= last)
    for cut in islice(cuts, _MOST_TRIES):
        if len(starts) - bisect_left(starts, cut.end()) >= 2:
            yield rest[: cut.start()], rest[cut.end() :]


# --- proposals by number ----------------------------------------------------------------------------------------------


def _refusal(view: View, verb: re.Match[str], rest: str) -> Reading[Move] | Unclear | None:
    """Return a refusal of proposals by number, of all, or of the only one."""
    body = _by_number(rest)
    if IT.fullmatch(body):
        body = ""
    all_of_them = body.casefold() in _ALL
    if body and not all_of_them and not NUMBERS.fullmatch(body):
        return None
    if not body and not view.theirs:
        return None
    refused = refused_by(view, Part("refuse", "all" if all_of_them else body))
    return refused if isinstance(refused, Unclear) else Reading(bargain(view, [], refused))


def _agreed(view: View, verb: re.Match[str], rest: str) -> Reading[Move] | Unclear | None:
    """Return an agreement to a proposal by number; a button asks where `deal` or `take` may be talk."""
    body = _by_number(rest)
    if not NUMBERS.fullmatch(body):
        return None
    order = agreement(view, Part("agree", body), [], "", strict=False)
    if verb["loose"] and isinstance(order, Reading) and isinstance(order.move, Agree):
        meant = next(p for p in view.theirs if view.names(p.items) == order.move.items)
        return agreed_if_sure(view, meant, "")
    return order


_BY_NUMBER: Final[Mapping[str, Callable[[View, re.Match[str], str], Reading[Move] | Unclear | None]]] = (
    MappingProxyType({"refuse": _refusal, "agree": _agreed})
)


def _by_number(rest: str) -> str:
    """Turn `proposal 2` and `no. 2` into `#2`."""
    return _NUMBERED.sub(r"#\1", rest)


def _numbers_for_words(view: View, rest: str) -> Named | None:
    """Return the set named by a text that calls proposals by number words; None if there is none."""
    again = _by_number(rest)
    one = named(view, again, literal=False) if again != rest else None
    return one if one is not None and not one.code else None
