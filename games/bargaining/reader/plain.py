"""The plain reading: plain words of acceptance, and prices as people say them.

An unmistakable text is a move at once. One relative, fuzzy or hedged number, and a yes with a doubt, are asked about
first, with the price that would count. Two new prices, a yes beside another price and signed negatives are no move.
"""

import re
from itertools import pairwise
from typing import Final

from games.bargaining.reader.amounts import Amount, amounts, counts_things, prepared, refuses
from games.bargaining.reader.assent import assent
from games.bargaining.reader.hearsay import corrected, hearsay
from games.bargaining.reader.recall import recalls
from games.bargaining.reader.refusal import denial
from games.bargaining.reader.vocabulary import ABOUT_PRICES, words_of
from games.bargaining.rules import BUYER, Accept, BargainingMove, Offer, Reject
from games.bargaining.view import View
from games.core.contract import Reading, Unclear
from games.core.settings import dollars
from games.language.agreement import find
from games.language.lexicon import NEGATION, any_of
from games.language.numerals import in_digits
from games.language.regrets import conceded
from games.language.remarks import startled
from games.language.spelling import in_full
from games.language.text import odd_numerals

Answer = Reading[BargainingMove] | Unclear

_MIDDLES = any_of("""
    split (?:the|our) difference  (?:split|halve) it(?: (?:evenly|equally|in half|down the middle))?
    (?:let's|lets|let us|we|we could) split  meet (?:me |you |us |each other )?(?:half ?-?way|(?:in|at) the middle)
    (?:go|settle|agree|come)(?: (?:for|on|to|at|in))? (?:half ?-?way|the middle|the (?:mid|halfway )point)
    (?:the )?(?:midpoint|halfway point|exact middle)  half ?-?way  half and half  half-half  down the middle  the middle
    in the middle  (?:50 ?[-/:] ?50|fifty[- ]fifty|50 50)(?: split)?
""")
_HALVES: Final = re.compile(rf"(?<!\w){_MIDDLES}(?!\w)")
_STRONG: Final = re.compile(
    r"(?<!\w)(?:accept(?:ed|ing)?|yes|deal|agreed?|sold|(?:take|buy) (?:it|that)(?! for| at))(?!\w)"
)
_NOT_AGREED: Final = re.compile(
    r"(?:(?<!\w)(?:not|never|cannot|cant|dont|wont)|n't) (?:\w+ )?(?:accept|agree|take|buy)(?:ed)?(?!\w)"
    r"|(?<!\w)(?:no|not a|not yet a) deal(?!\w)"
    r"|(?<!\w)(?:would|will|do|can|could|might) (?:you|u|ya|we) (?:\w+ )?(?:accept|take|agree|do)"
    r"(?: (?:it|to|on|with))?(?!\w)"
)
"""Words of agreement that agree to nothing: a refusal, or a question to the other side."""
_TAGS = any_of("""
    deal  ok  okay  yes  yeah  agreed  accept  fair  good  right  alright  acceptable  sounds? good  works
    do we agree  (?:work|good|ok|okay) (?:for|with) you  what do you (?:say|think)  how does that sound  how's that
    how about it  (?:would|does) that work  (?:can|would) you accept that  is that (?:ok|fair)
""")
_WE_HAVE = "(?:(?:do we|have we|we) (?:have |got )?)?"
_ASKED: Final = re.compile(rf"(?:(?<=[0-9])|[,;.!] ?| )(?:and )?(?:is (?:it|that) )?{_WE_HAVE}(?:a )?{_TAGS} ?\?+$")
"""A question for the other side's agreement at the end of an offer: `48, deal?`"""
_BRINGS = any_of("""
    (?:we|you|u|ya)(?:'ve|'d|'ll)?(?: will| can| have)*(?: got)? (?:a|yourself a) deal  it'?s a deal  it is a deal
    that'?s a deal  i'?m in  i'?ll (?:accept|take it|buy it|buy|agree)  i (?:accept|agree)
    it'?s (?:yours|sold|done)  we'?re done  (?<=and )(?:done|deal|sold)  we can (?:call it a deal|shake(?: hands)?)
    we agree
""")
_CLINCHED: Final = re.compile(rf"(?:,| and|,? then| and then) {_BRINGS}(?! at| for)(?!\w)")
"""An agreement that the price just named would bring: `45 and we have a deal`"""
_NODS = any_of("""
    ok  okay  fine  sure  alright  all right  good(?! (?:morning|day|evening|game))  great  cool  yeah  yep  yup  done
    perfect  right  k  very well  fair enough
""")
_OPENING_YES: Final = re.compile(rf"(?:{_NODS}(?: then| so| well)?[,.!]*(?: |$))+")
_WONDERS: Final = re.compile(r"(?:would|is|could) [^?]*\?+$")
_YES_BUT: Final = re.compile(r"(?:but|at|for|with) $")
_IT_IS: Final = re.compile(r" it is(?: then)?(?=$|[.!,])")
_WOULD: Final = re.compile(
    r"(?<!\w)(?:if(?!\w)|(?:when|once|i would|we would|i could|we could|i might|i may|i'd|we'd)"
    r" (?:\w+ ){0,4}?(?:to )?(?:accept|take|buy|agree)(?!\w)|would be (?:a |my )?(?:deal|yes)(?!\w)"
    r"|(?:when|once) (?:you|u|ya) (?:say|go|get|come|do|offer|make|reach|hit|drop)(?!\w))"
)
"""A yes that another price would bring: `I'd accept 48`, `at 50 I would buy it`"""
_FACTS = any_of("""
    worth  costs?  cost you  paid  values?  valued  retail  bought  years? old  profit  earn(?:s|ed|ing)?  gain(?:s|ed)?
    leaves (?:me|you|us)
""")
_FACT: Final = re.compile(rf"(?<!\w){_FACTS}(?!\w)")
"""Words beside a number that tell something about the item."""
_TAKES: Final = re.compile(r"(?:take|buy|have) it (?:for|at) (?:about )?$")
_CONDITIONS = any_of("""
    if  unless  as long as  provided  assuming  on condition  in exchange  throw in  including  once  only when
""")
_CONDITION: Final = re.compile(
    rf"(?<!\w)(?:{_CONDITIONS}|(?:and|plus|with) (?:a|an|the|some|free|your|[0-9]+) (?!deal|dollar|buck|usd)\w+)(?!\w)"
)
_TAKEN_BACK: Final = re.compile(
    r"(?<!\w)(?:jk|just kidding|kidding|joking|never mind|nvm|scratch that|oops|whoops|psych)(?!\w)"
)
_CHOICE: Final = re.compile(r"(?<!\w)(?:or(?! (?:less|more|so|lower|better))|between)(?!\w)")
_STRESSES = any_of("""
    not (?:a|one|half a|a single) (?:cent|penny|dollar|dime|buck|bit) (?:more|less|higher|lower)
    (?:no|nothing|not) (?:more|less)(?! than)  take it or leave it  period  full stop  final answer
""")
_EMPHASIS: Final = re.compile(rf",?(?: and| but| or)?(?<!\w) ?{_STRESSES}(?!\w)")
"""Words that stress a price and change nothing."""
_KINDLY = any_of("""
    if (?:you (?:don't mind|please|like|want|agree|can|could|will|would|wish)|possible|i may)
    if (?:that's|that is|it's) (?:ok|okay|alright|fine)(?: (?:with|by|for) you)?
""")
_ASKED_KINDLY: Final = re.compile(rf"(?<!\w){_KINDLY}(?!\w)")
"""Conditions that only ask kindly for a price."""
_OR_ELSE: Final = re.compile(r"(?<=[0-9]) or (?:no deal|nothing|i walk(?: away)?|i leave|i'm out|forget it)(?!\w)")
_PREPOSITION: Final = re.compile(r"(?:(?:^| )(?:for|at|of|on|to|with))?(?: |^)#(?: |$)")
_SIDE_BY_SIDE: Final = re.compile(r"[ ;|]*")
_SIGNS: Final = {"up": 1, "down": -1}
_NOT: Final = re.compile(r"(?<!\w)(?:no|not|never|cannot|cant|dont|wont)(?!\w)|n't(?!\w)")
_YOU_WERE: Final = re.compile(r"(?<!\w)(?:you|u) (?:started|began|said|asked|wanted|were|opened|offered|went)(?!\w)")
_STAYS: Final = re.compile(
    r"(?<!\w)(?:still|again|(?:i|i'm|i'll|we) (?:stay|stick|remain|insist|keep|stand)(?:ing)?)(?!\w)"
)
_LAUGHS: Final = re.compile(r"(?<!\w)(?:lol|haha+|hehe+|lmao|jk)(?!\w)|(?:what|how) about my(?!\w)|[😂🤣]")
_LAST_CLAUSE: Final = re.compile(r"[,.;:!] ?(?=[a-z])")
_THAN: Final = re.compile(r"(?:than|below|above|under|over|off|on|to|from|plus) $")
_MINE, _YOURS = re.compile(r"(?<!\w)(?:my|mine)(?!\w)"), re.compile(r"(?<!\w)(?:your|yours)(?!\w)")


