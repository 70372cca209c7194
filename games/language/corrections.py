"""Words that take back what stands before them: "5 no 3 wood", "A08 and B17, no wait, A08 and A31".

    recounted("70 no 60 for me")        # "60 for me"
    recounted("gina 50 50 no wait 60")  # "gina 60"
    started_again("4 a, i mean 3 b")    # "3 b"
    started_again("3 b")                # ""

The caller reads what is left by its own rules.
"""

import re
from typing import Final

from games.language.lexicon import any_of

LONGEST: Final = 300
"""Characters of a text that may take something back."""
_COUNT: Final = r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)"
_SLIP: Final = any_of(r"""
    no,? wait  wait,? no  no,? sorry  sorry,? no  no  oops  i mean  i meant  make (?:that|it)  or rather  scratch that
""")
_RECOUNTED: Final = re.compile(
    rf"(?<![\w/]){_COUNT}(?:%| percent)?(?:[ /:-]{_COUNT}(?:%| percent)?)?"
    rf"[ ,.…-]{{1,4}}{_SLIP}[ ,:]{{1,2}}(?={_COUNT}(?!\w))"
)
_AGAIN: Final = re.compile(
    r"(?<=\w)[ ,.…!-]{{1,5}}(?<!\w){}[ ,.:…-]{{1,3}}(?=\w)".format(
        any_of(r"""
        no,? wait  wait,? no  oops,?(?: no)?  i mean  i meant  scratch that  or rather  no,? sorry  sorry,? no
        (?:no,? )?actually  on second thoughts?
        """)
    )
)


def recounted(text: str) -> str:
    """Return a canonical text in lower case without the numbers that it counts again."""
    return _RECOUNTED.sub("", text) if len(text) <= LONGEST else text


def started_again(text: str) -> str:
    """Return the rest of a canonical text in lower case behind the last words that take all before them back; "" if
    there are none.
    """
    if len(text) > LONGEST or "?" in text:
        return ""
    ends = [found.end() for found in _AGAIN.finditer(text)]
    return text[ends[-1] :] if ends else ""
