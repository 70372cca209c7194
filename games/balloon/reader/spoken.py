"""Text without tags: short orders such as `agree #2` or `propose A08 B95`, names alone, a yes in words, or talk.

An order may stand among sentences that are talk, and a refusal beside a proposal. A button asks before an order in the
form of a question. It also asks before an agreement that names no proposal, or that stands among other words.
"""

import re
from typing import Final

from games.balloon.reader.answers import agreed_if_sure, bargain, fault, only_one, proposed_if_sure, shortened
from games.balloon.reader.names import Named, named
from games.balloon.reader.orders import ENCLOSED, VERB, behind, ordered, unless_taken_back
from games.balloon.reader.protocol import MOST_PARTS
from games.balloon.rules import Agree, Bargain, Move
from games.balloon.view import View
from games.core.contract import Reading, Unclear
from games.language.agreement import find

_SENTENCE: Final = re.compile(r"(?<=[.!?;:])\s+|\n+")
_NEXT_ORDER: Final = re.compile(
    r"(?<![\s,;])[\s,;]+(?:(?:and|but|then|and then) )?"
    r"(?=(?:i )?(?:propose|suggest|refuse|reject|decline|agree|accept)\b)",
    re.IGNORECASE,
)
_ALONE: Final = re.compile(r"(?:proposal |number |no\.? ?)?#?\s?(\d{1,4})[\s.!?]*", re.IGNORECASE)
_ASKING: Final = re.compile(r"(?:(?:how|what) about|maybe|perhaps)\s+", re.IGNORECASE)
_IDS: Final = re.compile(
    r"[\s,;&+{}()\[\]'\"]*(?:(?:[^\W\d_]{1,3}\d{1,4}|#\s?\d{1,4}|and)[\s,;&+{}()\[\]'\".!?]*)+", re.IGNORECASE
)
_LONGEST: Final = 500
"""Characters of a text that may be an order as a whole."""


def in_words(view: View, text: str, order: bool) -> Reading[Move] | Unclear:
    """Return the meaning of a text without tags. After a command such as `/propose` nothing counts as talk."""
    plain = text.strip()
    for rule in _RULES:
        reading = rule(view, plain, order)
        if reading is not None:
            return reading
    return Reading(None, shortened(text))


def _yes(view: View, plain: str, order: bool) -> Reading[Move] | Unclear | None:
    """Read an acceptance as an agreement to the only open proposal; a mere yes counts right after that proposal."""
    if len(plain) > _LONGEST or not view.theirs:
        return None
    said = find(plain)
    fresh = len(view.theirs) == 1 and view.history and view.history[-1].proposed
    if said.clear_yes and (said.kind == "accept" or (fresh and said.kind in ("yes", "fine"))):
        return only_one(view, "")
    return None


def _whole_order(view: View, plain: str, order: bool) -> Reading[Move] | Unclear | None:
    verb = VERB.fullmatch(plain)
    if verb is None:
        return None
    about = verb["rest"].strip(" .:!?{}()[]")
    if not about and not verb["no"] and "propos" in (verb["propose"] or "").casefold():
        return Unclear("empty_set")
    return ordered(view, verb)


def _number_alone(view: View, plain: str, order: bool) -> Reading[Move] | None:
    """Read the number of an open proposal as an agreement that a button confirms."""
    alone = _ALONE.fullmatch(plain)
    if alone is None or order:
        return None
    meant = next((p for p in view.theirs if p.number == int(alone[1])), None)
    return agreed_if_sure(view, meant, "") if meant is not None else None


def _set_alone(view: View, plain: str, order: bool) -> Reading[Move] | Unclear | None:
    """Read names alone as a proposal. A button asks where they may be talk: one name, a change, a question."""
    bare, asked = _bare(plain)
    alone = named(view, bare, literal=False)
    if not alone.code and alone.hit and alone.items:
        many = alone.items.bit_count() > 1 or not alone.plain
        if alone.whole and (order or (many and alone.plain and not asked)):
            return Reading(bargain(view, [alone.items], []))
        if many or bare == plain:
            return proposed_if_sure(view, alone.items)
    if order and not alone.code:
        return Unclear("empty_set")
    return fault(alone, strict=False) if order else _no_set(alone, bare)


def _no_set(alone: Named, bare: str) -> Unclear | None:
    """Return why a list of names is no set; None for talk."""
    if alone.code in ("unknown_item", "no_such_number") and _IDS.fullmatch(bare[:_LONGEST]):
        return Unclear(alone.code, name=alone.name)
    return None


def _bare(plain: str) -> tuple[str, bool]:
    """Return a text without words and signs of a question and without braces, and whether it asks."""
    bare = behind(_ASKING, plain)
    asked = bare != plain or bare.endswith("?")
    if bare.endswith((".", "!", "?")):
        bare = bare.rstrip(" .!?")
    if enclosed := ENCLOSED.fullmatch(bare):
        bare = enclosed[1].strip()
    return bare, asked


def _among_words(view: View, plain: str, order: bool) -> Reading[Move] | Unclear | None:
    """Return the orders among talk: one agreement, or refusals and a proposal (several only without talk)."""
    orders, words, after = _sorted_out(view, plain)
    agreed = [order.move for order in orders if isinstance(order.move, Agree)]
    beside = _joint([order.move for order in orders if isinstance(order.move, Bargain)])
    if not orders or len(agreed) > 1 or (len(beside.propose) > 1 and words):
        return None
    if agreed:
        return _one_agreement(view, agreed[0], beside, words)
    unsure = [order for order in orders if order.confirm]
    if not unsure:
        return unless_taken_back(view, Reading(beside, words), after)
    return unsure[0] if orders == unsure[:1] and not words else None


def _sorted_out(view: View, plain: str) -> tuple[list[Reading[Move]], str, str]:
    """Return the orders of a text, its other words, and those of them behind the last order."""
    orders: list[Reading[Move]] = []
    talk: list[str] = []
    after: list[str] = []
    for sentence in _SENTENCE.split(plain)[:MOST_PARTS]:
        found = _orders(view, sentence.strip())
        orders += found
        talk += [order.say for order in found] if found else [sentence]
        after = [] if found else [*after, sentence]
    return orders, shortened(" ".join(filter(None, talk)).strip()), " ".join(after)


def _joint(moves: list[Bargain]) -> Bargain:
    proposed = tuple(items for move in moves for items in move.propose)
    return Bargain(proposed, tuple(dict.fromkeys(items for move in moves for items in move.refuse)))


def _one_agreement(view: View, agreed: Agree, beside: Bargain, words: str) -> Reading[Move] | Unclear | None:
    if beside.propose:
        return Unclear("agree_and_propose")
    if agreed.items in beside.refuse:
        return Unclear("agree_and_refuse")
    meant = next((p for p in view.theirs if view.names(p.items) == agreed.items), None)
    return agreed_if_sure(view, meant, words) if meant is not None else None


_RULES: Final = (_yes, _whole_order, _number_alone, _set_alone, _among_words)
"""Readings of a text without tags; the first that knows it decides."""


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
    verb = VERB.fullmatch(sentence)
    if verb is None or not verb["rest"].strip(" .!") or verb["check"]:
        return None
    order = ordered(view, verb)
    return order if isinstance(order, Reading) else None
