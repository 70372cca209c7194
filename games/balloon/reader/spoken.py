"""Text without tags: short orders such as `agree #2` or `propose A08 B95`, names alone, a yes in words, or talk.

An order may stand among sentences that are talk, and a refusal beside a proposal. A button asks before an order in the
form of a question. It also asks before an agreement that names no proposal, or that stands among other words.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping
from itertools import islice
from typing import Final

from games.balloon.reader.answers import (
    IT,
    NUMBERS,
    agreed_if_sure,
    agreement,
    bargain,
    fault,
    only_one,
    proposed_if_sure,
    refused_by,
    shortened,
)
from games.balloon.reader.names import Named, looks_like_an_id, named, names_of
from games.balloon.reader.protocol import MOST_PARTS, Part
from games.balloon.rules import WORDS_MOST, Agree, Bargain, Move
from games.balloon.view import View
from games.core.contract import Reading, Unclear

_WELL = r"(?:(?:ok|okay|yes|yep|yeah|fine|good|great|sure|alright|so|then|hi|please|and)\b[\s,]*+){0,20}"
_THEIRS = r"(?:your|the|that|this|their)"
_PROPOSAL = r"(?:proposal|offer|set)"
_SUBJECT = r"(?:i |i'll |i will |i'd like to |i want to |let's |let us |we |we'll |we will )?"
_VERB: Final = re.compile(
    rf"{_WELL}(?P<no>(?:no|nope|sorry)\b[\s,]*)?{_SUBJECT}"
    r"(?:(?P<propose>propose|suggest|keep|(?P<noun>(?:(?:my|a|the|new|next|my new) )?(?:proposal|offer)(?: is)?))"
    r"|(?P<agree>agree(?: to| with| on)?|accept|(?P<loose>deal|take|yes to))|(?P<refuse>refuse|reject|decline)"
    r"|(?P<check>check|weigh|sum|how heavy (?:is|are)))\b[ \t]*:?\s*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_KEEPING: Final = re.compile(r"(?:that )?(?:we |to )?(?:keep|keeping|take)\s+", re.IGNORECASE)
_ENCLOSED: Final = re.compile(r"[{(\[]([^{}()\[\]]*)[\])}]")
_NUMBERED: Final = re.compile(
    rf"(?:{_THEIRS} )?(?:{_PROPOSAL}|number|nr\.?|no\.?)(?: (?:number|nr\.?|no\.?))?\s*#?\s?(\d{{1,4}})(?!\w)",
    re.IGNORECASE,
)
_CHANGED: Final = re.compile(r"\d{1,4}(?=\s*(?:[+-]|(?:plus|minus|with|without)\b))", re.IGNORECASE)
_ALL: Final = ("all", "everything", "both", "them all", "both of them", "all of them")
_POLITE: Final = re.compile(
    r"[\s.!]*+(?:(?:esaelp|sknaht|uoy knaht|neht|won)[\s,.!]++|[👍🤝✅👌🙂😀🎈][\s,.!]*+)+", re.IGNORECASE
)
"""Politeness at the end of a text, for the text read backwards: so one pass finds it, wherever it begins."""
_SENTENCE: Final = re.compile(r"(?<=[.!?;:])\s+|\n+")
_NEXT_ORDER: Final = re.compile(
    r"(?<![\s,;])[\s,;]+(?:(?:and|but|then|and then) )?"
    r"(?=(?:i )?(?:propose|suggest|refuse|reject|decline|agree|accept)\b)",
    re.IGNORECASE,
)
_ALONE: Final = re.compile(r"(?:proposal |number |no\.? ?)?#?\s?(\d{1,4})[\s.!?]*", re.IGNORECASE)
_REASON: Final = re.compile(
    r"(?<!\s)\s*(?:[,;:]| -|\b(?=because\b))\s*"
    r"(?!(?:if|unless|or|and|but|maybe|only|not|with|without|plus)\b)(?=[a-z])",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"\w+")
_ASKING: Final = re.compile(r"(?:(?:how|what) about|maybe|perhaps)\s+", re.IGNORECASE)
_IDS: Final = re.compile(
    r"[\s,;&+{}()\[\]'\"]*(?:(?:[^\W\d_]{1,3}\d{1,4}|#\s?\d{1,4}|and)[\s,;&+{}()\[\]'\".!?]*)+", re.IGNORECASE
)
_YES: Final = re.compile(
    r"(?:(?:ok|okay|yes|yep|yeah|fine|good|great|sure|alright|sounds good)\b[\s,.!]*)*"
    rf"(?:(?:i |we |i'll |we'll |i do |we do )?(?:agree|accept)(?: (?:to |with )?{IT.pattern})?|agreed|accepted"
    r"|(?:it's a |that's a |we have a )?deal|works for me|sold)[\s.!]*"
)
_SHORT_YES: Final = re.compile(
    r"(?:(?:ok|okay|yes|yep|yeah|sure|fine|good|great|alright|sounds good|that works|perfect|👍|🤝|✅|👌)[\s,.!]*)+"
)
_MOST_CUTS: Final = 40
_MOST_TRIES: Final = 4
"""Places that are examined for the beginning of a reason, and how many of those after the last item name are tried.
Later places only add words without a name, so the words before them are no set either.
"""
_LONGEST: Final = 500
"""Characters of a text that may be an order as a whole."""


def in_words(view: View, text: str, order: bool) -> Reading[Move] | Unclear:
    """Return the meaning of a text without tags. After a command such as `/propose` nothing counts as talk."""
    plain = text.strip()
    if len(plain) <= _LONGEST and view.theirs and _says_yes(view, _without_politeness(plain.casefold())):
        return only_one(view, "")
    verb = _VERB.fullmatch(plain)
    if verb is not None:
        about = verb["rest"].strip(" .:!?{}()[]")
        if not about and not verb["no"] and "propos" in (verb["propose"] or "").casefold():
            return Unclear("empty_set")
        ordered = _ordered(view, verb)
        if ordered is not None:
            return ordered
    return _names(view, plain, order) or _among_words(view, text) or Reading(None, shortened(text))


def _without_politeness(text: str) -> str:
    """Return a text without thanks and other politeness at its end."""
    polite = _POLITE.match(text[::-1])
    return text[: -polite.end()] if polite is not None else text


def _says_yes(view: View, plain: str) -> bool:
    if _YES.fullmatch(plain):
        return True
    fresh = len(view.theirs) == 1 and view.history and view.history[-1].proposed
    return bool(fresh and _SHORT_YES.fullmatch(plain or "👍"))


def _names(view: View, plain: str, order: bool) -> Reading[Move] | Unclear | None:
    """Read names alone as a proposal. A button asks if they may be talk: one name, a change to a proposal, a
    question.
    """
    alone_number = _ALONE.fullmatch(plain)
    if alone_number and not order:
        meant = next((p for p in view.theirs if p.number == int(alone_number[1])), None)
        if meant is not None:
            return agreed_if_sure(view, meant, "")
    bare = _ASKING.sub("", plain, count=1) if _ASKING.match(plain) else plain
    asked = bare != plain or bare.endswith("?")
    if bare.endswith((".", "!", "?")):
        bare = bare.rstrip(" .!?")
    if enclosed := _ENCLOSED.fullmatch(bare):
        bare = enclosed[1].strip()
    alone = named(view, bare, literal=False)
    if not alone.code and alone.hit and alone.items:
        many = alone.items.bit_count() > 1 or not alone.plain
        if many or order or bare == plain:
            sure = order or (many and alone.plain and not asked)
            return Reading(bargain(view, [alone.items], [])) if sure else proposed_if_sure(view, alone.items)
    if order:
        return fault(alone, strict=False) if alone.code else Unclear("empty_set")
    if alone.code in ("unknown_item", "no_such_number") and _IDS.fullmatch(bare[:_LONGEST]):
        return Unclear(alone.code, name=alone.name)
    return None


def _among_words(view: View, text: str) -> Reading[Move] | Unclear | None:
    """Return the orders among sentences of talk: one agreement, or a proposal and refusals. Several proposals count
    only without talk.
    """
    sentences = _SENTENCE.split(text)[:MOST_PARTS]
    orders: list[Reading[Move]] = []
    talk: list[str] = []
    for sentence in sentences:
        found = _orders(view, sentence.strip())
        orders += found
        talk += [order.say for order in found] if found else [sentence]
    moves = [order.move for order in orders]
    agreed = [move for move in moves if isinstance(move, Agree)]
    bargains = [move for move in moves if isinstance(move, Bargain)]
    proposed = [items for move in bargains for items in move.propose]
    refused = [items for move in bargains for items in move.refuse]
    words = shortened(" ".join(filter(None, talk)).strip())
    if not orders or len(agreed) > 1 or (len(proposed) > 1 and words):
        return None
    if agreed and proposed:
        return Unclear("agree_and_propose")
    if agreed and agreed[0].items in refused:
        return Unclear("agree_and_refuse")
    if agreed:
        open_now = next((p for p in view.theirs if view.names(p.items) == agreed[0].items), None)
        return agreed_if_sure(view, open_now, words) if open_now is not None else None
    if any(order.confirm for order in orders):
        return orders[0] if len(orders) == 1 and not words else None
    return Reading(Bargain(tuple(proposed), tuple(dict.fromkeys(refused))), words)


def _orders(view: View, sentence: str) -> list[Reading[Move]]:
    """Return the orders that a sentence consists of; none if any of it is talk."""
    whole = _order(view, sentence)
    if whole is not None:
        return [whole]
    parts = _NEXT_ORDER.split(sentence)
    found = [_order(view, part.strip()) for part in parts] if 1 < len(parts) < 6 else []
    orders = [order for order in found if order is not None]
    return orders if len(orders) == len(found) else []


def _order(view: View, sentence: str) -> Reading[Move] | None:
    verb = _VERB.fullmatch(sentence)
    if verb is None or not verb["rest"].strip(" .!") or verb["check"]:
        return None
    order = _ordered(view, verb)
    return order if isinstance(order, Reading) else None


def _ordered(view: View, verb: re.Match[str]) -> Reading[Move] | Unclear | None:
    """Return the meaning of a verb and the words after it; None if they are talk."""
    rest = _without_politeness(verb["rest"]).strip().rstrip(".!").lstrip("-=: ")
    asked = bool(verb["propose"]) and rest.endswith("?")
    if asked or verb["check"]:
        rest = rest.rstrip("? ")
    if enclosed := _ENCLOSED.fullmatch(rest):
        rest = enclosed[1].strip()
    if verb["propose"]:
        rest = _KEEPING.sub("", rest, count=1) if _KEEPING.match(rest) else rest
        rest = f"#{rest}" if _CHANGED.match(rest) else rest
        asked = asked or bool(verb["noun"] and NUMBERS.fullmatch(rest))
    if verb["agree"] and verb["no"]:
        return None
    if verb["refuse"] and (order := _refusal(view, rest)) is not None:
        return order
    if verb["agree"] and NUMBERS.fullmatch(_by_number(rest)):
        order = agreement(view, Part("agree", _by_number(rest)), [], "", strict=False)
        if verb["loose"] and isinstance(order, Reading) and isinstance(order.move, Agree):
            meant = next(p for p in view.theirs if view.names(p.items) == order.move.items)
            return agreed_if_sure(view, meant, "")
        return order
    if not rest or verb["loose"]:
        return None
    one = named(view, rest, literal=False)
    if one.code:
        one = _numbers_for_words(view, rest) or one
    if one.code and (reasoned := _reasoned(view, verb, rest)) is not None:
        return reasoned
    if one.code and not (one.hit and one.code != "bad_set") and not looks_like_an_id(one.name):
        return None
    if one.code == "unknown_item" and not looks_like_an_id(one.name):
        return None
    if one.code:
        return fault(one, strict=False)
    if verb["check"]:
        return Unclear("weighed", items=one.items)
    if verb["propose"]:
        if not one.items and not view.terms.allow_empty:
            return Unclear("empty_set")
        return proposed_if_sure(view, one.items) if asked else Reading(bargain(view, [one.items], []))
    if verb["refuse"]:
        return Reading(bargain(view, [], [one.items]))
    return Reading(Agree(view.names(one.items)))


def _reasoned(view: View, verb: re.Match[str], rest: str) -> Reading[Move] | None:
    """Return a proposal or a refusal followed by its reason: `propose A08, B95, because they are light`."""
    kept = (verb["propose"] or "").casefold() == "keep"
    if kept or verb["agree"] or verb["check"] or len(rest) > WORDS_MOST:
        return None
    known = names_of(view.items).places
    words = list(_WORD.finditer(rest))
    named_last = max((word.end() for word in words if _is_name(word[0].casefold(), known)), default=0)
    starts = [word.start() for word in words]
    cuts = (cut for cut in islice(_REASON.finditer(rest), _MOST_CUTS) if cut.end() >= named_last)
    for cut in islice(cuts, _MOST_TRIES):
        if len(starts) - bisect_left(starts, cut.end()) < 2:
            continue
        what, why = rest[: cut.start()], rest[cut.end() :]
        one = named(view, what, literal=False)
        if verb["refuse"]:
            refused = _refusal(view, what) if what.strip() else None
            if isinstance(refused, Reading):
                return Reading(refused.move, shortened(why))
        elif not one.code and one.hit and one.items:
            return proposed_if_sure(view, one.items, shortened(why))
    return None


def _is_name(word: str, known: Mapping[str, int]) -> bool:
    return word in known or looks_like_an_id(word)


def _refusal(view: View, rest: str) -> Reading[Move] | Unclear | None:
    """Return a refusal of proposals by number, of all, or of the only one."""
    body = _by_number(rest)
    if IT.fullmatch(body):
        body = ""
    if body and body.casefold() not in _ALL and not NUMBERS.fullmatch(body):
        return None
    if not body and not view.theirs:
        return None
    refused = refused_by(view, Part("refuse", "all" if body.casefold() in _ALL else body))
    return refused if isinstance(refused, Unclear) else Reading(bargain(view, [], refused))


def _by_number(rest: str) -> str:
    """Turn `proposal 2` and `no. 2` into `#2`."""
    return _NUMBERED.sub(r"#\1", rest)


def _numbers_for_words(view: View, rest: str) -> Named | None:
    """Return the set named by a text that calls proposals by number words; None if there is none."""
    again = _by_number(rest)
    one = named(view, again, literal=False) if again != rest else None
    return one if one is not None and not one.code else None
