"""Meaning of a text in price bargaining: canonical text, number scan, acceptance scan, and one reading from both.

Every row of the parse table in tests/games/bargaining/reader/test_prices.py holds. An explicit answer that fails is
final: no second, looser scan looks for another meaning.
"""

import re

from msgspec.structs import replace

from games.bargaining.reader.consent import Consent, bare, consent, turned_down
from games.bargaining.reader.plain import understood
from games.bargaining.reader.prices import Scan, scan
from games.bargaining.reader.written import in_dollars
from games.bargaining.rules import BUYER, Accept, BargainingMove, Offer, Reject
from games.bargaining.view import View
from games.core.contract import Reading, Said, Unclear
from games.language.agreement import find
from games.language.numbers import careful, halfway, spelled_out
from games.language.text import LONGEST, clean, unmark, unquoted

MOST_WORDS = 300
"""Characters of a remark beside a price that are passed on."""
LONGEST_MOVE = 1_000
"""Characters of a text that may be a move in the plain reading, which scans it a dozen times; a longer one is talk."""

# One price in plain words: nothing that `canon` removes, nothing attached to the number, no second digit. The text
# before it is not an address, a sign or a number word. The text after it makes it neither cents nor percent, and names
# no other money.
_CLEAR = r"[ !\"#$&'()+,.:;=?@A-Za-z\[\]{}^%…’“”–—-]*"
_NOT_AFTER = "".join(
    f"(?<!(?i:{word}) )" for word in (" ", r"\$", "usd", "minus", "negative", "ty", "hundred", "thousand")
)
_ONE_PRICE = re.compile(
    rf"({_CLEAR} {_NOT_AFTER})?\$?([0-9]{{1,3}})(?:\.([0-9]{{2}}))?(?: (?i:dollars?|bucks?)(?![A-Za-z]))?"
    rf"((?=[?!.,;:) ])(?! *(?:[%$BCDGHKMPQTUbcdghkmpqtu]|(?i:eur))){_CLEAR})?"
)
_DIGITS = re.compile(r"[$€£]?[0-9][0-9.,]*(?: ?(?:usd|dollars?|bucks?))?")
_LONE_PRICE = re.compile(r" *\$? ?[0-9]+(?:\.[0-9]*)? *")
_TILDE = re.compile(r"(?<![~\w])~ ?(?=\$?[0-9])")
_STRUCK = re.compile(r"~~[^~]")
_SMILEY = re.compile(r"(?<!\S)(?:<3+|:3|[:;=x][-']?[dpo)(\]\[]+|\^_?\^)(?![^\s.!?,])", re.IGNORECASE)
"""Faces and hearts; the digit in some of them is no price."""
_OPENINGS = """
    how about,what about,i'd say,i offer,i'd give you,i'd offer,offer,let's say,i can do,make it,my offer is,no,i'd pay
    i'll pay,i'd go to,can you do
"""
FRAMES = frozenset(("", *(f"{words.strip()} " for words in re.split(r"[,\n]", _OPENINGS.strip()))))
ENDS = frozenset(("", "?", ".", "!", " please", ", please"))
"""Words before and behind a price in the plain reading that leave no doubt."""
_YES = frozenset({"accept", "i accept", "yes", "deal", "accept!", "yes!", "deal!", "yes please", "a"})


def read(view: View, said: Said) -> Reading[BargainingMove] | Unclear:
    """Return a move, with the words beside it where talk is on; or the reason why there is none. Never raises.

    Codes: `both` (a yes and a number), `unclear_yes`, `several` prices, `out_of_bounds`, `no_price` (a number that is
    not a price), `spelled_out`, `struck_out`, `too_long_to_read`, `nothing`.
    """
    if len(said.text) > LONGEST:
        return Unclear("too_long_to_read", most=LONGEST)
    # Common texts take a short way with the same result as the whole scan; tests compare the two.
    typed, terms = said.text, view.terms
    price = _ONE_PRICE.fullmatch(typed)
    if terms.plain:
        return _plainly(view, typed, price) if said.via == "typed" else _pressed(view, typed)
    if price is None:
        return Reading(Accept()) if typed.lower() in _YES else scanned(view, typed)
    before, whole, part, behind = price.groups()
    cents = int(whole + part) if part else 100 * int(whole)
    if terms.lowest <= cents <= terms.highest:
        if before is behind is None:
            return Reading(Offer(cents))
        if not (_matters(typed.lower(), view) or "  " in typed or careful(before or "", behind or "")):
            return Reading(Offer(cents))
    return scanned(view, typed)


