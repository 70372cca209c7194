"""Answers to proposals, by their sets or their numbers, and the resulting moves."""

import re
from collections.abc import Sequence
from typing import Final

from games.balloon.reader.names import Named, looks_like_an_id, named
from games.balloon.reader.protocol import Part
from games.balloon.rules import WORDS_MOST, Agree, Bargain, Move, Proposal, not_active
from games.balloon.view import View
from games.balloon.wording.phrases import load
from games.balloon.wording.protocol import argument, literal
from games.core.contract import Reading, Unclear
from games.core.phrases import joined

NUMBERS: Final = re.compile(r"(?:#?\d{1,4}(?:[\s,;]+(?:and\s+)?|$))+")

LISTED: Final = 12
"""Items of a changed set that a question lists at most; of a larger one it names the change."""
IT: Final = re.compile(
    r"(?:it|that|this|(?:your|the|that|this|their) (?:last |latest |newest )?(?:proposal|offer|set))", re.IGNORECASE
)
"""A reference to the other side's proposal, without its number."""


def set_of(view: View, part: Part) -> Named:
    """Return the set behind a tag."""
    if not part.closed:
        return Named(code="unclosed")
    return named(view, part.body, literal=bool(part.braces))


def refused_by(view: View, part: Part) -> list[int] | Unclear:
    """Return the sets that one REFUSE names: one, several by number, or all active ones."""
    body = _body(part).casefold()
    if not part.braces and part.closed and body in ("", "all", "everything", "both", "them all"):
        if not view.theirs:
            return Unclear("nothing_to_answer")
        if not body and len(view.theirs) > 1:
            return Unclear("which")
        return [proposal.items for proposal in view.theirs]
    if _by_number(view, part, body):
        return numbered(view, body)
    one = set_of(view, part)
    return [one.items] if not one.code else fault(one, view.terms.grammar == "seed")


def _body(part: Part) -> str:
    """Return the text behind a tag that answers; "" if it only says that the other side's proposal is meant."""
    body = part.body.strip() if part.braces or not part.closed else part.body.strip(" \t\n.!")
    return "" if not part.braces and IT.fullmatch(body) else body


def _by_number(view: View, part: Part, body: str) -> bool:
    """Return whether proposals are named by their numbers, in braces only if no item has such a name."""
    if not part.closed or not NUMBERS.fullmatch(body):
        return False
    return not part.braces or (view.terms.grammar != "seed" and bool(named(view, part.body, literal=True).code))


def numbered(view: View, body: str) -> list[int] | Unclear:
    """Return the other side's active proposals with these numbers."""
    active = {proposal.number: proposal.items for proposal in view.theirs}
    numbers = [int(number) for number in re.findall(r"\d+", body)]
    missing = [number for number in numbers if number not in active]
    return Unclear("no_such_number", name=str(missing[0])) if missing else [active[number] for number in numbers]


def agreement(view: View, part: Part, refused: list[int], words: str, strict: bool) -> Reading[Move] | Unclear:
    body = _body(part)
    if not body and not part.braces and part.closed:
        return only_one(view, words)
    if _by_number(view, part, body):
        several = numbered(view, body)
        if isinstance(several, Unclear):
            return several
        if len(several) > 1:
            return Unclear("two_agrees", strike=True)
        items = several[0]
    else:
        one = set_of(view, part)
        if one.code:
            return fault(one, strict)
        items = one.items
    if items in refused:
        return Unclear("agree_and_refuse", strike=strict)
    for other in refused:
        if all(proposal.items != other for proposal in view.theirs):
            why = not_active(view.active, view.me, other)
            return Unclear(why.code, strike=True, **why.facts)
    return Reading(Agree(view.names(items)), words)


def only_one(view: View, words: str) -> Reading[Move] | Unclear:
    """Return an agreement that names no proposal: to the only active one, if a button confirms it."""
    if not view.theirs:
        return Unclear("nothing_to_answer")
    if len(view.theirs) > 1:
        return Unclear("which")
    only = view.theirs[0]
    return agreed_if_sure(view, only, words)


def agreed_if_sure(view: View, proposal: Proposal, words: str) -> Reading[Move]:
    """Return an agreement that a button confirms; the question shows the set."""
    question = f"Do you agree to #{proposal.number} ({told(view, proposal.items)})? That is the deal."
    confirm = f"{argument(words)}\nAGREE: #{proposal.number}" if words else f"agree #{proposal.number}"
    return Reading(Agree(view.names(proposal.items)), words, confirm=confirm, question=question)


def proposed_if_sure(view: View, items: int, words: str = "", lead: str = "") -> Reading[Move]:
    """Return a proposal that a button confirms; the question shows its sums. `lead` says what the set is made from."""
    names = ", ".join(view.names(items))
    short = lead and items.bit_count() > LISTED
    what = lead if short else f"{lead}: {names}" if lead else names
    question = f"Do you propose {what} ({told(view, items)})?"
    confirm = f"{argument(words)}\nPROPOSAL: {literal(view.names(items))}" if words else f"propose {names}"
    return Reading(bargain(view, [items], []), words, confirm=confirm, question=question)


def refused_if_sure(view: View, refused: Sequence[Proposal], words: str = "") -> Reading[Move]:
    """Return a refusal that a button confirms."""
    numbers = [f"#{proposal.number}" for proposal in refused]
    gone = "It's" if len(numbers) == 1 else "They're"
    question = f"Do you refuse {joined(numbers)}? {gone} off the table then."
    confirm = f"{argument(words)}\nREFUSE: {', '.join(numbers)}" if words else f"refuse {', '.join(numbers)}"
    return Reading(bargain(view, [], [proposal.items for proposal in refused]), words, confirm, question=question)


def told(view: View, items: int) -> str:
    """Return a set in words: `24 items, effort 8142 of 8145, worth 10446 to you`."""
    return f"{load(view, items)}, worth {view.worth(items)} to you"


def fault(one: Named, strict: bool) -> Unclear:
    strike = strict or (one.code == "unknown_item" and looks_like_an_id(one.name))
    return Unclear("bad_set" if one.code == "no_base" else one.code, strike=strike, name=one.name)


def bargain(view: View, proposed: list[int], refused: list[int]) -> Bargain:
    return Bargain(
        tuple([view.names(items) for items in dict.fromkeys(proposed)]),
        tuple([view.names(items) for items in dict.fromkeys(refused)]),
    )


def shortened(words: str) -> str:
    """Return words cut to the length of one message; dots mark a cut."""
    return words if len(words) <= WORDS_MOST else words[: WORDS_MOST - 2].rstrip() + " …"
