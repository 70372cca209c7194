"""Worlds of books, hats and balls on plain deals.

What both sides say is public, so worlds differ only by the other side's values and its player. Both sides' offers are
therefore read once for all worlds, and a rollout asks players for deals: no state is folded, and nothing is said. A
world that needs more than offers and acceptances is played by the rules.
"""

from collections.abc import Sequence
from math import exp
from operator import sub
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.core.coach.analyst import Analyst, Imagined, SeatCase, SeatWorld
from games.core.contract import Event, Expired, Moved, Seat
from games.dealornodeal.analysis.advice import accepts, kept
from games.dealornodeal.config import domain_of
from games.dealornodeal.domain.contexts import Context
from games.dealornodeal.domain.deals import Share, worths
from games.dealornodeal.rules import play
from games.dealornodeal.rules.state import SEATS, Accept, Confirm, DealMove, DealState, Offer, Reopen, other
from games.dealornodeal.tactics.belief import table
from games.dealornodeal.tactics.mind import Step, Talk
from games.dealornodeal.tactics.players import CORE, PLAYERS, STYLES, answers, fallback_of, talk_of
from games.dealornodeal.view import view

FLOOR: Final = 0.04
"""The least that a move fits: people and models play off the field."""
NEAR: Final = 1.2
"""Units of items by which a proposal may be off and still fit a third as well."""
SEED: Final = 0
"""The seed of imagined players. It decides their words only."""


class Player(Struct, frozen=True):
    """The other side in one world: a player by its name, what it drew, and both sides' values."""

    name: str
    drawn: Any
    values: tuple[Share, Share]


class Seen(Struct, frozen=True):
    """A move of the other side, with the state before it and how that side sees the talk. `asked`: an offer waits."""

    state: DealState
    talk: Talk
    asked: bool
    move: DealMove


class Line(Struct, frozen=True):
    """A talk in which the other side is to answer, as both sides see it. The other side's numbers are missing."""

    own: Talk
    others: Talk


def valued(deal: DealState, seat: Seat, theirs: Share) -> DealState:
    """Return a state with these values of the other side."""
    mine = deal.context.values[SEATS.index(seat)]
    both = (mine, theirs) if seat == SEATS[0] else (theirs, mine)
    return replace(deal, context=Context(deal.context.pool, both))


class DealCase(SeatCase):
    """A game as one seat saw it."""

    def __init__(self, analyst: Analyst[Any, Any, Any], deal: DealState, events: tuple[Event, ...], seat: Seat) -> None:
        self.other, self.states, self.seen = other(seat), [deal], list[Seen]()
        self.heard = [0]
        """The number of moves of the other side that were seen before each event."""
        for event in events:
            state = self.states[-1]
            if isinstance(event, Moved) and event.seat == self.other and event.move is not None:
                theirs = view(state, self.other)
                self.seen.append(Seen(state, talk_of(theirs), answers(theirs), event.move))
            self.heard.append(len(self.seen))
            self.states.append(play.apply(state, event))
        none = domain_of(deal.config).fallback
        self.points = [float(part - none) for part in worths(deal.context.values[SEATS.index(seat)], deal.context.pool)]
        self._lines: dict[tuple[int, int], Line | float | None] = {}
        self._steps: dict[Talk, Step] = {}
        super().__init__(analyst, deal, events, seat)

    def made(self, imagined: Imagined) -> SeatWorld:
        return PlainWorld(self, imagined)

    def line(self, point: int, option: int) -> Line | float | None:
        """Return the talk after an option, or what the option is worth if that ends it; None if only the rules say how
        it goes on.
        """
        if (point, option) not in self._lines:
            self._lines[point, option] = self._line(point, option)
        return self._lines[point, option]

    def _line(self, point: int, option: int) -> Line | float | None:
        decision = self.decisions[point]
        state, act = self.states[decision.before], decision.acts[option]
        joins = state.spoken and state.spoken[-1].seat == self.seat
        if state.card or joins or not (kept(act.move) or accepts(act.move)):
            return None
        state = play.apply(state, Moved(self.seat, act.move, act.say))
        if state.card:
            # Whoever accepted confirms, and so does the side whose offer it was.
            whole = table(domain_of(state.config), state.context.pool, state.context.values[SEATS.index(self.seat)])
            index = whole.index if self.seat == SEATS[0] else whole.turned
            return self.points[index[state.card.keep]] if accepts(act.move) else None
        if state.open:
            state = play.apply(state, Expired(play.quiet(state)))
        if state.ended:
            return self.analyst.worth(state, self.seat)
        return Line(talk_of(view(state, self.seat)), talk_of(view(state, self.other)))

    def step(self, talk: Talk) -> Step:
        """Return the seat's next step: as `core` without a limit. Many worlds look alike to it."""
        if talk not in self._steps:
            self._steps[talk] = CORE.mind(talk).step(asked=True)
            self.moves += 1
        return self._steps[talk]


