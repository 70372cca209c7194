"""Trading behind the contract of all games: each method calls the module that answers it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from games.core import messages
from games.core.contract import Event, Export, Game, News, Player, Seat, SeatInfo
from games.core.post import Ask, Post, Voice
from games.core.prompt import Prompt
from games.core.settings import Setting
from games.trading import analysis, llm, reader, refusals, tactics, wording
from games.trading import asks as buttons
from games.trading import config as conditions
from games.trading import rules as play
from games.trading import view as views
from games.trading.config import PRESETS, SEATS, SETTINGS
from games.trading.config import Config as TradingConfig
from games.trading.goods import written
from games.trading.rules import Accept, Deny, Propose
from games.trading.rules import Move as Trade
from games.trading.rules import State as TradingState
from games.trading.view import Fact, View


class Trading(Game[TradingConfig, TradingState, Trade, View, Fact]):
    name: ClassVar[str] = "trading"
    title: ClassVar[str] = "Trading"
    about: ClassVar[str] = "Swap goods that the two of you value differently; whoever gains more wins."
    rules: ClassVar[int] = 1
    quick: ClassVar[bool] = True
    exports: ClassVar[Mapping[str, Export]] = MappingProxyType({"textarena": Export("SimpleNegotiation-v0")})
    Config = TradingConfig
    State = TradingState
    Move = Trade
    settings: ClassVar[tuple[Setting, ...]] = SETTINGS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    players: Mapping[str, Player[View, Trade]] = tactics.PLAYERS

    check = staticmethod(conditions.check)
    deal = staticmethod(play.deal)
    turn = staticmethod(play.turn)
    apply = staticmethod(play.apply)
    result = staticmethod(play.result)
    report = staticmethod(analysis.report)
    view = staticmethod(views.view)
    opening = staticmethod(views.opening)
    read = staticmethod(reader.read)
    tell = staticmethod(wording.tell)
    status = staticmethod(wording.status)
    sheet = staticmethod(wording.sheet)
    refuse = staticmethod(refusals.refuse)
    answered = staticmethod(llm.answered)
    agrees = staticmethod(llm.agrees)

    def seats(self, config: TradingConfig) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, "trader", private=True) for seat in SEATS)

    def stake(self, state: TradingState, seat: Seat) -> str:
        """Return the number of the message that the seat is about to send."""
        return "" if state.close or seat != SEATS[state.mover] else messages.stake(len(state.history) + 1)

    def news(self, before: TradingState, event: Event, after: TradingState) -> tuple[News[Fact], ...]:
        return views.news(before, after)

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        return buttons.asks(view)

    def explain(self, view: View, voice: Voice) -> Post:
        return wording.explain(view)

    def prompt(self, view: View, seat: Seat) -> Prompt:
        return llm.prompt(view, seat)

    def described(self, view: View, move: Trade | None) -> str:
        return llm.described(view, move)

    def typed(self, view: View, move: Trade | None, say: str) -> str:
        """Return the message with its tags: the answer first, the offer last."""
        answer = "[Accept]" if isinstance(move, Accept) else "[Deny]" if isinstance(move, Deny) else ""
        offer = move.then if isinstance(move, Accept | Deny) else move.offer if isinstance(move, Propose) else None
        return " ".join(filter(None, (answer, say, written(offer) if offer is not None else "")))

    def uttered(self, view: View, move: Trade | None) -> str:
        return llm.uttered(move)


game = Trading()
