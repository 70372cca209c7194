"""A form behind the contract of all games: the rooms that answer each method. One seat, no opponent, no earnings."""

from games.core.contract import Game
from games.forms import asks as buttons
from games.forms import config as conditions
from games.forms import library, llm, tactics
from games.forms import rules as play
from games.forms import view as views
from games.forms.analysis import outcome
from games.forms.reader import message
from games.forms.wording import posts, refusals


class FormGame(Game[conditions.FormConfig, play.FormState, play.FormMove, views.View, views.Fact]):
    name = "form"
    title = "Study"
    about = "Consent, a check, a survey or a few words to read: one item at a time."
    minutes = 2
    colour = 0x5865F2
    rules = 1
    Config = conditions.FormConfig
    State = play.FormState
    Move = play.FormMove
    settings = conditions.SETTINGS
    presets = library.PRESETS
    players = tactics.PLAYERS
    default_player = "compliant"
    levels = ()
    secretive = False
    words = frozenset({message.SKIP})
    quick = True

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
    typed = staticmethod(llm.typed)
    tell = staticmethod(posts.tell)
    status = staticmethod(posts.status)
    explain = staticmethod(posts.explain)
    refuse = staticmethod(refusals.refuse)
    report = staticmethod(outcome.report)


game = FormGame()
