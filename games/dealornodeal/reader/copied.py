"""Our own lines, typed back. They call their reader "you", and that is who types now."""

import re
from collections.abc import Iterable
from typing import Final

from games.core.post import Cast
from games.dealornodeal.domain.deals import rest
from games.dealornodeal.view import View
from games.language.agreement import find

NOTHING: Final = "i keep nothing; you get the rest"
"""The button below a question about an empty offer, whose "rest" is everything."""
_HEADS: Final = re.compile(
    r"(?:your last offer|the last offer of [^:\n]{1,60}):|is this what you both mean\?", re.IGNORECASE
)
_SIDES: Final = re.compile(
    r"you: (?P<mine>[^:.?!\n(]+)(?: ?\(-?\d+ points?\))?\.\s(?P<name>[^:.?!\s][^:.?!\n]{0,60}): (?P<theirs>[^:.?!\n]+)"
    r"\.?(?: is that your offer\?)?",
    re.IGNORECASE,
)
"""Both sides of an offer or a card, as posts and questions tell them: "You: 2 books (6 points). The AI: 1 hat."."""
_YOU: Final = re.compile(r"\byou: ", re.IGNORECASE)
_SHARE: Final = re.compile(
    r"(?P<name>[^:.?!\n]{1,60}): (?P<share>\d{1,2} [a-z]+(?:, \d{1,2} [a-z]+)*|nothing)\.?", re.IGNORECASE
)
"""The other side's share, as the chat look tells it on a line of its own: "Gina: 1 hat."."""
_ASKED: Final = re.compile(r"you asked to keep (?P<list>\d{1,2} [a-z]+(?:, \d{1,2} [a-z]+)*)\.?", re.IGNORECASE)
"""The coach's words for an offer of the reader's."""
_OTHERS: Final = frozenset(("the ai", "ai", "the other side"))
_OWN: Final = frozenset("i me my mine we us our ours you your yours u".split())  # noqa: SIM905
"""Names by which a speaker means a side, whatever the other one is called."""
_SHORT: Final = 6
"""Words that both sides may well say by chance."""
_EXPLAINS: Final = re.compile(
    r"there (?:is|are) only \d+ [a-z]+\.?(?: nothing was said yet; divide what is on the table:[a-z\d, ]+\.?)?"
    r"|each is worth to you \(only you see this\):[a-z\d,; ]+\.?"
    r"|(?:• ?)?each side has its own private values(?:; your points are the values of what you get)?\.?"
    r"|nothing was said yet; divide what is on the table:[a-z\d, ]+\.?"
    r"|their offer gave you \d+ points?; against [a-z ]{1,40}, taking it earns [^,;!?]{1,40}"
    r"|you asked for (?:only )?\d+ points?; against [a-z ]{1,40}, asking for \d+ earns [^,;!?]{1,40}"
)
_SENTENCES: Final = re.compile(r"[.!?\n]+")


def turned(text: str, view: View, cast: Iterable[Cast]) -> str:
    """Return a text in which our lines say "I" for the reader and "you" for the other side, as the reader would."""
    if share := _share(text, view, cast):
        return f"you get {share}"
    you = _YOU.search(text)
    line = _SIDES.fullmatch(text[you.start() :].strip()) if you is not None else None
    if you is None or line is None or line["name"].strip().lower() not in _others(view, cast):
        return _own_request(text, view)
    head = text[: you.start()].strip()
    mine = line["mine"].removesuffix(", worth 0 points to you")
    before = "" if _HEADS.fullmatch(head) else f"{head} "
    return f"{before}I get {mine}; you get {line['theirs']}" + ("?" if head.endswith("?") else "")


def _own_request(text: str, view: View) -> str:
    """Return the coach's words for an offer as its sender says them, unless they tell what the other side asks for."""
    asked, offered = _ASKED.fullmatch(text), view.offered()
    if asked is None:
        return text
    theirs = view.domain.listed(rest(view.pool, view.share(offered))) if offered is not None else ""
    return text if asked["list"].lower() == theirs.lower() else f"I keep {asked['list']}"


def _share(text: str, view: View, cast: Iterable[Cast]) -> str:
    """Return the list behind the other side's name, if a text is nothing else; "" for any other text."""
    alone = _SHARE.fullmatch(text)
    return alone["share"] if alone is not None and alone["name"].lower() in _others(view, cast) else ""


def _others(view: View, cast: Iterable[Cast]) -> frozenset[str]:
    """Return what our lines call the other side, in small letters, without names that are owners or answers."""
    names = {one.name.lower() for one in cast if one.seat != view.who and one.name}
    return _OTHERS.union(name for name in names if name not in _OWN and not find(name).side)


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


def echoes(view: View, text: str, cast: Iterable[Cast]) -> bool:
    """Return whether a text may be the other side's as well as the speaker's: its whole sentence, said again, or a list
    behind its name, which may also call it.
    """
    return bool(_share(text, view, cast)) or (len(text.split()) > _SHORT and _theirs(view, text))


def _theirs(view: View, words: str) -> bool:
    """Return whether words are the whole of what the other side said, or a sentence of it."""
    plain = words.strip(" .!?").lower()
    return bool(plain) and any(said.seat != view.who and plain in _parts(said.text.lower()) for said in view.spoken)


def _parts(text: str) -> set[str]:
    return {text.strip(" .!?"), *(part.strip() for part in _SENTENCES.split(text))}
