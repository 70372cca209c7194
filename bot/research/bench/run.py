"""A bench from its request to its games: which matches there are, the desk they pass, and the models that stay away."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from msgspec import Struct

from bot.players.llm.model_players import ModelPlayers
from bot.players.llm.player import Llm
from bot.research.bench.design import Match, matches
from bot.research.bench.desk import Desk
from bot.research.bench.play import Game, analytic, play
from bot.research.bench.record import folder_of
from bot.research.bench.seats import plainest, player_of
from bot.research.bench.suite import BadSuite, Deal, Suite, deals
from games.core.codec import digest, encode
from games.core.registry import get

AT_ONCE = 4
"""Games in progress at the same time, unless `--jobs` sets it."""
PATIENCE = 3
"""Games in a row that infrastructure may end before a model is left out of the rest of a run."""
PILOT = 5
"""Games from which the price of the rest is estimated."""


class BadBench(ValueError):
    """Error: a bench that cannot be played; the text is one sentence."""


class Request(Struct, frozen=True):
    """The request of a bench. `deals` is the number of deals of each game; None: all of the suite."""

    suite: Suite
    games: tuple[str, ...]
    models: tuple[str, ...]
    deals: int | None = None
    beliefs: bool = True

    def record(self, address: str) -> Path:
        """Return the file of its record if none is named: another one for another request or address."""
        asked = [self.suite.name, list(self.games), list(self.models), self.deals, self.beliefs, address]
        return folder_of() / f"{self.suite.name}-{digest(encode(asked))}.jsonl"


def requested(suite: Suite, games: Iterable[str], models: Iterable[str], most: int | None, asks: bool) -> Request:
    """Return a request after checking its words. Raises `BadBench`."""
    known = tuple(suite.games)
    wanted = tuple(dict.fromkeys(games))
    wanted = known if wanted in ((), ("all",)) else wanted
    for name in wanted:
        if name not in known:
            raise BadBench(f"{suite.name} has no game {name[:40]!r}; it has {', '.join(known)}, or all.")
    named = tuple(dict.fromkeys(map(plainest, models)))
    if not named:
        raise BadBench("Name at least one model, as in --models claude-sonnet-5-5,claude-haiku-5-5.")
    taken = {player for name in wanted for player in get(name).players}
    labels = tuple(f"llm:{name}" if name in taken else name for name in named)
    return Request(suite, wanted, labels, most, asks)


class Bench:
    """A bench in progress. `games` are all that ended; `left_out` says why a model stays away from the rest."""

    def __init__(self, request: Request, models: ModelPlayers) -> None:
        """Raises `BadSuite` for changed deals, and `ValueError` for names that are no models."""
        self.request = request
        self.players: dict[str, Llm] = {name: player_of(models, name) for name in request.models}
        self.deals: dict[tuple[str, int], Deal] = {}
        self.matches: list[Match] = []
        for name in request.games:
            dealt = deals(request.suite, name, request.deals)
            if any(len(get(name).seats(deal.config)) != 2 for deal in dealt):
                raise BadSuite(f"The deals of {name} are not for two sides.")
            self.deals |= {(name, deal.number): deal for deal in dealt}
            self.matches += matches(get(name), len(dealt), request.models)
        self.games: list[Game] = []
        self.left_out: dict[str, str] = {}
        self._missed: Counter[str] = Counter()
        self._answered: set[str] = set()

    @property
    def asked(self) -> list[Match]:
        """The matches in which a model plays, one game after the other in turn."""
        of = [[m for m in self.matches if m.game == name and self._models(m)] for name in self.request.games]
        return [match for row in zip_longest(*of) for match in row if match is not None]

    @property
    def pilot(self) -> list[Match]:
        """The first matches, as far as possible of different games and models."""
        chosen: list[Match] = []
        for number in range(PILOT):
            model = self.request.models[number % len(self.request.models)]
            game = self.request.games[number % len(self.request.games)]
            found = (m for m in self.matches if m.game == game and model in m.players and m not in chosen)
            chosen += [match for match in found if match.kind == "panel"][:1]
        return chosen

    async def play(self, wanted: Sequence[Match], desk: Desk, at_once: int, advance: Callable[[], None]) -> None:
        """Play matches with models, so many at the same time. Those already played are left out."""
        done = {game.match for game in self.games}
        numbers = iter([match for match in wanted if match not in done])
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(at_once):
                    group.create_task(self._work(numbers, desk, advance))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None

    async def _work(self, matches: Iterator[Match], desk: Desk, advance: Callable[[], None]) -> None:
        for match in matches:
            deal = self.deals[match.game, match.deal]
            away = next((name for name in match.players if name in self.left_out), None)
            if away is not None:
                why = self.left_out[away]
                self.games.append(Game(match, "infrastructure", by=match.players.index(away), code=why, why="left out"))
            else:
                self._take(await play(match, deal, self.request.suite, self.players, desk, self.request.beliefs))
            advance()

    def _take(self, game: Game) -> None:
        self.games.append(game)
        for name, notes in zip(game.match.players, game.notes, strict=True):
            if notes is not None and notes.calls:
                self._answered.add(name)
                self._missed[name] = 0
        if game.state == "infrastructure":
            name = game.match.players[game.by]
            self._missed[name] += 1
            if name not in self._answered or self._missed[name] >= PATIENCE:
                self.left_out[name] = game.code

    def reference(self, jobs: int) -> Iterator[Game]:
        """Play the games of analytic players among themselves; yield each when it has ended."""
        wanted = [match for match in self.matches if not self._models(match)]
        for game in analytic(self.request.suite.name, wanted, jobs):
            self.games.append(game)
            yield game

    @property
    def finished(self) -> list[Game]:
        """All games that ended, in the order of the plan."""
        order = {match: at for at, match in enumerate(self.matches)}
        return sorted(self.games, key=lambda game: order[game.match])

    @property
    def silent(self) -> tuple[str, ...]:
        """The models that never answered."""
        return tuple(name for name in self.request.models if name not in self._answered)

    def _models(self, match: Match) -> bool:
        return any(name in self.players for name in match.players)
