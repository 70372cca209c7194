"""The prompt of a model that divides things, and its answer: counts by item."""

import re
from collections.abc import Mapping
from typing import Any, Final

from games.core.contract import Reading, Said, Seat, Unclear
from games.core.phrases import counted as amount
from games.core.prompt import REASON, SAY, Prompt, counted, counts, named, one_of, said, schema, verbs
from games.dealornodeal.asks import OFFERS
from games.dealornodeal.domain.deals import Share, rest
from games.dealornodeal.reader.read import CONFIRM, DEAL, LEAVE, MISREAD, TALK, read, readable
from games.dealornodeal.rules.state import LONGEST, Accept, Confirm, DealMove, Heard, Leave, Offer, Reopen, Speak
from games.dealornodeal.tactics import speech
from games.dealornodeal.view import View
from games.language.agreement import assents, dissents

VERSION: Final = "dealornodeal/2"
_PROPOSES = re.compile(
    r"\bi(?:'d|'ll| would| will)? (?:like|take|keep|get|have|want|need)\b|\blet me (?:have|keep|take)\b"
    r"|\byou (?:get|take|keep|(?:can|could|may|will) (?:have|keep|take|get))\b|\b(?:how|what) about\b"
)
"""Words that put a division forward."""
_LOOKS_BACK = re.compile(
    r"\b(?:was|were|had|wanted|asked|offered|left|gave|began|took|earlier|before|i've|you've)\b"
    r"|\byour (?:first|last|earlier)\b"
)
ACTIONS: Final = verbs(
    offer="offer propose counter counteroffer counter_offer",
    accept="accept accept_offer agree",
    confirm="confirm",
    say="say talk",
    leave="walk_away leave",
)


def prompt(view: View, seat: Seat) -> Prompt:
    names = view.domain.names
    return Prompt(
        version=VERSION,
        rules=_rules(view),
        now=_now(view),
        answer=schema(
            reason=REASON,
            action=one_of(("accept", "confirm", "offer", "say", "walk_away"), "What you do now."),
            keep=counts(names, "How many of each you would keep in the division that you offer; else all 0."),
            say=SAY,
        ),
    )


def _rules(view: View) -> str:
    domain = view.domain
    worth = ", ".join(f"{item.name} {value}" for item, value in zip(domain.items, view.values, strict=True))
    nothing = f"both sides get {domain.fallback} points"
    return "\n".join(
        (
            f"You and another side divide {view.domain.listed(view.pool)} between you by talking.",
            "- Each side has its own private values; your points are the values of what you get.",
            "- An offer says how many of each you would keep; the other side gets the rest.",
            "- When an offer is accepted, a card shows the deal. It counts when both sides have confirmed that card.",
            f"- Both sides together have {view.utterances} messages. After the last one, without a card, {nothing}.",
            f"- Either side may walk away once it has spoken; then {nothing}.",
            f"Each is worth to you: {worth}. The other side does not know that.",
            "Your aim is to get as many points as you can.",
        )
    )


def _both(view: View, form: str, mine: Share) -> str:
    """Return a sentence with both shares in words, the view owner's first."""
    return form.format(view.domain.listed(mine), view.domain.listed(rest(view.pool, mine)))


def _now(view: View) -> str:
    left = view.utterances - len(view.spoken)
    lines = [f"{left} messages are left, yours now included." if left > 0 else "All messages are used."]
    if view.card:
        mine = view.share(view.card.keep)
        lines.append(_both(view, "The card on the table: you {}; they {}.", mine) + _pays(view, mine))
        done = view.who in view.card.confirmed
        lines.append(
            "You have confirmed it; say something about it, or offer something else."
            if done
            else "Confirm it if it is what you want, or offer something else, which puts it aside."
        )
    elif (offered := view.offered()) is not None:
        mine = view.share(offered)
        lines.append(_both(view, "The other side's last offer: you {}; they {}.", mine) + _pays(view, mine))
        lines.append("Accept that, make an offer, or only say something.")
    else:
        lines.append("Make an offer, or only say something.")
    return "\n".join(lines)


def _pays(view: View, mine: Share) -> str:
    return f" That gives you {amount(_points(view, mine), 'point')}."


def _points(view: View, mine: Share) -> int:
    return sum(count * value for count, value in zip(mine, view.values, strict=True))


def answered(view: View, given: Mapping[str, Any]) -> Reading[DealMove] | Unclear:
    """Return the move in a model's answer. Codes: `unclear`, `bad_offer`, `no_offer`, `no_card`."""
    words = said(given)
    match named(given.get("action"), ACTIONS):
        case "offer":
            keep = _keep(view, given.get("keep"))
            return Unclear("bad_offer") if keep is None else Reading(Offer(keep), words)
        case "accept" if view.card and view.who not in view.card.confirmed:
            return Reading(Confirm(view.card.version))
        case "accept":
            return Reading(Accept(), words) if view.offered() else Unclear("no_offer")
        case "confirm":
            return Reading(Confirm(view.card.version)) if view.card else Unclear("no_card")
        case "say" if view.card is None or view.who in view.card.confirmed:
            return Reading(Speak(), words)
        case "leave":
            return Reading(Leave())
    return Unclear("unclear")


