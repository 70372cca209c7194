"""The parts of the program that are served over HTTP, each with its address, as the settings name them.

Parts with the same HOST:PORT share one listener (`bot.runtime.http`). This module needs no HTTP library, so that
`parley doctor` can check the addresses anywhere.
"""

from collections.abc import Iterable
from errno import EADDRINUSE
from itertools import combinations
from socket import (
    AF_INET6,
    AI_PASSIVE,
    IPPROTO_IPV6,
    IPV6_V6ONLY,
    SO_REUSEADDR,
    SOCK_STREAM,
    SOL_SOCKET,
    getaddrinfo,
    socket,
)
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from bot.runtime.settings import Settings

HEALTH = ("/healthz", "/readyz", "/metrics")
EVERY = {"0.0.0.0": ".", "::": ":"}
"""Hosts that stand for every address of their family, with the sign that such addresses contain."""
LOCAL = ("127.0.0.1", "::1")


class Part(Struct, frozen=True):
    """A part that is served over HTTP.

    - `setting`: the option that names its address.
    - `address`: HOST:PORT.
    - `paths`: the paths that it alone answers; none for a part that answers all the others.
    """

    setting: str
    address: str
    paths: tuple[str, ...] = ()

    @property
    def at(self) -> tuple[str, int]:
        """Return host and port. Parts with the same pair share a listener, unless the port is 0 (any free one)."""
        host, _, port = self.address.rpartition(":")
        return host.strip("[]").lower() or "127.0.0.1", int(port)


def health_part(address: str) -> Part:
    return Part("PARLEY_HTTP", address, HEALTH)


def web_part(address: str) -> Part:
    return Part("PARLEY_WEB", address)


def webhook_part(url: str, address: str) -> Part:
    """Return the part that Telegram calls, at the path of the public address."""
    return Part("PARLEY_TELEGRAM_LISTEN", address, (unquote(urlsplit(url).path) or "/",))


def planned(settings: Settings) -> tuple[Part, ...]:
    """Return the parts that `parley serve` runs with these settings."""
    found = []
    if settings.http:
        found.append(health_part(settings.http))
    if settings.telegram_token is not None and settings.telegram_webhook:
        found.append(webhook_part(settings.telegram_webhook, settings.telegram_listen))
    if settings.web:
        found.append(web_part(settings.web))
    return tuple(found)


def sharing(part: Part, parts: Iterable[Part]) -> bool:
    """Return whether another part has the same address."""
    return part.at[1] != 0 and any(other.at == part.at and other.setting != part.setting for other in parts)


def clash(parts: Iterable[Part]) -> str:
    """Return a sentence about two parts that cannot be served together, "" if there are none."""
    for one, other in combinations(parts, 2):
        if one.at[1] != other.at[1] or one.at[1] == 0:
            continue
        if one.at != other.at and _meet(one.at[0], other.at[0]):
            return (
                f"{one.setting}={one.address} and {other.setting}={other.address} name one port by two hosts: write "
                "the same address in both, or give each a port of its own."
            )
        rest = "/" if not (one.paths and other.paths) else None
        if one.at == other.at and ({*one.paths} & {*other.paths} or rest in (*one.paths, *other.paths)):
            return (
                f"{one.setting} and {other.setting} share {one.address}, so PARLEY_TELEGRAM_WEBHOOK must have a path "
                "of its own, such as /telegram."
            )
    return ""


def can_listen(part: Part) -> bool:
    """Return whether a part could listen now; False if another socket does. Raises `OSError` for an unusable host."""
    host, port = part.at
    try:
        for family, kind, _, _, address in getaddrinfo(host, port, type=SOCK_STREAM, flags=AI_PASSIVE):
            with socket(family, kind) as tried:
                tried.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
                if family == AF_INET6:
                    tried.setsockopt(IPPROTO_IPV6, IPV6_V6ONLY, 1)
                tried.bind(address)
    except OSError as problem:
        if problem.errno == EADDRINUSE:
            return False
        raise
    except UnicodeError as problem:
        raise OSError(0, "no such address") from problem
    return True


def _meet(one: str, other: str) -> bool:
    """Return whether two hosts mean a common address."""
    ones, others = (LOCAL if host == "localhost" else (host,) for host in (one, other))
    return any(a == b or EVERY.get(a, "none") in b or EVERY.get(b, "none") in a for a in ones for b in others)
