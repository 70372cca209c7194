"""Plans that people may take over with one press."""

import pytest
from msgspec.structs import replace

from games.core.contract import Moved, Reading, Said, Seat, subseed
from games.core.post import Choice, Voice, plain
from games.society import game
from games.society.rules.moves import Join, Orders
from games.society.rules.state import State
from games.society.tactics.tips import suggested
from games.society.view import View
from games.society.world.plans import Dump, Explore, Gather, Queue
from games.society.world.sight import nearest
from tests.games.society.table import C0, M0, close, dealt


def offered(view: View) -> Choice | None:
    choices = (ask for ask in game.asks(view, Voice(view.who)) if isinstance(ask, Choice))
    return next((choice for choice in choices if choice.label == "Take the suggestion"), None)


def allied(alone: bool = False, **wrote: str) -> State:
    state = dealt(3, game="contract", flow="sealed", **wrote)
    while state.phase == "contract":
        state = close(state, carpenter_0=Join(0), miner_0=Join(1 if alone else 0), carpenter_1=Join(2), miner_1=Join(3))
    return state


def test_what_is_suggested_is_said_and_pressed() -> None:
    state = allied()
    view = game.view(state, C0)
    choice, tip = offered(view), suggested(view)
    assert choice is not None
    assert tip is not None
    assert f"A suggestion: {choice.says.lower()}." in plain(game.status(view, Voice(C0)))
    reading = game.read(view, Said(choice.says, via="pressed"))
    assert isinstance(reading, Reading)
    assert reading.move == Orders(tip)
    later = close(state, carpenter_0=reading.move)
    again = suggested(game.view(later, C0))
    assert again != later.queues[0], "what one does already is not suggested"


def holding(alone: bool, ally: int, rival: int) -> View:
    """carpenter_0 with a hammer; miner_0 and miner_1 that many steps to its right and left."""
    state = allied(alone=alone)
    c0, c1, _, _ = state.world.bodies
    bodies = (
        replace(c0, cell=24, held=(2, 2, 1, 0, 0, 0)),
        replace(c1, cell=0),
        *(replace(body, cell=24 + steps) for body, steps in zip(state.world.bodies[2:], (ally, -rival), strict=True)),
    )
    return game.view(replace(state, world=replace(state.world, bodies=bodies)), C0)


@pytest.mark.parametrize(
    ("alone", "ally", "rival", "drops"),
    [(False, 1, 3, True), (False, 2, 1, False), (False, 3, 3, False), (True, 1, 3, False)],
)
def test_tools_are_dropped_for_a_nearer_ally_only(alone: bool, ally: int, rival: int, drops: bool) -> None:
    """As in AdaSociety, whose carpenters drop a hammer only when a miner of their own coalition is closer."""
    tip = suggested(holding(alone, ally, rival))
    assert tip is not None
    assert (Dump("hammer") in tip.plans) == drops


def test_suggestions_can_be_switched_off() -> None:
    view = game.view(allied(tips="off"), C0)
    assert offered(view) is None
    assert "suggestion" not in plain(game.status(view, Voice(C0)))


@pytest.mark.parametrize("kind", ["negotiation", "social"])
@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_a_suggestion_is_always_a_legal_choice(kind: str, difficulty: str) -> None:
    state = dealt(5, game=kind, difficulty=difficulty)
    made = 0
    while state.close is None:
        for seat in sorted(game.turn(state).awaited):
            view = game.view(state, seat)
            choice = offered(view)
            act = game.players["random"].decide(view, subseed(5, "player", seat))
            move = act.move
            if choice is not None and seat in (C0, M0):
                reading = game.read(view, Said(choice.says, via="pressed"))
                assert isinstance(reading, Reading)
                move, made = reading.move, made + 1
            state = game.apply(state, Moved(seat, move))
    assert made


@pytest.mark.parametrize("seat", [C0, M0])
def test_a_suggestion_begins_with_what_can_be_done_now(seat: Seat) -> None:
    """In the hard game torches and hammers are waited for; nobody has made one yet."""
    for seed in range(4):
        view = game.view(dealt(seed, game="social"), seat)
        tip = suggested(view)
        assert tip is not None
        assert view.sight is not None
        first = tip.plans[0]
        assert isinstance(first, Explore) or (isinstance(first, Gather) and nearest(view.sight, first.item))


def test_the_same_lines_in_another_order_are_no_suggestion() -> None:
    state = dealt(3, game="social")
    tip = suggested(game.view(state, C0))
    assert tip is not None
    view = game.view(state, C0)
    assert suggested(replace(view, standing=Queue(tip.plans[::-1], tip.loop))) is None
