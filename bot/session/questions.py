"""Answers to our own questions about a move: what words may say to one. Pure: knows words, and no game."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from bot.session.wording import messages
from games.language.agreement import find, weakness
from games.language.hedges import hedged
from games.language.lexicon import Kind, Phrases, expanded

_FILLERS: Final[dict[str, Kind]] = dict.fromkeys(("please", "pls", "plz", "then", "now", "so", "and", "well"), "filler")
_OURS: Final = """
    (please do|yes please do|i do|i did|i mean it|i mean that)
    (|please )(do|propose|offer|send|say|post) (it|that|this)(| please| then)
    (that's|thats|that is|it's|its|it is|this is) my (offer|proposal|price|bid|set|split|message)
    (that's|thats|that is|it's|its|it is) (right|correct|it)
    (that's|thats|that is|it's|it is|exactly) what i (meant|mean|want|wanted|said)
"""
"""Words for yes to a question about an offer or a message of one's own, and to no other."""
_PLAIN: Final = Phrases({**_FILLERS, **dict.fromkeys(messages.YES | messages.SURE, "yes")})
_ABOUT_OURS: Final = Phrases({**_PLAIN, **expanded({"yes": _OURS})})
_PUZZLED = re.compile(
    r"(?:h+m+|u+[hm]+|e+r+m*|eh|huh|what|sorry|wait|really|(?:yes|yeah|ok|okay|sure)\?)[\s?…]*|[\s?…]+"
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_THEIRS = re.compile(r"\b(?:your|yours|ur|urs|his|hers?|theirs?|actually|instead|rather)\b|^\s*[\[/]")
_DENIES = re.compile(r"\b(?:wrong|typo|forget|cancel|why|never|nope|nah)\b")


def agrees(word: str, own: bool) -> bool:
    """Return whether words say yes to a question about a move, and nothing else. `own`: the move takes nothing that
    somebody else offers.
    """
    return word in messages.SURE or find(word, _ABOUT_OURS if own else _PLAIN).clear_yes


def puzzles(word: str) -> bool:
    """Return whether words say that somebody does not understand."""
    return bool(_PUZZLED.fullmatch(word))


def echoes(word: str, asked: str) -> bool:
    """Return whether words say yes and name the numbers that a question is about: "yes, 48"."""
    numbers = _numbers(word)
    return bool(numbers) and numbers == _numbers(asked) and find(_without_numbers(word)).clear_yes


def repeats(word: str) -> bool:
    """Return whether words may repeat what they were asked about: they name numbers, and nothing weakens them."""
    weak = hedged(word) or weakness(word) or _DENIES.search(word) or find(_without_numbers(word)).side == "no"
    return bool(_NUMBER.search(word)) and not weak


def names_theirs(word: str, asked: str, others: Iterable[str]) -> bool:
    """Return whether words name what somebody else offers: by whose it is, in contrast to a question's act, or by
    numbers that are none of the question's. `others`: the names of the other players.
    """
    if _THEIRS.search(word) or not set(_numbers(word)) <= set(_numbers(asked)):
        return True
    return any(re.search(rf"\b{re.escape(name.casefold())}\b", word) for name in others)


def _numbers(text: str) -> list[Decimal]:
    return [Decimal(number) for number in _NUMBER.findall(text)]


def _without_numbers(word: str) -> str:
    return _NUMBER.sub(" ", word).replace("$", " ")
