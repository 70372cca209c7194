"""The dashboard as a browser without scripts sees it: who gets in, what it shows, and what its buttons do."""

import re
from collections.abc import AsyncIterator
from copy import deepcopy

import pytest
from structlog.testing import capture_logs

from bot.adapters.web.dashboard.passes import COOKIE
from bot.operators import realms
from bot.operators.dashboard.board import Board
from bot.operators.desk import Operators
from bot.operators.records import AuditEntry
from storage.memory import MemoryStore
from tests.bot.adapters.web.realm import ANN, BOB, REALM, Town
from tests.bot.adapters.web.service import Browser, Pages, served

LINK = r"http://\S+(/dashboard/enter/[\w.-]+)"
PATHS = ("", "/sessions?state=all", "/classes", "/people", "/audit", "/health", "/study/price", "/game/lab")
NOTHING = "There is nothing here, or it isn&#39;t for you."


@pytest.fixture
async def store() -> MemoryStore:
    """A realm with a study, a game, and a report; every test gets a copy of its own."""
    if not MADE:
        MADE.append(await _made())
    return deepcopy(MADE[0])


MADE: list[MemoryStore] = []


async def _made() -> MemoryStore:
    store = MemoryStore()
    town = Town(store)
    await town.game()
    for number in range(6):
        await town.plays(number, ends=number % 2 == 0)
    await town.reports()
    await town.school()
    await town.study(4)
    await town.out()
    return store


@pytest.fixture
async def pages(store: MemoryStore) -> AsyncIterator[Pages]:
    async with served(store) as pages:
        yield pages


async def link_of(pages: Pages) -> str:
    await pages.operates("dashboard")
    return await pages.told(LINK)


async def signed_in(pages: Pages) -> Browser:
    ann = pages.browser()
    await ann.opens(await link_of(pages))
    await ann.presses("Sign in")
    assert ann.address == "/dashboard"
    return ann


async def audit_of(store: MemoryStore) -> list[AuditEntry]:
    return [entry async for entry in realms.audit(store, REALM)]


def first_running(ann: Browser) -> str:
    """The session whose Nudge button comes first."""
    form = ann.screen.form("Nudge")
    return dict(form.fields)["session"]


