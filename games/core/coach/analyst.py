"""Worlds of any game, made by the game's own rules.

A game gives an `Analyst`: its rules, and answers to a few questions (what else could have been played, who may sit
there, how to say it). The analyst makes the case of one seat. The real state is looked at once, by `blank`, which
overwrites all that the seat cannot see; from then on there are public events and imagined states only.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.coach.engine import Case, Judged, amount, review
from games.core.coach.sample import Pool, World
from games.core.events import Event, Expired, IllegalMove, Moved
from games.core.records import Act, MoveT, Result, Seat, Turn, ViewT
from games.core.review import Moment, Past, Review, Verdict

StateT = TypeVar("StateT", bound=Struct)
Turns = Callable[[Any], Act[Any]]
"""The turns of one player in one game: what it does in a view of its seat."""
STEPS = 2_000
"""Events after which a rollout is cut off; it counts by the result so far, which is no deal."""
THEN = 40
"""Worlds in which the better move is played on, to tell how that typically goes."""
SHOWN = 4
"""Options of a moment at most, as there is a letter for each."""
TRIED = 24
"""Worlds in which the ways of playing on are compared."""
OFF = 0.05
"""The fit of another move than the expected one, unless a game says otherwise."""


class Decision(Struct, frozen=True):
    """One own decision: its number in the game from 1, the seat's view, and the acts to choose from, the played one
    first. `before` counts the events before it.
    """

    at: int
    before: int
    view: Any
    acts: tuple[Act[Any], ...]


class Imagined(Struct, frozen=True):
    """A draw from the prior: the state at the deal with the hidden part filled in, and the other seats' players.

    Draws with the same `key` play alike to the last move, so that each is played out once only; None for no such key.
    `weight` is the draw's own: above 1 where it is drawn less often than it occurs, below 1 where more often.
    """

    deal: Any
    others: Mapping[Seat, Turns]
    key: Hashable = None
    weight: float = 1.0


class Analyst(ABC, Generic[StateT, MoveT, ViewT]):
    """One game's part of the coach. It is stateless; one instance serves every session.

    To add a game: name its rules (`apply`, `turn`, `result`, `view`), answer the abstract methods, and let `review` of
    the game be that of the instance.
    """

    unit: ClassVar[Literal["cents", "points"]] = "points"
    least: ClassVar[float] = 1.0
    """The least that counts as attainable, in the unit."""
    mildest: ClassVar[Verdict] = "inaccuracy"
    """The mildest verdict that is told."""
    effort: ClassVar[int] = 4_000
    """Moves of imagined players in a review that fits into a second."""
    talks: ClassVar[bool] = False
    """True if words alone use up a turn, so that they are a decision as well."""
    about: ClassVar[str] = ""
    """A sentence that says what is judged, where that is not the whole game."""

    apply: Callable[[StateT, Event], StateT]
    turn: Callable[[StateT], Turn]
    result: Callable[[StateT], Result | None]
    view: Callable[[StateT, Seat], ViewT]

    # --- what a game answers ------------------------------------------------------------------------------------------

    @abstractmethod
    def blank(self, deal: StateT, seat: Seat) -> StateT:
        """Return the state at the deal with everything overwritten that this seat cannot see.

        Two deals that look alike to the seat become equal. No other method gets the real state.
        """

    @abstractmethod
    def alternatives(self, view: ViewT, played: MoveT) -> Sequence[Act[MoveT]]:
        """Return the other acts worth trying in this view; none where there is no choice. The played move may be
        among them; where words alone count (`talks`), it may be None.
        """

    @abstractmethod
    def imagine(self, deal: StateT, seat: Seat, chance: Random) -> Imagined:
        """Return a draw of all that the seat cannot see, and of the other seats' players from the field.

        `deal` is a blank one. The draw knows nothing of the moves made: those weigh it afterwards.
        """

    def imaginable(self, deal: StateT, seat: Seat) -> Sequence[Imagined]:
        """Return all possible draws, if they are few. The weight of each is proportional to its probability."""
        return ()

    def likely(self, view: ViewT, seen: MoveT | None, expected: MoveT | None) -> float:
        """Return the fit of another seat's move to the one that its imagined player makes: above 0, at most 1.

        `view` is the other seat's. Keep a floor, as people and models play off the field.
        """
        return 1.0 if seen == expected else OFF

    def fits(self, view: ViewT, seen: MoveT, player: Turns) -> float:
        """Return the fit of another seat's move to its imagined player, from 0 (it cannot be) to 1.

        By default the player is asked for its own move. Where that is slow, a game may look at less.
        """
        return self.likely(view, seen, player(view).move)

    def screened(self, decisions: Sequence[Decision]) -> Sequence[Decision]:
        """Return the decisions to judge, by what costs no rollout: all, unless a game's rollouts are dear."""
        return decisions

    @abstractmethod
    def continuations(self, view: ViewT) -> Sequence[Turns]:
        """Return the ways in which the seat may play on after a decision, the usual one first. `view` is that at the
        deal. Each option goes on in the way that earns most on average, so that no decision is charged with poor play
        after it.
        """

    def worth(self, state: StateT, seat: Seat) -> float:
        """Return the seat's earnings above no deal in a finished game."""
        result = self.result(state)
        return float(dict(result.earnings)[seat]) if result else 0.0

    @abstractmethod
    def tell(self, told: "Told") -> Moment:
        """Return the moment that tells of a decision: at most 60 words, nothing about this opponent."""

    def then(self, view: ViewT, better: MoveT, ends: Sequence[tuple[StateT, float]]) -> str:
        """Return the typical sequel of the better move in one sentence, from ends of the game with their weights; "" if
        there is nothing to say. The players in it are imagined, and none is this opponent.
        """
        return ""

    # --- what it does with the answers --------------------------------------------------------------------------------

    def case(self, past: Past, seat: Seat) -> "SeatCase":
        """Return the case of a seat. `past` begins at the deal."""
        case = SeatCase(self, self.blank(past[0][0], seat), tuple(event for _, event in past), seat)
        case.judge(self.screened(case.decisions))
        return case

    def review(self, past: Past, seat: Seat, seed: int, effort: int = 0) -> Review:
        """Return the review of a seat's game. With effort 0 it takes the game's own, which fits into a second."""
        found = review(self.case(past, seat), seed, effort or self.effort) if past else Review()
        return replace(found, about=self.about)


