"""The coach of books, hats and balls: what it sees, what it advises, and how it says so."""

import re
from typing import Any

import pytest

from games.core.contract import Event, Moved, Seat
from games.dealornodeal.analysis.coach import ANALYST
from games.dealornodeal.rules.state import ME, YOU, Accept, Confirm, Heard, Leave, Offer
from tests.bench.coached import DEALORNODEAL, strayed
from tests.games.coaching import alike, reviewed, well_told
from tests.games.dealornodeal.helpers import dealt, game

MINE, LOOKS = "2,1,3 1,2,2", ("0,7,1", "1,5,1", "2,3,1", "5,0,0")
"""Two books, a hat, three balls, worth 1, 2, 2 to seat `you`; and what they may be worth to the other."""


def deal(theirs: str, **texts: str) -> Any:
    return dealt(instance=f"{MINE} {theirs}", **texts)


def said(*moves: tuple[Seat, Any]) -> tuple[Event, ...]:
    return tuple(Moved(seat, move, "so be it") for seat, move in moves)


STORY = said(
    (YOU, Offer((2, 1, 3))), (ME, Offer((2, 1, 1))), (YOU, Offer((0, 1, 3))), (ME, Offer((1, 1, 0))), (YOU, Accept()),
    (YOU, Confirm(1)), (ME, Confirm(1)),
)  # fmt: skip


def test_a_review_holds_nothing_that_the_seat_could_not_see() -> None:
    deals = [deal(theirs) for theirs in LOOKS]
    assert len({game.view(other, YOU) for other in deals}) == 1
    assert alike(game, deals, STORY, YOU).decisions == 3
    assert len({ANALYST.blank(other, YOU) for other in deals}) == 1
    assert ANALYST.blank(deals[0], ME) != ANALYST.blank(deals[1], ME)


def test_a_drawn_context_is_hidden_with_its_number() -> None:
    blank = ANALYST.blank(dealt(instance="", context="17"), YOU)
    assert blank.config.context == 0
    assert blank.context.values[1] == (0, 0, 0)


def test_to_walk_away_from_an_offer_is_a_blunder() -> None:
    story = said((YOU, Offer((2, 1, 3))), (ME, Offer((0, 1, 0))), (YOU, Leave()))
    last = reviewed(game, deal("0,7,1"), story, YOU).moments[-1]
    assert (last.did, last.verdict) == ("you walked away", "blunder")
    assert last.gain > 4


def test_to_take_a_poor_offer_at_once_is_a_blunder() -> None:
    story = said((YOU, Offer((2, 1, 3))), (ME, Offer((2, 1, 2))), (YOU, Accept()))
    last = reviewed(game, deal("0,7,1"), story, YOU, ANALYST.effort).moments[-1]
    assert (last.did, last.verdict) == ("you accepted", "blunder")
    assert last.why.startswith("Typical partners often concede more here")
    assert re.fullmatch(
        r"Then (nearly all|about \d of 10) typical partners agree in the end; you get \d\.\d points on average\.",
        last.then,
    )


def test_to_talk_without_an_offer_can_be_a_decision_and_cards_are_none() -> None:
    words = Heard("words", (), False, (), 100)
    story = said((YOU, words), (ME, Offer((2, 1, 1))), (YOU, Accept()), (ME, Confirm(1)), (YOU, Confirm(1)))
    with_clock = (story[0], _quiet(deal("0,7,1"), story[0]), *story[1:])
    assert reviewed(game, deal("0,7,1"), with_clock, YOU).decisions == 2


def _quiet(state: Any, event: Event) -> Event:
    from games.core.contract import Expired

    (clock, _) = game.turn(game.apply(state, event)).clocks
    return Expired(clock.id)


@pytest.mark.slow
@pytest.mark.parametrize("index", range(5))
def test_moments_are_told_in_a_few_words_that_can_be_played(index: int) -> None:
    played = strayed(DEALORNODEAL, index)
    for seat in (YOU, ME):
        own = [state for state, event in played.past if isinstance(event, Moved) and event.seat == seat]
        for moment in game.review(played.past, seat, 1, 400).moments:
            well_told(game, moment, game.view(own[moment.at - 1], seat))
            assert moment.better in moment.options
