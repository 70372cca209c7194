"""Prices that nobody offers: those of other people and shops, of the past, and those that a text takes back at once.

hearsay("my friend got it for 48")     # True
corrected("52 no wait 50")                 # "50"
"""

import re
from typing import Final

from games.language.lexicon import any_of
from games.language.remarks import past, unreal

_PEOPLE: Final = (
    "(?:friend|buddy|brother|sister|mom|mum|dad|wife|husband|boss|neighbou?r|colleague|cousin|uncle|aunt|teacher)s?"
)
_PLACES: Final = (
    "(?:store|shop|mall|market|dealer|website|site|competitor|competition|guy|place|ad|friend|person|man|woman)s?"
)
_OTHERS: Final = any_of(rf"""
    (?:my|his|her|their) (?:\w+ )?{_PEOPLE}  (?:the|a|that|another|any|some|every|our|other|online) (?:\w+ )?{_PLACES}
    (?:he|she|they|someone|somebody|others?|everyone|everybody|people)(?! (?:can|could|may|might) )
    amazon  ebay  elsewhere  online  walmart  ikea  craigslist  on sale  second ?hand  next door
""")
_SOLD: Final = any_of("""
    sells?  sold  got  gets?  bought  buys?  paid  pays?  has  have  had  was  were  is  it's  for  asks?  asked
    offered  saw  costs?
""")
_BY_OTHERS: Final = re.compile(rf"(?<!\w){_OTHERS}(?!\w)")
_TRADES: Final = re.compile(rf"(?<!\w){_SOLD}(?!\w)")
_MINE: Final = re.compile(
    r"(?<!\w)(?:i(?:'ll|'d| can| will| would| may| could| might)? (?:offer|give|pay|do)(?!\w)"
    r"|(?:how|what) about|my offer|so )"
)

_FORESEEN: Final = re.compile(
    r"(?<!\w)(?:you|u)(?:'ll| will| are going to|'re going to)(?: then| next| soon| probably)? (?:say|ask|want)(?!\w)"
    r"|^(?:and |then |so )?next (?:is |comes |it's |will be |one is )?\$?[0-9]"
    r"|(?<!\w)(?:let (?:me|us)|(?:have|need|want|going) to|i(?:'ll| will)) (?:think|consider|sleep|ponder)(?!\w)"
    r"|(?<!\w)(?:i'm |i am |^)considering(?!\w)"
)
"""A price that the other side is expected to name, or that the speaker ponders."""
_LATER: Final = re.compile(r"(?<!\w)next (?:time|round|week|month|year|game)(?!\w)")

_AGAIN: Final = any_of(r"""
    no,? wait  wait,? no  wait  (?:no|oh|oops|sorry)?,? ?(?:i mean|i meant)  (?:no,? )?actually,?(?: no)?,?(?: nvm)?
    scratch that  nvm  never ?mind  (?:ok |no )?make that  oops,?(?: no)?  whoops  correction  or rather
    on second thoughts?  forget that
""")
_CORRECTED: Final = re.compile(rf"(?<=[0-9])[\s.,;…!?-]*(?<!\w){_AGAIN}[\s.,;:…!-]+(?=\S)")


_CORRECTED_MOST: Final = 300
"""Characters of a text that may take a number back."""


def hearsay(clause: str) -> bool:
    """Return whether the price in a clause is somebody else's, one of the past, or one that is still to come."""
    if _LATER.search(clause):
        return True
    if _MINE.search(clause):
        return False
    others = _BY_OTHERS.search(clause) is not None and _TRADES.search(clause) is not None
    return others or past(clause) or unreal(clause) or _FORESEEN.search(clause) is not None


def corrected(text: str) -> str:
    """Return the rest of a text in digits after it took a number back; "" if it takes none back."""
    if len(text) > _CORRECTED_MOST:
        return ""
    ends = [found.end() for found in _CORRECTED.finditer(text)]
    return text[ends[-1] :] if ends else ""
