"""The coach of the balloon game: what it sees, what it advises, and how it says so."""

from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from games.balloon import game
from games.balloon.analysis.coach import ANALYST
from games.balloon.analysis.field import importances
from games.balloon.config import SEATS
from games.balloon.rules import Agree, Bargain, State
from games.core.chance import rng
from games.core.contract import Event, Moved, Seat
from tests.bench.coached import BALLOON, strayed
from tests.games.balloon.table import dealt, planted
from tests.games.coaching import alike, all_well_told, past, reviewed

A, B = SEATS
EFFORT = 60
OTHERS = ((7, 6, 5, 4, 3, 2, 1), (1, 9, 1, 9, 1, 9, 1))


def bargain(*sets: str) -> Bargain:
    return Bargain(tuple(tuple(names.split()) for names in sets), ())


def agree(names: str) -> Agree:
    return Agree(tuple(names.split()))


def events(*moves: Any) -> tuple[Event, ...]:
    return tuple(Moved(SEATS[number % 2], move, "" if move else "Hm.") for number, move in enumerate(moves))


def unlike(deal: State, seat: Seat) -> list[State]:
    """The deal with other importances of the other side."""
    mine = deal.importance[SEATS.index(seat)]
    return [
        replace(deal, importance=(mine, others) if seat == A else (others, mine))
        for others in (tuple(number[: len(mine)]) for number in OTHERS)
    ]


STORY = events(
    bargain("A08 B95 A39 B81"), bargain("B34 A39 B81"), bargain("A08 B95"), bargain("A39 B95 B81"), bargain("A08 A39"),
    bargain("B95 A65 A39 B81 C17"), agree("B95 A65 A39 B81 C17"),
)  # fmt: skip


@pytest.mark.parametrize("seat", SEATS)
def test_a_review_holds_nothing_that_the_seat_could_not_see(seat: Seat) -> None:
    deals = unlike(planted(), seat)
    assert len({game.view(deal, seat) for deal in deals}) == 1
    alike(game, deals, STORY, seat)
    assert ANALYST.blank(deals[0], seat) == ANALYST.blank(deals[1], seat)


def test_to_agree_at_once_to_hardly_anything_is_a_blunder() -> None:
    found = reviewed(game, planted(), events(bargain("A08 B95 A39 B81"), bargain("B34"), agree("B34")), A, EFFORT)
    moment = found.moments[-1]
    assert (moment.at, moment.did, moment.verdict) == (2, "you agreed to a set worth 1", "blunder")
    assert moment.better.startswith("keep ")
    assert "agree #2" in moment.options
    assert moment.why.startswith("Typical passengers often concede more here: asking for ")


def test_to_let_a_last_set_go_is_a_blunder_of_its_worth() -> None:
    last = events(bargain("A08 B95"), Bargain((), (("A08", "B95"),)))
    found = reviewed(game, planted(max_messages="2", starts="B"), _swapped(last), A, EFFORT)
    (moment,) = found.moments
    assert (moment.did, moment.better, moment.gain, moment.verdict) == ("you refused", "agree #1", 13, "blunder")
    assert moment.why == "Their set was worth 13; against typical passengers, agreeing earns 13 points more on average."


def test_to_let_a_last_set_go_in_silence_is_the_same_blunder() -> None:
    last = (*events(bargain("A08 B95")), Moved(SEATS[1], None, "I am thinking"))
    found = reviewed(game, planted(max_messages="2", starts="B"), _swapped(last), A, EFFORT)
    (moment,) = found.moments
    assert (moment.did, moment.better, moment.gain) == ("you proposed nothing", "agree #1", 13)


def _swapped(told: tuple[Event, ...]) -> tuple[Event, ...]:
    """The same moves, begun by the other seat."""
    return tuple(replace(event, seat=SEATS[1 - SEATS.index(event.seat)]) for event in told if isinstance(event, Moved))


def test_good_play_is_not_scolded() -> None:
    told = events(bargain("A08 B95 A39 B81"), agree("A08 B95 A39 B81"))
    assert reviewed(game, planted(), told, A, EFFORT).moments == ()


def test_the_other_seats_moves_and_open_games_are_no_decisions() -> None:
    assert reviewed(game, planted(), (), A).decisions == 0
    assert reviewed(game, planted(), STORY[:1], B).decisions == 0


def test_draws_that_lean_towards_a_set_weigh_less_and_stand_for_the_same() -> None:
    deal = dealt(items="15")
    efforts = tuple(item.effort for item in deal.items)
    chance, wanted = rng(1, "draws"), 0b11
    drawn = [importances(efforts, deal.importance[0], wanted, chance) for _ in range(3_000)]
    whole = sum(weight for _, weight in drawn)
    assert abs(whole / len(drawn) - 1) < 0.1
    assert max(weight for _, weight in drawn) <= 2
    inside = sum(weight * values[0] for values, weight in drawn) / whole
    plain = [importances(efforts, deal.importance[0], 0, chance)[0][0] for _ in range(3_000)]
    assert abs(inside - sum(plain) / len(plain)) < 0.1 * max(efforts)


@pytest.mark.parametrize("index", [3, 7])
def test_moments_are_told_in_a_few_words_that_can_be_played(index: int) -> None:
    played = strayed(BALLOON, index)
    for seat in SEATS:
        all_well_told(game, played.past, seat, EFFORT)


@pytest.mark.parametrize("many", [35, 60])
def test_a_moment_with_very_many_items_is_told_in_a_few_words(many: int) -> None:
    names = [f"item{n}" for n in range(1, many + 1)]
    chance = rng(many, "items")
    worths = {seat: {name: chance.randint(20, 99) for name in names} for seat in SEATS}
    effort = dict.fromkeys(names, 10)
    deal = dealt(instance=json.encode({"effort": effort, "limit": 10 * many - 10, "importance": worths}).decode())
    told = events(bargain(" ".join(names[1:])), bargain(names[0]), agree(names[0]))
    course = past(game, deal, told)
    all_well_told(game, course, A, EFFORT)
    [moment] = game.review(course, A, 1, EFFORT).moments
    assert moment.better.startswith(f"keep {many - 1} items worth")
