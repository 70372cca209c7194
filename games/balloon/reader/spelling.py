"""Short forms of the words of the balloon game in full, and the words that add nothing to a move."""

from typing import Final

from games.language.spelling import word_in_full

SHORT: Final = {
    "'s": " is", "'re": " are", "'m": " am", "'ll": " will", "'d": " would", "'ve": " have", "n't": " not"
}  # fmt: skip
FULL: Final = {
    "lets": "let us", "let's": "let us", "its": "it is", "thats": "that is", "dont": "do not", "cant": "can not",
    "cannot": "can not", "can't": "can not", "won't": "will not", "wont": "will not", "im": "i am", "id": "i would",
    "ill": "i will", "ur": "your", "u": "you", "wanna": "want to", "gonna": "going to", "shan't": "shall not",
    "ballon": "balloon", "prop": "proposal", "thx": "thanks", "pls": "please",
}  # fmt: skip
_IDLE: Final = """
    please plz just really simply quite very pretty actually honestly even gladly happily hereby then now oh ah
    thanks ty sorry both definitely clearly certainly still nicely there
    sir madam mate friend partner dear buddy pal dude bro 🙂 😀 😊 😄 🎈 🎉
"""
IDLE: Final = frozenset(_IDLE.split())
"""Words that add nothing to a move."""


def full(word: str) -> str:
    """Return a word in its full form: `i'll` is `i will`."""
    if word in FULL:
        return FULL[word]
    for end, whole in SHORT.items():
        if word.endswith(end):
            return word[: -len(end)] + whole
    usual = word_in_full(word)
    return usual if usual == word else full(usual)
