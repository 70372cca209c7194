"""The balloon game behind the contract of all games: each method calls the module that answers it."""

from collections.abc import Mapping
from typing import ClassVar

from games.balloon import analysis, llm, protocol, reader, refusals, tactics, wording
from games.balloon import asks as buttons
from games.balloon import config as conditions
from games.balloon import rules as play
from games.balloon import view as views
from games.balloon.config import PRESETS, SEATS, SETTINGS
from games.balloon.config import Config as BalloonConfig
from games.balloon.exports import EXPORTS
from games.balloon.rules import Agree, Bargain
from games.balloon.rules import Move as Motion
from games.balloon.rules import State as BalloonState
from games.balloon.view import Fact, View
from games.core import messages
from games.core.contract import Event, Export, Game, News, Player, Seat, SeatInfo
from games.core.post import Ask, Post, Voice
from games.core.settings import Setting


class Balloon(Game[BalloonConfig, BalloonState, Motion, View, Fact]):
    name: ClassVar[str] = "balloon"
    title: ClassVar[str] = "Balloon"
    about: ClassVar[str] = (
        "Agree on what stays on board: one set of items under a limit that each of you values differently."
    )
    rules: ClassVar[int] = 1
    quick: ClassVar[bool] = True
    exports: ClassVar[Mapping[str, Export]] = EXPORTS
    Config = BalloonConfig
    State = BalloonState
    Move = Motion
    settings: ClassVar[tuple[Setting, ...]] = SETTINGS
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = PRESETS
    players: Mapping[str, Player[View, Motion]] = tactics.PLAYERS

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
    prompt = staticmethod(llm.prompt)
    answered = staticmethod(llm.answered)
    agrees = staticmethod(llm.agrees)

    def seats(self, config: BalloonConfig) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, "passenger", private=True) for seat in SEATS)

    def stake(self, state: BalloonState, seat: Seat) -> str:
        """Return the number of the message that the seat is about to send."""
        return "" if state.close or seat != SEATS[state.mover] else messages.stake(len(state.history) + 1)

    def news(self, before: BalloonState, event: Event, after: BalloonState) -> tuple[News[Fact], ...]:
        return views.news(before, after)

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        return buttons.asks(view)

    def explain(self, view: View, voice: Voice) -> Post:
        return wording.explain(view)

    def described(self, view: View, move: Motion | None) -> str:
        return llm.described(move)

    def typed(self, view: View, move: Motion | None, say: str) -> str:
        """Return the message in the published protocol, without reasoning."""
        words = [protocol.argument(say)] if say else []
        match move:
            case Agree(items):
                words.append(protocol.written((), (), items))
            case Bargain(propose, refuse):
                words.append(protocol.written(propose, refuse, None))
        return "\n".join(words)

    def uttered(self, view: View, move: Motion | None) -> str:
        return llm.uttered(move)


game = Balloon()
