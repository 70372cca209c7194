"""Sums in words, worked out: `half of 100`, `the average of 40 and 57`, `a third of ninety`, `90% of 50`.

worked_out("half of 100")                  # "about 50.00"
worked_out("average of 40 and 57")         # "about 48.50"
unsolved("the average of 40, 50 and 57")   # True: such a text names no price

A result is only `about` a price, so that it is asked about before it counts.
"""

import re
from fractions import Fraction
from typing import Final

from games.language.numerals import in_digits

_NUMBER: Final = r"\$?([0-9]{1,4}(?:\.[0-9]{1,2})?)(?![0-9.,]*[0-9])(?: ?(?:dollars?|bucks?))?"
_ONE, _TWO = (_NUMBER.replace("(", f"(?P<{name}>", 1) for name in ("one", "two"))
_PARTS: Final = {"hal": 2, "thi": 3, "qua": 4, "fou": 4, "fif": 5, "ten": 10}
_MANY: Final = {"two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4}
_TIMES: Final = {"dou": 2, "twi": 2, "2": 2, "two": 2, "tri": 3, "thr": 3, "3": 3}
_PART: Final = re.compile(
    r"(?<![\w.$])(?:(?:(?P<many>two|three|four|[234])[ -]|an? |one[ -]|1 )?"
    r"(?P<part>half(?= (?:the )?\$?[0-9])|(?:half|halves|thirds?|quarters?|fourths?|fifths?|tenths?) of)(?: the)? "
    rf"{_ONE})"
)
_SHARE: Final = re.compile(rf"(?<![\w.$])(?P<percent>[0-9]{{1,3}}) ?(?:%|percent|per cent|pct) of(?: the)? {_ONE}")
_MULTIPLE: Final = re.compile(
    rf"(?<![\w.$])(?P<times>double|twice|triple|thrice|(?:two|2|three|3) times)(?: of)?(?: the)? {_ONE}"
)
_MEAN: Final = re.compile(
    r"(?<!\w)(?:(?:average|avg|mean|median|mid-?point|middle|(?:half ?-?|mid)way(?: point)?|cent(?:re|er))(?: price)?"
    r"|split(?: the diff(?:erence)?| it)?|halve it) (?:of|between|from|in between)(?: the)? "
    rf"{_ONE},? (?:and|&|to) {_TWO}(?! (?:and|or) \$?[0-9])"
)
_SUMS: Final = re.compile(
    r"(?<!\w)(?:half|halves|halve|thirds?|quarters?|fourths?|fifths?|tenths?|double|twice|triple|thrice|times|average|avg"
    r"|mean|median|mid-?point|middle|(?:half ?-?|mid)way|centre|center|split|percent|per cent|pct)(?!\w)|[0-9] ?%"
)
_UNSOLVED: Final = re.compile(
    r"(?<!\w)(?:average|avg|mean|median|mid-?point|thirds?|quarters?|fourths?|fifths?|tenths?|hal(?:f|ves)|root|sum"
    r"|product|ratio|percentage|difference)"
    r" (?:of|between)(?: the)? \$?[0-9]"
    r"|(?:%|(?<!\w)percent|(?<!\w)per cent|(?<!\w)pct) of(?: the)? \$?[0-9]"
    r"|(?<!\w)(?:double|twice|triple|thrice|half|square root(?: of)?|root|sqrt) \$?[0-9]"
    r"|[0-9](?: dollars?| bucks?)? (?:times|divided by|multiplied by|squared|cubed|to the power)(?!\w)"
)


def worked_out(text: str) -> str:
    """Return a canonical text in lower case with its sums as what they come to."""
    if not _SUMS.search(text):
        return text
    text = _MEAN.sub(lambda sum: _about((Fraction(sum["one"]) + Fraction(sum["two"])) / 2), in_digits(text))
    text = _SHARE.sub(lambda sum: _about(Fraction(sum["one"]) * int(sum["percent"]) / 100), text)
    text = _MULTIPLE.sub(lambda sum: _about(Fraction(sum["one"]) * _TIMES[sum["times"].split()[0][:3]]), text)
    return _PART.sub(_part, text)


def unsolved(text: str) -> bool:
    """Return whether a text in digits holds a sum that was not worked out."""
    return _UNSOLVED.search(text) is not None


def _part(sum: re.Match[str]) -> str:
    return _about(Fraction(sum["one"]) * _MANY.get(sum["many"] or "", 1) / _PARTS[sum["part"][:3]])


def _about(amount: Fraction) -> str:
    cents = int(amount * 100 + Fraction(1, 2))
    return f"about {cents // 100}.{cents % 100:02d}"
