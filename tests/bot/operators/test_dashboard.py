"""Parts of the dashboard: links, a realm that is followed, its figures, and what names nobody."""

import asyncio
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from bot import keys
from bot.operators import realms
from bot.operators.dashboard.board import Board, made
from bot.operators.dashboard.figures import study_sheet
from bot.operators.dashboard.follower import Follower
from bot.operators.dashboard.looks import veiled
from bot.operators.dashboard.passes import HOURS, MINUTE, Passes
from bot.operators.dashboard.rows import spent_by
from bot.operators.desk import Operators
from bot.session.dashboard import Loss, Overview, Row, Spent, Step
from bot.session.manager import Manager
from bot.session.model.events import Decided
from bot.session.model.inbound import Command, Text
from bot.session.retention import Periods, Retention
from bot.studies import parts
from bot.studies.design import Cell, Definition
from bot.studies.flow import Studies
from bot.studies.ledger import Ledger, Taken
from bot.studies.parts import Desk
from bot.studies.study import Part, StagePlan, Study, Visit
from games.core.contract import Seat
from storage.base import Loaded, Store, StoreError
from tests.bot.operators.harness import BOSS, HERE, THERE, Office, lab


class Bureau(Office):
    """An office whose dashboard is served."""

    def process(self) -> Manager:
        manager = super().process()
        find = partial(realms.study, self.store)
        desk = Operators(manager.sessions, manager.clock, [BOSS], link=self._link)
        manager.employ(desk, Studies(manager.sessions, find, manager.clock))
        return manager

    async def _link(self, key: str) -> str:
        self.key = key
        return f"https://parley.example/dashboard/enter/{key}"

    @property
    def passes(self) -> Passes:
        return Passes(self.store, lambda: self.now)


@pytest.fixture
def office(store: Store) -> Bureau:
    return Bureau(store)


class Counting:
    """A store that counts what is loaded of it."""

    def __init__(self, store: Store) -> None:
        self.store, self.loaded, self.fails = store, Counter[str](), False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def load(self, sid: str) -> Loaded | None:
        self.loaded[sid] += 1
        if self.fails and len(self.loaded) > 1:
            raise StoreError("The store is away.")
        return await self.store.load(sid)


async def _nobody(_: object) -> None:
    return None


class TestLinks:
    async def test_an_operator_gets_one_and_others_do_not(self, office: Bureau) -> None:
        assert "https://parley.example/dashboard/enter/" in await office.boss("/dashboard")
        assert "Operators only" in await office.writes("ann", "/dashboard")
        await office.boss("/role grant user:telegram:42 role:viewer")
        assert "/dashboard/enter/" in await office.writes("telegram:42", "/dashboard")
        assert "dashboard: link made" in await office.boss("/audit")

    async def test_where_no_pages_are_served_it_says_what_is_needed(self, store: Store) -> None:
        assert "Set PARLEY_WEB=HOST:PORT" in await Office(store).boss("/dashboard")

    async def test_a_key_is_of_one_kind_works_once_and_is_not_in_the_store(self, office: Bureau) -> None:
        await office.boss("/dashboard")
        assert office.key not in (await office.store.pointed(keys.dashboard(office.key)) or "")
        assert await office.passes.find(office.key, "browser") is None
        fresh = await office.passes.enter(office.key, "a")
        assert fresh is not None
        assert await office.passes.enter(office.key, "b") is None
        assert await office.passes.find(fresh, "link") is None
        assert await office.passes.find(fresh, "browser") is not None
        office.now += HOURS * 60 * MINUTE
        assert await office.passes.find(fresh, "browser") is None

    async def test_retention_deletes_what_has_expired(self, office: Bureau) -> None:
        await office.boss("/dashboard")
        old = office.key
        office.now += 11 * MINUTE
        await office.boss("/dashboard")
        await Retention(office.store, lambda: office.now, Periods()).round()
        assert await office.store.pointed(keys.dashboard(old)) is None
        assert await office.store.pointed(keys.dashboard(office.key)) is not None


