"""The small parts of the contract: results in figures, who hears what, chance by purpose."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.codec import decode, encode
from games.core.contract import (
    REVEAL,
    TABLE,
    Amount,
    Clock,
    IllegalMove,
    Moved,
    News,
    Reading,
    Result,
    Seat,
    Turn,
    Unclear,
    rng,
    subseed,
    written,
)
from tests.games.tiny import number, sealed

A, B = Seat("a"), Seat("b")


@pytest.mark.parametrize(
    ("amount", "unit", "text"),
    [
        (1_250, "cents", "12.50"),
        (0, "cents", "0.00"),
        (5, "cents", "0.05"),
        (-2_500, "cents", "-25.00"),
        (-5, "cents", "-0.05"),
        (7, "points", "7"),
        (-3, "points", "-3"),
        (Fraction(7), "points", "7"),
        (Fraction(205, 8), "points", "25.62"),
        (Fraction(-1, 3), "points", "-0.33"),
        (Fraction(1, 3), "points", "0.33"),
    ],
)
def test_amounts_as_programs_read_them(amount: Amount, unit: str, text: str) -> None:
    assert written(amount, unit) == text


def test_a_result_names_every_seat() -> None:
    assert Result("deal", ((A, 1_250), (B, -2_500)), "cents").written() == {"a": "12.50", "b": "-25.00"}
    assert Result("no_deal", ((A, 0), (B, 0))).written() == {"a": "0", "b": "0"}


@pytest.mark.parametrize(
    "turn",
    [
        Turn(awaited=frozenset({A})),
        Turn(may=frozenset({A})),
        Turn(talk=frozenset({A})),
        Turn(clocks=(Clock("bids", "phase"),)),
    ],
)
def test_a_game_runs_as_long_as_anything_can_happen(turn: Turn) -> None:
    assert not turn.over
    assert Turn().over


@pytest.mark.parametrize(
    ("to", "who", "reaches"),
    [
        (None, A, True),
        (None, TABLE, True),
        (frozenset({A}), A, True),
        (frozenset({A}), B, False),
        (frozenset({A}), TABLE, False),
        (frozenset({A, B}), TABLE, False),
        (frozenset({A}), REVEAL, False),
    ],
)
def test_a_fact_reaches_only_whom_it_names(to: frozenset[Seat] | None, who: Seat, reaches: bool) -> None:
    assert News("fact", to).reaches(who) is reaches


@pytest.mark.parametrize(
    ("seed", "purpose", "subseed_"),
    [
        (0, ("values",), 18207019082336954353),
        (1, ("values",), 9861532473193486351),
        (7, ("draw", "buyer_value", 3), 17849927765509814566),
    ],
)
def test_logs_rely_on_these_numbers_for_ever(seed: int, purpose: tuple[str | int, ...], subseed_: int) -> None:
    assert subseed(seed, *purpose) == subseed_


@given(st.integers(), st.text())
def test_seeds_fit_in_64_bits_and_stay(seed: int, purpose: str) -> None:
    assert 0 <= subseed(seed, purpose) < 2**64
    assert subseed(seed, purpose) == subseed(seed, purpose)
    assert rng(seed, purpose).random() == rng(seed, purpose).random()


def test_purposes_do_not_shift_each_other() -> None:
    seeds = {subseed(seed, purpose, k) for seed in (0, 1) for purpose in ("a", "b") for k in range(50)}
    assert len(seeds) == 200


def test_a_refusal_tells_its_code_and_facts() -> None:
    assert str(IllegalMove("over")) == "over"
    assert str(IllegalMove("over_limit", weight=8_200, limit=8_145)) == "over_limit {'weight': 8200, 'limit': 8145}"
    assert repr(Unclear("no_bid", strike=True, words=2)) == "Unclear('no_bid', strike=True, {'words': 2})"


def test_a_reading_without_anything_is_neither_move_nor_words() -> None:
    assert (Reading[object]().move, Reading[object]().say, Reading[object]().confirm) == (None, "", "")


def test_a_player_without_thresholds_has_an_empty_disposition() -> None:
    view = number.game.view(number.game.deal(number.NumberConfig(100, 5, "normal"), 1), number.SEATS[0])
    assert number.game.players["normal"].drawn(view, 1) == {}


def test_every_game_decodes_its_own_events() -> None:
    bid, guess = Moved(sealed.SEATS[0], sealed.Bid(3)), Moved(number.SEATS[0], number.Guess(3))
    assert decode(encode(bid), sealed.game.event_type) == bid
    assert decode(encode(guess), number.game.event_type) == guess
    with pytest.raises(ValueError):
        decode(encode(bid), number.game.event_type)
