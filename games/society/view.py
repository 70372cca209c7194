"""The view of one viewer, and the audience of each fact.

Public: coalitions, invitations, bargains, slots and everybody's earnings. Secret: a seat's choice in the open window,
its standing plans, its sight and its items.
"""

from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from games.core.contract import Event, Moved, News, Seat
from games.society.rules import play
from games.society.rules.contract import Slots
from games.society.rules.moves import Move, Orders, Pass
from games.society.rules.negotiation import Dropped
from games.society.rules.play import turn
from games.society.rules.sharing import Group, Groups
from games.society.rules.social import STAGES, Order
from games.society.rules.stage import groups, links
from games.society.rules.state import (
    Close,
    Counted,
    Ended,
    Fact,
    Fared,
    Heard,
    Noted,
    Opened,
    Passed,
    Phase,
    Seated,
    Spoke,
    State,
    Terms,
    Worked,
)
from games.society.rules.talks import Talks
from games.society.world.plans import Queue
from games.society.world.sight import Sight, look
from games.society.world.state import World, credits
from games.society.world.things import Held


class View(Struct, frozen=True):
    """One seat's view of the game; `who` is a seat of the game or a viewer without one.

    - `awaited`: the window waits for this seat; `missing`: the seats that it waits for.
    - `chosen`, `standing`, `sight`: the seat's own.
    - `worths`: the worth of each inventory to its holder.
    - `windows`: how many the phase has.
    - `talk`: each seat's last words to all.
    - `holdings`: the items of the seat's allies, where they are told.
    - `world`: set after the end; before it only for viewers without a seat, where the map is open.
    """

    who: Seat
    terms: Terms
    phase: Phase
    number: int
    windows: int
    talks: Talks
    slots: Slots
    order: Order
    groups: Groups
    awaited: bool
    missing: tuple[Seat, ...]
    chosen: Move | None
    standing: Queue | None
    sight: Sight | None
    tick: int
    earned: tuple[Fraction, ...]
    worths: tuple[int, ...]
    recent: tuple[Fact, ...]
    close: Close | None
    world: World | None
    talk: tuple[Spoke, ...] = ()
    holdings: tuple[tuple[Seat, Held], ...] = ()

    @property
    def seated(self) -> bool:
        return self.who in self.terms.seats

    @property
    def takes_back(self) -> bool:
        """True if the seat has made a choice that it may still withdraw by a pass."""
        return self.phase != "contract" and self.chosen is not None and not isinstance(self.chosen, Pass)

    @property
    def step(self) -> int:
        """Return the step as AdaSociety counts them, over all phases."""
        if self.phase == "physical":
            return self.terms.first_step + self.tick
        return self.slots.turn if self.phase == "contract" else self.talks.step

    @property
    def last(self) -> bool:
        return self.number >= self.windows

    def mine(self) -> tuple[Group, ...]:
        return tuple(group for group in self.groups if self.who in group.members)


def view(state: State, who: Seat) -> View:
    terms, seated = state.terms, who in state.terms.seats
    number = terms.number(who) if seated else -1
    awaited = turn(state).awaited
    return View(
        who=who,
        terms=terms,
        phase=state.phase,
        number=state.number,
        windows=windows(state),
        talks=state.talks,
        slots=state.slots,
        order=state.order,
        groups=groups(state),
        awaited=who in awaited,
        missing=tuple(seat for seat in terms.seats if seat in awaited),
        chosen=state.move(who) if seated else None,
        standing=state.queues[number] if seated else None,
        sight=_sight(state, who),
        tick=state.world.tick,
        earned=state.earned,
        worths=credits(state.world),
        recent=tuple(fact for fact in state.recent if reaches(fact, state, who)),
        close=state.close,
        world=state.world if state.close is not None or (terms.open_map and not seated) else None,
        talk=state.talk,
        holdings=_holdings(state, who),
    )


