"""The coach of the society: what it sees, what it advises, and how it says so."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.core.contract import Event, Expired, Moved, Seat
from games.society import game
from games.society.analysis.coach import ANALYST, JUDGED, bargaining
from games.society.rules.moves import Accept, Counter, Finish, Move, Negotiate, Pass
from games.society.rules.state import State
from games.society.world.state import place
from tests.games.coaching import SEED, alike, past, reviewed, well_told
from tests.games.society.table import C0, C1, M0, M1, dealt

EFFORT = 60
SEATS = (C0, C1, M0, M1)


def step(**moves: Move) -> tuple[Event, ...]:
    """One step: the moves of the seats; a seat without a move passes."""
    return tuple(Moved(seat, moves.get(seat, Pass())) for seat in SEATS)


INVITED = step(miner_0=Negotiate(C0, 80), carpenter_1=Negotiate(M1, 50))
TAKEN = (*INVITED, *step(carpenter_0=Accept(M0, 20), miner_1=Counter(C1, 60)))


def mapped(seed: int) -> State:
    """The same deal with another map."""
    deal = dealt(1)
    return replace(deal, world=place(deal.terms.instance, seed, deal.terms.customs.precedence))


def test_a_review_holds_nothing_that_the_seat_could_not_see() -> None:
    deals = [mapped(seed) for seed in (1, 2)]
    assert len({game.view(deal, C0) for deal in deals}) == 1
    alike(game, deals, TAKEN, C0)
    assert ANALYST.blank(deals[0], C0) == ANALYST.blank(deals[1], C0)


def test_choices_of_the_open_step_are_not_seen() -> None:
    """Others chose before the seat did, and chose again: nobody is told so before the step ends, or ever."""
    first, second, third, last = INVITED
    again = (Moved(M1, Negotiate(C1, 90)), first, last, second, third, *TAKEN[len(INVITED) :])
    assert bargaining(past(game, dealt(), again), C0) == bargaining(past(game, dealt(), TAKEN), C0)
    case = ANALYST.case(past(game, dealt(), TAKEN), M0)
    assert case.decisions[0].before == 0
    assert reviewed(game, dealt(), again, C0, EFFORT) == reviewed(game, dealt(), TAKEN, C0, EFFORT)


@pytest.mark.parametrize("condition", ["negotiation", "pair"])
def test_a_choice_that_no_step_waits_for_counts_before_the_step_ends(condition: str) -> None:
    """A seat that made the last offer of its bargain may end it; the step waits for the other seats alone."""
    deal, course = dealt(condition=condition), list[tuple[State, Event]]()
    state, seats = deal, deal.terms.seats
    steps: tuple[dict[Seat, Move], ...] = ({C0: Negotiate(M0, 60)}, {M0: Counter(C0, 50)}, {M0: Finish(C0), C0: Pass()})
    for moves in steps:
        passes = {seat: Pass() for seat in seats if seat not in moves and seat in game.turn(state).awaited}
        for seat, move in (*moves.items(), *passes.items()):
            course.append((state, Moved(seat, move)))
            state = game.apply(*course[-1])
    assert state.number == 4
    for seat in seats:
        again = deal
        for event in bargaining(course, seat):
            again = game.apply(again, event)
        assert again.talks == state.talks
        game.review(course, seat, SEED, EFFORT)


def test_to_accept_a_small_share_at_once_is_a_blunder() -> None:
    (moment,) = reviewed(game, dealt(), TAKEN, C0, EFFORT).moments
    assert (moment.at, moment.when, moment.did) == (2, "Step 2 of 8", "you accepted 20 % from miner_0")
    assert moment.known == ("miner_0 offered your side 20 %.",)
    assert moment.better.startswith("counter miner_0 ")
    assert moment.verdict == "blunder"
    assert moment.why.startswith("Typical players often concede more here: asking for ")
    state = dealt()
    for event in INVITED:
        state = game.apply(state, event)
    well_told(game, moment, game.view(state, C0))
    assert moment.better in moment.options


def test_in_a_chat_seats_have_no_ids() -> None:
    state = dealt(1, style="chat", reading="plain")
    (moment,) = reviewed(game, state, TAKEN, C0, EFFORT).moments
    assert moment.did == "you accepted 20 % from miner 0"
    assert moment.known == ("Miner 0 offered your side 20 %.",)
    assert "_" not in " ".join(moment.options)
    for event in INVITED:
        state = game.apply(state, event)
    well_told(game, moment, game.view(state, C0))
    alone = dealt(1, players="2", steps="2", style="chat", reading="plain")
    told = (Moved(M0, Negotiate(C0, 10)), Moved(C0, Pass()), Moved(C0, Counter(M0, 90)), Moved(M0, Pass()))
    (moment,) = reviewed(game, alone, told, C0, EFFORT).moments
    assert (moment.better, moment.did) == ("accept miner 0 90/10", "you asked the miner for 90 %")


def test_to_turn_a_rich_offer_down_at_the_end_is_worth_its_share() -> None:
    deal = dealt(1, players="2", steps="2")
    told = (Moved(M0, Negotiate(C0, 10)), Moved(C0, Pass()), Moved(C0, Counter(M0, 90)), Moved(M0, Pass()))
    (moment,) = reviewed(game, deal, told, C0, EFFORT).moments
    assert (moment.better, moment.did) == ("accept miner_0 90/10", "you asked miner_0 for 90 %")
    assert moment.why.startswith("That offer left your side 90 %; against typical players, taking it promises ")


@pytest.mark.parametrize("wrote", [{"game": "social"}, {"game": "contract"}, {"difficulty": "hard"}])
def test_only_the_bargaining_of_a_few_is_judged(wrote: dict[str, str]) -> None:
    deal = dealt(1, **wrote)
    clock = next(iter(game.turn(deal).clocks)).id
    assert game.review(past(game, deal, (Expired(clock),)), deal.terms.seats[0], 1).decisions == 0


def test_the_world_is_left_out_and_so_are_passes() -> None:
    played = list(past(game, dealt(), TAKEN))
    state = game.apply(*played[-1])
    while state.phase == "negotiation":
        event: Any = Expired(next(iter(game.turn(state).clocks)).id)
        played.append((state, event))
        state = game.apply(state, event)
    shorter = ANALYST.review(played, C0, 1, EFFORT)
    for _ in range(2):
        event = Expired(next(iter(game.turn(state).clocks)).id)
        played.append((state, event))
        state = game.apply(state, event)
    assert ANALYST.review(played, C0, 1, EFFORT) == shorter
    assert shorter.decisions == 1 <= JUDGED


def test_nobody_is_judged_by_anothers_moves() -> None:
    assert reviewed(game, dealt(), INVITED, Seat("miner_1"), EFFORT).decisions == 0
    assert reviewed(game, dealt(), (), C0).decisions == 0
