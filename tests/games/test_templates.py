"""Prompts of bargaining, trading and dividing, and what becomes of models' answers."""

from typing import Any

import pytest

from games.bargaining.rules import Accept as AcceptPrice
from games.bargaining.rules import BargainingMove, Reject
from games.bargaining.rules import Offer as Price
from games.bargaining.tactics import REMARKS, Mood
from games.core.contract import Moved, Said, Seat, Unclear
from games.core.draw import config_of, recipe_of
from games.core.registry import get
from games.dealornodeal.rules.state import Accept as AcceptShare
from games.dealornodeal.rules.state import Confirm, DealMove, Leave, Speak
from games.dealornodeal.rules.state import Offer as Share
from games.trading.domain import Goods
from games.trading.domain import Offer as Swap
from games.trading.rules import Accept, Deny, Move, Propose

TRADE = (
    '{"inventory": {"player_0": {"Wheat": 9, "Ore": 2}, "player_1": {"Wood": 9}},'
    ' "values": {"player_0": {"Wheat": 5, "Wood": 9, "Ore": 30}, "player_1": {"Wheat": 7, "Wood": 8, "Ore": 40}}}'
)
BOOKS = (
    '{"pool": {"book": 1, "hat": 2, "ball": 3},'
    ' "values": {"you": {"book": 4, "hat": 0, "ball": 2}, "me": {"book": 1, "hat": 3, "ball": 1}}}'
)


def at(name: str, seat: str, *moves: tuple[str, Any, str], **wrote: str) -> tuple[Any, Any]:
    """A game, and what a seat sees after these moves."""
    game = get(name)
    state = game.deal(config_of(game, recipe_of(game, wrote), 1, 0), 1)
    for who, move, say in moves:
        state = game.apply(state, Moved(Seat(who), move, say))
    return game, game.view(state, Seat(seat))


def meant(name: str, seat: str, given: dict[str, Any], *moves: tuple[str, Any, str], **wrote: str) -> Any:
    """The move in an answer, or the code of why there is none."""
    game, view = at(name, seat, *moves, **wrote)
    reading = game.answered(view, given)
    return reading.code if isinstance(reading, Unclear) else reading.move


