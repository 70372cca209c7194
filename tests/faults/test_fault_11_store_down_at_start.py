"""Fault 11: `parley serve` ended where its store was down at the start, so that a supervisor needed a crash loop."""

import asyncio
import signal
from pathlib import Path

import aiohttp
import pytest

from storage.redis.store import RedisStore
from tests.e2e.services import PARLEY, Service
from tests.fakes import FakeTelegram
from tests.fakes.loopback import Loopback
from tests.storage.servers import Server

pytestmark = pytest.mark.redis


def waiting(tg: FakeTelegram, folder: Path, address: str, **more: str) -> tuple[Service, str]:
    """A service whose store is at an address, and where its pages are."""
    pages = f"127.0.0.1:{Loopback.free_port()}"
    return Service(folder, {**tg.env(), "PARLEY_STORE": address, "PARLEY_HTTP": pages, **more}), f"http://{pages}"


async def status(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def test_it_waits_for_its_store_and_serves_as_soon_as_it_is_there(tmp_path: Path) -> None:
    server = Server()
    server.kill()
    try:
        async with FakeTelegram() as tg:
            ann = tg.user(42, "Ann")
            await ann.starts()
            parley, pages = waiting(tg, tmp_path, server.address, PARLEY_WAIT_STORE="on")
            async with parley:
                await parley.until("store_awaited")
                assert (await status(f"{pages}/healthz"))[0] == 200
                code, told = await status(f"{pages}/readyz")
                assert (code, "cannot be reached" in told) == (503, True)
                assert (await status(f"{pages}/metrics"))[0] == 200
                assert "parley_store_up 0.0" in (await status(f"{pages}/metrics"))[1]
                assert not tg.called("getMe")
                server.start()
                await parley.until("store_there", 30)
                await ann.private_chat().wait_for_button("Price bargaining")
                assert (await status(f"{pages}/readyz"))[0] == 200
                assert await parley.ends() == 0
            assert parley.logs.count("store_awaited") == 1
            assert "Traceback" not in parley.logs
    finally:
        server.end()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_waiting(tmp_path: Path, sign: signal.Signals) -> None:
    async with FakeTelegram() as tg:
        address = f"redis://127.0.0.1:{Loopback.free_port()}/0"
        parley, _ = waiting(tg, tmp_path, address, PARLEY_WAIT_STORE="1")
        async with parley:
            await parley.until("store_awaited")
            assert await parley.ends(sign) == 0
        assert "Traceback" not in parley.logs


async def ended(parley: Service, *options: str) -> tuple[int | None, str]:
    """The exit status of a service that ends by itself, and its last line."""
    pipe, both = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
    process = await asyncio.create_subprocess_exec(
        *PARLEY, "serve", *options, env=parley.env, cwd=parley.folder, stdout=pipe, stderr=both
    )
    said, _ = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, said.decode().splitlines()[-1]


async def test_without_being_asked_to_wait_it_ends_and_names_the_option(tmp_path: Path) -> None:
    async with FakeTelegram() as tg:
        parley, _ = waiting(tg, tmp_path, f"redis://127.0.0.1:{Loopback.free_port()}/0")
        code, said = await ended(parley)
    assert code == 2
    assert said.endswith("`parley serve --wait-store` waits until it can be used.")


async def test_what_waiting_cannot_mend_still_ends_it(tmp_path: Path) -> None:
    (tmp_path / "parley.db").mkdir()
    async with FakeTelegram() as tg:
        parley, _ = waiting(tg, tmp_path, f"sqlite:///{tmp_path / 'parley.db'}")
        code, said = await ended(parley, "--wait-store")
    assert (code, "is a folder" in said, "--wait-store" in said) == (2, True, False)


async def test_a_store_can_be_opened_after_it_could_not(tmp_path: Path) -> None:
    server = Server()
    server.kill()
    store = RedisStore(server.address)
    try:
        with pytest.raises(Exception, match="cannot be reached"):
            await store.open()
        server.start()
        await asyncio.wait_for(store.open(), 30)
        assert await store.next_due() is None
        await store.close()
    finally:
        server.end()