def understood(view: View, typed: str) -> Answer:
    """Return the plain reading of a canonical text in lower case, without quotations. The words beside a move are left
    to the caller.
    """
    lines = filter(None, map(str.strip, typed.split("\n")))
    spelt = in_full(" ".join(". ".join(lines).split()))
    text = " ".join(_OR_ELSE.sub("", _EMPHASIS.sub(" ", spelt)).split())
    halves = _HALVES.search(text) is not None
    digits = prepared(in_digits(_HALVES.sub(" ", text) if halves else text))
    if meant := corrected(digits):
        return _first_asked(view, understood(view, meant))
    found = amounts(digits, view.terms.lowest, view.terms.highest)
    if found is None:
        return Unclear("several")
    if (found or assent(text) == "none") and (yes := _behind_regret(view, digits)) is not None:
        return yes
    if halves and not _TAKEN_BACK.search(text):
        return _halfway(view, text, digits, found)
    if odd_numerals(text):
        return Unclear("no_price")
    if not found:
        return _words_alone(view, text)
    wrong = _no_price(digits, found)
    if wrong:
        return Unclear(wrong)
    changes = [one for one in found if one.role in ("up", "down", "change")]
    return _changed(view, digits, found, changes) if changes else _priced(view, digits, found)


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
    return "unclear" if _TAKEN_BACK.search(text) else ""


