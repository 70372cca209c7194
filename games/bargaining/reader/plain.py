"""The plain reading: plain words of acceptance, and prices as people say them.

An unmistakable text is a move at once. One relative, fuzzy or hedged number, and a yes with a doubt, are asked about
first, with the price that would count. Two new prices, a yes beside another price and signed negatives are no move.
"""

import re
from itertools import pairwise
from typing import Final

from games.bargaining.reader import copied
from games.bargaining.reader.amounts import Amount, amounts, counts_things
from games.bargaining.reader.answers import Answer, accepting, first_asked, rejecting
from games.bargaining.reader.assent import assent
from games.bargaining.reader.hearsay import corrected
from games.bargaining.reader.priced import priced
from games.bargaining.reader.refusal import denial
from games.bargaining.reader.remarks import consents, taken_back, unstressed, untold
from games.bargaining.reader.steps import changed, halfway, without_middle
from games.bargaining.reader.sums import unsolved, worked_out
from games.bargaining.reader.written import in_figures
from games.bargaining.rules import Accept, Reject
from games.bargaining.view import View
from games.core.contract import Reading, Unclear
from games.language.agreement import find
from games.language.regrets import conceded
from games.language.spelling import in_full
from games.language.text import odd_numerals

_SIDE_BY_SIDE: Final = re.compile(r"[ ;|]*")
_MEANT: Final = re.compile(
    r"(?<=\w)[ ,.…!-]{1,5}(?:(?:no|oops|sorry),? )?(?:i mean|i meant|make that|correction)[ ,.:…-]{1,3}(?=\w)"
)
"""Words that put what follows in the place of what stands before: `no, i mean yes`."""


def understood(view: View, typed: str) -> Answer:
    """Return the plain reading of a canonical text in lower case, without quotations. The words beside a move are left
    to the caller.
    """
    lines = filter(None, map(str.strip, typed.split("\n")))
    text = " ".join(". ".join(lines).split())
    line = copied.price(text)
    answer = _understood(view, line or copied.bare(text))
    return first_asked(view, answer) if line or copied.headed(text) else answer


def _understood(view: View, told: str) -> Answer:
    spelt = in_full(told)
    text = worked_out(unstressed(spelt))
    rest, halves = without_middle(text)
    digits = in_figures(rest)
    if meant := corrected(digits):
        return first_asked(view, understood(view, meant))
    found = amounts(digits, view.terms.lowest, view.terms.highest)
    if found is None:
        return Unclear("several")
    if _behind_regret(view, digits) and (found or assent(text) == "none"):
        return accepting(view)
    if halves and not taken_back(text):
        return halfway(view, text, digits, found)
    if odd_numerals(text):
        return Unclear("no_price")
    if not found:
        return _words_alone(view, text)
    wrong = _no_price(digits, found)
    if wrong:
        return Unclear(wrong)
    changes = [one for one in found if one.role in ("up", "down", "change")]
    if changes:
        return changed(view, digits, found, changes)
    offered = untold(digits, found)
    return priced(view, digits, found) if offered == digits else first_asked(view, understood(view, offered))


def _behind_regret(view: View, text: str) -> bool:
    """Return whether a text accepts behind a regret or a change of mind."""
    rest = conceded(text) if view.offers else ""
    answer = understood(view, rest) if rest else None
    return isinstance(answer, Reading) and answer.move == Accept()


def _no_price(text: str, found: tuple[Amount, ...]) -> str:
    """Return the code of what is wrong with the numbers of a text, "" if they may name a price."""
    roles = {one.role for one in found}
    if "negative" in roles:
        return "out_of_bounds"
    adjacent = (_SIDE_BY_SIDE.fullmatch(text, a.end, b.start) for a, b in pairwise(found) if a.cents != b.cents)
    if any(one.together for one in found) or any(adjacent) or counts_things(text, found):
        return "several"
    if roles <= {"outside", "odd"}:
        return "out_of_bounds" if "outside" in roles else "no_price"
    if unsolved(text):
        return "no_price"
    return "unclear" if taken_back(text) else ""


def _words_alone(view: View, text: str) -> Answer:
    meant_instead = _MEANT.search(text)
    if meant_instead is not None:
        answer = understood(view, text[meant_instead.end() :])
        if isinstance(answer, Reading):
            return first_asked(view, answer)
    meant = assent(text) if view.offers else "none"
    if meant == "clear":
        return Reading(Accept())
    if meant == "hedged":
        return accepting(view)
    if view.last and meant == "none":
        no = denial(text)
        if no != "none":
            return Reading(Reject()) if no == "clear" else rejecting(view)
    found = find(text)
    return Unclear("unclear_yes" if found.side == "yes" or consents(text) else "nothing")
