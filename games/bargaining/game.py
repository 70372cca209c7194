"""The game of price bargaining: its rules, reader, words and players behind the contract of every game."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from games.bargaining import analysis, conditions, reader, rulebook, rules, tactics, template, wording
from games.bargaining.conditions import BargainingConfig
from games.bargaining.rules import BargainingMove, BargainingState, Fact, View
from games.core import Event, Game, IllegalMove, News, Player, Reading, Result, Said, Seat, SeatInfo, Turn, Unclear
from games.post import Ask, Post, Voice
from games.prompt import Prompt
from games.settings import Setting


class Bargaining(Game[BargainingConfig, BargainingState, BargainingMove, View, Fact]):
    name: ClassVar[str] = "bargaining"
    title: ClassVar[str] = "Price bargaining"
    about: ClassVar[str] = "Agree on a price: make offers in turn, and accept one before they run out."
    unit: ClassVar[Literal["cents", "points"]] = "cents"
    rules: ClassVar[int] = 1
    Config = BargainingConfig
    State = BargainingState
    Move = BargainingMove
    settings: ClassVar[tuple[Setting, ...]] = conditions.SETTINGS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = conditions.PRESETS
    players: Mapping[str, Player[View, BargainingMove]] = tactics.PLAYERS

    def check(self, config: BargainingConfig) -> None:
        conditions.check(config)

    def seats(self, config: BargainingConfig) -> tuple[SeatInfo, ...]:
        return rules.seats(config)

    def deal(self, config: BargainingConfig, seed: int) -> BargainingState:
        return rules.deal(config)

    def turn(self, state: BargainingState) -> Turn:
        return rules.turn(state)

    def stake(self, state: BargainingState, seat: Seat) -> str:
        return rules.stake(state)

    def apply(self, state: BargainingState, event: Event) -> BargainingState:
        return rules.apply(state, event)

    def opening(self, state: BargainingState) -> tuple[News[Fact], ...]:
        return rules.opening(state)

    def news(self, before: BargainingState, event: Event, after: BargainingState) -> tuple[News[Fact], ...]:
        return rules.news(before, after)

    def view(self, state: BargainingState, who: Seat) -> View:
        return rules.view(state, who)

    def read(self, view: View, said: Said) -> Reading[BargainingMove] | Unclear:
        return reader.read(view, said)

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        return wording.asks(view)

    def tell(self, facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
        return wording.tell(facts, view, voice)

    def status(self, view: View, voice: Voice) -> Post:
        return wording.status(view, voice)

    def explain(self, view: View, voice: Voice) -> Post:
        return rulebook.explain(view, voice)

    def sheet(self, view: View, voice: Voice) -> Post:
        return rulebook.sheet(view, voice)

    def refuse(self, why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
        return wording.refuse(why, view, voice)

    def result(self, state: BargainingState) -> Result | None:
        return rules.result(state)

    def report(self, state: BargainingState) -> Mapping[str, Any]:
        return analysis.report(state)

    def prompt(self, view: View, seat: Seat) -> Prompt:
        return template.prompt(view, seat)

    def answered(self, view: View, given: Mapping[str, Any]) -> Reading[BargainingMove] | Unclear:
        return template.answered(view, given)

    def described(self, view: View, move: BargainingMove | None) -> str:
        return template.described(view, move)

    def uttered(self, view: View, move: BargainingMove | None) -> str:
        return template.uttered(view, move)

    def agrees(self, view: View, move: BargainingMove | None, say: str) -> bool:
        return template.agrees(view, move, say)


game = Bargaining()
