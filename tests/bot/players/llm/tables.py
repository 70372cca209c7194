"""One table of each game in the middle of a talk, for words that a model might say there."""

import json
from typing import Any

from bot.players.base import Brief
from bot.players.llm.guard import fault
from games.balloon.rules import Bargain
from games.bargaining.rules import Offer
from games.core.contract import Seat
from games.dealornodeal.rules.state import Offer as Keep
from games.society.rules.moves import Counter, Negotiate, Pass
from games.trading.domain import Goods
from games.trading.domain import Offer as Swap
from games.trading.rules import Deny, Propose
from tests.bot.players.llm.seated import brief

TABLE = "Offers so far:\n- the seller offers $60.00\n- the buyer offers $44.00"
MOVE = "offer $52.50"
SETS: dict[str, Any] = {
    "limit": 900,
    "effort": {"A01": 300, "B02": 400, "C03": 500, "D04": 120, "E05": 80},
    "importance": {
        "A": {"A01": 71, "B02": 33, "C03": 92, "D04": 18, "E05": 27},
        "B": {"A01": 64, "B02": 88, "C03": 23, "D04": 56, "E05": 39},
    },
}
SWAPS: dict[str, Any] = {
    "inventory": {
        "player_0": {"Wheat": 9, "Wood": 14, "Sheep": 6, "Brick": 11, "Ore": 7},
        "player_1": {"Wheat": 21, "Wood": 5, "Sheep": 17, "Brick": 8, "Ore": 12},
    },
    "values": {
        "player_0": {"Wheat": 4, "Wood": 11, "Sheep": 13, "Brick": 27, "Ore": 38},
        "player_1": {"Wheat": 6, "Wood": 9, "Sheep": 16, "Brick": 22, "Ore": 43},
    },
}
BOOKS: dict[str, Any] = {
    "pool": {"book": 3, "hat": 2, "ball": 1},
    "values": {"you": {"book": 1, "hat": 2, "ball": 3}, "me": {"book": 2, "hat": 1, "ball": 2}},
}


def _swap(gave: tuple[int, ...], got: tuple[int, ...]) -> Swap:
    return Swap(Goods(*gave), Goods(*got))


def bargaining(cost: str = "41.37") -> tuple[Brief, Any]:
    """The seller, whose cost is private, is about to ask for $54."""
    said = (("seller", 60_00), ("buyer", 44_00), ("seller", 57_00), ("buyer", 47_00))
    moves = tuple((seat, Offer(price), "") for seat, price in said)
    return brief("bargaining", *moves, talk="both", information="none", seller_cost=cost), Offer(54_00)


def buying() -> tuple[Brief, Any]:
    """The buyer, whose value of $63 is private, is about to offer $47."""
    said = (("seller", 60_00), ("buyer", 44_00), ("seller", 57_00))
    moves = tuple((seat, Offer(price), "") for seat, price in said)
    return brief("bargaining", *moves, talk="both", information="none", buyer_value="63"), Offer(47_00)


def trading(instance: dict[str, Any] = SWAPS) -> tuple[Brief, Any]:
    """Player 1 is about to turn down 3 Wood for 1 Ore and to ask for 5 Wood."""
    moves = (
        ("player_0", Propose(_swap((0, 2, 0, 0, 0), (0, 0, 0, 0, 1))), ""),
        ("player_1", Deny(_swap((0, 0, 0, 0, 1), (0, 6, 0, 0, 0))), ""),
        ("player_0", Deny(_swap((0, 3, 0, 0, 0), (0, 0, 0, 0, 1))), ""),
    )
    return brief("trading", *moves, instance=json.dumps(instance)), Deny(_swap((0, 0, 0, 0, 1), (0, 5, 0, 0, 0)))


def small_trading() -> tuple[Brief, Any]:
    """The same with worths and goods that are as small as counts of goods in an offer."""
    mine = {"Wheat": 1, "Wood": 2, "Sheep": 4, "Brick": 3, "Ore": 8}
    held = {"Wheat": 4, "Wood": 5, "Sheep": 8, "Brick": 6, "Ore": 7}
    goods, values = SWAPS["inventory"], SWAPS["values"]
    return trading({"inventory": {**goods, "player_1": held}, "values": {**values, "player_1": mine}})


def balloon(instance: dict[str, Any] = SETS) -> tuple[Brief, Any]:
    """B has two proposals of A before it, and is about to propose A01, B02 and D04."""
    moves = (
        ("A", Bargain((("A01", "C03", "E05"),), ()), ""),
        ("B", Bargain((("B02", "A01", "D04", "E05"),), ()), ""),
        ("A", Bargain((("C03", "A01"),), ()), ""),
    )
    return brief("balloon", *moves, instance=json.dumps(instance)), Bargain((("A01", "B02", "D04"),), ())


def round_balloon() -> tuple[Brief, Any]:
    """The same with worths of B that are differences of efforts, too."""
    mine = {"A01": 100, "B02": 80, "C03": 20, "D04": 40, "E05": 60}
    return balloon({**SETS, "importance": {**SETS["importance"], "B": mine}})


def dealornodeal(instance: dict[str, Any] = BOOKS) -> tuple[Brief, Any]:
    """The second speaker has been offered two books, and is about to ask for three books."""
    moves = (
        ("you", Keep((0, 2, 1)), "I would like both hats and the ball; the books are yours."),
        ("me", Keep((3, 0, 1)), "I take the books and the ball."),
        ("you", Keep((1, 2, 1)), "Hm, then one book, both hats and the ball for me."),
    )
    return brief("dealornodeal", *moves, seat="me", instance=json.dumps(instance)), Keep((3, 0, 0))


def hats_only() -> tuple[Brief, Any]:
    """The same where only hats are worth anything to the second speaker."""
    mine = {"book": 0, "hat": 5, "ball": 0}
    return dealornodeal({**BOOKS, "values": {**BOOKS["values"], "me": mine}})


def society() -> tuple[Brief, Any]:
    """A carpenter has been offered 40 % by a miner and is about to propose 50/50."""
    seats = ("carpenter_0", "carpenter_1", "miner_0", "miner_1")
    moves = (
        (seats[0], Negotiate(Seat("miner_0"), 60), ""),
        (seats[1], Pass(), ""),
        (seats[2], Negotiate(Seat("carpenter_0"), 60), ""),
        (seats[3], Pass(), ""),
    )
    return brief("society", *moves, seat="carpenter_0"), Counter(Seat("miner_0"), 50)


TABLES = {made.__name__: made for made in (bargaining, trading, balloon, dealornodeal, society)}


def judged(words: str, *private: str) -> str:
    """Return what the guard finds in words with the buyer's 44 and the seller's 52.50, if anything."""
    return fault(words, public=(TABLE, MOVE), private=private)
