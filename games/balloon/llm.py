"""The prompt of a model that plays the balloon game, and its answer: sets as lists of names, proposals by number.

It weighs each open proposal, as the posts of the game do for people. It works out no set: that is the seat's task.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from games.balloon.reader import message as reader
from games.balloon.reader.names import names_of
from games.balloon.rules import AT_ONCE, Agree, Bargain, Move, Proposal
from games.balloon.view import View
from games.balloon.wording.protocol import argument, reasoning, written
from games.core.contract import Export, Reading, Said, Seat, Unclear
from games.core.phrases import counted
from games.core.prompt import REASON, SAY, Prompt, named, one_of, said, schema, verbs, whole
from games.language.agreement import contradicts
from games.language.text import canon

VERSION: Final = "balloon/3"
ACTIONS: Final = verbs(
    agree="agree accept",
    propose="propose proposal counter counteroffer counter_proposal counterproposal offer",
    refuse="refuse reject",
    talk="talk say",
)
NEWEST: Final = 3
"""Open proposals whose worth the model is told, newest first."""
REASONING: Final = "STRATEGIC REASONING: {what you think} comes first, once, and stays hidden.\n"
_THOUGHTS = re.compile(r"STRATEGIC REASONING:[ \t]*\{([^{}]*)\}", re.IGNORECASE)
PROTOCOL: Final = """\
Write your message in tags, and nothing outside of them:
%sARGUMENT: {what you say to the other side} at least once.
PROPOSAL: {'A01', 'B02'} proposes a set, by the names of its items.
REFUSE: {…} and AGREE: {…} name exactly the items of an open proposal of theirs; who agrees proposes nothing."""


def prompt(view: View, seat: Seat) -> Prompt:
    return Prompt(
        version=VERSION,
        rules=_rules(view, seat),
        now=_now(view),
        answer=schema(
            **({"reason": REASON} if view.terms.reasoning else {}),
            action=one_of(("agree", "propose", "refuse", "talk"), "What you do now."),
            number={"type": "integer", "description": "The proposal that you agree to or refuse; else 0."},
            items={
                "type": "array",
                "items": {"type": "string"},
                "description": f"The items of the set that you propose, all of them; at most {view.limit} in effort. "
                "Empty unless you propose.",
            },
            say=SAY,
        ),
        protocol=PROTOCOL % (REASONING if view.terms.reasoning else ""),
    )


def _rules(view: View, seat: Seat) -> str:
    assert view.importance is not None
    worths = ", ".join(f"{item.name} {worth}" for item, worth in zip(view.items, view.importance, strict=True))
    efforts = ", ".join(f"{item.name} {item.effort}" for item in view.items)
    most = view.terms.max_messages
    stall = view.terms.stall
    return "\n".join(
        (
            f"You are {seat}, one of two sides who agree on one set of items that stays on board of a balloon.",
            f"- The total effort of the set may not exceed {view.limit}. Everybody knows limit and efforts.",
            "- You score the worth, to you, of the items that stay. The other side has worths of its own.",
            f"- Sides take turns, {most} messages in all. After the last one there is no deal, and both score 0.",
            "- A proposal is open until the other side refuses it. Agreeing to an open one ends the game.",
            *((f"- {stall + 1} messages in a row without a proposal end the game; both score 0.",) if stall else ()),
            f"Efforts of the items: {efforts}.",
            f"To you the items are worth: {worths}. The other side does not know that and must not learn it.",
            "Your aim is as much worth to you as you can get.",
        )
    )


def _now(view: View) -> str:
    assert view.importance is not None
    left = view.terms.max_messages - len(view.history)
    lines = [f"{left} messages are left, yours now included."]
    if view.theirs:
        newest = view.theirs[::-1][:NEWEST]
        told = "; ".join(f"#{p.number}, worth {view.worth(p.items)}" for p in newest)
        lines.append(f"Open to you, newest first: {told}.")
    else:
        lines.append("Nothing that they proposed is open.")
    if view.last:
        lines.append("Yours is the last message: agree, or there is no deal.")
    return "\n".join(lines)


def answered(view: View, given: Mapping[str, Any]) -> Reading[Move] | Unclear:
    """Return the move in a model's answer. Codes: `unclear`, `bad_set`, `unknown_item`, `empty_set`, `which`."""
    words = said(given)
    match named(given.get("action"), ACTIONS):
        case "propose":
            return _proposal(view, given.get("items"), words)
        case "agree" | "refuse" as kind:
            number = whole(given.get("number"))
            found = next((p for p in view.theirs if p.number == number), None)
            if found is None and len(view.theirs) == 1 and not number:
                found = view.theirs[0]
            if found is None or (kind == "agree" and _others(view, found, given.get("items"))):
                return Unclear("which")
            names = view.names(found.items)
            return Reading(Agree(names) if kind == "agree" else Bargain((), (names,)), words)
        case "talk":
            return Reading(None, words) if words else Unclear("unclear")
    return Unclear("unclear")


