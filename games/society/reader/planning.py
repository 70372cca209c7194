"""Text to plans in the physical stage. Never raises, never guesses."""

import re
from typing import Final

from games.core.contract import Reading, Unclear
from games.society.reader import hints, joining, sentences
from games.society.rules.moves import Move, Orders, Pass
from games.society.rules.play import WORDS_MOST
from games.society.tactics.tips import suggested
from games.society.view import View
from games.society.world import slips
from games.society.world.plans import LONGEST_QUEUE, Goto, Wait, planned
from games.society.world.reader import plans_in, read_plans
from games.society.world.sight import Sight

_SAME: Final = re.compile(
    r"/?(?:plans?\s*(?::\s*)?)?(?:the\s+)?(?:same|repeat)(?:\s+(?:again|as\s+last\s+round|plans?))*\W*", re.IGNORECASE
)
_TIP: Final = re.compile(
    r"/?(?:(?:ok|okay|please|i(?:'ll| will)?)\W+)*(?:(?:take|use|do|follow|accept)\s+)?(?:the\s+|your\s+)?"
    r"(?:suggestion|suggested(?:\s+plans?)?|tip)(?:\W+(?:please|pls|then))?\W*",
    re.IGNORECASE,
)
_IMPERATIVE: Final = re.compile(r"\W*(?:plan\s*:\s*)?(?!i\b|i'|let\b)\w", re.IGNORECASE)
"""An order, unlike "I will gather wood", which may be a promise to others."""
_MINE: Final = re.compile(
    r"\W*(?:(?:ok|okay|now|so|well|then|alright)\W+(?:i\s+)?|(?:i|(?:my\s+plans?|(?:my\s+)?orders?)\s*(?:is|are|:)(?:\s*:)?)\s+(?:to\s+)?)(?=\w)",
    re.IGNORECASE,
)
"""Words before plans that are told rather than given, but clear enough to ask about."""
_NONE: Final = ("plan_none", "plan_format")
_NEAR_MISSES: Final = (*_NONE, "plan_two", "plan_count", "plan_player")
"""Refusals of plans that a typing slip may be the reason for."""
_NO_PLAN: Final = re.compile(r"/?plans?\W*", re.IGNORECASE)


def read(view: View, raw: str, text: str, typed: bool) -> Reading[Move] | Unclear:
    """Return the plans or words in a text of the physical stage: `raw` is plain, `text` cleaned up."""
    sight = view.sight
    if _SAME.fullmatch(text):
        return Reading(Pass())
    if sight is None:
        return Reading(None, text)
    tip = suggested(view) if _TIP.fullmatch(text) else None
    if tip is not None:
        return Reading(Orders(tip))
    # Lines of the form that were left empty.
    raw = "\n".join(line for line in raw.splitlines() if line.strip() != "-")
    ai = sentences.thinks(text) and "plan" in text.lower()
    orders = plans_in(raw.strip(), sight.kit, view.terms.seats, sight.held, ai=ai, extras=view.terms.extras)
    if not isinstance(orders, Unclear):
        return Reading(Orders(orders.queue), note="repaired" if orders.repaired else "")
    meant = _near_miss(view, sight, raw, orders.code) if typed and len(raw) <= WORDS_MOST else None
    if meant is not None:
        return meant
    return _without_plans(view, sight, text) if orders.code == "plan_none" else orders


def _without_plans(view: View, sight: Sight, text: str) -> Reading[Move] | Unclear:
    """Return the talk in a text; options of earlier phases and slips in plans are not talk."""
    if len(text) > WORDS_MOST:
        return Unclear("too_long", most=WORDS_MOST)
    found = sentences.find(text)
    if found.heads or found.crowded or joining.numbered(text):
        return Unclear("phase", lines=LONGEST_QUEUE)
    if hints.slip(view, text) or _NO_PLAN.fullmatch(text):
        return Unclear("plan_format", kit=sight.kit, extras=view.terms.extras)
    return Unclear("format") if sentences.thinks(text) else Reading(None, text)


def _near_miss(view: View, sight: Sight, raw: str, code: str) -> Reading[Move] | Unclear | None:
    """Return what plans come to that are refused with a code, once their typing slips are corrected; None if they come
    to nothing better.
    """
    meant = _mended(view, sight, raw) if code in _NEAR_MISSES else None
    return meant if code in _NONE or isinstance(meant, Reading) else None


def _mended(view: View, sight: Sight, raw: str) -> Reading[Move] | Unclear | None:
    """Return a question about plans with typing slips corrected; None if they are no plans even then."""
    mine = _MINE.match(raw)
    told = raw[mine.end() :] if mine else raw
    texts = [text for text in (slips.mended(told) or (told if told != raw else ""), slips.mended(raw)) if text]
    read = [read_plans(text, sight.kit, view.terms.seats, sight.held, extras=view.terms.extras) for text in texts]
    known = [found for found in read if not isinstance(found, Unclear)]
    if not known:
        return next((found for found in read if isinstance(found, Unclear) and found.code not in _NONE), None)
    found = known[0]
    once = "" if found.queue.loop else ", once"
    asked = planned(found.queue, chat=False) + once
    chat = view.terms.style == "chat"
    question = f"Do you mean {planned(found.queue, chat)}{once}?" if chat else ""
    return Reading(Orders(found.queue), confirm=asked, question=question)


def ordered(view: View, text: str) -> bool:
    """Return whether a text is a plan for the world, sent before the physical stage."""
    if not view.seated or not _IMPERATIVE.match(text):
        return False
    found = read_plans(
        slips.mended(text) or text, view.terms.instance.kit(view.terms.number(view.who)), view.terms.seats
    )
    if isinstance(found, Unclear):
        return found.code in ("plan_count", "plan_role", "plan_two", "plan_tools_only")
    return any(not isinstance(plan, Wait | Goto) for plan in found.queue.plans)
