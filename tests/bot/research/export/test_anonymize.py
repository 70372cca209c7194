"""Exports for others name nobody who played."""

import re
from pathlib import Path

import pytest

from bot.operators import transcript
from bot.research.export.formats import Form, written
from bot.research.export.log import export, stored
from bot.research.export.replay import replay
from bot.session.model.inbound import Command, Open
from bot.session.model.session import Session
from bot.session.model.terms import Terms
from games.core.codec import decode
from storage.memory import MemoryStore
from tests.bot.adapters.terminal.terminals import played
from tests.bot.operators.harness import BOSS, Office, lab

PEOPLE = ("chat:zaphod", "chat:trillian")
NAMED = re.compile("zaphod|trillian|boss", re.IGNORECASE)
LINES = ("[Offer: 1 Wheat -> 1 Ore]", "[Deny]", "hm", "no")


async def two_people_played(office: Office) -> str:
    await office.boss("/game new name:swap type:trading opponent:human max_turns=4 reading=seed")
    await office.boss("/game open name:swap")
    sid = await office.plays(PEOPLE[0], "swap")
    code = re.search(r"\b[A-Z]{6}\b", "\n".join(office.texts(PEOPLE[0])))
    assert code is not None
    await office.acts(PEOPLE[1], Command("join", code[0]))
    for n, said in enumerate(LINES):
        await office.say(PEOPLE[n % 2], said)
    return sid


@pytest.fixture
async def office() -> Office:
    store = MemoryStore()
    await store.open()
    return Office(store)


async def test_a_nameless_log_names_nobody_and_replays_to_the_same_end(office: Office) -> None:
    sid = await two_people_played(office)
    whole = b"".join([row async for row in export(office.store, sid)])
    assert NAMED.search(whole.decode())
    log = b"".join([row async for row in export(office.store, sid, names=False)])
    assert not NAMED.search(log.decode())
    assert {f"person:{n}".encode() in log for n in (1, 2)} == {True}
    assert b"person:3" not in log
    assert replay(log).result() == replay(whole).result() is not None
    assert replay(log).state == replay(whole).state


async def test_nor_do_the_folders_of_a_script(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "zaphod"
    folder.mkdir()
    (folder / "seller.txt").write_text("90\n")
    run = await played(office.store, Open("bargaining", rest=f"script:{folder / 'seller.txt'}"), "10")
    log = b"".join([row async for row in export(office.store, run.sid, names=False)])
    assert not NAMED.search(log.decode())
    assert b'"script:seller.txt"' in log
    assert replay(log).sid == run.sid


async def test_nor_does_the_log_of_a_game_that_an_operator_stopped(office: Office) -> None:
    await lab(office)
    sid = await office.plays(PEOPLE[0], "lab")
    await office.boss(f"/game stop session:{sid} reason:the bell")
    log = b"".join([row async for row in export(office.store, sid, names=False)])
    assert not NAMED.search(log.decode())
    assert b"the bell" in log
    assert BOSS.encode() not in log
    replay(log)


@pytest.mark.parametrize("form", ["clembench", "textarena"])
async def test_documents_of_other_projects_name_nobody(office: Office, form: Form) -> None:
    sid = await two_people_played(office)
    assert not NAMED.search((await written(office.store, sid, form)).decode())


async def test_transcripts_name_nobody(office: Office) -> None:
    sid = await two_people_played(office)
    loaded, records = await stored(office.store, sid)
    told = transcript.told(Session.fresh(sid, decode(loaded.head.body, Terms)), records)
    assert "1 Wheat for 1 Ore" in told
    assert not NAMED.search(told)
