"""Our player `core` of dealornodeal, and MiCRO, against winners of the Automated Negotiation League of 2024.

The agents live in an environment of their own, outside Parley, which `LEAGUE_PYTHON` names; without it the
measurement is left out. Only lines of JSON pass between the two processes (`peers/league_table.py`). The league tells
each agent the other side's utilities. Our game tells nobody, so that the agents are also met as players of our game:
they then believe in the mean of all values that may meet their own.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from msgspec import Struct

from bot.research.statistics import Mean
from games.dealornodeal.domain.contexts import Context, fits, vectors
from games.dealornodeal.domain.deals import Share, deals, most_joint, rest, worth
from games.dealornodeal.domain.items import BOOKS
from games.dealornodeal.tactics.players import CORE
from tests.bench.classics import TURNS, held_out
from tests.games.dealornodeal.classics import ACCEPT
from tests.games.dealornodeal.ours import Ours

PYTHON = "LEAGUE_PYTHON"
SCRIPT = Path(__file__).parent / "peers" / "league_table.py"
AGENTS = ("Shochan", "UOAgent", "AgentRenting2024")
PLAYERS = ("core", "MiCRO")
CONTEXTS = 100
OWN, JOINT = 6.5, 13.0
"""Least points that core should get, on average over the agents."""


class Faced(Struct, frozen=True):
    """A player against one agent: means over all games, in points; `…_se` over contexts. `begins` and `answers` are the
    own points of the games in which the player moves first and second. `faults`: games that an error of the agent
    ended; they count as no deal.
    """

    player: str
    agent: str
    disclosed: bool
    own: float
    own_se: float
    joint: float
    joint_se: float
    agreed: float
    begins: float
    answers: float
    faults: int


class Pooled(Struct, frozen=True):
    """A player against all agents. `ahead` is core's lead in own points over this player, context by context."""

    player: str
    disclosed: bool
    own: float
    own_se: float
    joint: float
    joint_se: float
    ahead: float
    ahead_se: float


class League(Struct, frozen=True):
    """`problem` says why there is nothing to tell."""

    contexts: int
    ceiling: float
    faced: tuple[Faced, ...]
    pooled: tuple[Pooled, ...]
    problem: str


class Played(Struct, frozen=True):
    """One negotiation. `begins` is whether the player moved first."""

    context: int
    begins: bool
    own: int
    theirs: int
    agreed: bool
    fault: str


Field = tuple[bool, str, str]
"""Key of a result: whether the values are disclosed, the player, and the agent."""


def measure(name: str, size: int = CONTEXTS) -> League:
    sample = held_out()[:size]
    ceiling = sum(most_joint(c.pool, *c.values) for c in sample) / len(sample)
    if not os.environ.get(PYTHON):
        return League(len(sample), ceiling, (), (), f"Left out: {PYTHON} names no environment with the agents.")
    fields: dict[Field, list[Played]] = {}
    with _agents(os.environ[PYTHON]) as pipe:
        for field in product((True, False), PLAYERS, AGENTS):
            fields[field] = [_played(pipe, field, sample, number, *how) for number, how in _games(len(sample))]
            print(*field, Counter(game.fault for game in fields[field] if game.fault) or "", file=sys.stderr)
    return League(
        len(sample),
        ceiling,
        tuple(_faced(*field, games) for field, games in fields.items()),
        tuple(_pooled(fields, *which) for which in product((True, False), PLAYERS)),
        "",
    )


def _games(contexts: int) -> Iterator[tuple[int, tuple[int, bool]]]:
    """Every context in both roles and both orders: its number, the player's role, and whether the player begins."""
    yield from product(range(contexts), product((0, 1), (True, False)))


@contextmanager
def _agents(python: str) -> Iterator[subprocess.Popen[str]]:
    words = (python, "-W", "ignore", str(SCRIPT))
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as pipe:
        yield pipe
        assert pipe.stdin is not None
        pipe.stdin.close()


# --- one negotiation --------------------------------------------------------------------------------------------------


def _played(
    pipe: subprocess.Popen[str], field: Field, sample: Sequence[Context], number: int, role: int, begins: bool
) -> Played:
    disclosed, player, agent = field
    context = sample[number] if role == 0 else sample[number].swapped()
    own, theirs = context.values
    game = {
        "agent": agent,
        "player": "ours" if player == "core" else player,
        "pool": context.pool,
        "own": own,
        "told": own if disclosed else expected(context.pool, theirs),
        "agents": theirs,
        "begins": begins,
        "steps": TURNS,
    }
    ended = _negotiate(pipe, game, Ours(context, 0, TURNS, CORE, first=begins, seed=number))
    if ended["deal"] is None:
        return Played(number, begins, 0, 0, agreed=False, fault=ended["fault"])
    deal = tuple(ended["deal"])
    return Played(
        number, begins, worth(own, deal), worth(theirs, rest(context.pool, deal)), agreed=True, fault=ended["fault"]
    )


def expected(pool: Share, values: Share) -> list[float]:
    """Return the mean of the values that the other side may have, as far as its own values tell a player."""
    possible = [other for other in vectors(BOOKS, pool) if fits(values, other)]
    return [sum(worths) / len(possible) for worths in zip(*possible, strict=True)]


def _negotiate(pipe: subprocess.Popen[str], game: dict[str, Any], ours: Ours) -> Any:
    """Play our side of one game, if it is ours, and return how it ended."""
    assert pipe.stdin is not None
    assert pipe.stdout is not None
    shares = deals(tuple(game["pool"]))
    number = {share: k for k, share in enumerate(shares)}
    said: dict[str, Any] = game
    while True:
        pipe.stdin.write(json.dumps(said) + "\n")
        pipe.stdin.flush()
        told = json.loads(pipe.stdout.readline())
        if "deal" in told:
            return told
        made = ours.act(None if told["heard"] is None else number[tuple(told["heard"])])
        said = {"accept": True} if made == ACCEPT else {"offer": shares[made]}


# --- figures ----------------------------------------------------------------------------------------------------------


def _by_context(games: Sequence[Played], figure: str) -> list[float]:
    """Return the mean of a figure in each context, in the order of the contexts."""
    found: dict[int, list[int]] = {}
    for game in games:
        found.setdefault(game.context, []).append(game.own + game.theirs if figure == "joint" else game.own)
    return [sum(scores) / len(scores) for _, scores in sorted(found.items())]


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Return a mean and its standard error."""
    mean = Mean()
    for value in values:
        mean.add(value)
    return mean.mean or 0.0, mean.se or 0.0


def _faced(disclosed: bool, player: str, agent: str, games: Sequence[Played]) -> Faced:
    own, joint = (_mean(_by_context(games, figure)) for figure in ("own", "joint"))
    begins, answers = (_mean([game.own for game in games if game.begins == first])[0] for first in (True, False))
    agreed = sum(game.agreed for game in games) / len(games)
    faults = sum(bool(game.fault) for game in games)
    return Faced(player, agent, disclosed, *own, *joint, agreed, begins, answers, faults)


def _pooled(fields: dict[Field, list[Played]], disclosed: bool, player: str) -> Pooled:
    def scores(of: str, figure: str) -> list[float]:
        return _by_context([game for agent in AGENTS for game in fields[disclosed, of, agent]], figure)

    own, joint = scores(player, "own"), scores(player, "joint")
    ahead = [ours - other for ours, other in zip(scores("core", "own"), own, strict=True)]
    return Pooled(player, disclosed, *_mean(own), *_mean(joint), *_mean(ahead))
