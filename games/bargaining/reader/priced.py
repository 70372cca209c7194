"""A price, or several, in plain words: which of them is offered or accepted, and whether to ask first."""

import re
from typing import Final

from games.bargaining.reader.amounts import Amount, leaves, refuses
from games.bargaining.reader.answers import Answer, accepting, offering, own_price, rejecting, standing_price
from games.bargaining.reader.assent import assent
from games.bargaining.reader.recall import recalls
from games.bargaining.reader.refusal import denial
from games.bargaining.reader.remarks import (
    agrees,
    conditional,
    consents,
    demanded,
    doubtful,
    idle,
    insists,
    unasked,
    without_end,
)
from games.bargaining.reader.vocabulary import ABOUT_PRICES, words_of
from games.bargaining.rules import Accept, Reject
from games.bargaining.view import View
from games.core.contract import Reading, Unclear
from games.language.lexicon import NEGATION
from games.language.remarks import startled

_WONDERS: Final = re.compile(r"(?:would|is|could) [^?]*\?+$")
_CHOICE: Final = re.compile(r"(?<!\w)(?:or(?! (?:less|more|so|lower|better))|between)(?!\w)")
_YOU_WERE: Final = re.compile(r"(?<!\w)(?:you|u) (?:started|began|said|asked|wanted|were|opened|offered|went)(?!\w)")
_DEAL_AT: Final = re.compile(
    r"(?:so |then |and |ok )?(?:(?:is it |do we have )?a )?(?:deal|done|settled|agreed|sold) (?:at|for|on|with)"
    r" \$?[0-9.]+(?: dollars?| bucks?)? ?\?+"
)
"""A question for a deal at another price: `deal at 50?`"""
_FINE: Final = re.compile(
    r"(?<!\w)(?:guess|suppose|reckon|think) \$?[0-9.]+(?: dollars?| bucks?)? is (?:ok|okay|fine|fair|good)(?=[,.;!])"
)
"""A price that is thought fine, before a yes: `i guess 57 is ok, deal`"""
_MAKES: Final = re.compile(r"(?<!\w)(?:make|give|let|lets|let's|sell|call) (?:it|that|this|me|us)(?!\w)")
_THE_IT: Final = re.compile(r"(?<!\w)(?:the|your|ur|that) it(?!\w)")
_LAST_CLAUSE: Final = re.compile(r"[,.;:!] ?(?=[a-z])")
_PREPOSITION: Final = re.compile(r"(?:(?:^| )(?:for|at|of|on|to|with|your|the))?(?: |^)#(?: |$)")


def priced(view: View, text: str, found: tuple[Amount, ...]) -> Answer:
    """Return the reading of a text with at least one price, and no difference between prices."""
    prices = [one for one in found if one.role == "price"]
    values = {one.cents for one in prices}
    if len(values) == 1 and insists(text):
        prices = prices[-1:]
    if len(values) > 1:
        return _compared(view, text, prices)
    if values == {standing_price(view)} and not prices[0].near:
        return _at_what_stands(view, text, prices)
    return _one(view, text, found, prices, sure=True)


def _compared(view: View, text: str, prices: list[Amount]) -> Answer:
    """Return the offer among several prices: the one new price beside those that were named before."""
    new = _new_price(view, prices)
    if new is None or _CHOICE.search(text, max(0, prices[0].start - len("between ")), prices[-1].end):
        return Unclear("several")
    chosen = [one for one in prices if one.cents == new]
    plain = refuses(text) or all(one.aside or one.mentioned for one in prices if one.cents != new)
    return _one(view, text, tuple(prices), chosen, sure=plain)


def _new_price(view: View, prices: list[Amount]) -> int | None:
    """Return the one price among several that was not named before; the other side's earlier prices count where the
    newest is there, too. `44 instead of 57` repeats a price.
    """
    standing = standing_price(view)
    values = {one.cents for one in prices}
    new = values - {offer.price for offer in view.offers if offer.seat == view.who or standing in values}
    if not new and len(values) == 2 and all(one.aside for one in prices if one.cents == standing):
        new = values - {standing}
    return new.pop() if len(new) == 1 else None


def _at_what_stands(view: View, text: str, prices: list[Amount]) -> Answer:
    """Return an acceptance that names its price, such as `accept 57`; ask where only the price is said."""
    if _wonders_at(text, prices):
        return Unclear("nothing")
    rest = _without(text, prices, " ")
    spoken = (
        _PREPOSITION.sub(" ", _without(text, prices, " # ")),
        _THE_IT.sub("it", _without(text, prices, " it ")),
        rest,
    )
    meant = next((found for found in map(assent, spoken) if found != "none"), "none")
    if view.last and meant == "none":
        return _refused(view, spoken[1]) or _named_alone(view, text, rest, prices)
    if any(one.aside for one in prices):
        return accepting(view) if meant == "clear" else Unclear("nothing")
    if meant == "clear" and (_FINE.search(text) or not any(one.hedged for one in prices)):
        return Reading(Accept())
    return accepting(view) if meant != "none" else _named_alone(view, text, rest, prices)


