"""A seat at a table, and model players behind it: what tests of strategies start from."""

import json
import os
from functools import lru_cache
from typing import Any

import anthropic  # noqa: F401 (it takes seconds to import, which no deadline here should pay for)

from bot.players.base import Brief, Decision, briefed
from bot.players.exchange import Done, Exchange, exchange
from bot.players.llm.client import Failed, Reply
from bot.players.llm.model_players import ModelPlayers
from bot.runtime.settings import Settings
from games.bargaining.rules import Offer
from games.core.contract import AnyGame, Moved, Seat
from games.core.draw import config_of, recipe_of
from games.core.registry import get
from tests.fakes import FakeAnthropic
from tests.fakes.anthropic import Act

ACCOUNTS = ("game:g", "user:u")
OPENING = (("seller", Offer(60_00), ""), ("buyer", Offer(44_00), ""))
"""A buyer's 44 for a seller whose cost is 40."""
TALKING = (("seller", Offer(60_00), "Hello."), ("buyer", Offer(44_00), "I have no more."))
MOVE = {"reason": "It is time.", "action": "offer", "price": 52.5}
GOOD = json.dumps(MOVE)
"""An answer of a model that can be used."""


def house(api: FakeAnthropic | None = None, **settings: Any) -> ModelPlayers:
    """Model players who call this server."""
    key, url = (api.key, api.url) if api is not None else ("nobody", "http://127.0.0.1:9")
    return ModelPlayers(_settings(frozenset(os.environ.items()), key, url, **settings))


@lru_cache
def _settings(environment: frozenset[tuple[str, str]], key: str, url: str, **settings: Any) -> Settings:
    """Return the same settings for the same words: to check them takes longer than most decisions."""
    return Settings(anthropic_api_key=key, anthropic_base_url=url, **settings)


def begun(name: str, seed: int = 5, **wrote: str) -> tuple[AnyGame, Any]:
    game = get(name)
    return game, game.deal(config_of(game, recipe_of(game, wrote), seed, 0), seed)


def seats_of(name: str, **wrote: str) -> tuple[Seat, ...]:
    game = get(name)
    return tuple(info.seat for info in game.seats(config_of(game, recipe_of(game, wrote), 5, 0)))


def brief(
    name: str, *moves: tuple[str, Any, str], seat: str = "", turns: int = 0, seed: int = 5, **wrote: str
) -> Brief:
    """The brief of whoever is awaited (or of `seat`) after these moves and this many turns of analytic players."""
    game, dealt = begun(name, seed, **wrote)
    past = [Done(Moved(Seat(who), move, say)) for who, move, say in moves]
    state = dealt
    for done in past:
        state = game.apply(state, done.event)
    seats = seats_of(name, **wrote)
    for turn in range(turns):
        mover = next(s for s in seats if s in game.turn(state).awaited)
        act = game.players[game.default_player].decide(game.view(state, mover), turn)
        past.append(Done(Moved(mover, act.move, act.say), {}))
        state = game.apply(state, past[-1].event)
    mine = Seat(seat) or next(s for s in seats if s in game.turn(state).awaited)

    async def recall() -> Exchange:
        return exchange(game, dealt, past, mine)

    return briefed(game, state, mine, seats, turn=turns, seed=seed, accounts=ACCOUNTS, recall=recall)


def said_in(body: dict[str, Any], role: str) -> str:
    """All text of one side's turns in a request."""
    turns = (turn for turn in body["messages"] if turn["role"] == role)
    return "\n".join(block["text"] for turn in turns for block in turn["content"])


class Canned:
    """A model in the place of the API: it answers these texts in turn, the last one for ever."""

    def __init__(self, *texts: str) -> None:
        self.texts, self.bodies, self.seconds = list(texts), list[dict[str, Any]](), list[float]()

    async def ask(self, body: dict[str, Any], seconds: float) -> Reply:
        self.bodies.append(body)
        self.seconds.append(seconds)
        if not self.texts:
            raise Failed("connection", again=False)
        text = self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]
        return Reply(text, "end_turn", {"input_tokens": 10, "output_tokens": 5})

    async def describe(self, model: str, seconds: float) -> None:
        return None

    async def close(self) -> None:
        return


def canned(*texts: str, **settings: Any) -> tuple[ModelPlayers, Canned]:
    """Model players whose model is canned."""
    made, model = house(**settings), Canned(*texts)
    made.model = model  # type: ignore[assignment]
    return made, model


async def decided(api: FakeAnthropic, *acts: Act, turn: Any = None, **settings: Any) -> Decision:
    """Return what a model player does about the buyer's 44."""
    api.does(*acts)
    made = house(api, **{"llm_seconds": 5, **settings})
    try:
        return await made.player().decide(turn or brief("bargaining", *OPENING), 45)
    finally:
        await made.close()


def trace(decision: Decision) -> dict[str, Any]:
    assert decision.private is not None
    found: dict[str, Any] = decision.private["llm"]
    return found


def text(words: object) -> dict[str, Any]:
    return {"type": "text", "text": words}
