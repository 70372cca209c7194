"""Words of the traders: about public facts, true to the move, without a number. Silent in the look of the seed."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from msgspec.structs import astuple

from games.trading.asks import PASS
from games.trading.domain import RESOURCES, Offer
from games.trading.view import View

_TIMES: Final = ("", "", "twice", "three times", "four times")
_OFTEN: Final = "many times"


def words(view: View, taken: bool, then: Offer | None, chance: Random) -> str:
    """Return a trader's words with its answer and its proposal; a message without either needs words."""
    if view.terms.style == "seed":
        return "" if view.offer is not None or then is not None else PASS
    if (fact := _fact(view, taken, then)) and chance.randrange(4):
        return fact
    if view.offer is None and then is None and view.number + 1 >= view.terms.max_turns:
        return chance.choice(_CLOSING)
    answer = "" if view.offer is None or _turned(view.offer, then) else "take" if taken else "deny"
    return chance.choice(_WORDS[answer, then is not None])


def _turned(offer: Offer, then: Offer | None) -> bool:
    """Return whether a proposal is the standing offer, made by this side."""
    return then is not None and (then.give, then.get) == (offer.get, offer.give)


def _fact(view: View, taken: bool, then: Offer | None) -> str:
    """Return a remark about what both have seen; "" if nothing is worth one."""
    if then is None:
        return "" if taken else _about_repeats(view)
    return "" if taken else _about_wishes(view, then) or _about_refusals(view, then)


def _about_wishes(view: View, then: Offer) -> str:
    wanted = astuple(view.offer.get) if view.offer is not None else ()
    for name, times, now, given in zip(RESOURCES, _asked(view), wanted, astuple(then.give), strict=False):
        if given and now and times >= 2:
            return f"You've asked for {name} {_times(times)}; this is how I'd part with some."
    return ""


def _about_refusals(view: View, then: Offer) -> str:
    counted = list(zip(RESOURCES, _turned_down(view), astuple(then.give), strict=True))
    stale = [(name, times) for name, times, given in counted if times >= 2 and not given]
    fresh = [name for name, times, given in counted if given and not times]
    if not stale or not fresh:
        return ""
    name, times = stale[0]
    return f"You've turned down {name} {_times(times)}; what about {fresh[0]}?"


def _about_repeats(view: View) -> str:
    if view.offer is None:
        return ""
    same = sum(message.offer == view.offer for message in view.history if message.seat != view.who)
    if same >= 2:
        return f"You've offered that {_times(same)}; I'll leave it this time."
    return ""


def _asked(view: View) -> list[int]:
    """Return the number of times that the other side asked for each resource."""
    counts = [0] * 5
    for message in view.history:
        if message.seat != view.who and message.offer is not None:
            for at, number in enumerate(astuple(message.offer.get)):
                counts[at] += number > 0
    return counts


def _turned_down(view: View) -> list[int]:
    """Return the number of offers of each resource that the other side turned down, in words that counted."""
    counts, standing = [0] * 5, None
    for message in view.history:
        if message.seat == view.who:
            standing = message.offer
        elif standing is not None and message.answer == "denied" and not message.passed:
            for at, number in enumerate(astuple(standing.give)):
                counts[at] += number > 0
    return counts


def _times(count: int) -> str:
    return _TIMES[count] if count < len(_TIMES) else _OFTEN


_WORDS: Final[Mapping[tuple[str, bool], tuple[str, ...]]] = MappingProxyType(
    {
        ("", True): ("Here is an offer.", "How does this look to you?", "Let me suggest a swap."),
        ("", False): ("Nothing from me right now. What would you like?", "I pass. Make me an offer.", PASS),
        ("take", True): ("Gladly. And one more:", "That works. Next:", "Done. How about this as well?"),
        ("take", False): ("Gladly.", "That works for me.", "Done."),
        ("deny", True): ("Not quite for me. How about this?", "I would rather do this.", "Not that. What about this?"),
        ("deny", False): ("Not for me, thank you.", "I'll leave that one.", "That does not suit me."),
    }
)
_CLOSING: Final = ("Nothing more from me.", PASS)
"""Words without an offer where no offer could be answered any more."""