class TestBargaining:
    SOME = (("seller", Price(60_00), ""), ("buyer", Price(44_00), ""))

    @pytest.mark.parametrize(
        ("given", "move"),
        [
            ({"action": "offer", "price": 52.5}, Price(52_50)),
            ({"action": "counteroffer", "price": "$52.50"}, Price(52_50)),
            ({"action": "Counter-offer", "price": " 52.5 dollars "}, Price(52_50)),
            ({"action": "make a counter-offer", "price": "USD 52.50"}, Price(52_50)),
            ({"action": "offer", "price": "US$52"}, Price(52_00)),
            ({"action": "offer", "price": "1,052.50"}, "out_of_bounds"),
            ({"action": "offer", "price": "$1,0"}, "no_price"),
            ({"action": "offer", "price": "4,50"}, "no_price"),
            ({"action": "offer", "price": "0,5"}, "no_price"),
            ({"action": "offer", "price": "5_2"}, "no_price"),
            ({"action": "offer", "price": "€52"}, "no_price"),
            ({"action": "offer", "price": "52-54"}, "no_price"),
            ({"action": "offer", "price": "NaN"}, "no_price"),
            ({"action": "offer", "price": float("nan")}, "no_price"),
            ({"action": "offer", "price": float("inf")}, "no_price"),
            ({"action": "offer", "price": "5" * 5_000}, "no_price"),
            ({"action": "offer", "price": {"amount": 52}}, "no_price"),
            ({"action": "MAKE_OFFER", "price": 12}, Price(12_00)),
            ({"action": "accept_or_offer", "price": 12}, "nothing"),
            ({"action": "Offer ", "price": 0}, Price(0)),
            ({"action": "offer", "price": 52.505}, Price(52_51)),
            ({"action": "accept", "price": 7}, AcceptPrice()),
            ({"action": "Accept offer!"}, AcceptPrice()),
            ({"action": "no_deal"}, Reject()),
            ({"action": "reject"}, Reject()),
            ({"action": "offer", "price": 100.004}, Price(100_00)),
            ({"action": "offer", "price": 100.01}, "out_of_bounds"),
            ({"action": "offer", "price": -0.01}, "out_of_bounds"),
            ({"action": "offer"}, "no_price"),
            ({"action": "offer", "price": "fifty"}, "no_price"),
            ({"action": "offer", "price": True}, "no_price"),
            ({"price": 50}, "nothing"),
        ],
    )
    def test_answers(self, given: dict[str, Any], move: object) -> None:
        assert meant("bargaining", "seller", given, *self.SOME) == move

    @pytest.mark.parametrize(
        ("moves", "asked"),
        [
            ((), "Make the first offer"),
            (SOME, "Accept it, or offer another price"),
            ((*SOME, ("seller", Price(59_00), "")), "accept it, or reject it"),
        ],
    )
    def test_the_question_says_what_is_legal_now(self, moves: tuple[Any, ...], asked: str) -> None:
        seat = "buyer" if len(moves) == 3 else "seller"
        game, view = at("bargaining", seat, *moves, rounds="3")
        prompt = game.prompt(view, Seat(seat))
        assert asked in prompt.now
        assert prompt.answer["properties"]["action"]["enum"] == ["accept", "offer", "reject"]

    @pytest.mark.parametrize(
        ("move", "say", "agrees"),
        [
            (Price(52_50), "Here is my counter: $52.50.", True),
            (Price(52_50), "Okay. How about $52.50?", True),
            (Price(52_50), "Agreed.", False),
            (Price(52_50), "Sold!", False),
            (Price(52_50), "Your price is fine with me.", False),
            (Price(52_50), "I'm done negotiating. Goodbye!", False),
            (AcceptPrice(), "Agreed, $44.00.", True),
            (AcceptPrice(), "That works for me.", True),
            (AcceptPrice(), "I reject that.", False),
            (AcceptPrice(), "That's too low.", False),
            (AcceptPrice(), "I can't accept 44.", False),
            (Reject(), "Goodbye, then.", True),
            (Reject(), "Done deal.", False),
        ],
    )
    def test_words_that_say_another_move_are_found(self, move: BargainingMove, say: str, agrees: bool) -> None:
        game, view = at("bargaining", "seller", *self.SOME, talk="both")
        assert game.agrees(view, move, say) is agrees

    @pytest.mark.parametrize("mood", REMARKS)
    def test_our_own_remarks_agree_with_their_moves(self, mood: Mood) -> None:
        move: BargainingMove = AcceptPrice() if mood == "accept" else Reject() if mood == "reject" else Price(52_50)
        game, view = at("bargaining", "seller", *self.SOME, talk="both")
        assert all(game.agrees(view, move, remark) for remark in REMARKS[mood])

    @pytest.mark.parametrize(("cents", "loses"), [(39_99, True), (40_00, False)])
    def test_a_price_below_the_cost_is_a_loss(self, cents: int, loses: bool) -> None:
        game, view = at("bargaining", "seller", *self.SOME)
        assert ("at least $40.00" in game.loses(view, Price(cents))) is loses

    def test_an_offer_above_the_value_is_a_loss_to_accept(self) -> None:
        game, view = at("bargaining", "buyer", ("seller", Price(66_00), ""))
        assert "at most $65.00" in game.loses(view, AcceptPrice())

    def test_no_example_gives_a_price_to_start_from(self) -> None:
        game, view = at("bargaining", "seller", *self.SOME)
        assert "52.50" not in game.prompt(view, Seat("seller")).rules

    def test_the_other_side_s_number_is_told_only_where_it_is_known(self) -> None:
        for information, told in (("exact", True), ("none", False)):
            game, view = at("bargaining", "buyer", seller_cost="41.07", information=information)
            assert ("41.07" in str(game.prompt(view, Seat("buyer")))) is told


