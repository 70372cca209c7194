"""Patterns of phrases: `(a|b)` is a choice, and an empty choice (`(|it)`) may be left out."""

import re
from collections.abc import Iterator
from typing import Final

_PARTS: Final = re.compile(r"[(|)]|[^(|)]+")


def expanded(line: str) -> Iterator[str]:
    """Yield every phrase that a pattern stands for."""
    return (" ".join(text.split()) for text in _choices(iter(_PARTS.findall(line))))


def _choices(parts: Iterator[str]) -> list[str]:
    """Return the texts that a pattern stands for, up to its end or to the bracket that closes it."""
    done, texts = list[str](), [""]
    for part in parts:
        if part == ")":
            break
        if part == "|":
            done, texts = done + texts, [""]
        else:
            behind = _choices(parts) if part == "(" else [part]
            texts = [text + more for text in texts for more in behind]
    return done + texts