class TestFollowing:
    async def test_what_is_known_is_not_read_again(self, office: Bureau) -> None:
        await lab(office)
        first, second = await office.plays("ann", "lab"), await office.plays("bob", "lab")
        counting = Counting(office.store)
        follower = Follower(counting, HERE, lambda: office.now)
        assert await follower.refresh()
        assert {first, second} <= set(counting.loaded)
        counting.loaded.clear()
        assert not await follower.refresh()
        assert not counting.loaded[first] + counting.loaded[second]
        await office.acts("bob", Text("accept"))
        assert await follower.refresh()
        assert (counting.loaded[first], counting.loaded[second] > 0) == (0, True)
        assert {row.sid: row.end for row in follower.rows()} == {first: "", second: "deal"}

    async def test_it_says_who_holds_a_session_up_and_since_when(self, office: Bureau) -> None:
        await lab(office)
        sid, began = await office.plays("ann", "lab"), office.now
        office.now += 12 * MINUTE
        await office.boss(f"/session nudge session:{sid}")
        row = await self._row(office, sid)
        assert (row.state, row.held, row.act, row.by) == ("running", ("buyer",), "moved", "seller")
        assert abs(row.since - began) < 1_000
        [holder] = row.holders
        assert len(holder.who) == 12
        assert "ann" not in holder.who

    async def test_a_void_session_and_a_preview_count_nowhere(self, office: Bureau) -> None:
        await lab(office)
        sid = await office.plays("ann", "lab")
        await office.boss("/game preview name:lab")
        seen = await self._seen(office)
        assert [(cell.active, cell.complete) for cell in seen.games[0].cells] == [(1, 0)]
        await office.boss(f"/session void session:{sid}")
        seen = await self._seen(office)
        assert [(cell.active, cell.complete, cell.dropped) for cell in seen.games[0].cells] == [(0, 0, 0)]
        assert [row.void for row in seen.rows if row.sid == sid] == [True]

    async def test_a_look_that_is_broken_off_is_made_up_for(self, office: Bureau) -> None:
        await lab(office)
        sid = await office.plays("ann", "lab")
        away = Counting(office.store)
        board = Board(away, lambda: office.now, _nobody, None)
        away.fails = True
        with pytest.raises(StoreError):
            await board.overview(HERE)
        away.fails = False
        async with asyncio.timeout(10):
            while True:
                await asyncio.sleep(0.05)
                with suppress(StoreError):
                    if [row.sid for row in (await board.overview(HERE)).rows] == [sid]:
                        break
        await board.close()

    async def test_another_realm_sees_nothing_of_it(self, office: Bureau) -> None:
        await lab(office)
        await office.plays("ann", "lab")
        seen = await self._seen(office, THERE)
        assert (seen.rows, seen.games) == ((), ())

    async def test_deleted_sessions_are_gone(self, office: Bureau) -> None:
        await lab(office)
        sid = await office.plays("ann", "lab")
        await office.acts("ann", Text("accept"))
        follower = Follower(office.store, HERE, lambda: office.now)
        await follower.refresh()
        assert [row.sid for row in follower.rows()] == [sid]
        assert await office.store.drop(sid)
        office.now += 11_000
        await follower.refresh()
        assert not follower.rows()

    async def test_a_forgotten_person_has_no_pseudonym(self, office: Bureau) -> None:
        await lab(office)
        await office.boss("/dashboard")
        sid = await office.plays("ann", "lab")
        await office.acts("ann", Command("forget"))
        await office.acts("ann", Command("forget", "yes"))
        row = await self._row(office, sid)
        assert [one.who for one in row.seats] == ["", ""]

    @staticmethod
    async def _seen(office: Bureau, realm: str = HERE) -> Overview:
        follower = Follower(office.store, realm, lambda: office.now)
        await follower.refresh()
        return made(follower, office.now)

    async def _row(self, office: Bureau, sid: str) -> Row:
        return next(row for row in (await self._seen(office)).rows if row.sid == sid)


STAGES = (StagePlan("consent", "consent"), StagePlan("game", "game"), StagePlan("survey", "survey"))
STUDY = Study(
    "price", "Price", Definition("price", "bargaining", cells=(Cell("a", ()), Cell("b", (), 3))), stages=STAGES
)