def _refused(view: View, text: str) -> Answer | None:
    """Return the refusal of the last offer, whose price is `it` in a text; None if there is none."""
    no = denial(text)
    if no == "none":
        return None
    return Reading(Reject()) if no == "clear" else rejecting(view)


def _named_alone(view: View, text: str, rest: str, prices: list[Amount]) -> Answer:
    """Ask about the price that stands where a text only names it, or where another price would be offered."""
    if not (conditional(text) or any(one.hedged for one in prices)):
        rest = without_end(_without(text, prices, " # ")).replace("#", " ")
    if any(one.aside for one in prices) or leaves(rest):
        return Unclear("nothing")
    means_it = _only_names(text, rest) or _would_offer(view, text, rest, prices)
    return accepting(view) if means_it else Unclear("nothing")


def _would_offer(view: View, text: str, rest: str, prices: list[Amount]) -> bool:
    """Return whether a text asks for its price: `make it 50 and we have a deal`."""
    if NEGATION.search(rest) or text.endswith("?") or not (conditional(text) or _MAKES.search(rest)):
        return False
    answer = _one(view, text, tuple(prices), prices, sure=False)
    return isinstance(answer, Reading) or answer.code == "no_more_offers"


def _wonders_at(text: str, prices: list[Amount]) -> bool:
    """Return whether a text asks about a price that was named, or leaves a choice."""
    recalled = any(recalls(text, one.start, one.end) for one in prices)
    return recalled or _CHOICE.search(text) is not None or startled(text)


def _only_names(text: str, rest: str) -> bool:
    """Return whether a text names a price and says nothing else about it. `rest` is the text without the price."""
    if text.endswith("?") and rest.strip(" ?.,!"):
        return False
    if conditional(text) or NEGATION.search(rest) or consents(rest):
        return False
    return ABOUT_PRICES.issuperset(words_of(rest.replace("whatever", "")))


def _one(view: View, text: str, found: tuple[Amount, ...], chosen: list[Amount], sure: bool) -> Answer:
    """Return the reading of the one new price in a text. `sure`: the other prices in it leave no doubt."""
    price = chosen[-1]
    text = demanded(text)
    wonders = _WONDERS.match(text) is not None and not NEGATION.search(text)
    aside = any(one.aside for one in chosen)
    if (aside and not wonders) or idle(text, chosen):
        return Unclear("no_price")
    if _repeats(view, text, price):
        return Unclear("nothing")
    asked = unasked(text)
    if _DEAL_AT.fullmatch(text):
        return offering(view, price.cents)
    if agrees(asked, price):
        return _yes_beside(view, text)
    vague = any(one.role in ("odd", "outside") for one in found) or any(one.vague for one in chosen)
    clear = sure and not (aside or vague or doubtful(asked, price, bool(view.offers)))
    return offering(view, price.cents + price.near * _step(view), clear)


def _yes_beside(view: View, text: str) -> Answer:
    """Return the reading of a yes beside another price: at the last offer, which is the only choice, it may count."""
    last = view.last and assent(_LAST_CLAUSE.split(text)[-1]) != "none"
    return accepting(view) if last else Unclear("both")


def _repeats(view: View, text: str, price: Amount) -> bool:
    """Return whether a price is only the speaker's own that is spoken of, or one that is asked about as said before."""
    recalled = recalls(text, price.start, price.end)
    theirs = {offer.price for offer in view.offers if offer.seat != view.who}
    if price.cents in theirs and _YOU_WERE.search(price.clause):
        return True
    mentioned = price.mentioned and not insists(text)
    return recalled == "asked" or (price.cents == own_price(view) and (mentioned or recalled != ""))


def _step(view: View) -> int:
    """Return the step of `a bit less`: a hundredth of the range, which is $1.00 from $0.00 to $100.00."""
    return max(1, (view.terms.highest - view.terms.lowest) // 100)


def _without(text: str, prices: list[Amount] | tuple[Amount, ...], stand_in: str) -> str:
    """Return a text with other words in place of its prices."""
    parts, done = list[str](), 0
    for one in prices:
        parts += (text[done : one.start], stand_in)
        done = one.end
    return " ".join("".join((*parts, text[done:])).split())
