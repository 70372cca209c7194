"""Attacks on the players of the balloon game.

A reply knows the players' code and how importances were paired, so under the pairings `inverse` and `equal` it knows
the player's importances and all sets that are worth proposing. What a player keeps to itself is its drawn limit. With
independent importances the reply has to guess the player's from the sets that the player proposes.

A proposal is named by its place: 0 leaves the player what the set that is best for the reply leaves it, 1000 the share
that both could have.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Final

from msgspec import Struct

from bot.research.opponents.attack import Attack, Cell
from bot.research.opponents.duel import Policy
from games.balloon.analysis.frontier import FEW, front
from games.balloon.config import SEATS, Config
from games.balloon.domain import filled, improved, optimum, reversed_ranks, total
from games.balloon.rules import Agree, Bargain, Move, State, efforts_of
from games.balloon.tactics.model import SCALE, compromises, estimate
from games.balloon.view import View
from games.core.chance import rng
from games.core.contract import Act, Seat

Pair = tuple[int, ...]
Path = Callable[["Talk"], float]
"""The place of the next proposal, in thousandths."""

_ENDS: Final = (400, 600, 750, 850, 1000, 1100)
_STARTS: Final = (0, 400, 700)
_LEFT: Final = (0.3, 0.5)
"""The part of the way that is left after each further proposal."""
_FIRM: Final = (0.0, 0.85)
"""The share at which a reply takes the player's set instead of making its last proposal; 0 for any."""
_OPENING: Final = 0.95
"""The part of its optimum that a player's opening is taken to be worth to it."""
PASSED: Final = "Go on."


class Set(Struct, frozen=True):
    """A set with the reply's value of it and the player's, guessed or known."""

    mine: int
    theirs: int
    items: int


class Frontier(Struct, frozen=True):
    """Sets worth proposing, the best for oneself first; what the first leaves the player, and what both could have."""

    sets: tuple[Set, ...]
    low: int
    even: int

    def at(self, place: float) -> Set:
        """Return the best set for the reply among those that leave the player this place."""
        least = self.low + (self.even - self.low) * place / SCALE
        return next((made for made in self.sets if made.theirs >= least), self.sets[-1])


