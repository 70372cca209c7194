"""The tagged protocol of Air Balloon Survival: a text falls into tags with the content of their braces, and free text
between them.

    STRATEGIC REASONING: {'hidden'}  ARGUMENT: {'words'}  PROPOSAL: {'A08', 'B95'}  REFUSE: {…}  AGREE: {…}

A tag that is quoted inside reasoning or an argument belongs to that text and is never a move. If braces do not pair,
reasoning and arguments reach as far as they can, to the next line that begins with a tag. It is better to hide too much
than to execute a quoted tag.
"""

import re
import sys
from bisect import bisect_right
from typing import Final, Literal

from msgspec import Struct

Tag = Literal["", "reasoning", "argument", "proposal", "refuse", "agree"]
SETS: Final[tuple[Tag, ...]] = ("proposal", "refuse", "agree")
"""Tags that are followed by a set."""
Braces = Literal["", "{", "[", "("]

_WORDS = r"(?P<tag>STRATEGIC[ _]REASONING|ARGUMENT|PROPOSAL|REFUSE|AGREE)"
_ANY = r"(?i:STRATEGIC[ _]REASONING|ARGUMENT|PROPOSAL|REFUSE|AGREE)"
_OPEN = r"(?:[\[{(]|(?i:set|frozenset)\()"
_HEAD = re.compile(
    rf"(?<!\w)(?:{_WORDS}[ \t]*(?::|(?=[\[{{]))|(?P<any>{_ANY})[ \t]*:(?=\s*{_OPEN})"
    rf"|(?:^|(?<=\n))[ \t]*(?:(?:[-•][ \t]*)?(?P<line>{_ANY})[ \t]*(?::|(?={_OPEN}))"
    r"|(?P<alone>AGREE|REFUSE)(?=[ \t.!]*(?:\n|$))))"
)
_LINE_HEAD = re.compile(rf"\n[ \t]*(?:[-•][ \t]*)?{_ANY}[ \t]*(?::|(?=[\[{{]))")
_ENDS = re.compile(r"[ \t]*(?P<end>\n|$)?")
_SET = re.compile(
    r"\s*(?:(?:set|frozenset)\(\s*(?:\[(?P<list>[^\[\]{}()]*)\]\s*)?\)|\{(?P<set>[^{}]*)\}"
    r"|\[(?P<brackets>[^\[\]{}()]*)\]|\((?P<tuple>[^\[\]{}()]*)\))",
    re.IGNORECASE,
)
_BRACE = re.compile(r"[{}]")
_CLOSES: Final = {"{": "}", "[": "]", "(": ")"}
_TAGS: Final[dict[str, Tag]] = {
    "STRATEGIC REASONING": "reasoning",
    "STRATEGIC_REASONING": "reasoning",
    "ARGUMENT": "argument",
    "PROPOSAL": "proposal",
    "REFUSE": "refuse",
    "AGREE": "agree",
}


_ANY_TAG: Final = ("reasoning", "argument", "proposal", "refuse", "agree")
MOST_PARTS: Final = 60
"""Parts of a text that are examined; a text with more is refused."""


class Part(Struct, frozen=True):
    """A tag with its body, or free text (tag ""). `braces` stand round a set; `closed`: each of them is closed."""

    tag: Tag
    body: str
    braces: Braces = ""
    closed: bool = True


_UNSEARCHED: Final = sys.maxsize


class _Sought:
    """The next match of a pattern in a text, kept so that no part of the text is searched twice."""

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self._pattern, self._text = pattern, text
        self._found: re.Match[str] | None = None
        self._from = _UNSEARCHED

    def after(self, at: int) -> re.Match[str] | None:
        """Return the first match from `at` on. `at` may fall back at most to the position of the previous search."""
        if at < self._from or (self._found is not None and self._found.start() < at):
            self._found = self._pattern.search(self._text, at)
            self._from = at
        return self._found


