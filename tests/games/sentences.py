"""Vocabularies: the sentences that a player may say, each with what must be true of the game in which it is said.

A check looks at the whole game: at what came before the sentence for what it says of the past, at what follows for what
it says of the future.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

Scene = TypeVar("Scene")
_FIELD = re.compile(r"\\{(\w+)\\}")


class Found(NamedTuple, Generic[Scene]):
    """A template that a sentence may stem from, the filled-in parts, and the check of the template."""

    template: str
    parts: Mapping[str, str]
    check: Callable[[Scene, Mapping[str, str]], bool]


class Vocabulary(Generic[Scene]):
    """Templates by what makes them true. `said` counts those that were found true."""

    def __init__(self, *facts: tuple[Callable[[Scene, Mapping[str, str]], bool], tuple[str, ...]]) -> None:
        self._rows = [
            (re.compile(_FIELD.sub(r"(?P<\1>.+?)", re.escape(template)), re.IGNORECASE), template, check)
            for check, templates in facts
            for template in templates
        ]
        self.said: Counter[str] = Counter()

    def found(self, words: str) -> Iterator[Found[Scene]]:
        """Yield the templates that may have made this sentence."""
        for pattern, template, check in self._rows:
            if match := pattern.fullmatch(words):
                yield Found(template, match.groupdict(), check)

    def true(self, words: str, scene: Scene) -> bool:
        """Return whether a sentence is one of the vocabulary, and true in this scene."""
        for one in self.found(words):
            if one.check(scene, one.parts):
                self.said[one.template] += 1
                return True
        return False

    @property
    def unsaid(self) -> set[str]:
        """Return the templates that nobody has said."""
        return {template for _, template, _ in self._rows} - set(self.said)
