"""One game of AIs among themselves, directly on the rules: no store, no chat, no waiting.

Seats, seeds and briefs are the same as in a session, so a strategy plays here as it plays against people. Time is
simulated: decisions take none. When nobody is awaited, the clock that is due first runs out.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from bot.players import Strategy, analytic
from bot.players.base import Drawn, briefed
from bot.players.exchange import Done, Exchange, Folding
from bot.session.model.terms import TEMPI
from games.core.contract import AnyGame, Clock, Event, Expired, IllegalMove, Moved, News, Result, Seat, Turn

TEMPO = TEMPI["chat"]
"""The tempo that gives the clocks their durations. Every clock does run out in it."""
MOST_STEPS = 100_000
"""Maximum of events in one game. The longest of ours has a few thousand; more means that it would never end."""
DECISION_SECONDS = 45.0

Watch = Callable[[Any, tuple[News[Any], ...]], None]
"""Function that is shown each state with the facts that became true in it."""


class Unfinished(RuntimeError):
    """Error: a game cannot be played to its end; the text says why."""


class Played(Struct, frozen=True):
    """Finished game. `turns` counts decisions, `illegal` those refused, which the default player took instead."""

    result: Result
    report: Mapping[str, Any]
    turns: int
    illegal: int


async def play(
    game: AnyGame,
    config: Any,
    seed: int,
    players: Mapping[Seat, Strategy],
    watch: Watch | None = None,
    log: list[Done] | None = None,
) -> Played:
    """Play one game to its end, with a strategy for every seat. `log` gets every event, also of a game that fails.

    Raises `Unfinished` and a strategy's own errors.
    """
    match = _Match(game, config, seed, players, watch, [] if log is None else log)
    for _ in range(MOST_STEPS):
        result = game.result(match.state)
        if result is not None:
            return Played(result, game.report(match.state), sum(match.turns.values()), match.illegal)
        await match.step()
    raise Unfinished(f"it did not end within {MOST_STEPS} events")


class _Match:
    """A game in progress."""

    def __init__(
        self,
        game: AnyGame,
        config: Any,
        seed: int,
        players: Mapping[Seat, Strategy],
        watch: Watch | None,
        log: list[Done],
    ) -> None:
        self.game, self.players, self.watch, self.log = game, players, watch, log
        self.seats = tuple(info.seat for info in game.seats(config))
        self.seed = seed
        self.turns = dict.fromkeys(self.seats, 0)
        self.drawn: dict[Seat, Drawn] = {}
        self.folding: dict[Seat, Folding] = {}
        self.illegal = 0
        self.now = 0
        self.due: dict[str, int] = {}
        self.state = self.dealt = game.deal(config, seed)
        if watch is not None:
            watch(self.state, game.opening(self.state))

    async def step(self) -> None:
        """Run one event: the decision of the first awaited seat, in the order of the chairs; else a clock."""
        turn = self.game.turn(self.state)
        self.due = {clock.id: self.due.get(clock.id, self._falls_due(clock)) for clock in turn.clocks}
        awaited = next((seat for seat in self.seats if seat in turn.awaited), None)
        if awaited is not None:
            await self._decide(awaited)
        else:
            self._expire(turn)

    def _falls_due(self, clock: Clock) -> int:
        wait: int | None = getattr(TEMPO, clock.pace)
        assert wait is not None
        return self.now + wait

    def _expire(self, turn: Turn) -> None:
        if not turn.clocks:
            raise Unfinished("nobody is awaited and no clock is running, yet it has no result")
        first = min(turn.clocks, key=lambda clock: self.due[clock.id])
        self.now = self.due.pop(first.id)
        self._apply(Expired(first.id))

    async def _decide(self, seat: Seat) -> None:
        turns, drawn = self.turns[seat], self.drawn.get(seat)
        brief = briefed(
            self.game,
            self.state,
            seat,
            self.seats,
            turn=turns,
            seed=self.seed,
            drawn=drawn,
            recall=partial(self._recalled, seat),
        )
        decision = await self.players[seat].decide(brief, DECISION_SECONDS)
        self._commit(seat, decision.player)
        self.turns[seat] += 1
        try:
            self._apply(Moved(seat, decision.move, decision.say), decision.private or {})
        except IllegalMove:
            self.illegal += 1
            name = self.game.default_player
            decision = analytic.decide(name, brief)
            try:
                self._apply(Moved(seat, decision.move, decision.say), {})
            except IllegalMove as refusal:
                raise Unfinished(f"{name}, who stood in for {seat}, made an illegal move ({refusal})") from None

    def _commit(self, seat: Seat, player: str) -> None:
        """Keep an analytic player's commitment in a seat, so that it draws once a game."""
        kept = self.drawn.get(seat)
        if player and not (kept and kept.player == player):
            self.drawn[seat] = analytic.drawn(player, self.game, self.state, seat, self.seed)

    async def _recalled(self, seat: Seat) -> Exchange:
        folding = self.folding.setdefault(seat, Folding(self.game, self.dealt, seat))
        for done in self.log[folding.taken :]:
            folding.take(done)
        return folding.made()

    def _apply(self, event: Event, private: Mapping[str, Any] | None = None) -> None:
        before = self.state
        self.state = self.game.apply(before, event)
        self.log.append(Done(event, private))
        if self.watch is not None:
            self.watch(self.state, self.game.news(before, event, self.state))
