"""Buttons and forms: an offer is built by tapping, an answer is one tap."""

from games.core.post import Ask, Choice, Counts, Form, Voice
from games.trading.domain import Goods, pairs
from games.trading.view import View

HIDDEN_CAP = 99
"""Units of a resource that a form offers to ask for, if the other side's goods are unknown."""
SHOWN_CAP = 999
"""Units that a form offers to give or ask for otherwise; more can be typed."""
PASS = "I pass this time."


def asks(view: View, voice: Voice) -> tuple[Ask, ...]:
    """Return the buttons and forms of the seat. The form shows its goods, so it is for private places only."""
    if not view.my_turn or view.holdings is None or view.values is None:
        return ()
    form = () if view.last else _form(view, view.holdings, view.values)
    if view.offer is None:
        return (*form, Choice("Pass", PASS))
    return (Choice("Accept", "[Accept]", mood="go"), Choice("Deny", "[Deny]"), *form)


def _form(view: View, owned: Goods, values: Goods) -> tuple[Form, ...]:
    rates = dict(pairs(values))
    mine = [(name, number) for name, number in pairs(owned) if number]
    if view.shown is None:
        theirs = [(name, HIDDEN_CAP) for name in rates]
    else:
        theirs = [(name, number) for name, number in pairs(view.shown[1 - view.me]) if number]
    if not mine or not theirs:
        return ()
    give = Counts(
        "give",
        "You give",
        tuple((name, f"{name}: you own {number}, worth {rates[name]} each") for name, number in mine),
        tuple(min(number, SHOWN_CAP) for _, number in mine),
    )
    get = Counts(
        "get",
        "You get",
        tuple((name, f"{name}: worth {rates[name]} each to you") for name, _ in theirs),
        tuple(min(number, SHOWN_CAP) for _, number in theirs),
    )
    if view.offer is None:
        return (Form("Make an offer…", (give, get), "[Offer: {give} -> {get}]", scope="seat", mood="go"),)
    return (Form("Counteroffer…", (give, get), "[Deny] [Offer: {give} -> {get}]", scope="seat"),)
