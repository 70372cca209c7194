"""Whatever is ordered: matter is conserved, caps hold, nobody shares a cell, and equal games are equal bytes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import codec
from games.society.world.instance import EASY, HARD, SOCIAL, Instance, instance
from games.society.world.plans import Craft, Dump, Explore, Gather, Goto, Plan, Queue, Wait
from games.society.world.rounds import play_round
from games.society.world.state import World, broken, credits, place
from games.society.world.things import ITEMS, TOOLS

TINY = instance("negotiation", "easy", 5, {"wood": 9, "stone": 9, "coal": 9, "iron": 4})
plans: st.SearchStrategy[Plan] = st.one_of(
    st.builds(Gather, st.sampled_from(ITEMS), st.integers(1, 10)),
    st.builds(Craft, st.sampled_from(TOOLS)),
    st.builds(Dump, st.sampled_from(TOOLS)),
    st.just(Explore()),
    st.builds(Goto, st.sampled_from(["miner_0", "carpenter_1"])),
    st.builds(Wait, st.integers(1, 10)),
)
queues = st.builds(Queue, st.lists(plans, min_size=1, max_size=5).map(tuple), st.booleans())


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([EASY, HARD, SOCIAL, TINY]), st.integers(0, 2**63), st.data())
def test_no_order_breaks_a_law_of_the_world(kind: Instance, seed: int, data: st.DataObject) -> None:
    # Not even orders that a role may not give: caps and gates are the world's, not the reader's.
    state = place(kind, seed)
    assert broken(state) == ""
    for _ in range(4):
        orders = data.draw(st.lists(queues, min_size=kind.seats, max_size=kind.seats))
        before = credits(state)
        state, told = play_round(state, orders, 10)
        assert broken(state) == ""
        gained = tuple(sum(deltas) for deltas in zip(*told.deltas, strict=True))
        assert tuple(old + more for old, more in zip(before, gained, strict=True)) == credits(state)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([EASY, TINY]), st.integers(0, 2**63), st.data())
def test_equal_worlds_and_orders_are_equal_bytes_and_survive_the_codec(
    kind: Instance, seed: int, data: st.DataObject
) -> None:
    orders = data.draw(st.lists(queues, min_size=kind.seats, max_size=kind.seats))
    whole, _ = play_round(place(kind, seed), orders, 10)
    stored = codec.decode(codec.encode(place(kind, seed)), World)
    again, _ = play_round(stored, orders, 10)
    assert codec.encode(whole) == codec.encode(again)
    assert codec.decode(codec.encode(whole), World) == whole


def test_a_broken_world_is_noticed() -> None:
    state = place(EASY, 1)
    assert "conserved" in broken(World(EASY, 1, 0, state.bodies, state.piles[1:], state.benches, (0, 0)))
    assert "conserved" in broken(World(EASY, 1, 0, state.bodies, state.piles, state.benches, (1, 0)))
    together = (state.bodies[0], state.bodies[0], *state.bodies[2:])
    assert "cell" in broken(World(EASY, 1, 0, together, state.piles, state.benches, (0, 0)))