class TestTheWayIn:
    async def test_without_a_link_there_is_nothing(self, pages: Pages) -> None:
        eve = pages.browser()
        unknown = (await eve.opens("/nowhere")).html
        for path in PATHS:
            assert (await eve.opens(f"/dashboard{path}")).html == unknown
            assert eve.status == 404
        for way in ("act", "download", "leave"):
            await eve.opens("/play/bargaining")
            await eve.posts(f"/dashboard/{way}", dict(eve.screen.form("Play").fields))
            assert eve.status == 404

    async def test_a_link_works_once_and_only_by_its_button(self, pages: Pages) -> None:
        ann, eve = pages.browser(), pages.browser()
        link = await link_of(pages)
        for _ in range(2):
            await eve.opens(link)
        assert (await eve.opens("/dashboard")).html.count(NOTHING) == 1
        await eve.opens(link)
        await ann.opens(link)
        await ann.presses("Sign in")
        assert "Dashboard" in ann.screen.html
        await eve.presses("Sign in")
        used = eve.screen.html
        assert eve.status == 404
        assert (await eve.opens(link)).html == used
        assert (await eve.opens("/dashboard/enter/made-up")).html == used

    async def test_a_preview_of_a_link_and_half_a_form_are_no_failure(self, pages: Pages) -> None:
        ann, link = pages.browser(), await link_of(pages)
        with capture_logs() as logs:
            async with ann.session.head(pages.url + link) as preview:
                assert preview.status == 200
            await ann.opens(link)
            await ann.posts(link, {"csrf": dict(ann.screen.form("Sign in").fields)["csrf"]})
        assert ann.address == "/dashboard"
        assert not [entry for entry in logs if entry["log_level"] == "error"]

    async def test_a_link_expires_and_so_does_a_sign_in(self, pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
        ann, link = await signed_in(pages), await link_of(pages)
        operators = pages.manager.directory.operators
        assert isinstance(operators, Operators)
        board = operators.dashboard
        assert isinstance(board, Board)
        passes, clock = board.passes, board.clock
        monkeypatch.setattr(passes, "clock", lambda: clock() + 11 * 60_000)
        bob = pages.browser()
        await bob.opens(link)
        assert bob.status == 404
        await ann.opens("/dashboard")
        assert ann.status == 200
        monkeypatch.setattr(passes, "clock", lambda: clock() + 9 * 3_600_000)
        await ann.opens("/dashboard")
        assert ann.status == 404

    async def test_a_forged_cookie_opens_nothing(self, pages: Pages) -> None:
        ann, eve = await signed_in(pages), pages.browser()
        [cookie] = [one for one in ann.session.cookie_jar if one.key == COOKIE]
        assert (cookie["samesite"], cookie["path"], bool(cookie["httponly"])) == ("Strict", "/dashboard", True)
        eve.session.cookie_jar.update_cookies({COOKIE: cookie.value[:-2]})
        await eve.opens("/dashboard")
        assert eve.status == 404

    async def test_signing_out_ends_it_for_copies_of_the_cookie_too(self, pages: Pages) -> None:
        ann, copy = await signed_in(pages), pages.browser()
        [cookie] = [one for one in ann.session.cookie_jar if one.key == COOKIE]
        copy.session.cookie_jar.update_cookies({COOKIE: cookie.value})
        await copy.opens("/dashboard")
        assert copy.status == 200
        await ann.presses("Sign out")
        for browser in (ann, copy):
            await browser.opens("/dashboard")
            assert browser.status == 404

    async def test_an_operator_who_is_one_no_more_sees_nothing_more(self, pages: Pages) -> None:
        await pages.operates("role grant user:telegram:42 role:viewer")
        ann = pages.browser()
        ann_link = await pages.links("telegram:42")
        await ann.opens(ann_link)
        await ann.presses("Sign in")
        assert "viewer" in ann.screen.html
        assert "Nudge" not in ann.screen.labels
        form = dict(ann.screen.form("Sign out").fields)
        await ann.posts("/dashboard/act", {**form, "verb": "study pause", "name": "price"})
        assert "You may look, but not change anything" in ann.screen.ids["answer"]
        await pages.operates("role revoke user:telegram:42")
        await ann.opens("/dashboard")
        assert ann.status == 404

    async def test_a_form_of_another_visitor_is_refused(self, pages: Pages) -> None:
        ann, eve = await signed_in(pages), pages.browser()
        await eve.opens("/play/bargaining")
        token = dict(eve.screen.form("Play").fields)["csrf"]
        data = {"csrf": token, "once": "x", "verb": "session nudge", "session": first_running(ann)}
        await ann.posts("/dashboard/act", data)
        assert ann.status == 403


class TestWhatItShows:
    async def test_no_name_and_no_number_of_anybody(self, pages: Pages) -> None:
        ann = await signed_in(pages)
        await ann.presses("Nudge")
        for path in PATHS:
            html = (await ann.opens(f"/dashboard{path}")).html
            assert ann.status == 200
            for secret in (*ANN.split(), *BOB.split(), "777000", "777111", "777333", "777555", "telegram:", "web:"):
                assert secret not in html, (path, secret)

    async def test_every_page_has_one_heading_and_tables_with_captions(self, pages: Pages) -> None:
        ann = await signed_in(pages)
        for path in PATHS:
            screen = await ann.opens(f"/dashboard{path}")
            assert len(screen.all("h1")) == 1
            assert len(screen.all("table")) == len(screen.all("caption"))
            labels = {given["for"] for given in screen.all("label")}
            assert all(given["id"] in labels for tag in ("input", "select") for given in _seen(screen.all(tag)))
            assert not [given for _, given in screen.tags if {"style", "onclick"} & given.keys()]
            assert "unsafe" not in ann.headers["Content-Security-Policy"]

    async def test_the_funnel_counts_people_by_stage_and_condition(self, pages: Pages) -> None:
        ann = await signed_in(pages)
        html = " ".join((await ann.opens("/dashboard/study/price")).html.split())
        assert re.search(r'<th scope="row">consent</th><td class="n">4</td>', html)
        assert '<th scope="row">ai=easy</th><td class="n">20</td>' in html

    async def test_sessions_are_chosen_by_what_stands_in_the_address(self, pages: Pages) -> None:
        ann = await signed_in(pages)
        for query, wanted in (
            ("of=lab", 3),
            ("of=lab&state=ended", 3),
            ("of=lab&state=all", 6),
            ("of=lab&state=all&condition=information%3Dexact", 3),
            ("of=lab&waits=20", 3),
            ("of=lab&waits=600", 0),
            ("state=paused", 0),
        ):
            screen = await ann.opens(f"/dashboard/sessions?{query}")
            assert f"<h2>{wanted} session" in screen.html, query

    async def test_pages_of_sessions_follow_each_other(self, pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bot.adapters.web.dashboard.choosing.PAGE", 4)
        ann = await signed_in(pages)
        seen: list[str] = []
        for page in (1, 2, 99):
            screen = await ann.opens(f"/dashboard/sessions?of=lab&state=all&page={page}")
            seen.append(" ".join(re.findall(r"<th[^>]*Session\"><div><code>(\w+)", screen.html)))
        assert len(seen[0].split()) == 4
        assert len(seen[1].split()) == 2
        assert seen[2] == seen[1]
        assert not set(seen[0].split()) & set(seen[1].split())


class TestActs:
    async def test_a_nudge_is_the_operators_command_and_in_the_audit(self, pages: Pages, store: MemoryStore) -> None:
        ann = await signed_in(pages)
        sid = first_running(ann)
        await ann.presses("Nudge")
        assert "Reminded:" in ann.screen.ids["answer"]
        entry = (await audit_of(store))[-1]
        assert (entry.verb, entry.target, entry.by) == ("session nudge", sid, "web:boss")

    async def test_stopping_asks_first_and_tells_the_reason(self, pages: Pages, store: MemoryStore) -> None:
        ann = await signed_in(pages)
        sid, form = first_running(ann), ann.screen.form("Stop")
        await ann.posts("/dashboard/act", {**dict(form.fields), "session": sid})
        assert f"Stop session {sid}?" in ann.screen.html
        session = await pages.manager.sessions.session(sid)
        assert session is not None
        assert session.table.phase == "play"
        await ann.presses("Stop", reason="the fire alarm")
        assert "1 session ended as stopped" in ann.screen.ids["answer"]
        entry = (await audit_of(store))[-1]
        assert (entry.verb, entry.lines) == ("game stop", (f"session {sid} stopped", "reason: the fire alarm"))

    @pytest.mark.parametrize(
        ("path", "button", "sure", "said", "verb"),
        [
            ("/sessions?of=lab", "Void", "Void", "is void", "session void"),
            ("/study/price", "Pause", "", "is paused", "study pause"),
            ("/study/price", "Close", "Close for good", "is closed", "study close"),
            ("/game/lab", "Close", "", "lab", "game close"),
            ("/classes", "Start", "", "has started with 1 student", "class start"),
            ("/classes", "End", "End the class", "is over", "class end"),
            ("/game/lab", "Stop all sessions", "Stop", "3 sessions ended as stopped", "game stop"),
        ],
    )
    async def test_each_button_is_a_command(
        self, pages: Pages, store: MemoryStore, path: str, button: str, sure: str, said: str, verb: str
    ) -> None:
        ann = await signed_in(pages)
        await ann.opens(f"/dashboard{path}")
        await ann.presses(button)
        if sure:
            await ann.presses(sure)
        assert said in ann.screen.ids["answer"]
        assert (await audit_of(store))[-1].verb == verb

    async def test_a_form_that_is_sent_twice_counts_once(self, pages: Pages, store: MemoryStore) -> None:
        ann = await signed_in(pages)
        form = ann.screen.form("Nudge")
        before = len(await audit_of(store))
        for _ in range(2):
            await ann.posts("/dashboard/act", dict(form.fields))
        assert len(await audit_of(store)) == before + 1

    async def test_a_refusal_is_the_commands_own_sentence(self, pages: Pages) -> None:
        ann = await signed_in(pages)
        form = dict(ann.screen.form("Nudge").fields)
        await ann.posts("/dashboard/act", {**form, "session": "ffffffffffff"})
        assert "There is no session 'ffffffffffff' here" in ann.screen.ids["answer"]
        for verb in ("role grant", "results transcript", "nonsense", ""):
            await ann.posts("/dashboard/act", {**form, "verb": verb})
            assert ann.status == 404

    async def test_an_act_leads_back_into_the_dashboard_alone(self, pages: Pages) -> None:
        ann = await signed_in(pages)
        form = dict(ann.screen.form("Nudge").fields)
        for back in ("https://evil.example/", "//evil.example", "/dashboardx", "/g/0"):
            await ann.posts("/dashboard/act", {**form, "back": back, "once": back})
            assert ann.address == "/dashboard"

    async def test_a_reported_player_is_barred_and_let_back(self, pages: Pages, store: MemoryStore) -> None:
        ann = await signed_in(pages)
        screen = await ann.opens("/dashboard/people")
        assert "is a fool" in screen.html
        await ann.presses("Ban")
        await ann.presses("Ban", reason="insults")
        assert "can't start or join games anywhere" in ann.screen.ids["answer"]
        [ban] = (await realms.load(store, REALM)).realm.bans
        assert ban.user == "telegram:777333444"
        assert "777333444" not in ann.screen.html
        await ann.presses("Lift")
        await ann.presses("Lift the ban")
        assert "may play here again" in ann.screen.ids["answer"]
        assert not (await realms.load(store, REALM)).realm.bans

    async def test_downloads_are_files_and_in_the_audit(self, pages: Pages, store: MemoryStore) -> None:
        ann = await signed_in(pages)
        await ann.opens("/dashboard/game/lab")
        form = dict(ann.screen.form("Download the results (CSV)").fields)
        async with ann.session.post(f"{pages.url}/dashboard/download", data=form) as answer:
            table = await answer.text()
            assert answer.headers["Content-Disposition"] == 'attachment; filename="lab.csv"'
        assert table.startswith("session,game,name")
        assert len(table.splitlines()) == 7
        assert ANN not in table
        assert (await audit_of(store))[-1].verb == "results export"

    async def test_a_bundle_comes_as_one_file(self, pages: Pages, store: MemoryStore) -> None:
        ann = await signed_in(pages)
        await ann.opens("/dashboard/study/price")
        form = dict(ann.screen.form("Download the bundle").fields)
        async with ann.session.post(f"{pages.url}/dashboard/download", data=form) as answer:
            packed = await answer.read()
            assert answer.headers["Content-Disposition"] == 'attachment; filename="price-v1.zip"'
        assert packed.startswith(b"PK")
        assert b"price-v1/" in packed
        assert (await audit_of(store))[-1].lines == ("data exported, texts redacted",)


class TestLive:
    async def test_the_stream_brings_what_has_changed(self, pages: Pages) -> None:
        ann = await signed_in(pages)
        async with ann.session.get(f"{pages.url}/dashboard/game/lab/events") as stream:
            assert stream.headers["Content-Type"] == "text/event-stream"
            read = ""
            while "Sessions by condition" not in read:
                read += (await stream.content.readany()).decode()
            await pages.operates("game stop name:lab")
            while "stopped 3" not in read and "stopped 2" not in read:
                read += (await stream.content.readany()).decode()
        assert "event: post" in read

    async def test_a_stream_needs_the_cookie(self, pages: Pages) -> None:
        eve = pages.browser()
        await eve.opens("/dashboard/events")
        assert eve.status == 404


def _seen(fields: list[dict[str, str]]) -> list[dict[str, str]]:
    return [given for given in fields if given.get("type") != "hidden"]