def part(*minutes: int, outcome: str = "", ended: int = 0, condition: str = "") -> Part:
    """A part whose stages began at these minutes."""
    visits = tuple(
        Visit(stage.name, f"s{n}", at * MINUTE) for n, (stage, at) in enumerate(zip(STAGES, minutes, strict=False))
    )
    slot = 0 if condition else -1
    return Part("p", "web", 0, visits, condition, slot, outcome, ended * MINUTE)  # type: ignore[arg-type]


class TestFigures:
    def test_a_funnel_counts_who_reached_a_stage_is_there_and_left(self) -> None:
        people = [
            part(0, 2, 9, outcome="complete", ended=12, condition="a"),
            part(0, 4, condition="b"),
            part(0, 1, outcome="silent", ended=31, condition="b"),
            part(0),
        ]
        sheet = study_sheet(STUDY, people, Desk(), Spent())
        assert sheet.steps == (
            Step("consent", "consent", 4, 1, 0, 2.0),
            Step("game", "game", 3, 1, 1, 7.0),
            Step("survey", "survey", 1, 0, 0, 3.0),
        )
        assert sheet.losses == (Loss("game", "silent", 1, 31.0),)
        assert [cell.reached for cell in sheet.cells] == [(1, 1, 1), (2, 2, 0)]
        assert (sheet.people, sheet.now) == (4, 2)

    def test_the_balance_is_the_assignments(self) -> None:
        ledger = Ledger(next=3, active=(Taken(1, "b", "s", 0),), complete=(("a", 2),))
        study = Study("price", "Price", STUDY.design, stages=STAGES, rules=type(STUDY.rules)(places=8))
        cells = study_sheet(study, [], Desk(ledger), Spent()).cells
        assert [(c.label, c.target, c.complete, c.active) for c in cells] == [("a", 2.0, 2, 0), ("b", 6.0, 0, 1)]

    def test_a_part_that_was_erased_stands_in_no_stage(self) -> None:
        sheet = study_sheet(STUDY, [part(outcome="withdrawn", ended=5)], Desk(), Spent())
        assert sheet.losses == (Loss("", "withdrawn", 1, 5.0),)
        assert not any(step.reached for step in sheet.steps)

    def test_costs_come_from_what_a_decision_was_logged_with(self) -> None:
        usage = {"input_tokens": 1_000_000, "output_tokens": 10, "cache_read_input_tokens": 5}
        private = {"llm": {"model": "claude-opus-4-5", "usage": usage}}
        priced = spent_by(Decided(Seat("me"), "llm", private=private))
        assert (priced.decisions, priced.fallbacks, priced.tokens_in, priced.tokens_out) == (1, 0, 1_000_005, 10)
        unknown = {"llm": {"model": "nobody-1", "usage": usage}}
        fallen = spent_by(Decided(Seat("me"), "fallback:normal", private=unknown))
        assert (fallen.fallbacks, fallen.dollars, fallen.unpriced) == (1, 0.0, 1)
        assert spent_by(Decided(Seat("me"), "normal")) == Spent()
        assert (priced + fallen).decisions == 2


def test_words_lose_the_names_of_those_at_the_table() -> None:
    names = {"Ann": "aaa", "Ann Lee": "bbb"}
    assert veiled("ann lee, ANN and Annabel", names) == "bbb, aaa and Annabel"


async def test_the_parts_of_a_study_give_its_people_their_pseudonyms(office: Bureau) -> None:
    file = "study: tiny\\ngame: bargaining\\nparticipation: {places: 4}\\nstages: [consent, game]"
    await office.boss("/study import " + file.replace("\\n", "\n"))
    await office.boss("/study freeze name:tiny")
    await office.boss("/study open name:tiny")
    study = await realms.study(office.store, HERE, "tiny")
    assert study is not None
    await office.writes("ann", f"/join {study.token}")
    follower = Follower(office.store, HERE, lambda: office.now)
    await follower.refresh()
    [row] = follower.rows()
    assert (row.of, row.stage, row.state) == ("tiny", "consent", "running")
    assert [one.who for one in row.seats] == [parts.pseudonym(study, "ann")]
