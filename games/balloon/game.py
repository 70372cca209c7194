"""The balloon game behind the contract of all games: the rooms that answer each method."""

from games.balloon import asks as buttons
from games.balloon import config as conditions
from games.balloon import llm
from games.balloon import rules as play
from games.balloon import view as views
from games.balloon.analysis import coach, ground, summary
from games.balloon.reader import plain
from games.balloon.tactics.players import PLAYERS
from games.balloon.wording import card, posts, refusals
from games.core.contract import Game
from games.core.messages import late


class Balloon(Game[conditions.Config, play.State, play.Move, views.View, views.Fact]):
    name = "balloon"
    title = "Balloon"
    about = "Agree on what stays on board: one set of items under a limit that each of you values differently."
    minutes = 4
    colour = 0x3D6FA5
    rules = 1
    quick = True
    exports = llm.EXPORTS
    Config = conditions.Config
    State = play.State
    Move = play.Move
    settings = conditions.SETTINGS
    presets = conditions.PRESETS
    players = PLAYERS

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
    read = staticmethod(plain.read)
    late = staticmethod(late)
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
    uttered = staticmethod(llm.uttered)
    agrees = staticmethod(llm.agrees)


game = Balloon()