def given(view: View, move: DealMove | None, say: str) -> dict[str, Any]:
    """Return the answer that means a message."""
    keep: Share = ()
    match move:
        case Heard(act="accept") | Accept():
            action = "accept"
        case Heard(act="offer", keep=keep) | Offer(keep):
            action = "offer"
        case Confirm():
            action = "confirm"
        case Leave():
            action = "walk_away"
        case _:
            action = "say"
    names = view.domain.names
    return {"action": action, "keep": dict(zip(names, keep or (0,) * len(names), strict=True)), "say": say}


def loses(view: View, move: DealMove | None) -> str:
    """Return the objection to a division that is worth less to its own side than no deal."""
    keep = _bound_to(view, move)
    if not keep or not view.values or _points(view, keep) >= view.domain.fallback:
        return ""
    return f"That would give you {amount(_points(view, keep), 'point')}; no deal gives you {view.domain.fallback}."


def _bound_to(view: View, move: DealMove | None) -> Share:
    """Return the view owner's share of the division that a move proposes or takes; empty if it does neither."""
    match move:
        case Offer(keep) | Heard(act="offer" | "accept", keep=keep):
            return keep  # words may accept an earlier offer than the last
        case Accept():
            offered = view.offered()
            return view.share(offered) if offered is not None else ()
        case Confirm() if view.card:
            return view.share(view.card.keep)
    return ()


def _keep(view: View, value: Any) -> Share | None:
    """Return a share of the pool from an object of counts; None if it is not one."""
    if not isinstance(value, Mapping) or not value:
        return None
    keep = counted(value, *((item.name, item.plural) for item in view.domain.items))
    if keep is None or not all(0 <= k <= n for k, n in zip(keep, view.pool, strict=True)):
        return None
    return keep


def described(view: View, move: DealMove | None) -> str:
    if isinstance(move, Offer):
        things = f" ({sum(move.keep)} and {sum(view.pool) - sum(move.keep)} of the {sum(view.pool)} things)"
        return _both(view, "offer that I keep {} and you get {}", move.keep) + things
    offered = view.offered()
    if isinstance(move, Accept) and offered is not None:
        return _both(view, "accept that I get {} and you {}", view.share(offered))
    return "only say something"


def typed(view: View, move: DealMove | None, say: str) -> str:
    """Return what was said, with an offer that it does not name; where nothing was said, the words of the button."""
    match move:
        case Offer(keep):
            words = OFFERS.format(items=view.domain.listed(keep))
            return say if say and _proposed(view, say) == keep else " ".join(filter(None, (say, words)))
        case Accept():
            return say or DEAL
        case Confirm():
            return say or CONFIRM
        case Reopen(misread=misread):
            return say or (MISREAD if misread else TALK)
        case Leave():
            return say or LEAVE
        case _:
            return say


def uttered(view: View, move: DealMove | None) -> str:
    """Return a sentence that names the whole offer, or a yes."""
    turn = len(view.spoken)
    if isinstance(move, Offer):
        return speech.offer("offer", view.domain.items, view.pool, move.keep, 0, turn)
    return speech.saying("accept", 0, turn) if isinstance(move, Accept) else ""


def agrees(view: View, move: DealMove | None, say: str) -> bool:
    """Return whether words express the given move or none.

    They may talk about any division, but propose only its own. A yes beside an offer or a no beside a yes is
    another move. Words that are too long to be read may be one, so they do not agree either.
    """
    if len(say) > LONGEST or not readable(view, say):
        return False
    if dissents(say) if isinstance(move, Accept) else assents(say):
        return False
    if _claims(view, say):
        return False
    mine = _bound_to(view, move)
    whole = _proposed(view, say)
    if not whole or whole == mine:
        return True
    return not any(_PROPOSES.search(part) and _proposed(view, part) not in ((), mine) for part in _statements(say))


def _claims(view: View, say: str) -> bool:
    """Return whether words say what something is worth to their speaker."""
    meant = read(view, Said(say))
    return isinstance(meant, Reading) and isinstance(meant.move, Heard) and bool(meant.move.claims)


def _proposed(view: View, say: str) -> Share:
    """Return the share that words would leave to their speaker, if a person said them; empty if they propose none."""
    meant = read(view, Said(say))
    move = None if isinstance(meant, Unclear) else meant.move
    return move.keep if isinstance(move, Offer | Heard) and getattr(move, "act", "offer") in ("offer", "accept") else ()


def _statements(say: str) -> tuple[str, ...]:
    """Return the sentences of a text that neither ask nor look back."""
    parts = re.findall(r"[^.!?;…]+[.!?;…]*", say.lower().replace("’", "'"))
    return tuple(part for part in parts if "?" not in part and not _LOOKS_BACK.search(part))
