"""Redaction: what people typed, without what tells who they are.

Names of the session's people, addresses, numbers and handles become words in brackets. Patterns cannot find everything
that identifies: somebody may tell where they live in plain words. So redacted text still belongs to the people who
wrote it, and a reader of a bundle looks at it before it is published.
"""

import re
from collections.abc import Iterable
from typing import Final

from bot.research.bundle.column import Texts

_MARKS: Final = (
    ("[email]", re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")),
    ("[url]", re.compile(r"(?i)\b(?:https?://|www\.|t\.me/|discord\.gg/|discord\.com/)[^\s<>]{1,2000}")),
    ("[url]", re.compile(r"(?i)(?<![\w.@-])[\w-]{1,63}\.(?:com|org|net|edu|io|me|de|uk|eu|gg)\b(?:/[^\s<>]{0,500})?")),
    ("[handle]", re.compile(r"(?<!\w)<?@[!&]?\w(?:[\w.-]{0,62}\w)?>?")),
    ("[handle]", re.compile(r"(?<![\w.])[\w.]{2,32}#\d{4}\b")),
    ("[address]", re.compile(r"(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w.])")),
    ("[id]", re.compile(r"(?i)\b(?=[0-9a-f]{0,23}\d)[0-9a-f]{24}\b")),
    (
        "[phone]",
        re.compile(
            r"(?<![\w$€£.,])\+?(?:\d{1,4}[ ./-]{1,2})?(?:\(\d{1,5}\)[ ./-]?)?\d{1,5}(?:[ ./-]{1,2}\d{2,5}){2,5}\b"
        ),
    ),
    ("[phone]", re.compile(r"(?<![\w$€£.,])(?:\+\d{1,4}[ ./-]?)?\(?\d{2,5}\)?[ ./-]\d{3,5}[ .-]?\d{3,5}\b")),
    ("[number]", re.compile(r"(?<![\w.])\+?\d{7,40}(?!\w)")),
)  # fmt: skip
_NAMED: Final = re.compile(
    r"\b((?i:my name(?: is|'s)|i am called|call me)\s{1,3}|(?i:i am|i'm|im|this is|it's|it is|hi|hello|hey),? )"
    r"([A-Z\u00c0-\u00de][a-z\u00df-\u00ff][\w'-]{0,30}(?: [A-Z\u00c0-\u00de][a-z\u00df-\u00ff][\w'-]{0,30}){0,2})"
)
"""Somebody says a name: up to three words with capitals behind such words."""
_CALLED: Final = re.compile(r"(?i)\b(my name(?: is|'s)|i am called)\s{1,3}([^\W\d_][\w'-]{1,30})")
_HERE: Final = re.compile(r"(?<![\w'-])([A-Z\u00c0-\u00de][a-z\u00df-\u00ff][\w'-]{0,30}) here\b")
_WORD: Final = re.compile(r"\w+")
SHORTEST: Final = 2
"""Letters of a part of a name that is looked for; shorter ones are initials."""


class Redactor:
    """The redaction of one session: it knows the names of its people. `names`: display names, handles, ids."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        parts = {part.casefold() for name in names for part in (name, *re.split(r"[\W_]+", name))}
        self.names = frozenset(part for part in parts if len(part) >= SHORTEST)
        self._done: dict[str, str] = {}
        self.longest = sorted((name for name in self.names if not name.isalnum()), key=len, reverse=True)

    def __call__(self, text: str) -> str:
        """Return a text without what names or reaches a person. Logs hold most texts two or three times."""
        if text not in self._done:
            self._done[text] = self._redacted(text)
        return self._done[text]

    def _redacted(self, text: str) -> str:
        for mark, pattern in _MARKS:
            text = pattern.sub(mark, text)
        text = _HERE.sub("[name] here", _CALLED.sub(r"\1 [name]", _NAMED.sub(r"\1[name]", text)))
        for name in self.longest:
            text = _without(text, name)
        return _WORD.sub(self._word, text)

    def _word(self, found: re.Match[str]) -> str:
        word = found[0]
        bare = word.casefold()
        if bare in self.names:
            return "[name]"
        if word.isalpha():
            return word
        pieces = re.split(r"(_|\d+)", word)
        if len(pieces) == 1 or not any(piece.casefold() in self.names for piece in pieces):
            return word
        return "".join("[name]" if piece.casefold() in self.names else piece for piece in pieces)


def _without(text: str, name: str) -> str:
    """Return a text without a name that is more than one word, in any case."""
    low = text.casefold()
    if len(low) != len(text):  # Such a fold would shift places; the name's words are caught one by one.
        return text
    made, at = [], 0
    while (found := low.find(name, at)) >= 0:
        made += [text[at:found], "[name]"]
        at = found + len(name)
    return "".join((*made, text[at:]))


def words(text: str, texts: Texts, redact: Redactor) -> dict[str, str]:
    """Return the columns that a bundle has of a text: redacted, and verbatim if texts are full."""
    if texts == "none":
        return {}
    return {"text_redacted": redact(text)} | ({"text": text} if texts == "full" else {})