def _plainly(view: View, typed: str, price: re.Match[str] | None) -> Reading[BargainingMove] | Unclear:
    """Return the plain reading of a typed text. A lone price in usual words is read at once, unless it is the one that
    stands or one at a loss; so is the study's own acceptance.
    """
    if not view.offers or view.last or view.who != view.mover or view.who in view.terms.talkers:
        return heard(view, typed)
    if price is None:
        return Reading(Accept()) if typed.lower() in _YES else heard(view, typed)
    before, whole, part, behind = price.groups("")
    if before.lower() in FRAMES and behind in ENDS:
        cents, low, high = int(whole) * 100 + int(part or 0), view.terms.lowest, view.terms.highest
        if view.who == BUYER:
            high = min(high, view.buyer_value or 0)
        else:
            low = max(low, view.reservation or 0)
        if low <= cents <= high and cents != view.offers[-1].price:
            return Reading(Offer(cents))
    return heard(view, typed)


def heard(view: View, typed: str) -> Reading[BargainingMove] | Unclear:
    """Return the plain reading of a text by the whole scan, with the words beside a move where talk is on."""
    own = _own_text(_TILDE.sub("about ", typed))
    if isinstance(own, Unclear):
        return own
    talks = view.who in view.terms.table_talk
    if len(own) > LONGEST_MOVE:
        return _talk(own) if talks else Unclear("too_long_to_read", most=LONGEST_MOVE)
    answer = understood(view, _SMILEY.sub(" ", own).lower())
    if isinstance(answer, Reading) and view.who != view.mover:
        # No move is made out of turn, so there is nothing to ask about.
        return Reading(answer.move)
    if isinstance(answer, Reading):
        words = _words(view, own, _DIGITS.sub(" ", own.lower()))
        return replace(answer, say=words) if words else answer
    return _talk(own) if answer.code == "nothing" and talks and own.strip() else answer


def _talk(own: str) -> Reading[BargainingMove]:
    return Reading(say=" ".join(own.split())[:MOST_WORDS])


def _pressed(view: View, text: str) -> Reading[BargainingMove] | Unclear:
    """Return the reading of a button or form, about which nothing is asked again. A price in a form is an offer also
    where that price stands.
    """
    if view.offers and text.lower() in _YES:
        return Reading(Accept())
    if _LONE_PRICE.fullmatch(text):
        return scanned(view, text)
    plain = heard(view, text)
    return plain if isinstance(plain, Unclear) or not plain.confirm else Unclear("nothing")


def _matters(text: str, view: View) -> bool:
    """Return whether the words round a price may accept, or are passed on."""
    if "deal" in text or "yes" in text or "accept" in text or view.who in view.terms.talkers:
        return True
    return view.terms.wide and ("ok" in text or "sure" in text or "agreed" in text)


def scanned(view: View, typed: str) -> Reading[BargainingMove] | Unclear:
    """Return the reading of a text by the whole scan."""
    own = _own_text(typed)
    if isinstance(own, Unclear):
        return own
    text = _SMILEY.sub(" ", own).lower()
    terms = view.terms
    answer = consent(text, terms.wide)
    numbers = scan(in_dollars(" ".join(text.split())), terms.lowest, terms.highest)
    if answer != "none" and numbers.any:
        return Unclear("both")
    if answer == "clear":
        return Reading(Accept(), _words(view, own, text))
    if view.last and turned_down(text):
        return Reading(Reject())
    if len(numbers.prices) == 1 and not numbers.several:
        return Reading(Offer(*numbers.prices), _words(view, own, numbers.rest))
    return Unclear(_fault(text, answer, numbers))


def _own_text(typed: str) -> str | Unclear:
    """Return the canonical text of what a person wrote themselves, without marks."""
    plain = clean(typed)
    if plain is None:
        return Unclear("too_long_to_read", most=LONGEST)
    return Unclear("struck_out") if _STRUCK.search(unquoted(plain)) else unquoted(unmark(plain))


def _fault(text: str, answer: Consent, numbers: Scan) -> str:
    if numbers.several or numbers.prices:
        return "several"
    if numbers.outside:
        return "out_of_bounds"
    if numbers.any or halfway(text):
        return "no_price"
    if answer != "none" or find(text).clear_yes:
        return "unclear_yes"
    return "spelled_out" if spelled_out(text) else "nothing"


def _words(view: View, own: str, rest: str) -> str:
    """Return the remark beside a move; "" if talk is off, or if the text only contains the move."""
    if view.who not in view.terms.talkers or bare(rest):
        return ""
    return " ".join(own.split())[:MOST_WORDS]
