"""Our own lines, typed back. They call their reader "you", and that is who types now."""

import re
from collections.abc import Iterable
from typing import Final

from games.core.post import Cast
from games.trading.domain import Offer, listed
from games.trading.view import View

_LIST: Final = r"\d{1,4} [A-Z][a-z]+(?:, \d{1,4} [A-Z][a-z]+)*"
_HEAD: Final = (
    r"(?:Your offer|(?P<who>[^\n:?]{1,60}) offers|(?:[^\n?]{1,100}[.?] )?(?:(?:And i|I)s this your (?:next )?offer"
    r"|Do you offer this|Do you deny the offer on the table and make this one)): "
)
"""The beginnings of our lines and questions. People write "my offer:" and "counteroffer:", and call the other side you.
"""
_BOTH: Final = re.compile(
    rf"(?:(?P<head>{_HEAD})|(?:[^\n?]{{1,100}}[.?] )?Do you accept\? )?(?:"
    rf"[Yy]ou give (?P<give>{_LIST}), you get (?P<get>{_LIST})|[Yy]ou get (?P<got>{_LIST}), you give (?P<given>{_LIST})"
    rf"|[Yy]ou offer(?:ed)? (?P<offered>{_LIST}) for (?P<asked>{_LIST}))(?P<worth> \(to you [+-]?\d+\))?[.?]?"
)
"""Both sides of an offer: "Your offer: you give 2 Wheat, you get 1 Ore."."""
_THEIRS: Final = re.compile(
    rf"(?:[Oo]n the table: )?(?P<who>[^\n:()]{{1,60}}?)(?: would give| offers|'s) "
    rf"(?P<get>{_LIST}) for (?P<give>{_LIST})\.?"
)
"""An offer of the other side: "On the table: Ann would give 2 Ore for 3 Brick."."""
_REPORTS: Final = re.compile(rf"(?P<who>[^\n():,]{{1,120}}) offer \({_LIST} for {_LIST}\)\.?")
_TURNED_DOWN: Final = re.compile(r"\b(?:deny|denies|turns? down)\b")
_SELF: Final = re.compile(r"\b(?:[Ii]|[Ww]e)\b")
_RULE: Final = "'Make it 2 ore' changes the offer on the table"
_NO_NAMES: Final = frozenset("i you we he she they it my our who what that let there here nobody somebody".split())  # noqa: SIM905


def turned(text: str, view: View, cast: Iterable[Cast]) -> str:
    """Return what our line about both sides of an offer says, with "I" for the reader; "" for any other text.

    Others may say the same of somebody else, and people of the other side. It is our line if the offer has been made;
    whoever says the other side's offer with its sides reversed speaks of it as people do.
    """
    told = _THEIRS.fullmatch(text)
    line = told or _BOTH.fullmatch(text)
    if line is None or (line["who"] and not _names(line["who"], view, cast)):
        return ""
    if told is not None:
        give, get, ours = told["give"], told["get"], False
    else:
        give, get = (line["give"] or line["given"] or line["offered"]), (line["get"] or line["got"] or line["asked"])
        ours = bool(line["head"] or line["worth"])
    made = [_sides(view, k) for k in range(len(view.history))]
    return f"I give {give}, you give {get}" if (give, get) in made or (ours and (get, give) not in made) else ""


def _names(who: str, view: View, cast: Iterable[Cast]) -> bool:
    """Return whether a word is what our lines call the other side; where nobody is known, one word may be a name."""
    who, others = who.lstrip("│ "), _others(view, cast)
    return who.lower() in others or (not cast and " " not in who and who.lower() not in _NO_NAMES)


def _others(view: View, cast: Iterable[Cast]) -> frozenset[str]:
    return frozenset(("ai", "the ai")).union(*((one.name.lower(), one.seat) for one in cast if one.seat != view.who))


def _sides(view: View, sent: int) -> tuple[str, str] | None:
    """Return what the reader would give and get by the offer of a message."""
    message = view.history[sent]
    if message.offer is None:
        return None
    give, get = listed(message.offer.give), listed(message.offer.get)
    return (give, get) if message.seat == view.who else (get, give)


def theirs(offer: Offer, view: View, beside: str, cast: Iterable[Cast]) -> bool:
    """Return whether a tag is the other side's, word for word: the one on the table, or one behind its name."""
    if not beside:
        return view.offer == offer
    names = _others(view, cast)
    told = any(sent.offer == offer and sent.seat != view.who for sent in view.history)
    return told and beside.endswith(":") and beside.rstrip(" :").lower() in names


def reports(text: str) -> bool:
    """Return whether a text is our news that an offer was turned down, or our rule about changes of one."""
    news = _REPORTS.fullmatch(text)
    who = news["who"] if news is not None and news["who"].endswith((" your", "'s")) else ""
    denied = _TURNED_DOWN.search(who) is not None and _SELF.search(who) is None
    return denied or text.rstrip(".").endswith(_RULE)
