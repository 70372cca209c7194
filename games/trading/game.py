"""Trading behind the contract of all games: the rooms that answer each method."""

from types import MappingProxyType

from games.core.contract import Export, Game
from games.core.messages import late
from games.trading import asks as buttons
from games.trading import config as conditions
from games.trading import llm, tactics
from games.trading import rules as play
from games.trading import view as views
from games.trading.analysis import coach, ground, summary
from games.trading.reader import plain
from games.trading.wording import card, looks, posts, refusals


class Trading(Game[conditions.Config, play.State, play.Move, views.View, views.Fact]):
    name = "trading"
    title = "Trading"
    about = "Swap goods that the two of you value differently; whoever gains more wins."
    minutes = 4
    colour = 0xC77D1E
    rules = 1
    quick = True
    exports = MappingProxyType({"textarena": Export("SimpleNegotiation-v0")})
    Config = conditions.Config
    State = play.State
    Move = play.Move
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
    read = staticmethod(plain.read)
    late = staticmethod(late)
    asks = staticmethod(buttons.asks)
    tell = staticmethod(looks.tell)
    status = staticmethod(looks.status)
    sheet = staticmethod(looks.sheet)
    explain = staticmethod(posts.explain)
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
    report = staticmethod(summary.report)
    review = staticmethod(coach.review)
    card = staticmethod(card.card)


game = Trading()
