"""Every sentence of the bargainers is true of the negotiation in which it is said, whatever the others do."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from games.core.contract import IllegalMove, Moved, Seat
from games.society import game
from games.society.rules.moves import Accept, Counter, Finish, Move, Negotiate, Pass
from games.society.rules.negotiation import Did
from games.society.rules.state import State
from games.society.view import View
from games.society.world.things import INDEX
from tests.games.sentences import Vocabulary
from tests.games.society.table import dealt

PARTNERS = ("repeats", "steps", "takes back", "random")
Told = tuple[tuple[Seat, Seat, int], ...]
"""Demands as they were told to everybody, oldest first: by whom, to whom, how much for the own side."""


class Scene(NamedTuple):
    """A message of a player, what it sees, and the demands so far."""

    view: View
    move: Move | None
    told: Told

    @property
    def other(self) -> Seat:
        assert isinstance(self.move, Counter | Negotiate)
        return self.move.to

    @property
    def asks(self) -> int:
        assert isinstance(self.move, Counter)
        return self.move.mine

    @property
    def mine(self) -> list[int]:
        return [mine for by, to, mine in self.told if (by, to) == (self.view.who, self.other)]

    @property
    def theirs(self) -> list[int]:
        return [mine for by, to, mine in self.told if (by, to) == (self.other, self.view.who)]

    def gives(self) -> bool:
        return self.asks < self.mine[-1]

    def roles(self, seat: Seat) -> set[str]:
        """Return the roles in a seat's coalition."""
        groups = [c.members for c in self.view.talks.coalitions if seat in c.members] or [(seat,)]
        return {member.split("_")[0] for member in groups[0]}

    def can(self, role: str, *what: str) -> bool:
        """Return whether a role can do all this with hammers, by the rules."""
        kit = next(kit for kit in self.view.terms.instance.kits if kit.role == role)
        most, makes = kit.caps[INDEX["hammer"]], "hammer" in kit.crafts
        able = {"make": makes, "not make": not makes, "hold one": most == 1, "hold many": most > 1}
        return all(able[one] for one in what)


def repeated(at: Scene, parts: Mapping[str, str]) -> bool:
    same = at.theirs[-1] == at.theirs[-2] == int(parts["percent"])
    return same and at.asks == at.mine[-1]


def of_role(at: Scene, role: str) -> bool:
    """Return whether the speaker has this role."""
    return at.view.who.startswith(role)


def vocabulary() -> Vocabulary[Scene]:
    return Vocabulary(
        (lambda at, parts: isinstance(at.move, Accept), ("Agreed.", "That works for me.", "I take that.")),
        (
            lambda at, parts: isinstance(at.move, Finish) and at.view.talks.bargain(at.view.who) is not None,
            ("No deal this time.", "I'm ending this bargain."),
        ),
        (lambda at, parts: at.asks == int(parts["percent"]), ("I'd say {percent} for my side.",)),
        (
            lambda at, parts: at.gives() and at.theirs[-1] < at.theirs[-2],
            ("You moved, so I move.", "A step from me, too."),
        ),
        (lambda at, parts: at.gives(), ("A step from me.",)),
        (repeated, ("{percent} again; mine hasn't changed, either.", "Still {percent}? Mine is the same, too.")),
        (
            lambda at, parts: of_role(at, "carpenter") and at.can("carpenter", "make", "hold one"),
            ("I can make hammers, but hold only one.",),
        ),
        (
            lambda at, parts: "miner" in at.roles(at.other) and at.can("miner", "hold many"),
            ("Your side can hold many hammers.",),
        ),
        (
            lambda at, parts: of_role(at, "miner") and at.can("miner", "hold many", "not make"),
            ("I can hold many hammers, but make none.",),
        ),
        (
            lambda at, parts: "carpenter" in at.roles(at.other) and at.can("carpenter", "make"),
            ("Your side can make hammers.",),
        ),
        (
            lambda at, parts: bool(at.roles(at.other) - at.roles(at.view.who)),
            ("Your side has what mine lacks.",),
        ),
    )


def partner(kind: str, view: View, told: Told, chance: Random) -> Move:
    """Return the message of an erratic partner."""
    bargain, me = view.talks.bargain(view.who), view.who
    offers = view.talks.offers_to(me)
    if offers and chance.random() < 0.1:
        return Accept(offers[0].by, None)
    if bargain is not None and chance.random() < 0.03:
        return Finish(bargain.other(me))
    others = [seat for seat in view.terms.seats if seat != me]
    to = bargain.other(me) if bargain is not None else offers[0].by if offers else chance.choice(others)
    made = [mine for by, other, mine in told if (by, other) == (me, to)]
    steps = {"repeats": (0,), "steps": (-10,), "takes back": (-10, 0, 10), "random": tuple(range(-40, 50, 10))}
    step = chance.choice(steps[kind])
    mine = min(max(made[-1] + step if made else chance.randrange(5, 10) * 10, 0), 100)
    return Counter(to, mine) if bargain is not None or offers else Negotiate(to, mine)


def scenes(player: str, kind: str, seed: int) -> list[tuple[str, Scene]]:
    """Return the sentences of one game, each with its scene."""
    chance = Random(f"{player} {kind} {seed}")
    wrote = {"difficulty": "hard"} if seed % 4 == 0 else {"offers": chance.choice(("6", "6", "20", "2"))}
    wrote |= {"bind": chance.choice(("any", "vote", "founder")), "match": chance.choice(("invite", "invite", "mutual"))}
    state: State = dealt(seed, style="chat", steps=chance.choice(("4", "8", "16")), **wrote)
    ours = set(chance.sample(state.terms.seats, chance.choice((1, len(state.terms.seats) // 2))))
    said, told = list[tuple[str, Scene]](), Told()
    while state.phase == "negotiation":
        number = state.number
        for seat in sorted(game.turn(state).awaited):
            view = game.view(state, seat)
            if seat in ours:
                act = game.players[player].decide(view, seed * 10 + state.terms.number(seat))
                said += [(act.say, Scene(view, act.move, told))] if act.say else []
                state = game.apply(state, Moved(seat, act.move, act.say))
                continue
            try:
                state = game.apply(state, Moved(seat, partner(kind, view, told, chance), ""))
            except IllegalMove:
                state = game.apply(state, Moved(seat, Pass(), ""))
        assert state.phase != "negotiation" or state.number > number
        told += tuple(asked(state))
    return said


def asked(state: State) -> Iterator[tuple[Seat, Seat, int]]:
    """Yield the demands that were told when the last step closed."""
    for did in state.recent:
        if isinstance(did, Did) and did.deed in ("invited", "countered") and did.mine is not None:
            yield did.by, did.other, did.mine


def test_every_sentence_is_true_to_the_negotiation() -> None:
    known, untrue = vocabulary(), list[str]()
    for player in game.players:
        for kind in PARTNERS:
            for seed in range(12):
                untrue += [f"{player} {say} {at}" for say, at in scenes(player, kind, seed) if not known.true(say, at)]
    assert not untrue, untrue[:3]
    assert not known.unsaid
    assert known.said.total() > 800
