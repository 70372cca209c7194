"""Ticks by hand: walking on the torus, gathering, making, handing over, and who goes first."""

import pytest

from games.society.world.field import Field, alone
from games.society.world.plans import Craft, Dump, Explore, Gather, Goto, Plan, Queue, Wait
from games.society.world.rounds import Handed, play_round
from games.society.world.runs import Skip, Why
from games.society.world.state import Pile, World
from games.society.world.things import EASY_CARPENTER, room
from games.society.world.torus import offset, windows
from tests.games.society.world.helpers import has, held, lies, play, where, world

REST = Queue((Wait(10),), True)


def queue(*plans: Plan, loop: bool = False) -> Queue:
    return Queue(plans, loop)


def distance(size: int, one: int, other: int) -> int:
    """Steps between two cells."""
    rows, columns = offset(size, one, other)
    return abs(rows) + abs(columns)


def test_distances_go_round_the_torus() -> None:
    assert distance(15, 0, 14) == 1
    assert distance(15, 0, 14 * 15 + 14) == 2
    assert distance(15, 0, 7) == 7


@pytest.mark.parametrize(("size", "radius", "cells"), [(15, 2, 25), (7, 3, 49), (5, 3, 25)])
def test_a_window_at_a_corner_holds_distinct_cells(size: int, radius: int, cells: int) -> None:
    assert len(windows(size, radius)[0]) == cells


def test_gather_walks_the_short_way_round_and_stops_at_its_number() -> None:
    start = world([((0, 0), held())], [((0, 8), "wood", 5)])
    after, told = play(start, 4, queue(Gather("wood", 3)))
    assert where(after, 0) == (0, 8)
    assert has(after, 0, "wood") == 3
    assert lies(after, "wood") == {(0, 8): 2}
    assert told.deeds[0].gathered == held(wood=3)
    assert [delta for (delta,) in told.deltas] == [0, 1, 1, 1]


def test_gather_goes_on_to_the_next_pile() -> None:
    start = world([((4, 4), held())], [((4, 5), "wood", 1), ((4, 6), "wood", 4)])
    after, _ = play(start, 10, queue(Gather("wood", 3)))
    assert has(after, 0, "wood") == 3
    assert lies(after, "wood") == {(4, 6): 2}


def test_equally_near_piles_are_taken_in_order_of_row_then_column() -> None:
    start = world([((4, 4), held())], [((4, 6), "wood", 1), ((4, 2), "wood", 1), ((2, 4), "wood", 1)])
    after, _ = play(start, 3, queue(Gather("wood", 1)))
    assert set(lies(after, "wood")) == {(4, 2), (4, 6)}


def test_piles_out_of_view_are_not_known() -> None:
    start = world([((4, 4), held())], [((4, 7), "wood", 1)])
    after, told = play(start, 5, queue(Gather("wood", 1)))
    assert where(after, 0) == (4, 4)
    assert told.deeds[0].skips == (Skip(0, "unseen", "wood"),)


@pytest.mark.parametrize(
    ("items", "plan", "why", "item"),
    [
        (held(), Gather("iron", 1), "gate", "torch"),
        (held(wood=100), Gather("wood", 1), "full", "wood"),
        (held(), Gather("stone", 1), "unseen", "stone"),
        (held(wood=1), Craft("hammer"), "missing", "stone"),
        (held(stone=1), Craft("hammer"), "missing", "wood"),
        (held(wood=1, stone=1, hammer=1), Craft("hammer"), "full", "hammer"),
        (held(wood=1, stone=1), Craft("hammer"), "no_bench", "hammer"),
        (held(), Dump("hammer"), "empty", "hammer"),
        (held(), Goto("miner_0"), "player", "miner_0"),
    ],
)
def test_a_line_that_cannot_be_done_is_skipped_for_a_reason(
    items: tuple[int, int, int, int, int, int], plan: Plan, why: Why, item: str
) -> None:
    start = world([((4, 4), items), ((0, 0), held())], [((4, 5), "iron", 1), ((4, 6), "wood", 1)])
    after, told = play(start, 2, queue(plan, Gather("wood", 1)), REST)
    assert Skip(0, why, item) in told.deeds[0].skips
    # No tick is lost: the next line walks at once, unless there is no room for what it wants.
    assert where(after, 0) == ((4, 4) if why == "full" and item == "wood" else (4, 6))


