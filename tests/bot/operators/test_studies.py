"""Operators' commands for studies, from a draft to its export; and what a frozen study refuses."""

import asyncio
import os
from functools import partial
from pathlib import Path

import pytest

from bot.operators import realms
from bot.operators.desk import Operators
from bot.operators.records import Realm
from bot.session.manager import Manager
from bot.session.model.inbound import Enter
from bot.studies import freezing
from bot.studies.flow import Studies
from bot.studies.study import Study
from storage.base import Store
from tests.bot.operators.harness import BOSS, HERE, THERE, Office

FILE = """study: price
game: bargaining
settings: {opponent: "{ai}", style: chat, reading: plain}
factors: {ai: [easy, hard]}
participation: {places: 4}
codes: {complete: DONE-1}
stages: [consent, game, {survey: satisfaction_likeness}]"""


class Institute(Office):
    """An office that serves studies."""

    def process(self) -> Manager:
        manager = super().process()
        find = partial(realms.study, self.store)
        manager.employ(
            Operators(manager.sessions, manager.clock, [BOSS], exporter=_written),
            Studies(manager.sessions, find, manager.clock),
        )
        return manager

    async def study(self, version: int = 0) -> Study:
        found = await realms.study(self.store, HERE, "price", version)
        assert found is not None
        return found


async def _written(realm: Realm, study: Study, folder: Path, texts: str) -> None:
    await asyncio.to_thread(folder.mkdir)
    (folder / f"study-{study.slug}_table-session_data.csv").write_text(f"texts,{texts}\nversion,{study.version}\n")


@pytest.fixture
def office(store: Store) -> Institute:
    return Institute(store)


async def test_a_seed_of_the_file_is_not_called_drawn(office: Institute) -> None:
    await office.boss("/study import study: price\ngame: bargaining\nseed: 4")
    told = await office.boss("/study freeze name:price")
    assert "The seed of assignment is the one that your file names; " in told


async def test_a_study_goes_from_its_file_to_its_seed(office: Institute) -> None:
    assert "is a draft: Price bargaining, 2 conditions, 3 stages, 4 places" in await office.boss(
        f"/study import {FILE}"
    )
    assert "comes first" in await office.boss("/study open name:price")
    frozen = await office.boss("/study freeze name:price")
    study = await office.study()
    assert "The seed of assignment is drawn; " in frozen
    assert study.hash in frozen
    assert study.commitment in frozen
    assert "DONE-1" in frozen
    opened = await office.boss("/study open name:price")
    token = (await office.study()).token
    assert f"?start={token}" in opened
    assert f"/join {token}" in opened
    assert (await office.acts("ann", Enter(token))).what == "opened"
    shown = await office.boss("/study show name:price")
    assert "consent: 1" in shown
    assert study.hash in shown
    assert not [code for _, code in study.codes if code in shown]
    assert "paused" in await office.boss("/study pause name:price")
    assert (await office.acts("bob", Enter(token))).what == "refused"
    assert "is open" in await office.boss("/study open name:price")
    assert (await office.study()).token == token
    closed = await office.boss("/study close name:price")
    assert str(study.design.seed) in closed
    assert freezing.seal(study) in closed
    assert "its seed is revealed" in await office.boss("/study open name:price")
    audit = await office.boss("/audit")
    assert all(word in audit for word in ("study freeze price", "study open price", "study close price"))
    assert "DONE-1" not in audit


async def test_a_frozen_study_refuses_every_change_in_words(office: Institute) -> None:
    await office.boss(f"/study import {FILE}")
    await office.boss("/study freeze name:price")
    before = await office.study()
    for command in (
        "/game config name:price key:rounds value:4",
        "/game open name:price",
        "/condition add name:price rounds=4|6",
        "/condition remove name:price condition:ai=easy",
        "/condition balance name:price seed:4",
        f"/study import {FILE}",
        "/study freeze name:price",
    ):
        told = await office.boss(command)
        assert "frozen with hash" in told, command
        assert "/study fork name:price makes version 2" in told
    assert await office.study() == before
    assert "must be new; a study has this name" in await office.boss("/game new name:price type:bargaining")


