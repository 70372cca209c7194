"""Sixty people of a panel in browsers, half with scripts: places fill, codes are right, ids stay in the vault."""

import asyncio
import csv
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs

from bot.session.model.inbound import Command, Inbound
from bot.studies import parts
from bot.studies.parts import Whose
from bot.studies.study import Study
from bot.studies.wording import ELSEWHERE, FULL
from storage.memory import MemoryStore
from tests.bot.adapters.participants import Stop
from tests.bot.adapters.test_society import EVER, Clock
from tests.bot.adapters.web.panel import SLUG, Sent, bundled, held, opened, study_of
from tests.bot.adapters.web.service import BOSS, PATIENCE, Pages, served

PEOPLE, PLACES, AGAIN = 60, 51, 5
SILENT = (Stop("consent", 0), Stop("check", 1), Stop("game", 0), Stop("game", 0), Stop("survey", 1))
WITHDRAWN = (Stop("check", 0, True), Stop("game", 0, True), Stop("survey", 1, True))
"""Stops of some people. One act may end the game, so nobody waits for one there."""
DECLINES = 1
SPEED, MINUTE = 8, 61_000


@pytest.mark.slow
async def test_sixty_people_of_a_panel(tmp_path: Path) -> None:
    clock = Clock(SPEED)
    with patch("bot.session.timekeeper.GAP", EVER), capture_logs() as logs:
        async with served(MemoryStore(), clock=clock) as pages:
            token = await opened(pages, PLACES)
            study = await study_of(pages)
            people = await _came(pages, token, clock)
            await _told(study, people)
            late = Sent(pages, PEOPLE, scripts=False)
            assert FULL in (await late.enters(token)).articles
            for one in people[-AGAIN:]:
                told = await one.enters(token, pages.browser())
                assert told.articles == [ELSEWHERE]
                assert not [code for _, code in study.codes if code in told.html]
            folder = tmp_path / "bundle"
            points = await bundled(pages, SLUG, folder, PEOPLE)
            assert await _repeats(pages) == AGAIN
            await _paid(pages, tmp_path / "pay.csv", people, study)
            assert logs
            _kept_apart(pages, folder, logs, people)
            assert sum(row["n"] for row in points if row["factor_ai"] != "all") == PLACES


async def _came(pages: Pages, token: str, clock: Clock) -> list[Sent]:
    """Let everybody come: first those who fall silent or withdraw, whose places others take."""
    stops = (*SILENT, *WITHDRAWN)
    first = [Sent(pages, n, stop, scripts=n % 2 == 0) for n, stop in enumerate(stops)]
    await asyncio.gather(*(one.takes_part(token) for one in first))
    for _ in range(2):
        await _passes(pages, clock, 4)
    async with asyncio.timeout(PATIENCE):
        whose = Whose("web", SLUG, 1)  # all places are given back
        while (await parts.desk(pages.store, whose)).value.ledger.active:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    refuses = Sent(pages, len(first), scripts=False)
    await refuses.enters(token)
    await refuses.browser.says("I don't agree")
    refuses.user = await refuses.account()
    others = [Sent(pages, n, scripts=n % 2 == 0) for n in range(len(first) + DECLINES, PEOPLE)]
    await asyncio.gather(*(one.takes_part(token) for one in others))
    return [*first, refuses, *others]


async def _passes(pages: Pages, clock: Clock, minutes: int) -> None:
    """Let time pass, and everything happen that falls due."""
    clock.ahead += minutes * MINUTE
    async with asyncio.timeout(PATIENCE):
        while await pages.store.due(pages.manager.clock(), 1) or await pages.store.outbox():  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def _told(study: Study, people: list[Sent]) -> None:
    """Everybody reads the code of their own end, with the way back, and no other."""
    ends = Counter[str]()
    for one in people:
        part = await one.part()
        ends[part.outcome] += 1
        assert part.outcome != "dismissed"
        code = study.code(part.outcome) if part.outcome else ""
        screen = await (one.browser.until(lambda s: "completion-code" in s.ids) if code else one.ends())
        assert [other for _, other in study.codes if other in screen.html] == ([code] if code else [])
        assert len([link for link in screen.all("a") if link["href"].endswith(f"?cc={code}")]) == bool(code)
        assert one.id not in screen.html
        assert one.id not in await one.streamed()
    expected = {"complete": PLACES, "silent": len(SILENT), "withdrawn": len(WITHDRAWN), "no_consent": DECLINES}
    assert ends == expected


async def _paid(pages: Pages, file: Path, people: list[Sent], study: Study) -> None:
    """The list for payment has the codes of all whose link is still kept, by their ids."""
    act = Command("study", f"payments name:{SLUG} to:{file}")
    await pages.manager.handle(Inbound("pay", "terminal:1", BOSS, pages.manager.clock(), act, realm="web"))
    with file.open(encoding="utf-8") as text:
        listed = {row["PROLIFIC_PID"]: row for row in csv.DictReader(text)}
    for one in people:
        part = await one.part()
        if part.outcome == "withdrawn":
            assert one.id not in listed
        else:
            row = listed.pop(one.id)
            assert (row["STUDY_ID"], row["SESSION_ID"]) == (f"s{one.id}", f"x{one.id}")
            assert (row["outcome"], row["code"]) == (part.outcome, study.code(part.outcome) if part.outcome else "")
    assert not listed


def _kept_apart(pages: Pages, folder: Path, logs: object, people: list[Sent]) -> None:
    """No file of the bundle, no log line and no other record of the store holds what the panel sent."""
    store = pages.store
    assert isinstance(store, MemoryStore)
    names = {name: value for name, value in store._names.items() if not name.startswith("vault:")}
    rest = {key: value for key, value in vars(store).items() if key != "_names"}
    haystack = held(folder) + str((logs, names, rest)).encode()
    assert not [one.id for one in people if one.id.encode() in haystack]
    assert not [one.id for one in people for name in store._names if one.id in name]


async def _repeats(pages: Pages) -> int:
    return sum([held.part.entries - 1 async for held in parts.all_of(pages.store, "web", SLUG)])
