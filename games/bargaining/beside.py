"""Words beside a price: whether they name another one as their speaker's own.

Arguments are full of prices that nobody proposes: what the other side said, how far both have come, what is left. So a
number counts only where a sentence puts it forward.
"""

import re
from typing import Final

from games.bargaining.reader.prices import cents_of
from games.language.lexicon import any_of
from games.language.numbers import numbers

_BEFORE = re.compile(
    any_of(r"""
    \b(?:i|we)(?:'d|'ll|'m| would| will| can| could| am)?(?: (?:be|happily|gladly|only|still|even|then|just))*
    """).strip()
    + r" (?:offer|pay|take|ask|sell|accept|buy|do|go|settle|bid|want|say|charge|need|give you|offering|asking"
    + r"|live with|shake on|end at|come to|come (?:up|down) to|stretch to|drop to"
    + r"|have (?:taken|accepted|paid|said yes to|agreed to))"
    + r"(?: (?!than\b)\w+){0,3}\W{0,3}$|"
    + any_of(r"""
    \b(?:how|what) about  \b(?:make|call) it  \b(?:let's|let us) (?:say|do|meet at|go for|make it|agree on)
    \b(?:let's|let us) settle (?:at|on|for)  \bsay
    \b(?:i|we) (?:was|were) (?:fine|happy|ok|okay|content) (?:with|at)
    \b(?:better|counter(?:offer)?|offer|bid|ask|my (?:offer|price|bid|ask|counter|last word))(?: is| would be)?
    """)
    + r"\W{0,3}$"
)
"""Words before a price that put it forward."""
_AFTER = re.compile(
    r"^\W{0,2}(?:(?:is|would be|as) my (?:offer|price|bid|last|final)|it is\b|takes it"
    r"|and (?:it's|it is) (?:yours|done)|would do\b|suffices|does (?:it|the job)"
    r"|(?:is|was|would be|would have been)(?: also| still| already)?"
    r" (?:fine|good for me|ok|okay|acceptable|enough|a yes)\b)"
)
_CLOSES = re.compile(
    r"\b(?:deal|sold|agreed|accepted|done|settled)\W{1,3}(?:(?:at|for|on)\W{1,3})?$|\bi(?:'ll)? accept\W{1,3}$"
)
"""Words before a price that accept it."""
_COUNTER = re.compile(r"\b(?:rounds?|messages?|offers?|number|no\.?|steps?)\W{1,2}$")
_SENTENCE = re.compile(r"(?:[^.!?;…]|(?<=[0-9])\.(?=[0-9]))+[!?;…]?")
_SHORT: Final = 2
"""Words beside a number that make no sentence round it."""


def names_another(say: str, price: int | None, lowest: int, highest: int, *, accepts: bool) -> bool:
    """Return whether words put forward a price other than `price`, or take one beside a move that is no acceptance.

    Prices are in cents; a number outside the bounds is no price. `price` is None if the move has no price.
    """
    plain = " ".join(say.lower().replace("’", "'").split())
    for found in _SENTENCE.findall(plain):
        sentence = found.strip()
        for number in numbers(sentence):
            cents = cents_of(number.digits, lowest, highest) if number.kind == "plain" else None
            before, after = sentence[: number.start].rstrip("$€£ ") + " ", sentence[number.end :]
            if cents is None or _COUNTER.search(before):
                continue
            if not accepts and _CLOSES.search(before):
                return True
            alone = len(re.findall(r"[a-z]+", before + after)) < _SHORT
            if cents != price and (alone or _BEFORE.search(before) or _AFTER.search(after)):
                return True
    return False
