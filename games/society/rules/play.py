"""The course of a game: windows in which seats choose in secret, and the effects when a window closes.

First the shares are settled (by negotiation, by contract, or given). Then rounds of plans are played in the world, and
the seats' earnings there are shared. A window closes when every seat with a choice has chosen, or when its clock runs
out.
"""

from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from games.core.contract import (
    Clock,
    Event,
    Expired,
    IllegalMove,
    Left,
    Moved,
    Result,
    Seat,
    SeatInfo,
    Slipped,
    Turn,
    rng,
)
from games.society.config import FAITHFUL, ROUNDS, Config, instance_of, seats_of, steps_of
from games.society.rules import contract, negotiation, social, stage, steps
from games.society.rules.moves import Accept, Counter, Finish, Join, Move, Negotiate, Orders, Pass, Vote
from games.society.rules.negotiation import Customs
from games.society.rules.state import Close, Sent, Settled, Spoke, State, Terms, Window
from games.society.rules.talks import START
from games.society.world.plans import flaw
from games.society.world.state import place

WORDS_MOST: Final = 1_000
"""Characters of table talk in one message."""
TALK_KEPT: Final = 2
"""Messages of table talk that are remembered, for each seat."""


def seats(config: Config) -> tuple[SeatInfo, ...]:
    return tuple(SeatInfo(seat, seat.partition("_")[0], private=True) for seat in seats_of(config))


def deal(config: Config, seed: int) -> State:
    """Return the first window. Drawn are the world, the order of turns and, if asked for, the parts of the seats."""
    made, seats = instance_of(config), seats_of(config)
    low, high = (10, 90) if config.strict_range else (0, 100)
    precedence = tuple(rng(seed, "precedence").sample(range(len(seats)), len(seats))) if config.edition > 1 else ()
    faithful = FAITHFUL["easy" if config.difficulty == "easy" else "hard"]
    terms = Terms(
        config.game,
        config.difficulty,
        seats,
        made,
        Customs(
            seats, steps_of(config), config.bind, config.match, config.offers, low, high, precedence, config.edition > 1
        ),
        config.flow,
        config.scenario,
        config.ticks,
        0 if config.game == "social" else faithful,
        config.schedule == "announced",
        config.extras,
        config.log,
        bool(config.instance),
        config.tips,
        config.open_map,
        config.share_inventory,
        config.style,
        config.reading,
    )
    shuffle = seed if config.shuffle_seats else None
    return State(
        terms=terms,
        phase="physical" if config.game == "social" else config.game,
        number=1,
        talks=START,
        slots=contract.start(seats, config.flow, ROUNDS[config.flow], seed),
        order=social.order(config.scenario, 0, seats, shuffle) if config.game == "social" else social.ALONE,
        shuffle=shuffle,
        sent=(),
        queues=(None,) * len(seats),
        world=place(made, seed, precedence),
        earned=(Fraction(0),) * len(seats),
        recent=(),
        close=None,
    )


# --- who may do what --------------------------------------------------------------------------------------------------


def eligible(state: State) -> tuple[Seat, ...]:
    """Return the seats that have something to choose in this window."""
    seats = state.terms.seats
    match state.phase:
        case "negotiation":
            return tuple(s for s in seats if negotiation.may_act(state.talks, state.terms.customs, s))
        case "contract":
            return seats if state.slots.mover is None else (state.slots.mover,)
        case _:
            return seats


def turn(state: State) -> Turn:
    if state.close is not None:
        return Turn()
    done = {sent.seat for sent in state.sent}
    awaited = frozenset(eligible(state)) - done
    talk = frozenset(state.terms.seats)
    sequential = state.phase == "contract" and state.slots.mover is not None
    may = frozenset() if sequential else talk - awaited
    return Turn(awaited, may, talk, (Clock(window(state), "phase"),))


def stake(state: State, seat: Seat) -> str:
    """Return the open window; it is the same for all seats."""
    return "" if state.close is not None else window(state)


def window(state: State) -> str:
    return f"{state.phase} {state.number}"


# --- what happens -----------------------------------------------------------------------------------------------------