class TestTrading:
    WHEAT_FOR_WOOD = Swap(Goods(2, 0, 0, 0, 0), Goods(0, 1, 0, 0, 0))
    OFFERED = (("player_0", Propose(WHEAT_FOR_WOOD), ""),)

    @pytest.mark.parametrize(
        ("given", "move"),
        [
            ({"action": "accept"}, Accept(None)),
            ({"action": "accept", "give": {"Wood": 1}, "get": {"Ore": 1}},
             Accept(Swap(Goods(0, 1, 0, 0, 0), Goods(0, 0, 0, 0, 1)))),
            ({"action": "deny", "give": {"Wood": 0}, "get": {}}, Deny(None)),
            ({"action": "Deny offer", "give": {"Wood": 0}, "get": {}}, Deny(None)),
            ({"action": "offer", "give": {"wood": "2"}, "get": {"Wheat": 3.0}},
             Deny(Swap(Goods(0, 2, 0, 0, 0), Goods(3, 0, 0, 0, 0)))),
            ({"action": "say", "say": "Hm."}, None),
            ({"action": "offer"}, "bad_offer"),
            ({"action": "offer", "give": {"Wood": 1.5}, "get": {"Ore": 1}}, "bad_quantity"),
            ({"action": "offer", "give": {"Wood": -1}, "get": {"Ore": 1}}, "bad_quantity"),
            ({"action": "offer", "give": {"WOOD": 2}, "get": {" wheat": 3}},
             Deny(Swap(Goods(0, 2, 0, 0, 0), Goods(3, 0, 0, 0, 0)))),
            ({"action": "offer", "give": {"Wood": 1, "Gold": 2}, "get": {"Ore": 1}}, "bad_quantity"),
            ({"action": "offer", "give": {"Wood": None}, "get": {"Ore": 1}}, "bad_quantity"),
            ({"action": "offer", "give": [1], "get": {"Ore": 1}}, "bad_quantity"),
            ({"action": "steal"}, "bad_answer"),
        ],
    )  # fmt: skip
    def test_answers(self, given: dict[str, Any], move: Move | str | None) -> None:
        assert meant("trading", "player_1", given, *self.OFFERED, instance=TRADE) == move

    def test_what_is_told(self) -> None:
        game, view = at("trading", "player_1", *self.OFFERED, instance=TRADE)
        prompt = game.prompt(view, Seat("player_1"))
        assert "you would get 2 Wheat and hand over 1 Wood" in prompt.now
        assert "Wood 8, " in prompt.rules
        assert "30" not in prompt.rules + prompt.now  # what an Ore is worth to the other side

    @pytest.mark.parametrize(
        ("move", "say", "agrees"),
        [
            (Deny(None), "No, thank you.", True),
            (Deny(None), "Yes, take my wood.", False),
            (Deny(None), "Agreed.", False),
            (Accept(None), "A pleasure.", True),
            (Accept(None), "I refuse your offer.", False),
            (Accept(None), "No.", False),
            (Deny(Swap(Goods(0, 2, 0, 0, 0), Goods(3, 0, 0, 0, 0))), "Sold!", False),
            (None, "Agreed.", False),
        ],
    )
    def test_words_that_say_another_move_are_found(self, move: Move | None, say: str, agrees: bool) -> None:
        game, view = at("trading", "player_1", *self.OFFERED, instance=TRADE)
        assert game.agrees(view, move, say) is agrees

    def test_a_swap_that_costs_more_than_it_brings_is_a_loss(self) -> None:
        game, view = at("trading", "player_1", *self.OFFERED, instance=TRADE)
        two, one = Goods(0, 2, 0, 0, 0), Goods(1, 0, 0, 0, 0)
        assert game.loses(view, Deny(Swap(two, one)))
        assert game.loses(view, Deny(Swap(one, two))) == ""
        assert game.loses(view, Deny(None)) == ""


