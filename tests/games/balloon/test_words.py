"""Every sentence of the players is true of the game in which it is said, whatever the other side does."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from games.balloon import game
from games.balloon.config import SEATS
from games.balloon.rules import Agree, Bargain, Message, Move, State
from games.core.contract import Moved, Seat
from tests.games.balloon.table import dealt, mover, planted
from tests.games.sentences import Vocabulary

PARTNERS = ("repeats", "steps", "takes back", "random", "refuses")
NOTHING = (
    '{"limit": 50, "effort": {"A1": 20, "A2": 30}, "importance": {"A": {"A1": 0, "A2": 0}, "B": {"A1": 0, "A2": 0}}}'
)
"""Two items that nobody wants."""
Sets = list[frozenset[str]]


class Scene(NamedTuple):
    """A message of a player, and the whole game. Sets are names of items."""

    who: Seat
    at: int
    end: State

    @property
    def message(self) -> Message:
        return self.end.history[self.at]

    def names(self, items: int) -> frozenset[str]:
        return frozenset(item.name for k, item in enumerate(self.end.items) if items >> k & 1)

    @property
    def sets(self) -> Sets:
        return [self.names(proposal.items) for proposal in self.message.proposed]

    def proposed(self, mine: bool) -> list[Sets]:
        """Return the sets of a side's messages that propose some, before this one."""
        said = [m for m in self.end.history[: self.at] if m.proposed and (m.seat == self.who) is mine]
        return [[self.names(proposal.items) for proposal in m.proposed] for m in said]

    @property
    def known(self) -> Sets:
        """Return all sets that the player has proposed before."""
        return [items for sets in self.proposed(mine=True) for items in sets]

    @property
    def open(self) -> bool:
        """Return whether the set of this message has been refused since the player proposed it last."""
        standing = False
        for message in self.end.history[: self.at]:
            ours = message.proposed if message.seat == self.who else message.refused
            if self.sets[0] in [self.names(proposal.items) for proposal in ours]:
                standing = message.seat == self.who
        return standing

    def new(self) -> bool:
        return len(self.sets) == 1 and bool(self.known) and self.sets[0] not in self.known

    def added(self, item: str) -> bool:
        return item in self.sets[0] and not any(item in items for items in self.proposed(mine=True)[-1])

    def shared(self, item: str) -> bool:
        return item in self.sets[0] and all(item in items for items in self.proposed(mine=False)[-1])

    def same(self) -> bool:
        return self.proposed(mine=True)[-1:] == [self.sets] and self.open

    def both_same(self) -> bool:
        """Return whether the message just before repeats a set of its side's, and this one its own last."""
        theirs, newest = self.proposed(mine=False), self.end.history[self.at - 1].proposed
        return self.same() and len(newest) == 1 and theirs[-1][0] in [items for sets in theirs[:-1] for items in sets]

    def wanted(self, item: str) -> bool:
        last = [items for sets in self.proposed(mine=False) for items in sets][-3:]
        return len(last) == 3 and all(item in items for items in last) and item not in self.sets[0]


def first(scene: Scene, parts: Mapping[str, str]) -> bool:
    return len(scene.sets) == 1 and not scene.known and bool(scene.proposed(mine=False))


def ends(scene: Scene, parts: Mapping[str, str]) -> bool:
    """Nothing follows, and there is no deal."""
    close = scene.end.close
    return scene.at == len(scene.end.history) - 1 and close is not None and close.deal is None


