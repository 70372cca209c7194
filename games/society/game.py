"""The society behind the contract of all games: the rooms that answer each method."""

from games.core.contract import Game
from games.society import asks as buttons
from games.society import config as conditions
from games.society import llm
from games.society import view as views
from games.society.analysis import coach, ground, summary
from games.society.config import Config as SocietyConfig
from games.society.reader import lateness, message
from games.society.rules import play
from games.society.rules.moves import Move as SocietyMove
from games.society.rules.state import Fact
from games.society.rules.state import State as SocietyState
from games.society.tactics.players import PLAYERS
from games.society.view import View
from games.society.wording import card, posts, refusals


class Society(Game[SocietyConfig, SocietyState, SocietyMove, View, Fact]):
    name = "society"
    title = "Society"
    about = "Two to eight players agree on shares, then gather, craft and hand tools over."
    minutes = 10
    secretive = False
    colour = 0x7A6A3A
    rules = 1
    Config = SocietyConfig
    State = SocietyState
    Move = SocietyMove
    settings = conditions.SETTINGS
    presets = conditions.PRESETS
    players = PLAYERS
    words = message.COMMANDS

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
    late = staticmethod(lateness.late)
    asks = staticmethod(buttons.asks)
    tell = staticmethod(posts.tell)
    status = staticmethod(posts.status)
    sheet = staticmethod(posts.sheet)
    explain = staticmethod(posts.explain)
    refuse = staticmethod(refusals.refuse)
    mark = staticmethod(ground.mark)
    lessons = staticmethod(ground.lessons)
    ground = staticmethod(ground.ground)
    report = staticmethod(summary.report)
    review = staticmethod(coach.review)
    card = staticmethod(card.card)
    prompt = staticmethod(llm.prompt)
    answered = staticmethod(llm.answered)
    given = staticmethod(llm.given)
    thoughts = staticmethod(llm.thoughts)
    described = staticmethod(llm.described)
    typed = staticmethod(llm.typed)
    agrees = staticmethod(llm.agrees)


game = Society()