class TestDividing:
    OFFERED = (("you", Share((1, 0, 3)), "I take the book and the balls."),)
    CARD = (*OFFERED, ("me", AcceptShare(), "Deal."))

    @pytest.mark.parametrize(
        ("given", "move"),
        [
            ({"action": "offer", "keep": {"book": 1, "hat": 2, "ball": 0}}, Share((1, 2, 0))),
            ({"action": "offer", "keep": {"books": "1", "hats": 2.0}}, Share((1, 2, 0))),
            ({"action": "accept"}, AcceptShare()),
            ({"action": "say", "say": "Well."}, Speak()),
            ({"action": "walk_away"}, Leave()),
            ({"action": "Walk away"}, Leave()),
            ({"action": "offer", "keep": {"book": 2}}, "bad_offer"),
            ({"action": "offer", "keep": {"Book": 1}}, Share((1, 0, 0))),
            ({"action": "offer", "keep": {"book": 1, "hat": 0, "ball": 0}}, Share((1, 0, 0))),
            ({"action": "offer", "keep": {"book": 1, "lamp": 1}}, "bad_offer"),
            ({"action": "offer", "keep": {"you": {"book": 1}}}, "bad_offer"),
            ({"action": "offer", "keep": {}}, "bad_offer"),
            ({"action": "offer", "keep": {"book": 0, "hat": 0, "ball": 0}}, Share((0, 0, 0))),
            ({"action": "offer"}, "bad_offer"),
            ({"action": "confirm"}, "no_card"),
            ({}, "unclear"),
        ],
    )
    def test_answers(self, given: dict[str, Any], move: DealMove | str) -> None:
        assert meant("dealornodeal", "me", given, *self.OFFERED, instance=BOOKS) == move

    @pytest.mark.parametrize(
        ("given", "move"), [({"action": "confirm"}, Confirm(1)), ({"action": "accept"}, Confirm(1)),
                            ({"action": "say", "say": "Let me think."}, "unclear")],
    )  # fmt: skip
    def test_a_card_is_confirmed_or_answered_by_an_offer(self, given: dict[str, Any], move: DealMove | str) -> None:
        assert meant("dealornodeal", "me", given, *self.CARD, instance=BOOKS) == move

    def test_what_is_told(self) -> None:
        game, view = at("dealornodeal", "me", *self.OFFERED, instance=BOOKS)
        prompt = game.prompt(view, Seat("me"))
        assert "The other side's last offer: you 2 hats; they 1 book, 3 balls. That gives you 6 points." in prompt.now
        assert "the book and the balls" not in prompt.rules + prompt.now
        assert "book 1, hat 3, ball 1" in prompt.rules

    @pytest.mark.parametrize(
        ("move", "say", "agrees"),
        [
            (Share((1, 2, 0)), "I'd like the book and both hats.", True),
            (Share((1, 2, 0)), "How about this?", True),
            (Share((1, 2, 0)), "I'd like the balls, you can have the rest.", False),
            (Share((1, 2, 0)), "Deal!", False),
            (Share((0, 2, 0)), "I'm happy to give you the book and the balls if I can have both hats.", True),
            (AcceptShare(), "Deal!", True),
            (AcceptShare(), "No, I want the book.", False),
            (Speak(), "What are the hats worth to you?", True),
            (Speak(), "I get the book and you get the rest.", False),
        ],
    )
    def test_words_that_say_another_move_are_found(self, move: DealMove, say: str, agrees: bool) -> None:
        game, view = at("dealornodeal", "me", *self.OFFERED, instance=BOOKS)
        assert game.agrees(view, move, say) is agrees

    def test_the_words_in_the_stead_of_the_model_s_name_the_whole_offer(self) -> None:
        game, view = at("dealornodeal", "me", *self.OFFERED, instance=BOOKS)
        move = Share((1, 2, 0))
        assert game.agrees(view, move, game.uttered(view, move))
        assert game.read(view, Said(game.uttered(view, move))).move.keep == (1, 2, 0)
