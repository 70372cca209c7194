"""A trained player: the network finds words, the game's reader makes a move of them, and a guard checks both.

Words that are degenerate, illegal or that the guard stops are said otherwise: by the game's template for the same move,
or by another attempt. If no attempt is fit, the analytic player of the same personality decides.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import structlog
from msgspec import Struct

from bot.players import analytic
from bot.players.base import Brief, Decision
from bot.players.llm.guarded import fault_of
from bot.players.trained.catalogue import AGENTS, KIND
from bot.players.trained.meaning import answer_to_card, move_of, takes
from bot.players.trained.network import Unplayable, features
from bot.players.trained.speaking import Side
from bot.players.trained.weights import SHIPPED, BadWeights, Weights, load
from bot.players.trained.words import EOS, SELECT
from games.core.contract import Act, subseed
from games.dealornodeal.reader.scan import scan
from games.dealornodeal.reader.tokens import vocabulary
from games.dealornodeal.rules.state import Accept, DealMove, Offer, Speak
from games.dealornodeal.tactics import speech
from games.dealornodeal.tactics.players import PLAYERS
from games.dealornodeal.view import View
from games.language import agreement

log = structlog.get_logger(__name__)

HEAT: Final = 0.5
"""Temperature of the choice of words, that of the training."""
TRIES: Final = 4
RUN: Final = 3
"""Times that a word, or a pair of words, may not follow itself, and that a pair may not be said in all."""
UNFINISHED: Final = re.compile(r"\b(?:a|an|and|but|for|if|of|or|the|with|my|your)(?:[.!?]|$)", re.IGNORECASE)
"""Words with which no sentence ends, at the end of one."""
RECALLED: Final = 60
"""Utterances that are heard again for a decision, the last ones."""


class Attempt(Struct, frozen=True):
    """Words that the network found, and their move. `fault`: why they cannot be used as they are."""

    text: str
    move: DealMove | None
    fault: str = ""


class Trained:
    """One agent. It decides for any seat; nothing is kept between two decisions."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    @property
    def model_name(self) -> str:
        """The beginning of the hash of network and words."""
        return self.weights.hash[:12]

    def stand_in(self, brief: Brief) -> str:
        """Return the analytic player of the same personality."""
        return self.weights.name if self.weights.name in brief.game.players else brief.game.default_player

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        """Return a legal decision in words of its own, or in those of a template."""
        view = brief.view
        tried: list[Attempt] = []
        why = "other_game"
        if isinstance(view, View):
            if view.card is not None:
                return self._on_card(brief, view)
            exchange, prompt = await brief.recall(), brief.game.prompt(view, brief.seat)
            try:
                attempts = await asyncio.to_thread(lambda: [*self.attempts(view, brief.seed)])
            except Unplayable:
                attempts, why = [], "other_context"
            for attempt in attempts:
                tried.append(attempt)
                why = attempt.fault
                if attempt.move is None or brief.legal(attempt.move, attempt.text) is not None:
                    why = why or "illegal"
                    continue
                why = why or fault_of(brief, exchange, prompt, attempt.move, attempt.text)
                if not why:
                    return self._decided(attempt.move, attempt.text, tried)
                said = brief.game.uttered(view, attempt.move)
                if said and brief.legal(attempt.move, said) is None:
                    return self._decided(attempt.move, said, tried, f"words:{why}")
        player = self.stand_in(brief)
        log.info("trained_fallback", agent=self.weights.name, why=why, player=player)
        made = analytic.decide(player, brief)
        note = f"{player} decided"
        return Decision(made.move, made.say, f"fallback:{why}", note, self._trace(tried), player)

    def _on_card(self, brief: Brief, view: View) -> Decision:
        answer = answer_to_card(view)
        if answer is not None and brief.legal(answer, "") is None:
            return self._decided(answer, "", [])
        return self._decided(Speak(), speech.saying("card", brief.seed, len(view.spoken)), [])

    def _decided(self, move: Any, say: str, tried: list[Attempt], note: str = "") -> Decision:
        return Decision(move, say, KIND, note, self._trace(tried))

    def _trace(self, tried: list[Attempt]) -> dict[str, Any]:
        """Return the log entry of a decision."""
        outputs = [{"text": one.text, "fault": one.fault} for one in tried]
        return {KIND: {"agent": self.weights.name, "weights": self.weights.hash, "outputs": outputs}}

    def policy(self, seed: int) -> Callable[[View], Act[DealMove]]:
        """Return its turns by the view alone, for searches: no guard looks at its words."""

        def turn(view: View) -> Act[DealMove]:
            if view.card is not None:
                return Act(answer_to_card(view) or Speak(), speech.saying("card", seed, len(view.spoken)))
            for attempt in self.attempts(view, seed):
                if isinstance(attempt.move, Offer | Accept | Speak):
                    return Act(attempt.move, attempt.text)
            player = PLAYERS.get(self.weights.name, PLAYERS["normal"])
            return player.decide(view, seed)

        return turn

    def attempts(self, view: View, seed: int) -> Iterator[Attempt]:
        """Yield the network's attempts to speak in a view, one after another; all follow from the seed. The last is the
        first fit one, if there is any. Raises `Unplayable`.
        """
        known = self.weights.known
        side = Side(self.weights.net, features(view.pool, view.values)[None])
        one = np.zeros(1, np.int64)
        for said in view.spoken[-RECALLED:]:
            side.listen(one, [known.numbered(said.text)], own=said.seat == view.who)
        heard = side.state.copy()
        for number in range(TRIES):
            side.state = heard.copy()
            chance = np.random.default_rng(subseed(seed, KIND, len(view.spoken), number))
            words = side.speak(one, np.array([takes(view)]), HEAT, chance)[0]
            attempt = _attempted(view, words, known.text(word for word in words if word not in (EOS, SELECT)))
            yield attempt
            if not attempt.fault:
                return


