"""Books, hats and balls: the rules, the reader, the words and the players behind the contract of every game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from games.core.contract import Export, Game, Player, Seat, SeatInfo
from games.core.settings import BadSetting, Document, Option, Setting, Whole
from games.dealornodeal import knowledge, llm, players, reading, wording
from games.dealornodeal import rules as play
from games.dealornodeal.contexts import KINDS, contexts
from games.dealornodeal.domain import DOMAINS
from games.dealornodeal.model import SEATS, DealConfig, DealMove, DealState, Fact, View, fixed


class DealOrNoDeal(Game[DealConfig, DealState, DealMove, View, Fact]):
    name: ClassVar[str] = "dealornodeal"
    title: ClassVar[str] = "Books, hats, balls"
    about: ClassVar[str] = "Divide what lies on the table by talking it out; each side has its own private values."
    rules: ClassVar[int] = 1
    exports: ClassVar[Mapping[str, Export]] = MappingProxyType({"clembench": Export("dond")})
    Config = DealConfig
    State = DealState
    Move = DealMove
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("utterances", Whole(2, 200), 20, "How many messages there can be, of both sides together."),
        Setting(
            "domain", Option(tuple(DOMAINS)), "books", "What is divided: books, hats and balls, or camping supplies."
        ),
        Setting(
            "contexts", Option(KINDS), "all", "Which contexts are drawn: all, with gains from trade, or rich ones."
        ),
        Setting("context", Whole(0, 100_000), 0, "The number of one context, from 1; 0 draws one for each session."),
        Setting("roles", Option(("dealt", "swapped")), "dealt", "Whether the two seats exchange their values."),
        Setting("instance", Document("a pool and both sides' values"), "", "A file that fixes pool and values."),
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = MappingProxyType(
        {"books": {}, "camp": {"domain": "camp"}, "rich": {"contexts": "rich"}}
    )
    players: Mapping[str, Player[View, DealMove]] = players.PLAYERS

    deal = staticmethod(knowledge.deal)
    turn = staticmethod(play.turn)
    apply = staticmethod(play.apply)
    opening = staticmethod(knowledge.opening)
    news = staticmethod(knowledge.news)
    view = staticmethod(knowledge.view)
    result = staticmethod(knowledge.result)
    report = staticmethod(knowledge.report)
    read = staticmethod(reading.read)
    asks = staticmethod(wording.asks)
    tell = staticmethod(wording.tell)
    status = staticmethod(wording.status)
    sheet = staticmethod(wording.sheet)
    explain = staticmethod(wording.explain)
    refuse = staticmethod(wording.refuse)
    prompt = staticmethod(llm.prompt)
    answered = staticmethod(llm.answered)
    described = staticmethod(llm.described)
    uttered = staticmethod(llm.uttered)
    agrees = staticmethod(llm.agrees)

    def check(self, config: DealConfig) -> None:
        if fixed(config) is None:
            domain = DOMAINS[config.domain]
            if config.contexts != "all" and not contexts(domain, config.contexts):
                some = ", ".join(kind for kind in KINDS if contexts(domain, kind))
                raise BadSetting("contexts", f"must be one of {some} where domain is {config.domain}", config.contexts)
            known = len(contexts(DOMAINS[config.domain], config.contexts)) if config.context else 0
            if config.context > known:
                raise BadSetting("context", f"must be a whole number from 0 to {known} here", str(config.context))

    def seats(self, config: DealConfig) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, "negotiator", private=True) for seat in SEATS)

    def stake(self, state: DealState, seat: Seat) -> str:
        return play.stake(state)


game = DealOrNoDeal()
