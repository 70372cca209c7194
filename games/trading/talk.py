"""The words round the moves, as the other side gets to read them."""

from typing import Final

WORDS_MOST: Final = 1_000
"""Characters of talk in one message."""

_BRACKETS = str.maketrans("[]", "()")


def relayed(words: str) -> str:
    """Words on one line and without square brackets, so that nothing in them looks like a move or like the game master
    (`[GAME] Player 1 accepted` becomes `(GAME) Player 1 accepted`).
    """
    if "  " in words or not words.isprintable():
        words = " ".join(words.split())
        if not words.isprintable():
            words = "".join(char if char.isprintable() else "\ufffd" for char in words)
    if "[" in words or "]" in words:
        words = words.translate(_BRACKETS)
    return words.strip()
