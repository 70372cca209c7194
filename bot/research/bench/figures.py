"""The figures of a bench: a row for each player and game, a pair for any two players, and ratings over all games.

Scores come from games against the panel. Mirror-play and cross-play stand apart.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from bot.research.bench.design import Match, panel
from bot.research.bench.desk import Call
from bot.research.bench.intervals import Interval, interval, quantile
from bot.research.bench.play import Game
from bot.research.bench.ratings import Duel, Rating, ratings
from bot.research.bench.score import Score
from bot.research.bench.seats import Notes
from games.core.registry import get

ALL = "all"
EVEN = 1e-9
"""Difference of shares up to which a game is a draw."""
WIDE = 3.0
"""Half-width of an interval, in points, above which a ranking is called uncertain."""

Price = Callable[[str, dict[str, int]], float | None]
"""The price in dollars of a player's tokens by kind; None if it is not known."""


class Side(Struct, frozen=True):
    """One player's part of a game."""

    game: Game
    place: int

    @property
    def player(self) -> str:
        return self.game.match.players[self.place]

    @property
    def other(self) -> str:
        return self.game.match.players[1 - self.place]

    @property
    def scored(self) -> bool:
        """True if this player is measured by the game: its opponent belongs to the panel."""
        match = self.game.match
        return match.kind == "panel" and self.other in panel(get(match.game))

    @property
    def notes(self) -> Notes | None:
        return self.game.notes[self.place]

    @property
    def score(self) -> Score:
        return self.game.scores[self.place]

    def failed_by(self, state: str) -> bool:
        """Return whether this player ended the game in a state other than played."""
        return self.game.state == state and self.game.by == self.place


class Row(Struct, frozen=True):
    """The figures of a player in a game. Percentages and qualities run to 100; None where nothing was played."""

    model: str
    game: str
    analytic: bool
    games: int
    played: float | None
    aborted: dict[str, int]
    reasons: dict[str, int]
    infrastructure: int
    quality: Interval | None
    clemscore: Interval | None
    joint: float | None
    regret: float | None
    overpaid: float | None
    deadlocks: float | None
    violations: float | None
    guarded: float | None
    words: float | None
    cross: float | None
    mirror: float | None
    brier: float | None
    brier_flat: float | None
    usage: dict[str, int]
    cost: float | None
    p50: float | None
    p95: float | None
    decisions: int

    @property
    def tokens(self) -> int:
        return sum(self.usage.values())


class Pair(Struct, frozen=True):
    """Two players against each other. `payoff_a` and `payoff_b` are mean shares, from 0 to 100."""

    a: str
    b: str
    game: str
    wins: int
    draws: int
    losses: int
    payoff_a: float
    payoff_b: float


class Figures(Struct, frozen=True):
    suite: str
    models: tuple[str, ...]
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    ratings: dict[str, tuple[Rating, ...]]


def figures(suite: str, games: Sequence[Game], models: Sequence[str], names: Sequence[str], price: Price) -> Figures:
    """Return the figures of a bench. `names` are its games in order."""
    parts = [side for game in games for side in sides(game)]
    players = list(dict.fromkeys((*models, *(side.player for side in parts))))
    rows = [row for player in players for row in _rows(player, parts, names, player not in models, price)]
    return Figures(suite, tuple(models), tuple(rows), tuple(pairs(games, players)), _rated(games, names, rows))


def _rows(player: str, parts: Sequence[Side], names: Sequence[str], analytic: bool, price: Price) -> Iterator[Row]:
    """Yield a player's rows: one for each of its games, and one for all if it plays all of them."""
    mine = [side for side in parts if side.player == player]
    own = {name: [side for side in mine if side.game.match.game == name] for name in names}
    for name, held in own.items():
        if held:
            yield row(player, name, held, analytic, price)
    if len(names) > 1 and all(own.values()):
        yield row(player, ALL, mine, analytic, price)


