"""Rules of every test: fixed hypothesis profiles, and no connection that leaves this machine."""

import gc
import ipaddress
import os
import random
import secrets
import signal
import socket
import ssl
from collections.abc import Generator, Iterator
from typing import Any

import certifi
import pytest
import structlog
from hypothesis import HealthCheck, settings

# Before any test imports numpy, and for the programs that tests start: several workers share the cores already, and
# threads that wait for each other on a busy core take five times the processor time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Before any test imports them: what they assert is told in full.
pytest.register_assert_rewrite("tests.games.contract", "tests.games.plays")

# `ci` is the default: equal runs try equal examples, so a red run can be repeated. Pick `deep` before a release,
# with HYPOTHESIS_PROFILE=deep: more examples, and new ones each time.
settings.register_profile(
    "ci",
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep", max_examples=2000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
settings.load_profile(PROFILE)

SEARCHED = 50_000
"""New objects before a search for garbage, as at the command line: with the default, tests take a twentieth longer."""

_chance = random.Random()


def pytest_configure() -> None:
    """A shell's background jobs ignore interrupts, and so would the programs that tests start and interrupt."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leave what collecting makes out of every search for garbage: going through it takes half a second each time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()
        gc.set_threshold(SEARCHED)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests and those in a browser begin first, so that no worker ends long after the others."""
    items.sort(key=lambda item: not (item.get_closest_marker("slow") or item.get_closest_marker("browser")))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test opens games of the same seeds in every run, so that none fails once in a hundred; `deep`: of new ones."""
    _chance.seed(item.nodeid if PROFILE == "ci" else None)


@pytest.fixture(scope="session", autouse=True)
def _short_tracebacks() -> None:
    """Those that are drawn in boxes take a tenth of a second each, which a test of many failures has not got."""
    renderer = structlog.get_config()["processors"][-1]
    assert isinstance(renderer, structlog.dev.ConsoleRenderer)
    renderer.exception_formatter = structlog.dev.plain_traceback


@pytest.fixture(scope="session", autouse=True)
def _repeatable() -> Iterator[None]:
    drawn = secrets.token_hex

    def token_hex(size: int | None = None) -> str:
        """Only the root of a session has 32 bytes; names of processes and sessions stay different everywhere."""
        return f"{_chance.getrandbits(256):064x}" if size == 32 else drawn(size)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_hex", token_hex)
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_public_authorities() -> Iterator[None]:
    """No client reads the certificates of public authorities: each takes 35 ms over them, and none meets any here."""
    load, public = ssl.SSLContext.load_verify_locations, {certifi.where(), os.environ.get("SSL_CERT_FILE")} - {None}

    def load_own(self: ssl.SSLContext, cafile: Any = None, capath: Any = None, cadata: Any = None) -> None:
        if cafile not in public:
            load(self, cafile, capath, cadata)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl.SSLContext, "load_verify_locations", load_own)
        yield


class NetworkBlocked(RuntimeError):
    """A test tried to reach an address outside this machine."""


def _is_loopback(host: object) -> bool:
    name = host.decode(errors="replace") if isinstance(host, bytes) else str(host)
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _check(family: int, address: Any) -> None:
    if family in (socket.AF_INET, socket.AF_INET6) and not _is_loopback(address[0]):
        raise NetworkBlocked(
            f"A test tried to connect to {address[0]}:{address[1]}. Tests may only reach this machine (127.0.0.1, ::1, "
            "localhost): use the loopback servers in tests/fakes instead."
        )


@pytest.fixture(scope="session", autouse=True)
def no_foreign_network() -> Iterator[None]:
    """Connections to anything but loopback raise `NetworkBlocked`, whatever library opens them."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def guarded_connect(self: socket.socket, address: Any) -> None:
        _check(self.family, address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        _check(self.family, address)
        return connect_ex(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded_connect)
        patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
        yield