# --- words alone ------------------------------------------------------------------------------------------------------


def _words_alone(view: View, text: str) -> Answer:
    meant = assent(text) if view.offers else "none"
    if meant == "clear":
        return Reading(Accept())
    if meant == "hedged":
        return _accepting(view)
    if view.last and meant == "none":
        no = denial(text)
        if no != "none":
            return Reading(Reject()) if no == "clear" else _rejecting(view)
    found = find(text)
    return Unclear("unclear_yes" if found.side == "yes" or _STRONG.search(text) else "nothing")


def _accepting(view: View) -> Answer:
    """Ask whether the offer that stands is accepted."""
    offer = view.standing
    assert offer is not None
    return Reading(Accept(), confirm="accept", question=f"Do you accept {dollars(offer.price)}?")


def _rejecting(view: View) -> Answer:
    """Ask whether the last offer is rejected."""
    offer = view.standing
    assert offer is not None
    question = f"Reject {dollars(offer.price)}? It's the final offer: the game ends with no deal."
    return Reading(Reject(), confirm="reject", question=question)


def _behind_regret(view: View, text: str) -> Answer | None:
    """Return the acceptance behind a regret or a change of mind, asked about; None if there is none."""
    rest = conceded(text) if view.offers else ""
    answer = understood(view, rest) if rest else None
    return _accepting(view) if isinstance(answer, Reading) and answer.move == Accept() else None


def _first_asked(view: View, answer: Answer) -> Answer:
    """Return a reading, asked about before it counts."""
    match answer:
        case Reading(move=Accept(), confirm=""):
            return _accepting(view)
        case Reading(move=Offer(price), confirm=""):
            return _offering(view, price)
    return answer


def _offering(view: View, price: int, clear: bool = False) -> Answer:
    """Return an offer, or ask first whether it is one; a repetition of the offer that stands may accept it."""
    if view.last:
        return Unclear("no_more_offers")
    if not view.terms.lowest <= price <= view.terms.highest:
        return Unclear("out_of_bounds")
    if view.standing is not None and view.standing.price == price:
        return _accepting(view)
    if clear:
        return Reading(Offer(price))
    return Reading(Offer(price), confirm=dollars(price), question=f"{dollars(price)}, is that your offer?")


# --- prices -----------------------------------------------------------------------------------------------------------


def _priced(view: View, text: str, found: tuple[Amount, ...]) -> Answer:
    prices = [one for one in found if one.role == "price"]
    values = {one.cents for one in prices}
    if len(values) == 1 and _STAYS.search(text):
        prices = prices[-1:]
    facts = {one.clause for one in prices if _is_told(one)}
    if facts and any(one.clause not in facts for one in prices):
        for clause in facts:
            text = text.replace(clause, " ", 1)
        return _first_asked(view, understood(view, text))
    if len(values) > 1:
        return _compared(view, text, prices)
    if values == {_standing(view)} and not prices[0].near:
        return _at_what_stands(view, text, prices)
    return _one(view, text, found, prices, sure=True)


