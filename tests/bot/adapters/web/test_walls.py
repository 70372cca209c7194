"""Refusals of the pages: other people's pages, forms of other pages, looks that change something, unknown tokens."""

import asyncio
from unittest.mock import patch
from urllib.parse import quote

from structlog.testing import capture_logs

from bot.adapters.web.house import Terms
from bot.session.model.inbound import Act, Command, Inbound, Text
from storage.memory import MemoryStore
from tests.bot.adapters.web.service import Pages, served

NOTHING = "There is nothing here, or it isn&#39;t for you."


async def test_another_cookie_neither_sees_nor_acts(pages: Pages) -> None:
    ann, eve = pages.browser(), pages.browser()
    await ann.begins()
    address, form = ann.address, ann.screen.form("Send")
    unknown = await eve.opens("/g/0123456789abcdef")
    foreign = await eve.opens(address)
    assert eve.status == 404
    assert NOTHING in foreign.html
    assert foreign.html == unknown.html
    await eve.opens("/play/bargaining")
    token = dict(eve.screen.form("Play").fields)["csrf"]
    await eve.posts(form.action, {"csrf": token, "once": "aaaaaaaaaa", "text": "44"})
    assert eve.status == 404
    assert "44" not in " ".join((await ann.opens(address)).articles)


async def test_a_form_of_another_visitor_is_refused(pages: Pages) -> None:
    ann, eve = pages.browser(), pages.browser()
    await ann.begins()
    form = ann.screen.form("Send")
    await eve.opens("/play/bargaining")
    token = dict(eve.screen.form("Play").fields)["csrf"]
    for csrf in ("", "made-up", token):
        await ann.posts(form.action, {"csrf": csrf, "once": "bbbbbbbbbb", "text": "accept"})
        assert ann.status == 403
    assert "GAME OVER" not in (await ann.opens(form.action.removesuffix("/say"))).html


async def test_a_form_without_a_cookie_is_refused(pages: Pages) -> None:
    ann, none = pages.browser(), pages.browser(cookies=False)
    await ann.opens("/play/bargaining")
    await none.posts("/play/bargaining", dict(ann.screen.form("Play").fields))
    assert none.status == 403


async def test_a_wrong_code_stays_in_its_field(pages: Pages) -> None:
    ann = pages.browser()
    await ann.opens("/")
    screen = await ann.presses("Join", code="abcdef")
    assert ann.status == 404
    assert "Nobody waits under the code ABCDEF." in screen.html
    [field] = [field for field in screen.all("input") if field.get("name") == "code"]
    assert field["value"] == "ABCDEF"
    for typed in ("abc de", "ABCD", "'\"><b>"):
        screen = await ann.opens(f"/join?code={quote(typed)}")
        assert ann.status == 404
        [field] = [field for field in screen.all("input") if field.get("name") == "code"]
        assert field["value"] == typed
        assert "<b>" not in screen.html
    screen = await ann.opens(f"/join?code={quote('https://evil.example')}")
    assert "evil" not in screen.html


async def test_looking_changes_nothing() -> None:
    store = MemoryStore()
    async with served(store) as pages:
        ann = pages.browser()
        for path in ("/", "/play/bargaining", "/join/ABCDEF", "/s/st-abcdef012345?PROLIFIC_PID=5f1e", "/g/0" * 3):
            await ann.opens(path)
        assert not await store.sessions()
        assert not [name for name in store._names if "web" in name]
        await ann.opens("/play/bargaining")
        await ann._asks("GET", "/play/bargaining", ann.screen.form("Play").fields)
        assert not await store.sessions()


async def test_a_page_has_what_screen_readers_and_browsers_need(pages: Pages) -> None:
    ann = pages.browser()
    await ann.begins()
    screen = ann.screen
    assert screen.all("html", lang="en")
    assert "<title>Price bargaining" in screen.html
    assert len(screen.all("h1")) == 1
    assert len(screen.all("div", role="log")) == 1
    labels = {given["for"] for given in screen.all("label") if "for" in given}
    fields = [given for tag in ("input", "textarea", "select") for given in screen.all(tag)]
    assert all(given["id"] in labels for given in fields if given.get("type") != "hidden")
    policy = ann.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert not [given for _, given in screen.tags if {"style", "onclick"} & given.keys()]
    assert not [given for _, given in screen.tags if str(given.get("src", "")).startswith(("http", "//"))]
    assert ann.headers["Cache-Control"] == "no-store"