def vocabulary() -> Vocabulary[Scene]:
    return Vocabulary(
        (
            lambda at, parts: len(at.sets) == 1 and not any(m.proposed for m in at.end.history[: at.at]),
            ("This is what I'd keep.", "Let me begin with this.", "Here's a set to start from."),
        ),
        (
            lambda at, parts: len(set(at.sets)) == 2,
            ("Either of these is fine with me.", "I'd keep either of these.", "Have a look at these. I'd keep either."),
        ),
        (first, ("I see what you'd keep. Here's mine.", "Thanks. Here's my first set.")),
        (
            lambda at, parts: at.new(),
            ("How about this?", "Then let's try this one.", "I've changed my set. Have a look."),
        ),
        (
            lambda at, parts: at.new() and at.added(parts["item"]),
            ("{item} wasn't in my last set.", "I've put {item} in this time."),
        ),
        (
            lambda at, parts: at.shared(parts["item"]),
            ("{item} is in your set and in mine.", "At least we agree on {item}."),
        ),
        (
            lambda at, parts: at.new() and at.added(parts["item"]) and at.shared(parts["item"]),
            (
                "You had {item} in your set; now I have it, too.",
                "I've taken {item} from your set.",
                "{item} comes in, from your set.",
            ),
        ),
        (
            lambda at, parts: at.both_same(),
            (
                "You've proposed that before. Mine hasn't changed, either.",
                "You've sent that set before, and I've sent mine.",
                "We're both repeating ourselves. What could you change?",
            ),
        ),
        (
            lambda at, parts: at.same() and at.wanted(parts["item"]),
            (
                "{item} is in each of your last three sets. What would you drop for it?",
                "Your last three sets all have {item}; mine doesn't.",
            ),
        ),
        (
            lambda at, parts: at.sets[0] in at.known and not at.open,
            (
                "I know you refused it. I'm proposing it again.",
                "I'm coming back to this one.",
                "You've refused it, but tell me what you'd change.",
            ),
        ),
        (
            lambda at, parts: at.sets[0] in at.known and at.open,
            (
                "I've proposed this one before.",
                "You know this one from me.",
                "This is one of my earlier proposals.",
            ),
        ),
        (
            lambda at, parts: at.same(),
            ("My proposal hasn't changed.", "It's the same set as last time.", "Have another look at my proposal."),
        ),
        (
            lambda at, parts: at.message.agreed is not None and at.end.close is not None,
            ("Agreed.", "That works for me.", "Fine, let's keep these."),
        ),
        (lambda at, parts: bool(at.message.refused), ("I don't agree to that.",)),
        (ends, ("Then we part without a deal.", "No deal, then.")),
        (lambda at, parts: not at.sets, ("I have no set to propose.", "Nothing to propose from me.")),
    )


def partner(kind: str, state: State, chance: Random) -> Move:
    """Return the message of an erratic partner on turn."""
    me, names = state.mover, [item.name for item in state.items]
    theirs = [[names[k] for k in range(len(names)) if p.items >> k & 1] for p in state.active[1 - me]]
    made = [p.items for m in state.history if m.seat == SEATS[me] for p in m.proposed]
    last = [name for k, name in enumerate(names) if made and made[-1] >> k & 1]
    refuse = tuple(map(tuple, theirs[-1:])) if theirs and chance.random() < (0.7 if kind == "refuses" else 0.1) else ()
    if refuse and chance.random() < 0.4:
        return Bargain((), refuse)
    if theirs and chance.random() < 0.02:
        return Agree(tuple(theirs[-1]))
    wish = names.copy() if kind == "random" or not last or chance.random() < 0.1 else last.copy()
    if wish != last:
        chance.shuffle(wish)
    if last and kind in ("steps", "takes back") and len(wish) > 1:
        wish.pop(chance.randrange(len(wish)))
    if last and kind in ("takes back", "refuses"):
        wish += chance.sample(names, 2)
    sets = [fitting(state, wish)]
    if chance.random() < 0.1:
        sets.append(fitting(state, chance.sample(names, len(names))))
    return Bargain(tuple(items for items in sets if items), refuse)


def fitting(state: State, names: list[str]) -> tuple[str, ...]:
    """Return the first of these items that the balloon carries together."""
    efforts, kept, room = {item.name: item.effort for item in state.items}, list[str](), state.limit
    for name in dict.fromkeys(names):
        if efforts[name] <= room:
            kept.append(name)
            room -= efforts[name]
    return tuple(kept)


def scenes(player: str, kind: str, seed: int) -> list[tuple[str, Scene]]:
    """Return the sentences of one game, each with its scene."""
    chance = Random(f"{player} {kind} {seed}")
    wrote = {"style": "chat", "max_messages": str(chance.choice((2, 3, 6, 12, 20))), "starts": chance.choice(SEATS)}
    wrote |= {"items": str(chance.choice((5, 7, 9))), "pairing": chance.choice(("inverse", "independent"))}
    state = planted(**wrote) if seed % 8 == 1 else dealt(seed, **wrote)
    if seed % 16 == 2:
        state = dealt(1, instance=NOTHING, **wrote)
    seat, said = chance.choice(SEATS), list[tuple[str, int]]()
    while state.close is None:
        if mover(state) != seat:
            move: Move | None = partner(kind, state, chance)
            empty = isinstance(move, Bargain) and not move.propose and not move.refuse
            state = game.apply(state, Moved(mover(state), None if empty else move, "hm" if empty else ""))
            continue
        act = game.players[player].decide(game.view(state, seat), seed)
        said.append((act.say, len(state.history)))
        state = game.apply(state, Moved(seat, act.move, act.say))
    return [(say, Scene(seat, at, state)) for say, at in said]


def test_every_sentence_is_true_to_the_game() -> None:
    known, untrue = vocabulary(), list[str]()
    for player in game.players:
        for kind in PARTNERS:
            for seed in range(48):
                untrue += [f"{player} {say} {at}" for say, at in scenes(player, kind, seed) if not known.true(say, at)]
    assert not untrue, untrue[:3]
    assert not known.unsaid
    assert known.said.total() > 3_000
