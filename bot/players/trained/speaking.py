"""Sides of dialogues: networks that listen and speak, several dialogues at a time."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.players.trained.network import Array, chances, encoded, heard, scores, step
from bot.players.trained.words import EOS, PAD, SELECT, THEM, UNK, YOU

LONGEST: Final = 24
"""Words of one utterance; a longer one is cut off."""
OPENING, ANSWERING, FOLLOWING = range(3)
"""Places of a word: the first of an utterance with nothing to take, the first with an offer to take, and any other."""
_NEVER: Final = np.float32(-1e9)


def barred(words: int) -> Array:
    """Return the additions to scores at each kind of place, 3 × V: 0, or so much that a word is never said."""
    made = np.zeros((3, words), np.float32)
    made[:, [PAD, UNK, YOU, THEM]] = _NEVER
    made[[OPENING, ANSWERING], EOS] = _NEVER
    made[[OPENING, FOLLOWING], SELECT] = _NEVER
    return made


class Side:
    """One side of B dialogues. `known` are its contexts, B × FEATURES; `state` is all that it remembers."""

    def __init__(self, net: Mapping[str, Array], known: Array) -> None:
        self.net, self.bars = net, barred(len(net["words"]))
        self.context = encoded(net, known)
        self.state = np.zeros((len(known), len(net["state"])), np.float32)

    def listen(self, at: NDArray[np.int64], said: Sequence[Sequence[int]], own: bool = False) -> None:
        """Hear an utterance in each of the dialogues `at`, of the other side or of one's own; `said` are words without
        special ones.
        """
        whole = [[YOU if own else THEM, *words, EOS] for words in said]
        for k in range(max(map(len, whole))):
            going = np.array([n for n, words in enumerate(whole) if k < len(words)])
            self._hear(at[going], np.array([whole[n][k] for n in going]))

    def speak(
        self, at: NDArray[np.int64], takes: NDArray[np.bool_], heat: float, chance: np.random.Generator
    ) -> list[list[int]]:
        """Say something in each of the dialogues `at`: its words, `[SELECT]`, or, if it is cut off, words without an
        `EOS` at the end.

        `takes`: whether there is an offer to take. `heat` is the temperature of the choice of words.
        """
        said: list[list[int]] = [[] for _ in at]
        going = np.arange(len(at))
        last = np.full(len(at), YOU)
        places = np.where(takes, ANSWERING, OPENING)
        for _ in range(LONGEST):
            self._hear(at[going], last)
            scored = (scores(self.net, self.state[at[going]]) + self.bars[places]) / np.float32(heat)
            last = _drawn(chances(scored), chance.random(len(going), np.float32))
            for n, word in zip(going, last, strict=True):
                said[n].append(int(word))
            stays = (last != EOS) & (last != SELECT)
            if not stays.all():
                self._hear(at[going[~stays]], np.full(int((~stays).sum()), EOS))
                going, last = going[stays], last[stays]
            if not len(going):
                break
            places = np.full(len(going), FOLLOWING)
        if len(going):
            self._hear(at[going], last)
            self._hear(at[going], np.full(len(going), EOS))
        return said

    def _hear(self, at: NDArray[np.int64], words: NDArray[np.int64]) -> None:
        self.state[at] = step(self.net, self.state[at], self.context[at] + heard(self.net, words))


def _drawn(likely: Array, chance: Array) -> NDArray[np.int64]:
    """Return a word for each row of probabilities, by a number from 0 to 1."""
    summed = likely.cumsum(-1)
    found: NDArray[np.int64] = (summed < (chance * summed[:, -1])[:, None]).sum(-1)
    made: NDArray[np.int64] = np.minimum(found, likely.shape[1] - 1)
    return made
