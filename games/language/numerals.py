"""Numbers in words, written in digits: `forty-five` is 45, `a hundred` is 100, `two bucks less` is `2 bucks less`.

A small number in words is a number only beside a unit or a change (`five dollars`, `two more`, `drop five`), because
people also say `one` and `two` of anything else. `in the high forties` is `about 48`.
"""

import re
from typing import Final

_UNIT = "one|two|three|four|five|six|seven|eight|nine"
_TEEN = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TEN = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_UNITS: Final = _UNIT.split("|")
_TENS: Final = _TEN.split("|")
_VALUES: Final = {
    **{word: value for value, word in enumerate((*_UNITS, *_TEEN.split("|")), 1)},
    **{word: 10 * value for value, word in enumerate(_TENS, 2)},
    "fourty": 40,
    "a": 1,
    "an": 1,
    "couple": 2,
}
_MONEY = r"(?:dollars?|bucks?|quid|euros?)"
_LARGE: Final = re.compile(
    rf"(?<![\w-])(?:(?P<tens>{_TEN}|fourty)(?:[ -]?(?P<unit>{_UNIT}))?|(?P<teen>{_TEEN})"
    rf"|(?:(?P<many>a|{_UNIT}) )?(?P<hundred>hundred)"
    rf"(?:,? and (?:(?P<ties>{_TEN}|fourty)(?:[ -]?(?P<ones>{_UNIT}))?|(?P<rest>{_TEEN}|{_UNIT})))?)(?!\w)"
)
_CHANGES = "more|less|off|higher|lower|cheaper|extra"
_AFTER_A_CHANGE = "(?:(?<=plus )|(?<=add )|(?<=drop )|(?<=up )|(?<=down )|(?<= by ))"
_SMALL: Final = re.compile(
    rf"(?<![\w-])(?<!half )"
    rf"(?:(?:a (?P<couple>couple)(?: of)?|(?P<some>{_UNIT}|an?)) (?=(?:more |extra )?{_MONEY}(?!\w))"
    rf"|(?!one)(?P<few>{_UNIT})(?= (?:{_CHANGES})(?!\w))|{_AFTER_A_CHANGE}(?P<change>{_UNIT})(?!\w))"
)
_ANOTHER: Final = re.compile(rf"(?<!\w)(?P<word>another|one more|an extra) (?P<unit>{_MONEY})(?!\w)")
_CENTS: Final = re.compile(
    rf"(?<![\w-])(?P<tens>{_TEN}|fourty)[ -]?(?P<unit>{_UNIT}) "
    rf"(?P<cents>(?:{_TEN}|fourty)(?:[ -]?(?:five|nine))?|ten|fifteen)(?![\w-]| (?:{_UNIT})(?!\w))"
)
"""`forty-seven fifty`, said as prices are: 47.50."""
_DECADES: Final = {
    **{word.removesuffix("y") + "ies": 10 * value for value, word in enumerate(_TENS, 2)},
    **{f"{10 * value}s": 10 * value for value in range(2, 10)},
}
_DECADE: Final = re.compile(
    r"(?<!\w)(?:in|around|at|to|into) (?:the )?(?P<where>low|lower|early|mid|middle|high|higher|upper|late)[ -]"
    rf"(?P<decade>{'|'.join(_DECADES)})(?!\w)"
)
_WITHIN: Final = {"low": 2, "lower": 2, "early": 2, "mid": 5, "middle": 5}
_NUMERAL: Final = re.compile(rf"{_TEN}|fourty|{_TEEN}|{_UNIT}|hundred|couple|dollar|buck|quid|euro")


def in_digits(text: str) -> str:
    """Return a canonical text in lower case with its numbers in words as digits, in time linear in its length."""
    text = _DECADE.sub(_about, text)
    if not _NUMERAL.search(text):
        return text
    text = _CENTS.sub(_priced, text)
    text = _ANOTHER.sub(r"\g<word> 1 \g<unit>", text)
    return _SMALL.sub(_small, _LARGE.sub(_large, text))


def _about(match: re.Match[str]) -> str:
    """Return `in the high forties` as `about 48`."""
    return f"about {_DECADES[match['decade']] + _WITHIN.get(match['where'], 8)}"


def _priced(match: re.Match[str]) -> str:
    """Return a price with its cents; two numbers that are as likely a range or a list stay as they are."""
    whole = _VALUES[match["tens"]] + _VALUES[match["unit"]]
    first, *rest = re.split("[ -]", match["cents"])
    cents = _VALUES[first] + (_VALUES[rest[0]] if rest else 0)
    near = 0 < cents - whole <= (10 if whole % 5 == 0 else 1)
    return match[0] if near else f"{whole}.{cents:02d}"


def _large(match: re.Match[str]) -> str:
    said = match.groupdict()
    ones = sum(_VALUES[word] for name, word in said.items() if word and name not in ("many", "hundred"))
    return str(ones + 100 * _VALUES[said["many"] or "a"] if said["hundred"] else ones)


def _small(match: re.Match[str]) -> str:
    word = next(filter(None, match.groups()))
    rest = match[0][len(match[0].rstrip()) :]
    return f"{_VALUES[word]}{rest}"
