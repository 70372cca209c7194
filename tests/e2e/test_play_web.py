"""`make play-web`: an address in one sentence, pages behind it, and an end without a trace."""

import asyncio
import os
import re
import signal
import socket
import sys
from pathlib import Path

from aiohttp import ClientSession

ROOT = Path(__file__).parents[2]


async def test_it_names_an_address_where_games_begin_also_if_its_port_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        env = {
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "VENV": sys.prefix,
            "PORT": str(taken.getsockname()[1]),
            "PYTHONPATH": str(ROOT),
            "PARLEY_TELEGRAM_TOKEN": "1:stays-off",
        }
        script = ROOT / "scripts" / "play-web.sh"
        pipe, both = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
        ran = await asyncio.create_subprocess_exec(script, env=env, stdout=pipe, stderr=both, start_new_session=True)
        assert ran.stdout is not None
        try:
            async with asyncio.timeout(60):
                said = (await ran.stdout.readline()).decode()
            url = re.fullmatch(r"Play at (http://127\.0\.0\.1:\d+/) in your browser; Ctrl-C here ends it\.\n", said)
            assert url is not None, said
            assert env["PORT"] not in url[1]
            async with ClientSession() as visitor, visitor.get(url[1]) as answer:
                assert 'href="/play/bargaining"' in await answer.text()
        finally:
            os.killpg(ran.pid, signal.SIGINT)
            async with asyncio.timeout(60):
                rest = await ran.stdout.read()
        assert (await ran.wait(), rest) == (0, b"")
