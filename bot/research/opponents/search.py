"""The search for the best reply to a player: families of policies screen, a small learner decides.

Every policy plays on common seeds, so that policies differ by what they do and not by luck. Screening halves the field
in rounds of more and more seeds. The learner is the cross-entropy method (Rubinstein 1999): it draws policies round a
mean, keeps the best of them, and moves the mean there. What both find is measured on seeds that neither has seen.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Any

from msgspec import Struct

from bot.research.opponents.attack import Attack, Cell
from bot.research.opponents.duel import Policy, analytic, duel, policy_of
from bot.research.statistics import Mean
from games.core.contract import AnyGame, Seat, subseed
from games.core.draw import Recipe, config_of, recipe_of
from games.core.registry import get

ROUNDS = (8, 20, 60, 150)
"""Seeds that each policy gets in the rounds of the screening."""
KEPT = 3
"""Families that are measured on fresh seeds; each round of the screening keeps one in this many."""
DRAWN, ELITE, BATCH = 30, 6, 30
"""Policies that the learner draws at a time, those it keeps, and the seeds on which it compares them."""
KNOWN = 1024
"""Settled configurations that a cell keeps: many policies play each of its games."""
WIDE, NARROW, PULL = 1.5, 0.05, 0.7
"""The learner's first and least spread of a parameter, and the part of a step that it takes towards the kept ones."""

Advance = Callable[[int], None]
"""Function that is told how many games were played."""


class Found(Struct, frozen=True):
    """A reply and its mean score, with its standard error over games."""

    policy: str
    share: float
    se: float


class Searched(Struct, frozen=True):
    """The exploitability of one player in one cell. Scores are shares from 0 to 1, or points.

    - `seat`: the player's seat, or `all but` the attacker's where there are more than two.
    - `honest`: the score of the game's default player as the attacker; `deals`: how often that ends in a deal.
    - `best`: the best reply; `families`: the best of the families before the learner.
    - `games`: games played in all.
    """

    player: str
    seat: str
    settings: Mapping[str, str]
    honest: float
    honest_se: float
    deals: float
    best: Found
    families: Found
    games: int


class _Arena:
    """The games of one cell, by number: the same number is the same deal and the same opponent."""

    def __init__(self, attack: Attack, player: str, cell: Cell, seed: int, advance: Advance) -> None:
        self.attack, self.cell, self.seed, self.advance = attack, cell, seed, advance
        self.game: AnyGame = get(attack.game)
        self.recipe: Recipe = recipe_of(self.game, dict(cell.wrote))
        self.defence = policy_of(self.game, player)
        self.config = lru_cache(KNOWN)(self._settled)
        self.seats: tuple[Seat, ...] = tuple(info.seat for info in self.game.seats(self.config(0)))
        self.games = 0

    def _settled(self, index: int) -> Any:
        return config_of(self.game, self.recipe, self.seed, index)

    def play(self, policy: Policy, index: int) -> tuple[float, bool]:
        """Return the attacker's score in a game, and whether it ended in a deal."""
        config, me = self.config(index), self.cell.seat
        policies = {seat: policy if seat == me else self.defence for seat in self.seats}
        state = duel(self.game, config, subseed(self.seed, "opponents", index), policies)
        self.games += 1
        self.advance(1)
        return self.attack.score(config, state, me), self.attack.dealt(config, state)

    def mean(self, policy: Policy, indices: range) -> float:
        return sum(self.play(policy, index)[0] for index in indices) / len(indices)

    def found(self, name: str, policy: Policy, indices: range) -> Found:
        mean = Mean()
        for index in indices:
            mean.add(self.play(policy, index)[0])
        return Found(name, mean.mean or 0.0, mean.se or 0.0)


