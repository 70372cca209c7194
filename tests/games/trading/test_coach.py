"""The coach of trading: what it sees, what it advises, and how it says so."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.contract import Event, Moved
from games.trading import game
from games.trading.analysis.coach import ANALYST, JUDGED, LEAD
from games.trading.analysis.field import FIELD, Opponent
from games.trading.asks import PASS
from games.trading.config import SEATS
from games.trading.domain import Goods, Offer
from games.trading.rules import Accept, Deny, Propose, State
from tests.bench.coached import TRADING, strayed
from tests.games.coaching import alike, all_well_told, reviewed
from tests.games.trading.table import ONE, TWENTY, ZERO, dealt

EFFORT = 60
MINE = Goods(6, 8, 18, 22, 44)
ORE_FOR_WHEAT = Offer(Goods(0, 0, 0, 0, 3), Goods(8, 0, 0, 0, 0))
"""Worth about 80 points to whoever gets it."""
WHEAT_FOR_ORE = Offer(ORE_FOR_WHEAT.get, ORE_FOR_WHEAT.give)
FAIR = Offer(Goods(0, 0, 2, 0, 0), Goods(5, 0, 0, 0, 0))


def deal(theirs: Goods, owned: Goods, **wrote: str) -> State:
    """A deal in which player_0 always has the same, and player_1 these values and goods."""
    goods = (TWENTY, owned)
    return replace(dealt(1, max_turns="6", **wrote), values=(MINE, theirs), start=goods, holdings=goods)


def events(*moves: Any) -> tuple[Event, ...]:
    return tuple(Moved(SEATS[number % 2], move) for number, move in enumerate(moves))


GIFT = events(Propose(FAIR), Deny(ORE_FOR_WHEAT), Deny(None), Propose(FAIR), Deny(FAIR), Deny(None))
HIDDEN = ((Goods(4, 8, 12, 20, 32), Goods(9, 9, 9, 9, 9)), (Goods(6, 12, 18, 30, 48), Goods(25, 25, 25, 25, 25)))


@pytest.mark.parametrize("shown", ["off", "on"])
def test_a_review_holds_nothing_that_the_seat_could_not_see(shown: str) -> None:
    owned = [HIDDEN[0][1] if shown == "on" else goods for _, goods in HIDDEN]
    deals = [deal(values, goods, open_inventory=shown) for (values, _), goods in zip(HIDDEN, owned, strict=True)]
    assert len({game.view(one, ZERO) for one in deals}) == 1
    alike(game, deals, GIFT, ZERO)
    assert ANALYST.blank(deals[0], ZERO) == ANALYST.blank(deals[1], ZERO)


def test_to_refuse_a_gift_is_a_blunder() -> None:
    found = reviewed(game, deal(*HIDDEN[0]), GIFT, ZERO, EFFORT)
    moment = next(moment for moment in found.moments if moment.at == 2)
    assert (moment.did, moment.better, moment.verdict) == ("you refused", "[Accept]", "blunder")
    assert {"[Accept]", "[Deny]"} <= set(moment.options)
    assert moment.gain > 50
    assert moment.why.startswith("That swap was +84 for you and worth about ")


def test_in_a_chat_moves_are_named_as_people_say_them() -> None:
    chat = deal(*HIDDEN[0], style="chat", reading="plain")
    taken = next(one for one in reviewed(game, chat, GIFT, ZERO, EFFORT).moments if one.at == 2)
    assert taken.better == "accept"
    assert {"accept", "deny"} <= set(taken.options)
    given = events(Propose(ORE_FOR_WHEAT), Accept(None), Propose(FAIR), Deny(None))
    (opening,) = reviewed(game, chat, given, ZERO, EFFORT).moments
    assert opening.better == "pass"
    assert "offer 3 Ore for 8 Wheat" in opening.options


def test_a_question_shows_the_goods_their_worth_and_the_standing_offer() -> None:
    answer = reviewed(game, deal(*HIDDEN[0]), GIFT, ZERO, EFFORT).moments[0]
    assert answer.known == (
        "You had 20 Wheat (6 each), 20 Wood (8 each), 20 Sheep (18 each), 20 Brick (22 each), 20 Ore (44 each).",
        "You had gained 0 points.",
        "They offered 3 Ore for 8 Wheat: +84 for you.",
    )
    opening = reviewed(game, deal(*HIDDEN[0]), events(Propose(ORE_FOR_WHEAT), Accept(None)), ZERO, EFFORT).moments[0]
    assert opening.known == answer.known[:2]


def test_to_pass_over_a_gift_in_silence_is_a_blunder() -> None:
    story = (*GIFT[:2], Moved(SEATS[0], None, "let me think"), *GIFT[3:])
    found = reviewed(game, deal(*HIDDEN[0]), story, ZERO, EFFORT)
    moment = next(moment for moment in found.moments if moment.at == 2)
    assert (moment.did, moment.better, moment.verdict) == ("you made no offer", "[Accept]", "blunder")
    assert PASS in moment.options


def test_to_give_goods_away_is_a_blunder() -> None:
    given = events(Propose(ORE_FOR_WHEAT), Accept(None), Propose(FAIR), Deny(None))
    (moment,) = reviewed(game, deal(*HIDDEN[0]), given, ZERO, EFFORT).moments
    assert moment.did == "you offered 3 Ore for 8 Wheat"
    assert moment.better == PASS
    assert moment.verdict == "blunder"
    assert moment.why.startswith("Your offer was -84 for you; against typical traders, making no offer puts you ")


def test_an_offer_is_compared_with_making_none() -> None:
    opening = ANALYST.case(_past(deal(*HIDDEN[0]), GIFT), ZERO).decisions[0]
    assert None in [act.move for act in opening.acts]
    answers = ANALYST.alternatives(ANALYST.case(_past(deal(*HIDDEN[0]), GIFT), ZERO).decisions[1].view, Deny(FAIR))
    assert {Accept(None), Deny(None)} <= {act.move for act in answers}


def test_to_take_a_bad_swap_is_a_blunder_also_where_nobody_wins() -> None:
    for together in ("off", "on"):
        taken = events(Propose(FAIR), Deny(WHEAT_FOR_ORE), Accept(None))
        found = reviewed(game, deal(*HIDDEN[0], cooperative=together), taken, ZERO, EFFORT)
        moment = next(moment for moment in found.moments if moment.at == 2)
        assert (moment.did, moment.verdict) == ("you accepted", "blunder")
        assert moment.better.startswith("[Deny]")
        assert "That swap was -84 for you" in moment.why
        assert ("further ahead" in moment.why) == (together == "off")


def test_an_acceptance_that_could_not_be_paid_is_no_swap() -> None:
    poor = Goods(2, 20, 20, 20, 20)
    told = events(Propose(ORE_FOR_WHEAT), Accept(None), Propose(FAIR), Deny(None))
    found = ANALYST.case(_past(deal(HIDDEN[0][0], poor), told), ZERO)
    assert found.decisions[-1].view.holdings == TWENTY


def test_few_decisions_are_judged_and_those_of_the_other_seat_never() -> None:
    long = events(Propose(FAIR), *[Deny(FAIR)] * 5)
    assert reviewed(game, deal(*HIDDEN[0]), long, ZERO, EFFORT).decisions == JUDGED
    assert reviewed(game, deal(*HIDDEN[0]), long[:1], ONE).decisions == 0
    assert reviewed(game, deal(*HIDDEN[0]), (), ZERO).decisions == 0


def test_all_that_a_trader_has_offered_counts_as_one_sign_of_its_values() -> None:
    suits, costs = WHEAT_FOR_ORE, ORE_FOR_WHEAT
    alone = [_fits(offer) for offer in (suits, costs)]
    assert alone[0] > alone[1]
    assert _fits(suits, costs) == pytest.approx((alone[0] * alone[1]) ** 0.5)
    assert _fits(suits, costs, suits) == pytest.approx(_fits(suits, costs))


def _fits(*offers: Offer) -> float:
    """Return the fit of offers of player_1 to its values, one after another."""
    state, found = deal(HIDDEN[0][0], TWENTY), 1.0
    player = Opponent(game.view(state, ONE), Random(1), FIELD)
    for offer in offers:
        state = game.apply(state, Moved(ZERO, None, "and you?"))
        found *= player.fits(game.view(state, ONE), Propose(offer))
        state = game.apply(state, Moved(ONE, Propose(offer)))
    return found


@pytest.mark.parametrize("index", [2, 3, 6, 8, 9, 11])
def test_moments_are_told_in_a_few_words_that_can_be_played(index: int) -> None:
    played = strayed(TRADING, index)
    for seat in SEATS:
        all_well_told(game, played.past, seat, EFFORT)


def _past(state: State, told: tuple[Event, ...]) -> Any:
    found = []
    for event in told:
        found.append((state, event))
        state = game.apply(state, event)
    return found


@pytest.mark.parametrize(("cooperative", "about"), [("off", LEAD), ("on", "")])
def test_a_review_says_that_points_are_of_lead_where_one_wins(cooperative: str, about: str) -> None:
    found = reviewed(game, deal(*HIDDEN[0], cooperative=cooperative), GIFT, ZERO, EFFORT)
    assert found.about == about
