"""Gradients of the network, by backpropagation through time written out (Werbos 1990), and the steps that follow them.

Shapes are those of `bot.players.trained.network`; a batch is padded to T steps of B dialogues.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bot.players.trained.network import Array, Parameters, chances, sigmoid

TINY: Final = np.float32(1e-8)


class Batch(Struct, frozen=True):
    """Words that a network is to have said.

    - `known`: contexts, B × FEATURES.
    - `words`: T + 1 × B; each step hears one and is asked for the next.
    - `weights`: T × B, how much each next word counts; 0 where it does not.
    - `bars`: added to the scores, T × B × V or broadcast to it; `heat`: the temperature of the choice.
    """

    known: Array
    words: NDArray[np.int64]
    weights: Array
    bars: Array
    heat: float = 1.0


class Loss(Struct, frozen=True):
    """The weighted negative log-likelihood of the next words, and its gradient."""

    total: float
    gradient: Parameters


def log_loss(net: Mapping[str, Array], batch: Batch) -> float:
    """Return the weighted negative log-likelihood of the next words."""
    _, _, likely, _ = _forward(net, batch)
    return _total(likely, batch)


def loss(net: Mapping[str, Array], batch: Batch) -> Loss:
    """Return the loss of a batch and its gradient."""
    told, steps, likely, said = _forward(net, batch)
    heat = np.float32(batch.heat)
    off = likely * batch.weights[..., None]
    times, rows = np.indices(batch.weights.shape)
    off[times, rows, batch.words[1:]] -= batch.weights
    off /= heat
    states = steps.states[1:]
    flat = off.reshape(-1, off.shape[-1])
    d_said = flat @ net["words"]
    made: Parameters = {
        "output_bias": flat.sum(0),
        "words": flat.T @ said.reshape(len(flat), -1),
        "output": states.reshape(len(flat), -1).T @ d_said,
    }
    d_given, d_from = _backward(net, steps, (d_said @ net["output"].T).reshape(states.shape))
    given = d_given.reshape(len(flat), -1)
    before = steps.states[:-1].reshape(len(flat), -1)
    heard = batch.words[:-1].reshape(-1)
    made["state"] = before.T @ d_from.reshape(len(flat), -1)
    made["input"] = net["words"][heard].T @ given
    np.add.at(made["words"], heard, given @ net["input"].T)
    summed = d_given.sum(0)
    made["bias"] = summed.sum(0)
    made["context"] = told.T @ summed
    d_told = (summed @ net["context"].T) * (1 - told * told)
    made["known_bias"] = d_told.sum(0)
    made["known"] = batch.known.T @ d_told
    return Loss(_total(likely, batch), made)


class _Steps(Struct):
    """Values that the steps left behind: states (T + 1 × B × H), gates, candidates, and what states gave to them."""

    states: Array
    gates: Array
    candidates: Array
    from_state: Array


def _forward(net: Mapping[str, Array], batch: Batch) -> tuple[Array, _Steps, Array, Array]:
    """Return the encoded contexts, the steps, the probabilities of the next words, and the outputs."""
    told = np.tanh(batch.known @ net["known"] + net["known_bias"])
    heard = batch.words[:-1]
    length, rows = heard.shape
    hidden = len(net["state"])
    given = (net["words"][heard].reshape(length * rows, -1) @ net["input"]).reshape(length, rows, -1)
    given += told @ net["context"] + net["bias"]
    steps = _Steps(
        np.zeros((length + 1, rows, hidden), np.float32),
        np.empty((length, rows, 2 * hidden), np.float32),
        np.empty((length, rows, hidden), np.float32),
        np.empty((length, rows, hidden), np.float32),
    )
    state = steps.states[0]
    for t in range(length):
        made = state @ net["state"]
        gates = steps.gates[t] = sigmoid(given[t, :, : 2 * hidden] + made[:, : 2 * hidden])
        steps.from_state[t] = made[:, 2 * hidden :]
        candidate = steps.candidates[t] = np.tanh(given[t, :, 2 * hidden :] + gates[:, :hidden] * steps.from_state[t])
        state = steps.states[t + 1] = candidate + gates[:, hidden:] * (state - candidate)
    said = steps.states[1:].reshape(length * rows, -1) @ net["output"]
    scored = (said @ net["words"].T + net["output_bias"]).reshape(length, rows, -1)
    return told, steps, chances((scored + batch.bars) / np.float32(batch.heat)), said


def _backward(net: Mapping[str, Array], steps: _Steps, d_states: Array) -> tuple[Array, Array]:
    """Return the gradients of the gates' input and of the state's part in it, T × B × 3H, from those of the states."""
    length, rows, hidden = d_states.shape
    d_given = np.empty((length, rows, 3 * hidden), np.float32)
    d_from = np.empty_like(d_given)
    back = net["state"].T
    d_next = np.zeros((rows, hidden), np.float32)
    for t in range(length - 1, -1, -1):
        d_state = d_states[t] + d_next
        reset, update = steps.gates[t, :, :hidden], steps.gates[t, :, hidden:]
        candidate, before = steps.candidates[t], steps.states[t]
        d_candidate = d_state * (1 - update) * (1 - candidate * candidate)
        d_update = d_state * (before - candidate) * update * (1 - update)
        d_reset = d_candidate * steps.from_state[t] * reset * (1 - reset)
        d_given[t, :, :hidden], d_given[t, :, hidden : 2 * hidden] = d_reset, d_update
        d_given[t, :, 2 * hidden :] = d_candidate
        d_from[t, :, : 2 * hidden] = d_given[t, :, : 2 * hidden]
        d_from[t, :, 2 * hidden :] = d_candidate * reset
        d_next = d_state * update + d_from[t] @ back
    return d_given, d_from


def _total(likely: Array, batch: Batch) -> float:
    times, rows = np.indices(batch.weights.shape)
    picked = likely[times, rows, batch.words[1:]]
    return float(-(np.log(picked + TINY) * batch.weights).sum(dtype=np.float64))


def clipped(gradient: Parameters, most: float) -> Parameters:
    """Return a gradient no longer than `most`."""
    length = float(np.sqrt(sum(float((part * part).sum()) for part in gradient.values())))
    if length <= most:
        return gradient
    return {name: part * np.float32(most / length) for name, part in gradient.items()}


def descend(net: Parameters, gradient: Parameters, rate: float) -> None:
    """Take a step against a gradient."""
    for name, part in gradient.items():
        net[name] -= np.float32(rate) * part


class Adam:
    """Steps whose length follows from the last gradients (Kingma and Ba 2015). `kept` is all that it remembers."""

    def __init__(self, net: Parameters, kept: Mapping[str, Array] | None = None, steps: int = 0) -> None:
        self.steps = steps
        self.kept: Parameters = dict(kept or {f"{m} {name}": np.zeros_like(net[name]) for name in net for m in "mv"})

    def descend(self, net: Parameters, gradient: Parameters, rate: float) -> None:
        self.steps += 1
        first, second = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for name, part in gradient.items():
            mean, spread = self.kept[f"m {name}"], self.kept[f"v {name}"]
            mean += np.float32(0.1) * (part - mean)
            spread += np.float32(0.001) * (part * part - spread)
            net[name] -= np.float32(rate / first) * mean / (np.sqrt(spread / np.float32(second)) + TINY)
