"""Remarks about items that divide nothing: "nice hat", "judge a book by its cover", "both books??", "you want it?".

They name items as a division does. What the tracker makes of them is a guess, so none of it counts.
"""

import re
from collections.abc import Sequence
from typing import Final

from games.dealornodeal.domain.deals import Share
from games.dealornodeal.reader.case import UNEVEN
from games.dealornodeal.reader.restated import SAME
from games.dealornodeal.reader.tokens import Token
from games.dealornodeal.reader.tracker import Heard
from games.dealornodeal.reader.whole import PART
from games.language.calls import HELP, RULES
from games.language.remarks import past, startled, unreal

_BARE: Final = 65
"""The confidence in a partial division whose items no word gives to anybody, at most."""
_IDLE: Final = frozenset(
    """
    please pls actually really now hello hi hey maybe perhaps possibly probably ideally thanks dunno say on top any
    chance something kind though yet guess think suppose at hmm hm um uh rather too also instead as well proposal
    good bro dude man mate lol haha honestly
    """.split()  # noqa: SIM905
)
"""Words beside bare items that leave them a wish."""
_HELP: Final = re.compile(HELP)
_OF_THEIRS: Final = re.compile(
    r"^(?:so |and |but |wait )?(?:does|did|is|are|do) (?:the|your|my|that|those)? ?\w+ (?:matter|mean|count|interest)\b"
    r"|^(?:so |and |wait )?you (?:really |also |still )?(?:want|need|like|love|prefer)\b[^.!,;]*\?$"
    r"|^do you (?:\w+ )?(?:read|play|wear|collect|own|like|enjoy)\b"
    r"|\byou (?:always|usually|often|never)\b|\b(?:important|precious|special|dear) (?:for|to) (?:me|you)\b"
    r"|\b(?:one|some|any|both)(?: of \w+ \w+)? back\b|\bno head for\b"
    r"|^(?:\w+,? )?(?:only|just) (?:\d|one|two|three|four) \w+ ?\?"
)
_INSISTS: Final = re.compile(
    r"\bmy (?:very )?(?:last|final|best|only)(?: and (?:last|final))? (?:offer|proposal|one|word|bid|try"
    r"|deal|position)\b"
    r"|(?:^|[.,;:!-] ?|\bok )(?:(?:and|that's|that is|thats|this is|it's|it is|the|a) )*"
    r"(?:(?:very )?(?:last|final|best) (?:offer|proposal|one|word|answer|chance|try|bid|deal)|(?:my )?final)"
    r"(?= ?[.,;:!?-]|$)"
    r"|\b(?:best|last|most) (?:that )?i can (?:do|offer|give)\b|\btake it or (?:leave it|not)\b"
    r"|\b(?:can't|cant|cannot|can not|won't|will not) (?:go|do) (?:any )?"
    r"(?:lower|less|better|more|further)\b"
)
"""Words that call what stands beside them the speaker's last offer."""
_WHOSE: Final = re.compile(r"\b(?:i|me|my|mine|you|u|your|yours|we|us|all|everything|rest|others?|each|split|half)\b|'")


def asks_for_help(plain: str) -> bool:
    """Return whether a text asks how to play, and nothing else. It is meant for Parley, not for the other side."""
    asked = plain.rstrip("? ")
    return bool(_HELP.fullmatch(asked) or RULES.fullmatch(asked))


def remark(text: str, tokens: Sequence[Token], meant: Heard, pool: Share) -> bool:
    """Return whether a canonical text in lower case, read as an offer, only remarks on items."""
    if meant.act != "offer":
        return False
    if startled(text) or unreal(text) or past(text) or _OF_THEIRS.search(text):
        return True
    if meant.why == SAME:
        return not meant.firm or text.startswith("so you ")
    if meant.keep == pool and not _WHOSE.search(text):
        return True
    bare = meant.why in (PART, UNEVEN) and meant.sure <= _BARE and not meant.firm
    return bare and not _wished(text, tokens)


def _wished(text: str, tokens: Sequence[Token]) -> bool:
    """Return whether the words beside bare items leave them a wish, or call them an offer."""
    others = {token.text for token in tokens if token.kind == "other"}
    return others <= _IDLE or bool(_INSISTS.search(text))
