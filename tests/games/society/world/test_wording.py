"""The words to a seat about its own round."""

from games.society.world.plans import Craft, Dump, Explore, Gather, Goto, Queue, Wait
from games.society.world.wording import own_round
from tests.games.society.world.helpers import held, play, world


def test_a_round_is_told_in_a_line_and_skipped_plans_with_their_reasons() -> None:
    start = world([((4, 4), held(wood=2, stone=2)), ((0, 0), held())], benches=[((4, 4), "hammer")])
    orders = Queue((Craft("hammer"), Dump("hammer"), Gather("iron", 1), Gather("stone", 1), Goto("miner_0")), False)
    _, told = play(start, 5, orders, Queue((Wait(5),), True))
    assert own_round(told.deeds[0]) == (
        "You made 1 hammer and dropped 1 hammer. Your own items are worth 2 (-2).",
        "Skipped GATHER 1 IRON: needs a torch in hand.",
        "Skipped GATHER 1 STONE: no stone in view.",
        "Skipped GOTO miner_0: miner_0 is not in view.",
    )
    assert own_round(told.deeds[1]) == ("You waited. Your own items are worth 0.",)


def test_a_round_without_a_result_says_whether_one_walked_waited_or_could_do_nothing() -> None:
    start = world([((4, 4), held(hammer=1)), ((0, 0), held())], benches=[((4, 4), "hammer")])
    _, told = play(start, 5, Queue((Craft("hammer"),), True), Queue((Explore(),), True))
    assert own_round(told.deeds[0]) == (
        "You came away with nothing. Your own items are worth 5.",
        "Skipped CRAFT 1 HAMMER: you hold a hammer already; dump it first.",
    )
    assert own_round(told.deeds[1]) == ("You walked about. Your own items are worth 0.",)


def test_reasons_name_what_is_missing() -> None:
    start = world([((4, 4), held(wood=100)), ((0, 0), held(coal=1, wood=1))], [((4, 4), "wood", 1)])
    carpenter = Queue((Gather("wood", 1), Craft("hammer"), Dump("hammer")), True)
    _, told = play(start, 2, carpenter, Queue((Craft("torch"), Dump("torch")), True))
    assert own_round(told.deeds[0])[1:] == (
        "Skipped GATHER 1 WOOD: no room for wood.",
        "Skipped CRAFT 1 HAMMER: 1 stone is missing.",
        "Skipped DUMP HAMMER: no hammer held.",
    )
    assert own_round(told.deeds[1])[1] == "Skipped CRAFT 1 TORCH: no torch bench in view."
