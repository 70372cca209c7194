"""Bradley-Terry ratings from wins, draws and losses, with bootstrap intervals over deals.

A player's strength s gives it the chance s / (s + t) against strength t; a draw is half a win. Ratings are on Elo's
scale, 400 for ten to one, and count from the analytic player `normal`. Each player also draws one imaginary game with a
player of strength 1, so that a rating stays finite where somebody won or lost everything (Bradley and Terry 1952;
Hunter 2004 for the iteration).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import exp, log, log10
from random import Random
from statistics import stdev

from msgspec import Struct

from bot.research.bench.intervals import Interval, student

SAMPLES = 200
ROUNDS, CLOSE = 500, 1e-4
ANCHOR = "normal"
SCALE = 400


class Duel(Struct, frozen=True):
    """One game between two players; `won` is the first one's: 1, 0.5 or 0."""

    deal: str
    first: str
    second: str
    won: float


class Rating(Struct, frozen=True):
    """A rating with the half-width of its 95 % interval; None for a single deal."""

    player: str
    rating: float
    half: float | None
    games: int

    @property
    def interval(self) -> Interval:
        return Interval(self.rating, self.half, self.games)


def ratings(duels: Sequence[Duel], seed: int = 0, samples: int = SAMPLES) -> tuple[Rating, ...]:
    """Return the rating of every player, the best first."""
    by_deal: defaultdict[str, list[Duel]] = defaultdict(list)
    for duel in duels:
        by_deal[duel.deal].append(duel)
    fitted = fit(duels)
    chance = Random(seed)
    deals = list(by_deal.values())
    drawn: defaultdict[str, list[float]] = defaultdict(list)
    for _ in range(samples if len(deals) > 1 else 0):
        again = fit((duel for held in chance.choices(deals, k=len(deals)) for duel in held), fitted)
        for player, rating in again.items():
            drawn[player].append(rating)
    games: defaultdict[str, int] = defaultdict(int)
    for duel in duels:
        games[duel.first] += 1
        games[duel.second] += 1
    wide = student(len(deals) - 1) if len(deals) > 1 else 0.0
    made = [
        Rating(player, rating, wide * stdev(drawn[player]) if len(drawn[player]) > 1 else None, games[player])
        for player, rating in fitted.items()
    ]
    return tuple(sorted(made, key=lambda rating: (-rating.rating, rating.player)))


def fit(duels: Iterable[Duel], start: dict[str, float] | None = None) -> dict[str, float]:
    """Return ratings that make these games most likely. `start` are ratings to begin from."""
    won: defaultdict[str, float] = defaultdict(lambda: 0.5)
    met: defaultdict[tuple[str, str], int] = defaultdict(int)
    for duel in duels:
        won[duel.first] += duel.won
        won[duel.second] += 1 - duel.won
        met[min(duel.first, duel.second), max(duel.first, duel.second)] += 1
    others: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for (a, b), games in met.items():
        others[a].append((b, games))
        others[b].append((a, games))
    begun = start or {}
    strength = {player: exp(begun.get(player, 0.0) * log(10) / SCALE) for player in won}
    for _ in range(ROUNDS):
        furthest = 0.0
        for player, before in strength.items():
            expected = 1 / (before + 1) + sum(n / (before + strength[other]) for other, n in others[player])
            strength[player] = won[player] / expected
            furthest = max(furthest, abs(log(strength[player] / before)))
        if furthest < CLOSE:
            break
    zero = strength.get(ANCHOR, 1.0)
    return {player: SCALE * log10(value / zero) for player, value in strength.items()}