def test_a_line_that_did_something_is_not_told_as_skipped() -> None:
    start = world([((4, 4), held())], [((4, 4), "wood", 2)])
    _, told = play(start, 5, queue(Gather("wood", 2), loop=True))
    assert told.deeds[0].skips == ()


def test_a_carpenter_makes_hammers_and_lays_them_down_in_a_loop() -> None:
    start = world([((4, 4), held(wood=3, stone=3))], benches=[((4, 5), "hammer")])
    after, told = play(start, 7, queue(Craft("hammer"), Dump("hammer"), loop=True))
    assert lies(after, "hammer") == {(4, 5): 3}
    assert after.made == (3, 0)
    assert told.deeds[0].crafted == told.deeds[0].dropped == held(hammer=3)
    # A step, then 5 for 2 (material) each time a hammer is made, and back to nothing when it is laid down.
    assert [delta for (delta,) in told.deltas] == [0, 3, -5, 3, -5, 3, -5]


def test_without_loop_a_queue_is_done_once() -> None:
    start = world([((4, 4), held(wood=3, stone=3))], benches=[((4, 4), "hammer")])
    after, _ = play(start, 9, queue(Craft("hammer"), Dump("hammer")))
    assert after.made == (1, 0)


def test_every_round_starts_from_the_first_line() -> None:
    start = world([((4, 4), held())], [((4, 4), "wood", 9)])
    orders = queue(Gather("wood", 2), Wait(10))
    middle, _ = play(start, 5, orders)
    after, _ = play(middle, 5, orders)
    assert has(after, 0, "wood") == 4


def test_tools_are_handed_over_by_the_ground_and_the_round_names_both() -> None:
    start = world([((4, 4), held(hammer=1)), ((4, 6), held())])
    after, told = play(start, 6, queue(Dump("hammer"), Explore()), queue(Gather("hammer", 2), loop=True))
    assert has(after, 1, "hammer") == 1
    assert told.handed == (Handed(0, 1, "hammer", 1),)


def test_taking_back_ones_own_tool_is_no_hand_over() -> None:
    start = world([((0, 0), held()), ((4, 4), held(coal=1, wood=1))], benches=[((4, 4), "torch")])
    after, told = play(start, 4, REST, queue(Craft("torch"), Dump("torch")))
    assert lies(after, "torch") == {(4, 4): 1}
    assert told.handed == ()
    # A rival may take it as well, and the giver is still known in a later round.
    later = world([((4, 5), held()), ((0, 0), held())])
    later, told = play(
        World(later.instance, 7, 0, (later.bodies[0], later.bodies[1]), after.piles, ((), ()), after.made),
        4,
        queue(Gather("torch", 1)),
        REST,
    )
    assert told.handed == (Handed(1, 0, "torch", 1),)


def test_coal_under_ones_feet_is_not_there_without_a_hammer() -> None:
    start = world([((0, 0), held()), ((4, 4), held())], [((4, 4), "coal", 3)])
    after, told = play(start, 2, REST, queue(Gather("coal", 2)))
    assert has(after, 1, "coal") == 0
    assert told.deeds[1].skips == (Skip(0, "gate", "hammer"),)


def test_dropping_the_only_hammer_hides_coal_at_once() -> None:
    # No role's plans come to this; the world holds it all the same.
    start = world([((0, 0), held()), ((4, 4), held(hammer=1))], [((4, 4), "coal", 5)])
    after, told = play(start, 6, REST, queue(Gather("coal", 1), Dump("hammer"), Gather("coal", 4)))
    assert has(after, 1, "coal") == 1
    assert lies(after, "hammer") == {(4, 4): 1}
    assert told.deeds[1].skips == (Skip(2, "gate", "hammer"),)


def test_picking_up_a_hammer_opens_the_coal_for_the_next_line() -> None:
    start = world([((0, 0), held()), ((4, 4), held())], [((4, 5), "hammer", 1), ((4, 6), "coal", 5)])
    after, _ = play(start, 6, REST, queue(Gather("hammer", 1), Gather("coal", 2)))
    assert (has(after, 1, "hammer"), has(after, 1, "coal")) == (1, 2)


