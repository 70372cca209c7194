import numpy as np

from bot.players.trained.network import FEATURES, Shape, fresh
from bot.research.training.gradients import Adam, Batch, clipped, descend, log_loss, loss

SHAPE = Shape(words=7, embedding=4, context=3, hidden=5)


def made(seed: int) -> Batch:
    chance = np.random.default_rng(seed)
    return Batch(
        chance.random((2, FEATURES)).astype(np.float32),
        chance.integers(0, 7, (6, 2)),
        chance.standard_normal((5, 2)).astype(np.float32),
        chance.standard_normal((5, 2, 7)).astype(np.float32),
        heat=0.7,
    )


def test_the_gradient_is_that_of_small_differences() -> None:
    net = {name: 5 * part.astype(np.float64) for name, part in fresh(SHAPE, 3).items()}
    batch, off = made(0), 1e-3
    gradient = loss(net, batch).gradient
    chance = np.random.default_rng(1)
    for name, part in net.items():
        for _ in range(4):
            at = tuple(chance.integers(0, size) for size in part.shape)
            kept = part[at]
            part[at] = kept + off
            above = log_loss(net, batch)
            part[at] = kept - off
            below = log_loss(net, batch)
            part[at] = kept
            assert abs((above - below) / (2 * off) - gradient[name][at]) < 1e-3, (name, at)


def test_steps_against_the_gradient_lower_the_loss() -> None:
    batch = made(2)
    batch = Batch(batch.known, batch.words, np.abs(batch.weights), batch.bars)
    plain, adam = fresh(SHAPE, 1), fresh(SHAPE, 1)
    before, steps = log_loss(plain, batch), Adam(adam)
    for _ in range(20):
        descend(plain, clipped(loss(plain, batch).gradient, 1.0), 0.1)
        steps.descend(adam, loss(adam, batch).gradient, 0.02)
    assert log_loss(plain, batch) < before
    assert log_loss(adam, batch) < before


def test_a_long_gradient_is_cut_to_length() -> None:
    cut = clipped({"a": np.full(4, 3.0, np.float32)}, 2.0)
    assert np.isclose(np.sqrt((cut["a"] ** 2).sum()), 2.0)