def _compared(view: View, text: str, prices: list[Amount]) -> Answer:
    """Return the offer among several prices: the one new price beside those that were named before."""
    new = _new_price(view, prices)
    if new is None or _CHOICE.search(text[prices[0].start : prices[-1].end]):
        return Unclear("several")
    chosen = [one for one in prices if one.cents == new]
    plain = refuses(text) or all(one.aside or one.mentioned for one in prices if one.cents != new)
    return _one(view, text, tuple(prices), chosen, sure=plain)


def _new_price(view: View, prices: list[Amount]) -> int | None:
    """Return the one price among several that was not named before; the other side's earlier prices count where the
    newest is there, too. `44 instead of 57` repeats a price.
    """
    standing = _standing(view)
    values = {one.cents for one in prices}
    new = values - {offer.price for offer in view.offers if offer.seat == view.who or standing in values}
    if not new and len(values) == 2 and all(one.aside for one in prices if one.cents == standing):
        new = values - {standing}
    return new.pop() if len(new) == 1 else None


def _at_what_stands(view: View, text: str, prices: list[Amount]) -> Answer:
    """Return an acceptance that names its price, such as `accept 57`; ask where only the price is said."""
    if any(recalls(text, one.start, one.end) for one in prices) or _CHOICE.search(text) or startled(text):
        return Unclear("nothing")
    rest = _without(text, prices, " ")
    spoken = (_PREPOSITION.sub(" ", _without(text, prices, " # ")), _without(text, prices, " it "), rest)
    meant = next((found for found in map(assent, spoken) if found != "none"), "none")
    if any(one.aside for one in prices):
        return _accepting(view) if meant == "clear" else Unclear("nothing")
    if meant == "clear" and not any(one.hedged for one in prices):
        return Reading(Accept())
    return _accepting(view) if meant != "none" or _only_names(text, rest) else Unclear("nothing")


def _is_told(price: Amount) -> bool:
    """Return whether a price is only told, as a fact or as another person's."""
    return _FACT.search(price.clause) is not None or hearsay(price.clause)


def _only_names(text: str, rest: str) -> bool:
    """Return whether a text names a price and says nothing else about it. `rest` is the text without the price."""
    if text.endswith("?") and rest.strip(" ?.,!"):
        return False
    if _CONDITION.search(text) or NEGATION.search(rest) or _STRONG.search(rest):
        return False
    return ABOUT_PRICES.issuperset(words_of(rest))


def _one(view: View, text: str, found: tuple[Amount, ...], chosen: list[Amount], sure: bool) -> Answer:
    """Return the reading of the one new price in a text. `sure`: the other prices in it leave no doubt."""
    price = chosen[-1]
    text = _ASKED_KINDLY.sub(lambda kindly: " " * len(kindly[0]), text).rstrip()
    wonders = _WONDERS.match(text) is not None and not NEGATION.search(text)
    aside = any(one.aside for one in chosen)
    if (aside and not wonders) or any(map(_is_told, chosen)):
        return Unclear("no_price")
    if _repeats(view, text, price):
        return Unclear("nothing")
    asked = _ASKED.sub("", text)
    if _agrees(asked, price):
        last = view.last and assent(_LAST_CLAUSE.split(text)[-1]) != "none"
        return _accepting(view) if last else Unclear("both")
    others = any(one.role in ("odd", "outside") for one in found)
    clear = sure and not (aside or others or _doubtful(view, asked, price) or any(one.vague for one in chosen))
    return _offering(view, price.cents + price.near * _step(view), clear)


def _repeats(view: View, text: str, price: Amount) -> bool:
    """Return whether a price is only the speaker's own that is spoken of, or one that is asked about as said before."""
    recalled = recalls(text, price.start, price.end)
    mentioned = price.mentioned and not _STAYS.search(text)
    theirs = {offer.price for offer in view.offers if offer.seat != view.who}
    if price.cents in theirs and _YOU_WERE.search(price.clause):
        return True
    return recalled == "asked" or (price.cents == _own(view) and (mentioned or recalled != ""))


def _doubtful(view: View, text: str, price: Amount) -> bool:
    """Return whether the words beside a price may make it something else than an offer."""
    opened = _OPENING_YES.match(text)
    if opened is not None and opened.end() == price.start:
        return True
    if view.offers and _LAUGHS.search(text):
        return True
    if _TAKES.search(text, 0, price.start) or _CLINCHED.search(text, price.end):
        return True
    if recalls(text, price.start, price.end):
        return True
    return _WOULD.search(text) is not None or _CONDITION.search(text) is not None


