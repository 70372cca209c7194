"""Hostile strangers at the pages: malformed requests, injected markup, foreign cookies, games with hosts and paths."""

import asyncio
from unittest.mock import patch
from urllib.parse import quote, urlencode

import pytest
from structlog.testing import capture_logs

from bot.adapters.web.house import Terms
from bot.adapters.web.visitors import Visitors
from storage.memory import MemoryStore
from tests.bot.adapters.web import panel
from tests.bot.adapters.web.screen import Screen
from tests.bot.adapters.web.service import Pages, served

SECRET, ANN = "a secret for tests", "a" * 32
FORM = "application/x-www-form-urlencoded"
MARKUP = "<img src=x onerror=alert(1)>\"'><script>alert(1)</script><svg/onload=alert(1)>{{7*7}}"
BOUNDARY = "multipart/form-data; boundary=x"
PART = '--x\r\nContent-Disposition: form-data; name="csrf"{}\r\n\r\nfoo\r\n--x--\r\n'


async def raw(pages: Pages, request: bytes) -> tuple[int, str]:
    """Send bytes; status and text of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", pages.web.port)
    writer.write(request)
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
    size = next((int(row[15:]) for row in head.split(b"\r\n") if row.lower().startswith(b"content-length:")), 0)
    body = await reader.readexactly(size)
    writer.close()
    return int(head.split()[1]), (head + body).decode()


def signed(*, secure: bool = False) -> tuple[str, str]:
    """Return the cookie of a visitor, and what their forms carry."""
    visitors = Visitors(SECRET, secure=secure)
    return f"{visitors._name}={visitors._cookies.dumps(ANN)}", visitors.token(ANN)


def posted(cookie: str, body: bytes, kind: str = FORM, more: str = "", path: str = "/play/bargaining") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: a\r\nCookie: {cookie}\r\nContent-Type: {kind}\r\n"
    return f"{head}{more}Content-Length: {len(body)}\r\n\r\n".encode() + body


@pytest.mark.parametrize(
    ("body", "kind", "more", "status"),
    [
        ("{}", FORM, "", 303),
        ("{}&once=a", f"{FORM}; charset=bogus", "", 303),
        ("{}&once=%ff%fe&name=%zz%00", FORM, "", 303),
        ("{}" + "&a=b" * 5_000, FORM, "", 400),
        ("a" * 300_000, FORM, "", 413),
        ("{}", FORM, "Content-Encoding: gzip\r\n", 400),
        ("{}", FORM, "Expect: a-lot\r\n", 417),
        (PART.format(""), BOUNDARY, "", 415),
        (PART.format('; filename="a"'), BOUNDARY, "", 415),
        ("[1]", "application/json", "", 415),
        ("", FORM, "", 403),
    ],
)
async def test_a_malformed_form_is_refused_without_a_fault(
    pages: Pages, body: str, kind: str, more: str, status: int
) -> None:
    cookie, token = signed()
    body = body.replace("{}", urlencode({"csrf": token}))
    with capture_logs() as logs:
        assert (await raw(pages, posted(cookie, body.encode(), kind, more)))[0] == status
    assert not [entry for entry in logs if entry["log_level"] == "error"]


@pytest.mark.parametrize(
    ("request_line", "more", "statuses"),
    [
        ("PUT /", "", {405}),
        ("TRACE /", "", {405}),
        ("OPTIONS *", "", {404}),
        ("GET /static/../../../../etc/passwd", "", {404}),
        ("GET /static/%2e%2e/site.py", "", {404}),
        ("GET //evil.example/play/bargaining", "", {404}),
        ("GET /g/%ff%fe", "", {404}),
        ("GET /s/%00", "", {404}),
        ("GET /join?code=%0d%0aSet-Cookie:a=b", "", {404}),
        ("GET /join?code=//evil.example", "", {404}),
        ("GET /" + "a" * 9_000, "", {400, 414}),
        ("GET /", "".join(f"X-{n}: a\r\n" for n in range(500)), {400, 431}),
        ("GET /", 'Cookie: parley="\\377; $Version=1; parley=;;;=\r\n', {200}),
        ("GET /join/ABCDEF", "X-Forwarded-For: ::1%eth0\r\n", {404}),
        ("GET /join/ABCDEF", 'X-Forwarded-For: "><script>\r\n', {404}),
        ("GET /g/0123456789abcdef/events", "Upgrade: websocket\r\nConnection: Upgrade\r\n", {404}),
    ],
)
async def test_an_odd_request_gets_a_plain_answer(
    pages: Pages, request_line: str, more: str, statuses: set[int]
) -> None:
    with capture_logs() as logs:
        status, text = await raw(pages, f"{request_line} HTTP/1.1\r\nHost: a\r\n{more}\r\n".encode())
    assert status in statuses
    assert "set-cookie: a=b" not in text.lower()
    assert "evil.example" not in text
    assert not [entry for entry in logs if entry["log_level"] == "error"]


# --- words that would be markup ---------------------------------------------------------------------------------------


def _harmless(screen: Screen) -> None:
    """Nothing that was typed has become an element, an attribute or a template's value."""
    assert [given.get("src") for given in screen.all("script")] in ([], ["/static/parley.js"])
    assert not [given for given in screen.all("svg") if given.get("class") != "sign"]
    assert not screen.all("img", src="x")
    assert not [name for _, given in screen.tags for name in given if name.startswith("on")]
    assert "49" not in screen.html.partition("{{7*7}}")[0].rpartition("<")[2]