async def test_a_fork_is_the_next_version_as_a_draft(office: Institute) -> None:
    await office.boss(f"/study import {FILE}")
    assert "is a draft already" in await office.boss("/study fork name:price")
    await office.boss("/study freeze name:price")
    await office.boss("/study fork name:price")
    await office.boss(f"/study import {FILE.replace('places: 4', 'places: 8')}")
    first, second = await office.study(1), await office.study(2)
    assert (first.state, first.rules.places, second.state, second.rules.places) == ("frozen", 4, "draft", 8)
    assert first.salt == second.salt
    await office.boss("/study freeze name:price")
    assert (await office.study(1)).hash != (await office.study(2)).hash
    assert "frozen" in await office.boss("/study show name:price version:1")
    assert "There is no version 3 of price" in await office.boss("/study show name:price version:3")


async def test_a_fork_hides_neither_the_people_nor_the_data_of_the_version_before(office: Institute) -> None:
    await office.boss(f"/study import {FILE}")
    assert "is a draft, so nobody has taken part" in await office.boss("/study export name:price")
    await office.boss("/study freeze name:price")
    await office.boss("/study open name:price")
    await office.boss("/study fork name:price")
    assert "Version 1 is open: /study show name:price version:1" in await office.boss("/study show name:price")
    assert "planned" in await office.boss("/study balance name:price")
    for command, version in (("", "1"), (" version:1", "1"), (" version:2", "")):
        told = await office.boss(f"/study export name:price{command}")
        assert (f"version,{version}" in told) if version else "is a draft" in told


async def test_a_new_study_is_a_file_that_can_be_imported(office: Institute) -> None:
    told = await office.boss("/study new name:mine type:dealornodeal")
    assert "study: mine" in told
    found = await realms.study(office.store, HERE, "mine")
    assert found is not None
    assert "draft" in await office.boss(f"/study import {found.text}")
    assert "mine" in await office.boss("/study list")
    assert "must be one of" in await office.boss("/study new name:x type:chess")
    assert "must be new" in await office.boss("/study new name:mine type:trading")


async def test_a_file_is_refused_with_what_is_allowed_and_changes_nothing(office: Institute) -> None:
    told = await office.boss(f"/study import {FILE.replace('places: 4', 'places: many')}")
    assert "places must be a whole number" in told
    assert "Nothing was changed" in told
    assert (await realms.load(office.store, HERE)).realm.studies == ()
    await office.boss("/game new name:price type:bargaining")
    assert "must not be the name of a game" in await office.boss(f"/study import {FILE}")


async def test_each_realm_has_studies_of_its_own(office: Institute) -> None:
    await office.boss(f"/study import {FILE}")
    assert "There is no study 'price' here" in await office.boss("/study show name:price", THERE)
    assert "There are no studies here" in await office.boss("/study list", THERE)


async def test_an_export_in_a_chat_sends_tables_and_names_no_folder(office: Institute, tmp_path: Path) -> None:
    await office.boss(f"/study import {FILE}")
    await office.boss("/study freeze name:price")
    assert "redacted" in await office.boss("/study export name:price")
    refused = await office.boss(f"/study export name:price to:{tmp_path / 'out'}")
    assert "only at the command line" in refused
    assert not [path for path in os.listdir(tmp_path) if path == "out"]


async def test_a_dry_run_is_told_and_keeps_nothing(office: Institute) -> None:
    await office.boss(f"/study import {FILE}")
    told = await office.boss("/study dryrun name:price people:4")
    assert "4 simulated participants" in told
    assert "ai=easy" in told
    assert "smallest effect" in told
    assert "Where people are" in await office.boss("/study show name:price")
    assert "consent: 0" in await office.boss("/study show name:price")
    for wrong in ("0", "9999"):
        assert "must be a whole number from 1 to 400" in await office.boss(f"/study dryrun name:price people:{wrong}")
