"""Addresses of the settings: who shares, and who stands in another's way."""

import socket
from typing import Any

import pytest

from bot.runtime.listening import can_listen, clash, planned, sharing, web_part
from bot.runtime.settings import Settings

HOOK = {"telegram_token": "1:T", "telegram_webhook": "https://bot.example/telegram"}


def _settings(**values: Any) -> Settings:
    return Settings(store="memory:", **values)


def test_only_what_is_switched_on_listens() -> None:
    assert planned(_settings()) == ()
    found = planned(_settings(http="127.0.0.1:8080", web="127.0.0.1:8765", **HOOK))
    assert [part.setting for part in found] == ["PARLEY_HTTP", "PARLEY_TELEGRAM_LISTEN", "PARLEY_WEB"]
    assert planned(_settings(telegram_webhook="https://bot.example/telegram")) == ()


@pytest.mark.parametrize(
    ("http", "web", "shares"),
    [
        ("127.0.0.1:80", "127.0.0.1:80", True),
        ("[::1]:80", "[::1]:80", True),
        ("LocalHost:80", "localhost:80", True),
        ("127.0.0.1:80", "127.0.0.1:81", False),
        ("127.0.0.1:0", "127.0.0.1:0", False),
    ],
)
def test_the_same_address_is_shared(http: str, web: str, shares: bool) -> None:
    parts = planned(_settings(http=http, web=web))
    assert clash(parts) == ""
    assert [sharing(part, parts) for part in parts] == [shares, shares]


@pytest.mark.parametrize(
    ("http", "web"),
    [
        ("0.0.0.0:80", "127.0.0.1:80"),
        ("localhost:80", "127.0.0.1:80"),
        ("[::1]:80", "[::]:80"),
        ("[::]:80", "localhost:80"),
    ],
)
def test_one_port_by_two_hosts_is_told(http: str, web: str) -> None:
    sentence = clash(planned(_settings(http=http, web=web)))
    assert sentence.startswith(f"PARLEY_HTTP={http} and PARLEY_WEB={web} name one port by two hosts")


@pytest.mark.parametrize(
    ("http", "web"), [("127.0.0.1:80", "127.0.0.2:80"), ("[::1]:80", "127.0.0.1:80"), ("0.0.0.0:80", "[::]:80")]
)
def test_hosts_that_do_not_meet_may_have_the_same_port(http: str, web: str) -> None:
    assert clash(planned(_settings(http=http, web=web))) == ""


@pytest.mark.parametrize(("path", "fits"), [("/telegram", True), ("/", False), ("", False), ("/healthz", False)])
def test_a_webhook_that_shares_an_address_has_a_path_of_its_own(path: str, fits: bool) -> None:
    address = "127.0.0.1:8080"
    hook = {"telegram_token": "1:T", "telegram_webhook": f"https://bot.example{path}", "telegram_listen": address}
    sentence = clash(planned(_settings(http=address, web=address, **hook)))
    assert sentence == "" if fits else "PARLEY_TELEGRAM_WEBHOOK must have a path of its own" in sentence


def test_an_address_that_is_taken_cannot_be_had() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert not can_listen(web_part(address))
    assert can_listen(web_part(address))
    for nowhere in ("203.0.113.1:80", "a..b:80"):
        with pytest.raises(OSError, match=r".+"):
            can_listen(web_part(nowhere))
