"""Redaction: what people typed, without what tells who they are.

Names of the session's people, addresses, numbers and handles become words in brackets. Patterns cannot find everything
that identifies: somebody may tell where they live in plain words. So redacted text still belongs to the people who
wrote it, and a reader of a bundle looks at it before it is published.
"""

import re
from collections.abc import Iterable
from typing import Final

from bot.research.bundle.column import Texts

_ENDINGS: Final = (
    "com|org|net|edu|gov|io|me|dev|app|info|biz|gg|tv|link|xyz|ly"
    "|de|ch|uk|eu|fr|es|nl|dk|se|fi|pl|cz|pt|ie|ru|ua|tr|jp|cn|br|au|nz|ca"
)
"""Ends of addresses on the web that are no English words, which people type behind a full stop without a space."""
_MARKS: Final = (
    (
        "[account]",
        re.compile(
            r"\b[A-Z]{2}\d{2}(?: ?(?=[A-Z]{0,3}\d)[A-Z\d]{4}| ?[A-Z]{4}(?= ?\d)){2,7}(?: ?[A-Z\d]{1,4})?\b"
            r"|(?i:\b[a-z]{2}\d{2}(?: ?\d{4}){3,7}(?: ?\d{1,4})?\b)"
        ),
    ),
    (
        "[email]",
        re.compile(
            r"(?i)(?<![\w.+-])[\w.+-]{1,64} ?[(\[{] ?at ?[)\]}] ?"
            r"[\w-]{1,63}(?: ?(?:\.|[(\[{] ?dot ?[)\]}]) ?[\w-]{1,63}){1,8}"
        ),
    ),
    ("[email]", re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")),
    ("[url]", re.compile(r"(?i)\b(?:https?://|www\.|t\.me/|discord\.gg/|discord\.com/)[^\s<>]{1,2000}")),
    (
        "[url]",
        re.compile(
            rf"(?i)(?<![\w.@-])[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{0,4}}\.(?:{_ENDINGS})\b(?:/[^\s<>]{{0,500}})?"
            r"|(?<![\w.@-])[\w-]{2,63}(?:\.[\w-]{2,63}){0,3}\.[a-z]{2,24}/[^\s<>]{1,500}"
        ),
    ),
    ("[handle]", re.compile(r"(?<!\w)<?@[!&]?\w(?:[\w.-]{0,62}\w)?>?")),
    ("[handle]", re.compile(r"(?<![\w.])[\w.]{2,32}#\d{4}\b")),
    ("[address]", re.compile(r"(?i)(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}(?::?[0-9a-f]{1,4}){1,4}(?![\w:])")),
    ("[address]", re.compile(r"(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w.])")),
    (
        "[address]",
        re.compile(
            r"\b\d{1,5}[a-z]?,? (?:[A-Z\u00c0-\u00de][\w'-]{1,30} ){1,3}"
            r"(?i:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|square|court|way)\b"
            r"|(?i:\b\d{1,5}[a-z]?,? [a-z'-]{2,30} (?:street|avenue|boulevard)\b)"
        ),
    ),
    ("[address]", re.compile(r"(?i)\b\d{1,4}[a-z]?,? (?:rue|boulevard|avenue)(?: (?:de|du|des|la))* [\w'’-]{2,30}")),
    ("[address]", re.compile(r"(?i)(?:stra(?:ß|ss)e|gasse|allee|weg|platz) \d{1,4}[a-z]?\b")),
    ("[id]", re.compile(r"(?i)\b[0-9a-f]{24}\b")),
    ("[id]", re.compile(r"(?i)\b(?=\d*[a-z])(?=(?:[a-z]*\d){3})[a-z\d]{10,64}\b")),
    (
        "[phone]",
        re.compile(
            r"(?<![\w$€£.,])(?!\d{1,4}\.\d{2} ?[/-] ?\d{1,4}\.\d{2}\b)"
            r"\+?(?:\d{1,4}[ ./-]{1,2})?(?:\(\d{1,5}\)[ ./-]?)?\d{1,5}(?:[ ./-]{1,2}\d{2,5}){2,5}\b"
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
_ELSEWHERE: Final = re.compile(
    r"(?i)(?<!\w)(ich hei(?:ß|ss)e|mein name ist|man nennt mich|je m[’']appelle|mon nom est|me llamo|mi nombre es"
    r"|mi chiamo|il mio nome è|me chamo|meu nome é|mijn naam is|ik heet|jag heter|jeg heter|mit navn er"
    r"|nazywam się|mam na imię|jmenuji se|меня зовут|моё имя|мое имя|мене звати|benim adım|adım|اسمي|انا اسمي)"
    r"\s{1,3}(?:[^\W\d_][\w'’-]{0,30})(?: (?-i:[A-Z\u00c0-\u00de\u0410-\u042f])[\w'’-]{1,30}){0,2}"
)
_INTRODUCED: Final = re.compile(
    r"(?<!\w)((?i:ich bin(?: der| die)?|je suis|soy|yo soy|sono|eu sou|ik ben|jag är|jestem)) "
    r"(?:[A-Z\u00c0-\u00de][a-z\u00df-\u00ff][\w'-]{0,30})(?: [A-Z\u00c0-\u00de][a-z\u00df-\u00ff][\w'-]{0,30}){0,2}"
)
_UNSPACED: Final = re.compile(r"(我叫|我的名字[是叫]|我姓|私の名前は|내 이름은|제 이름은) ?\w{1,6}")
"""The same in other languages: behind the first ones any word is a name, behind the second ones one with a capital."""
_REACHED: Final = re.compile(
    r"(?i)\b(insta(?:gram)?|telegram|discord|snap(?:chat)?|whats ?app|tiktok|twitter|we ?chat|skype|reddit|facebook"
    r"|linkedin|signal|user ?name|nick(?:name)?|handle|name)"
    r"( ?[:=] ?| (?:is|ist|est|es|id|name|user) (?=\w{0,30}[\d_.]\w))([\w.+-]{2,64})"
)
"""A service or such a word, and the name that somebody has there."""
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
        for pattern in (_ELSEWHERE, _INTRODUCED, _UNSPACED):
            text = pattern.sub(r"\1 [name]", text)
        text = _REACHED.sub(r"\1\2[handle]", text)
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
