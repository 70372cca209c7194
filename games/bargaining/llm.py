"""The prompt of a model that bargains, and its answer: prices in dollars."""

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any, Final

from games.bargaining.beside import names_another
from games.bargaining.rules import BUYER, Accept, BargainingMove, Offer, Reject
from games.bargaining.tactics import REMARKS, Mood
from games.bargaining.view import View
from games.bargaining.wording import rulebook
from games.core.contract import Reading, Seat, Unclear
from games.core.post import Voice, plain
from games.core.prompt import REASON, SAY, Prompt, named, one_of, said, schema, verbs
from games.core.settings import dollars
from games.language.agreement import contradicts

VERSION: Final = "bargaining/2"
LONGEST_WORDS: Final = 2_000
"""Characters of words beside a move; longer ones agree with none. In play the guard refuses far shorter ones."""
ACTIONS: Final = verbs(
    accept="accept accepted accept_offer accept_the_offer accept_deal agree",
    reject="reject rejected reject_offer decline refuse walk_away no_deal",
    offer="offer counter counteroffer counter_offer make_offer make_counteroffer make_counter_offer propose bid"
    " ask make_an_offer make_a_counteroffer make_a_counter_offer",
)
_WRITTEN = re.compile(
    r"(?:usd|us)?\s*(?:\$\s*)?([+-]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]*)?|[+-]?\.[0-9]+)\s*(?:\$|usd|dollars?)?"
)
"""A price as a text, with its currency before or after it."""
_GOAL: Final = "Your aim is to earn as much as you can. The other side sees your prices{words}, never your reasons."


def prompt(view: View, seat: Seat) -> Prompt:
    talks = seat in view.terms.talkers
    words = {"say": SAY} if talks else {}
    goal = _GOAL.format(words=" and what you say" if talks else "")
    return Prompt(
        version=VERSION,
        rules=f"{plain(rulebook.bare(view, Voice(seat)))}\n\n{goal}",
        now=_now(view),
        answer=schema(
            reason=REASON,
            action=one_of(("accept", "offer", "reject"), "What you do now."),
            price={"type": "number", "description": _price(view)},
            **words,
        ),
    )


def _span(view: View) -> str:
    return f"from {view.terms.lowest / 100:.2f} to {view.terms.highest / 100:.2f}"


def _price(view: View) -> str:
    limit = _limit(view)
    pays = "" if limit is None else f"; {'at most' if view.who == BUYER else 'at least'} {limit / 100:.2f} pays you"
    return f"In dollars, {_span(view)}, with two decimals: the price that you offer, or the one that you accept{pays}."


def _limit(view: View) -> int | None:
    """Return the seat's reservation price, in cents; None for a viewer who does not see it."""
    return view.buyer_value if view.who == BUYER else view.reservation


def _now(view: View) -> str:
    terms, standing = view.terms, view.standing
    if standing is None:
        return f"Make the first offer, {_span(view)} dollars."
    offered = f"{dollars(standing.price)} is on the table."
    if view.last:
        return f"{offered} It was the last offer: accept it, or reject it and there is no deal."
    left = terms.rounds - len(view.offers)
    after = "nobody can make another" if left == 1 else f"{left - 1} more can follow yours"
    return f"{offered} Accept it, or offer another price, {_span(view)} dollars; {after}."


def answered(view: View, given: Mapping[str, Any]) -> Reading[BargainingMove] | Unclear:
    """Return the move in a model's answer. Codes: `out_of_bounds`, `no_price`, `nothing`."""
    kind, words = named(given.get("action"), ACTIONS), said(given)
    if kind == "accept":
        return Reading(Accept(), words)
    if kind == "reject":
        return Reading(Reject(), words)
    if kind is None:
        return Unclear("nothing")
    price = cents(given.get("price"))
    if price is None:
        return Unclear("no_price")
    if not view.terms.lowest <= price <= view.terms.highest:
        return Unclear("out_of_bounds")
    return Reading(Offer(price), words)


def given(view: View, move: BargainingMove | None, say: str) -> dict[str, Any]:
    """Return the answer that means a move. Words alone go with the price on the table."""
    words = {"say": say} if view.who in view.terms.talkers else {}
    standing = view.standing.price if view.standing is not None else view.terms.lowest
    price = move.price if isinstance(move, Offer) else standing
    action = "accept" if isinstance(move, Accept) else "reject" if isinstance(move, Reject) else "offer"
    return {"action": action, "price": price / 100, **words}


def loses(view: View, move: BargainingMove | None) -> str:
    """Return the objection to a price that costs its side money: beyond the reservation price, no deal pays more."""
    price = move.price if isinstance(move, Offer) else None
    if isinstance(move, Accept) and view.standing is not None:
        price = view.standing.price
    limit = _limit(view)
    if price is None or limit is None or (price <= limit if view.who == BUYER else price >= limit):
        return ""
    bound = "at most" if view.who == BUYER else "at least"
    return f"At {dollars(price)} you would earn less than without a deal; only {bound} {dollars(limit)} pays you."


def cents(value: Any) -> int | None:
    """Return a price in cents, rounded half-up, from dollars; None for anything else, such as `4,50`."""
    if isinstance(value, str):
        written = _WRITTEN.fullmatch(value.strip().lower())
        value = written[1].replace(",", "") if written else None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        amount = Decimal(str(value)) * 100
        return int(amount.to_integral_value(ROUND_HALF_UP)) if abs(amount) < 10**12 else None
    except (InvalidOperation, ValueError, OverflowError):
        return None


def described(view: View, move: BargainingMove | None) -> str:
    if isinstance(move, Offer):
        return f"offer {dollars(move.price)}"
    verb = "accept" if isinstance(move, Accept) else "reject"
    return f"{verb} {dollars(view.standing.price)}" if view.standing else verb


def typed(view: View, move: BargainingMove | None, say: str) -> str:
    """Return the price behind a word, or the word of an answer, and what was said beside it."""
    done = "accept" if isinstance(move, Accept) else "reject" if isinstance(move, Reject) else ""
    return " ".join(filter(None, (f"offer {dollars(move.price)}" if isinstance(move, Offer) else done, say)))


def uttered(view: View, move: BargainingMove | None) -> str:
    """Return a remark without a number, where talk is on."""
    if view.who not in view.terms.talkers:
        return ""
    left = view.terms.rounds - len(view.offers)
    mood: Mood = "open" if not view.offers else "last" if left < 3 else "counter"
    if isinstance(move, Accept | Reject):
        mood = "accept" if isinstance(move, Accept) else "reject"
    remarks = REMARKS[mood]
    return remarks[len(view.offers) % len(remarks)]


def agrees(view: View, move: BargainingMove | None, say: str) -> bool:
    """Return whether words express the given move or none.

    They may talk about any price, but propose only its own. A yes or a farewell beside an offer is another
    move, and so is a no beside an acceptance.
    """
    accepts, stays = isinstance(move, Accept), isinstance(move, Offer)
    if len(say) > LONGEST_WORDS or contradicts(say, accepts=accepts, stays=stays):
        return False
    price = move.price if isinstance(move, Offer) else None
    if accepts and view.standing is not None:
        price = view.standing.price
    return not names_another(say, price, view.terms.lowest, view.terms.highest, accepts=accepts)
