"""Price bargaining behind the contract of all games: the rooms that answer each method."""

from games.bargaining import asks as buttons
from games.bargaining import config as conditions
from games.bargaining import llm, tactics
from games.bargaining import rules as play
from games.bargaining import view as views
from games.bargaining.analysis import coach, ground, outcome
from games.bargaining.reader import message
from games.bargaining.wording import card, posts, refusals, rulebook
from games.core.contract import Game
from games.core.messages import late


class Bargaining(Game[conditions.BargainingConfig, play.BargainingState, play.BargainingMove, views.View, views.Fact]):
    name = "bargaining"
    title = "Price bargaining"
    about = "Agree on a price: make offers in turn, and accept one before they run out."
    minutes = 2
    colour = 0x2E7D5B
    unit = "cents"
    rules = 1
    Config = conditions.BargainingConfig
    State = play.BargainingState
    Move = play.BargainingMove
    settings = conditions.SETTINGS
    presets = conditions.PRESETS
    players = tactics.PLAYERS

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
    late = staticmethod(late)
    asks = staticmethod(buttons.asks)
    tell = staticmethod(posts.tell)
    status = staticmethod(posts.status)
    explain = staticmethod(rulebook.explain)
    sheet = staticmethod(rulebook.sheet)
    refuse = staticmethod(refusals.refuse)
    prompt = staticmethod(llm.prompt)
    answered = staticmethod(llm.answered)
    given = staticmethod(llm.given)
    loses = staticmethod(llm.loses)
    described = staticmethod(llm.described)
    typed = staticmethod(llm.typed)
    uttered = staticmethod(llm.uttered)
    agrees = staticmethod(llm.agrees)
    mark = staticmethod(ground.mark)
    lessons = staticmethod(ground.lessons)
    ground = staticmethod(ground.ground)
    report = staticmethod(outcome.report)
    review = staticmethod(coach.review)
    card = staticmethod(card.card)
    hint = staticmethod(coach.hint)


game = Bargaining()
