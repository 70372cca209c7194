"""The prompt of a model that trades, and its answer: goods by name."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import astuple

from games.core.contract import Reading, Said, Seat, Unclear
from games.core.prompt import REASON, SAY, Prompt, counted, counts, named, one_of, said, schema, verbs
from games.language.agreement import contradicts
from games.trading.asks import PASS
from games.trading.domain import BASE, RESOURCES, Goods, Offer, gain, listed, written
from games.trading.reader.message import read
from games.trading.rules import Accept, Deny, Move, Propose, Terms
from games.trading.view import View
from games.trading.wording.phrases import rates, signed

VERSION: Final = "trading/2"
ACTIONS: Final = verbs(
    accept="accept accept_offer",
    deny="deny deny_offer reject reject_offer refuse decline",
    offer="offer propose counter counteroffer counter_offer make_offer",
    say="say talk pass",
)


def prompt(view: View, seat: Seat) -> Prompt:
    return Prompt(
        version=VERSION,
        rules=_rules(view),
        now=_now(view),
        answer=schema(
            reason=REASON,
            action=one_of(
                ("accept", "deny", "offer", "say"),
                "What you do: answer the offer, make one, or only speak.",
            ),
            give=counts(RESOURCES, "What you hand over in the swap that you propose; all 0: you propose none."),
            get=counts(RESOURCES, "What you get for that; all 0: you propose none."),
            say=SAY,
        ),
    )


def _rules(view: View) -> str:
    terms = view.terms
    assert view.values is not None
    return "\n".join(
        (
            f"You are {view.who}, one of two who swap {', '.join(RESOURCES)}.",
            f"- Both take turns; there are {terms.max_turns} messages in all.",
            "- A message answers the offer on the table, makes a new one, or does both, and may say something.",
            "- An offer is a swap: what you give for what you get, whole numbers, no resource on both sides.",
            "- You can give what you own. An offer that is not accepted in the next message is gone.",
            "- Accepting what you cannot pay changes nothing. An offer in the last message cannot be answered.",
            f"- {_aim(terms)}",
            f"Each is worth to you: {rates(view.values)}. The other side does not know that, and has {_theirs(terms)}.",
        )
    )


def _aim(terms: Terms) -> str:
    gain = "your goods at the end minus your goods at the start, at your own values"
    if terms.cooperative:
        return f"You score what you gain: {gain}. Gain as much as you can; what the other side gains does not count."
    return f"Who gains more wins: {gain}, against the other side's at theirs. So a swap must bring you more than them."


def _theirs(terms: Terms) -> str:
    near = f"values of its own, each within a fifth of {rates(BASE)}"
    return "values of its own" if terms.values == "given" else near


def _now(view: View) -> str:
    assert view.holdings is not None
    lines = [f"You own {listed(view.holdings)}. Gained so far: {signed(view.gained)}."]
    if view.shown is not None:
        lines.append(f"The other side owns {listed(view.shown[1 - view.me])}.")
    lines.append(f"Now comes message {view.number} of {view.terms.max_turns}; it is yours.")
    if view.offer is None:
        lines.append("There is no offer to answer.")
    else:
        offer = view.offer
        lines.append(f"On the table: you would get {listed(offer.give)} and hand over {listed(offer.get)}.")
        if view.values is not None:
            lines.append(f"That would bring you {signed(-gain(offer, view.values))}.")
        if view.terms.strict_response:
            lines.append("You must accept or deny it; you may propose another swap along with that.")
    if view.last:
        lines.append("It is the last message: nobody could answer an offer.")
    return "\n".join(lines)


def answered(view: View, given: Mapping[str, Any]) -> Reading[Move] | Unclear:
    """Return the move in a model's answer. Codes: `bad_answer`, `bad_quantity`; the rules check the offer itself."""
    kind = named(given.get("action"), ACTIONS)
    give, get = _goods(given.get("give")), _goods(given.get("get"))
    if kind is None:
        return Unclear("bad_answer")
    if give is None or get is None:
        return Unclear("bad_quantity")
    empty = Goods(0, 0, 0, 0, 0)
    offer = None if give == get == empty else Offer(give, get)
    words = said(given)
    match kind:
        case "accept":
            return Reading(Accept(offer), words)
        case "deny":
            return Reading(Deny(offer), words)
        case "offer" if offer is None:
            return Unclear("bad_offer")
        case "offer" if offer is not None:
            # A different offer counts as a refusal of the standing one.
            return Reading(Deny(offer) if view.offer is not None else Propose(offer), words)
    return Reading(None, words or PASS)


def given(view: View, move: Move | None, say: str) -> dict[str, Any]:
    """Return the answer that means a message."""
    offer = move.offer if isinstance(move, Propose) else move.then if move is not None else None
    action = "say" if move is None else "accept" if isinstance(move, Accept) else "offer"
    if isinstance(move, Deny) and (offer is None or view.offer is None):
        action = "deny"
    empty = Goods(0, 0, 0, 0, 0)
    give, get = (offer.give, offer.get) if offer is not None else (empty, empty)
    return {"action": action, "give": _named(give), "get": _named(get), "say": say}


def _named(goods: Goods) -> dict[str, int]:
    return dict(zip(RESOURCES, astuple(goods), strict=True))


def loses(view: View, move: Move | None) -> str:
    """Return the objection to a swap that lowers the worth of its own side's goods."""
    if view.values is None or move is None:
        return ""
    offer = move.offer if isinstance(move, Propose) else move.then
    if isinstance(move, Accept) and view.offer is not None and (lost := -gain(view.offer, view.values)) < 0:
        return f"Accepting would change what your goods are worth to you by {signed(lost)}."
    if offer is not None and (lost := gain(offer, view.values)) < 0:
        return f"Your swap would change what your goods are worth to you by {signed(lost)}."
    return ""


def _goods(value: Any) -> Goods | None:
    """Return goods from an object of whole numbers, empty ones without it; None for any other value."""
    if value is None:
        return Goods(0, 0, 0, 0, 0)
    if not isinstance(value, Mapping):
        return None
    numbers = counted(value, *((name,) for name in RESOURCES))
    if numbers is None or not all(0 <= number < 10_000 for number in numbers):
        return None
    return Goods(*numbers)


def described(view: View, move: Move | None) -> str:
    then = move.offer if isinstance(move, Propose) else move.then if move is not None else None
    standing = f" {listed(view.offer.give)} for {listed(view.offer.get)}" if view.offer is not None else ""
    did = [f"accept{standing}"] if isinstance(move, Accept) else [f"deny{standing}"] if isinstance(move, Deny) else []
    if then is not None:
        did.append(f"offer {listed(then.give)} for {listed(then.get)}")
    return " and ".join(did) or "only say something"


def typed(view: View, move: Move | None, say: str) -> str:
    """Return the message with its tags: the answer first, the offer last."""
    answer = "[Accept]" if isinstance(move, Accept) else "[Deny]" if isinstance(move, Deny) else ""
    offer = move.then if isinstance(move, Accept | Deny) else move.offer if isinstance(move, Propose) else None
    return " ".join(filter(None, (answer, say, written(offer) if offer is not None else "")))


def uttered(view: View, move: Move | None) -> str:
    return PASS if move is None else ""


def agrees(view: View, move: Move | None, say: str) -> bool:
    """Return whether words express the given move or none. A yes goes with an acceptance only, a no with none."""
    if contradicts(say, accepts=isinstance(move, Accept), stays=move is not None):
        return False
    meant = read(view, Said(say))
    if isinstance(meant, Unclear):
        return meant.code == "in_words" and isinstance(move, Accept)
    return meant.move is None or meant.move == move
