"""The prompt of a model that plays the balloon game, and its answer: sets as lists of names, proposals by number.

Models add up badly, so this module does the sums: it weighs each open proposal, and works out a few sets that fit.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from games.balloon.reader import message as reader
from games.balloon.reader.names import names_of
from games.balloon.rules import AT_ONCE, Agree, Bargain, Move, Proposal
from games.balloon.tactics.model import compromises, estimate
from games.balloon.view import View
from games.balloon.wording.protocol import argument, reasoning, written
from games.core.contract import Export, Reading, Said, Seat, Unclear
from games.core.prompt import REASON, SAY, Prompt, named, one_of, said, schema, verbs, whole
from games.language.agreement import contradicts
from games.language.text import canon

VERSION: Final = "balloon/2"
ACTIONS: Final = verbs(
    agree="agree accept",
    propose="propose proposal counter counteroffer counter_proposal counterproposal offer",
    refuse="refuse reject",
    talk="talk say",
)
WORKED_OUT: Final = 4
"""Sets that are worked out for the model."""
NEWEST: Final = 3
"""Open proposals whose worth the model is told, newest first."""
ABREAST: Final = 8
"""Items on a line."""
REASONING: Final = "STRATEGIC REASONING: {what you think} comes first, once, and stays hidden.\n"
PROTOCOL: Final = """\
Write your message in tags, and nothing outside of them:
%sARGUMENT: {what you say to the other side} at least once.
PROPOSAL: {'A01', 'B02'} proposes a set, by the names of its items.
REFUSE: {…} and AGREE: {…} name exactly the items of an open proposal of theirs; who agrees proposes nothing."""


def prompt(view: View, seat: Seat) -> Prompt:
    last = view.history[-1:]
    return Prompt(
        version=VERSION,
        rules=_rules(view, seat),
        table=_table(view, seat),
        now=_now(view),
        heard=tuple(("they", message.words) for message in last if message.seat != seat and message.words),
        answer=schema(
            **({"reason": REASON} if view.terms.reasoning else {}),
            action=one_of(_actions(view), "What you do now."),
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


def _actions(view: View) -> tuple[str, ...]:
    if view.last:
        return ("agree", "talk") if view.theirs else ("talk",)
    return ("agree", "propose", "refuse", "talk") if view.theirs else ("propose", "talk")


def _rules(view: View, seat: Seat) -> str:
    assert view.importance is not None
    worths = ", ".join(f"{item.name} {worth}" for item, worth in zip(view.items, view.importance, strict=True))
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
            f"To you the items are worth: {worths}. The other side does not know that and must not learn it.",
            "You want as much worth as you can get, and any deal is better than none.",
        )
    )


def _table(view: View, seat: Seat) -> str:
    efforts = [f"{item.name} {item.effort}" for item in view.items]
    lines = [
        f"Limit {view.limit}. Efforts of the items:",
        *(", ".join(efforts[at : at + ABREAST]) for at in range(0, len(efforts), ABREAST)),
        "Proposals so far:" if any(message.proposed for message in view.history) else "Nothing has been proposed.",
    ]
    for message in view.history:
        who = "you" if message.seat == seat else "they"
        lines += [f"- {who} refused #{one.number}" for one in message.refused]
        lines += [f"- {who} proposed {_set(view, one)}" for one in message.proposed]
    return "\n".join(lines)


def _set(view: View, one: Proposal) -> str:
    return f"#{one.number}: {', '.join(view.names(one.items))} (effort {view.effort(one.items)})"


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
        return "\n".join([*lines, "Yours is the last message: agree, or there is no deal."])
    heard = tuple(p.items for m in view.history if m.seat != view.who for p in m.proposed)
    other = estimate(view.efforts, view.limit, view.importance, tuple(dict.fromkeys(heard)))
    sets = compromises(view.efforts, view.limit, view.importance, other)
    chosen = sets[:: max(1, len(sets) // WORKED_OUT)][:WORKED_OUT]
    lines.append("Some sets that fit, from the best for you to those that may suit both:")
    lines += [
        f"- {', '.join(view.names(items))}: effort {view.effort(items)}, worth {view.worth(items)} to you"
        for _, _, items in chosen
    ]
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
            parts = [f"propose to keep {', '.join(items)}" for items in propose[:AT_ONCE]]
            parts += [f"refuse the set {', '.join(items)}" for items in refuse]
            return " and ".join(parts)
        case None:
            return "only say something"


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
