"""Typed words to tokens: contractions opened, slang and slips corrected, phrases with one meaning made one word.

The vocabulary is a few hundred words and the item names of the domain. Any other word becomes an `other` token: it
separates, and means nothing.
"""

import re
from functools import lru_cache

from msgspec import Struct

from games.dealornodeal.domain.items import Item
from games.dealornodeal.reader.lexicon import CORRECTED, KINDS, NUMBERS, ORDINARY, SPELT
from games.dealornodeal.reader.parts import NAMES, PARTS
from games.dealornodeal.reader.phrases import SHORT_FORMS, TURNS, phrases
from games.language.text import canon

_WORD = re.compile(r"\d+|[a-z']+|[.?!;:,+/()=\n-]")
_GLUED = re.compile(r"(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)")
_SAID = {"👍": "ok", "👌": "ok", "✅": "ok", "💯": "ok", "🤝": "deal", "👎": "no", "❌": "no"}
_SIGNS = re.compile("|".join(_SAID))
_PICTURES = {
    sign: noun
    for noun, signs in (
        *(("book", "📚📕📗📘📙📖📔📓"), ("hat", "🎩👒🧢"), ("ball", "⚽🏀🏐🎾⚾🥎🏈")),
        *(("food", "🍎🥫🍞🍗"), ("water", "💧🚰"), ("firewood", "🪵")),
    )
    for sign in signs
}
_PICTURED = re.compile("|".join(f"{sign}[{sign}\ufe0f ]*" for sign in _PICTURES))
_STOPS, _COMMAS = ".?!;\n", ",:()/=-"
_LONGEST = 20
"""No word we know, and no two glued together, is longer."""
MOST = 800
"""Characters of an utterance that is read, its words and signs one space apart: about 150 words. People who bargain
write 10. A longer one is not read at all, because a part of it might mean something else than the whole.
"""


class Token(Struct, frozen=True):
    """`kind` is the part the word plays; `n` a count or the index of an item; `many` marks a plural noun."""

    kind: str
    text: str
    n: int = 0
    many: bool = False


class Vocabulary:
    """The words of one domain. One instance serves every text."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.nouns = _nouns(items)
        singles = [noun for noun, token in self.nouns.items() if not token.many]
        names = NAMES | {
            "nouns": "|".join(map(re.escape, self.nouns)),
            "plurals": "|".join(re.escape(noun) for noun, token in self.nouns.items() if token.many),
            "singles": "|".join(map(re.escape, singles)) or "(?!)",
        }
        self.phrases = tuple(phrase for table in (SHORT_FORMS, PARTS, TURNS) for phrase in phrases(table, names))
        self.known = frozenset((*KINDS, *NUMBERS, *self.nouns, *ORDINARY))
        self.slips = {
            slip: word for word in (*CORRECTED, *self.nouns) for slip in _slips(word) if slip not in self.known
        }
        self.slips |= SPELT
        self._spelt = lru_cache(maxsize=8192)(self._spell)
        # Every new message reads the whole talk again.
        self._read = lru_cache(maxsize=1024)(self._tokens)

    def tokens(self, text: str) -> tuple[Token, ...]:
        """Return the tokens of a text, in order; none of a text that is too long to be read."""
        return self._read(text) or ()

    def too_long(self, text: str) -> bool:
        """Return whether a text has more words than are read."""
        return self._read(text) is None

    def _tokens(self, text: str) -> tuple[Token, ...] | None:
        text = _PICTURED.sub(self._pictured, text)
        text = _SIGNS.sub(lambda found: f" {_SAID[found[0]]} ", canon(text))
        text = text.lower().replace("`", "'").replace("&", " and ").replace(" '", "'")
        typed = _WORD.findall(_GLUED.sub(" ", text))
        if sum(map(len, typed)) + len(typed) > MOST:
            return None
        words = " ".join(word for raw in typed for word in self._spelt(raw))
        for needles, pattern, plain in self.phrases:
            for needle in needles:  # hundreds of rows, so that `any` would take most of a reading's time
                if needle in words:
                    words = pattern.sub(plain, words)
                    break
        return tuple(self._token(word) for word in words.split())

    def _pictured(self, found: re.Match[str]) -> str:
        """Return pictures as words: `📚📚` is two books, a single picture stands for the noun."""
        noun = _PICTURES[found[0][0]]
        count = found[0].count(found[0][0])
        if noun not in self.nouns:
            return found[0]
        return f" {count} {noun}s " if count > 1 else f" {noun} "

    def _spell(self, raw: str) -> tuple[str, ...]:
        """Return a word as it was meant, by the first rule that knows it."""
        word = raw.strip("'") or raw
        if word.endswith("'s") and word[:-2] in self.nouns:
            return (word[:-2] + "s",)
        if word in self.known or not word.isalpha() or not 2 < len(word) <= _LONGEST:
            return (word,)
        return self._glued_i(word) or self._slipped(word) or self._glued(word) or (word,)

    def _glued_i(self, word: str) -> tuple[str, ...]:
        """Return "iwant" and "cani" as two words."""
        if word[0] == "i" and KINDS.get(word[1:]) in ("want", "get", "can"):
            return ("i", word[1:])
        return (word[:-1], "i") if word[-1] == "i" and KINDS.get(word[:-1]) == "can" else ()

    def _slipped(self, word: str) -> tuple[str, ...]:
        """Return a word without its one slip, or without a last letter held too long."""
        if word in self.slips:
            return (self.slips[word],)
        short = word.rstrip(word[-1]) + word[-1]
        return (short,) if short in self.known else ()

    def _glued(self, word: str) -> tuple[str, ...]:
        pairs = ((word[:cut], word[cut:]) for cut in range(1, len(word) - 2))
        known = (pair for pair in pairs if self.known.issuperset(pair))
        return next((pair for pair in known if len(pair[0]) > 2 or pair[0] in ("i", "a", "my", "no", "to")), ())

    def _token(self, word: str) -> Token:
        if word in self.nouns:
            return self.nouns[word]
        if word.isdigit():
            return Token("num", word, int(word[:6]))
        if word in NUMBERS:
            return Token("a" if word in ("a", "an") else "num", word, NUMBERS[word])
        if word in _STOPS:
            return Token("stop", word)
        if word in _COMMAS:
            return Token("comma", word)
        return Token("and" if word == "+" else KINDS.get(word, "other"), word)


def _nouns(items: tuple[Item, ...]) -> dict[str, Token]:
    nouns: dict[str, Token] = {}
    for index, item in enumerate(items):
        for one, many in ((item.name, item.plural), *((word, word + "s") for word in item.also)):
            nouns[one + "s"] = Token("item", one + "s", index, many=True)
            nouns[one] = Token("item", one, index, many=one == many)
            nouns[many] = Token("item", many, index, many=True)
    return nouns


def _slips(word: str) -> set[str]:
    """Return all strings of three letters or more at one slip: a letter left out, changed, put in, or two exchanged."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    near = {a + b[1:] for a, b in cuts if b} | {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    near |= {a + c + b[1:] for a, b in cuts if b for c in letters} | {a + c + b for a, b in cuts for c in letters}
    return {slip for slip in near if len(slip) > 2}


@lru_cache(maxsize=16)
def vocabulary(items: tuple[Item, ...]) -> Vocabulary:
    """Return the words of an item set; built once."""
    return Vocabulary(items)
