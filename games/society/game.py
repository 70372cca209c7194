"""The society behind the contract of all games: each method calls the module that answers it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.core.contract import Game, News, Player, Reading, Seat, SeatInfo, Unclear
from games.core.post import Ask, Post, Voice
from games.core.prompt import Prompt
from games.core.settings import Setting
from games.society import analysis, lateness, llm, reader, refusals, tactics, wording
from games.society import asks as buttons
from games.society import config as conditions
from games.society import rules as play
from games.society import view as views
from games.society.config import PRESETS, SETTINGS
from games.society.config import Config as SocietyConfig
from games.society.moves import Move as SocietyMove
from games.society.state import Fact
from games.society.state import State as SocietyState
from games.society.view import View


class Society(Game[SocietyConfig, SocietyState, SocietyMove, View, Fact]):
    name: ClassVar[str] = "society"
    title: ClassVar[str] = "Society"
    about: ClassVar[str] = "Two to eight players agree on shares, then gather, craft and hand tools over."
    rules: ClassVar[int] = 1
    Config = SocietyConfig
    State = SocietyState
    Move = SocietyMove
    settings: ClassVar[tuple[Setting, ...]] = SETTINGS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    players: Mapping[str, Player[View, SocietyMove]] = tactics.PLAYERS
    default_player: ClassVar[str] = "fallback"
    words: ClassVar[frozenset[str]] = reader.COMMANDS

    check = staticmethod(conditions.check)
    deal = staticmethod(play.deal)
    turn = staticmethod(play.turn)
    apply = staticmethod(play.apply)
    result = staticmethod(play.result)
    report = staticmethod(analysis.report)
    view = staticmethod(views.view)
    news = staticmethod(views.news)
    read = staticmethod(reader.read)
    late = staticmethod(lateness.late)
    tell = staticmethod(wording.tell)
    status = staticmethod(wording.status)
    sheet = staticmethod(wording.sheet)
    refuse = staticmethod(refusals.refuse)

    def seats(self, config: SocietyConfig) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, seat.partition("_")[0], private=True) for seat in conditions.seats_of(config))

    def stake(self, state: SocietyState, seat: Seat) -> str:
        """Return the open window; it is the same for all seats."""
        return "" if state.close is not None else play.window(state)

    def opening(self, state: SocietyState) -> tuple[News[Fact], ...]:
        return views.opening()

    def explain(self, view: View, voice: Voice) -> Post:
        return wording.explain(view)

    def prompt(self, view: View, seat: Seat) -> Prompt:
        return llm.prompt(view, seat)

    def answered(self, view: View, given: Mapping[str, Any]) -> Reading[SocietyMove] | Unclear:
        return llm.answered(view, given)

    def described(self, view: View, move: SocietyMove | None) -> str:
        return llm.described(move)

    def agrees(self, view: View, move: SocietyMove | None, say: str) -> bool:
        return llm.agrees(view, move, say)

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        return buttons.asks(view, voice)


game = Society()
