"""The network: a recurrent language model of both sides' words, told what lies on the table and what it is worth.

One gated recurrent unit (Cho et al. 2014) reads and writes, as in Lewis et al. (2017): its input at each step is the
embedding of a word beside an encoding of the context, and its output is compared with the same embeddings. Arrays are
float32; B counts dialogues, T steps, V words, E, C and H are the sizes of embeddings, context and state.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
Parameters = dict[str, Array]

COUNTS, VALUES, ITEMS = 5, 11, 3
"""Numbers that a count of an item, and the worth of one or of all of them, can take; kinds of items."""
FEATURES: Final = ITEMS * (COUNTS + 2 * VALUES)
SPREAD: Final = 0.1
"""Parameters are drawn between plus and minus this."""


class Shape(Struct, frozen=True):
    """Sizes of a network: words, embeddings, context and state."""

    words: int
    embedding: int = 64
    context: int = 32
    hidden: int = 128


class Unplayable(ValueError):
    """Error: a pool or values that no network here was made for."""


def fresh(shape: Shape, seed: int) -> Parameters:
    """Return the parameters of a network that has learned nothing."""
    draw = np.random.default_rng(seed)
    v, e, c, h = shape.words, shape.embedding, shape.context, shape.hidden
    sizes = {
        "words": (v, e),  # embeddings, at the input and at the output
        "known": (FEATURES, c),
        "known_bias": (c,),
        "input": (e, 3 * h),  # reset gate, update gate, candidate, side by side
        "context": (c, 3 * h),
        "state": (h, 3 * h),
        "bias": (3 * h,),
        "output": (h, e),
        "output_bias": (v,),
    }
    return {name: draw.uniform(-SPREAD, SPREAD, size).astype(np.float32) for name, size in sizes.items()}


def features(pool: tuple[int, ...], values: tuple[int, ...]) -> Array:
    """Return a context as FEATURES zeros and ones. Raises `Unplayable`."""
    if len(pool) != ITEMS or len(values) != ITEMS:
        raise Unplayable("it has other items")
    made = np.zeros((ITEMS, COUNTS + 2 * VALUES), np.float32)
    for k, (count, value) in enumerate(zip(pool, values, strict=True)):
        if not (0 <= count < COUNTS and 0 <= value < VALUES and count * value < VALUES):
            raise Unplayable("it has other counts or values")
        made[k, [count, COUNTS + value, COUNTS + VALUES + count * value]] = 1
    return made.reshape(-1)


def encoded(net: Mapping[str, Array], known: Array) -> Array:
    """Return the part of the gates' input that follows from contexts: B × FEATURES to B × 3H."""
    told = np.tanh(known @ net["known"] + net["known_bias"])
    made: Array = told @ net["context"] + net["bias"]
    return made


def step(net: Mapping[str, Array], state: Array, given: Array) -> Array:
    """Return the state after one word. `given` is the gates' whole input, B × 3H."""
    hidden = state.shape[1]
    from_state = state @ net["state"]
    gates = sigmoid(given[:, : 2 * hidden] + from_state[:, : 2 * hidden])
    reset, update = gates[:, :hidden], gates[:, hidden:]
    candidate = np.tanh(given[:, 2 * hidden :] + reset * from_state[:, 2 * hidden :])
    made: Array = candidate + update * (state - candidate)
    return made


def heard(net: Mapping[str, Array], words: NDArray[np.int64]) -> Array:
    """Return the part of the gates' input that follows from words."""
    made: Array = net["words"][words] @ net["input"]
    return made


def scores(net: Mapping[str, Array], state: Array) -> Array:
    """Return a score for each word to come next: … × H to … × V."""
    made: Array = (state @ net["output"]) @ net["words"].T + net["output_bias"]
    return made


def chances(scored: Array) -> Array:
    """Return probabilities from scores, along the last axis."""
    raised = np.exp(scored - scored.max(-1, keepdims=True))
    made: Array = raised / raised.sum(-1, keepdims=True)
    return made


def sigmoid(x: Array) -> Array:
    made: Array = np.float32(0.5) * (np.tanh(np.float32(0.5) * x) + np.float32(1))
    return made