@lru_cache(maxsize=4096)
def frontier(efforts: Pair, limit: int, own: Pair, other: Pair, known: bool) -> Frontier:
    best = optimum(efforts, own, limit)
    if known and len(efforts) <= FEW:
        made = [Set(a, b, items) for a, b, items in front(efforts, limit, own, other)]
    else:
        masks = {made.items for made in compromises(efforts, limit, own, other)}
        masks.add(improved(efforts, other, limit, filled(efforts, other, limit)))
        ranked = sorted((Set(total(own, m), total(other, m), m) for m in masks), key=_rank)
        made = [Set(best.value, total(other, best.items), best.items)]
        for one in ranked:
            if one.theirs > made[-1].theirs:
                made.append(one)
    most = max(1, made[-1].theirs)
    even = max(min(one.mine * most // max(1, best.value), one.theirs) for one in made)
    return Frontier(tuple(made), made[0].theirs, even)


def _rank(made: Set) -> tuple[int, int]:
    return -made.mine, -made.theirs


class Talk:
    """A reply's knowledge on its turn.

    - `time`: the part of the game that has passed, from 0 to 1.
    - `share`: the reply's share in the best open proposal of the player, 0 if there is none.
    - `gave`, `got`: its own last two steps and the player's, latest first, as parts of the reply's optimum.
    """

    def __init__(self, view: View, pairing: str = "") -> None:
        assert view.importance is not None
        self.view, self.own, self.efforts = view, view.importance, view.efforts
        self.heard = [p.items for m in view.history if m.seat != view.who for p in m.proposed]
        self.said = [p.items for m in view.history if m.seat == view.who for p in m.proposed]
        match pairing:
            case "inverse":
                self.other, known = reversed_ranks(self.own), True
            case "equal":
                self.other, known = self.own, True
            case _:
                self.other, known = self._guessed()
        self.front = frontier(self.efforts, view.limit, self.own, self.other, known)
        self.best = self.front.sets[0].mine or 1
        self.time = min(1.0, (view.number - 1) / max(1, view.terms.max_messages - 2))
        offered = max(view.theirs, key=lambda p: total(self.own, p.items), default=None)
        self.offered = offered.items if offered else 0
        self.share = total(self.own, self.offered) / self.best
        self.gave, self.got = self._steps(self.said), self._steps(self.heard)

    def _guessed(self) -> tuple[Pair, bool]:
        """Return the player's importances and whether they are known, by its opening, which is near its own best."""
        if not self.heard:
            return reversed_ranks(self.own), True
        for other in (reversed_ranks(self.own), self.own):
            if total(other, self.heard[0]) >= _OPENING * optimum(self.efforts, other, self.view.limit).value:
                return other, True
        return estimate(self.efforts, self.view.limit, self.own, tuple(dict.fromkeys(self.heard))), False

    def _steps(self, said: list[int]) -> tuple[float, float]:
        shares = [total(self.own, items) / self.best for items in said[-3:]]
        before, last = [0.0, 0.0, *(b - a for a, b in pairwise(shares))][-2:]
        return last, before

    @property
    def closing(self) -> bool:
        """True if the player answers no later proposal of the reply."""
        return self.view.number + 3 > self.view.terms.max_messages

    @property
    def final(self) -> bool:
        """True if this is the reply's last decision."""
        return self.view.number + 2 > self.view.terms.max_messages


def reply(
    pairing: str, path: Path, firm: float = 0.0, soon: float = 1.0, *, refuses: bool = False, poor: bool = False
) -> Policy:
    """Return the policy that proposes along a path and takes a set as good as its own next one.

    `firm`: in its last decision it takes any set of at least this share; `soon`: before that, any set of at least this
    share. If nothing can follow, it takes any at all.
    `refuses`: it refuses each set of the player until its last decision. `poor`: it opens with the item that is worth
    least to the player.
    """

    def begin(_seed: int) -> Callable[[View], Act[Move]]:
        def turn(view: View) -> Act[Move]:
            talk = Talk(view, pairing)
            made = talk.front.at(path(talk))
            enough = firm if talk.final else soon
            if talk.offered and (view.last or talk.share >= min(enough, made.mine / talk.best)):
                return taken(talk)
            if poor and not talk.said:
                return proposed(talk, 1 << min(range(len(talk.other)), key=lambda k: talk.other[k]))
            return proposed(talk, made.items, refuses and not talk.final)

        return turn

    return begin


def proposed(talk: Talk, items: int, refuses: bool = False) -> Act[Move]:
    view = talk.view
    if view.last or not items or (talk.efforts and view.effort(items) > view.limit):
        return Act(None, PASSED)
    gone = tuple(view.names(p.items) for p in view.theirs) if refuses else ()
    return Act(Bargain((view.names(items),), gone))


def taken(talk: Talk) -> Act[Move]:
    return Act(Agree(talk.view.names(talk.offered)))


def silent(_seed: int) -> Callable[[View], Act[Move]]:
    """Say nothing and take the best open proposal in the last decision."""

    def turn(view: View) -> Act[Move]:
        talk = Talk(view, "equal")
        return taken(talk) if talk.final and talk.offered else Act(None, PASSED)

    return turn


def ramp(end: float, power: float) -> Path:
    """Return the way from the own optimum to a place: Boulware above a power of 1, Conceder below."""
    return lambda talk: end * talk.time**power


def steps(end: float, left: float) -> Path:
    """Return the way to a place in which each further proposal leaves this part of what was left."""
    return lambda talk: end if talk.closing else end * (1 - left ** len(talk.said))


def hold(start: float, end: float) -> Path:
    """Return the path that repeats one place and asks another in the last message that the player can answer."""
    return lambda talk: end if talk.closing else start


def mirror(rate: float) -> Path:
    """Return the path that gives in place what the player gave in shares."""

    def path(talk: Talk) -> float:
        shares = [total(talk.own, items) / talk.best for items in talk.heard]
        return rate * 1000 * max(0.0, max(shares) - shares[0]) if shares else 0.0

    return path


def wild(end: float) -> Path:
    """Return the path of random places that ends at one place."""

    def path(talk: Talk) -> float:
        if talk.closing:
            return end
        return rng(talk.best, "wild", talk.view.number).uniform(0, 1000)

    return path


def alternate(one: float, other: float) -> Path:
    return lambda talk: (one, other)[talk.view.number // 2 % 2]


class BalloonAttack(Attack):
    """Attacks on the balloon players. A score is the reply's share of its own optimum."""

    game = "balloon"
    width = 11

    def cells(self, wrote: Mapping[str, str]) -> tuple[Cell, ...]:
        """Return both seats, unless a pairing is set under the one that leaves most to win and the usual one."""
        pairings = (wrote["pairing"],) if "pairing" in wrote else ("inverse", "independent")
        return tuple(Cell({**wrote, "pairing": pairing}, seat) for pairing in pairings for seat in SEATS)

    def families(self, config: Config, seat: Seat) -> Iterable[tuple[str, Policy]]:
        pairing = config.pairing
        yield "silent", silent
        yield "repeat own optimum", reply(pairing, hold(0, 0))
        for end, firm in product(_ENDS, _FIRM):
            told = f"{end}, firm {firm}"
            yield f"repeat {told}", reply(pairing, hold(end, end), firm)
            yield f"linear to {told}", reply(pairing, ramp(end, 1.0), firm)
            yield f"conceder to {told}", reply(pairing, ramp(end, 0.3), firm)
            yield f"poor, then linear to {told}", reply(pairing, ramp(end, 1.0), firm, poor=True)
        for end in _ENDS:
            yield f"boulware to {end}", reply(pairing, ramp(end, 4.0))
            yield f"random, then {end}", reply(pairing, wild(end))
            yield f"refuse and repeat {end}", reply(pairing, hold(end, end), refuses=True)
        for start, end in product(_STARTS, _ENDS):
            yield f"hold {start} then {end}", reply(pairing, hold(start, end))
        for left, end in product(_LEFT, _ENDS[2:]):
            yield f"steps to {end}, {left} left", reply(pairing, steps(end, left))
        for rate in (0.5, 1.0, 2.0, 4.0):
            yield f"mirror {rate}", reply(pairing, mirror(rate))
        for one, other in product((0, 500), (750, 1000)):
            yield f"alternate {one} and {other}", reply(pairing, alternate(one, other))

    def starts(self) -> tuple[tuple[float, ...], ...]:
        """Return starts at the own optimum, in the middle and at the even share."""
        return tuple((level, *(0.0,) * (self.width - 1)) for level in (0.0, 1.0, 2.0))

    def learner(self, theta: Sequence[float]) -> Policy:
        """Return the policy whose next place is linear in the time and its square, both sides' last two steps and the
        share in hand. Further parameters add to the last place, to the share that is enough at the end, and to the
        share that is enough before.
        """
        weights, (jump, last, sooner) = theta[:8], theta[8:]

        def path(talk: Talk) -> float:
            steps = [10 * step for step in (*talk.gave, *talk.got)]
            seen = (1.0, talk.time, talk.time**2, *steps, talk.share)
            place = sum(weight * value for weight, value in zip(weights, seen, strict=True))
            return 500 * max(-1.0, min(3.0, place + jump * talk.closing))

        return reply("", path, 0.5 + last / 6, 1 + sooner / 10)

    def score(self, config: Config, state: State, seat: Seat) -> float:
        if not self.dealt(config, state):
            return 0.0
        assert state.close is not None
        assert state.close.deal is not None
        own = state.importance[SEATS.index(seat)]
        best = optimum(efforts_of(state.items), own, state.limit).value
        return total(own, state.close.deal.items) / best if best else 1.0

    def dealt(self, config: Config, state: State) -> bool:
        return state.close is not None and state.close.end == "deal"


ATTACK: Final = BalloonAttack()
