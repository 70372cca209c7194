"""The supervised model: what people, or our own players, say next in a dialogue that they negotiate."""

from collections.abc import Mapping
from math import exp
from typing import Final

from bot.players.trained.network import Array, Parameters
from bot.research.training.corpus import Prepared
from bot.research.training.gradients import Adam, clipped, log_loss, loss

SIZE: Final = 16
"""Dialogues of a batch."""
RATE: Final = 0.004
MOST_LENGTH: Final = 1.0
"""Longest gradient."""


def epoch(net: Parameters, steps: Adam, data: Prepared, number: int, of: int, seed: int) -> None:
    """Learn all dialogues once, as one epoch of a series over which the rate of learning falls to a tenth."""
    batches = data.shuffled(SIZE, (seed, number))
    for at, numbers in enumerate(batches):
        done = (number + at / len(batches)) / max(1, of)
        gradient = loss(net, data.batch(numbers)).gradient
        steps.descend(net, clipped(gradient, MOST_LENGTH), RATE * (1 - 0.9 * done))


def perplexity(net: Mapping[str, Array], data: Prepared, most: int = 1_000) -> float:
    """Return e to the mean loss a word, over the first dialogues."""
    total, words = 0.0, 0
    order = sorted(range(min(most, len(data.rows))), key=lambda n: len(data.rows[n]))
    for at in range(0, len(order), 4 * SIZE):
        batch = data.batch(order[at : at + 4 * SIZE])
        counted = int((batch.weights > 0).sum())
        total += log_loss(net, batch) * counted
        words += counted
    return exp(total / max(1, words))
