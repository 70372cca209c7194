"""The tagged protocol: a text falls into tags with what stands in their braces, and free text between them
(two-player-games.md 2.2 to 2.5).

    STRATEGIC REASONING: {'hidden'}  ARGUMENT: {'words'}  PROPOSAL: {'A08', 'B95'}  REFUSE: {…}  AGREE: {…}

A tag that is quoted inside reasoning or an argument is part of that and never a move. Where braces do not pair,
reasoning and arguments reach as far as they can, to the next line that begins with a tag: rather too much is hidden
than a quoted tag executed.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, Literal

from msgspec import Struct

Tag = Literal["", "reasoning", "argument", "proposal", "refuse", "agree"]
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
    r"\s*(?:(?:set|frozenset)\(\s*(?:\[(?P<list>[^\[\]{}()]*)\])?\s*\)|\{(?P<set>[^{}]*)\}"
    r"|\[(?P<brackets>[^\[\]{}()]*)\]|\((?P<tuple>[^\[\]{}()]*)\))",
    re.IGNORECASE,
)
_BRACKETS = str.maketrans("{}", "()")
_CLOSES: Final = {"{": "}", "[": "]", "(": ")"}
_TAGS: Final[dict[str, Tag]] = {
    "STRATEGIC REASONING": "reasoning",
    "STRATEGIC_REASONING": "reasoning",
    "ARGUMENT": "argument",
    "PROPOSAL": "proposal",
    "REFUSE": "refuse",
    "AGREE": "agree",
}


MOST_PARTS: Final = 60
"""A text is not looked at beyond this."""


class Part(Struct, frozen=True):
    """A tag with its body, or free text (tag ""). `braces` says what held a set together; `closed`: whether anything
    that was opened was closed as well.
    """

    tag: Tag
    body: str
    braces: Braces = ""
    closed: bool = True


def parts(text: str) -> list[Part]:
    """A canonical text in its parts, in order; free text only where there is some besides punctuation."""
    found: list[Part] = []
    at = 0
    while len(found) < MOST_PARTS and (head := _HEAD.search(text, at)):
        _free(found, text[at : head.start()])
        tag = _TAGS[(head["tag"] or head["any"] or head["line"] or head["alone"]).upper()]
        part, at = _spoken(tag, text, head.end()) if tag in ("reasoning", "argument") else _set(tag, text, head.end())
        found.append(part)
    _free(found, text[at:])
    return found


def _free(found: list[Part], text: str) -> None:
    if text.strip(" \t\n.,;:!-[](){}'\""):
        found.append(Part("", text.strip()))


def _spoken(tag: Tag, text: str, start: int) -> tuple[Part, int]:
    """Reasoning or an argument, and where it ends."""
    while start < len(text) and text[start].isspace():
        start += 1
    following = _LINE_HEAD.search(text, start)
    end = following.start() if following else len(text)
    if not text.startswith("{", start):
        return Part(tag, text[start:end].strip()), end
    close = _closing(tag, text, start, end)
    if close < 0 and following is not None:
        # Perhaps a line inside the braces begins with a quoted tag.
        close = _closing(tag, text, start, len(text))
    if close < 0:
        return Part(tag, _bare(text[start + 1 : end]), closed=following is not None), end
    return Part(tag, _bare(text[start + 1 : close])), close + 1


def _closing(tag: Tag, text: str, start: int, end: int) -> int:
    """The brace that closes the one at `start`; -1 if there is none.

    The depth is back at 0 there, no later brace closes more than was opened, and a quotation mark stands before it if
    one stands behind the opening brace. Behind reasoning nothing may follow on the line but a tag.
    """
    steps = [1 if char == "{" else -1 if char == "}" else 0 for char in text[start:end]]
    depths = list(accumulate(steps))
    lowest = list(accumulate(reversed(depths), min))
    lowest.reverse()
    opening = text[start + 1 : end].lstrip()[:1]
    quote = opening if opening in ("'", '"') else ""
    for at, (step, depth) in enumerate(zip(steps, depths, strict=True)):
        if step >= 0 or depth > 0 or lowest[at] < depth:
            continue
        if quote and not (at > 2 and text[start + at - 2 : start + at].rstrip().endswith(quote)):
            continue
        after = _ENDS.match(text, start + at + 1, end)
        assert after is not None
        if tag == "argument" or after["end"] is not None or _HEAD.match(text, after.end()):
            return start + at
    return -1


def _bare(body: str) -> str:
    """What stands in braces, without the quotes round it."""
    body = body.strip()
    for quote in "'\"":
        if len(body) > 1 and body[0] == body[-1] == quote:
            return body[1:-1].strip()
    return body


def _set(tag: Tag, text: str, start: int) -> tuple[Part, int]:
    """A set behind its tag, and where it ends: in braces, or bare to the end of the line or the next tag."""
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
    head = _HEAD.search(text, start)
    line = text.find("\n", start)
    end = min(head.start() if head else len(text), line if line >= 0 else len(text))
    return Part(tag, text[start:end].strip()), end


def written(proposed: Iterable[Sequence[str]], refused: Iterable[Sequence[str]], agreed: Sequence[str] | None) -> str:
    """Moves as the published protocol has them, a line each."""
    lines = [f"PROPOSAL: {literal(names)}" for names in proposed]
    lines += [f"REFUSE: {literal(names)}" for names in refused]
    lines += [f"AGREE: {literal(agreed)}"] if agreed is not None else []
    return "\n".join(lines)


def literal(names: Sequence[str]) -> str:
    """A set of names as Python writes it: `{'A08', 'B95'}`."""
    return "{" + ", ".join(f"'{name}'" for name in names) + "}" if names else "set()"


def reasoning(words: str) -> str:
    """Words as reasoning, which stays hidden."""
    return "STRATEGIC REASONING: {'" + words.translate(_BRACKETS) + "'}"


def argument(words: str) -> str:
    """Words as an argument; braces, which would end it, become brackets."""
    return "ARGUMENT: {'" + words.translate(_BRACKETS) + "'}"