async def test_the_cookie_is_kept_from_scripts_and_other_sites() -> None:
    async with served(terms=_terms("https://parley.example")) as pages:
        ann = pages.browser()
        await ann.opens("/")
        cookie = ann.headers["Set-Cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", "Secure"))


async def test_nobody_starts_a_game_where_games_begin_by_invitation() -> None:
    async with served(terms=_terms(play=False)) as pages:
        ann = pages.browser()
        await ann.opens("/play/bargaining")
        assert ann.status == 404
        assert "Play" not in (await ann.opens("/")).labels
        acts: tuple[Act, ...] = (Command("play", "bargaining"), Text("bargaining"))
        for n, act in enumerate(acts):
            typed = Inbound(f"web:{n}", "web:ann/0123456789abcdef", "web:ann", pages.manager.clock(), act)
            assert (await pages.manager.handle(typed)).code == "invited"


async def test_a_network_that_tries_many_codes_has_to_wait(pages: Pages) -> None:
    ann = pages.browser()
    found = set()
    for n in range(70):
        await ann.opens(f"/join/ABCD{chr(65 + n // 26)}{chr(65 + n % 26)}")
        found.add(ann.status)
    assert found == {404, 429}


async def test_a_link_opens_a_page_on_another_device_once(pages: Pages) -> None:
    ann, phone, eve = pages.browser(), pages.browser(), pages.browser()
    await ann.begins()
    address = ann.address
    await ann.opens(f"{address}/link")
    [link] = [given["value"].removeprefix(pages.url) for given in ann.screen.all("input", id="link")]
    assert (await phone.opens(address)).html != ann.screen.html
    await eve.opens(link)
    await phone.opens(link)
    await phone.presses("Go on")
    assert phone.address == address
    assert "Accept" in " ".join(phone.screen.labels)
    await eve.presses("Go on")
    assert eve.status == 404
    assert (await eve.opens(address)).html == (await eve.opens("/r/made-up")).html
    await phone.says("44")
    assert "You offered $44.00" in " ".join((await ann.opens(address)).articles)


async def test_an_unusable_request_gets_a_page_and_no_error(pages: Pages) -> None:
    ann = pages.browser()
    await ann.begins()
    address, fields = ann.address, dict(ann.screen.form("Send").fields)
    for press in ("", "x", "a.1.0:99", "a.1.0-ffff:0", ":" * 90, "\x00:1"):
        await ann.posts(f"{address}/press", {**fields, "press": press, "once": f"o{hash(press)}"})
        assert ann.status in (200, 404)
    for path in ("/static/../site.py", "/s/%00", f"{address}/picture/a/1.png", "/nowhere"):
        await ann.opens(path)
        assert ann.status == 404
        assert NOTHING in ann.screen.html


def _terms(url: str = "", *, play: bool = True) -> Terms:
    return Terms(url, "a secret for this test", play)


async def test_a_network_holds_so_many_streams(pages: Pages) -> None:
    ann, bob = pages.browser(), pages.browser()
    for one in (ann, bob):
        await one.begins()
    streams = pages.web.house.streams
    with patch.object(streams, "most", 1):
        async with ann.session.get(f"{pages.url}{ann.address}/events") as stream:
            assert stream.status == 200
            events = f"{bob.address}/events"
            await bob.opens(events)
            assert bob.status == 429
        async with asyncio.timeout(10):
            while streams._open:  # noqa: ASYNC110 - the server notices
                await asyncio.sleep(0.02)
            async with bob.session.get(f"{pages.url}{events}") as stream:
                assert stream.status == 200


async def test_a_form_that_is_cut_off_is_no_failure(pages: Pages) -> None:
    ann = pages.browser()
    await ann.opens("/play/bargaining")
    with capture_logs() as logs:
        headers = {"Content-Encoding": "gzip", "Content-Type": "application/x-www-form-urlencoded"}
        async with ann.session.post(f"{pages.url}/play/bargaining", data=b"no gzip", headers=headers) as answer:
            assert answer.status == 400
    assert not [line for line in logs if line["log_level"] == "error"]
