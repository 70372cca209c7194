"""Books, hats and balls: the rules, the reader, the words and the players behind the contract of every game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from games.core import (
    Event,
    Export,
    Game,
    IllegalMove,
    News,
    Player,
    Reading,
    Result,
    Said,
    Seat,
    SeatInfo,
    Turn,
    Unclear,
)
from games.dealornodeal import knowledge, players, reading, rules, template, wording
from games.dealornodeal.contexts import KINDS, contexts
from games.dealornodeal.domain import DOMAINS
from games.dealornodeal.model import SEATS, DealConfig, DealMove, DealState, Fact, View, fixed
from games.post import Ask, Post, Voice
from games.prompt import Prompt
from games.settings import BadSetting, Document, Option, Setting, Whole


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

    def deal(self, config: DealConfig, seed: int) -> DealState:
        return knowledge.deal(config, seed)

    def turn(self, state: DealState) -> Turn:
        return rules.turn(state)

    def stake(self, state: DealState, seat: Seat) -> str:
        return rules.stake(state)

    def apply(self, state: DealState, event: Event) -> DealState:
        return rules.apply(state, event)

    def opening(self, state: DealState) -> tuple[News[Fact], ...]:
        return knowledge.opening(state)

    def news(self, before: DealState, event: Event, after: DealState) -> tuple[News[Fact], ...]:
        return knowledge.news(before, event, after)

    def view(self, state: DealState, who: Seat) -> View:
        return knowledge.view(state, who)

    def read(self, view: View, said: Said) -> Reading[DealMove] | Unclear:
        return reading.read(view, said)

    def asks(self, view: View, voice: Voice) -> tuple[Ask, ...]:
        return wording.asks(view, voice)

    def tell(self, facts: tuple[Fact, ...], view: View, voice: Voice) -> tuple[Post, ...]:
        return wording.tell(facts, view, voice)

    def status(self, view: View, voice: Voice) -> Post:
        return wording.status(view, voice)

    def explain(self, view: View, voice: Voice) -> Post:
        return wording.explain(view, voice)

    def sheet(self, view: View, voice: Voice) -> Post:
        return wording.sheet(view, voice)

    def refuse(self, why: IllegalMove | Unclear, view: View, voice: Voice) -> Post:
        return wording.refuse(why, view, voice)

    def result(self, state: DealState) -> Result | None:
        return knowledge.result(state)

    def report(self, state: DealState) -> Mapping[str, Any]:
        return knowledge.report(state)

    def prompt(self, view: View, seat: Seat) -> Prompt:
        return template.prompt(view, seat)

    def answered(self, view: View, given: Mapping[str, Any]) -> Reading[DealMove] | Unclear:
        return template.answered(view, given)

    def described(self, view: View, move: DealMove | None) -> str:
        return template.described(view, move)

    def uttered(self, view: View, move: DealMove | None) -> str:
        return template.uttered(view, move)

    def agrees(self, view: View, move: DealMove | None, say: str) -> bool:
        return template.agrees(view, move, say)


game = DealOrNoDeal()
