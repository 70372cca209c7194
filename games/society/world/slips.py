"""Typing slips in plans, corrected for a question: `gahter 5 woood` may mean GATHER 5 WOOD."""

import re
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

_VERBS: Final = (
    *("gather", "collect", "fetch", "pick", "take", "harvest", "chop", "grab", "craft", "make", "build", "forge"),
    *("create", "dump", "drop", "leave", "explore", "scout", "goto", "follow", "wait"),
)
_THINGS: Final = ("wood", "stone", "stones", "hammer", "hammers", "torch", "torches", "coal", "iron")
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_LINKS: Final = ("and", "then", "the", "some", "all")
_PLANNED: Final = (*_VERBS, *_THINGS, *_NUMBERS, *_LINKS)
_ORDINARY: Final = """
    good would could word world food mood cold cool goal none tone store miner miners carpenter carpenters mine get got
    more once loop map first next after also want what when them they this that there here have had has was are any
    ant end add act hand land sand bind find mind line like lake cake bake sake wake talk walk tell tool tools time sea
    see too to off out our who how her his she him try say way you your for from with into more most must just same come
    home name game give live love lease late date wide while until near make made male mate meet maybe take table shop
    chip crop prop step stop stay start team tree trees free fire fine wife wine nice ice even ever never seven every
    forget forgot force forth forced taken stake fellow follows allow hollow draft raft shout scoot kick trick pack pink
    these those touch porch jump damp bump lump dumb guild built coat coral cola tent tend teen net gone done lone bone
    fix mix sit notes note wall hall ball waist await waits bait grub maker makes takes picks leaves dropped
    taking making white write wild will well bench better best back look book took long along ally allow call
    fall tall small
""".split()  # noqa: SIM905
_KEPT: Final = frozenset((*_PLANNED, *_ORDINARY))
_WORD: Final = re.compile(r"[^\W\d_]+")
_GLUED: Final = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
_CLOSE: Final = 0.75
_LONGEST: Final = 200


def mended(text: str) -> str:
    """Return the text with each word that is nearly one of a plan corrected; "" if there is nothing to correct."""
    if len(text) > _LONGEST:
        return ""
    made = _WORD.sub(_right, _GLUED.sub(" ", text))
    made = re.sub(r"^\s*(\d{1,2}) (?=[^\W\d_]+\W*$)", r"gather \1 ", made)
    return made if made != text else ""


def _right(match: re.Match[str]) -> str:
    word = match[0].lower()
    if word in _KEPT or not 3 <= len(word) <= 12:
        return match[0]
    return _near(word) or match[0]


@lru_cache(maxsize=2048)
def _near(word: str) -> str:
    """Return the word of a plan that a word is nearly: with its letters in another order, or else the closest."""
    swapped = next((meant for meant in _PLANNED if sorted(meant) == sorted(word)), "")
    return swapped or next(iter(get_close_matches(word, _PLANNED, 1, _CLOSE)), "")
