"""Checkpoints: a thread moves the write-ahead log into the database file, so that the event loop never waits for the
disk.
"""

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

WRITES = 400
"""Number of writes after which the log is moved: about 2 000 pages."""
PAGES = 10_000
"""Pages of log at which SQLite moves it within a commit. While commits never pause, nothing else makes the log restart.
"""


SCRUB_SECONDS = 5.0
"""Seconds that a scrub waits for readers and writers of other processes."""
KEPT = (
    "The write-ahead log of {} could not be emptied, because another program reads the file: what was erased stays in "
    "the log until it can be."
)


class Checkpointer:
    """Checkpointer of one file, one at a time in a thread; the next one moves what one left in the log."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writes = 0
        self._running: Thread | None = None
        self.patience = SCRUB_SECONDS
        self.remains = ""
        """Sentence on what the last scrub could not do; "" if nothing."""

    def wrote(self) -> None:
        """Count a write; start a checkpoint when enough have been made."""
        self._writes += 1
        if self._writes >= WRITES and (self._running is None or not self._running.is_alive()):
            self._writes = 0
            self._running = Thread(target=self._checkpoint, name="checkpoint")
            self._running.start()

    def close(self) -> None:
        """Wait for a running checkpoint."""
        if self._running is not None:
            self._running.join()

    def _checkpoint(self) -> None:
        with suppress(sqlite3.Error), closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    async def scrub(self) -> None:
        """Empty the log. The file itself needs nothing more: its pages are overwritten as rows are deleted."""
        self.remains = "" if await asyncio.to_thread(self._truncate) else KEPT.format(self.path)

    def _truncate(self) -> bool:
        """Move the whole log into the file and truncate it; False if another program is in the way."""
        with suppress(sqlite3.Error), closing(sqlite3.connect(self.path, timeout=self.patience)) as db:
            busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not busy
        return False
