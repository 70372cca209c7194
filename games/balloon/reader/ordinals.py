"""The other side's proposals by their order: `your first one`, `the second`, `the previous set`.

Whoever counts may leave out what is off the table, so what such words name is always asked about.
"""

from typing import Final

from games.balloon.rules import Proposal
from games.balloon.view import View

_NTH: Final = {"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2}
_OTHER: Final = ("previous", "former", "other", "older", "old", "earlier")
_COUNT: Final = "|".join(_NTH)
_ONE: Final = r"(?:one|set|proposal|offer|list|version|suggestion|choice)"
_END: Final = (
    r"(?=\s*(?:$|[.,;:!?+\n-])|\s(?:is|was|looks?|sounds?|works?|suits|seems|please|pls|plz|then|and|but|with|without"
    r"|plus|minus|instead|again|agreed|ok|okay|yes|it is|of (?:yours|them|both|the two)"
    r"|you (?:made|proposed|offered|suggested|said))\b)"
)
"""The words behind an order that stands for a proposal, unlike "the first three" or "the other day"."""
PATTERN: Final = (
    rf"(?<!\w)(?:your|the)\s(?:very\s)?(?:{_COUNT}|{'|'.join(_OTHER)}|latter)(?:\s{_ONE}(?!\w)|{_END})"
    rf"|(?<!\w)(?<!my\s)(?<!our\s)(?:{_COUNT})\s(?:one|set|proposal|offer){_END}(?!\s*:)"
    rf"|(?<![^.!\n]\s)(?<![^.!\n\s])(?:{_COUNT})(?=\s*[.!+-]|\s(?:plus|minus|without)\b|\s*$)"
)


def counted(view: View, said: str) -> int | None:
    """Return the set of the proposal that words in small letters count to; -1 if none stands there, None if there are
    not several to count.
    """
    made = [proposal for message in view.history if message.seat != view.who for proposal in message.proposed]
    if len(made) < 2:
        return None
    place = next((nth for word, nth in _NTH.items() if word in said.split()), None)
    if place is not None:
        return made[place].items if place < len(made) else -1
    return _other(view, made, said)


def _other(view: View, made: list[Proposal], said: str) -> int:
    """Return the set before the newest, or the newest for `latter`; -1 if several may be meant."""
    standing = list(view.theirs) if len(view.theirs) > 1 else made
    if "latter" in said.split():
        return standing[-1].items
    return standing[-2].items if len(standing) == 2 or "previous" in said.split() else -1
