"""Attacks on the players of books, hats and balls.

An attacker knows what its seat sees. It asks for deals of a wanted worth to itself and, among those, for the one that
suits the player best by the belief that the players themselves use: a stronger reply than a blind demand.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import Any

from msgspec import Struct

from bot.research.opponents.attack import Attack, Cell
from bot.research.opponents.duel import Policy, Turns, analytic
from games.core.contract import Act, Seat
from games.dealornodeal.domain.deals import worth
from games.dealornodeal.rules.state import SEATS, Accept, Confirm, DealMove, DealState, Heard, Offer, Speak
from games.dealornodeal.tactics.belief import SCALE, belief
from games.dealornodeal.tactics.mind import Talk
from games.dealornodeal.tactics.players import PLAYERS, talk_of
from games.dealornodeal.view import View

Level = Callable[[Talk], float]
"""The worth to itself, 0 to `SCALE`, that an attacker asks for now."""
WIDTH = 8


class Reply(Struct, frozen=True):
    """A way to attack.

    - `level`: what it asks for, and accepts at once.
    - `new`: it prefers offers that it has not made.
    - `blind`: it asks for the first such deal, and believes nothing.
    - `firm`: its last message accepts its own demand, so that a card asks the player; else it takes what there is.
    - `lies`: it claims to value only what it values most.
    - `silent`: it says nothing of a division.
    - `decoys`: in so many of its first offers it also asks for all that it does not value, to give it up later.
    """

    level: Level
    new: bool = False
    blind: bool = False
    firm: bool = False
    lies: bool = False
    silent: bool = False
    decoys: int = 0

    def begin(self, seed: int) -> Turns:
        return self.turn

    def turn(self, view: View) -> Act[DealMove]:
        if view.card:
            return Act(Confirm(view.card.version) if view.who not in view.card.confirmed else Speak(), "So be it.")
        talk = talk_of(view)
        own, level = talk.table.own, self.level(talk)
        standing = talk.theirs[-1] if talk.theirs else None
        if standing is not None and view.offered() is not None:
            ends = talk.left <= 1 and not self.firm and own[standing] > talk.fallback
            if own[standing] >= level or ends:
                return Act(Accept(), "Deal.")
        if self.silent:
            return Act(Speak(), "I am thinking.")
        keep = talk.table.shares[self.choose(talk, level)]
        if talk.left <= 1 and self.firm:
            return Act(Heard("offer", keep, True, (), 100), "This, and it is a deal.")
        if self.lies:
            return Act(Heard("offer", keep, False, lie(view), 100), "That is all I care for.")
        return Act(Offer(keep), "I want this.")

    def choose(self, talk: Talk, level: float) -> int:
        """Return a deal that is worth the level to me."""
        at = talk.table
        good = [k for k in at.all if at.own[k] >= level] or [max(at.all, key=at.own.__getitem__)]
        if len(talk.mine) < self.decoys:
            return max(good, key=lambda k: (sum(at.shares[k]), at.own[k]))
        if self.new:
            good = [k for k in good if k not in talk.mine] or good
        if self.blind:
            return min(good, key=at.own.__getitem__)
        weights = belief(at, talk.theirs)
        return max(good, key=lambda k: (sum(w * p for w, p in zip(weights, at.theirs[k], strict=True)), at.own[k]))


def lie(view: View) -> tuple[tuple[int, int], ...]:
    """Return claims that only the item is worth anything which is worth most to the viewer."""
    parts = [value * count for value, count in zip(view.values, view.pool, strict=True)]
    most, total = parts.index(max(parts)), worth(view.values, view.pool)
    return tuple((k, total // count if k == most and count else 0) for k, count in enumerate(view.pool))


def _time(talk: Talk) -> float:
    return talk.at / max(1, talk.most - 2)


def _always(level: float) -> Level:
    return lambda talk: level


def _to(level: float, bend: float) -> Level:
    """Concede from everything to a level: 1 is linear, more is Boulware, less Conceder."""
    return lambda talk: SCALE + (level - SCALE) * min(1.0, _time(talk)) ** bend


def _hold(level: float, messages: int) -> Level:
    """Ask for everything, and for the level in the last messages of both sides."""
    return lambda talk: level if talk.left <= messages else SCALE


def _new_then(start: float, level: float) -> Level:
    """Ask for one level, and for another in the last messages of both sides."""
    return lambda talk: level if talk.left <= 3 else start


def _mirror(share: float) -> Level:
    """Concede this part of what the player's offers have come to give me since its first."""
    return lambda talk: SCALE - share * _gained(talk)


def _gained(talk: Talk) -> int:
    own = talk.table.own
    return max(own[k] for k in talk.theirs) - own[talk.theirs[0]] if talk.theirs else 0


def _micro(talk: Talk) -> float:
    """Offer my deals in falling order, a new one only for each new one of the player (de Jonge 2022)."""
    order = sorted(talk.table.own, reverse=True)
    made, seen = len(set(talk.mine)), len(set(talk.theirs))
    return order[min(len(order) - 1, made if made <= seen else max(0, made - 1))]


