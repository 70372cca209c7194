"""Names in the embedded store, and what they stand for."""

import sqlite3

from storage.base.records import Points

NAME = "REPLACE INTO name VALUES (?, ?)"
UNNAME = "DELETE FROM name WHERE name = ?"


def point(db: sqlite3.Connection, points: Points) -> None:
    """Give names new values, or none."""
    for name, value in points:
        db.execute(*((UNNAME, (name,)) if value is None else (NAME, (name, value))))
