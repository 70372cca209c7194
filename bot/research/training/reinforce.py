"""Rewards: a network negotiates with a frozen partner and says more of what paid (REINFORCE, Williams 1992).

As in Lewis et al. (2017) and Chawla et al. (2023): the reward of a dialogue goes to every word of the learner,
discounted from the last word back, less the mean of all rewards so far, over their deviation; batches of the dialogues
of the supervised model in between keep the language.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bot.players.trained.network import Parameters, features
from bot.players.trained.speaking import ANSWERING, FOLLOWING, OPENING, barred
from bot.players.trained.words import EOS, THEM, YOU
from bot.research.training import corpus
from bot.research.training.gradients import Batch, clipped, descend, loss
from bot.research.training.match import Agent, Played, meet
from games.dealornodeal.domain.contexts import Context

SIDE_BY_SIDE: Final = 16
"""Dialogues of one step, each with one batch of the supervised model's."""
RATE, KEEPING_RATE = 0.2, 0.1
"""Rates of learning from rewards, and from the supervised model's dialogues. One step of 16 dialogues moves a network
less than 16 steps of one: with 0.1 for both, `selfish/S` earned 8.6 points from S where it now earns 9.7, and it gave
way to itself in every dialogue. With 0.4 its perplexity rose by a quarter.
"""
DISCOUNT: Final = 0.95
HEAT: Final = 0.5
"""Temperature of the choice of words, in training and in play."""
MOST_LENGTH: Final = 1.0
_FREE: Final = FOLLOWING + 1
"""The place of a word that is not the learner's."""

Envy = Mapping[str, tuple[float, float]]
REWARDS: Final[Envy] = {"selfish": (0.0, 0.0), "fair": (0.75, 0.75)}
"""Dislike of a gap by each kind of agent: `a` where it has less, `b` where it has more (Fehr and Schmidt 1999)."""


class Seen(Struct, frozen=True):
    """The rewards so far: their number, mean, and sum of squared deviations."""

    number: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def more(self, reward: float) -> "Seen":
        number = self.number + 1
        mean = self.mean + (reward - self.mean) / number
        return Seen(number, mean, self.squares + (reward - self.mean) * (reward - mean))

    def standard(self, reward: float) -> float:
        spread = sqrt(self.squares / self.number) if self.number else 0.0
        return (reward - self.mean) / max(spread, 0.1)


def utility(reward: str, own: int, other: int) -> float:
    """Return the worth of a deal to an agent of this kind; without a deal, every kind gets 0."""
    behind, ahead = REWARDS[reward]
    return own - behind * max(0, other - own) - ahead * max(0, own - other)


class Step(Struct, frozen=True):
    """The figures of one step: mean reward, points of the learner and its partner, deals, utterances and words."""

    reward: float
    own: float
    other: float
    deals: float
    utterances: float
    words: float


def step(
    learner: Agent,
    partner: Agent,
    reward: str,
    contexts: Sequence[Context],
    words: corpus.Prepared,
    seen: Seen,
    seed: tuple[int, ...],
) -> tuple[Seen, Step]:
    """Let a learner negotiate and change its network in place. Return the rewards seen and the figures of the step."""
    chance = np.random.default_rng(seed)
    drawn = [contexts[n] for n in chance.integers(0, len(contexts), SIDE_BY_SIDE)]
    me = int(chance.integers(2))
    agents = (learner, partner) if me == 0 else (partner, learner)
    talks = meet(agents, drawn, HEAT, (*seed, 1))
    rewards = [utility(reward, talk.points[me], talk.points[1 - me]) if talk.dealt else 0.0 for talk in talks]
    for one in rewards:
        seen = seen.more(one)
    net: Parameters = learner.net  # type: ignore[assignment]  # a learner's own network is a dict
    gradient = loss(net, lesson(talks, me, [seen.standard(one) for one in rewards], len(learner.known))).gradient
    descend(net, clipped(gradient, MOST_LENGTH), RATE)
    again = chance.integers(0, len(words.rows), SIDE_BY_SIDE)
    descend(net, clipped(loss(net, words.batch([int(n) for n in again])).gradient, MOST_LENGTH), KEEPING_RATE)
    return seen, figures(talks, me, rewards)


def lesson(talks: Sequence[Played], me: int, standard: Sequence[float], words: int) -> Batch:
    """Return dialogues as a batch in which each word of seat `me` counts by its standardised, discounted reward."""
    rows, weights, places = [], [], []
    for talk, worth in zip(talks, standard, strict=True):
        row, own, place = _row(talk, me)
        rows.append(row)
        places.append(place)
        back = np.cumsum(own[::-1])[::-1] - 1
        weights.append(np.where(own, worth * DISCOUNT ** np.maximum(back, 0), 0.0) / len(talks))
    made = corpus.batch(rows, [features(talk.context.pool, talk.context.values[me]) for talk in talks])
    told, kinds = np.zeros_like(made.weights), np.full(made.weights.shape, _FREE)
    for at, (weight, place) in enumerate(zip(weights, places, strict=True)):
        told[: len(weight) - 1, at], kinds[: len(place) - 1, at] = weight[1:], place[1:]
    bars = np.concatenate([barred(words), np.zeros((1, words), np.float32)])[kinds]
    return replace(made, weights=told, bars=bars, heat=HEAT)


def _row(talk: Played, me: int) -> tuple[list[int], np.ndarray, list[int]]:
    """Return a dialogue's tokens as seat `me` saw it, which of them it chose, and the place of each."""
    row: list[int] = []
    own: list[bool] = []
    place: list[int] = []
    for turn in talk.turns:
        mine = turn.seat == me
        row.append(YOU if mine else THEM)
        own.append(False)
        place.append(_FREE)
        for at, word in enumerate(turn.words):
            row.append(word)
            own.append(mine)
            first = ANSWERING if turn.took else OPENING
            place.append((FOLLOWING if at else first) if mine else _FREE)
        if turn.words[-1] > EOS:  # cut off, or taken without a word
            row.append(EOS)
            own.append(False)
            place.append(_FREE)
    return row, np.array(own), place


def figures(talks: Sequence[Played], me: int, rewards: Sequence[float]) -> Step:
    said = [len(turn.words) - 1 for talk in talks for turn in talk.turns if turn.seat == me]
    number = len(talks)
    return Step(
        sum(rewards) / number,
        sum(talk.points[me] for talk in talks) / number,
        sum(talk.points[1 - me] for talk in talks) / number,
        sum(talk.dealt for talk in talks) / number,
        sum(len(talk.turns) for talk in talks) / number,
        sum(said) / max(1, len(said)),
    )
