"""Words of a trained player: text to tokens and back, and the vocabulary that numbers them."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

PAD, UNK, EOS, YOU, THEM, SELECT = range(6)
SPECIALS: Final = ("<pad>", "<unk>", "<eos>", "YOU:", "THEM:", "<selection>")
"""Tokens that are no words. `YOU:` opens the speaker's own utterance, `THEM:` the other side's; `<selection>` in place
of words takes what the other side has offered.
"""
MOST_WORDS: Final = 200
"""Tokens of one message that are heard; of a longer one, the first."""

_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|\d|[.,!?]")
_GLUED = re.compile(r" (?=[.,!?])")
_SENTENCE = re.compile(r"(?:^|[.!?] )[a-z]")
_ME = re.compile(r"\bi\b")


class Vocabulary:
    """The words that a network knows, numbered from 0; the special tokens come first."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = (*SPECIALS, *words)
        self.numbers = {word: number for number, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def numbered(self, text: str) -> list[int]:
        """Return the numbers of a text's words; `UNK` for a word that is not known."""
        return [self.numbers.get(word, UNK) for word in tokens(text)]

    def text(self, numbers: Iterable[int]) -> str:
        """Return words as a person would type them."""
        return written(self.words[number] for number in numbers)


def vocabulary(texts: Iterable[str], least: int) -> Vocabulary:
    """Return the words that occur at least this often, the most frequent first."""
    counted = Counter(word for text in texts for word in tokens(text))
    return Vocabulary(sorted((w for w, n in counted.items() if n >= least), key=lambda w: (-counted[w], w)))


def tokens(text: str) -> list[str]:
    """Return the words, single digits and marks of a text, in small letters."""
    return _TOKEN.findall(text.lower().replace("`", "'").replace("’", "'"))[:MOST_WORDS]


def written(words: Iterable[str]) -> str:
    """Return words as a line of text, with capitals where sentences begin."""
    line = _ME.sub("I", _GLUED.sub("", " ".join(words)))
    return _SENTENCE.sub(lambda found: found[0].upper(), line)
