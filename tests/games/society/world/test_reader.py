"""Texts and the queues they mean; refusals that say what is allowed and do not repeat the text."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import Unclear
from games.society.world.plans import Craft, Dump, Explore, Gather, Goto, Plan, Queue, Wait, kinds, written
from games.society.world.reader import Orders, read_plans
from games.society.world.things import EASY_CARPENTER, EASY_MINER, HARD_CARPENTER, HARD_MINER, NOTHING, Kit
from games.society.world.wording import refusal
from tests.games.society.world.helpers import held

NAMES = ("carpenter_0", "carpenter_1", "miner_0", "miner_1")
WOOD = (Gather("wood", 5),)


def read(text: str, kit: Kit = HARD_CARPENTER, **more: Any) -> Orders | Unclear:
    return read_plans(text, kit, NAMES, **more)


def plans(text: str, kit: Kit = HARD_CARPENTER, **more: Any) -> tuple[Plan, ...]:
    found = read(text, kit, **more)
    assert isinstance(found, Orders), found
    return found.queue.plans


@pytest.mark.parametrize(
    "text",
    [
        "GATHER 5 WOOD",
        "gather 5 wood.",
        "1. gather 5 wood",
        "GATHER  5\tWOOD",
        "Plan: GATHER 5 WOOD.",
        "plan: gather 5 wood",
        "/plan gather 5 wood",
        "**GATHER 5 WOOD**",
        "`gather 5 wood`",
        "GATHER ５ WOOD",
        "GATHER 5 <WOOD>",
        "GATHER <5> <WOOD>",
    ],
)
def test_plans_in_form(text: str) -> None:
    assert read(text) == Orders(Queue(WOOD, True), False)


@pytest.mark.parametrize(
    "text",
    [
        "gather wood",
        "collect 5 woods",
        "get 5 logs",
        "Gather five wood",
        "gather 5 🪵",
        "- gather 5 units of wood",
        "please gather 5 wood",
        "I'd like to gather 5 wood",
        "gather 5 wood, please!",
        "pick up 5 wood",
        "gather wood x5",
    ],
)
def test_plans_that_are_repaired_are_shown_again(text: str) -> None:
    found = read(text)
    assert isinstance(found, Orders)
    assert found.queue.plans == WOOD
    assert found.repaired


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gather 3 stones", Gather("stone", 3)),
        ("gather 2 Torchs", Gather("torch", 2)),
        ("gather 2 torches", Gather("torch", 2)),
        ("gather 10 iron", Gather("iron", 10)),
        ("craft hammer", Craft("hammer")),
        ("CRAFT 1 HAMMER", Craft("hammer")),
        ("craft a hammer", Craft("hammer")),
        ("make one 🔨", Craft("hammer")),
        ("dump hammer", Dump("hammer")),
        ("drop my hammer here", Dump("hammer")),
        ("DUMP 1 HAMMER", Dump("hammer")),
        ("EXPLORE MAP", Explore()),
        ("explore", Explore()),
        ("explore the map", Explore()),
        ("goto miner 1", Goto("miner_1")),
        ("go to carpenter_1", Goto("carpenter_1")),
        ("gather a stone", Gather("stone", 1)),
        ("gather all the wood", Gather("wood", 10)),
        ("gather all stones", Gather("stone", 10)),
        ("grab 3 logs", Gather("wood", 3)),
        ("harvest 2 wood", Gather("wood", 2)),
        ("create a hammer", Craft("hammer")),
        ("drop it", Dump("hammer")),
        ("lay down the hammer", Dump("hammer")),
        ("wander", Explore()),
        ("goto @miner_1", Goto("miner_1")),
        ("wait three ticks", Wait(3)),
        ("wait 3", Wait(3)),
        ("wait", Wait(1)),
    ],
)
def test_single_plans(text: str, expected: Plan) -> None:
    assert plans(text) == (expected,)


LINES = (Dump("hammer"), Craft("hammer"), Dump("hammer"), Gather("wood", 4))


@pytest.mark.parametrize(
    "text",
    [
        "dump hammer / craft hammer / dump hammer / gather 4 wood",
        "dump hammer\ncraft hammer\ndump hammer\ngather 4 wood",
        "1. dump hammer\n2. craft hammer\n3. dump hammer\n4. gather 4 wood",
        "dump hammer; craft hammer; dump hammer; gather 4 wood",
        "dump hammer, craft hammer, dump hammer and gather 4 wood",
        "dump hammer -> craft hammer → dump hammer => gather 4 wood",
        "1) dump hammer 2) craft hammer 3) dump hammer 4) gather 4 wood",
        "DUMP HAMMER, then craft a hammer and dump it, then gather four wood!",
        "dump hammer, then craft hammer, then dump hammer, and then gather 4 wood.",
        "Dump hammer. Craft hammer. Dump hammer. Gather 4 wood.",
        "Plan: DUMP HAMMER.\nPlan: CRAFT 1 HAMMER.\nPlan: DUMP HAMMER.\nPlan: GATHER 4 WOOD.",
        "Thoughts: miner_1 is near.\nPlan: dump hammer / craft hammer\nPlan: dump hammer / gather 4 wood",
    ],
)
def test_queues(text: str) -> None:
    found = read(text)
    assert isinstance(found, Orders), found
    assert found.queue == Queue(LINES, True)


@pytest.mark.parametrize(
    ("text", "loop"),
    [
        ("gather 5 wood once", False),
        ("gather 5 wood (no loop)", False),
        ("gather 5 wood, loop", True),
        ("gather 5 wood\nonce", False),
        ("gather 5 wood repeat.", True),
    ],
)
def test_looping_can_be_said(text: str, loop: bool) -> None:
    found = read(text)
    assert isinstance(found, Orders), found
    assert found.queue == Queue(WOOD, loop)


@pytest.mark.parametrize(
    ("text", "kit", "owned", "sentence"),
    [
        ("GATHER 0 WOOD", HARD_CARPENTER, {}, "1 to 10 per plan line."),
        ("gather -3 wood", HARD_CARPENTER, {}, "1 to 10 per plan line."),
        ("gather 11 wood", HARD_CARPENTER, {}, "1 to 10 per plan line."),
        ("gather 2.5 wood", HARD_CARPENTER, {}, "1 to 10 per plan line."),
        ("gather zero wood", HARD_CARPENTER, {}, "1 to 10 per plan line."),
        ("gather twenty wood", HARD_CARPENTER, {}, "1 to 10 per plan line."),
        ("wait twelve", HARD_CARPENTER, {}, "1 to 10 per plan line."),
        ("gather a coal", HARD_CARPENTER, {}, "Carpenters cannot hold coal."),
        ("mine 3 stones", EASY_MINER, {}, "Miners cannot hold stone."),
        ("make 5 hammers", EASY_CARPENTER, {}, "Craft 1 per line. Add lines, or end with loop to repeat."),
        ("gather 3 torches", EASY_CARPENTER, {}, "Carpenters cannot hold torches."),
        ("build a torch", HARD_MINER, {"wood": 2}, "Missing: 1 coal."),
        ("drop a torch", HARD_MINER, {}, "You hold no torch."),
        (f"gather {'9' * 500} wood", HARD_CARPENTER, {}, "1 to 10 per plan line."),
        ("GATHER 5 COAL", HARD_CARPENTER, {}, "Carpenters cannot hold coal."),
        ("GATHER 5 STONE", HARD_MINER, {}, "Miners cannot hold stone."),
        ("GATHER 5 WOOD", EASY_MINER, {}, "Miners cannot hold wood."),
        ("GATHER 2 HAMMER", HARD_CARPENTER, {}, "Carpenters do not gather hammers."),
        ("GATHER 2 IRON", HARD_CARPENTER, {}, "You need a torch to see iron."),
        ("GATHER 2 COAL", HARD_MINER, {}, "You need a hammer to see coal."),
        ("GATHER 5 WOOD AND 5 STONE", HARD_CARPENTER, {}, "One item per line."),
        ("gather 5 wood, 5 stone", HARD_CARPENTER, {}, "One item per line."),
        ("CRAFT 2 HAMMER", HARD_CARPENTER, {}, "Craft 1 per line. Add lines, or end with loop to repeat."),
        ("dump 3 hammers", HARD_CARPENTER, {}, "Dump 1 per line. Add lines, or end with loop to repeat."),
        ("CRAFT 1 HAMMER", HARD_CARPENTER, {"hammer": 1}, "You already hold a hammer; DUMP it first."),
        ("CRAFT 1 TORCH", HARD_MINER, {"torch": 1}, "You already hold a torch; DUMP it first."),
        ("CRAFT 1 HAMMER", HARD_CARPENTER, {"wood": 4}, "Missing: 1 stone."),
        ("CRAFT 1 TORCH", HARD_MINER, {}, "Missing: 1 wood, 1 coal."),
        ("CRAFT 1 TORCH", HARD_CARPENTER, {"wood": 1}, "Carpenters cannot craft a torch."),
        ("CRAFT 1 HAMMER", HARD_MINER, {}, "Miners cannot craft a hammer."),
        ("DUMP TORCH", EASY_CARPENTER, {}, "Carpenters cannot dump a torch."),
        ("DUMP HAMMER", HARD_CARPENTER, {}, "You hold no hammer."),
        ("DUMP WOOD", HARD_CARPENTER, {}, "Only tools can be dumped."),
        ("craft wood", HARD_CARPENTER, {}, "Only tools can be crafted: a hammer, a torch."),
        ("wait 11", HARD_CARPENTER, {}, "1 to 10 per plan line."),
        ("goto miner_9", HARD_CARPENTER, {}, "The players are carpenter_0, carpenter_1, miner_0, miner_1."),
        ("\n".join(["explore"] * 6), HARD_CARPENTER, {}, "At most 5 lines."),
        ("explore\ngather 5 coal", HARD_CARPENTER, {}, "Line 2: Carpenters cannot hold coal."),
        ("gather 100 wood", HARD_CARPENTER, {"wood": 100}, "1 to 10 per plan line."),
        ("gather 1 wood", HARD_CARPENTER, {"wood": 100}, "You have no room for more wood."),
    ],
)
def test_refusals_say_what_is_allowed(text: str, kit: Kit, owned: dict[str, int], sentence: str) -> None:
    found = read(text, kit, held=held(**owned))
    assert isinstance(found, Unclear), found
    assert refusal(found.code, found.facts) == sentence


@pytest.mark.parametrize(
    "text",
    [
        "EXPLORE NORTH",
        "explore 3",
        "gather 5 gold",
        "gather",
        "dump",
        "gather ½ wood",
        "gather ② wood",
        "dump all hammers",
        "gather 2 3 wood",
        "gather wood or stone maybe",
        "craft",
        "wait for miner_0",
        "gather 5 wood 🔨",
    ],
)
def test_what_is_no_plan_is_refused_with_the_list_of_plans(text: str) -> None:
    found = read(text)
    assert isinstance(found, Unclear), found
    assert found.code in ("plan_format", "plan_two")
    if found.code == "plan_format":
        assert all(kind in refusal(found.code, found.facts) for kind in kinds(HARD_CARPENTER))


@pytest.mark.parametrize(
    "text",
    ["", "   ", "hello there", "I get it", "who takes the coal?", "pass", "Thoughts: gather 5 wood", "\x00", "…"],
)
def test_talk_is_no_plan(text: str) -> None:
    found = read(text)
    assert isinstance(found, Unclear)
    assert found.code == "plan_none"
    assert refusal(found.code, found.facts) == "Write one to 5 plans, one a line, such as EXPLORE MAP."


def test_models_must_say_plan_and_what_they_think_does_not_count() -> None:
    assert isinstance(read("gather 5 wood", ai=True), Unclear)
    thinking = "Thoughts: first I will\nPlan: DUMP HAMMER.\nThoughts: no, better\nPlan: GATHER 5 WOOD."
    assert plans(thinking, ai=True) == WOOD
    assert plans("I think wood is scarce.\nPlan: gather 5 wood", ai=True) == WOOD
    assert plans("Thoughts: wood is scarce. Plan: GATHER 5 WOOD.", ai=True) == WOOD
    assert plans("Thoughts: the plan: coal, later.\nBut now this plan: gather 5 wood", ai=True) == WOOD
    assert plans("Thoughts: my plan: coal later.\nPlan: GATHER 5 WOOD.", ai=True) == WOOD


def test_in_a_longer_queue_a_line_is_checked_when_its_turn_comes() -> None:
    assert plans("gather 1 stone / gather 1 wood / craft hammer / dump hammer", held=NOTHING)[2:] == LINES[1:3]


def test_goto_and_wait_can_be_switched_off() -> None:
    assert isinstance(read("goto miner_0", extras=False), Unclear)
    assert isinstance(read("wait 2", extras=False), Unclear)


@given(st.sampled_from([EASY_CARPENTER, EASY_MINER, HARD_CARPENTER, HARD_MINER]), st.data())
def test_what_is_written_is_read_back(kit: Kit, data: st.DataObject) -> None:
    gathers: st.SearchStrategy[Plan] = st.builds(Gather, st.sampled_from(kit.gathers), st.integers(1, 10))
    others: list[Plan] = [Explore(), Wait(3), Goto("miner_1"), *map(Craft, kit.crafts), *map(Dump, kit.dumps)]
    queue = tuple(data.draw(st.lists(gathers | st.sampled_from(others), min_size=1, max_size=5)))
    for text in ("\n".join(map(written, queue)), " / ".join(map(written, queue))):
        assert read(text, kit) == Orders(Queue(queue, True), False)


@pytest.mark.parametrize(
    "text",
    [
        "plan " * 300 + ":",
        "plan: " * 2000,
        "- " * 4000,
        " " * 9000 + "gather",
        "gather wood, then " * 500,
        "/" * 9000,
        "\n" * 9000 + "gather north",
        "gather wood " + "loop " * 3000,
        "plan " + "1 " * 4000,
        "thoughts:" * 3000,
    ],
)
def test_texts_made_to_keep_a_reader_busy_do_not(text: str) -> None:
    found = read(text)
    assert isinstance(found, Unclear)
    assert refusal(found.code, found.facts)


@given(st.text(max_size=300) | st.text("plan:gather wood stone 123 /;.,<>*`\n", max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    found = read(text, held=NOTHING)
    assert isinstance(found, Orders) or refusal(found.code, found.facts)
