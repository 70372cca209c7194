"""The rules of balloon: proposals, refusals, agreements, the limit, the ends."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.balloon.config import SEATS
from games.balloon.domain import total
from games.balloon.rules import Agree, Bargain, State, apply, efforts_of, result, turn
from games.core.contract import Expired, IllegalMove, Left, Moved, Slipped
from tests.games.balloon.table import agree, bargain, dealt, mover, planted, say, situation

A, B = SEATS


def code(state: State, move: object, words: str = "") -> str:
    with pytest.raises(IllegalMove) as refused:
        apply(state, Moved(mover(state), move, words))
    return refused.value.code


def test_seats_take_turns_and_the_first_one_is_as_configured() -> None:
    assert [mover(planted()), mover(planted(starts="B"))] == [A, B]
    assert {mover(dealt(seed, starts="random")) for seed in range(20)} == {A, B}
    state = say(planted(), "Hello.")
    assert turn(state).awaited == {B}
    with pytest.raises(IllegalMove, match="not_your_turn"):
        apply(state, Moved(A, None, "Me again."))


def test_proposals_stay_open_until_they_are_refused() -> None:
    state = say(situation(), "Hm.")
    assert [p.number for p in state.active[0]] == [1]
    assert [p.number for p in state.active[1]] == [2, 3]
    state = bargain(bargain(state, "C17"), "", "A39 B81")
    assert [p.number for p in state.active[0]] == [1]
    assert [p.number for p in state.active[1]] == [2, 4]


def test_refusing_takes_exactly_that_set_away() -> None:
    state = bargain(situation(), "", "B81 A39")
    assert [p.number for p in state.active[1]] == [2]
    assert [p.number for p in state.history[-1].refused] == [3]


def test_a_refused_set_cannot_be_agreed_to_unless_it_is_proposed_again() -> None:
    state = bargain(situation(), "", "A39 B81")
    again = say(state, "Really?")
    assert code(again, Agree(("A39", "B81"))) == "not_active"
    offered = bargain(state, "A39 B81")
    assert [p.number for p in offered.history[-1].proposed] == [4]
    assert agree(offered, "A39 B81").close is not None


def test_an_older_proposal_that_nobody_refused_may_be_agreed_to() -> None:
    state = say(say(situation(), "No."), "Yes.")
    done = agree(state, "A08 B95")
    assert done.close is not None
    assert done.close.deal is not None
    assert (done.close.end, done.close.why, done.close.deal.number) == ("deal", "agreed", 2)
    made = result(done)
    assert made is not None
    assert made.written() == {"A": "13", "B": "3"}
    assert turn(done).over


def test_only_the_other_sides_exact_set_can_be_answered() -> None:
    state = situation()
    assert code(state, Agree(("A65",))) == "own_proposal"
    assert code(state, Agree(("A08",))) == "not_active"
    assert code(state, Bargain((), (("A65",),))) == "own_proposal"
    assert code(state, Bargain((), (("A08",),))) == "not_active"


def test_the_limit_holds_for_proposals_and_agreements_alike() -> None:
    state = situation()
    for move in (Bargain((("A08", "B34"),), ()), Agree(("A08", "B34")), Bargain((("C17",), ("B34", "B95", "C17")), ())):
        with pytest.raises(IllegalMove) as refused:
            apply(state, Moved(A, move))
        assert refused.value.code == "over_limit"
        assert refused.value.facts["limit"] == 100
        assert refused.value.facts["effort"] in (110, 102)
    exact = bargain(state, "A08 B95 A39 B81")
    assert total(efforts_of(exact.items), exact.active[0][-1].items) == 100


def test_a_message_with_one_faulty_part_does_nothing_at_all() -> None:
    state = situation()
    assert code(state, Bargain((("C17",), ("Z99",)), (("A08", "B95"),))) == "unknown_item"
    assert code(state, Bargain((("C17",),), (("A08", "B81"),))) == "not_active"


def test_a_set_counts_once_whatever_its_order() -> None:
    state = bargain(planted(), "A08 B95; B95 A08 A08; C17")
    assert [p.number for p in state.history[-1].proposed] == [1, 2]
    state = bargain(say(state, "Hm."), "C17; B81")
    assert [p.number for p in state.history[-1].proposed] == [2, 3]
    assert [p.number for p in state.active[0]] == [1, 2, 3]


def test_a_message_holds_at_most_five_proposals() -> None:
    names = ("A08", "B95", "A39", "A65", "B81", "C17")
    assert code(planted(), Bargain(tuple((name,) for name in names), ())) == "too_many"
    assert len(bargain(planted(), "; ".join(names[:5])).active[0]) == 5


def test_the_empty_set_needs_permission() -> None:
    assert code(planted(), Bargain(((),), ())) == "empty_set"
    done = apply(apply(planted(allow_empty="on"), Moved(A, Bargain(((),), ()))), Moved(B, Agree(())))
    made = result(done)
    assert made is not None
    assert (made.end, made.written()) == ("deal", {"A": "0", "B": "0"})


def test_without_words_or_moves_nothing_is_sent() -> None:
    assert code(planted(), None, "  ") == "empty"
    assert code(planted(), Bargain((), ())) == "empty"


def test_the_last_message_ends_the_game_without_a_deal() -> None:
    state = bargain(bargain(say(planted(max_messages="4"), "Hi."), "A08"), "B95")
    done = bargain(state, "C17")
    assert done.close is not None
    assert (done.close.end, done.close.why) == ("no_deal", "messages")
    closing = agree(state, "B95")
    assert closing.close is not None
    assert closing.close.end == "deal"


def test_too_many_messages_without_a_proposal_stall_the_game() -> None:
    state = bargain(planted(stall="2"), "A08")
    state = say(say(state, "Hm."), "Hm.")
    assert state.close is None
    stalled = say(state, "Hm.")
    assert stalled.close is not None
    assert (stalled.close.end, stalled.close.why) == ("cutoff", "stalled")
    saved = bargain(state, "A08")
    assert (saved.close, saved.idle) == (None, 0)
    patient = planted(stall="0", max_messages="40")
    for _ in range(30):
        patient = say(patient, "Hm.")
    assert patient.close is None


@pytest.mark.parametrize(("slip", "why"), [("over_limit", "faults"), ("no_argument", "protocol")])
def test_patience_is_for_the_whole_game_and_for_each_side(slip: str, why: str) -> None:
    state = apply(apply(planted(patience="2"), Slipped(A, slip)), Slipped(A, slip))
    state = apply(bargain(state, "A08"), Slipped(B, slip))
    assert (state.slips, state.close) == ((2, 1), None)
    state = apply(say(state, "Hm."), Slipped(A, slip))
    assert state.close is not None
    assert (state.close.end, state.close.why, state.close.by) == ("cutoff", why, A)
    made = result(state)
    assert made is not None
    assert made.written() == {"A": "0", "B": "0"}


def test_who_leaves_or_lets_the_clock_run_out_abandons_the_game() -> None:
    state = situation()
    left, late = apply(state, Left(B, "quit")), apply(state, Expired("message:3"))
    assert left.close is not None
    assert late.close is not None
    assert (left.close.end, left.close.by, late.close.end, late.close.by) == ("abandoned", B, "abandoned", A)
    with pytest.raises(IllegalMove):
        apply(state, Expired("message:2"))


@given(st.lists(st.sets(st.integers(0, 6)), max_size=6), st.integers(0, 10**6))
def test_nothing_heavier_than_the_limit_ever_becomes_active(sets: list[set[int]], seed: int) -> None:
    state = dealt(seed, items="7")
    names = [item.name for item in state.items]
    for chosen in sets:
        move = Bargain((tuple(names[k] for k in sorted(chosen)),), ())
        with suppress(IllegalMove):
            state = apply(state, Moved(mover(state), move))
    for proposal in (*state.active[0], *state.active[1]):
        assert total(efforts_of(state.items), proposal.items) <= state.limit
