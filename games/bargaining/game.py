"""Price bargaining behind the contract of all games: the rooms that answer each method."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from games.bargaining import analysis, llm, tactics
from games.bargaining import asks as buttons
from games.bargaining import config as conditions
from games.bargaining import rules as play
from games.bargaining import view as views
from games.bargaining.reader import message
from games.bargaining.wording import posts, refusals, rulebook
from games.core.contract import Game, Player
from games.core.settings import Setting


class Bargaining(Game[conditions.BargainingConfig, play.BargainingState, play.BargainingMove, views.View, views.Fact]):
    name: ClassVar[str] = "bargaining"
    title: ClassVar[str] = "Price bargaining"
    about: ClassVar[str] = "Agree on a price: make offers in turn, and accept one before they run out."
    unit: ClassVar[Literal["cents", "points"]] = "cents"
    rules: ClassVar[int] = 1
    Config = conditions.BargainingConfig
    State = play.BargainingState
    Move = play.BargainingMove
    settings: ClassVar[tuple[Setting, ...]] = conditions.SETTINGS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = conditions.PRESETS
    players: Mapping[str, Player[views.View, play.BargainingMove]] = tactics.PLAYERS

    check = staticmethod(conditions.check)
    seats = staticmethod(play.seats)
    deal = staticmethod(play.deal)
    turn = staticmethod(play.turn)
    stake = staticmethod(play.stake)
    apply = staticmethod(play.apply)
    result = staticmethod(play.result)
    view = staticmethod(views.view)
    opening = staticmethod(views.opening)
    news = staticmethod(views.news)
    read = staticmethod(message.read)
    asks = staticmethod(buttons.asks)
    tell = staticmethod(posts.tell)
    status = staticmethod(posts.status)
    explain = staticmethod(rulebook.explain)
    sheet = staticmethod(rulebook.sheet)
    refuse = staticmethod(refusals.refuse)
    prompt = staticmethod(llm.prompt)
    answered = staticmethod(llm.answered)
    described = staticmethod(llm.described)
    uttered = staticmethod(llm.uttered)
    agrees = staticmethod(llm.agrees)
    report = staticmethod(analysis.report)


game = Bargaining()
