"""Scripted models of known strength behind the loopback API, told apart by the model's name.

A test's own process plays the bench, so the fake can look up which seat's view a request was written from, and answer
with the move of any player. What goes over the wire is the model's answer and nothing else. Every request carries the
name of its question, as deals that differ only in what is hidden begin with equal requests.
"""

import json
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict

from bot.players.base import Brief, Decision
from bot.players.llm.player import Llm
from bot.research.bench.desk import Mailbox
from games.balloon.rules import Agree, Bargain
from games.bargaining.rules import Accept, Offer, Reject
from games.core.chance import subseed
from games.core.contract import Act
from games.dealornodeal.rules import state as deals
from games.society.reader import sentences
from games.society.rules import moves as society
from games.society.world.plans import written
from games.trading import rules as trading
from games.trading.domain import RESOURCES
from tests.fakes import FakeAnthropic

FAIR = {
    "bargaining": "fair",
    "trading": "easy",
    "balloon": "cooperative",
    "dealornodeal": "fair/fair",
    "society": "cooperative",
}
"""The analytic player that the model `even` is, by game."""
STUBBORN = {"dealornodeal": "selfish/S", "society": "selfish"}

_brief: ContextVar[Brief] = ContextVar("brief")


class Script:
    """The models `disguised`, `even`, `refuser`, `stubborn` and `chance` behind a fake API."""

    def __init__(self, api: FakeAnthropic, patch: pytest.MonkeyPatch) -> None:
        self.api, self.asked = api, dict[str, Brief]()
        self.drawn: dict[tuple[str, str], Any] = {}
        api.otherwise = self.act
        decide, apart = Llm.decide, Mailbox.apart
        script = self

        async def deciding(player: Llm, brief: Brief, deadline: float) -> Decision:
            token = _brief.set(brief)
            try:
                return await decide(player, brief, deadline)
            finally:
                _brief.reset(token)

        async def asking(mail: Mailbox, number: str, body: Mapping[str, Any]) -> Any:
            question = f"{mail.name}/{number}"
            if number.isdigit():  # no estimate, which is asked apart
                script.asked[question] = _brief.get()
            return await apart(mail, number, {**body, "metadata": {"user_id": question}})

        patch.setattr(Llm, "decide", deciding)
        patch.setattr(Mailbox, "apart", asking)

    async def act(self, body: Any) -> Any:
        question = body["metadata"]["user_id"]
        found = self.asked.get(question)
        if found is None:
            return await self.api.says(json.dumps({f"p{k}": 50 for k in range(1, 6)}))(body)
        answer = self.answer(body["model"], found, question)
        return await (self.api.refuses() if answer is None else self.api.says(json.dumps(answer)))(body)

    def answer(self, model: str, brief: Brief, asked: str) -> dict[str, Any] | None:
        """The model's answer; None: it refuses."""
        name = brief.game.name
        if model == "refuser" and subseed(5, str(brief.seed)) % 3 == 0:
            return None
        if model == "chance":
            return CHANCE[name](brief, Random(asked))
        if model == "stubborn" and name not in STUBBORN:
            return STUBBORNLY[name](brief)
        player = {"even": FAIR, "stubborn": STUBBORN}.get(model, {}).get(name, "normal")
        return encoded(brief, self.played(player, brief, asked.rpartition("/")[0]).move)

    def played(self, name: str, brief: Brief, chair: str) -> Act[Any]:
        player, mine = brief.game.players[name], (chair, name)
        if brief.turn == 0 or mine not in self.drawn:
            self.drawn[mine] = player.drawn(brief.view, brief.seed)
        kept = self.drawn[mine]
        return player.decide(brief.view, brief.seed, kept)


# --- moves as a model writes them -------------------------------------------------------------------------------------


def encoded(brief: Brief, move: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"reason": "", **WRITERS[brief.game.name](brief, move)}
    return made


def _price(brief: Brief, move: Any) -> dict[str, Any]:
    match move:
        case Accept():
            return {"action": "accept", "price": brief.view.standing.price / 100, "say": ""}
        case Reject():
            return {"action": "reject", "price": 0, "say": ""}
        case Offer(price):
            return {"action": "offer", "price": price / 100, "say": ""}
    raise AssertionError(move)


def _swap(brief: Brief, move: Any) -> dict[str, Any]:
    kinds: dict[type, str] = {trading.Accept: "accept", trading.Deny: "deny", trading.Propose: "offer"}
    then = None if move is None else move.offer if isinstance(move, trading.Propose) else move.then
    nothing = dict.fromkeys(RESOURCES, 0)
    give, get = (nothing, nothing) if then is None else (_goods(then.give), _goods(then.get))
    return {"action": kinds.get(type(move), "say"), "give": give, "get": get, "say": ""}


def _goods(goods: Any) -> dict[str, int]:
    return dict(zip(RESOURCES, asdict(goods).values(), strict=True))


def _set(brief: Brief, move: Any) -> dict[str, Any]:
    view = brief.view
    numbers = {frozenset(view.names(p.items)): p.number for p in view.theirs}
    match move:
        case Agree(items):
            return {"action": "agree", "number": numbers[frozenset(items)], "items": [], "say": ""}
        case Bargain(propose, _) if propose:
            return {"action": "propose", "number": 0, "items": list(propose[0]), "say": ""}
        case Bargain(_, refuse) if refuse:
            return {"action": "refuse", "number": numbers[frozenset(refuse[0])], "items": [], "say": ""}
    return {"action": "talk", "number": 0, "items": [], "say": "Let us see."}