async def test_names_and_words_stay_text_for_everybody(pages: Pages) -> None:
    ann, bob = pages.browser(), pages.browser()
    await ann.begins("dealornodeal", level="human", name=MARKUP[:40])
    link = ann.screen.all("input", **{"class": "share"})[0]["value"]
    _harmless(await bob.opens(link.removeprefix(pages.url)))
    await bob.presses("Join", name="<b>b</b>" + MARKUP[:30])
    await bob.says(MARKUP)
    await ann.until(lambda screen: "onerror" in " ".join(screen.articles))
    for one in (ann, bob):
        _harmless(one.screen)
        async with one.session.get(pages.url + one.address + "/events") as answer:
            told = (await answer.content.readany()).decode()
        assert "<img src=x" not in told
        assert "<script>" not in told
        _harmless(await one.opens("/"))


async def test_texts_of_a_study_stay_text(pages: Pages) -> None:
    quoted = MARKUP.replace("'", "")
    text = f"""study: x
title: '{quoted[:90]}'
game: bargaining
contact: '{quoted}'
stages:
  - consent: {{text: '{quoted}', title: '{quoted[:60]}'}}
  - check: {{items: [{{choose: '{quoted}', options: {{a: '<b>a</b>', b: c}}, right: a}}]}}
  - game"""
    ann = pages.browser()
    await ann.opens(f"/s/{await pages.studies('x', text)}")
    _harmless(await ann.presses("Begin"))
    assert "onerror" in ann.screen.articles[-1]
    _harmless(await ann.presses("I agree"))
    _harmless(await ann.says("/withdraw"))


# --- cookies, hosts, links --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["forged", "expired", "of a form", "of a link", "none"])
async def test_a_cookie_that_is_not_ours_or_too_old_is_nobodys(pages: Pages, kind: str) -> None:
    ann = pages.browser()
    await ann.begins()
    [user] = {name.partition("web:")[2] for name in await pages.store.names("pages") if name.startswith("pages:")}
    ours, other = Visitors(SECRET, secure=False), Visitors("another secret", secure=False)
    with patch("itsdangerous.timed.time.time", return_value=1e9):
        expired = ours._cookies.dumps(user)
    cookies = {"forged": other._cookies.dumps(user), "expired": expired, "of a form": ours.token(user)}
    cookie = (cookies | {"of a link": ours.link(user), "none": user})[kind]
    for value, status in ((cookie, 404), (ours._cookies.dumps(user), 200)):
        asked = f"GET {ann.address} HTTP/1.1\r\nHost: a\r\nCookie: parley={value!s}\r\n\r\n"
        assert (await raw(pages, asked.encode()))[0] == status


