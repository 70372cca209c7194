"""The game of price bargaining: its rules, reader, words and players behind the contract of every game."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from games.bargaining import analysis, llm, reader, rulebook, tactics, wording
from games.bargaining import config as conditions
from games.bargaining import rules as play
from games.bargaining.config import BargainingConfig
from games.bargaining.rules import BargainingMove, BargainingState, Fact, View
from games.core.contract import Event, Game, News, Player, Seat
from games.core.post import Ask, Voice
from games.core.settings import Setting


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

    check = staticmethod(conditions.check)
    seats = staticmethod(play.seats)
    turn = staticmethod(play.turn)
    apply = staticmethod(play.apply)
    opening = staticmethod(play.opening)
    view = staticmethod(play.view)
    result = staticmethod(play.result)
    report = staticmethod(analysis.report)
    read = staticmethod(reader.read)
    tell = staticmethod(wording.tell)
    status = staticmethod(wording.status)
    refuse = staticmethod(wording.refuse)
    explain = staticmethod(rulebook.explain)
    sheet = staticmethod(rulebook.sheet)
    prompt = staticmethod(llm.prompt)
    answered = staticmethod(llm.answered)
    described = staticmethod(llm.described)
    uttered = staticmethod(llm.uttered)
    agrees = staticmethod(llm.agrees)

    def deal(self, config: BargainingConfig, seed: int) -> BargainingState:
        return play.deal(config)

    def stake(self, state: BargainingState, seat: Seat) -> str:
        return play.stake(state)

    def news(self, before: BargainingState, event: Event, after: BargainingState) -> tuple[News[Fact], ...]:
        return play.news(before, after)

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        return wording.asks(view)


game = Bargaining()