class PlainWorld(SeatWorld):
    """An imagined world on plain deals."""

    def __init__(self, case: DealCase, imagined: Imagined) -> None:
        super().__init__(case, imagined)
        assert isinstance(imagined.key, Player)
        self.plain, self.player, self.style = case, imagined.key, STYLES[imagined.key.name][1]
        theirs = view(replace(case.deal, context=Context(case.deal.context.pool, self.player.values)), case.other)
        self.table, self.none = table(theirs.domain, theirs.pool, theirs.values), fallback_of(theirs)
        self._fits = [imagined.weight]

    def likelihood(self, point: int) -> float:
        heard, fits = self.plain.heard[self.plain.decisions[point].before], self._fits
        while len(fits) <= heard:
            seen = self.plain.seen[len(fits) - 1]
            self.case.moves += 1
            fits.append(fits[-1] * fit(seen.move, self._expected(seen)))
        return fits[heard]

    def _expected(self, seen: Seen) -> DealMove | None:
        """Return this player's move in place of one that was seen."""
        if seen.state.card:
            state = replace(seen.state, context=Context(seen.state.context.pool, self.player.values))
            return PLAYERS[self.player.name].act(view(state, self.plain.other), SEED, self.player.drawn).move
        step = self._step(seen.talk, seen.talk.mine, seen.talk.theirs, seen.talk.at, asked=seen.asked)
        return Accept() if step.deal is None else Offer(self.table.shares[step.deal])

    def _step(self, talk: Talk, mine: Sequence[int], theirs: Sequence[int], at: int, *, asked: bool) -> Step:
        limit, most = self.player.drawn.limit, talk.most
        now = Talk(self.table, tuple(mine), tuple(theirs), talk.claims, at, most, self.none, limit)
        return self.style.mind(now).step(asked)

    def value(self, point: int, option: int) -> float:
        line = self.plain.line(point, option)
        if line is None:
            return super().value(point, option)
        if isinstance(line, float):
            return line
        if (point, option) not in self._values:
            self._values[point, option] = self._rolled(line)
        return self._values[point, option]

    def _rolled(self, line: Line) -> float:
        """Return the seat's earnings from here: both sides propose in turn until one accepts or no message is left."""
        own, others, at, last = line.own, line.others, line.own.at, len(self.plain.points) - 1
        mine, theirs, they, us = list(own.mine), list(own.theirs), list(others.mine), list(others.theirs)
        while at < own.most:
            self.case.moves += 1
            step = self._step(others, they, us, at, asked=True)
            if step.deal is None:
                return self.plain.points[mine[-1]]
            they.append(step.deal)
            theirs.append(last - step.deal)  # the k-th of all shares leaves the k-th from their end
            at += 1
            if at >= own.most:
                break
            talk = Talk(own.table, tuple(mine), tuple(theirs), own.claims, at, own.most, own.fallback, own.limit)
            step = self.plain.step(talk)
            if step.deal is None:
                return self.plain.points[theirs[-1]]
            mine.append(step.deal)
            us.append(last - step.deal)
            at += 1
        return 0.0


def fit(seen: DealMove | None, expected: DealMove | None) -> float:
    """Return the fit of the other side's move to the one that its imagined player makes: above 0, at most 1."""
    keep, hoped = kept(seen), kept(expected)
    if keep and hoped:
        return FLOOR + (1 - FLOOR) * exp(-sum(map(abs, map(sub, keep, hoped))) / NEAR)
    if isinstance(seen, Confirm | Reopen):
        return 1.0 if type(seen) is type(expected) else FLOOR
    if keep or accepts(seen):
        return 1.0 if accepts(seen) and accepts(expected) else FLOOR
    return 1.0  # words alone say nothing of values