def test_caps_end_a_gathering_and_a_full_carpenter_can_still_drop() -> None:
    full = held(wood=99, hammer=1)
    start = world([((4, 4), full), ((0, 0), held())], [((4, 4), "wood", 9), ((4, 4), "stone", 9)])
    after, _ = play(start, 6, queue(Gather("wood", 10), Dump("hammer")), queue(Gather("stone", 5)))
    assert (has(after, 0, "wood"), has(after, 0, "hammer")) == (100, 0)
    assert lies(after, "hammer") == {(4, 4): 1}


def test_a_miner_never_holds_stone_even_if_it_was_ordered_to() -> None:
    start = world([((0, 0), held()), ((4, 4), held())], [((4, 4), "stone", 5)])
    after, told = play(start, 3, REST, queue(Gather("stone", 1)))
    assert has(after, 1, "stone") == 0
    assert told.deeds[1].skips == (Skip(0, "full", "stone"),)


def test_two_who_want_one_cell_take_turns_by_the_tick() -> None:
    bodies = [((4, 3), held()), ((4, 5), held()), ((0, 0), held())]
    start = world(bodies, [((4, 4), "wood", 5)], carpenters=2)
    first, _ = play(start, 1, queue(Gather("wood", 1)), queue(Gather("wood", 1)), REST)
    assert (where(first, 0), where(first, 1)) == ((4, 4), (4, 5))
    # In the next tick seat 1 goes first.
    later = World(start.instance, 7, 1, start.bodies, start.piles, start.benches, start.made)
    second, _ = play(later, 1, queue(Gather("wood", 1)), queue(Gather("wood", 1)), REST)
    assert (where(second, 0), where(second, 1)) == ((4, 3), (4, 4))


def test_who_stays_blocks_its_cell_and_those_who_want_each_others_change_places() -> None:
    start = world(
        [((4, 4), held()), ((4, 5), held())],
        [((4, 5), "wood", 1), ((4, 4), "wood", 1)],
        carpenters=2,
    )
    rested, _ = play(start, 3, queue(Gather("stone", 1)), REST)
    assert (where(rested, 0), where(rested, 1)) == ((4, 4), (4, 5))
    swapped = world([((4, 4), held()), ((4, 5), held())], [((4, 5), "wood", 1), ((4, 4), "stone", 1)], carpenters=2)
    swapped, _ = play(swapped, 2, queue(Gather("wood", 1)), queue(Gather("stone", 1)))
    assert (where(swapped, 0), where(swapped, 1)) == ((4, 5), (4, 4))
    assert (has(swapped, 0, "wood"), has(swapped, 1, "stone")) == (1, 1)


def test_a_plan_waits_a_little_for_a_blocked_pile_and_then_gives_way_to_the_next_line() -> None:
    start = world([((4, 4), held()), ((4, 6), held())], [((4, 6), "wood", 5), ((2, 4), "stone", 5)], carpenters=2)
    after, _ = play(start, 12, queue(Gather("wood", 1), Gather("stone", 1)), REST)
    assert has(after, 0, "wood") == 0
    assert has(after, 0, "stone") == 1


def test_a_crowd_makes_room_for_nobody() -> None:
    ring = [((4, 5), held()), ((3, 4), held()), ((5, 4), held()), ((4, 3), held())]
    start = world([((4, 4), held()), *ring], [((2, 4), "wood", 1)], carpenters=5)
    after, told = play(start, 6, queue(Gather("wood", 1)), *[REST] * 4)
    assert where(after, 0) == (4, 4)
    assert told.deeds[0].skips == (Skip(0, "blocked", ""),)


def test_goto_ends_beside_the_player() -> None:
    start = world([((4, 4), held()), ((2, 3), held())])
    after, _ = play(start, 8, queue(Goto("miner_0")), REST)
    assert distance(9, after.bodies[0].cell, after.bodies[1].cell) == 1


def test_explore_walks_five_ticks_and_then_turns_to_what_it_has_not_seen() -> None:
    start = world([((4, 4), held())], size=15)
    after, _ = play(start, 5, queue(Explore()))
    assert distance(15, start.bodies[0].cell, after.bodies[0].cell) == 5
    longer, _ = play(start, 40, queue(Explore(), loop=True))
    # 25 cells in view at the start, 5 more a step at best, 225 in all; wandering at random sees far fewer.
    assert int(longer.bodies[0].looked, 16).bit_count() >= 190