def given(view: View, move: Move | None, say: str) -> dict[str, Any]:
    """Return the answer that means a message. Of several sets in one message it names the first."""
    number, items = 0, list[str]()
    match move:
        case Agree(names):
            action, number = "agree", _number(view, names)
        case Bargain(propose=(names, *_)):
            action, items = "propose", list(names)
        case Bargain(refuse=(names, *_)):
            action, number = "refuse", _number(view, names)
        case _:
            action = "talk"
    return {"action": action, "number": number, "items": items, "say": say}


def thoughts(text: str) -> str:
    """Return the words between the braces of `STRATEGIC REASONING`."""
    found = _THOUGHTS.search(text)
    return found[1].strip(" '\"") if found else ""


def _number(view: View, names: tuple[str, ...]) -> int:
    """Return the number of the open proposal of the other side that is this set; 0 if there is none."""
    return next((one.number for one in reversed(view.theirs) if set(view.names(one.items)) == set(names)), 0)


def _others(view: View, found: Proposal, items: Any) -> bool:
    """Return whether an answer names items that differ from the proposal that it agrees to."""
    named = {canon(str(name)).strip(" '\"").casefold() for name in items} if isinstance(items, list) else set()
    return bool(named) and named != {name.casefold() for name in view.names(found.items)}


def _proposal(view: View, items: Any, words: str) -> Reading[Move] | Unclear:
    if isinstance(items, str):
        items = items.strip("{}[] ").split(",")
    if not isinstance(items, list) or not all(isinstance(name, str) for name in items):
        return Unclear("bad_set")
    places, mask = names_of(view.items).places, 0
    for name in items:
        place = places.get(canon(name).strip(" '\"").casefold())
        if place is None:
            return Unclear("unknown_item", name=name[:30])
        mask |= place
    if not mask:
        return Unclear("empty_set")
    effort = view.effort(mask)
    if effort > view.limit:
        return Unclear("over_limit", effort=effort, limit=view.limit, items=mask)
    return Reading(Bargain((view.names(mask),), ()), words)


def described(view: View, move: Move | None) -> str:
    match move:
        case Agree(items):
            return f"agree to the set {', '.join(items)}"
        case Bargain(propose, refuse):
            parts = [f"propose to keep {', '.join(items)}{_compared(view, items)}" for items in propose[:AT_ONCE]]
            parts += [f"refuse the set {', '.join(items)}" for items in refuse]
            return " and ".join(parts)
        case None:
            return "only say something"


def _compared(view: View, names: tuple[str, ...]) -> str:
    """Return the number of items in a set, and of those that are in the other side's last proposal, in brackets."""
    size = counted(len(names), "item")
    if not view.theirs:
        return f" ({size})"
    last = view.theirs[-1]
    theirs = view.names(last.items)
    shared = len(set(theirs) & set(names))
    return f" ({size}, {shared} of the {len(theirs)} in their #{last.number})"


def typed(view: View, move: Move | None, say: str) -> str:
    """Return the message in the published protocol, without reasoning."""
    words = [argument(say)] if say else []
    match move:
        case Agree(items):
            words.append(written((), (), items))
        case Bargain(propose, refuse):
            words.append(written(propose, refuse, None))
    return "\n".join(words)


def uttered(view: View, move: Move | None) -> str:
    """Return a sentence without numbers."""
    match move:
        case Agree():
            return "Agreed."
        case Bargain(propose=(names, *_)):
            return "This is light enough and would suit me." if names else ""
        case _:
            return ""


def agrees(view: View, move: Move | None, say: str) -> bool:
    """Return whether words express the given move or none. Words whose meaning is uncertain count as no move."""
    if contradicts(say, accepts=isinstance(move, Agree)):
        return False
    meant = reader.read(view, Said(say))
    if isinstance(meant, Unclear):
        return meant.code not in ("which", "two_agrees") or (meant.code == "which" and isinstance(move, Agree))
    return meant.move is None or meant.move == move


# --- the format of Air Balloon Survival in clembench ------------------------------------------------------------------


def _message(text: str, reason: str) -> str:
    """Return the message behind its writer's private reasoning, if there is any."""
    return f"{reasoning(reason)}\n{text}" if reason else text


def _keys(report: Mapping[str, Any], labels: Mapping[Seat, str]) -> dict[str, Any]:
    """Return the keys of the published game; shares and means run to 100, and only a deal has them."""
    if not report:
        return {}
    deal = report["why"] == "agreed"
    utility = {f"Normalized Utility {label}": report["share"][seat] if deal else None for seat, label in labels.items()}
    faults = {f"Violations {label}": report["faults"][seat] for seat, label in labels.items()}
    return {
        "final deal": report["set"] if deal else None,
        "Total weight deal": report["effort"] if deal else None,
        "Max weight allowed": report["limit"],
        "Max harmonic mean": report["best_harmonic_mean"],
        "Is Pareto Optimum Deal": report["pareto"] if deal else False,
        **utility,
        "Harmonic mean": report["harmonic_mean"] if deal else None,
        "Normalized harmonic mean": report["score"] if deal else None,
        **faults,
        "Total Violations": sum(faults.values()),
    }


EXPORTS: Final[Mapping[str, Export]] = MappingProxyType({"clembench": Export("air_balloon_survival", _message, _keys)})
