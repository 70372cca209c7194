"""Assignment of conditions: permuted blocks by a recorded seed, and refills by "complete + active"."""

import asyncio
import json
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.operators.realms import load, slots
from bot.session.model.inbound import Answer, Command, Inbound
from bot.session.model.terms import Setup
from bot.studies import ledger
from bot.studies.design import Cell
from bot.studies.ledger import Fate, Ledger, label_of
from storage.base import Commit, StoreError
from tests.bot.operators.harness import BOSS, HERE, Office

DESIGN = tuple(Cell(f"{a}{b}", ()) for a in "xy" for b in "123")


def assigned(seed: int, n: int, cells: tuple[Cell, ...] = DESIGN) -> tuple[Ledger, list[str]]:
    book, labels = Ledger(), []
    for i in range(n):
        book, taken = ledger.take(book, cells, seed, f"s{i}", i)
        labels.append(taken.label)
    return book, labels


@given(st.integers(0, 2**32 - 1))
def test_sixty_sessions_fill_a_two_by_three_design_ten_each(seed: int) -> None:
    _, labels = assigned(seed, 60)
    assert set(Counter(labels).values()) == {10}
    for block in range(0, 60, 6):
        assert len(set(labels[block : block + 6])) == 6


@given(st.integers(0, 2**32 - 1))
def test_the_same_seed_gives_the_same_order(seed: int) -> None:
    assert assigned(seed, 30)[1] == assigned(seed, 30)[1]


def test_another_seed_gives_another_order() -> None:
    assert len({tuple(assigned(seed, 12)[1]) for seed in range(20)}) > 15


@given(st.integers(0, 1000), st.sets(st.integers(0, 59), max_size=30))
def test_after_drop_outs_just_their_conditions_are_refilled(seed: int, dropped: set[int]) -> None:
    book, labels = assigned(seed, 60)
    fates: dict[str, Fate] = {f"s{i}": "dropped" if i in dropped else "complete" for i in range(60)}
    book = ledger.settled(book, fates)
    assert sum(n for _, n in book.complete) == 60 - len(dropped)
    refilled = []
    for i in range(len(dropped)):
        book, taken = ledger.take(book, DESIGN, seed, f"again{i}", 100)
        refilled.append(taken.label)
    assert sorted(refilled) == sorted(labels[i] for i in dropped)
    counted = Counter(dict(book.complete)) + Counter(t.label for t in book.active)
    assert set(counted.values()) == {10}


@given(st.integers(0, 1000), st.lists(st.integers(1, 5), min_size=1, max_size=4))
def test_weights_are_shares_of_each_block(seed: int, weights: list[int]) -> None:
    cells = tuple(Cell(str(i), (), weight) for i, weight in enumerate(weights))
    _, labels = assigned(seed, sum(weights) * 3, cells)
    assert Counter(labels) == {str(i): 3 * weight for i, weight in enumerate(weights)}


def test_a_session_that_asks_again_keeps_its_slot() -> None:
    book, first = ledger.take(Ledger(), DESIGN, 7, "s", 1)
    assert ledger.take(book, DESIGN, 7, "s", 2) == (book, first)


def test_a_completed_session_that_is_struck_out_makes_room_for_one_like_it() -> None:
    book, labels = assigned(3, 6)
    book = ledger.settled(book, {f"s{i}": "complete" for i in range(6)})
    book = ledger.struck(book, 4, labels[4])
    assert ledger.struck(book, 4, labels[4]) == book
    assert ledger.take(book, DESIGN, 3, "new", 9)[1].label == labels[4]


def test_a_slot_that_somebody_else_took_meanwhile_is_not_struck_out() -> None:
    book, labels = assigned(3, 6)
    book = ledger.settled(book, {f"s{i}": "complete" for i in range(6)})
    book, taken = ledger.take(ledger.struck(book, 4, labels[4]), DESIGN, 3, "new", 9)
    assert taken.slot == 4
    assert ledger.struck(book, 4, labels[4]) == book


async def test_sixty_players_are_shared_out_and_drop_outs_refilled_through_the_door(office: Office) -> None:
    await office.boss("/game new name:lab type:bargaining")
    assert "6 conditions" in await office.boss("/condition add name:lab information=exact|none rounds=2|4|6")
    await office.boss("/condition balance name:lab seed:11")
    await office.boss("/game open name:lab max_sessions:60")
    cells = await cells_of(office)
    sids = [await office.plays(f"p{i}", "lab") for i in range(60)]
    labels = [await condition(office, sid) for sid in sids]
    assert labels == [label_of(cells, 11, i) for i in range(60)]
    assert set(Counter(labels).values()) == {10}
    assert "has all the players it needs" in await office.writes("late", "/play lab")
    for i in (3, 17, 42):
        await office.boss(f"/game stop session:{sids[i]}")
    for i in (0, 1, 2):
        await office.say(f"p{i}", "accept")
    again = [await condition(office, await office.plays(f"q{i}", "lab")) for i in range(3)]
    assert sorted(again) == sorted(labels[i] for i in (3, 17, 42))
    assert "has all the players it needs" in await office.writes("late", "/play lab")
    balance = await office.boss("/condition balance name:lab")
    for cell in cells:
        complete = labels[:3].count(cell.label)
        assert f"condition {cell.label}, planned 10, complete {complete}, active {10 - complete}" in balance


