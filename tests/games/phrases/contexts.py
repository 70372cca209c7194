"""The tables at which phrases are said, built through the contract alone, and one spelling for what a reader made.

Every game's `reading` is `plain`, where its Config has that setting. The seat that speaks is the first one.

Spellings. `?` in front: the reader asks for confirmation first. `none`: nothing is bound (words, or a re-prompt).
`dropped`: words that were sent without a question and took a standing offer off the table; no phrase means that.

- bargaining: `accept`, `reject`, `offer 45.00`.
- trading: `accept`, `reject`, `offer 3 Sheep, 1 Ore -> 2 Wood` (what the speaker gives; resources in the order of the
  rules). An answer with a counter-offer is spelt as that offer; `accept, offer …` accepts and makes one.
- balloon: `accept` (agrees to the other side's newest set), `accept A08 A31` (to another one), `reject`,
  `propose A08 A31`. A refusal with a counter-proposal is spelt as the proposal.
- dealornodeal: `mine: book 0, hat 2, ball 1`, the speaker's share of a whole division; `?` where words name only some
  of the items and the others would change hands. `accept` takes the other side's
  last offer, or confirms the card; `reject` turns the offer down, or withdraws the card; `leave` walks away.
  A conditional acceptance is spelt as its division: the card that follows still waits for both.
- society: `accept`, `reject` (ends, declines or withdraws), `share miner_0 40` (the speaker's side gets 40 %, that of
  miner_0 60 %), `join 2`, `pass`, `plan gather wood 5 / craft hammer / dump hammer / explore / goto miner_0 / wait 3`.

The tables:

- bargaining: `standing`: the AI stands at $57.00, the speaker's own last offer is $44.00. `first`: nobody has offered.
  `last`: $57.00 is the final offer, which can only be accepted or rejected.
- trading: the speaker owns 12 Wheat, 15 Wood, 9 Sheep, 8 Brick, 6 Ore. `free`: nothing stands. `standing`: the AI gives
  2 Ore for 10 Wood; before that the speaker had offered 8 Wood for 2 Ore.
- balloon: items below, limit 500. `open`: nothing is proposed. `standing`: the speaker's A08 A31 C33 and the AI's
  A31 A93 B17 are open.
- dealornodeal: 1 book, 4 hats, 1 ball. `open`: nothing is said. `their_offer`: the AI proposes 2 hats and the ball for
  the speaker. `my_offer`: the speaker has asked for all the hats; the AI wants hats, too. `card`: the card gives the
  speaker 2 hats and the ball. `even_open`, `even_offer`: 2 books, 2 hats, 2 balls; in the latter the AI proposes both
  books and a ball for the speaker.
- society: the speaker is carpenter_0; carpenter_1 is Kim, miner_0 is Gina, miner_1 is Omar. `free`: nobody is invited.
  `invited`: Gina offers the speaker 40 % (she 60 %). `offered`: in a bargain with Gina, she stands at 50/50 after the
  speaker's 60 for itself. `slots`: coalition 0 is Kim's, coalition 1 Gina's and Omar's, 2 and 3 are empty. `plans`: the
  physical stage, nothing in hand.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, Literal

from msgspec.structs import astuple

from games.balloon import rules as balloon
from games.bargaining import rules as bargaining
from games.core.contract import AnyGame, IllegalMove, Moved, Reading, Said, Seat, Unclear
from games.core.draw import config_of, recipe_of
from games.core.post import Cast
from games.core.registry import get
from games.dealornodeal.rules import state as books
from games.society.rules import moves as society
from games.society.world import plans
from games.trading import rules as trading
from games.trading.domain import RESOURCES, Goods, Offer

GAMES: Final = ("bargaining", "trading", "balloon", "dealornodeal", "society")
PEOPLE: Final = (("carpenter_0", "Sam"), ("carpenter_1", "Kim"), ("miner_0", "Gina"), ("miner_1", "Omar"))
CAST: Final = tuple([Cast(seat, "human", name) for seat, name in PEOPLE])
EFFORTS: Final = {"A08": 120, "A31": 200, "A91": 90, "A93": 150, "B17": 60, "B44": 180, "C07": 75, "C33": 110}
NOTHING: Final = "none"
DROPPED: Final = "dropped"


class Table:
    """A game in which moves are made one after the other."""

    def __init__(self, name: str, **wrote: str) -> None:
        self.game: AnyGame = get(name)
        if any(setting.key == "reading" for setting in self.game.settings):
            wrote |= {"reading": "plain"}
        self.config: Any = config_of(self.game, recipe_of(self.game, wrote), 1, 0)
        self.state: Any = self.game.deal(self.config, 1)

    def after(self, *moves: tuple[str, Any]) -> "Table":
        for seat, move in moves:
            say, made = (move, None) if isinstance(move, str) else ("", move)
            self.state = self.game.apply(self.state, Moved(Seat(seat), made, say))
        return self

    @property
    def view(self) -> Any:
        return self.game.view(self.state, self.speaker)

    @property
    def speaker(self) -> Seat:
        """Return the seat whose words are read: the first one."""
        return self.game.seats(self.config)[0].seat

    def next(self, made: Reading[Any]) -> Any:
        """Return the state after what was read; None if the game refuses it."""
        try:
            return self.game.apply(self.state, Moved(self.speaker, made.move, made.say))
        except IllegalMove:
            return None


# --- the tables -------------------------------------------------------------------------------------------------------


def _bargaining(context: str) -> Table:
    offers = [("seller", 6000), ("buyer", 4400), ("seller", 5700)]
    moves = [(seat, bargaining.Offer(price)) for seat, price in offers]
    match context:
        case "first":
            return Table("bargaining", first="buyer")
        case "standing":
            return Table("bargaining").after(*moves)
        case "last":
            return Table("bargaining", rounds="3").after(*moves)
    raise LookupError(context)


def _trading(context: str) -> Table:
    mine, theirs = Goods(12, 15, 9, 8, 6), Goods(14, 7, 11, 10, 9)
    values = {"player_0": _goods(Goods(5, 10, 14, 26, 42)), "player_1": _goods(Goods(5, 11, 16, 24, 38))}
    units = {"player_0": _goods(mine), "player_1": _goods(theirs)}
    table = Table("trading", instance=json.dumps({"inventory": units, "values": values}))
    wood, ore = Goods(0, 8, 0, 0, 0), Goods(0, 0, 0, 0, 2)
    answer = Offer(ore, Goods(0, 10, 0, 0, 0))
    moves = [("player_0", trading.Propose(Offer(wood, ore))), ("player_1", trading.Deny(answer))]
    match context:
        case "free":
            return table
        case "standing":
            return table.after(*moves)
    raise LookupError(context)


def _goods(units: Goods) -> dict[str, int]:
    return dict(zip(RESOURCES, astuple(units), strict=True))


def _balloon(context: str) -> Table:
    worth = {
        seat: {name: 10 * k for k, name in enumerate(order)}
        for seat, order in (("A", EFFORTS), ("B", [*EFFORTS][::-1]))
    }
    table = Table("balloon", instance=json.dumps({"limit": 500, "effort": EFFORTS, "importance": worth}))
    own, other = ("A08", "A31", "C33"), ("A31", "A93", "B17")
    match context:
        case "open":
            return table
        case "standing":
            return table.after(("A", balloon.Bargain((own,), ())), ("B", balloon.Bargain((other,), ())))
    raise LookupError(context)


def _books(context: str) -> Table:
    even = context.startswith("even")
    table = Table("dealornodeal", instance="2,2,2 1,2,2 2,2,1" if even else "1,4,1 2,1,4 3,1,3")
    offer = ("me", books.Offer((0, 2, 1) if even else (1, 2, 0)))
    match context:
        case "open" | "even_open":
            pass
        case "their_offer" | "even_offer":
            table.after(("you", "Hello!"), offer)
        case "my_offer":
            table.after(("you", books.Offer((0, 4, 0))), ("me", "I like hats, too."))
        case "card":
            table.after(("you", "Hello!"), offer, ("you", books.Accept()))
        case _:
            raise LookupError(context)
    return table


def _society(context: str) -> Table:
    me, kim, gina, omar = (Seat(seat) for seat, _ in PEOPLE)
    idle = society.Pass()
    match context:
        case "free":
            return Table("society")
        case "invited":
            moves: list[tuple[str, Any]] = [(me, idle), (kim, idle), (gina, society.Negotiate(me, 60)), (omar, idle)]
            return Table("society").after(*moves)
        case "offered":
            moves = [(me, society.Negotiate(gina, 60)), (kim, idle), (gina, idle), (omar, idle)]
            moves += [(me, idle), (kim, idle), (gina, society.Counter(me, 50)), (omar, idle)]
            return Table("society").after(*moves)
        case "plans":
            return Table("society", steps="1").after(*((seat, idle) for seat, _ in PEOPLE))
        case "slots":
            return _slots(Table("society", game="contract"), {me: 2, kim: 0, gina: 1, omar: 1})
    raise LookupError(context)


def _slots(table: Table, slots: Mapping[str, int]) -> Table:
    """Return the contract phase in the second round, at the speaker's turn; the speaker's coalition is its own."""
    while table.state.slots.turn < len(PEOPLE) or table.state.slots.mover != PEOPLE[0][0]:
        mover = table.state.slots.mover
        table.after((mover, society.Join(slots[mover])))
    return table


_TABLES: Final[Mapping[str, Callable[[str], Table]]] = {
    "bargaining": _bargaining,
    "trading": _trading,
    "balloon": _balloon,
    "dealornodeal": _books,
    "society": _society,
}


@cache
def table(game: str, context: str) -> Table:
    """Return a table. Raises `LookupError` for a context that the game does not have."""
    return _TABLES[game](context)


# --- the spelling -----------------------------------------------------------------------------------------------------


def _said(game: str, text: str, via: Literal["typed", "pressed"] = "typed") -> Said:
    """Return words as the session hands them on: beside them the people at the table, where readers know people."""
    said: dict[str, Any] = {"text": text, "via": via}
    if game == "society" and "cast" in Said.__struct_fields__:
        said["cast"] = CAST
    return Said(**said)


def read(game: str, context: str, text: str) -> str:
    """Return the spelling of what the game's reader makes of a text. A move that the game refuses binds nothing."""
    at = table(game, context)
    asked, made = "", at.game.read(at.view, _said(game, text))
    if isinstance(made, Reading) and made.confirm:
        asked, made = "?", at.game.read(at.view, _said(game, made.confirm, "pressed"))
    if isinstance(made, Unclear) or (after := at.next(made)) is None:
        return NOTHING
    if made.move is None:
        return DROPPED if game == "trading" and at.state.offer and not (asked or after.offer) else NOTHING
    return asked + _SPELT[game](at.view, made.move)


