"""The rules of trading: swaps, offers that come and go, faulty messages, and the end."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from games.core.contract import Expired, IllegalMove, Left, Moved, Slipped
from games.trading import game
from games.trading.config import RETRIES, SEATS
from games.trading.domain import BASE, Goods, Offer, covers, worth
from games.trading.rules import Accept, Deny, Propose, State, gains, value_ranges
from tests.games.trading.table import ONE, STANDING, TWENTY, ZERO, dealt, mover, outcome, say, situation

NOTHING = Goods(0, 0, 0, 0, 0)
OFFER = Offer(Goods(2, 0, 0, 0, 0), Goods(0, 0, 0, 0, 1))


def refused(state: State, event: Any) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        game.apply(state, event)
    return caught.value


def slipped(state: State, times: int) -> State:
    for _ in range(times):
        state = game.apply(state, Slipped(mover(state), "bad_syntax"))
    return state


# --- any game at all --------------------------------------------------------------------------------------------------

numbers = st.integers(0, 12)
goods = st.builds(Goods, numbers, numbers, numbers, numbers, numbers)
small = st.builds(Goods, *[st.sampled_from([0, 0, 0, 1, 3])] * 5)
offers = st.builds(Offer, small, small)
moves = st.one_of(
    st.none(), st.builds(Propose, offers), st.builds(Accept, st.none() | offers), st.builds(Deny, st.none() | offers)
)
events = st.one_of(
    st.builds(Moved, st.sampled_from(SEATS), moves, st.just("so")),
    st.builds(Slipped, st.sampled_from(SEATS), st.just("bad_syntax")),
)


@given(st.tuples(goods, goods), st.lists(events, max_size=60), st.sampled_from([*RETRIES]), st.booleans())
def test_nothing_is_made_or_lost(start: tuple[Goods, Goods], log: list[Any], penalty: str, strict: bool) -> None:
    state = replace(dealt(penalty=penalty, strict_response="on" if strict else "off"), start=start, holdings=start)
    total = [a + b for a, b in zip(astuple(start[0]), astuple(start[1]), strict=True)]
    for event in log:
        try:
            after = game.apply(state, event)
        except IllegalMove:
            continue
        first, second = after.holdings
        assert [a + b for a, b in zip(astuple(first), astuple(second), strict=True)] == total
        assert covers(first, NOTHING)
        assert covers(second, NOTHING)
        assert len(after.history) - len(state.history) in (0, 1)
        if after.offer is not None:
            assert covers(after.holdings[1 - after.mover], after.offer.give), "what is offered is owned"
        if after.holdings != state.holdings:
            assert isinstance(event, Moved)
            assert isinstance(event.move, Accept)
            assert event.seat == mover(state), "only the addressee accepts"
            assert state.offer is not None
        if len(after.history) > len(state.history) and after.history[-1].offer is None:
            assert after.offer is None, "an offer that is not accepted is gone"
        state = after
    assert len(state.history) <= 10


@given(st.integers(), st.booleans())
def test_deals_lie_in_their_ranges(seed: int, clamp: bool) -> None:
    state = dealt(seed, clamp="on" if clamp else "off")
    for owned, values in zip(state.holdings, state.values, strict=True):
        assert all(5 <= number <= 25 for number in astuple(owned))
        assert all(v in span for v, span in zip(astuple(values), value_ranges(clamp), strict=True))
    assert state == dealt(seed, clamp="on" if clamp else "off")


def test_values_lie_within_a_fifth_and_the_clamp_cuts_their_ends() -> None:
    assert [(s[0], s[-1]) for s in value_ranges(clamped=False)] == [(4, 6), (8, 12), (12, 18), (20, 30), (32, 48)]
    assert [(s[0], s[-1]) for s in value_ranges(clamped=True)] == [(5, 6), (8, 12), (12, 18), (20, 30), (32, 40)]


def test_every_quantity_and_value_is_drawn_alike_often() -> None:
    deals = [dealt(seed) for seed in range(2_100)]
    for at in range(5):
        for seat in (0, 1):
            drawn = [astuple(state.holdings[seat])[at] for state in deals]
            assert all(60 <= drawn.count(number) <= 145 for number in range(5, 26))
    ores = [state.values[1].ore for state in deals]
    assert set(ores) == set(range(32, 49))


def test_the_clamp_and_the_starter_leave_the_goods_as_they_are() -> None:
    assert {mover(dealt(seed, starts="random")) for seed in range(20)} == {*SEATS}
    assert all(dealt(seed, starts="random").start == dealt(seed).start for seed in range(20))
    assert mover(dealt(starts=ONE)) == ONE


# --- turns ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [2, 6, 10, 30])
@pytest.mark.parametrize("text", ["Hello.", "[Offer: 1 Wheat -> 1 Ore]"])
def test_everybody_sends_half_of_the_messages(turns: int, text: str) -> None:
    state = situation(max_turns=str(turns))
    order = []
    while state.close is None:
        assert game.turn(state).awaited == {mover(state)}
        order.append(mover(state))
        state = say(state, text)
    assert order == [ZERO, ONE] * (turns // 2)
    assert game.turn(state).over
    assert state.close.end == "no_deal"


def test_only_the_seat_on_turn_is_heard() -> None:
    state = situation()
    for event in (Moved(ONE, Propose(OFFER), ""), Moved(ONE, None, "hello"), Slipped(ONE, "empty")):
        assert refused(state, event).code == "not_your_turn"


def test_nobody_accepts_an_offer_of_their_own() -> None:
    state = say(situation(), "[Offer: 2 Wheat -> 1 Ore]")
    assert refused(state, Moved(ZERO, Accept(None), "")).code == "not_your_turn"
    after = say(state, "Let me think.")
    assert outcome(after, "[Accept]") == "!nothing_to_answer"


def test_an_empty_message_is_none() -> None:
    assert refused(situation(), Moved(ZERO, None, "")).code == "empty"
    assert refused(situation(), Moved(ZERO, None, " \n")).code == "empty"


def test_an_ended_game_stays_as_it_is() -> None:
    state = game.apply(situation(), Left(ONE, "quit"))
    assert refused(state, Moved(ZERO, None, "hello")).code == "over"


# --- offers -----------------------------------------------------------------------------------------------------------


def test_an_accepted_offer_changes_hands_as_it_was_said() -> None:
    state = say(situation(STANDING), "[Accept]")
    assert state.holdings == (Goods(20, 20, 20, 17, 22), Goods(20, 20, 20, 23, 18))
    assert state.offer is None


@pytest.mark.parametrize("text", ["[Deny]", "Hm.", "[Deny] [Offer: 2 Wheat -> 1 Ore]", "[Offer: 2 Wheat -> 1 Ore]"])
def test_an_offer_that_is_not_accepted_is_gone(text: str) -> None:
    state = say(situation(STANDING), text)
    assert state.holdings == (TWENTY, TWENTY)
    assert state.offer != STANDING
    assert outcome(say(state, "Hm."), "[Accept]") == "!nothing_to_answer"


def test_several_swaps_may_be_made_in_one_game() -> None:
    state = say(situation(STANDING), "[Accept] [Offer: 1 Wood -> 1 Ore]")
    state = say(state, "[Accept] [Offer: 1 Wheat -> 2 Wood]")
    assert state.holdings == (Goods(20, 19, 20, 17, 23), Goods(20, 21, 20, 23, 17))
    state = say(state, "[Accept]")
    assert state.holdings == (Goods(21, 17, 20, 17, 23), Goods(19, 23, 20, 23, 17))


def test_a_new_offer_is_held_against_what_is_owned_after_the_swap() -> None:
    assert outcome(situation(STANDING), "[Accept] [Offer: 22 Ore -> 1 Wheat]") == "accepted|22 Ore -> 1 Wheat"
    assert outcome(situation(STANDING), "[Accept] [Offer: 18 Brick -> 1 Wheat]") == "!not_enough"
    assert outcome(situation(STANDING), "[Deny] [Offer: 21 Ore -> 1 Wheat]") == "!not_enough"


def test_row_27_asking_for_more_than_the_other_owns_is_an_offer_like_any_other() -> None:
    state = say(situation(), "[Offer: 2 Wheat -> 21 Ore]")
    assert state.offer == Offer(Goods(2, 0, 0, 0, 0), Goods(0, 0, 0, 0, 21))


@pytest.mark.parametrize("penalty", ["casual", "textarena"])
def test_rows_27_and_43_an_acceptance_that_cannot_be_paid_is_void_and_costs_nothing_else(penalty: str) -> None:
    state = say(situation(penalty=penalty), "[Offer: 2 Wheat -> 21 Ore]")
    after = say(state, "[Accept] [Offer: 1 Wood -> 1 Wheat]")
    assert after.history[-1].answer == "void"
    assert after.holdings == state.holdings
    assert after.offer == Offer(Goods(0, 1, 0, 0, 0), Goods(1, 0, 0, 0, 0))
    assert (after.slips, after.close) == (0, None)


def test_the_seed_punishes_an_acceptance_that_cannot_be_paid() -> None:
    state = say(say(situation(penalty="seed_strict"), "[Offer: 2 Wheat -> 21 Ore]"), "[Accept]")
    assert state.close is not None
    assert (state.close.end, state.close.winner, state.close.by) == ("cutoff", ZERO, ONE)
    assert state.holdings == (TWENTY, TWENTY)


def test_row_38_and_39_there_must_be_an_offer_to_answer() -> None:
    for move in (Accept(None), Deny(None), Accept(OFFER)):
        assert refused(situation(), Moved(ZERO, move, "")).code == "nothing_to_answer"


@pytest.mark.parametrize(
    ("offer", "code"),
    [
        (Offer(NOTHING, STANDING.get), "bad_offer"),
        (Offer(STANDING.get, NOTHING), "bad_offer"),
        (Offer(Goods(-1, 1, 0, 0, 0), STANDING.get), "bad_offer"),
        (Offer(STANDING.get, Goods(0, 0, 1, 0, -1)), "bad_offer"),
        (Offer(Goods(1, 0, 0, 0, 0), Goods(1, 0, 0, 0, 0)), "same_resource"),
        (Offer(Goods(1, 0, 0, 0, 1), Goods(0, 1, 0, 0, 1)), "same_resource"),
        (Offer(Goods(21, 0, 0, 0, 0), STANDING.get), "not_enough"),
    ],
)
def test_offers_that_did_not_come_from_a_text_are_checked_as_well(offer: Offer, code: str) -> None:
    for move in (Propose(offer), Deny(offer)):
        assert refused(situation(STANDING), Moved(ZERO, move, "")).code == code


def test_a_refused_offer_says_nothing_of_what_the_other_owns() -> None:
    rich, poor = situation(), replace(situation(), holdings=(TWENTY, NOTHING))
    for text in ("[Offer: 21 Wheat -> 1 Ore]", "[Offer: 1 Wheat -> 9999 Ore]"):
        assert outcome(rich, text) == outcome(poor, text)


def test_a_strict_response_needs_an_answer() -> None:
    state = situation(STANDING, strict_response="on")
    for text in ("Hm.", "[Offer: 2 Wheat -> 1 Ore]"):
        assert outcome(state, text) == "!must_answer"
    assert outcome(state, "[Deny] [Offer: 2 Wheat -> 1 Ore]") == "denied|2 Wheat -> 1 Ore"
    assert outcome(situation(strict_response="on"), "Hm.") == ""


# --- faulty messages --------------------------------------------------------------------------------------------------


def test_casual_passes_the_turn_after_three_retries() -> None:
    state = slipped(situation(STANDING), 3)
    assert (mover(state), state.offer, state.slips) == (ZERO, STANDING, 3)
    state = slipped(state, 1)
    assert (mover(state), state.offer, state.slips, state.close) == (ONE, None, 0, None)
    assert (state.history[-1].answer, state.history[-1].passed) == ("denied", True)


def test_a_message_that_counts_forgives_the_faulty_ones_before_it() -> None:
    state = say(slipped(situation(), 3), "Sorry.")
    state = slipped(say(state, "No matter."), 3)
    assert (mover(state), len(state.history)) == (ZERO, 2)


@pytest.mark.parametrize(("penalty", "retries"), [("textarena", 1), ("seed_strict", 0)])
def test_the_stricter_modes_end_the_game(penalty: str, retries: int) -> None:
    state = slipped(situation(STANDING, penalty=penalty), retries)
    assert state.close is None
    state = slipped(state, 1)
    assert state.close is not None
    assert (state.close.end, state.close.winner, state.close.by) == ("cutoff", ONE, ZERO)


def test_passing_the_last_message_ends_the_game() -> None:
    state = slipped(situation(max_turns="2"), 4)
    state = slipped(state, 4)
    assert state.close is not None
    assert state.close.end == "no_deal"


# --- the end ----------------------------------------------------------------------------------------------------------


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = say(state, text)
    return state


def test_the_larger_gain_in_own_values_wins() -> None:
    values = (replace(BASE, ore=48), replace(BASE, brick=30))
    state = replace(situation(STANDING, max_turns="2"), values=values)
    state = say(state, "[Accept]")
    assert gains(state) == (2 * 48 - 3 * 25, 3 * 30 - 2 * 40)
    assert state.close is not None
    assert (state.close.end, state.close.winner) == ("deal", ZERO)


def test_equal_gains_are_a_draw() -> None:
    state = replace(situation(STANDING, max_turns="2"), values=(replace(BASE, ore=40), replace(BASE, brick=25)))
    state = say(say(replace(state, terms=replace(state.terms, max_turns=3)), "[Deny]"), "Well.")
    assert state.close is not None
    assert (state.close.end, state.close.winner) == ("no_deal", "")


def test_nobody_wins_where_both_cooperate() -> None:
    state = say(situation(STANDING, max_turns="2", cooperative="on"), "[Accept]")
    assert state.close is not None
    assert (state.close.end, state.close.winner) == ("deal", "")
    state = slipped(situation(penalty="seed_strict", cooperative="on"), 1)
    assert state.close is not None
    assert (state.close.winner, state.close.by) == ("", ZERO)


def test_an_offer_in_the_last_message_lapses() -> None:
    state = played(situation(max_turns="2"), "Hello.", "[Offer: 2 Wheat -> 1 Ore]")
    assert state.close is not None
    assert state.holdings == (TWENTY, TWENTY)


def test_earnings_are_the_gains() -> None:
    state = say(situation(STANDING, max_turns="2"), "[Accept]")
    result = game.result(state)
    assert result is not None
    assert result.unit == "points"
    assert dict(result.earnings) == dict(zip(SEATS, gains(state), strict=True))
    assert game.result(situation()) is None


def test_who_leaves_or_lets_the_clock_run_out_abandons_the_game() -> None:
    state = say(situation(STANDING), "[Accept]")
    clock = game.turn(state).clocks[0]
    for event, by in ((Left(ZERO, "quit"), ZERO), (Expired(clock.id), ONE)):
        ended = game.apply(state, event)
        assert ended.close is not None
        assert (ended.close.end, ended.close.winner, ended.close.by) == ("abandoned", "", by)
        result = game.result(ended)
        assert result is not None
        assert dict(result.earnings) == {ZERO: 0, ONE: 0}
    assert refused(state, Expired("message:1")).code == "no_such_clock"
    assert refused(state, Left("player_2", "quit")).code == "no_such_seat"  # type: ignore[arg-type]


def test_worth_adds_up() -> None:
    assert worth(Goods(1, 2, 3, 4, 5), BASE) == 5 + 20 + 45 + 100 + 200
