"""Books, hats and balls: the rooms behind the contract of every game."""

from types import MappingProxyType

from games.core.contract import Export, Game
from games.dealornodeal import asks, config, llm, view
from games.dealornodeal.analysis import coach, deals, ground
from games.dealornodeal.config import DealConfig
from games.dealornodeal.domain.items import BOOKS
from games.dealornodeal.reader import read as reader
from games.dealornodeal.reader.tokens import vocabulary
from games.dealornodeal.rules import play
from games.dealornodeal.rules.state import DealMove, DealState
from games.dealornodeal.tactics.players import PLAYERS
from games.dealornodeal.view import Fact, View
from games.dealornodeal.wording import card, posts


class DealOrNoDeal(Game[DealConfig, DealState, DealMove, View, Fact]):
    name = "dealornodeal"
    title = "Books, hats, balls"
    about = "Divide what lies on the table by talking it out; each side has its own private values."
    minutes = 3
    colour = 0x8E5BA6
    rules = 1
    exports = MappingProxyType({"clembench": Export("dond")})
    Config = DealConfig
    State = DealState
    Move = DealMove
    settings = config.SETTINGS
    presets = config.PRESETS
    players = PLAYERS

    check = staticmethod(config.check)
    seats = staticmethod(play.seats)
    deal = staticmethod(play.deal)
    turn = staticmethod(play.turn)
    stake = staticmethod(play.stake)
    apply = staticmethod(play.apply)
    result = staticmethod(play.result)
    opening = staticmethod(view.opening)
    news = staticmethod(view.news)
    view = staticmethod(view.view)
    read = staticmethod(reader.read)
    asks = staticmethod(asks.asks)
    tell = staticmethod(posts.tell)
    status = staticmethod(posts.status)
    sheet = staticmethod(posts.sheet)
    explain = staticmethod(posts.explain)
    refuse = staticmethod(posts.refuse)
    mark = staticmethod(ground.mark)
    lessons = staticmethod(ground.lessons)
    ground = staticmethod(ground.ground)
    report = staticmethod(deals.report)
    card = staticmethod(card.card)
    review = staticmethod(coach.review)
    hint = staticmethod(coach.hint)
    prompt = staticmethod(llm.prompt)
    answered = staticmethod(llm.answered)
    given = staticmethod(llm.given)
    loses = staticmethod(llm.loses)
    described = staticmethod(llm.described)
    typed = staticmethod(llm.typed)
    uttered = staticmethod(llm.uttered)
    agrees = staticmethod(llm.agrees)


game = DealOrNoDeal()
# The words of the usual items are compiled now, not while somebody waits for an answer to the first text.
vocabulary(BOOKS.items)