def _spelt_bargaining(seen: Any, move: Any) -> str:
    if isinstance(move, bargaining.Offer):
        return f"offer {move.price // 100}.{move.price % 100:02d}"
    return "accept" if isinstance(move, bargaining.Accept) else "reject"


def _spelt_trading(seen: Any, move: Any) -> str:
    if isinstance(move, trading.Propose):
        return _swap(move.offer)
    first = "accept" if isinstance(move, trading.Accept) else "reject"
    if move.then is None:
        return first
    return _swap(move.then) if first == "reject" else f"accept, {_swap(move.then)}"


def _swap(offer: Offer) -> str:
    give, get_ = (
        ", ".join(f"{n} {name}" for name, n in zip(RESOURCES, astuple(side), strict=True) if n)
        for side in (offer.give, offer.get)
    )
    return f"offer {give} -> {get_}"


def _spelt_balloon(seen: Any, move: Any) -> str:
    if isinstance(move, balloon.Agree):
        newest = seen.names(seen.theirs[-1].items) if seen.theirs else ()
        return "accept" if sorted(newest) == sorted(move.items) else f"accept {' '.join(sorted(move.items))}"
    if move.propose:
        return ", ".join(f"propose {' '.join(sorted(items))}" for items in move.propose)
    return "reject"


