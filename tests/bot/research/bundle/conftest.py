import asyncio
import csv
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.research.bundle.export import Options, Written, write
from bot.session.model.session import gather
from storage.base import Loaded, Record, Store
from storage.memory import MemoryStore
from tests.bot.research.bundle.field import REALM, Field

PEOPLE = 60


class Run(NamedTuple):
    """A study that 60 people took part in: its bundle, and what the store holds of every stage."""

    field: Field
    store: Store
    bundle: Written
    stored: dict[str, tuple[Loaded, list[Record]]]

    def rows(self, table: str) -> list[dict[str, str]]:
        return rows(self.bundle.folder, table)


def rows(folder: Path, table: str) -> list[dict[str, str]]:
    with open(folder / "data" / f"{table}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A whole study with drop-outs, withdrawals and repeaters; made once, as it takes seconds."""
    return asyncio.run(_run(tmp_path_factory.mktemp("study") / "bundle"))


async def _run(folder: Path) -> Run:
    store = MemoryStore()
    await store.open()
    field = Field(store)
    await field.opens()
    for number in range(PEOPLE):
        user, stops = f"{5550000 + number}", number % 7 == 3 or number % 20 == 5
        await field.takes_part(user, "game" if stops else "", leaves=number % 20 == 5)
        if number % 12 == 0:
            await field.takes_part(user)
    bundle = await write(store, field.find, REALM, "dividing", folder, Options(at=field.now))
    stored = {}
    async for held in field.people():
        for visit in held.part.visits:
            loaded = await store.load(visit.sid)
            assert loaded is not None
            stored[visit.sid] = loaded, await gather(store.events(visit.sid))
    return Run(field, store, bundle, stored)
