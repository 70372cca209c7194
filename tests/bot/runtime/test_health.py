"""The pages that a supervisor asks."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from bot.runtime import health
from bot.runtime.errors import CannotServe
from bot.runtime.health import pages
from storage.memory import MemoryStore
from storage.sqlite.store import SqliteStore


async def _ask(port: int, page: str) -> tuple[int, dict[str, object]]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{page}") as answer:
        return answer.status, await answer.json()


async def test_a_process_with_a_store_is_alive_and_ready(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "parley.db"))
    await store.open()
    async with pages("127.0.0.1:0", store, ["telegram"]) as port:
        assert await _ask(port, "/healthz") == (200, {"alive": True})
        assert await _ask(port, "/readyz") == (200, {"ready": True, "platforms": ["telegram"]})
    await store.close()


async def test_without_its_store_a_process_is_alive_but_not_ready(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "parley.db"))
    async with pages("127.0.0.1:0", store, []) as port:
        assert (await _ask(port, "/healthz"))[0] == 200
        status, told = await _ask(port, "/readyz")
        assert status == 503
        assert "parley.db" in str(told["store"])


class Stalled(MemoryStore):
    async def next_due(self) -> int | None:
        await asyncio.sleep(60)
        return None


async def test_a_store_that_does_not_answer_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    async with pages("127.0.0.1:0", Stalled(), []) as port:
        status, told = await _ask(port, "/readyz")
        assert (status, told["store"]) == (503, "The store has not answered for 0.05 seconds.")


async def test_an_address_that_is_taken_is_named(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "parley.db"))
    async with pages("127.0.0.1:0", store, []) as port:
        with pytest.raises(CannotServe, match=str(port)):
            async with pages(f"127.0.0.1:{port}", store, []):
                pass