def _agrees(text: str, price: Amount) -> bool:
    """Return whether a text says yes to what stands, beside another price, and does not only say when it would."""
    rest = _NOT_AGREED.sub(" ", text[: price.end] + _CLINCHED.sub(" ", text[price.end :]))
    if _STRONG.search(rest) and not _WOULD.search(text):
        return True
    opened = _OPENING_YES.match(text)
    if opened is None:
        return False
    before = _YES_BUT.search(text, opened.end(), max(opened.end(), price.start))
    return before is not None or _IT_IS.match(text, price.end) is not None


def _step(view: View) -> int:
    """Return how far `a bit less` goes: a hundredth of the range, which is $1.00 from $0.00 to $100.00."""
    return max(1, (view.terms.highest - view.terms.lowest) // 100)


def _without(text: str, prices: list[Amount] | tuple[Amount, ...], stand_in: str) -> str:
    """Return a text with other words in place of its prices."""
    parts, done = list[str](), 0
    for one in prices:
        parts += (text[done : one.start], stand_in)
        done = one.end
    return " ".join("".join((*parts, text[done:])).split())


# --- changes and middles ----------------------------------------------------------------------------------------------


def _changed(view: View, text: str, found: tuple[Amount, ...], changes: list[Amount]) -> Answer:
    """Ask about a difference, such as `+2` or `5 less`, as the price that it leads to."""
    change, *more = changes
    prices = [one for one in found if one.role == "price"]
    if more or len({one.cents for one in prices}) > 1 or len(prices) + 1 != len(found):
        return Unclear("several")
    prices = [one for one in prices if not one.aside]
    if _STRONG.search(_NOT_AGREED.sub(" ", _CLINCHED.sub(" ", _ASKED.sub("", text)))):
        return Unclear("both")
    step = _SIGNS.get(change.role, 0) * change.cents
    base = _base(view, change.role, text)
    if not step or _NOT.search(text, 0, change.start):
        return Unclear("no_price")
    return _beside_price(view, text, prices[0], base, step) if prices else _stepped(view, base, step)


def _stepped(view: View, base: int | None, step: int) -> Answer:
    """Ask about a price that a step leads to. `+45` after 42 means the price 45 and not 87, where 50 stands."""
    if base is None:
        return Unclear("no_price")
    price = base + step
    return _offering(view, abs(step) if _overshoots(view, price, abs(step)) else price)


def _beside_price(view: View, text: str, price: Amount, base: int | None, step: int) -> Answer:
    """Return the reading of a step beside a price: where it leads to, or where it starts from."""
    if base is not None and base + step == price.cents:
        return _offering(view, price.cents, clear=not _CONDITION.search(text))
    starts = price.cents in {offer.price for offer in view.offers} or _THAN.search(text, 0, price.start)
    return _offering(view, price.cents + step) if starts else Unclear("no_price")


def _overshoots(view: View, price: int, amount: int) -> bool:
    """Return whether a price leaves the span of the two newest ones, in which the amount itself lies."""
    own, standing = _own(view), _standing(view)
    if own is None or standing is None:
        return False
    low, high = sorted((own, standing))
    return not low <= price <= high and low <= amount <= high


def _base(view: View, role: str, text: str) -> int | None:
    """Return the price that a change starts from: one's own towards the other side, theirs for a demand; None where
    there is none yet.
    """
    own, standing = _own(view), _standing(view)
    mine = _MINE.search(text) is not None
    if mine != (_YOURS.search(text) is not None):
        return own if mine else standing
    return own if (role == "up") == (view.who == BUYER) else standing


def _standing(view: View) -> int | None:
    """Return the price that stands; None before the first offer."""
    return view.offers[-1].price if view.offers else None


def _own(view: View) -> int | None:
    """Return the seat's own newest price."""
    return next((offer.price for offer in reversed(view.offers) if offer.seat == view.who), None)


def _halfway(view: View, text: str, digits: str, found: tuple[Amount, ...]) -> Answer:
    """Ask about the middle of the two newest prices, or about a new price that is named with it."""
    own, standing = _own(view), _standing(view)
    if own is None or standing is None or NEGATION.search(text):
        return Unclear("no_price")
    values = {one.cents for one in found if one.role == "price"} - {own, standing}
    if any(one.role != "price" for one in found) or len(values) > 1:
        return Unclear("several")
    return _offering(view, values.pop() if values else (own + standing + 1) // 2)