def _sight(state: State, who: Seat) -> Sight | None:
    if state.phase != "physical" or who not in state.terms.seats:
        return None
    return look(state.world, state.terms.number(who), links(state))


def _holdings(state: State, who: Seat) -> tuple[tuple[Seat, Held], ...]:
    """Return the items of a seat's allies, where they are told."""
    terms = state.terms
    if state.phase != "physical" or not terms.share_inventory or who not in terms.seats:
        return ()
    allies = {seat for group in groups(state) if who in group.members for seat in group.members} - {who}
    return tuple((seat, state.world.bodies[terms.number(seat)].held) for seat in terms.seats if seat in allies)


def windows(state: State) -> int:
    """Return the number of windows in the phase, if it does not end early."""
    terms = state.terms
    match state.phase:
        case "negotiation":
            return terms.customs.steps
        case "contract":
            return state.slots.turns
    return planning_rounds(terms)


def planning_rounds(terms: Terms) -> int:
    """Return the rounds of plans in a game."""
    if terms.kind == "social" and terms.scenario == "dynamic":
        # A round is cut short where a new order begins.
        starts = [start for start, _ in STAGES] + [terms.instance.ticks]
        return sum(-(-(end - start) // terms.ticks) for start, end in pairwise(starts))
    return -(-terms.instance.ticks // terms.ticks)


def audience(fact: Fact, state: State) -> frozenset[Seat] | None:
    """Return the audience of a fact; None: everybody."""
    match fact:
        case Noted(seat) | Fared(seat) | Dropped(seat):
            return frozenset((seat,))
        case Worked(seat):
            return _circle(state, seat)
        case Passed(giver, taker):
            circle = _circle(state, giver)
            return None if circle is None else circle | {taker}
        case _:
            return None


def _circle(state: State, seat: Seat) -> frozenset[Seat] | None:
    if state.terms.log == "all":
        return None
    if state.terms.log == "none":
        return frozenset((seat,))
    return frozenset((seat,)).union(*(group.members for group in groups(state) if seat in group.members))


def reaches(fact: Fact, state: State, who: Seat) -> bool:
    to = audience(fact, state)
    return to is None or who in to


def opening(state: State) -> tuple[News[Fact], ...]:
    if state.terms.style != "chat":
        return (News[Fact](Opened()),)
    return News[Fact](Opened()), *(News[Fact](Seated(seat), frozenset((seat,))) for seat in state.terms.seats)


def news(before: State, event: Event, after: State) -> tuple[News[Fact], ...]:
    facts = _said(before, event)
    if after.close is not None and not any(isinstance(fact, Ended) for fact in after.recent):
        return (*facts, News(Ended(after.close, after.earned)))
    if after.close is not None or play.window(after) != play.window(before):
        # The coalition while facts are told: its members when they came about, and those that have joined since.
        return (*facts, *(News(fact, audience(fact, after)) for fact in after.recent))
    if isinstance(event, Moved) and after.sent != before.sent:
        return (*facts, *_noted(before, event.seat, after))
    return facts


def _said(before: State, event: Event) -> tuple[News[Fact], ...]:
    if not isinstance(event, Moved) or event.move is not None or not event.say.strip():
        return ()
    words = play.relayed(event.say)
    heard = Heard(event.seat, words, event.seat not in before.hinted)
    return News(Spoke(event.seat, words)), News(heard, frozenset((event.seat,)))


def _noted(before: State, seat: Seat, after: State) -> tuple[News[Fact], ...]:
    """Return a seat's choice, told to itself, and how many seats have chosen if it had not before."""
    move, earlier = after.move(seat), before.move(seat)
    assert move is not None
    lines = len(earlier.queue.plans) if isinstance(earlier, Orders) else 0
    noted = News[Fact](Noted(seat, move, earlier is not None, lines), frozenset((seat,)))
    if earlier is not None:
        return (noted,)
    waited = turn(after).awaited
    return noted, News(Counted(seat, tuple(s for s in after.terms.seats if s in waited)))
