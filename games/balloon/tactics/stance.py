"""Styles of the analytic players, and the commitment that each of them draws at the deal.

A seat knows its own importances and not the other side's. The hardest other side that it may meet wants the opposite:
what is most to one is least to the other. Two shares of its own optimum follow from its own numbers alone: `low`, which
the opposite side's best set leaves it, and `even`, which both could have. The limit lies between them, or just above,
so it fits the instance: with few items `even` may be below 600.
"""

from random import Random
from typing import Final

from msgspec import Struct

from games.balloon.domain import reversed_ranks, total
from games.balloon.tactics.model import SCALE, fairest, nearly_best
from games.balloon.view import View
from games.core.contract import rng


class Style(Struct, frozen=True):
    """Parameters of one kind of bargainer; shares and parts in per mille.

    - `limits`: the limit's place between `low` (0) and `even` (1000), drawn as the mean of two even draws.
    - `most`: the highest limit. Where interests hardly differ, `even` comes near the optimum, which people find only
      roughly.
    - `openings`: the share that the first proposal keeps at least.
    - `leads`: how far below what it asks for it goes for a new set, when the other side has made as many as itself
      (MiCRO, de Jonge 2022). It goes no further, however many come.
    - `gives`: its answer to a concession. At 1000 its own share falls as far from the opening to `even` as the other
      side's best proposal has come from `low` to `even`.
    - `sulks`: the part of a concession that goes unanswered for each repetition before it, five at most.
    - `yields`: its part of the way to `even` in the last proposal that can be answered.
    - `settles`: it agrees at once to a set at this place between its limit (0) and `even` (1000), even while it still
      asks for more; without one, never. It looks no further for what its interests have in common with the other's.
    - `learns`: it estimates the other side's values from all proposals, otherwise from the last one.
    - `seeks`: it looks for the set that is best for both.
    """

    limits: tuple[int, int]
    most: int
    openings: tuple[int, int]
    leads: int
    gives: int
    sulks: int = 0
    yields: int = 500
    settles: int | None = None
    learns: bool = True
    seeks: bool = False


EASY: Final = Style((0, 200), 700, (900, 950), leads=80, gives=1400, yields=1000, settles=0, learns=False)
NORMAL: Final = Style((200, 1000), 850, (970, 1000), leads=50, gives=900, sulks=60, yields=900, settles=700)
HARD: Final = Style((400, 1050), 880, (990, 1000), leads=40, gives=850, sulks=120, yields=900)
GREEDY: Final = Style((700, 1100), 900, (1000, 1000), leads=20, gives=400, sulks=180, yields=0, learns=False)
COOPERATIVE: Final = Style((200, 700), 800, (1000, 1000), leads=80, gives=1300, yields=1000, seeks=True)

_SULKS_MOST: Final = 5


class Disposition(Struct, frozen=True):
    """The commitment of a player, in per mille of its own optimum: its limit, the share that it opens with, and the two
    shares that its concessions are measured by.
    """

    limit: int
    opening: int
    low: int
    even: int


def draw(style: Style, view: View, seed: int) -> Disposition:
    """Return the commitment for a seat, from its own importances, the efforts and the limit of the balloon."""
    low, even = prospects(view.efforts, view.limit, view.importance or ())
    return committed(style, low, even, rng(seed, "limit"))


def committed(style: Style, low: int, even: int, chance: Random) -> Disposition:
    """Return the commitment of a seat that has these prospects."""
    place = (chance.randint(*style.limits) + chance.randint(*style.limits)) // 2
    limit = min(style.most, low + (even - low) * place // SCALE)
    return Disposition(limit, max(limit, chance.randint(*style.openings)), low, even)


def prospects(efforts: tuple[int, ...], limit: int, own: tuple[int, ...]) -> tuple[int, int]:
    """Return `low` and `even`: shares of one's own optimum against a side that wants the opposite, in per mille."""
    best = nearly_best(efforts, limit, own).value
    if not best:
        return 0, 0
    opposite = reversed_ranks(own)
    theirs = nearly_best(efforts, limit, opposite)
    low = total(own, theirs.items) * SCALE // best
    fair = fairest(efforts, limit, own, opposite)
    return low, max(low, min(fair.own * SCALE // best, fair.other * SCALE // (theirs.value or 1)))


def wishes(style: Style, view: View, mine: Disposition) -> int:
    """Return the share that a player asks for now.

    It asks for its opening less its answers to the other side's concessions. A concession is a proposal better for this
    player than all before it. Its size counts, and what came before: each repetition makes the next answer smaller.
    Repetitions and steps backwards are answered by nothing.
    """
    assert view.importance is not None
    best = nearly_best(view.efforts, view.limit, view.importance).value or 1
    start, even, reached, repeated, given = -1, mine.even, 0, 0, 0
    known = set[int]()
    for message in view.history:
        if message.seat == view.who or not message.proposed:
            continue
        sets = {proposal.items for proposal in message.proposed}
        share = max(total(view.importance, items) for items in sets) * SCALE // best
        if start < 0:
            start, even = _measures(mine, share)
            reached = start
        if share > reached:
            given += (share - reached) * (SCALE - style.sulks * min(repeated, _SULKS_MOST))
            reached, repeated = share, 0
        elif sets <= known:
            repeated += 1
        known |= sets
    answered = given * style.gives * (mine.opening - even) // (max(1, even - start) * SCALE * SCALE)
    return max(mine.limit, mine.opening - answered)


def _measures(mine: Disposition, first: int) -> tuple[int, int]:
    """Return both ends of the scale on which the other side's concessions are measured, by its first proposal.

    A good first proposal shows that interests differ less than they might. It raises both shares, the lower one by half
    the way to `even` at most. A bad one lowers neither.
    """
    start = max(mine.low, min(first, (mine.low + mine.even) // 2))
    span = SCALE - mine.low
    return start, start + (SCALE - start) * (mine.even - mine.low) // span if span else SCALE


def last_level(style: Style, mine: Disposition, asked: int) -> int:
    """Return the share that is asked for in the last proposal that can be answered, instead of `asked`."""
    return max(mine.limit, min(asked, asked - (asked - mine.even) * style.yields // SCALE))
