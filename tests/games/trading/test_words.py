"""Every sentence of the traders is true of the game in which it is said, whatever the other side does."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from msgspec.structs import asdict, astuple

from games.core.contract import Moved, Seat, Slipped
from games.trading import game
from games.trading.config import SEATS
from games.trading.domain import Goods, Offer
from games.trading.rules import Accept, Deny, Message, Move, Propose, State
from tests.games.sentences import Vocabulary
from tests.games.trading.table import dealt, mover

PARTNERS = ("repeats", "insists", "turns down", "random", "slips")
TIMES = {"twice": 2, "three times": 3, "four times": 4}


class Scene(NamedTuple):
    """A message of a player, and the whole game."""

    who: Seat
    at: int
    end: State

    @property
    def message(self) -> Message:
        return self.end.history[self.at]

    @property
    def before(self) -> tuple[Message, ...]:
        return self.end.history[: self.at]

    @property
    def standing(self) -> Offer | None:
        """Return the offer that the message answers."""
        return self.before[-1].offer if self.before else None

    @property
    def turned(self) -> Offer | None:
        """Return the same swap as an offer of the player."""
        return None if self.standing is None else Offer(self.standing.get, self.standing.give)

    def gives(self, item: str) -> bool:
        return self.message.offer is not None and bool(asdict(self.message.offer.give)[item.lower()])

    def asked(self, item: str) -> int:
        """Return how often the other side has asked for a good."""
        offers = [m.offer for m in self.before if m.seat != self.who and m.offer is not None]
        return sum(asdict(offer.get)[item.lower()] > 0 for offer in offers)

    def turned_down(self, item: str) -> int:
        """Return how often the other side has turned down a good, in messages that were sent."""
        pairs = zip(self.before, self.before[1:], strict=False)
        return sum(
            made.seat == self.who
            and made.offer is not None
            and asdict(made.offer.give)[item.lower()] > 0
            and answer.answer == "denied"
            and not answer.passed
            for made, answer in pairs
        )

    def offered(self) -> int:
        """Return how often the other side has made the offer that stands."""
        return sum(m.seat != self.who and m.offer == self.standing for m in self.before)


def times(number: int, words: str) -> bool:
    return number == TIMES[words] if words in TIMES else words == "many times" and number > max(TIMES.values())


def parts_with(at: Scene, parts: Mapping[str, str]) -> bool:
    item = parts["item"]
    asks = at.standing is not None and bool(asdict(at.standing.get)[item.lower()])
    return at.message.answer == "denied" and at.gives(item) and asks and times(at.asked(item), parts["times"])


def another(at: Scene, parts: Mapping[str, str]) -> bool:
    stale, fresh = parts["item"], parts["fresh"]
    counted = times(at.turned_down(stale), parts["times"]) and not at.turned_down(fresh)
    return counted and at.gives(fresh) and not at.gives(stale)


def leaves(at: Scene, parts: Mapping[str, str]) -> bool:
    return at.message.answer == "denied" and at.message.offer is None and times(at.offered(), parts["times"])


def silent(at: Scene) -> bool:
    return at.message.offer is None and at.standing is None


def vocabulary() -> Vocabulary[Scene]:
    return Vocabulary(
        (parts_with, ("You've asked for {item} {times}; this is how I'd part with some.",)),
        (another, ("You've turned down {item} {times}; what about {fresh}?",)),
        (leaves, ("You've offered that {times}; I'll leave it this time.",)),
        (
            lambda at, parts: at.message.offer is not None and (at.standing is None or at.message.offer == at.turned),
            ("Here is an offer.", "How does this look to you?", "Let me suggest a swap."),
        ),
        (lambda at, parts: silent(at), ("I pass this time.",)),
        (
            # An offer of the other side can still be answered.
            lambda at, parts: silent(at) and at.at + 2 < at.end.terms.max_turns,
            ("Nothing from me right now. What would you like?", "I pass. Make me an offer."),
        ),
        (
            lambda at, parts: silent(at) and not any(m.offer for m in at.end.history[at.at :] if m.seat == at.who),
            ("Nothing more from me.",),
        ),
        (
            lambda at, parts: at.message.answer == "accepted" and at.message.offer is not None,
            ("Gladly. And one more:", "That works. Next:", "Done. How about this as well?"),
        ),
        (
            lambda at, parts: at.message.answer == "accepted" and at.message.offer is None,
            ("Gladly.", "That works for me.", "Done."),
        ),
        (
            lambda at, parts: at.message.answer == "denied" and at.message.offer not in (None, at.turned),
            ("Not quite for me. How about this?", "I would rather do this.", "Not that. What about this?"),
        ),
        (
            lambda at, parts: at.message.answer == "denied" and at.message.offer is None,
            ("Not for me, thank you.", "I'll leave that one.", "That does not suit me."),
        ),
    )


def partner(kind: str, state: State, chance: Random) -> Move | None:
    """Return the message of an erratic partner on turn; None for words alone."""
    made = [m.offer for m in state.history if m.seat == SEATS[state.mover] and m.offer is not None]
    owned = astuple(state.holdings[state.mover])
    if state.offer is not None and chance.random() < (0.05 if kind == "turns down" else 0.2):
        return Accept(None)
    if chance.random() < (0.5 if kind == "turns down" else 0.1):
        return Deny(None) if state.offer is not None else None
    then = made[-1] if made and kind != "random" and chance.random() < 0.7 else drawn(kind, owned, chance)
    if any(wanted > has for wanted, has in zip(astuple(then.give), owned, strict=True)):
        return Deny(None) if state.offer is not None else None
    if state.offer is None or chance.random() < 0.1:
        return Propose(then)
    return Deny(then)


def drawn(kind: str, owned: tuple[int, ...], chance: Random) -> Offer:
    """Return an offer of one good for another; who insists always wants the first."""
    give, get = chance.sample(range(5), 2)
    if kind == "insists":
        give, get = chance.randrange(1, 5), 0
    gives, gets = min(owned[give], chance.randint(1, 8)) or 1, chance.randint(1, 5)
    return Offer(Goods(*[gives * (k == give) for k in range(5)]), Goods(*[gets * (k == get) for k in range(5)]))


def scenes(player: str, kind: str, seed: int) -> list[tuple[str, Scene]]:
    """Return the sentences of one game, each with its scene."""
    chance = Random(f"{player} {kind} {seed}")
    wrote = {"style": "chat", "max_turns": str(chance.choice((2, 3, 6, 10, 16))), "starts": chance.choice(SEATS)}
    state = dealt(seed, cooperative=chance.choice(("off", "off", "on")), **wrote)
    seat, said = chance.choice(SEATS), list[tuple[str, int]]()
    while state.close is None:
        if mover(state) != seat:
            slips = chance.random() < (0.6 if kind == "slips" else 0.02)
            move = partner(kind, state, chance)
            state = game.apply(state, Slipped(mover(state), "slip") if slips else Moved(mover(state), move, "hm"))
            continue
        act = game.players[player].decide(game.view(state, seat), seed)
        said.append((act.say, len(state.history)))
        state = game.apply(state, Moved(seat, act.move, act.say))
    return [(say, Scene(seat, at, state)) for say, at in said]


def test_every_sentence_is_true_to_the_game() -> None:
    known, untrue = vocabulary(), list[str]()
    for player in game.players:
        for kind in PARTNERS:
            for seed in range(40):
                untrue += [f"{player} {say} {at}" for say, at in scenes(player, kind, seed) if not known.true(say, at)]
    assert not untrue, untrue[:3]
    assert not known.unsaid
    assert known.said.total() > 2_000
