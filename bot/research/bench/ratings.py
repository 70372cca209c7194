"""Bradley-Terry ratings from wins, draws and losses, with bootstrap intervals over deals.

A player's strength s gives it the chance s / (s + t) against strength t; a draw is half a win. Ratings are on Elo's
scale, 400 for ten to one, and count from the analytic player `normal`. Each player also draws one imaginary game with a
player of mean strength, so that a rating stays finite where somebody won or lost everything (Bradley and Terry 1952;
Hunter 2004 for the iteration).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import exp, log, log10
from random import Random
from statistics import stdev

from msgspec import Struct

from bot.research.bench.intervals import Interval, student

SAMPLES = 100
ROUNDS, CLOSE = 500, 1e-5
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


Met = dict[tuple[str, str], tuple[int, float]]
"""Games of each two players, and the sum that the first of them won."""


def ratings(duels: Iterable[Duel], seed: int = 0, samples: int = SAMPLES) -> tuple[Rating, ...]:
    """Return the rating of every player, the best first. `seed` is that of the bootstrap."""
    by_deal: dict[str, Met] = {}
    for duel in duels:
        met = by_deal.setdefault(duel.deal, {})
        games, won = met.get((duel.first, duel.second), (0, 0.0))
        met[duel.first, duel.second] = games + 1, won + duel.won
    deals = list(by_deal.values())
    whole = _summed(deals)
    fitted = fit(whole)
    chance, drawn = Random(seed), defaultdict[str, list[float]](list)
    for _ in range(samples if len(deals) > 1 else 0):
        for player, rating in fit(_summed(chance.choices(deals, k=len(deals))), fitted).items():
            drawn[player].append(rating)
    wide = student(len(deals) - 1) if len(deals) > 1 else 0.0
    made = [
        Rating(
            player,
            rating,
            wide * stdev(drawn[player]) if len(drawn[player]) > 1 else None,
            sum(games for pair, (games, _) in whole.items() if player in pair),
        )
        for player, rating in fitted.items()
    ]
    return tuple(sorted(made, key=lambda rating: (-rating.rating, rating.player)))


def _summed(deals: Iterable[Met]) -> Met:
    made: Met = {}
    for met in deals:
        for pair, (games, won) in met.items():
            before, sum_won = made.get(pair, (0, 0.0))
            made[pair] = before + games, sum_won + won
    return made


def fit(met: Met, start: Mapping[str, float] | None = None) -> dict[str, float]:
    """Return ratings that make these games most likely. `start` are ratings to begin from."""
    won: defaultdict[str, float] = defaultdict(lambda: 0.5)
    others: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for (a, b), (games, sum_won) in met.items():
        won[a] += sum_won
        won[b] += games - sum_won
        others[a][b] = others[b][a] = others[a].get(b, 0) + games
    begun = start or {}
    at = {player: k for k, player in enumerate(won)}
    rivals = [(won[player], [(at[other], games) for other, games in others[player].items()]) for player in won]
    strength = [exp(begun.get(player, 0.0) * log(10) / SCALE) for player in won]
    for _ in range(ROUNDS):
        before = strength.copy()
        for k, (points, met_by) in enumerate(rivals):
            expected = 1 / (strength[k] + 1)
            for other, games in met_by:
                expected += games / (strength[k] + strength[other])
            strength[k] = points / expected
        # Only ratios matter. Without this step the whole scale would drift for hundreds of rounds.
        middle = exp(sum(map(log, strength)) / len(strength))
        strength = [value / middle for value in strength]
        if all(abs(now / was - 1) < CLOSE for now, was in zip(strength, before, strict=True)):
            break
    found = dict(zip(won, strength, strict=True))
    zero = found.get(ANCHOR, 1.0)
    return {player: SCALE * log10(value / zero) for player, value in found.items()}