def _share(brief: Brief, move: Any) -> dict[str, Any]:
    names = brief.view.domain.names
    keep = dict.fromkeys(names, 0)
    kinds: dict[type, str] = {deals.Accept: "accept", deals.Confirm: "confirm", deals.Leave: "walk_away"}
    if isinstance(move, deals.Offer):
        return {"action": "offer", "keep": dict(zip(names, move.keep, strict=True)), "say": ""}
    return {"action": kinds.get(type(move), "say"), "keep": keep, "say": "" if type(move) in kinds else "Well."}


def _sentence(brief: Brief, move: Any) -> dict[str, Any]:
    return {"message": _spoken(brief.view, move), "say": ""}


def _spoken(view: Any, move: Any) -> str:
    gains = "I will propose that I gain {}% reward and {} will gain {}% reward."
    match move:
        case society.Negotiate(to, mine):
            more = "" if mine is None else " " + gains.format(mine, to, 100 - mine)
            return f"I will negotiate with {to}.{more}"
        case society.Counter(to, mine):
            return "I will make a new proposal. " + gains.format(mine, to, 100 - mine)
        case society.Accept(of):
            offer = next(each for each in view.talks.offers_to(view.who) if each.by == of)
            return sentences.accept(of, 100 - offer.mine)
        case society.Finish():
            return sentences.END
        case society.Orders(queue):
            return "\n".join(f"Plan: {written(plan)}." for plan in queue.plans)
    return "pass"


Writer = Callable[[Brief, Any], dict[str, Any]]
WRITERS: dict[str, Writer] = {
    "bargaining": _price,
    "trading": _swap,
    "balloon": _set,
    "dealornodeal": _share,
    "society": _sentence,
}


# --- chance -----------------------------------------------------------------------------------------------------------


def _any_price(brief: Brief, chance: Random) -> dict[str, Any]:
    view = brief.view
    if view.last or (view.offers and chance.random() < 1 / 3):
        return {"reason": "", **_price(brief, chance.choice((Accept(), Reject())) if view.last else Accept())}
    return {"reason": "", **_price(brief, Offer(chance.randrange(view.terms.lowest, view.terms.highest + 1, 50)))}


def _any_swap(brief: Brief, chance: Random) -> dict[str, Any]:
    view = brief.view
    nothing = dict.fromkeys(RESOURCES, 0)
    if view.offer is not None:
        return {"reason": "", "action": chance.choice(("accept", "deny")), "give": nothing, "get": nothing, "say": ""}
    give, get = chance.sample(RESOURCES, 2)
    if view.last:
        return {"reason": "", "action": "say", "give": nothing, "get": nothing, "say": "Well."}
    return {"reason": "", "action": "offer", "give": {**nothing, give: 1}, "get": {**nothing, get: 1}, "say": ""}


def _any_set(brief: Brief, chance: Random) -> dict[str, Any]:
    view = brief.view
    if view.theirs and (view.last or chance.random() < 1 / 2):
        return {"reason": "", "action": "agree", "number": chance.choice(view.theirs).number, "items": [], "say": ""}
    if view.last:
        return {"reason": "", "action": "talk", "number": 0, "items": [], "say": "Well."}
    items, room = [], view.limit * chance.random()
    for item in chance.sample(view.items, len(view.items)):
        if item.effort <= room:
            items.append(item.name)
            room -= item.effort
    return {"reason": "", "action": "propose", "number": 0, "items": items or [view.items[0].name], "say": ""}


def _any_share(brief: Brief, chance: Random) -> dict[str, Any]:
    view = brief.view
    if view.card:
        done = view.who in view.card.confirmed
        return encoded(brief, deals.Speak() if done else deals.Confirm(view.card.version))
    if view.offered() and chance.random() < 1 / 3:
        return encoded(brief, deals.Accept())
    return encoded(brief, deals.Offer(tuple(chance.randint(0, n) for n in view.pool)))


def _any_sentence(brief: Brief, chance: Random) -> dict[str, Any]:
    player = brief.game.players["random"]
    return encoded(brief, player.decide(brief.view, brief.seed).move)


CHANCE: dict[str, Callable[[Brief, Random], dict[str, Any]]] = {
    "bargaining": _any_price,
    "trading": _any_swap,
    "balloon": _any_set,
    "dealornodeal": _any_share,
    "society": _any_sentence,
}


# --- never giving way -------------------------------------------------------------------------------------------------


def _one_price(brief: Brief) -> dict[str, Any]:
    view = brief.view
    if view.last:
        return encoded(brief, Reject())
    return encoded(brief, Offer(view.terms.lowest if view.who == "buyer" else view.terms.highest))


def _no_swap(brief: Brief) -> dict[str, Any]:
    return encoded(brief, trading.Deny(None) if brief.view.offer is not None else None) | {"say": "No."}


def _one_set(brief: Brief) -> dict[str, Any]:
    """The dearest item that one has, over and over, and never a yes."""
    view = brief.view
    if view.last:
        return {"reason": "", "action": "talk", "number": 0, "items": [], "say": "No."}
    best = max(range(len(view.items)), key=lambda k: view.importance[k])
    return {"reason": "", "action": "propose", "number": 0, "items": [view.items[best].name], "say": ""}


STUBBORNLY: dict[str, Callable[[Brief], dict[str, Any]]] = {
    "bargaining": _one_price,
    "trading": _no_swap,
    "balloon": _one_set,
}
NAMES = ("disguised", "even", "refuser", "stubborn", "chance")
