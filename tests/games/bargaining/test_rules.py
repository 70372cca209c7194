"""Offers alternate, end in one of few ways, and pay exactly."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bargaining import game
from games.bargaining.rules import Accept, BargainingState, Offer, Reject
from games.core.contract import Expired, IllegalMove, Left, Moved, Seat, Slipped
from tests.games.bargaining.helpers import BUYER, SELLER, after, config, dealt, mover


def ended(state: BargainingState) -> tuple[str, dict[str, str]]:
    result = game.result(state)
    assert result
    return result.end, result.written()


def refused(state: BargainingState, event: object) -> str:
    with pytest.raises(IllegalMove) as refusal:
        game.apply(state, event)  # type: ignore[arg-type]
    return refusal.value.code


@pytest.mark.parametrize(
    ("price", "buyer", "seller"),
    [
        (52.5, "12.50", "12.50"),
        (45, "20.00", "5.00"),
        (60, "5.00", "20.00"),
        (90, "-25.00", "50.00"),
        (0, "65.00", "-40.00"),
        (46.01, "18.99", "6.01"),
    ],
)
def test_a_deal_pays_value_minus_price_and_price_minus_cost(price: float, buyer: str, seller: str) -> None:
    state = after(dealt(), price, Accept())
    assert ended(state) == ("deal", {"buyer": buyer, "seller": seller})


def test_the_seller_may_lose_money_too() -> None:
    assert ended(after(dealt(), 60, 10, Accept())) == ("deal", {"buyer": "55.00", "seller": "-30.00"})


def test_six_offers_without_a_deal_pay_nothing() -> None:
    state = after(dealt(), 60, 41, 58, 42, 56, 43)
    assert game.result(state) is None
    assert game.turn(state).awaited == {SELLER}
    assert refused(state, Moved(SELLER, Offer(5500))) == "no_more_offers"
    assert ended(after(state, Reject())) == ("no_deal", {"buyer": "0.00", "seller": "0.00"})
    assert ended(after(state, Accept())) == ("deal", {"buyer": "22.00", "seller": "3.00"})


def test_who_keeps_the_mug_earns_its_outside_option() -> None:
    first = dealt(condition="mug")
    assert ended(after(first, 9, 5, 8.5, 5.5, 8, 6, Reject())) == ("no_deal", {"buyer": "0.00", "seller": "6.00"})
    assert ended(after(first, 7, Accept())) == ("deal", {"buyer": "1.00", "seller": "7.00"})
    assert ended(game.apply(first, Left(BUYER, "quit"))) == ("abandoned", {"buyer": "0.00", "seller": "6.00"})


@pytest.mark.parametrize("first", ["buyer", "seller"])
@pytest.mark.parametrize("rounds", [1, 2, 3, 5, 6, 20, 100])
def test_offers_alternate_and_the_last_one_is_answered(first: str, rounds: int) -> None:
    state = dealt(first=first, rounds=str(rounds))
    movers = []
    for _ in range(rounds):
        movers.append(mover(state))
        state = after(state, 50)
    assert movers == [state.terms.offerer_of(r) for r in range(1, rounds + 1)]
    assert movers[0] == first
    assert all(one != two for one, two in pairwise(movers))
    assert mover(state) != movers[-1]
    assert ended(after(state, Reject()))[0] == "no_deal"


def test_only_the_last_offer_can_be_rejected_outright() -> None:
    tight = dealt(condition="tight")
    assert refused(after(tight, 44), Moved(BUYER, Reject())) == "not_the_last_offer"
    assert refused(after(tight, 44, 41), Moved(SELLER, Reject())) == "not_the_last_offer"
    assert ended(after(tight, 44, 41, 43, Reject()))[0] == "no_deal"


def test_there_must_be_an_offer_to_accept() -> None:
    assert refused(dealt(), Moved(SELLER, Accept())) == "nothing_offered"
    assert refused(dealt(), Moved(SELLER, Reject())) == "nothing_offered"


def test_nobody_accepts_their_own_offer_or_moves_out_of_turn() -> None:
    state = after(dealt(), 55)
    assert refused(state, Moved(SELLER, Accept())) == "not_your_turn"
    assert refused(state, Moved(SELLER, Offer(5000))) == "not_your_turn"
    assert refused(state, Moved(Seat("broker"), Accept())) == "no_such_seat"
    assert refused(state, Left(Seat("broker"), "quit")) == "no_such_seat"


@pytest.mark.parametrize("price", [-1, 10_001, 10**30])
def test_prices_outside_the_range_are_refused(price: int) -> None:
    assert refused(dealt(), Moved(SELLER, Offer(price))) == "out_of_range"


def test_words_without_a_move_are_no_turn() -> None:
    assert refused(after(dealt(talk="both"), 55), Moved(BUYER, None, "please")) == "no_move"


def test_an_offer_equal_to_the_standing_one_takes_a_round_and_closes_nothing() -> None:
    state = after(dealt(), 55, 55)
    assert game.result(state) is None
    assert len(state.offers) == 2


def test_an_offer_above_the_ask_is_legal_and_can_be_accepted() -> None:
    assert ended(after(dealt(), 55, 60, Accept())) == ("deal", {"buyer": "5.00", "seller": "20.00"})


def test_after_the_end_nothing_changes() -> None:
    state = after(dealt(), 55, Accept())
    for event in (
        Moved(BUYER, Accept()),
        Moved(SELLER, Offer(1)),
        Left(BUYER, "quit"),
        Expired("round:1"),
        Slipped(BUYER, "x"),
    ):
        assert refused(state, event) == "over"
    assert game.turn(state).over
    assert game.stake(state, BUYER) == ""


def test_leaving_is_kept_apart_from_no_deal() -> None:
    assert ended(game.apply(after(dealt(), 55), Left(SELLER, "quit"))) == (
        "abandoned",
        {"buyer": "0.00", "seller": "0.00"},
    )


def test_a_clock_runs_for_each_answer_and_ends_the_game_as_abandoned() -> None:
    first = dealt()
    second = after(first, 55)
    (one,), (two,) = game.turn(first).clocks, game.turn(second).clocks
    assert one.id != two.id
    assert refused(second, Expired(one.id)) == "no_such_clock"
    assert ended(game.apply(second, Expired(two.id)))[0] == "abandoned"


def test_a_slip_changes_nothing() -> None:
    state = after(dealt(), 55)
    assert game.apply(state, Slipped(BUYER, "nothing")) == state


def test_every_offer_is_a_new_stake() -> None:
    states = [dealt(), after(dealt(), 55), after(dealt(), 55, 42), after(dealt(), 55, 42, 55)]
    assert len({game.stake(state, BUYER) for state in states}) == len(states)
    assert {game.stake(state, SELLER) for state in states} == {game.stake(state, BUYER) for state in states}


@pytest.mark.parametrize(
    ("talk", "kept"),
    [("off", ("", "")), ("seller", ("hi", "")), ("buyer", ("", "hi")), ("both", ("hi", "hi"))],
)
def test_words_are_kept_only_of_those_who_may_talk(talk: str, kept: tuple[str, str]) -> None:
    state = game.apply(dealt(talk=talk), Moved(SELLER, Offer(5500), "hi"))
    state = game.apply(state, Moved(BUYER, Offer(4400), "hi"))
    assert tuple(offer.words for offer in state.offers) == kept


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=6), st.booleans())
def test_money_is_neither_made_nor_lost(prices: list[int], deal: bool) -> None:
    """A deal splits value minus cost; without one both have what they had."""
    state = dealt(rounds=str(len(prices)))
    for price in prices:
        state = game.apply(state, Moved(mover(state), Offer(price)))
    state = after(state, Accept() if deal else Reject())
    result = game.result(state)
    assert result
    (_, buyer), (_, seller) = result.earnings
    assert buyer + seller == (2500 if deal else 0)
    assert not deal or buyer == 6500 - prices[-1]


def test_who_needs_a_private_place() -> None:
    needs = {c: tuple(i.private for i in game.seats(config(condition=c))) for c in ("exact", "none", "one_sided")}
    assert needs == {"exact": (False, False), "none": (True, True), "one_sided": (False, True)}
