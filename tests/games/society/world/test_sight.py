"""A seat's sight: its window, through its gates, and what others show it; in columns and in words."""

from fractions import Fraction

import pytest

from games.core.post import Tile
from games.society.world.chart import bars, board, chart, doable, inventory, legend, nearby, observation
from games.society.world.instance import EASY, HARD, SOCIAL, Instance
from games.society.world.plans import Craft, Dump, Explore, Gather, Plan, Queue, Wait, written
from games.society.world.policies import cooperative
from games.society.world.rounds import play_round
from games.society.world.sight import look, nearest
from games.society.world.state import place
from tests.games.society.world.helpers import held, world

REST = Queue((Wait(1),), True)
BENCHES = [((4, 4), "hammer"), ((4, 5), "torch")]


def test_coal_iron_and_torch_benches_show_only_to_those_who_hold_what_opens_them() -> None:
    piles = [((4, 5), "coal", 2), ((5, 4), "iron", 1), ((5, 5), "wood", 3)]
    bare, rich = (
        look(world([((4, 4), items), ((0, 0), held())], piles, BENCHES, carpenters=0), 0)  # type: ignore[arg-type]
        for items in (held(), held(hammer=1, torch=1, coal=1))
    )
    assert [nearest(bare, item) for item in ("coal", "iron", "wood")] == [None, None, (2, 3)]
    assert [nearest(rich, item) for item in ("coal", "iron", "wood")] == [(1, 2), (1, 1), (2, 3)]
    assert {tool for square in bare.squares for tool in square.benches} == {"hammer"}
    assert {tool for square in rich.squares for tool in square.benches} == {"hammer", "torch"}


def test_a_shared_view_adds_what_the_sharer_sees_and_nothing_of_what_it_holds() -> None:
    bodies = [((4, 4), held()), ((4, 12), held(hammer=1, wood=77))]
    state = world(bodies, [((4, 13), "coal", 5), ((3, 3), "coal", 4)], carpenters=0, size=15)
    alone, led = look(state, 0), look(state, 0, ((1,), ()))
    assert nearest(alone, "coal") is None
    assert nearest(led, "coal") == (6, 5)  # round the edge; the coal beside it stays hidden from it
    assert (len(alone.squares), len(led.squares)) == (25, 50)
    assert "77" not in repr(led)
    assert chart(led) == chart(alone)


def test_on_the_easy_map_a_seat_sees_everything() -> None:
    sight = look(place(EASY, 3), 0)
    assert sight.sees_all
    assert len(sight.squares) == 49


def test_the_chart_puts_the_viewer_in_its_centre_over_the_edge_of_the_map() -> None:
    bodies = [((0, 0), held(wood=4, stone=6, hammer=1)), ((1, 2), held()), ((8, 8), held())]
    piles = [((0, 8), "wood", 5), ((2, 1), "stone", 12), ((7, 7), "hammer", 2), ((7, 7), "wood", 5)]
    state = world(bodies, piles, [((0, 0), "hammer"), ((0, 1), "hammer")], carpenters=2)  # type: ignore[arg-type]
    sight = look(state, 0)
    assert chart(sight).split("\n") == [
        "H2  .   .   .   .",
        ".   M0  .   .   .",
        ".   w5  @ h . h .",
        ".   .   .   .   C1",
        ".   .   .   s+  .",
    ]
    assert legend(sight) == "@ you, C1 carpenter_1\nM0 miner_0, w wood, s stone\nH hammer, h hammer bench"
    assert inventory(sight) == "wood 4, stone 6, hammer 1/1"
    assert nearby(sight) == (
        "5 wood at 1 step",
        "12 stone at 3",
        "2 hammers at 4",
        "hammer bench here",
        "miner_0 at 2",
        "carpenter_1 at 3",
    )