class SeatCase(Case):
    """The game as one seat saw it."""

    def __init__(self, analyst: Analyst[Any, Any, Any], deal: Any, events: tuple[Event, ...], seat: Seat) -> None:
        self.analyst, self.deal, self.events, self.seat = analyst, deal, events, seat
        self.judge(self._decisions())
        self.unit, self.least, self.mildest = analyst.unit, analyst.least, analyst.mildest
        self.play_on = analyst.continuations(analyst.view(deal, seat))
        self._known: dict[Hashable, SeatWorld] = {}
        self._own: dict[Any, Act[Any]] = {}
        self._ways: dict[tuple[int, int], int] = {}

    def way(self, point: int, option: int) -> int:
        """Return the way of playing on that earns most after an option, in worlds that serve nothing else."""
        if len(self.play_on) == 1:
            return 0
        if (point, option) not in self._ways:
            sample = self._trial.sample(point, TRIED)
            tried = [(one.weight, one.world) for one in sample if isinstance(one.world, SeatWorld)]
            earned = [
                sum([weight * world.earned(point, option, way) for weight, world in tried])
                for way in range(len(self.play_on))
            ]
            self._ways[point, option] = earned.index(max(earned))
        return self._ways[point, option]

    @cached_property
    def _trial(self) -> Pool:
        return Pool(self.world, 0, "ways", self.worlds(), self.kept)

    def goes_on(self, view: Any, way: int) -> Act[Any]:
        """Return the seat's next act in this view. Many worlds look alike to it."""
        if (view, way) not in self._own:
            self._own[view, way] = self.play_on[way](view)
            self.moves += 1
        return self._own[view, way]

    def judge(self, decisions: Sequence[Decision]) -> None:
        """Take these decisions to be judged, in order of play."""
        self.decisions, self._ways = tuple(decisions), {}
        self.options = tuple(len(decision.acts) for decision in decisions)

    def _decisions(self) -> list[Decision]:
        found: list[Decision] = []
        state, at, analyst = self.deal, 0, self.analyst
        for before, event in enumerate(self.events):
            if isinstance(event, Moved) and event.seat == self.seat and (event.move is not None or analyst.talks):
                at += 1
                view = analyst.view(state, self.seat)
                played = Act(event.move, event.say)
                others = [act for act in analyst.alternatives(view, event.move) if act.move != event.move]
                if others:
                    found.append(Decision(at, before, view, (played, *others)))
            state = analyst.apply(state, event)
        return found

    def worlds(self) -> Sequence[World]:
        return self._all

    @cached_property
    def _all(self) -> Sequence[World]:
        return [self.made(imagined) for imagined in self.analyst.imaginable(self.deal, self.seat)]

    def world(self, chance: Random) -> World:
        imagined = self.imagined(chance)
        if imagined.key is None:
            return self.made(imagined)
        if imagined.key not in self._known:
            self._known[imagined.key] = self.made(imagined)
        return self._known[imagined.key]

    def made(self, imagined: Imagined) -> "SeatWorld":
        """Return the world of a draw. A game may return one that gives the same values faster."""
        return SeatWorld(self, imagined)

    def imagined(self, chance: Random) -> Imagined:
        """Return a draw from the prior."""
        return self.analyst.imagine(self.deal, self.seat, chance)

    def moment(self, judged: Judged, level: Verdict) -> Moment:
        told = Told(self.decisions[judged.point], judged, level)
        return replace(self.analyst.tell(told), then=self._then(told))

    def _then(self, told: "Told") -> str:
        """Return the sequel of the better move in worlds that were drawn for nothing else."""
        if type(self.analyst).then is Analyst.then:
            return ""
        point, best = told.judged.point, told.judged.best
        way = self.way(point, best)
        sample = Pool(self.world, told.decision.at, "then").sample(point, THEN)
        worlds = [(drawn.world, drawn.weight) for drawn in sample if isinstance(drawn.world, SeatWorld)]
        ends = [(world.end(point, best, way), weight) for world, weight in worlds]
        return self.analyst.then(told.decision.view, told.better, ends)


