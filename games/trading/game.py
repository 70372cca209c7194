"""Trading behind the contract of all games."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.core import Event, Game, IllegalMove, News, Player, Reading, Result, Said, Seat, SeatInfo, Turn, Unclear
from games.post import Ask, Post, Voice
from games.settings import Setting
from games.trading import analysis, asks, conditions, reader, refusals, rules, tactics, wording
from games.trading import view as views
from games.trading.conditions import PRESETS, SEATS, SETTINGS
from games.trading.conditions import Config as TradingConfig
from games.trading.rules import Move as Trade
from games.trading.rules import State as TradingState
from games.trading.view import Fact, View


class Trading(Game[TradingConfig, TradingState, Trade, View, Fact]):
    name: ClassVar[str] = "trading"
    title: ClassVar[str] = "Trading"
    about: ClassVar[str] = "Swap goods that the two of you value differently; whoever gains more wins."
    rules: ClassVar[int] = 1
    Config = TradingConfig
    State = TradingState
    Move = Trade
    settings: ClassVar[tuple[Setting, ...]] = SETTINGS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    players: Mapping[str, Player[View, Trade]] = tactics.PLAYERS

    def check(self, config: TradingConfig) -> None:
        conditions.check(config)

    def seats(self, config: TradingConfig) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, "trader", private=True) for seat in SEATS)

    def deal(self, config: TradingConfig, seed: int) -> TradingState:
        return rules.deal(config, seed)

    def turn(self, state: TradingState) -> Turn:
        return rules.turn(state)

    def stake(self, state: TradingState, seat: Seat) -> str:
        if state.close is not None or seat != SEATS[state.mover]:
            return ""
        return f"message {len(state.history) + 1}"

    def apply(self, state: TradingState, event: Event) -> TradingState:
        return rules.apply(state, event)

    def opening(self, state: TradingState) -> tuple[News[Fact], ...]:
        return views.opening(state)

    def news(self, before: TradingState, event: Event, after: TradingState) -> tuple[News[Fact], ...]:
        return views.news(before, after)

    def view(self, state: TradingState, who: Seat) -> View:
        return views.view(state, who)

    def read(self, view: View, said: Said) -> Reading[Trade] | Unclear:
        return reader.read(view, said)

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        return asks.asks(view)

    def tell(self, facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
        return wording.tell(facts, view, voice)

    def status(self, view: View, voice: Voice) -> Post:
        return wording.status(view, voice)

    def explain(self, view: View, voice: Voice) -> Post:
        return wording.explain(view)

    def sheet(self, view: View, voice: Voice) -> Post:
        return wording.sheet(view, voice)

    def refuse(self, why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
        return refusals.refuse(why, view, voice)

    def result(self, state: TradingState) -> Result | None:
        return rules.result(state)

    def report(self, state: TradingState) -> dict[str, Any]:
        return analysis.report(state)


game = Trading()