def _random_then(level: float) -> Policy:
    def begin(seed: int) -> Turns:
        chance = Random(seed)
        return Reply(lambda talk: level if talk.left <= 3 else chance.uniform(level, SCALE)).turn

    return begin


def _valued(view: View) -> Act[DealMove]:
    """Ask for every item that is worth anything to me, and repeat it."""
    talk = talk_of(view)
    if view.card or (talk.left <= 1 and talk.theirs):
        return Reply(_always(1)).turn(view)
    if talk.theirs and talk.table.own[talk.theirs[-1]] >= SCALE:
        return Act(Accept(), "Deal.")
    keep = tuple(count if value else 0 for value, count in zip(view.values, view.pool, strict=True))
    return Act(Offer(keep), "I want all that I value.")


class DealOrNoDealAttack(Attack):
    """Attacks from either seat. Scores are points; everything together is worth ten to a side."""

    game = "dealornodeal"
    unit = "points"
    width = WIDTH

    def cells(self, wrote: Mapping[str, str]) -> tuple[Cell, ...]:
        return tuple(Cell(wrote, seat) for seat in SEATS)

    def families(self, config: Any, seat: Seat) -> Iterable[tuple[str, Policy]]:
        yield "everything that I value, repeated", lambda seed: _valued
        yield "accept at once", Reply(_always(1)).begin
        yield "say nothing, accept at the end", Reply(_always(SCALE + 1), silent=True).begin
        yield "MiCRO", Reply(_micro, new=True).begin
        yield "alternate", Reply(_always(900), new=True).begin
        for name in ("core", "normal", "hard"):
            yield f"as {name}", analytic(PLAYERS[name])
        for share in (0.5, 1.0):
            yield f"mirror {share}", Reply(_mirror(share)).begin
        for points in (10, 9, 8, 7, 6):
            yield from self._towards(points)
        for points in (7, 6, 5):
            yield from self._feints(points)

    def _towards(self, points: int) -> Iterable[tuple[str, Policy]]:
        level = SCALE * points // 10
        yield f"repeat {points}", Reply(_always(level)).begin
        yield f"repeat {points}, blind", Reply(_always(level), blind=True).begin
        yield f"repeat {points}, firm at the end", Reply(_always(level), firm=True).begin
        yield f"repeat {points}, lying", Reply(_always(level), lies=True).begin
        if points == 10:
            return
        for messages in (3, 6):
            yield f"hold, then {points} in the last {messages}", Reply(_hold(level, messages)).begin
            yield f"hold, then {points} in the last {messages}, firm", Reply(_hold(level, messages), firm=True).begin
        for name, bend in (("linear", 1.0), ("Boulware", 3.0), ("Conceder", 0.35)):
            yield f"{name} to {points}", Reply(_to(level, bend)).begin
            yield f"{name} to {points}, new offers", Reply(_to(level, bend), new=True).begin
            yield f"{name} to {points}, lying", Reply(_to(level, bend), lies=True).begin
        yield f"random, then {points}", _random_then(level)

    def _feints(self, points: int) -> Iterable[tuple[str, Policy]]:
        """Yield concessions that give nothing: offers that differ, and what was asked for to be given up."""
        level = SCALE * points // 10
        for first in (8, 9):
            yield f"new offers of {first}, then {points}", Reply(_new_then(100 * first, level), new=True).begin
        for decoys in (1, 4):
            yield f"{decoys} decoys, linear to {points}", Reply(_to(level, 1.0), new=True, decoys=decoys).begin
            yield f"{decoys} decoys, then {points}", Reply(_always(level), decoys=decoys).begin

    def starts(self) -> tuple[tuple[float, ...], ...]:
        stubborn = (2.0, -0.5, 0.0, 0.0, 0.0, -0.5, 0.0, 1.0)
        conceding = (3.0, -2.0, -1.0, 0.0, 0.0, 0.0, 0.0, -1.0)
        return stubborn, conceding

    def learner(self, theta: Sequence[float]) -> Policy:
        """Return the policy whose demand is a logistic function of time, the player's steps and one's own."""
        base, time, bend, gain, last, end, own, firm = theta

        def level(talk: Talk) -> float:
            at, points = _time(talk), talk.table.own
            step = (points[talk.theirs[-1]] - points[talk.theirs[-2]]) / 200 if len(talk.theirs) > 1 else 0.0
            mine = (points[talk.mine[-2]] - points[talk.mine[-1]]) / 200 if len(talk.mine) > 1 else 0.0
            x = base + time * at + bend * at * at + gain * _gained(talk) / 400 + last * step + own * mine
            x += end * (talk.left <= 3)
            return SCALE * (0.4 + 0.6 / (1 + exp(-max(-30.0, min(30.0, x)))))

        return Reply(level, new=bend < 0, firm=firm > 0).begin

    def score(self, config: Any, state: DealState, seat: Seat) -> float:
        return float(state.ended.points[SEATS.index(seat)]) if state.ended else 0.0

    def dealt(self, config: Any, state: DealState) -> bool:
        return state.ended is not None and state.ended.end == "deal"


ATTACK = DealOrNoDealAttack()
