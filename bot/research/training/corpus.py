"""Dialogues to learn words from: one's own kind, or those of a folder in the format of the end-to-end-negotiator data.

A folder holds `train.txt` and `val.txt`, one dialogue a line as one player saw it (`bot.research.evaluate`).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct

from bot.players.trained.network import Array, Unplayable, features
from bot.players.trained.words import EOS, PAD, SELECT, THEM, YOU, Vocabulary
from bot.research.evaluate import YOU as SELF
from bot.research.evaluate import BadDialogue, dialogues
from bot.research.training.gradients import Batch
from bot.runtime.documents import Unreadable, text_of
from games.dealornodeal.domain.contexts import Context

TRAIN, VALID = "train.txt", "val.txt"
NOTHING: Final = np.zeros((), np.float32)


class BadCorpus(ValueError):
    """Error: a folder without usable dialogues; the text says what is wrong."""


class Dialogue(Struct, frozen=True):
    """A dialogue as one side saw it: its pool and values, and the words said, the side's own marked True. `taken`: it
    ends with an offer that was then taken without words.
    """

    pool: tuple[int, ...]
    values: tuple[int, ...]
    turns: tuple[tuple[bool, str], ...]
    taken: bool = True


class Corpus(Struct, frozen=True):
    """Dialogues to learn from and others to measure by, with their contexts: those to play on, and those held out."""

    train: tuple[Dialogue, ...]
    valid: tuple[Dialogue, ...]
    contexts: tuple[Context, ...]
    held_out: tuple[Context, ...]

    def texts(self) -> Iterator[str]:
        """Yield the words that are learned from, once for each dialogue line."""
        return (text for dialogue in self.train for _, text in dialogue.turns)


def loaded(folder: Path) -> Corpus:
    """Return the dialogues of a folder. Raises `BadCorpus`."""
    parts = []
    for name in (TRAIN, VALID):
        try:
            parts.append(tuple(_lines(text_of(folder / name))))
        except Unreadable as problem:
            raise BadCorpus(f"{folder / name} {problem}.") from None
        except (BadDialogue, Unplayable, ValueError) as problem:
            raise BadCorpus(f"{folder / name}: {problem}") from None
        if not parts[-1]:
            raise BadCorpus(f"{folder / name} holds no dialogue.")
    train, valid = parts
    played, held = (tuple(dict.fromkeys(context for _, context in part)) for part in parts)
    return Corpus(tuple(said for said, _ in train), tuple(said for said, _ in valid), played, held)


def _lines(text: str) -> Iterator[tuple[Dialogue, Context]]:
    lines = (line for line in text.split("\n") if line.strip())
    for line, found in zip(lines, dialogues(text), strict=True):
        mine = _numbers(line, "input")[1::2]
        yours = _numbers(line, "partner_input")[1::2]
        turns = tuple((who == SELF, words) for who, words in found.turns)
        features(found.pool, mine)
        yield Dialogue(found.pool, mine, turns, found.deal is not None), Context(found.pool, (mine, yours))


def _numbers(line: str, part: str) -> tuple[int, ...]:
    _, _, rest = line.partition(f"<{part}>")
    return tuple(map(int, rest.partition(f"</{part}>")[0].split()))


def sequence(dialogue: Dialogue, known: Vocabulary) -> list[int]:
    """Return a dialogue as one row of tokens."""
    made: list[int] = []
    for own, text in dialogue.turns:
        made += [YOU if own else THEM, *known.numbered(text), EOS]
    if dialogue.taken and dialogue.turns:
        made += [THEM if dialogue.turns[-1][0] else YOU, SELECT]
    return made


def batch(rows: Sequence[list[int]], known: Sequence[Array]) -> Batch:
    """Return rows of tokens as a batch. All next words have the same weight; the weights sum to one."""
    length = max(map(len, rows))
    words = np.full((length, len(rows)), PAD)
    for at, row in enumerate(rows):
        words[: len(row), at] = row
    weights = (words[1:] != PAD).astype(np.float32)
    return Batch(np.stack(known), words, weights / max(1.0, float(weights.sum())), NOTHING)


class Prepared:
    """Dialogues as tokens, ready to be put into batches."""

    def __init__(self, dialogues: Sequence[Dialogue], known: Vocabulary) -> None:
        self.rows = [sequence(one, known) for one in dialogues]
        self.known = [features(one.pool, one.values) for one in dialogues]

    def batch(self, numbers: Sequence[int]) -> Batch:
        return batch([self.rows[n] for n in numbers], [self.known[n] for n in numbers])

    def shuffled(self, size: int, seed: tuple[int, ...]) -> list[list[int]]:
        """Return the numbers of all dialogues in batches of like length, in an order that follows from a seed."""
        chance = np.random.default_rng(seed)
        mixed = chance.permutation(len(self.rows))
        near = mixed[np.argsort([len(self.rows[n]) // 8 for n in mixed], kind="stable")]
        batches = [[int(n) for n in near[at : at + size]] for at in range(0, len(near), size)]
        return [batches[k] for k in chance.permutation(len(batches))]
