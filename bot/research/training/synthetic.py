"""Dialogues of our own: analytic players of many kinds negotiate over generated contexts, in the words of `phrases`.

So training needs nobody's data, and what it makes can be given away.
"""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, Final

from bot.research.training.corpus import Corpus, Dialogue
from bot.research.training.phrases import worded
from games.core.contract import Moved, subseed
from games.dealornodeal.config import SETTINGS, DealConfig
from games.dealornodeal.domain.contexts import Context, contexts
from games.dealornodeal.domain.items import BOOKS
from games.dealornodeal.rules.play import apply, deal
from games.dealornodeal.rules.state import SEATS, DealState, Offer
from games.dealornodeal.tactics.players import PLAYERS
from games.dealornodeal.view import view

UTTERANCES: Final = 20
LIMITS: Final = (6, 8, 10, 12)
"""Numbers of messages that a negotiation may have; few, so that players come to the point as people do."""
KINDS: Final = ("normal", "easy", "fair/S", "fair/fair", "fair/selfish", "selfish/selfish", "normal", "easy")
"""Players that negotiate; two of them have a share of two."""
HELD_OUT: Final = 10
"""One context in this many is never trained on: agents are measured there, and perplexity is."""
VALID_EVERY: Final = 12


@lru_cache(maxsize=1)
def split() -> tuple[tuple[Context, ...], tuple[Context, ...]]:
    """Return all contexts, those to train on and those held out. A context and its swap are on the same side."""
    train, held = list[Context](), list[Context]()
    for context in contexts(BOOKS):
        pair = min(context.values, context.values[::-1])
        out = subseed(0, "held out", *context.pool, *pair[0], *pair[1]) % HELD_OUT == 0
        (held if out else train).append(context)
    return tuple(train), tuple(held)


def config(context: Context, utterances: int = UTTERANCES) -> DealConfig:
    """Return the game over one context, with this many messages of both sides together."""
    mine, yours = context.values
    line = " ".join(",".join(map(str, part)) for part in (context.pool, mine, yours))
    defaults: dict[str, Any] = {setting.key: setting.default for setting in SETTINGS}
    return DealConfig(**defaults | {"utterances": utterances, "instance": line, "condition": ""})


def corpus(number: int, seed: int, advance: Callable[[int], None] = lambda made: None) -> Corpus:
    """Return this many dialogues, each seen by both sides; one in `VALID_EVERY` is for measuring."""
    train, held = split()
    kept: tuple[list[Dialogue], list[Dialogue]] = ([], [])
    for at in range(number):
        chance = Random(subseed(seed, "dialogue", at))
        valid = at % VALID_EVERY == 0
        context = chance.choice(held if valid else train)
        kept[valid].extend(negotiated(context, chance))
        advance(1)
    return Corpus(tuple(kept[0]), tuple(kept[1]), train, held)


def negotiated(context: Context, chance: Random) -> tuple[Dialogue, Dialogue]:
    """Return one negotiation as either side saw it."""
    players = {seat: PLAYERS[chance.choice(KINDS)] for seat in SEATS}
    seeds = {seat: chance.getrandbits(48) for seat in SEATS}
    state: DealState = deal(config(context, chance.choice(LIMITS)), 0)
    drawn = {seat: players[seat].drawn(view(state, seat), seeds[seat]) for seat in SEATS}
    while state.card is None and not state.ended:
        seen = view(state, state.due)
        act = players[state.due].decide(seen, seeds[state.due], drawn[state.due])
        move, text = worded(seen, act.move if act.move is not None else Offer(seen.pool), chance)
        state = apply(state, Moved(state.due, move, text))
    turns = [(said.seat, said.text) for said in state.spoken]
    first, second = (
        Dialogue(context.pool, context.values[at], tuple((who == seat, text) for who, text in turns), bool(state.card))
        for at, seat in enumerate(SEATS)
    )
    return first, second
