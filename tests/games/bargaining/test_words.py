"""Every sentence of the bargainers is true of the game in which it is said, whatever the other side does."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from games.bargaining import game
from games.bargaining.rules import Accept, BargainingMove, BargainingState, Offer, Reject
from games.core.contract import Moved, Seat, subseed
from games.core.settings import dollars
from tests.games.bargaining.helpers import BUYER, SELLER, dealt, mover
from tests.games.sentences import Vocabulary

PARTNERS = ("repeats", "steps", "takes back", "random", "returns")
COUNTS = ("once", "twice", *(f"{n} times" for n in ("three", "four", "five", "six")))


class Scene(NamedTuple):
    """A move after so many offers, and the end of the game. Prices are the oldest first."""

    who: Seat
    move: BargainingMove
    made: int
    end: BargainingState

    @property
    def mine(self) -> list[int]:
        return [offer.price for offer in self.end.offers[: self.made] if offer.seat == self.who]

    @property
    def theirs(self) -> list[int]:
        return [offer.price for offer in self.end.offers[: self.made] if offer.seat != self.who]

    @property
    def price(self) -> int:
        assert isinstance(self.move, Offer)
        return self.move.price

    def nearer(self, before: int, now: int, by: Seat) -> bool:
        """Return whether a seat came towards the other with this step."""
        return now > before if by == BUYER else now < before

    def came(self, parts: Mapping[str, str]) -> bool:
        """Return whether the other side has just come towards this one, from and to the prices that are named."""
        other = SELLER if self.who == BUYER else BUYER
        return self.nearer(self.theirs[-2], self.theirs[-1], other) and self.named(parts)

    def named(self, parts: Mapping[str, str]) -> bool:
        """Return whether the other's last price, and the one before it, are those that are named."""
        before, price = map(dollars, self.theirs[-2:])
        return parts.get("price", price) == price and parts.get("before", before) == before

    def same(self) -> bool:
        return self.price == self.mine[-1]

    def gives(self) -> bool:
        return self.nearer(self.mine[-1], self.price, self.who)


def times(scene: Scene, parts: Mapping[str, str]) -> bool:
    said = scene.theirs.count(scene.theirs[-1])
    return parts["times"] == (COUNTS[said - 1] if said <= len(COUNTS) else "several times") and scene.named(parts)


def repeats(scene: Scene, parts: Mapping[str, str]) -> bool:
    return scene.theirs[-1] == scene.theirs[-2] and scene.same() and scene.named(parts)


def back(scene: Scene, parts: Mapping[str, str]) -> bool:
    other = SELLER if scene.who == BUYER else BUYER
    return scene.nearer(scene.theirs[-1], scene.theirs[-2], other) and scene.same() and scene.named(parts)


def thanked(scene: Scene, parts: Mapping[str, str]) -> bool:
    way = {"way": "down" if scene.who == BUYER else "up"}
    return scene.came(parts) and scene.gives() and parts["way"] == way["way"]


