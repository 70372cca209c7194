"""A bundle as it is read for an analysis: checked against its manifest, then its tables with typed values."""

import csv
import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from bot.research.bundle.column import Column
from bot.research.bundle.columns import FACTOR, SCHEMA, tables
from bot.research.bundle.export import MARK

Row = dict[str, Any]
NEEDED: Final = ("study", "condition", "participant", "stage", "session", "survey", "payment")
"""The tables that an analysis reads."""


class Unreadable(Exception):
    """Error: a bundle cannot be analysed. Its text is a sentence for the person who asked."""


class Data(Struct, frozen=True):
    """The tables of a bundle. `factors`: the declared factors, each with its levels in their order."""

    study: Row
    conditions: list[Row]
    participants: list[Row]
    stages: list[Row]
    sessions: list[Row]
    survey: list[Row]
    payments: list[Row]
    factors: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def complete(self) -> list[Row]:
        """The sessions that count: no rule excludes them."""
        return [row for row in self.sessions if not row["exclude"]]

    @property
    def unit(self) -> str:
        return str(self.study["unit"])

    def cell(self, row: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the levels of a row, in the order of the factors."""
        return tuple(str(row[f"{FACTOR}{name}"]) for name, _ in self.factors)


def read(folder: Path) -> Data:
    """Return the tables of a bundle. Raises `Unreadable`, with a sentence, for anything but a whole, unchanged one."""
    _whole(folder)
    columns = {column.name: column for table in tables() for column in table.columns}
    found = {name: _table(folder, name, columns) for name in NEEDED}
    if not found["study"]:
        raise Unreadable(f"{folder} has no row in data/study.csv, so it says of no study.")
    return Data(
        found["study"][0],
        found["condition"],
        found["participant"],
        found["stage"],
        found["session"],
        found["survey"],
        found["payment"],
        _factors(found["condition"]),
    )


def _whole(folder: Path) -> None:
    if not folder.is_dir():
        raise Unreadable(f"{folder} is no folder. `parley study export` writes a bundle into one.")
    if folder.name.endswith(".partial") or (folder / MARK).exists():
        raise Unreadable(f"{folder} is half a bundle: its export was interrupted. Delete it, and export again.")
    path = folder / "manifest.json"
    if not path.is_file():
        raise Unreadable(f"{folder} is no bundle: it has no manifest.json, which is written last. Export it again.")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        files = {file["file"]: file["sha256"] for file in manifest["files"]}
        schema = int(manifest["schema_version"])
    except (ValueError, KeyError, TypeError):
        raise Unreadable(f"{path} cannot be read as a manifest. Export the bundle again.") from None
    if schema > SCHEMA:
        raise Unreadable(f"{folder} has tables of version {schema}; this Parley reads up to {SCHEMA}. Update Parley.")
    for name, told in files.items():
        if not (folder / name).is_file():
            raise Unreadable(f"{name} is missing from {folder}, though manifest.json lists it. Export it again.")
        if name.startswith("data/") and _hash(folder / name) != told:
            raise Unreadable(f"{name} was changed: its SHA-256 differs from manifest.json. Analyse the original.")


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        found = sha256()
        while part := file.read(1 << 20):
            found.update(part)
    return found.hexdigest()


def _table(folder: Path, name: str, columns: Mapping[str, Column]) -> list[Row]:
    plain, typed = folder / "data" / f"{name}.csv", folder / "data" / f"{name}.parquet"
    if plain.is_file():
        with plain.open(encoding="utf-8", newline="") as file:
            return [{key: _value(columns.get(key), text) for key, text in row.items()} for row in csv.DictReader(file)]
    if not typed.is_file():
        raise Unreadable(f"{folder} has neither data/{name}.csv nor data/{name}.parquet. Export it again.")
    import pyarrow.parquet as pq

    rows = pq.read_table(typed).to_pylist()
    return [{key: float(v) if isinstance(v, Decimal) else v for key, v in row.items()} for row in rows]


def _value(column: Column | None, text: str) -> Any:
    if text == "":
        return None
    match column.kind if column is not None else "text":
        case "integer":
            return int(text)
        case "decimal":
            return float(text)
        case "boolean":
            return text == "true"
    return text


def _factors(conditions: Iterable[Row]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    levels: dict[str, dict[str, None]] = {}
    for row in conditions:
        for name, level in row.items():
            if name.startswith(FACTOR):
                levels.setdefault(name.removeprefix(FACTOR), {})[str(level)] = None
    return tuple((name, tuple(of)) for name, of in levels.items())
