"""Our own lines, typed back. They call their reader "you", and that is who types now."""

import re
from collections.abc import Iterable
from typing import Final

from games.core.post import Cast
from games.dealornodeal.view import View

NOTHING: Final = "i keep nothing; you get the rest"
"""The button below a question about an empty offer, whose "rest" is everything."""
_SIDES: Final = re.compile(
    r"(?:(?:your last offer|the last offer of [^:\n]{1,60}):\s+|is this what you both mean\?\s+)?"
    r"\byou: (?P<mine>[^:.?!\n]+?)(?: \(-?\d+ points?\)|, worth 0 points to you)?\.\s+"
    r"(?P<name>[^:.?!\n]{1,60}): (?P<theirs>[^:.?!\n]+)\.?(?: is that your offer\?)?",
    re.IGNORECASE,
)
"""Both sides of an offer or a card, as posts and questions tell them: "You: 2 books (6 points). The AI: 1 hat."."""
_SHARE: Final = re.compile(r"(?P<name>[^:.?!\n]{1,60}): (?P<share>\d[^:.?!\n]*|nothing)\.?")
"""The other side's share, as the chat look tells it on a line of its own: "Gina: 1 hat."."""
_ASKED: Final = re.compile(r"^you asked to keep\b", re.IGNORECASE)
"""The coach's words for an offer of the reader's."""
_OTHERS: Final = frozenset(("the ai", "ai", "the other side"))
_SPEAKER: Final = frozenset(("i", "me", "mine", "my side", "myself", "rest", "the rest"))
"""Heads of a list behind which somebody tells the other side, with "you", of an own offer."""
_SHORT: Final = 6
"""Words that both sides may well say by chance."""
_EXPLAINS: Final = re.compile(
    r"there (?:is|are) only \d+ [a-z]+\b\.?(?: nothing was said yet;.*)?|.*\bnothing was said yet; divide\b.*"
    r"|.*\(only you see this\).*|(?:• ?)?each side has its own private values\b.*"
    r"|their offer gave you \d+ points?;.*|you asked for (?:only )?\d+ points?;.*",
    re.DOTALL,
)


def turned(text: str, view: View, cast: Iterable[Cast]) -> str:
    """Return a text in which our lines say "I" for the reader and "you" for the other side, as the reader would."""
    alone = _SHARE.fullmatch(text)
    if alone is not None:
        return f"you get {alone['share']}" if alone["name"].lower() in _others(view, cast) else text
    return _SIDES.sub(_spoken, _ASKED.sub("I keep", text))


def _others(view: View, cast: Iterable[Cast]) -> frozenset[str]:
    """Return what our lines call the other side, in small letters."""
    return _OTHERS.union(one.name.lower() for one in cast if one.seat != view.who and one.name)


def _spoken(line: re.Match[str]) -> str:
    if line["name"].strip().lower() in _SPEAKER:
        return line[0]
    return f"I get {line['mine']}; you get {line['theirs']}" + ("?" if "both mean" in line[0].lower() else "")


def takes(view: View, plain: str) -> bool:
    """Return whether a text is the label of the button that takes the other side's offer."""
    theirs = view.offered()
    return theirs is not None and plain == f"deal: you get {view.domain.listed(view.share(theirs))}".lower()


def reports(view: View, text: str, cast: Iterable[Cast]) -> bool:
    """Return whether a text is our explanation, or our line with the other side's words: it names items, and offers
    none.
    """
    name, _, words = text.partition(": ")
    quoted = name.lower() in _others(view, cast) and _theirs(view, words)
    return quoted or bool(_EXPLAINS.fullmatch(" ".join(text.lower().split())))


def echoes(view: View, text: str) -> bool:
    """Return whether a whole sentence is the other side's own, so that "I" in it may be either of the two."""
    return len(text.split()) > _SHORT and _theirs(view, text)


def _theirs(view: View, words: str) -> bool:
    return any(said.seat != view.who and words in said.text for said in view.spoken) and bool(words)
