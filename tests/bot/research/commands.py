"""Commands that call a model, in this process: for what needs no start, signal or terminal of its own."""

import asyncio
import sys
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs

from bot.cli import main
from bot.runtime import logs


async def here(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return the status of `parley` and what it wrote. It runs in a thread, where it may have an event loop."""
    capsys.readouterr()
    with patch.object(sys, "argv", ["parley", *words]), patch.object(logs, "configure"), capture_logs():
        status = await asyncio.to_thread(main.main)
    return status, *capsys.readouterr()