def test_models_read_the_nearest_of_each_kind() -> None:
    state = world(
        [((4, 4), held(wood=3, stone=6, hammer=1)), ((4, 5), held())],
        [((4, 2), "wood", 5), ((2, 4), "stone", 4), ((4, 6), "wood", 1)],
        [((4, 4), "hammer")],
    )
    assert observation(look(state, 0)) == (
        (
            "The resources in your observation are: [Wood, Stone]. The distances of them are [2, 2] steps away."
            " The numbers of them are [5, 4] respectively."
        ),
        "The event grid in your observation are: [Hammer Event]. The distances of them are [0] steps away.",
        "The people in your observation are: [miner_0]. The distances of them are [1] steps away.",
        "Your current inventory:",
        "You have 3 Wood, 6 Stone, 1 Hammer.",
        "Legal plans now: GATHER <1-6> WOOD, GATHER <1-4> STONE, DUMP HAMMER, EXPLORE MAP.",
    )
    empty = observation(look(world([((0, 0), held())], carpenters=0), 0))
    assert "are: []. The distances of them are [] steps away. The numbers of them are [] respectively." in empty[0]
    assert empty[-2:] == ("You have NOTHING in your inventory.", "Legal plans now: EXPLORE MAP.")


def test_charts_and_legends_fit_a_phone() -> None:
    for kind in (EASY, HARD):
        state = place(kind, 2)
        for _ in range(6):
            sights = [look(state, seat) for seat in range(kind.seats)]
            for sight in sights:
                lines = [*chart(sight).split("\n"), *legend(sight).split("\n")]
                assert max(map(len, lines)) <= 30, lines
            state, _ = play_round(state, [cooperative(sight, 0) for sight in sights], 10)


def test_bars_show_who_earned_how_much_and_fit_a_phone() -> None:
    rows = [("carpenter_0", Fraction(235, 2), "117.50"), ("you", Fraction(47), "47"), ("miner_3", Fraction(-3), "-3")]
    assert bars(rows).split("\n") == [
        "carpenter_0 ██████████ 117.50",
        "you         ████ 47",
        "miner_3     -3",
    ]
    assert bars([("you", Fraction(0), "0")]) == "you 0"
    assert bars([]) == ""


def test_a_board_holds_what_the_chart_shows() -> None:
    bodies = [((4, 4), held()), ((4, 5), held())]
    state = world(bodies, [((4, 5), "wood", 5), ((3, 4), "hammer", 2), ((3, 4), "stone", 9)], BENCHES)  # type: ignore[arg-type]
    sight = look(state, 0)
    shown = board(sight)
    assert shown.you == "carpenter_0"
    assert shown.rows[2][2] == Tile("", 0, "carpenter_0", "hammer")
    assert shown.rows[2][3] == Tile("wood", 5, "miner_0", "")
    assert shown.rows[1][2] == Tile("hammer", 2, "", "")
    assert shown.text == f"{chart(sight)}\n\n{legend(sight)}"
    assert "5 wood at 1 step" in shown.alt


@pytest.mark.parametrize("kind", [EASY, HARD, SOCIAL])
def test_what_is_called_legal_now_is_what_would_not_be_skipped(kind: Instance) -> None:
    state = place(kind, 4)
    for _ in range(5):
        sights = [look(state, seat) for seat in range(kind.seats)]
        for seat, sight in enumerate(sights):
            listed = {plan.replace("<1-", "").split(">")[0].split()[0] + plan.split()[-1] for plan in doable(sight)}
            plans: list[Plan] = [Explore(), *(Gather(item, 1) for item in sight.kit.gathers)]
            plans += [*map(Craft, sight.kit.crafts), *map(Dump, sight.kit.dumps)]
            for plan in plans:
                orders = [Queue((plan,), False) if other == seat else REST for other in range(kind.seats)]
                _, told = play_round(state, orders, 1)
                words = written(plan).split()
                assert (words[0] + words[-1] in listed) == (not told.deeds[seat].skips), (plan, told.deeds[seat])
        state, _ = play_round(state, [cooperative(sight, 0) for sight in sights], 10)