def vocabulary() -> Vocabulary[Scene]:
    return Vocabulary(
        (
            lambda at, parts: isinstance(at.move, Offer) and not at.mine,
            ("I'll start here.", "Let's see whether we can make this work.", "Here's my first price."),
        ),
        (lambda at, parts: bool(at.mine) and not at.same(), ("Here's my next price.",)),
        (lambda at, parts: isinstance(at.move, Offer), ("This is where I am now.", "How about this?")),
        (lambda at, parts: at.same(), ("My price is the same.", "That's still my price.", "I'm where I was.")),
        (
            # At most one offer follows.
            lambda at, parts: at.end.terms.rounds - at.made <= 2 and len(at.end.offers) - at.made <= 2,
            ("We're nearly out of rounds.", "There aren't many rounds left.", "Not many offers left now."),
        ),
        (
            lambda at, parts: isinstance(at.move, Accept) and at.end.closing is not None,
            ("Good, let's leave it at that.", "That works for me.", "Fine, we have a deal."),
        ),
        (
            lambda at, parts: isinstance(at.move, Reject) and at.end.closing is not None,
            ("I'm sorry, that isn't enough for me.", "Then we don't agree this time.", "I'd rather not."),
        ),
        (lambda at, parts: repeats(at, parts) and times(at, parts), ("You've offered {price} {times}.",)),
        (repeats, ("Still {price}? Mine hasn't changed either.", "{price} again. My price is the same, too.")),
        (
            back,
            (
                "You were at {before} last time. Mine hasn't changed.",
                "{price}, after {before}? My price is where it was.",
            ),
        ),
        (
            lambda at, parts: at.came(parts) and at.gives(),
            ("You moved from {before} to {price}, so I'm moving too.", "{price} is a step. Here's mine."),
        ),
        (thanked, ("Thanks for coming {way} to {price}. I've moved as well.",)),
        (
            lambda at, parts: at.came(parts) and at.same(),
            (
                "{price} is a step, but my price hasn't changed.",
                "I saw you move from {before} to {price}. Mine is the same.",
            ),
        ),
    )


def partner(kind: str, state: BargainingState, seat: Seat, chance: Random) -> BargainingMove:
    """Return the move of somebody who goes on as long as it can, and keeps to no plan."""
    made = [offer.price for offer in state.offers if offer.seat == seat]
    if len(state.offers) == state.terms.rounds:
        return chance.choice((Accept(), Reject()))
    if state.offers and chance.random() < 0.03:
        return Accept()
    way = 1 if seat == BUYER else -1
    first = chance.randrange(20_00, 45_00) if seat == BUYER else chance.randrange(60_00, 85_00)
    steps = {
        "repeats": 0,
        "steps": way * chance.randrange(1, 4_00),
        "takes back": way * chance.choice((5_00, 2_00, -3_00, -1_00)),
        "random": chance.randrange(-20_00, 20_00),
        "returns": 0,
    }
    last = made[-1] if made else first
    price = chance.choice(made) if kind == "returns" and len(made) > 2 else last + (steps[kind] if made else 0)
    if kind in ("repeats", "returns") and chance.random() < 0.3:
        price = last + way * chance.randrange(1, 5_00)
    return Offer(min(max(price, state.terms.lowest), state.terms.highest))


def scenes(player: str, kind: str, seed: int) -> list[tuple[str, Scene]]:
    """Return the sentences of one game, each with its scene."""
    chance = Random(f"{player} {kind} {seed}")
    wrote = {"rounds": str(chance.choice((1, 2, 3, 4, 6, 12, 12, 20))), "first": chance.choice(("buyer", "seller"))}
    wrote |= {"information": chance.choice(("exact", "range", "none")), "talk": "both", "style": "chat"}
    state = dealt(buyer_value=chance.choice(("65", "65", "40.01")), **wrote)
    seat, said = chance.choice((BUYER, SELLER)), list[tuple[str, BargainingMove, int]]()
    while state.closing is None:
        if mover(state) != seat:
            state = game.apply(state, Moved(mover(state), partner(kind, state, mover(state), chance), ""))
            continue
        act = game.players[player].decide(game.view(state, seat), subseed(seed, seat))
        assert act.move is not None
        said.append((act.say, act.move, len(state.offers)))
        state = game.apply(state, Moved(seat, act.move, act.say))
    return [(say, Scene(seat, move, made, state)) for say, move, made in said]


def test_every_sentence_is_true_to_the_game() -> None:
    known, untrue = vocabulary(), list[str]()
    for player in game.players:
        for kind in PARTNERS:
            for seed in range(60):
                untrue += [f"{say} {at}" for say, at in scenes(player, kind, seed) if not known.true(say, at)]
    assert not untrue, untrue[:3]
    assert not known.unsaid
    assert sum(known.said.values()) > 5_000