def _spelt_books(seen: Any, move: Any) -> str:
    match move:
        case books.Heard("offer", keep):
            return _share(keep)
        case books.Heard("accept", keep):
            theirs = seen.offered()
            return "accept" if theirs is None or seen.share(theirs) == keep else f"accept {_share(keep)}"
        case books.Heard("refuse") | books.Reopen():
            return "reject"
        case books.Offer(keep):
            return _share(keep)
        case books.Accept() | books.Confirm():
            return "accept"
        case books.Leave():
            return "leave"
    return NOTHING


def _share(keep: tuple[int, ...]) -> str:
    return "mine: " + ", ".join(f"{name} {n}" for name, n in zip(("book", "hat", "ball"), keep, strict=True))


def _spelt_society(seen: Any, move: Any) -> str:
    match move:
        case society.Negotiate(to, mine) | society.Counter(to, mine):
            return f"share {to}" if mine is None else f"share {to} {mine}"
        case society.Accept():
            return "accept"
        case society.Finish():
            return "reject"
        case society.Join(slot):
            return f"join {slot}"
        case society.Orders(queue):
            return "plan " + " / ".join(map(_plan, queue.plans))
        case society.Vote(yes):
            return "vote yes" if yes else "vote no"
    return "pass"


def _plan(plan: plans.Plan) -> str:
    match plan:
        case plans.Gather(item, count):
            return f"gather {item} {count}"
        case plans.Craft(tool):
            return f"craft {tool}"
        case plans.Dump(tool):
            return f"dump {tool}"
        case plans.Goto(player):
            return f"goto {player}"
        case plans.Wait(ticks):
            return f"wait {ticks}"
    return "explore"


_SPELT: Final[Mapping[str, Callable[[Any, Any], str]]] = {
    "bargaining": _spelt_bargaining,
    "trading": _spelt_trading,
    "balloon": _spelt_balloon,
    "dealornodeal": _spelt_books,
    "society": _spelt_society,
}