def _attempted(view: View, words: list[int], text: str) -> Attempt:
    if words[-1] == SELECT:
        return Attempt(speech.saying("accept", 0, len(view.spoken)), Accept())
    if fault := degenerate(words):
        return Attempt(text, None, fault)
    move = move_of(view, text)
    if move is None:
        return Attempt(text, None, "unclear")
    if isinstance(move, Speak) and view.offered() is None and agreement.find(text).clear_yes:
        return Attempt(text, None, "nothing_to_take")
    if UNFINISHED.search(text):
        return Attempt(text, move, "unfinished")
    return Attempt(text, move, "contradiction" if isinstance(move, Offer) and contradicts(view, text) else "")


def degenerate(words: list[int]) -> str:
    """Return the fault of tokens that are no sentence: `endless`, `empty`, or `repeats`; "" if they may be one."""
    if words[-1] != EOS:
        return "endless"
    if len(words) < 2:
        return "empty"
    pairs = Counter(pairwise(words))
    runs = any(len(set(words[at : at + RUN])) == 1 for at in range(len(words) - RUN + 1))
    return "repeats" if runs or max(pairs.values()) >= RUN else ""


def contradicts(view: View, text: str) -> bool:
    """Return whether words name more of an item than there is, for one side or for both together."""
    found = scan(vocabulary(view.domain.items).tokens(text))
    counts = Counter[int]()
    for mention in found.mentions if found else ():
        if mention.keep and mention.item >= 0:
            counts[mention.item] += abs(mention.count) if mention.count > 0 else view.pool[mention.item]
    return any(number > view.pool[item] for item, number in counts.items())


def shipped(name: str) -> Trained:
    """Return a player that Parley ships, by the part of its name after `trained/`. Raises `BadWeights`."""
    if name not in AGENTS:
        there = ", ".join(f"{KIND}/{agent}" for agent in AGENTS)
        raise BadWeights(f"There is no {KIND}/{name[:40]}; there are {there}.")
    return Trained(load(SHIPPED / f"{AGENTS[name].replace('/', '-')}.npz"))


def named(name: str) -> Trained:
    """Return the player of a whole name, `trained/NAME` or `trained:PATH`. Raises `BadWeights`."""
    rest = name.removeprefix(KIND)
    return shipped(rest[1:]) if rest.startswith("/") else Trained(load(Path(rest[1:])))