def search(
    attack: Attack,
    player: str,
    cell: Cell,
    *,
    games: int = 300,
    learn: int = 100_000,
    seed: int = 0,
    advance: Advance = lambda played: None,
) -> Searched:
    """Return the best reply to a player in a cell.

    `games`: seeds of the final measurement. `learn`: the number of games, about, from which the learner learns; with 0
    the families decide alone.
    """
    arena = _Arena(attack, player, cell, seed, advance)
    screened = _screen(arena, dict(attack.families(arena.config(0), cell.seat)))
    learned = _learn(arena, learn) if learn else {}
    # The numbers up to `games` have been seen by neither: screening and learning take theirs from beyond.
    fresh = range(games)
    families = [arena.found(name, policy, fresh) for name, policy in screened.items()]
    replies = families + [arena.found(name, policy, fresh) for name, policy in learned.items()]
    honest, deals = Mean(), Mean()
    for index in fresh:
        score, dealt = arena.play(analytic(arena.game.players[arena.game.default_player]), index)
        honest.add(score)
        deals.add(dealt)
    others = [seat for seat in arena.seats if seat != cell.seat]
    return Searched(
        player,
        others[0] if len(others) == 1 else f"all but {cell.seat}",
        dict(cell.wrote),
        honest.mean or 0.0,
        honest.se or 0.0,
        deals.mean or 0.0,
        max(replies, key=_worth),
        max(families, key=_worth),
        arena.games,
    )


def size(attack: Attack, player: str, cell: Cell, games: int, learn: int) -> int:
    """Return the number of games that a search takes."""
    config = _Arena(attack, player, cell, 0, lambda played: None).config(0)
    left, screening = len(dict(attack.families(config, cell.seat))), 0
    for seeds in ROUNDS:
        if left > KEPT:
            screening += left * seeds
            left = max(KEPT, -(-left // KEPT))
    starts = len(attack.starts()) if learn else 0
    learning = starts * _steps(attack, learn) * DRAWN * BATCH
    return screening + learning + games * (min(left, KEPT) + starts + 1)


def _steps(attack: Attack, learn: int) -> int:
    """Return the steps of the cross-entropy method from each start."""
    return max(1, learn // (len(attack.starts()) * DRAWN * BATCH))


def _worth(found: Found) -> float:
    return found.share


_SCREENED, _LEARNED = 1_000_000, 2_000_000
"""First numbers of the games of screening and learning."""


def _screen(arena: _Arena, policies: Mapping[str, Policy]) -> dict[str, Policy]:
    """Return the best families, best first. Each round keeps the best third, and at least `KEPT`."""
    left, at = dict(policies), _SCREENED
    for seeds in ROUNDS:
        if len(left) <= KEPT:
            break
        ranked = sorted(left, key=lambda name: -arena.mean(left[name], range(at, at + seeds)))
        left = {name: left[name] for name in ranked[: max(KEPT, -(-len(ranked) // KEPT))]}
        at += seeds
    return dict(list(left.items())[:KEPT])


def _learn(arena: _Arena, games: int) -> dict[str, Policy]:
    """Return the policies at which the cross-entropy method ends, one for each start."""
    steps = _steps(arena.attack, games)
    found = {}
    for number, start in enumerate(arena.attack.starts(), 1):
        theta = _crossed(arena, start, steps, number)
        shown = " ".join(f"{value:.2f}" for value in theta)
        found[f"learned ({shown})"] = arena.attack.learner(theta)
    return found


def _crossed(arena: _Arena, start: Sequence[float], steps: int, number: int) -> tuple[float, ...]:
    """Return the mean of the policies after so many steps from a start."""
    chance = Random(subseed(arena.seed, "learner", number))
    mean, spread = list(start), [WIDE] * len(start)
    at = _LEARNED
    for _ in range(steps):
        drawn = [tuple(map(chance.gauss, mean, spread)) for _ in range(DRAWN)]
        seeds = range(at, at + BATCH)
        at += BATCH
        ranked = sorted(drawn, key=lambda theta: -arena.mean(arena.attack.learner(theta), seeds))[:ELITE]
        for k, values in enumerate(zip(*ranked, strict=True)):
            middle = sum(values) / ELITE
            off = sqrt(sum((value - middle) ** 2 for value in values) / ELITE)
            mean[k] += PULL * (middle - mean[k])
            spread[k] = max(NARROW, spread[k] + PULL * (off - spread[k]))
    return tuple(mean)
