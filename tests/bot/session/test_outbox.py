"""Texts that are settled once: of processes that begin at the same moment, all get the first one's."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from bot import keys
from bot.session.outbox import Posts
from storage import open_store
from storage.base import Store
from tests.storage import servers
from tests.storage.conftest import BACKENDS, named

ROOT = Path(__file__).parents[3]
SETTLES = """
import asyncio, sys
from bot import keys
from bot.session.outbox import Posts
from storage import open_store

async def main():
    store = open_store(sys.argv[1])
    await store.open()
    print("ready", flush=True)
    sys.stdin.readline()
    print(await Posts(store).settled(keys.WEB_SECRET, sys.argv[2]))
    await store.close()

asyncio.run(main())
"""


@pytest.mark.parametrize("backend", ["sqlite", "redis"])
async def test_two_processes_settle_on_one_text(tmp_path: Path, backend: str) -> None:
    address = servers.emptied(servers.server()) if backend == "redis" else f"sqlite:///{tmp_path}/parley.db"
    both = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", SETTLES, address, text, cwd=ROOT, stdin=PIPE, stdout=PIPE
        )
        for text in ("first", "second")
    ]
    for one in both:
        assert one.stdout is not None
        assert await one.stdout.readline() == b"ready\n"
    told = [out.strip() for out, _ in await asyncio.gather(*(one.communicate(b"go\n") for one in both))]
    assert told[0] == told[1]
    store = open_store(address)
    await store.open()
    assert await Posts(store).settled(keys.WEB_SECRET, "third") == told[0].decode()
    await store.close()


@pytest.mark.parametrize("backend", named("memory", "sqlite", "redis"))
async def test_a_text_of_an_earlier_version_stays(tmp_path: Path, backend: str) -> None:
    store: Store = BACKENDS[backend](tmp_path)()
    await store.open()
    await store.point(keys.WEB_SECRET, "kept")
    both = await asyncio.gather(*(Posts(store).settled(keys.WEB_SECRET, text) for text in ("a", "b")))
    assert both == ["kept", "kept"]
    await store.point(keys.WEB_SECRET, None)
    both = await asyncio.gather(*(Posts(store).settled(keys.WEB_SECRET, text) for text in ("a", "b")))
    assert both[0] == both[1]
    await store.close()
