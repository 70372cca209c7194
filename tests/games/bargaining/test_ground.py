"""The lessons of a class of price bargaining: computed from its own offers and prices."""

from games.bargaining.analysis.ground import lessons, mark
from games.bargaining.rules import BUYER, SELLER, Accept, BargainingState, Offer
from games.core.contract import Expired, Moved
from games.core.draw import config_of, recipe_of
from games.core.registry import get

GAME = get("bargaining")


def played(first: int, price: int) -> BargainingState:
    """A game in which the buyer opens at one price, the seller asks for another, and the buyer takes it; in cents."""
    config = config_of(GAME, recipe_of(GAME, {"first": "buyer"}), 1, 0)
    state = GAME.deal(config, 1)
    for seat, move in ((BUYER, Offer(first)), (SELLER, Offer(price)), (BUYER, Accept())):
        state = GAME.apply(state, Moved(seat, move, ""))
    found: BargainingState = state
    return found


def unanswered() -> BargainingState:
    config = config_of(GAME, recipe_of(GAME, {"first": "buyer"}), 1, 0)
    state = GAME.deal(config, 1)
    found: BargainingState = GAME.apply(state, Expired(GAME.turn(state).clocks[0].id))
    return found


def test_first_offers_are_compared_with_prices() -> None:
    bold, meek = [played(4100, 4800)] * 3, [played(4700, 5400)] * 3
    taught = {lesson.title: lesson for lesson in lessons([*bold, *meek], BUYER)}
    told = taught["First offers are anchors"]
    assert "at $41.00 on average) agreed on $48.00" in told.text
    assert "opened at $47.00 and agreed on $54.00" in told.text
    assert told.weight == 24


def test_boldness_that_did_not_pay_is_said_so() -> None:
    taught = lessons([*[played(4100, 5400)] * 3, *[played(4700, 4800)] * 3], BUYER)
    assert "A bold first offer did not pay here" in [lesson.title for lesson in taught]


def test_games_without_a_deal_cost_the_zone() -> None:
    taught = lessons([played(4100, 4800), unanswered(), unanswered(), unanswered()], BUYER)
    [missed] = [lesson for lesson in taught if lesson.title == "Time is part of the deal"]
    assert "3 of 4 games made no deal; 3 of them were not played to the end" in missed.text
    assert "worth $25.00" in missed.text
    assert missed.weight == 75


def test_a_price_at_a_loss_is_named() -> None:
    taught = lessons([played(4100, 7000), played(4100, 5000), played(4100, 5000)], BUYER)
    assert any("1 agreed on a price at a loss" in lesson.text for lesson in taught)


def test_a_mark_is_the_price_and_the_joint_gain() -> None:
    assert mark(played(4100, 4800)) == (4800, 2500)
    assert mark(unanswered()) is None


def test_two_deals_are_too_few_to_say_who_got_the_gain() -> None:
    assert not lessons([played(4100, 4800), played(4100, 5000)], BUYER)
