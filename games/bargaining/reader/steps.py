"""Differences and middles in plain words, asked about as the prices that they lead to: `+2`, `5 less`, `half-way`."""

import re
from typing import Final

from games.bargaining.reader.amounts import Amount
from games.bargaining.reader.answers import Answer, offering, own_price, standing_price
from games.bargaining.reader.changes import starts_elsewhere
from games.bargaining.reader.remarks import closes, conditional
from games.bargaining.rules import BUYER
from games.bargaining.view import View
from games.core.contract import Unclear
from games.language.lexicon import NEGATION, any_of

_MIDDLES = any_of("""
    split (?:the|our) diff(?:erence)?  (?:split|halve) it(?: (?:evenly|equally|in half|down the middle))?
    (?:let's|lets|let us|we|we could) split  meet (?:me |you |us |each other )?(?:half ?-?way|(?:in|at) the middle)
    (?:go|settle|agree|come)(?: (?:for|on|to|at|in))? (?:half ?-?way|the middle|the (?:mid|halfway )point)
    (?:the )?(?:midpoint|halfway point|exact middle)  half ?-?way  half and half  half-half  down the middle  the middle
    in the middle  (?:50 ?[-/:] ?50|fifty[- ]fifty|50 50)(?: split)?
""")
_HALVES: Final = re.compile(rf"(?<!\w){_MIDDLES}(?!\w)")
_SIGNS: Final = {"up": 1, "down": -1}
_NOT: Final = re.compile(r"(?<!\w)(?:no|not|never|cannot|cant|dont|wont)(?!\w)|n't(?!\w)")
_THAN: Final = re.compile(r"(?:than|below|above|under|over|off|on|to|from|plus) $")
_MINE, _YOURS = re.compile(r"(?<!\w)(?:my|mine)(?!\w)"), re.compile(r"(?<!\w)(?:your|yours)(?!\w)")


def without_middle(text: str) -> tuple[str, bool]:
    """Return a text without words for the middle of two prices, and whether there were any."""
    return (_HALVES.sub(" ", text), True) if _HALVES.search(text) else (text, False)


def changed(view: View, text: str, found: tuple[Amount, ...], changes: list[Amount]) -> Answer:
    """Ask about a difference, such as `+2` or `5 less`, as the price that it leads to."""
    change, *more = changes
    prices = [one for one in found if one.role == "price"]
    if more or len({one.cents for one in prices}) > 1 or len(prices) + 1 != len(found):
        return Unclear("several")
    prices = [one for one in prices if not one.aside]
    if closes(text):
        return Unclear("both")
    step = _SIGNS.get(change.role, 0) * change.cents
    base = _base(view, change.role, text)
    if _NOT.search(text, 0, change.start) or starts_elsewhere(text):
        return Unclear("no_price")
    if not step:
        return _undirected(view, change.cents, alone=not prices)
    return _beside_price(view, text, prices[0], base, step) if prices else _stepped(view, base, step)


def _undirected(view: View, amount: int, alone: bool) -> Answer:
    """Ask about an amount that goes neither up nor down, if it may be a price itself: `let's go by 50`."""
    return offering(view, amount) if alone and _between(view, amount) else Unclear("no_price")


def _stepped(view: View, base: int | None, step: int) -> Answer:
    """Ask about a price that a step leads to. `+45` after 42 means the price 45 and not 87, where 50 stands."""
    if base is None:
        return Unclear("no_price")
    price = base + step
    return offering(view, abs(step) if _overshoots(view, price, abs(step)) else price)


def _beside_price(view: View, text: str, price: Amount, base: int | None, step: int) -> Answer:
    """Return the reading of a step beside a price: where it leads to, or where it starts from."""
    if base is not None and base + step == price.cents:
        return offering(view, price.cents, clear=not (price.hedged or conditional(text)))
    starts = price.cents in {offer.price for offer in view.offers} or _THAN.search(text, 0, price.start)
    return offering(view, price.cents + step) if starts else Unclear("no_price")


def _overshoots(view: View, price: int, amount: int) -> bool:
    """Return whether a price leaves the span of the two newest ones, in which the amount itself lies."""
    return _between(view, amount) and not _between(view, price)


def _between(view: View, price: int) -> bool:
    """Return whether a price lies in the span of the two newest ones."""
    own, standing = own_price(view), standing_price(view)
    return own is not None and standing is not None and min(own, standing) <= price <= max(own, standing)


def _base(view: View, role: str, text: str) -> int | None:
    """Return the price that a change starts from: one's own towards the other side, theirs for a demand; None where
    there is none yet.
    """
    own, standing = own_price(view), standing_price(view)
    mine = _MINE.search(text) is not None
    if mine != (_YOURS.search(text) is not None):
        return own if mine else standing
    return own if (role == "up") == (view.who == BUYER) else standing


def halfway(view: View, text: str, digits: str, found: tuple[Amount, ...]) -> Answer:
    """Ask about the middle of the two newest prices, or about a new price that is named with it."""
    own, standing = own_price(view), standing_price(view)
    if own is None or standing is None or NEGATION.search(text):
        return Unclear("no_price")
    values = {one.cents for one in found if one.role == "price"} - {own, standing}
    if any(one.role != "price" for one in found) or len(values) > 1:
        return Unclear("several")
    return offering(view, values.pop() if values else (own + standing + 1) // 2)
