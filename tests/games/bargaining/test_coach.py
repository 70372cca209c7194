"""The coach of price bargaining: what it sees, what it advises, and how it says so."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from games.bargaining import game
from games.bargaining.analysis.advice import typed
from games.bargaining.analysis.coach import ANALYST
from games.bargaining.rules import BUYER, SELLER, Accept, BargainingState, Offer, Reject
from games.core.coach.engine import attainable, judge, verdicts
from games.core.contract import Event, Moved, Reading, Said, Seat
from tests.bench.coached import BARGAINING, strayed
from tests.games.bargaining.helpers import dealt
from tests.games.coaching import SEED, alike, past, reviewed, well_told


def events(*moves: Any, first: Seat = SELLER) -> tuple[Event, ...]:
    """Moves of the seats in turn; a number is an offer in dollars."""
    seats = (SELLER, BUYER) if first == SELLER else (BUYER, SELLER)
    made = [Offer(round(move * 100)) if isinstance(move, int | float) else move for move in moves]
    return tuple(Moved(seats[number % 2], move) for number, move in enumerate(made))


STORY = events(60, 42, 58, 44, 56, 52, Accept())


def hides(deal: BargainingState, seat: Seat, price: int) -> BargainingState:
    """The deal with another number of the other side."""
    return replace(deal, seller_cost=price) if seat == BUYER else replace(deal, buyer_value=price)


@pytest.mark.parametrize("information", ["range", "claimed", "none"])
@pytest.mark.parametrize(("seat", "numbers"), [(BUYER, (33_00, 40_00, 47_00)), (SELLER, (53_00, 65_00, 72_00))])
def test_a_review_holds_nothing_that_the_seat_could_not_see(information: str, seat: Seat, numbers: Any) -> None:
    deal = dealt(information=information)
    deals = [hides(deal, seat, number) for number in numbers]
    assert len({game.view(other, seat) for other in deals}) == 1
    alike(game, deals, STORY, seat)
    assert ANALYST.blank(deals[0], seat) == ANALYST.blank(deals[1], seat)


def test_disclosed_numbers_count() -> None:
    found = [reviewed(game, hides(dealt(), BUYER, cost), STORY, BUYER) for cost in (30_00, 45_00)]
    assert found[0] != found[1]


def test_to_refuse_a_last_offer_that_paid_is_a_blunder_of_exactly_its_worth() -> None:
    found = reviewed(game, dealt(), events(60, 42, 58, 44, 56, 52, Reject()), SELLER)
    last = found.moments[-1]
    assert (last.did, last.better, last.gain, last.verdict) == ("you rejected", "accept", 12_00, "blunder")
    assert last.why == "The last offer paid you $12.00 more than no deal."
    assert last.options == ("reject", "accept") or last.options == ("accept", "reject")


@pytest.mark.parametrize(
    ("moves", "seat", "round", "why"),
    [
        ((39, Accept()), SELLER, "Round 1 of 6", "That price meant a loss of $1.00; no deal would have cost nothing."),
        ((70, Accept()), BUYER, "Round 1 of 6", "That price meant a loss of $5.00; no deal would have cost nothing."),
        (
            (60, 42, 58, 66, Accept()),
            BUYER,
            "Round 4 of 6",
            "That price meant a loss of $1.00; no deal would have cost nothing.",
        ),
    ],
)
def test_a_price_at_a_loss_is_called_one(moves: tuple[Any, ...], seat: Seat, round: str, why: str) -> None:
    moment = reviewed(game, dealt(), events(*moves), seat, 5_000).moments[-1]
    assert (moment.when, moment.why) == (round, why)


@pytest.mark.parametrize("index", range(6))
def test_a_question_has_one_right_answer(index: int) -> None:
    """Every other option loses at least an inaccuracy in the worlds that the coach selects by."""
    played = strayed(BARGAINING, index)
    for seat in (BUYER, SELLER):
        case = ANALYST.case(played.past, seat)
        judged = judge(case, SEED, 20_000)
        scale = attainable(case, judged)
        for one, level in verdicts(case, judged):
            moves = [act.move for act in case.decisions[one.point].acts if act.move is not None]
            lost = {typed(move): lead / scale for move, lead in zip(moves, one.leads, strict=True)}
            known = {typed(moves[0]), typed(moves[one.best])}
            assert all(lost[option] >= 0.05 for option in case.moment(one, level).options if option not in known)


def test_to_accept_a_bad_first_offer_at_once_is_a_blunder() -> None:
    found = reviewed(game, dealt(), events(63, Accept()), BUYER, 1_000)
    (moment,) = found.moments
    assert moment.at == 1
    assert moment.did == "you accepted"
    assert moment.better.startswith("offer $")
    assert moment.verdict == "blunder"
    assert moment.gain > 3_00
    assert moment.why.startswith("Typical sellers often concede more here")
    assert re.fullmatch(
        r"Then (nearly all|about \d of 10) typical sellers agree in the end, at \$\d\d\.\d0 on average\.", moment.then
    )


def test_to_ask_for_less_than_what_stood_is_named() -> None:
    found = reviewed(game, dealt(first="buyer"), events(42, 60, 44, 51, 52, Accept(), first=BUYER), BUYER, 2_000)
    last = found.moments[-1]
    assert last.did == "you offered $52.00"
    assert last.why.startswith("Their offer paid you more than your own; ")


def test_what_ends_the_game_has_nothing_that_follows() -> None:
    found = reviewed(game, dealt(), events(60, 42, 58, 44, 56, 52, Reject()), SELLER)
    assert found.moments[-1].then == ""


def test_a_large_step_after_a_small_one_is_named() -> None:
    found = reviewed(game, dealt(), events(56, 44, 55.5, 44.5, 55, 54, Accept()), BUYER, 30_000)
    last = found.moments[-1]
    assert last.did == "you offered $54.00"
    assert last.why.startswith("You gave $9.50 at once, after a step of $0.50; against typical sellers")


def test_good_play_is_not_scolded() -> None:
    found = reviewed(game, dealt(first="buyer"), events(64, Accept(), first=BUYER), SELLER)
    assert (found.moments, found.decisions) == ((), 1)
    assert found.rating is not None
    assert found.rating > 0.95


def test_the_other_seats_moves_and_open_games_are_no_decisions() -> None:
    assert reviewed(game, dealt(), (), BUYER).decisions == 0
    assert reviewed(game, dealt(), STORY[:1], BUYER).decisions == 0
    assert reviewed(game, dealt(), STORY[:4], BUYER).decisions == 2
    assert reviewed(game, dealt(), STORY, SELLER).decisions == 4


@pytest.mark.parametrize("index", range(6))
def test_moments_are_told_in_a_few_words_that_can_be_played(index: int) -> None:
    played = strayed(BARGAINING, index)
    for seat in (BUYER, SELLER):
        own = [state for state, event in played.past if isinstance(event, Moved) and event.seat == seat]
        found = game.review(played.past, seat, 1, 600)
        assert len(found.moments) <= 3
        assert [moment.at for moment in found.moments] == sorted(moment.at for moment in found.moments)
        for moment in found.moments:
            view = game.view(own[moment.at - 1], seat)
            well_told(game, moment, view)
            assert moment.better.removeprefix("offer ") in moment.options
            assert moment.did.removeprefix("you offered ").replace("you accepted", "accept").replace(
                "you rejected", "reject"
            ) in moment.options  # fmt: skip


@pytest.mark.parametrize("seat", [BUYER, SELLER])
def test_a_hint_goes_by_the_offers_that_stand_when_it_is_asked_for(seat: Seat) -> None:
    """The review afterwards finds no better move than the hint's, after any number of own offers."""
    story = events(63, 42, 61, 45, 58) if seat == BUYER else events(63, 42, 61, 43)
    course = past(game, dealt(), story)
    state = game.apply(*course[-1])
    hint = game.hint(course, state, seat, SEED, 5_000)
    assert hint is not None
    reading = game.read(game.view(state, seat), Said(hint.move, via="pressed"))
    assert isinstance(reading, Reading)
    moves = (*story, Moved(seat, reading.move))
    assert not [
        moment for moment in reviewed(game, dealt(), moves, seat, 5_000).moments if moment.at == len(moves) // 2
    ]


def test_a_repeated_price_is_not_charged_with_a_poor_offer_after_it() -> None:
    """The next decision finds within reach what was left after the repetition, to $2."""
    case = ANALYST.case(past(game, dealt(), events(54, 42, 53.5, 42, 53.5, Accept())), BUYER)
    _, repeated, later = judge(case, SEED, ANALYST.effort)
    assert abs(repeated.worth.mean - repeated.gain.mean - later.worth.mean) < 200


@pytest.mark.parametrize("number", range(6))
def test_a_hint_advises_no_offer_that_earns_less_than_accepting_for_sure(number: int) -> None:
    course = past(game, dealt(), events(54, 45, 52 + number / 4, 47.5, 50 + number / 4))
    state = game.apply(*course[-1])
    hint = game.hint(course, state, BUYER, number, 20_000)
    assert hint is not None
    sure = 15 - number / 4
    earns = float(re.findall(r"\$(\d+\.\d\d)", hint.why)[0])
    assert earns >= sure
    assert (hint.move == "accept") == (hint.why == f"It earns ${sure:.2f} for sure. {hint.why.partition('. ')[2]}")
