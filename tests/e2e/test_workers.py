"""Two processes over one Redis, a game in the terminal on each: what one leaves undone when it dies, the other does."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.players import find
from bot.session.manager import Manager
from storage.redis.store import RedisStore
from tests.storage import servers

pytestmark = pytest.mark.redis
ROOT = Path(__file__).parents[2]


class Terminal:
    """`parley play` with a pipe that stays open; `sid` is its session."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.sid = process, ""

    async def until(self, words: str) -> None:
        assert self.process.stdout is not None
        async with asyncio.timeout(30):
            while words not in (line := (await self.process.stdout.readline()).decode()):
                assert line, "the terminal has ended"
            self.sid = json.loads(line).get("session", self.sid)


@asynccontextmanager
async def playing(home: Path, store: str, model: str, *args: str) -> AsyncIterator[Terminal]:
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "PARLEY_STORE": store,
        "ANTHROPIC_API_KEY": "sk-nobody",
        "ANTHROPIC_BASE_URL": model,
    }
    command = (sys.executable, "-m", "bot.cli.main", "play", "bargaining", "--format", "jsonl", *args)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, env=env, cwd=home, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield Terminal(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_a_process_finishes_the_ai_move_of_one_that_was_killed_in_mid_turn(tmp_path: Path) -> None:
    asked = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A model that never answers."""
        await reader.readline()
        asked.set()
        await reader.read()
        writer.close()

    model = await asyncio.start_server(silent, "127.0.0.1", 0)
    silence = f"http://127.0.0.1:{model.sockets[0].getsockname()[1]}"
    nowhere = f"http://127.0.0.1:{servers.free_port()}"
    address = servers.emptied(servers.server())
    store = RedisStore(address)
    await store.open()
    try:
        async with (
            playing(tmp_path, address, nowhere) as other,
            playing(tmp_path, address, silence, "--against", "llm") as mine,
        ):
            await other.until("counteroffer?")
            await mine.until('"session"')
            async with asyncio.timeout(30):
                await asked.wait()
            mine.process.kill()
            await mine.process.wait()
            sessions = Manager(store, find).sessions
            async with asyncio.timeout(40):
                while not (session := await sessions.session(mine.sid)) or session.table.chair("seller").turns == 0:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
            assert session.table.chair("seller").turns == 1
            assert other.process.returncode is None
    finally:
        model.close()
        await store.close()