def test_explore_ends_when_something_of_use_comes_into_view() -> None:
    start = world([((4, 4), held())], [(at, "wood", 1) for at in ((4, 8), (4, 0), (8, 4), (0, 4))], size=15)
    after, told = play(start, 5, queue(Explore(), Gather("wood", 1)))
    # Two steps to see it, two to reach it, one to pick it up: a full walk of five would have taken all the time.
    assert has(after, 0, "wood") == 1
    assert told.deeds[0].skips == ()


def test_what_others_show_is_known_but_gates_stay_ones_own() -> None:
    bodies = [((4, 4), held()), ((4, 12), held(torch=1))]
    start = world(bodies, [((4, 12), "iron", 1), ((5, 12), "stone", 1)], carpenters=2, size=15)
    shown = ((1,), ())
    blind, _ = play_round(start, (queue(Gather("stone", 1)), REST), 12)
    led, _ = play_round(start, (queue(Gather("stone", 1)), REST), 12, lambda tick: shown)
    assert (has(blind, 0, "stone"), has(led, 0, "stone")) == (0, 1)
    _, told = play_round(start, (queue(Gather("iron", 1)), REST), 3, lambda tick: shown)
    assert told.deeds[0].skips == (Skip(0, "gate", "torch"),)


def test_who_is_shown_what_may_change_in_the_middle_of_a_round() -> None:
    start = world([((4, 4), held()), ((4, 12), held())], [((4, 11), "stone", 1)], carpenters=2, size=15)
    queues = (queue(Gather("stone", 1), loop=True), REST)
    after, _ = play_round(start, queues, 3, lambda tick: ((1,), ()) if tick >= 2 else ((), ()))
    assert distance(15, start.bodies[0].cell, after.bodies[0].cell) == 1


def test_the_stage_ends_at_its_last_tick() -> None:
    start = world([((4, 4), held())], ticks=3)
    after, told = play(start, 10, queue(Wait(10)))
    assert (after.tick, after.over, len(told.deltas)) == (3, True, 3)


def test_ones_own_tool_is_taken_back_without_a_word() -> None:
    start = world([((0, 0), held()), ((4, 4), held(hammer=1))])
    after, told = play(start, 2, REST, queue(Dump("hammer"), Gather("hammer", 1)))
    assert has(after, 1, "hammer") == 1
    assert told.handed == ()


def test_of_several_tools_on_a_cell_the_newest_is_picked_up_first() -> None:
    start = world([((4, 4), held(hammer=1)), ((4, 5), held())])
    field = Field(start, alone(start.instance))
    field.drop(0, 2)
    field.cells = [0, field.cells[0]]
    field.held[1][2] = 1
    field.drop(1, 2)
    assert (field.pick(1, 2), field.pick(1, 2)) == (1, 0)


def test_a_first_hammer_makes_explored_ground_new_again() -> None:
    # Coal may lie where it was not to be seen before.
    start = world([((0, 0), held()), ((4, 4), held())], size=15)
    walked, _ = play(start, 30, REST, queue(Explore(), loop=True))
    assert int(walked.bodies[1].looked, 16).bit_count() > 25
    hammer = Pile(walked.bodies[1].cell, "hammer", 1, 0)
    there = World(walked.instance, 7, 30, walked.bodies, (hammer,), walked.benches, (1, 0))
    after, _ = play(there, 1, REST, queue(Gather("hammer", 1)))
    assert int(after.bodies[1].looked, 16).bit_count() == 25


def test_two_neighbours_with_piles_elsewhere_do_not_dance_round_each_other() -> None:
    bodies = [((1, 5), held()), ((0, 5), held())]
    piles = [((0, 4), "stone", 5), ((5, 5), "stone", 2), ((1, 4), "wood", 5), ((2, 0), "wood", 5)]
    start = world(bodies, piles, carpenters=2, size=7, radius=3)  # type: ignore[arg-type]
    after, _ = play(start, 8, queue(Gather("stone", 3)), queue(Gather("wood", 3)))
    assert (has(after, 0, "stone"), has(after, 1, "wood")) == (3, 3)


def test_the_whole_inventory_has_a_cap_of_its_own() -> None:
    assert room(held(wood=100, stone=99), EASY_CARPENTER, 2) == 1
    assert room(held(wood=100, stone=100), EASY_CARPENTER, 2) == 0