def _rated(games: Sequence[Game], names: Sequence[str], rows: Sequence[Row]) -> dict[str, tuple[Rating, ...]]:
    """Return ratings for each game, and over all games those of players who play all of them."""
    made = {name: ratings(duels(game for game in games if game.match.game == name)) for name in names}
    if len(names) == 1:
        return made
    whole = {row.model for row in rows if row.game == ALL}
    return {ALL: ratings(duels(game for game in games if whole.issuperset(game.match.players)))} | made


def sides(game: Game) -> Iterator[Side]:
    """Yield each player's part of a game; in mirror-play both."""
    yield Side(game, 0)
    yield Side(game, 1)


def row(player: str, name: str, held: Sequence[Side], analytic: bool, price: Price) -> Row:
    """Return the figures of one player from its parts of games. A game between analytic players of one name counts once
    for each seat.
    """
    measured = [side for side in held if side.scored]
    played = [side for side in measured if side.game.state == "played"]
    out = [side for side in measured if side.failed_by("aborted")]
    counted = len(played) + len(out)
    return Row(
        model=player,
        game=name,
        analytic=analytic,
        games=counted,
        played=100 * len(played) / counted if counted else None,
        aborted=dict(Counter(side.game.code for side in out)),
        reasons=dict(Counter(side.game.why for side in out)),
        infrastructure=sum(side.failed_by("infrastructure") for side in held),
        cross=_apart(held, "cross"),
        mirror=_apart(held, "mirror"),
        **_success(played, out),
        **_conduct([side.notes for side in played]),
        **_spent([side.notes for side in held], lambda usage: None if analytic else price(player, usage)),
    )


def _success(played: Sequence[Side], out: Sequence[Side]) -> dict[str, Any]:
    """Return mean scores of the games `played`. The aborted games `out` count as 0 in `clemscore` alone."""
    deal = _evenly((*played, *out))
    scores = [side.score for side in played]
    qualities = [(deal(side), side.score.quality) for side in played]
    return {
        "quality": interval(qualities),
        "clemscore": interval([*qualities, *((deal(side), 0.0) for side in out)]),
        "joint": _mean(100 * score.joint for score in scores),
        "regret": _mean(score.regret for score in scores),
        "overpaid": _mean(100.0 * score.lost for score in scores),
        "deadlocks": _mean(100.0 * score.deadlock for score in scores),
    }


def _conduct(over: Sequence[Notes | None]) -> dict[str, Any]:
    """Return counts a game."""
    notes = [note for note in over if note is not None]
    return {
        "violations": _mean(float(note.refused) for note in notes),
        "guarded": _mean(float(note.guarded) for note in notes),
        "words": _mean(float(note.words) for note in notes),
    }


def _spent(held: Sequence[Notes | None], price: Callable[[dict[str, int]], float | None]) -> dict[str, Any]:
    """Return the usage, cost and times of all calls, in games of every kind, and the scores of estimates."""
    notes = [note for note in held if note is not None]
    calls = [call for note in notes for call in note.calls]
    seconds = [call.seconds for call in calls if call.seconds is not None]
    stated = [note.stated for note in notes if note.stated is not None]
    usage = _usage(calls)
    return {
        "usage": usage,
        "cost": price(usage),
        "p50": quantile(seconds, 0.5),
        "p95": quantile(seconds, 0.95),
        "decisions": sum(note.decisions for note in notes),
        "brier": _mean(each.brier for each in stated),
        "brier_flat": _mean(each.flat for each in stated),
    }


def _evenly(held: Sequence[Side]) -> Callable[[Side], int]:
    """Return the number of the deal of a game; deals of different games are different deals."""
    numbers: dict[tuple[str, int], int] = {}
    for side in held:
        numbers.setdefault((side.game.match.game, side.game.match.deal), len(numbers))
    return lambda side: numbers[side.game.match.game, side.game.match.deal]


def _apart(held: Sequence[Side], kind: str) -> float | None:
    """Return the mean share, from 0 to 100, in games of one kind."""
    chosen = [side for side in held if side.game.match.kind == kind and side.game.state == "played"]
    return _mean(100 * side.score.share for side in chosen)


def _mean(numbers: Iterable[float | None]) -> float | None:
    held = [n for n in numbers if n is not None]
    return sum(held) / len(held) if held else None


