"""Several offers in one text, for readers that take one.

alternatives("first offer: a hat. second offer: a ball")  # ("a hat. ", "a ball")
alternatives("i take the hat, or you take both balls")    # ("i take the hat, ", "you take both balls")
alternatives("the first offer was better")                # (): it counts none

The caller reads each part by its own rules, and asks if two of them are different offers.
"""

import re
from typing import Final

LONGEST: Final = 500
"""Characters of a text that may hold several offers."""
_THING: Final = (
    r"(?:offer|option|proposal|suggestion|idea|choice|plan|possibility|version|variant|alternative|deal|trade|swap|set)"
)
_NAMED: Final = r"(?= ?(?:[:=.,)-]|is\b|would\b))"
_FIRST: Final = rf"(?:first|1st) {_THING}|{_THING} ?#? ?(?:1|a|one){_NAMED}|firstly|first(?= ?:)"
_LATER: Final = (
    rf"(?:second|third|fourth|2nd|3rd|4th|other|another|next|alternative) {_THING}"
    rf"|{_THING} ?#? ?(?:[2-4]|[b-d]|two|three|four){_NAMED}|secondly|thirdly|(?:second|third|alternative)(?= ?:)"
    r"|alternatively|or else|or(?= (?:i|you|we|let's|let|both|everything|all) )"
)
_LISTED: Final = re.compile(r"\A(?:1|a)[).] ")
_NEXT: Final = re.compile(r"(?<![\w'.,])(?:[2-4]|[b-d])[).] ")
_LABEL: Final = re.compile(rf"(?<![\w'])(?:(?P<later>{_LATER})|{_FIRST})(?![\w'])[ :=,.)-]{{0,3}}(?:(?:is|would be) )?")


def alternatives(text: str) -> tuple[str, ...]:
    """Return the parts of a canonical text in lower case that it counts as offers; none if it counts fewer than two."""
    if len(text) > LONGEST:
        return ()
    if _LISTED.match(text):
        # Numbers inside a text count items: "i get 1) the hat 2) a ball".
        return _several(_NEXT.split(text[2:]))
    labels = [*_LABEL.finditer(text)]
    if not any(label["later"] is not None for label in labels):
        return ()
    ends = [*(label.start() for label in labels[1:]), len(text)]
    parts = [text[: labels[0].start()], *(text[a.end() : end] for a, end in zip(labels, ends, strict=True))]
    return _several(parts)


def _several(parts: list[str]) -> tuple[str, ...]:
    said = tuple(part for part in parts if part.strip(" .,;:!?\n"))
    return said if len(said) > 1 else ()