async def test_a_void_session_of_an_earlier_design_frees_no_slot_of_the_one_now(office: Office) -> None:
    await office.boss("/game new name:lab type:bargaining")
    await office.boss("/condition add name:lab rounds=2|4")
    await office.boss("/game open name:lab")
    sids = []
    for user, seed in (("ann", 11), ("bob", 12)):
        await office.boss("/game close name:lab")
        await office.boss(f"/condition balance name:lab seed:{seed}")
        await office.boss("/game open name:lab")
        for other in range(2):
            sids.append(await office.plays(f"{user}{other}", "lab"))
            await office.say(f"{user}{other}", "accept")
    await office.boss("/condition balance name:lab")
    for sid in sids[:2]:
        assert "is void" in await office.boss(f"/session void session:{sid}")
    assert await balanced(office) == [1, 1]
    assert "is void" in await office.boss(f"/session void session:{sids[2]}")
    assert sorted(await balanced(office)) == [0, 1]


async def balanced(office: Office) -> list[int]:
    """Return how many sessions of each condition count as complete."""
    told = await office.boss("/condition balance name:lab")
    return [int(n) for n in re.findall(r"complete (\d+)", told)]


async def test_two_processes_give_no_slot_twice(office: Office) -> None:
    await office.boss("/game new name:lab type:bargaining")
    await office.boss("/condition add name:lab rounds=2|4|6")
    await office.boss("/game open name:lab max_sessions:12")
    processes = [office.manager, office.process()]

    async def comes(n: int) -> Answer:
        user = f"p{n}"
        act = Command("play", "lab")
        return await processes[n % 2].handle(Inbound(f"id:{n}", f"room:{user}", user, office.now, act, realm=HERE))

    answers = await asyncio.gather(*(comes(n) for n in range(16)))
    sids = [answer.sid for answer in answers if answer.what == "opened"]
    assert len(sids) == 12
    setups = [(await office.session(sid)).terms.setup for sid in sids]
    assert sorted(setup.slot for setup in setups if isinstance(setup, Setup)) == list(range(12))
    assert Counter([await condition(office, sid) for sid in sids]) == dict.fromkeys(
        ("rounds=2", "rounds=4", "rounds=6"), 4
    )


async def test_a_crash_between_slot_and_session_costs_neither(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    await office.boss("/game new name:lab type:bargaining")
    await office.boss("/condition add name:lab rounds=2|4")
    await office.boss("/game open name:lab")
    commit = office.store.commit

    async def dies(step: Commit) -> object:
        if step.head is not None and step.head.game == "bargaining":
            raise StoreError("gone")
        return await commit(step)

    with monkeypatch.context() as patch:
        patch.setattr(office.store, "commit", dies)
        with pytest.raises(StoreError):
            await office.acts("ann", Command("play", "lab"))
    [held] = (await slots(office.store, HERE, "lab")).ledger.active
    office.manager = office.process()
    assert await office.manager.recover(office.now + 1) == 1
    assert (await slots(office.store, HERE, "lab")).ledger.active == (held,)
    assert await condition(office, held.sid) == held.label
    await office.later(held.sid, 0)
    assert f"{held.label[-1]} rounds" in "\n".join(office.texts("ann"))


async def test_previews_take_no_slot(office: Office) -> None:
    await office.boss("/game new name:lab type:bargaining")
    await office.boss("/condition add name:lab rounds=2|4")
    await office.acts(BOSS, Command("game", "preview name:lab condition:rounds=4"))
    assert "4 rounds" in "\n".join(office.texts(BOSS))
    assert (await slots(office.store, HERE, "lab")).ledger == Ledger()


async def test_all_sessions_of_a_condition_play_what_it_says(office: Office) -> None:
    await office.boss("/game new name:lab type:bargaining")
    await office.boss("/condition add name:lab rounds=2|4")
    await office.boss("/game open name:lab")
    for i in range(4):
        session = await office.session(await office.plays(f"p{i}", "lab"))
        assert await condition(office, session.sid) == f"rounds={session.config.rounds}"


async def test_a_setting_that_the_first_condition_changes_can_be_changed_for_the_others(office: Office) -> None:
    await office.boss("/game new name:lab type:bargaining")
    await office.boss("/condition add name:lab rounds=2")
    await office.boss("/condition add name:lab information=none")
    assert "rounds: 6" in await office.boss("/game config name:lab")
    answer = await office.boss("/game config name:lab rounds=8")
    assert "rounds is 8 now (was 6)" in answer
    assert "Sessions with condition rounds=2 play that condition's rounds." in answer
    assert "rounds: 8" in await office.boss("/game show name:lab")
    await office.boss("/game open name:lab")
    played = {}
    for i in range(2):
        session = await office.session(await office.plays(f"p{i}", "lab"))
        played[await condition(office, session.sid)] = session.config.rounds
    assert played == {"rounds=2": 2, "information=none": 8}


async def test_a_design_that_only_its_conditions_make_playable_can_be_changed(office: Office) -> None:
    conditions = [{"label": "a", "settings": {"buyer_value": "90"}}, {"label": "b", "settings": {"buyer_value": "95"}}]
    file = {"name": "lab", "game": "bargaining", "settings": {"seller_cost": "85"}, "conditions": conditions}
    assert "a draft of" in await office.boss(f"/game import {json.dumps(file)}")
    assert "rounds is 4 now (was 6)" in await office.boss("/game config name:lab rounds=4")
    answer = await office.boss("/game config name:lab buyer_value=92")
    assert "No session plays this value of buyer_value: every condition sets its own." in answer


async def condition(office: Office, sid: str) -> str:
    setup = (await office.session(sid)).terms.setup
    assert isinstance(setup, Setup)
    return setup.condition


async def cells_of(office: Office) -> tuple[Cell, ...]:
    found = (await load(office.store, HERE)).realm.game("lab")
    assert found is not None
    return found.cells
