"""Dialogues of two networks in lock-step. The game's reader takes their words, and its rules and card settle them."""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from bot.players.trained.meaning import answer_to_card, move_of, takes
from bot.players.trained.network import Array, features
from bot.players.trained.speaking import Side
from bot.players.trained.words import EOS, SELECT, Vocabulary
from bot.research.training.synthetic import config
from games.core.contract import Expired, IllegalMove, Moved
from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.rules.play import apply, deal, quiet
from games.dealornodeal.rules.state import SEATS, Accept, DealMove, DealState, Speak
from games.dealornodeal.view import view

TAKEN = "Deal."
"""The text of `<selection>`."""


class Agent(Struct, frozen=True):
    """A network that can talk."""

    net: Mapping[str, Array]
    known: Vocabulary


class Turn(Struct, frozen=True):
    """An utterance as tokens; `took`: whether there was an offer to take."""

    seat: int
    words: tuple[int, ...]
    took: bool


class Played(Struct, frozen=True):
    """A finished dialogue: its turns as tokens, and the last state of the game. `points` are those of both seats."""

    context: Context
    turns: tuple[Turn, ...]
    state: DealState

    @property
    def points(self) -> tuple[int, int]:
        return self.state.ended.points if self.state.ended else (0, 0)

    @property
    def dealt(self) -> bool:
        return self.state.ended is not None and self.state.ended.end == "deal"


def meet(agents: tuple[Agent, Agent], contexts: Sequence[Context], heat: float, seed: Sequence[int]) -> list[Played]:
    """Return the dialogues of two agents over contexts, each with the first agent in the first seat. All chance follows
    from the seed. Both know the same words.
    """
    chance = np.random.default_rng(list(seed))
    words = agents[0].known
    sides = [
        Side(agent.net, np.stack([features(context.pool, context.values[at]) for context in contexts]))
        for at, agent in enumerate(agents)
    ]
    states = [deal(config(context), 0) for context in contexts]
    turns: list[list[Turn]] = [[] for _ in contexts]
    live, who = np.arange(len(contexts)), 0
    while len(live):
        took = np.array([takes(view(states[n], SEATS[who])) for n in live])
        said = sides[who].speak(live, took, heat, chance)
        for n, tokens, took_it in zip(live, said, took, strict=True):
            turns[n].append(Turn(who, tuple(tokens), bool(took_it)))
            taken = tokens[-1] == SELECT
            states[n] = after(states[n], who, TAKEN if taken else words.text(_plain(tokens)), taken)
        going = [at for at, n in enumerate(live) if not states[n].ended]
        live, who = live[going], 1 - who
        if going:
            sides[who].listen(live, [_plain(said[at]) for at in going])
    return [Played(one, tuple(said), state) for one, said, state in zip(contexts, turns, states, strict=True)]


def after(state: DealState, who: int, text: str, taken: bool = False) -> DealState:
    """Return the state after an utterance, and after what both sides do about the card that it may open."""
    seat = SEATS[who]
    move: DealMove = Accept() if taken else move_of(view(state, seat), text) or Speak()
    try:
        state = apply(state, Moved(seat, move, text))
    except IllegalMove:
        state = apply(state, Moved(seat, Speak(), text))
    if state.open and not state.ended:
        state = apply(state, Expired(quiet(state)))
    while state.card and not state.ended:
        asked = next(seat for seat in SEATS if seat not in state.card.confirmed)
        state = apply(state, Moved(asked, answer_to_card(view(state, asked)), ""))
    return state


def _plain(words: Sequence[int]) -> list[int]:
    return [word for word in words if word not in (EOS, SELECT)]
