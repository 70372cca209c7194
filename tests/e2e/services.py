"""`parley serve` as a process: started with an environment, read by its logs, ended by a signal."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARLEY = (sys.executable, "-m", "bot.cli.main")
PATIENCE = 60.0
"""Seconds that a process may take for anything: many others may run beside it."""
TIME = re.compile(r"^\d{4}-\d\d-\d\dT[\d:.]+Z? ")


class Service:
    """One home with a store; `starts` and `dies` as often as a test likes. `logs` holds all that was ever written, but
    for the times: a test that looks for a price would find one in them.
    """

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder, self.logs = folder, ""
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "PARLEY_STORE": f"sqlite:///{folder / 'parley.db'}",
            "PYTHONPATH": str(ROOT),
            **env,
        }
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._more = asyncio.Event()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def starts(self) -> None:
        pipe, both = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
        self._process = await asyncio.create_subprocess_exec(
            *PARLEY, "serve", env=self.env, cwd=self.folder, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=both
        )
        self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.logs += TIME.sub("", line.decode())
            self._more.set()

    async def until(self, words: str, timeout: float = PATIENCE) -> None:
        """Wait until the logs hold these words."""
        async with asyncio.timeout(timeout):
            while words not in self.logs:
                self._more.clear()
                await self._more.wait()

    async def falls(self, within: float = PATIENCE) -> int:
        """Wait until the process has ended by itself. Returns its exit status."""
        process, self._process = self._process, None
        assert process is not None
        assert self._reading is not None
        async with asyncio.timeout(within):
            status = await process.wait()
            await self._reading
        return status

    async def dies(self) -> None:
        """kill -9."""
        await self.ends(signal.SIGKILL)

    async def ends(self, sign: signal.Signals = signal.SIGTERM, within: float = PATIENCE) -> int:
        """The exit status after a signal; fails if the process outlives the time it is given."""
        process, self._process = self._process, None
        assert process is not None
        assert self._reading is not None
        if process.returncode is None:
            process.send_signal(sign)
        async with asyncio.timeout(within):
            await process.wait()
            await self._reading
        assert process.returncode is not None
        return process.returncode

    async def __aenter__(self) -> "Service":
        await self.starts()
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._process is not None:
            await self.dies()
