"""One match of a bench, played to one of its terminal states: played, aborted, or put off by infrastructure."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.players import Brief, Decision, Strategy, find
from bot.players.exchange import Done
from bot.players.llm.player import Llm
from bot.research import play_one
from bot.research.bench import beliefs
from bot.research.bench.design import Match
from bot.research.bench.desk import Desk
from bot.research.bench.score import Ended, Score, score
from bot.research.bench.seats import Chair, Notes, Out
from bot.research.bench.suite import Deal, Suite, deals, load
from bot.runtime import processes
from games.core.contract import Event, Seat
from games.core.registry import get

CHUNK = 12
"""Games that a process of the analytic players plays at a time."""


class Game(Struct, frozen=True):
    """A game of a bench.

    - `state`: `played`; `aborted` by the answers of the player in `by`; `infrastructure`: to be played again.
    - `code`: why it was not played; `why`: the same in full.
    - `scores`, `notes`: by player's place, the first seat's first. Notes are None for an analytic player.
    - `events`: what happened, for episodes; `reasons`: what the models gave as reasons, a row for each of their moves.
    """

    match: Match
    state: Literal["played", "aborted", "infrastructure"]
    scores: tuple[Score, ...] = ()
    notes: tuple[Notes | None, ...] = (None, None)
    by: int = 0
    code: str = ""
    why: str = ""
    events: tuple[Event, ...] = ()
    reasons: tuple[tuple[Seat, str], ...] = ()


class _Noting:
    """A strategy whose private reasons are kept."""

    def __init__(self, player: Strategy, reasons: list[tuple[Seat, str]]) -> None:
        self.player, self.reasons = player, reasons

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        made = await self.player.decide(brief, deadline)
        reason = (made.private or {}).get("llm", {}).get("reason", "")
        self.reasons.append((brief.seat, reason))
        return made


async def play(match: Match, deal: Deal, suite: Suite, models: Mapping[str, Llm], desk: Desk, asks: bool) -> Game:
    """Play one match. `models` are those among its players that are models; `asks`: estimates are asked for."""
    game = get(match.game)
    seats = tuple(info.seat for info in game.seats(deal.config))
    reasons: list[tuple[Seat, str]] = []
    log: list[Done] = []
    chairs: list[Chair | None] = []
    players: dict[Seat, Strategy] = {}
    for seat, name in zip(seats, match.players, strict=True):
        if name in models:
            limit = beliefs.limit(game.name, deal.config, seat) if asks else None
            chair = Chair(models[name], desk, match.name, seat, limit)
            chairs.append(chair)
            players[seat] = _Noting(chair, reasons)
        else:
            chairs.append(None)
            players[seat] = find(name, game)
    desk.begin()
    try:
        done = await play_one.play(game, deal.config, deal.seed, players, log=log)
        made = Game(match, "played", _scores(match, deal, suite, seats, done))
    except Out as out:
        state: Any = out.kind
        made = Game(match, state, by=seats.index(Seat(out.seat)), code=out.code, why=out.why)
    finally:
        desk.end()
    notes = tuple(chair.notes if chair else None for chair in chairs)
    return replace(
        made, notes=notes, events=tuple(done.event for done in log) if models else (), reasons=tuple(reasons)
    )


def _scores(
    match: Match, deal: Deal, suite: Suite, seats: tuple[Seat, ...], done: play_one.Played
) -> tuple[Score, ...]:
    best = suite.games[match.game].best
    made = []
    for place, seat in enumerate(seats):
        known = best.get(match.players[1 - place], {}).get(seat) if match.kind == "panel" else None
        made.append(score(Ended(match.game, deal.config, done.result, done.report, known), seat))
    return tuple(made)


# --- games of analytic players alone ----------------------------------------------------------------------------------


class _NoDesk:
    """The desk of games without models: nobody asks anything."""

    def begin(self) -> None:
        pass

    def end(self) -> None:
        pass


def analytic(suite: str, matches: Iterable[Match], jobs: int) -> Iterator[Game]:
    """Yield the games of analytic players among themselves, in order, on this many processes."""
    wanted = tuple(matches)
    chunks = [(suite, wanted[at : at + CHUNK]) for at in range(0, len(wanted), CHUNK)]
    if jobs == 1 or len(chunks) < 2:
        for chunk in chunks:
            yield from _chunk(chunk)
        return
    with processes.pool(min(jobs, len(chunks)), _nothing, ()) as pool:
        with processes.uninterrupted():
            played = pool.map(_chunk, chunks)
        for games in played:
            yield from games


@cache
def _dealt(suite: str, game: str) -> tuple[Deal, ...]:
    return deals(load(suite), game)


def _nothing() -> None:
    pass


def _chunk(wanted: tuple[str, tuple[Match, ...]]) -> list[Game]:
    name, matches = wanted
    suite = load(name)
    dealt = {match.game: _dealt(name, match.game) for match in matches}
    desk: Any = _NoDesk()

    async def all_of() -> list[Game]:
        return [await play(match, dealt[match.game][match.deal], suite, {}, desk, False) for match in matches]

    return asyncio.run(all_of())