def _usage(calls: Iterable[Call]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for call in calls:
        total.update(call.usage)
    return dict(sorted(total.items()))


# --- pairs ------------------------------------------------------------------------------------------------------------


def pairs(games: Iterable[Game], order: Sequence[str]) -> Iterator[Pair]:
    """Yield each two players that met, the one that stands first in `order` as `a`."""
    rank = {player: at for at, player in enumerate(order)}
    met: defaultdict[tuple[str, str, str], list[tuple[float, float]]] = defaultdict(list)
    for game in games:
        first, second = game.match.players
        if game.state != "played" or first == second:
            continue
        shares = game.scores[0].share, game.scores[1].share
        a, b = (first, second) if rank[first] < rank[second] else (second, first)
        met[a, b, game.match.game].append(shares if a == first else shares[::-1])
    for (a, b, name), shared in met.items():
        won = [_won(mine, theirs) for mine, theirs in shared]
        n = len(shared)
        payoffs = (100 * sum(pair[side] for pair in shared) / n for side in (0, 1))
        yield Pair(a, b, name, won.count(1.0), won.count(0.5), won.count(0.0), *payoffs)


def duels(games: Iterable[Game]) -> tuple[Duel, ...]:
    """Return the played games between different players, for ratings."""
    return tuple(_duel(game) for game in games if game.state == "played" and len(set(game.match.players)) == 2)


def _duel(game: Game) -> Duel:
    match: Match = game.match
    return Duel(f"{match.game}/{match.deal}", *match.players, _won(game.scores[0].share, game.scores[1].share))


def _won(mine: float, theirs: float) -> float:
    return 0.5 if abs(mine - theirs) < EVEN else float(mine > theirs)


def wide(made: Figures) -> list[Row]:
    """Return the models' rows whose scores are known to no better than `WIDE` points."""
    return [
        row
        for row in made.rows
        if not row.analytic and row.clemscore is not None and (row.clemscore.half is None or row.clemscore.half > WIDE)
    ]


def written(made: Figures) -> dict[str, Any]:
    """Return the JSON document."""
    return {
        "suite": made.suite,
        "rows": [_row(row) for row in made.rows],
        "pairs": [_pair(pair) for pair in made.pairs],
        "ratings": [
            {"model": r.player, "game": name, "rating": _short(r.rating), "half": _short(r.half), "games": r.games}
            for name, held in made.ratings.items()
            for r in held
        ],
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "model": row.model,
        "game": row.game,
        "analytic": row.analytic,
        "games": row.games,
        "played": _short(row.played),
        "aborted": row.aborted,
        "reasons": row.reasons,
        "infrastructure": row.infrastructure,
        "quality": _bounded(row.quality),
        "quality_half": _short(row.quality.half if row.quality else None),
        "clemscore": _bounded(row.clemscore),
        "clemscore_half": _short(row.clemscore.half if row.clemscore else None),
        "joint": _short(row.joint),
        "regret": _short(row.regret),
        "overpaid": _short(row.overpaid),
        "deadlocks": _short(row.deadlocks),
        "violations": _short(row.violations),
        "guarded": _short(row.guarded),
        "words": _short(row.words),
        "cross": _short(row.cross),
        "mirror": _short(row.mirror),
        "brier": _short(row.brier, 4),
        "brier_flat": _short(row.brier_flat, 4),
        "decisions": row.decisions,
        "tokens": row.tokens,
        "usage": row.usage,
        "cost": _short(row.cost, 4),
        "seconds": {"p50": _short(row.p50, 3), "p95": _short(row.p95, 3)},
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "game": pair.game,
        "wins": pair.wins,
        "draws": pair.draws,
        "losses": pair.losses,
        "payoff_a": _short(pair.payoff_a),
        "payoff_b": _short(pair.payoff_b),
    }


def _bounded(mean: Interval | None) -> float | None:
    """Return a mean within 0 and 100: losses, and games better than the best reply's average, may lead beyond."""
    return None if mean is None else round(min(100.0, max(0.0, mean.mean)), 2)


def _short(number: float | None, digits: int = 2) -> float | None:
    return None if number is None else round(number, digits)