async def test_over_https_no_other_host_can_set_the_cookie() -> None:
    async with served(terms=Terms("https://parley.example", SECRET, True)) as pages:
        ann = pages.browser()
        await ann.opens("/")
        cookie = ann.headers["Set-Cookie"]
        assert cookie.startswith("__Host-parley=")
        assert "Path=/" in cookie
        assert "Domain" not in cookie
        planted, _ = signed()
        _, text = await raw(pages, f"GET / HTTP/1.1\r\nHost: a\r\nCookie: {planted}\r\n\r\n".encode())
        assert "set-cookie: __host-parley=" in text.lower()


async def test_links_name_the_address_that_the_settings_name() -> None:
    async with served(terms=Terms("https://parley.example", SECRET, True)) as pages:
        cookie, token = signed(secure=True)
        body = urlencode({"csrf": token, "once": "a"}).encode()
        _, text = await raw(pages, posted(cookie, body))
        page = text.partition("Location: ")[2].partition("\r\n")[0]
        hosts = "Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\n"
        for path in ("/", page, f"{page}/link"):
            status, text = await raw(pages, f"GET {path} HTTP/1.1\r\n{hosts}Cookie: {cookie}\r\n\r\n".encode())
            assert status == 200
            assert "evil.example" not in text
        assert "https://parley.example/r/" in text


async def test_looking_at_a_link_to_a_page_does_not_use_it_up(pages: Pages) -> None:
    ann, phone = pages.browser(), pages.browser()
    await ann.begins()
    address = ann.address
    await ann.opens(f"{address}/link")
    [link] = [given["value"].removeprefix(pages.url) for given in ann.screen.all("input", id="link")]
    for method in ("HEAD", "GET"):
        async with phone.session.request(method, pages.url + link, allow_redirects=False) as answer:
            assert answer.status == 200
    await phone.opens(link)
    await phone.presses("Go on")
    assert phone.address == address


async def test_a_head_request_changes_nothing(pages: Pages) -> None:
    store = pages.store
    assert isinstance(store, MemoryStore)
    token = await panel.opened(pages)
    before = dict(store._names)
    ann = pages.browser()
    for path in ("/", "/play/bargaining", "/join/ABCDEF", f"/s/{token}?PROLIFIC_PID=a", "/g/0", "/r/x"):
        async with ann.session.head(pages.url + path, allow_redirects=False):
            pass
    assert store._names == before


async def test_a_form_sent_twice_counts_once_and_never_for_another_page(pages: Pages) -> None:
    ann = pages.browser()
    await ann.begins()
    first, fields = ann.address, dict(ann.screen.form("Send").fields)
    for _ in range(2):
        await ann.posts(f"{first}/say", {**fields, "text": "44"})
    assert ann.screen.said == ["44"]
    await ann.posts(f"/g/{'0' * 16}/say", {**fields, "text": "45", "once": "b"})
    assert ann.status == 404


@pytest.mark.parametrize("code", ["https://evil.example", "//evil.example", "\\\\evil.example", "javascript:alert(1)"])
async def test_no_redirect_leads_out(pages: Pages, code: str) -> None:
    ann = pages.browser()
    for path in (f"/join?code={quote(code)}", f"/join/{quote(code, safe='')}", f"/s/{quote(code, safe='')}"):
        async with ann.session.get(pages.url + path, allow_redirects=False) as answer:
            assert answer.headers.get("Location", "/").startswith("/")
            assert not answer.headers.get("Location", "/").startswith("//")
