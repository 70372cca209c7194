"""Moves the write-ahead log into the database file beside the event loop, which so never waits for the disk."""

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

WRITES = 400
"""After so many the log is moved: about 2 000 pages."""
PAGES = 10_000
"""A log of this length SQLite moves within a commit. While commits never pause, nothing else makes it start anew."""


SCRUB_SECONDS = 5.0
"""How long a scrub waits for readers and writers of other processes."""
KEPT = (
    "The write-ahead log of {} could not be emptied, because another program reads the file: what was erased stays in "
    "the log until it can be."
)


class Checkpointer:
    """Checkpoints of one file, one at a time, each in a thread of its own. What one leaves, the next one moves."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writes = 0
        self._running: Thread | None = None
        self.patience = SCRUB_SECONDS
        self.remains = ""
        """What the last scrub could not do, as a sentence."""

    def wrote(self) -> None:
        """Count a write; start a checkpoint when it is time for one."""
        self._writes += 1
        if self._writes >= WRITES and (self._running is None or not self._running.is_alive()):
            self._writes = 0
            self._running = Thread(target=self._checkpoint, name="checkpoint")
            self._running.start()

    def close(self) -> None:
        """Wait for a checkpoint that is running."""
        if self._running is not None:
            self._running.join()

    def _checkpoint(self) -> None:
        with suppress(sqlite3.Error), closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    async def scrub(self) -> None:
        """Empty the log. The file itself needs no more: its pages are overwritten as rows are deleted."""
        self.remains = "" if await asyncio.to_thread(self._truncate) else KEPT.format(self.path)

    def _truncate(self) -> bool:
        """Move the whole log into the file and cut it to nothing; False if somebody is in the way."""
        with suppress(sqlite3.Error), closing(sqlite3.connect(self.path, timeout=self.patience)) as db:
            busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not busy
        return False