class _Scanned:
    """A canonical text; its heads and braces are searched only once, however many tags it has."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.heads, self.line_heads = _Sought(_HEAD, text), _Sought(_LINE_HEAD, text)
        self._windows: dict[int, _Window] = {}

    def closing(self, tag: Tag, start: int, end: int) -> int:
        """Return the brace that closes the one at `start`; -1 if there is none before `end`.

        The depth is back at 0 there, and no later brace closes more than was opened. If a quotation mark stands behind
        the opening brace, one stands before the closing brace. After reasoning, the rest of the line may only hold a
        tag.
        """
        window = self._windows.get(end)
        if window is None or window.start > start:
            window = self._windows[end] = _Window(self.text, start, end)
        opening = self.text[start + 1 : end].lstrip()[:1]
        return window.closing(tag, start, opening if opening in ("'", '"') else "")


class _Window:
    """The braces between two places of a text. Windows with the same end share the work. Others do not overlap, except
    for the one that reaches to the end of the text.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self._depths: dict[int, int] = {}
        """The depth before each opening brace and behind each closing one, counted from the start of the window."""
        closing: list[int] = []
        depth = 0
        for brace in _BRACE.finditer(text, start, end):
            at = brace.start()
            if text[at] == "{":
                self._depths[at] = depth
                depth += 1
            else:
                depth -= 1
                self._depths[at] = depth
                closing.append(at)
        self._closing = _never_undercut(closing, self._depths)
        self._fit: dict[tuple[bool, str], list[int]] = {}

    def closing(self, tag: Tag, start: int, quote: str) -> int:
        """Return the brace that closes the one at `start`, or -1."""
        fit = self._fit.get((tag == "argument", quote))
        if fit is None:
            fit = self._fit[tag == "argument", quote] = [at for at in self._closing if self._fits(tag, quote, at)]
        # Depths at braces that are never undercut do not fall, so the first one decides.
        first = bisect_right(fit, start + (2 if quote else 0))
        return fit[first] if first < len(fit) and self._depths[fit[first]] <= self._depths[start] else -1

    def _fits(self, tag: Tag, quote: str, at: int) -> bool:
        if quote and not self.text[max(0, at - 2) : at].rstrip().endswith(quote):
            return False
        after = _ENDS.match(self.text, at + 1, self.end)
        assert after is not None
        return tag == "argument" or after["end"] is not None or _HEAD.match(self.text, after.end()) is not None


def _never_undercut(closing: list[int], depths: dict[int, int]) -> list[int]:
    """Return the closing braces after which the depth never falls below its value there."""
    kept: list[int] = []
    for at in reversed(closing):
        if not kept or depths[at] <= depths[kept[-1]]:
            kept.append(at)
    kept.reverse()
    return kept


def parts(text: str) -> list[Part]:
    """Return the parts of a canonical text, in order; free text counts only if it holds more than punctuation."""
    found: list[Part] = []
    if not _may_hold_tags(text):
        _free(found, text)
        return found
    scanned, at = _Scanned(text), 0
    while len(found) < MOST_PARTS and (head := scanned.heads.after(at)):
        _free(found, text[at : head.start()])
        tag = _TAGS[(head["tag"] or head["any"] or head["line"] or head["alone"]).upper()]
        take = _spoken if tag in ("reasoning", "argument") else _set
        part, at = take(tag, scanned, head.end())
        found.append(part)
    _free(found, text[at:])
    return found


def _may_hold_tags(text: str) -> bool:
    """Return False for most texts without tags."""
    # Beyond ASCII, the patterns also take `ı` and `ſ` for letters of a tag.
    plain = text.casefold()
    return not text.isascii() or any(tag in plain for tag in _ANY_TAG)


def _free(found: list[Part], text: str) -> None:
    if text.strip(" \t\n.,;:!-[](){}'\""):
        found.append(Part("", text.strip()))


def _spoken(tag: Tag, scanned: _Scanned, start: int) -> tuple[Part, int]:
    """Return reasoning or an argument, and its end."""
    text = scanned.text
    while start < len(text) and text[start].isspace():
        start += 1
    following = scanned.line_heads.after(start)
    end = following.start() if following else len(text)
    if not text.startswith("{", start):
        return Part(tag, text[start:end].strip()), end
    close = scanned.closing(tag, start, end)
    if close < 0 and following is not None:
        # A line inside the braces may begin with a quoted tag.
        close = scanned.closing(tag, start, len(text))
    if close < 0:
        return Part(tag, _bare(text[start + 1 : end]), closed=following is not None), end
    return Part(tag, _bare(text[start + 1 : close])), close + 1


def _bare(body: str) -> str:
    """Return the content of braces, without the quotes round it."""
    body = body.strip()
    for quote in "'\"":
        if len(body) > 1 and body[0] == body[-1] == quote:
            return body[1:-1].strip()
    return body


def _set(tag: Tag, scanned: _Scanned, start: int) -> tuple[Part, int]:
    """Return the set behind a tag, and its end: in braces, or bare to the end of the line or the next tag."""
    text = scanned.text
    found = _SET.match(text, start)
    if found is not None:
        inner: tuple[tuple[Braces, str | None], ...] = (
            ("{", found["set"]),
            ("[", found["brackets"]),
            ("(", found["tuple"]),
            ("{", found["list"]),
        )
        braces, body = next(((kind, body) for kind, body in inner if body is not None), ("{", ""))
        return Part(tag, body or "", braces), found.end()
    rest = text[start:].lstrip()
    if rest[:1] in ("{", "[", "("):
        return Part(tag, rest, "(", closed=_CLOSES[rest[0]] in rest), len(text)
    head = scanned.heads.after(start)
    line = text.find("\n", start)
    end = min(head.start() if head else len(text), line if line >= 0 else len(text))
    return Part(tag, text[start:end].strip()), end
