"""Paying people of a panel: their ids go into a file, only at the command line, and are erased afterwards."""

import csv
import stat
from pathlib import Path

import pytest

from bot.session import vault
from bot.session.key_erasure import left
from bot.session.model.inbound import Answer, Command, Inbound
from bot.studies.parts import Whose
from games.core.post import plain
from storage.base import Store
from tests.bot.operators.harness import BOSS, HERE
from tests.bot.studies.harness import PRICE, Lab, study_of
from tests.bot.studies.test_panel import DECLARED, comes

NAME = "name:price"


class Firm(Lab):
    """A lab with people of a panel, and operators in a chat and at a command line."""

    async def boss_says(self, words: str, place: str = "room:boss") -> str:
        self._ids += 1
        self.now += 1
        name, _, args = words.partition(" ")
        inbound = Inbound(f"in:{self._ids}", place, BOSS, self.now, Command(name, args), True, BOSS, realm=HERE)
        before = len(self.seen)
        answer: Answer = await self.manager.handle(inbound)
        await self.out()
        assert answer.what in ("told", "refused")
        return "\n".join(plain(sent.post) for _, _, sent in self.seen[before:])

    async def types_it(self, words: str) -> str:
        return await self.boss_says(words, "terminal:1")


@pytest.fixture
async def firm(store: Store) -> Firm:
    lab = Firm(store, study_of(PRICE + DECLARED))
    await lab.ready()
    await comes(lab, "ann", ("PID", "=cmd()"), ("STUDY", "77"))
    await comes(lab, "bob", ("PID", "b0b"))
    await lab.goes("ann")
    return lab


async def test_the_list_is_a_file_for_its_owner_alone(firm: Firm, tmp_path: Path) -> None:
    file = tmp_path / "pay.csv"
    told = await firm.types_it(f"study payments {NAME} to:{file}")
    assert "2 people" in told
    assert "b0b" not in told
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with file.open(encoding="utf-8") as text:
        ann, bob = csv.DictReader(text)
    assert (ann["PID"], ann["STUDY"], ann["outcome"], ann["code"]) == ("'=cmd()", "77", "complete", "DONE-1")
    assert (bob["PID"], bob["outcome"], bob["code"], bob["ended"]) == ("b0b", "", "", "")
    assert "pid" not in ann
    await firm.types_it(f"study payments {NAME} to:{file} pseudonyms:yes")
    with file.open(encoding="utf-8") as text:
        assert [row["pid"] for row in csv.DictReader(text)] == [(await firm.part(who)).pid for who in ("ann", "bob")]
    audit = await firm.boss_says("audit")
    assert "panel ids of 2 written, with pseudonyms" in audit
    assert "b0b" not in audit


async def test_a_chat_gets_no_id_and_no_file(firm: Firm, tmp_path: Path) -> None:
    file = tmp_path / "pay.csv"
    told = await firm.boss_says(f"study payments {NAME} to:{file}")
    assert "complete: 1" in told
    assert "only at the command line" in told
    assert "b0b" not in told
    assert not file.exists()


async def test_who_may_only_look_gets_no_list(firm: Firm) -> None:
    await firm.boss_says("role grant user:3 role:viewer")
    assert "your role is viewer" in await firm.writes("chat:3", f"study payments {NAME}")
    assert "Operators only" in await firm.writes("chat:4", f"study payments {NAME}")


async def test_ids_are_erased_once_people_are_paid(firm: Firm) -> None:
    told = await firm.boss_says(f"study paid {NAME}")
    assert "ids of 1 person are erased" in told
    assert "Those of 1 stay" in told
    whose = Whose(HERE, "price", 1)
    assert [one.entry.pairs for one in await vault.of_study(firm.store, whose.name)] == [(("PID", "b0b"),)]
    assert (await left(firm.store)).scrub
    assert "panel ids of 1 erased" in await firm.boss_says("audit")


async def test_a_study_without_a_panel_has_nobody_to_list(store: Store) -> None:
    firm = Firm(store)
    await firm.ready()
    assert "declares no panel" in await firm.types_it(f"study payments {NAME}")
