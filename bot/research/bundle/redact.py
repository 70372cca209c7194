"""Redaction: what people typed, without what tells who they are.

Names of the session's people, addresses, numbers and handles become words in brackets. Patterns cannot find everything
that identifies: somebody may tell where they live in plain words. So redacted text still belongs to the people who
wrote it, and a reader of a bundle looks at it before it is published.

A text in which nothing is found stays as it was typed, to the letter. In any other, characters that only look otherwise
(of full width, invisible ones) are written plainly.
"""

import re
from collections.abc import Collection, Iterable
from typing import Final

from bot.research.bundle.column import Texts
from bot.research.bundle.marks import INTRODUCED, MARKS, NUMBERED, REACHED, SPELLED
from bot.studies.spelling import BETWEEN, folded, parts_of, plain, sealed

_WORD: Final = re.compile(r"\w+")
_APART: Final = re.compile(r"(?<!\w)[^\W_](?:\W{1,3}[^\W_](?!\w)){3,40}")
"""Single letters with signs between them: z.e.l.d.a."""
_PIECES: Final = re.compile(r"(_|\d+)")
SHORTEST_INSIDE: Final = 5
"""Letters of a part that is looked for inside of words as well."""
NAME: Final = "[name]"


class Redactor:
    """The redaction of one session: it knows the names of its people.

    - `names`: display names, handles, ids.
    - `seals`, `keys`: keyed hashes of the parts of names that no log holds, and the keys, one for each person.
    """

    def __init__(self, names: Iterable[str] = (), seals: Iterable[str] = (), keys: Collection[str] = ()) -> None:
        self.names, self.seals, self.keys = parts_of(names), frozenset(seals), keys
        self._done: dict[str, str] = {}
        self._sealed: dict[str, bool] = {}
        self.longest = sorted((name for name in self.names if not name.isalnum()), key=len, reverse=True)
        self.inside = tuple(name for name in self.names if name.isalpha() and len(name) >= SHORTEST_INSIDE)

    def __call__(self, text: str) -> str:
        """Return a text without anything that leads to a person. Logs hold most texts two or three times."""
        if text not in self._done:
            bare = plain(text)
            left = self._redacted(bare)
            self._done[text] = text if left == bare else left
        return self._done[text]

    def _redacted(self, text: str) -> str:
        for mark, pattern in MARKS:
            text = pattern.sub(mark, text)
        for pattern in SPELLED:
            text = pattern.sub("[phone]", text)
        for mark, pattern in INTRODUCED:
            text = pattern.sub(mark, text)
        for pattern in REACHED:
            text = pattern.sub(r"\1[handle]", text)
        return self._unnamed(NUMBERED.sub(r"\1[id]", text))

    def _unnamed(self, text: str) -> str:
        """Return a text without the names of the session's people."""
        for name in self.longest:
            text = _without(text, name)
        text = _APART.sub(self._apart, text)
        return _WORD.sub(self._word, text)

    def _apart(self, found: re.Match[str]) -> str:
        return NAME if self._is_name(BETWEEN.sub("", folded(found[0]))) else found[0]

    def _word(self, found: re.Match[str]) -> str:
        word = found[0]
        bare = folded(word)
        if self._is_name(bare) or any(name in bare for name in self.inside):
            return NAME
        if word.isalpha():
            return word
        pieces = _PIECES.split(word)
        if len(pieces) == 1 or not any(self._is_name(folded(piece)) for piece in pieces):
            return word
        return "".join(NAME if self._is_name(folded(piece)) else piece for piece in pieces)

    def _is_name(self, bare: str) -> bool:
        """Return whether folded letters are a name of the session's people, or a part of one."""
        if bare in self.names or not self.seals:
            return bare in self.names
        if bare not in self._sealed:
            self._sealed[bare] = any(sealed(key, bare) in self.seals for key in self.keys)
        return self._sealed[bare]


def _without(text: str, name: str) -> str:
    """Return a text without a name that is more than one word, in any case."""
    low = folded(text)
    if len(low) != len(text):  # Such a fold would shift places; the name's words are caught one by one.
        return text
    made, at = [], 0
    while (found := low.find(name, at)) >= 0:
        made += [text[at:found], NAME]
        at = found + len(name)
    return "".join((*made, text[at:]))


def words(text: str, texts: Texts, redact: Redactor) -> dict[str, str]:
    """Return the columns that a bundle has of a text: redacted, and verbatim if texts are full."""
    if texts == "none":
        return {}
    return {"text_redacted": redact(text)} | ({"text": text} if texts == "full" else {})