def apply(state: State, event: Event) -> State:
    if state.close is not None:
        raise IllegalMove("over")
    match event:
        case Moved(seat, move, say):
            if seat not in state.terms.seats:
                raise IllegalMove("no_such_seat")
            if len(say) > WORDS_MOST:
                raise IllegalMove("too_long", most=WORDS_MOST)
            if move is None and say.strip():
                hinted = state.hinted if seat in state.hinted else (*state.hinted, seat)
                return replace(state, talk=_remembered(state.talk, (Spoke(seat, relayed(say)),)), hinted=hinted)
            return _chosen(state, seat, Pass() if move is None else move, say)
        case Expired(clock):
            if clock != window(state):
                raise IllegalMove("no_such_clock")
            return _closed(state)
        case Left(seat):
            if seat not in state.terms.seats:
                raise IllegalMove("no_such_seat")
            return replace(state, sent=(), recent=(), close=Close("abandoned", seat))
        case Slipped(seat):
            if seat not in state.terms.seats:
                raise IllegalMove("no_such_seat")
            return state


def check(state: State, seat: Seat, move: Move) -> Move:
    """Return the move as it would count. Raises `IllegalMove` if it cannot count now for this seat."""
    match state.phase, move:
        case "negotiation", Negotiate() | Counter() | Accept() | Finish() | Vote() | Pass():
            move = negotiation.meant(state.talks, seat, move)
            negotiation.check(state.talks, state.terms.customs, seat, move)
        case "contract", Join() | Pass():
            contract.check(state.slots, seat, move)
        case "physical", Orders(queue):
            number = state.terms.number(seat)
            for line, plan in enumerate(queue.plans, 1):
                why = flaw(plan, state.terms.instance.kit(number), state.terms.seats, extras=state.terms.extras)
                if why:
                    raise IllegalMove("plan", line=line, why=why, plan=plan)
            if not 1 <= len(queue.plans) <= 5:
                raise IllegalMove("plan_long", lines=len(queue.plans))
        case "physical", Pass():
            pass
        case _:
            raise IllegalMove("phase")
    return move


def _chosen(state: State, seat: Seat, move: Move, words: str) -> State:
    """Record a choice, replacing an earlier one, and close the window with the last one."""
    move = check(state, seat, move)
    state = replace(state, sent=(*(s for s in state.sent if s.seat != seat), Sent(seat, move, relayed(words))))
    return state if turn(state).awaited else _closed(state)


def _closed(state: State) -> State:
    sent: dict[Seat, Any] = {s.seat: s.move for s in state.sent}
    spoken = tuple(Spoke(s.seat, s.words) for s in state.sent if s.words)
    state = replace(state, sent=(), talk=_remembered(state.talk, spoken))
    match state.phase:
        case "negotiation":
            before = state.talks
            talks, told = steps.close(before, state.terms.customs, sent)
            state = replace(state, talks=talks, recent=(*spoken, *told), number=state.number + 1)
            return _settled(state) if steps.over(before, talks, state.terms.customs, sent) else _opened(state)
        case "contract":
            slots, joined = contract.close(state.slots, sent)
            state = replace(state, slots=contract.next_round(slots), recent=(*spoken, *joined), number=state.number + 1)
            return _settled(state) if contract.over(slots) else _opened(state)
        case _:
            played = stage.play(replace(state, recent=spoken), sent)
            return played if played.close is not None else _opened(played)


def _remembered(talk: tuple[Spoke, ...], new: tuple[Spoke, ...]) -> tuple[Spoke, ...]:
    """Return the remembered talk: everybody's last words, so that no seat can crowd the others out."""
    said = [spoke for spoke in (*talk, *new) if spoke.words]
    return tuple(
        spoke for n, spoke in enumerate(said) if sum(later.seat == spoke.seat for later in said[n + 1 :]) < TALK_KEPT
    )


def _opened(state: State) -> State:
    return replace(state, recent=(*state.recent, Window(state.phase, state.number)))


def _settled(state: State) -> State:
    """Return the state with fixed shares, at the beginning of the physical stage."""
    state = replace(state, phase="physical", number=1, hinted=())
    state = replace(state, recent=(*state.recent, Settled(stage.groups(state))))
    return _opened(state)


_BRACKETS: Final = str.maketrans("[]", "()")


def relayed(words: str) -> str:
    """Return words on one line, without signs that would make them look like the game master's."""
    return "".join(char if char.isprintable() else " " for char in " ".join(words.split())).translate(_BRACKETS).strip()


def result(state: State) -> Result | None:
    """Return the end and the earnings, in exact fractions of credits; an abandoned game pays nothing."""
    if state.close is None:
        return None
    paid = state.earned if state.close.end != "abandoned" else (Fraction(0),) * len(state.earned)
    return Result(state.close.end, tuple(zip(state.terms.seats, paid, strict=True)))