class Told(Struct, frozen=True):
    """A decision with its judgement and verdict, to be put into words."""

    decision: Decision
    judged: Judged
    level: Verdict

    @property
    def better(self) -> Any:
        """Return the best alternative, a move."""
        return self.decision.acts[self.judged.best].move

    @property
    def played(self) -> Any:
        """Return the move played."""
        return self.decision.acts[0].move

    @property
    def others(self) -> list[Any]:
        """Return the other moves that were compared, without those about as good as the better one: a question has one
        right answer.
        """
        shown = (0, self.judged.best, *self.judged.good)
        return [act.move for option, act in enumerate(self.decision.acts) if option not in shown]

    def moment(
        self,
        when: str,
        known: tuple[str, ...],
        did: str,
        typed: Callable[[Any], str],
        why: str,
        shown: Sequence[Any] = (),
    ) -> Moment:
        """Return the moment of a game that pays points. Its options are the moves `shown`, as a person types them; by
        default those that were compared, in the order of their words. The move played and the better one come first
        where there are too many.
        """
        gain = self.judged.gain
        compared = (self.played, self.better, *self.others)
        options = [typed(move) for move in shown] or sorted([*dict.fromkeys(map(typed, compared))][:SHOWN])
        points = amount(gain.mean, "points"), amount(gain.error, "points")
        told = tuple(dict.fromkeys(options))
        return Moment(self.decision.at, when, known, did, typed(self.better), told, *points, self.level, why)


def often(share: float) -> str:
    """Return a share as so many of ten, in words."""
    tenths = round(10 * share)
    return "nearly all" if tenths >= 10 else "hardly any" if tenths < 1 else f"about {tenths} of 10"


class SeatWorld(World):
    """An imagined world: the public events happen in it, and the moves of its players are compared with those seen."""

    def __init__(self, case: SeatCase, imagined: Imagined) -> None:
        self.case, self.imagined, self.others = case, imagined, imagined.others
        self._state, self._weight, self._folded = imagined.deal, imagined.weight, 0
        self._reached: list[tuple[Any, float]] = []
        self._values: dict[tuple[int, int], float] = {}

    def likelihood(self, point: int) -> float:
        return self._at(point)[1]

    def value(self, point: int, option: int) -> float:
        if (point, option) not in self._values:
            self._values[point, option] = self.earned(point, option, self.case.way(point, option))
        return self._values[point, option]

    def earned(self, point: int, option: int, way: int) -> float:
        """Return the seat's earnings above no deal if it takes this option and plays on in this way."""
        return self.case.analyst.worth(self.end(point, option, way), self.case.seat)

    def end(self, point: int, option: int, way: int) -> Any:
        """Return the end of the game if the seat takes this option at this decision and plays on in this way."""
        case = self.case
        act = case.decisions[point].acts[option]
        return self._played(case.analyst.apply(self._at(point)[0], Moved(case.seat, act.move, act.say)), way)

    def _at(self, point: int) -> tuple[Any, float]:
        """Return the state at a decision, and how well what others did until then fits."""
        case = self.case
        while len(self._reached) <= point:
            decision = case.decisions[len(self._reached)]
            for event in case.events[self._folded : decision.before]:
                self._happen(event)
            self._folded = decision.before
            self._reached.append((self._state, self._weight))
        return self._reached[point]

    def _happen(self, event: Event) -> None:
        """Fold one event. A world in which it breaks a rule cannot be the true one."""
        analyst = self.case.analyst
        if not self._weight:
            return
        if isinstance(event, Moved) and event.seat in self.others and event.move is not None:
            self.case.moves += 1
            view = analyst.view(self._state, event.seat)
            self._weight *= analyst.fits(view, event.move, self.others[event.seat])
        try:
            self._state = analyst.apply(self._state, event)
        except IllegalMove:
            self._weight = 0.0

    def _played(self, state: Any, way: int) -> Any:
        """Return the end of the game from here."""
        analyst, case = self.case.analyst, self.case
        for _ in range(STEPS):
            turn = analyst.turn(state)
            if turn.over:
                break
            if not turn.awaited:
                state = analyst.apply(state, Expired(turn.clocks[0].id))
                continue
            seat = min(turn.awaited) if len(turn.awaited) > 1 else next(iter(turn.awaited))
            view = analyst.view(state, seat)
            act = case.goes_on(view, way) if seat == case.seat else self.others[seat](view)
            case.moves += 1
            try:
                state = analyst.apply(state, Moved(seat, act.move, act.say))
            except IllegalMove:
                break
        return state
