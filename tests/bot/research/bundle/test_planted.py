"""Whatever people write about themselves, wherever they can type, stays out of a default bundle."""

import re
from pathlib import Path

import pyarrow.parquet as pq

from bot.research.bundle.export import Options, write
from bot.session.model.inbound import Command, Enter, Inbound, Text
from bot.session.worker import settle
from storage.memory import MemoryStore
from tests.bot.research.bundle.field import REALM, TOKEN, Field

PLANTED = (
    "zelda quill",
    "ＺＥＬＤＡ",
    "z e l d a",
    "zel\u200bda",
    "quillzelda",
    "My name is anna schmidt",
    "mail anna.s at gmail dot com",
    "anna@mail",
    "call zero one seven zero one two three four five",
    "0170\u00a01234567",
    "DE89-3704-0044-0532-0130-00",
    "12 baker st",
    "Hauptstr. 5, 50667 Köln",
    "u/annaschmidt",
    "＠annaschmidt",
    "\U0001d400\U0001d427\U0001d427\U0001d41a Schmidt here",
)
SECRETS = (
    *(
        "zelda",
        "ｚｅｌｄａ",
        "z e l d a",
        "zel\u200bda",
        "quill",
        "anna",
        "schmidt",
        "gmail",
        "@mail",
        "zero one seven",
    ),
    *("1234567", "baker", "str. 5", "ｓｃｈ", "\U0001d400", "panel-person", "5550001"),
)
FEW_DIGITS = re.compile(r"(?<![0-9a-z])(?:3704|50667)(?![0-9a-z])")
"""Short numbers, which the digits of a hash may hold by chance."""
ITEMS = ", ".join(f"{{id: w{n}, write: 'Say something', longest: 500}}" for n in range(len(PLANTED)))
DECLARED = f"""
study: prices
title: Prices
game: bargaining
settings: {{opponent: easy, seat: buyer, style: chat, reading: plain}}
codes: {{complete: DONE4711}}
seed: 271828182845
participation: {{places: 9, turn_minutes: 5, withdrawal: keep}}
panel: {{takes: [PID, SESSION]}}
stages: [consent, check: attention, game, survey: {{title: You, items: [{ITEMS}]}}]
"""


class Named(Field):
    """A field in which one person has a display name, an unusual language, and a panel's id."""

    async def says(self, *acts: Enter | Text | Command) -> None:
        for act in acts:
            self._ids += 1
            self.now += 1_500
            place = "telegram:5550001"
            named = Inbound(f"in:{self._ids}", place, place, self.now, act, name="Zelda Quill", locale="en-zelda")
            answer = await self.manager.handle(named)
            if answer.sid:
                await settle(self.manager, answer.sid)
            await self.out()


async def test_nothing_planted_leaves_by_default(tmp_path: Path) -> None:
    store = MemoryStore()
    await store.open()
    field = Named(store, DECLARED)
    await field.opens()
    await field.says(Enter(TOKEN, (("PID", "panel-person"), ("SESSION", "panel-person-2"))))
    await field.says(
        *(Text(text) for text in PLANTED), Text("I agree"), *(Text(text) for text in PLANTED), Text("Green")
    )
    await field.says(*(Text(text) for text in PLANTED), Command("status"), Text("20"), Text("accept"))
    await field.says(*(Text(text) for text in PLANTED))
    [held] = [held async for held in field.people()]
    assert held.part.outcome == "complete"
    bundle = await write(store, field.find, REALM, "prices", tmp_path / "data", Options(at=field.now, transcripts=True))
    assert bundle.rows("survey") >= len(PLANTED)
    assert bundle.rows("message") > len(PLANTED)
    for path in sorted(bundle.folder.rglob("*")):
        if path.is_file():
            text = (
                str(pq.read_table(path).to_pylist()) if path.suffix == ".parquet" else path.read_text(encoding="utf-8")
            )
            found = [secret for secret in (*SECRETS, "DONE4711", "271828182845") if secret in text.casefold()]
            found += FEW_DIGITS.findall(text.casefold())
            assert not found, (path.name, found)
    full = await write(store, field.find, REALM, "prices", tmp_path / "full", Options(texts="full", at=field.now))
    texts = (full.folder / "data/message.csv").read_text(encoding="utf-8")
    assert [text for text in PLANTED if text in texts] == list(PLANTED)
