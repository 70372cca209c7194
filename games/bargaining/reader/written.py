"""Numbers as people write them, in one form: `a quid` is `1 dollars`, `47,50` is `47.50`, `45+` is `45 or more`.

in_figures("forty-five and 50 cents")    # "45.50"
in_figures("50 cents more")              # "0.50 dollars more"
in_figures("a fiver more")               # "about 5 dollars more"
in_figures("<50")                        # "under 50"
"""

import re
from typing import Final

from games.bargaining.reader.leeway import in_words
from games.language.numerals import in_digits

_LONGER: Final = re.compile(r"(?<=[0-9]) ?-?ish(?!\w)")
_OR_MORE: Final = re.compile(r"(?<=[0-9]) ?\+(?! ?[$0-9])(?=$|[.,;:!?)]*(?:\s|$))")
_COMMA: Final = re.compile(r"(?<![\w.,])([0-9]{1,3}),([0-9]0|[27]5|9[59]|5)(?![\w.,])")
_HALF: Final = re.compile(r"(?<![\w.,])([0-9]{1,3}) and a half(?! a)(?!\w)")
_CENTS: Final = re.compile(
    r"(?<![\w.,])([0-9]{1,3})(?: ?(?:dollars?|bucks?),?(?: and)?| and) ([0-9]{1,2}) ?cents?(?!\w)"
)
_CENTS_CHANGED: Final = re.compile(
    r"(?<![\w.,])(?:(?<= by )|(?<=add )|(?<=plus )|(?<=another )|(?<=up )|(?<=down )|(?<=\+)|(?<=\+ ))"
    r"([0-9]{1,2}) ?(?:cents?|c|¢)(?!\w)"
    r"|(?<![\w.,])([0-9]{1,2}) ?(?:cents?|c|¢) (?=(?:more|less|off|extra|higher|lower|cheaper|on top)(?!\w))"
)
_LESS: Final = re.compile(
    r"(?<!\w)(?:(?P<theirs>yours|(?:your|ur) (?:\w+ )?(?:offer|price|bid|number)) (?:-|minus)"
    r"|(?P<own>mine|my (?:\w+ )?(?:offer|price|bid|number)) minus) ?(?=[$€£]?[0-9])"
)
_APPOSED: Final = re.compile(r"(?<=\w) \((?:the|a|an|my|your|our) [a-z]+\)")
_MONEY: Final = re.compile(r"(?<![a-z'])(?:quid|pounds?(?: sterling)?|euros?|eur|gbp|bux)(?![\w'])")
_NOTES: Final = re.compile(r"(?<![\w'])(?:(?:an?|one|(another)) )(fiver|tenner)(?!\w)")
_BOUNDS: Final = re.compile(
    r"(?<![\w<>=-])(?<![0-9] )(?:(?P<most><=|≤)|(?P<least>>=|≥)|(?P<under><)|(?<!\w )(?P<over>>)) ?(?=[$€£]?[0-9])"
)
_IN_WORDS: Final = {"most": "no more than ", "least": "no less than ", "under": "under ", "over": "over "}


def in_figures(text: str) -> str:
    """Return a canonical text in lower case with its numbers in digits, and money of every name as dollars."""
    text = in_dollars(_NOTES.sub(_note, text))
    text = _BOUNDS.sub(lambda sign: _IN_WORDS[sign.lastgroup or ""], in_words(in_digits(text)).replace(" & ", " and "))
    text = _LESS.sub(lambda sum: f"{sum['theirs'] or sum['own']} less ", text)
    text = _CENTS.sub(lambda sum: f"{sum[1]}.{sum[2]:0>2}", _OR_MORE.sub(" or more", _APPOSED.sub("", text)))
    text = _CENTS_CHANGED.sub(lambda sum: f"0.{sum[1] or sum[2]:0>2} dollars ", text)
    return " ".join(_LONGER.sub(" ish", _COMMA.sub(_decimal, _HALF.sub(r"\1.50", text))).split())


def in_dollars(text: str) -> str:
    """Return a canonical text in lower case with money of every name as dollars."""
    return _MONEY.sub("dollars", text)


def _note(match: re.Match[str]) -> str:
    """Return a note in dollars; as a price it is asked about, because it mostly is what a price changes by."""
    return f"{match[1] or ''} about {5 if match[2] == 'fiver' else 10} dollars".strip()


def _decimal(match: re.Match[str]) -> str:
    """Return `47,50` as a decimal number, but not `40,50`, which may be two prices."""
    whole, part = match.groups()
    return match[0] if abs(int(whole) - int(part)) <= 10 and part != "50" and len(part) > 1 else f"{whole}.{part}"
