"""Buttons and forms: an offer is built by tapping, an answer is one tap."""

from games.core.post import Ask, Choice, Counts, Form, Voice
from games.trading.domain import Goods, pairs
from games.trading.view import View

HIDDEN_CAP = 99
"""Units of a resource that a form offers to ask for, if the other side's goods are unknown."""
SHOWN_CAP = 999
"""Units that a form offers to give or ask for otherwise; more can be typed."""
TAPPED_CAP = 30
"""Units that a form in a chat offers: all of a usual hand, and a draft that fits a button; more can be typed."""
PASS = "I pass this time."
RULES = Choice("Full rules", "/rules")


def asks(view: View, voice: Voice) -> tuple[Ask, ...]:
    """Return the buttons and forms of the seat. The form shows its goods, so it is for private places only."""
    if not view.my_turn or view.holdings is None or view.values is None:
        return ()
    chat = view.terms.style == "chat"
    make = _short_form if chat else _form
    form = () if view.last else make(view, view.holdings, view.values)
    rules = (RULES,) if chat and view.number <= 2 and not voice.again else ()
    if view.offer is None:
        return (*form, Choice("Pass", PASS), *rules)
    return (Choice("Accept", "[Accept]", mood="go"), Choice("Deny", "[Deny]"), *form, *rules)


def _short_form(view: View, owned: Goods, values: Goods) -> tuple[Form, ...]:
    """Return the form of chats: a row for each resource, filled in with the standing offer."""
    offer = view.offer
    theirs = view.shown[1 - view.me] if view.shown is not None else Goods(*[HIDDEN_CAP] * 5)
    give = _steppers("give", "You give", owned, offer.get if offer is not None else Goods(0, 0, 0, 0, 0))
    get = _steppers("get", "You get", theirs, offer.give if offer is not None else Goods(0, 0, 0, 0, 0))
    if not give.options or not get.options:
        return ()
    if offer is None:
        return (Form("Make an offer…", (give, get), "[Offer: {give} -> {get}]", scope="seat", mood="go"),)
    return (Form("Counteroffer…", (give, get), "[Deny] [Offer: {give} -> {get}]", scope="seat"),)


def _steppers(key: str, label: str, goods: Goods, chosen: Goods) -> Counts:
    """Return a field for the resources that there are, with this many of each `chosen`."""
    there = [(name, most, shown) for (name, most), (_, shown) in zip(pairs(goods), pairs(chosen), strict=True) if most]
    caps = tuple(min(most, max(TAPPED_CAP, shown)) for _, most, shown in there)
    counts = tuple(min(most, shown) for _, most, shown in there)
    return Counts(key, label, tuple((name, name) for name, _, _ in there), caps, counts if any(counts) else ())


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
