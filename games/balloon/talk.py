"""The words round the moves, as the other side gets to read them."""

from typing import Final

WORDS_MOST: Final = 1_500
"""Characters of talk in one message."""

_BRACES = str.maketrans("{}", "()")


def relayed(words: str) -> str:
    """Words on one line and without braces, so that nothing in them looks like a move or like the game master."""
    if "  " in words or not words.isprintable():
        words = " ".join(words.split())
        if not words.isprintable():
            words = "".join(char if char.isprintable() else "\ufffd" for char in words)
    return words.translate(_BRACES).strip()


def shortened(words: str) -> str:
    """Words cut to what one message holds; the dots tell that there was more."""
    return words if len(words) <= WORDS_MOST else words[: WORDS_MOST - 2].rstrip() + " …"
