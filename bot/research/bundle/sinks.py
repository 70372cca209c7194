"""Files of a bundle, written row by row: rows are counted and bytes hashed while they are written."""

import csv
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol

from msgspec import Struct

from bot.research.bundle.column import PLACES, Column, Row, Table

BATCH: Final = 2_000
"""Rows that a Parquet file holds in memory at once."""


class NoSuchColumn(Exception):
    """Error: a row has a column that the registry does not have. Nothing leaves the program under such a name."""


class File(Struct, frozen=True):
    """A finished file: its name in the bundle, rows (None for files without), bytes, and hash."""

    file: str
    rows: int | None
    bytes: int
    sha256: str


class Sink(Protocol):
    def write(self, row: Row) -> None: ...

    def close(self) -> File: ...


def stamp(at: int) -> str:
    """Return a time in milliseconds as UTC text, ISO 8601."""
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at % 1000:03d}Z"


def checked(table: Table, row: Row) -> Row:
    """Return a row that has columns of its table alone, and a value where one must be.

    Raises `NoSuchColumn`, and `ValueError` for a missing or unknown value: each is a fault of this program.
    """
    if not row.keys() <= set(table.names):
        raise NoSuchColumn(f"{table.name}: {', '.join(sorted(row.keys() - set(table.names)))}")
    for column in table.columns:
        value = row.get(column.name)
        if value is None and not column.null:
            raise ValueError(f"{table.name}.{column.name} is empty")
        if value is not None and column.allowed and value not in column.allowed:
            raise ValueError(f"{table.name}.{column.name} cannot be {value!r}")
    return row


def cell(column: Column, value: Any) -> Any:
    """Return a value as JSON lines hold it: times as text, decimals as text of a number, everything else as it is."""
    if value is None:
        return None
    match column.kind:
        case "time":
            return stamp(value)
        case "decimal":
            return format(value, "f")
    return value


class Out:
    """A file whose bytes are counted and hashed."""

    def __init__(self, root: Path, name: str) -> None:
        self.name, self.rows, self.bytes, self._hash = name, 0, 0, sha256()
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("wb")

    def write(self, text: str) -> None:
        data = text.encode(errors="replace")
        self._file.write(data)
        self._hash.update(data)
        self.bytes += len(data)

    def close(self, rows: int | None = None) -> File:
        self._file.close()
        return File(self.name, rows, self.bytes, self._hash.hexdigest())


class Csv:
    """A table as CSV: UTF-8, RFC 4180, a head line, empty for missing, values verbatim."""

    def __init__(self, root: Path, table: Table) -> None:
        self.table, self.rows = table, 0
        self.out = Out(root, f"data/{table.name}.csv")
        self.writer = csv.writer(self.out, lineterminator="\r\n")
        self.writer.writerow(table.names)

    def write(self, row: Row) -> None:
        self.rows += 1
        self.writer.writerow([self._cell(column, row.get(column.name)) for column in self.table.columns])

    def close(self) -> File:
        return self.out.close(self.rows)

    @staticmethod
    def _cell(column: Column, value: Any) -> Any:
        if value is None:
            return ""
        if column.kind == "boolean":
            return "true" if value else "false"
        if column.kind == "json":
            return compact(value)
        return cell(column, value)


class Lines:
    """A table as JSON lines: one object a row, missing values left out."""

    def __init__(self, root: Path, table: Table) -> None:
        self.table, self.rows = table, 0
        self.out = Out(root, f"data/{table.name}.jsonl")

    def write(self, row: Row) -> None:
        self.rows += 1
        cells = ((column.name, cell(column, row.get(column.name))) for column in self.table.columns)
        self.out.write(compact({name: value for name, value in cells if value is not None}) + "\n")

    def close(self) -> File:
        return self.out.close(self.rows)


class Parquet:
    """A table as Parquet: the same names, typed; JSON as text."""

    def __init__(self, root: Path, table: Table) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        kinds = {
            "text": pa.string(),
            "json": pa.string(),
            "integer": pa.int64(),
            "decimal": pa.decimal128(18, PLACES),
            "boolean": pa.bool_(),
            "time": pa.timestamp("ms", tz="UTC"),
        }
        self.table, self.rows, self.batch, self.pa = table, 0, list[Row](), pa
        self.schema = pa.schema([pa.field(c.name, kinds[c.kind], c.null) for c in table.columns])
        self.root, self.name = root, f"data/{table.name}.parquet"
        (root / self.name).parent.mkdir(parents=True, exist_ok=True)
        self.writer = pq.ParquetWriter(root / self.name, self.schema)

    def write(self, row: Row) -> None:
        self.rows += 1
        self.batch.append(row)
        if len(self.batch) >= BATCH:
            self._flush()

    def close(self) -> File:
        self._flush()
        self.writer.close()
        return measured(self.root, self.name, self.rows)

    def _flush(self) -> None:
        if self.batch:
            columns = [
                self.pa.array([_typed(column, row.get(column.name)) for row in self.batch], field.type)
                for column, field in zip(self.table.columns, self.schema, strict=True)
            ]
            self.writer.write_table(self.pa.Table.from_arrays(columns, schema=self.schema))
            self.batch.clear()


def _typed(column: Column, value: Any) -> Any:
    if column.kind == "json" and value is not None:
        return compact(value)
    if column.kind == "decimal" and value is not None:
        return value.quantize(Decimal(1).scaleb(-PLACES))
    return value


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def measured(root: Path, name: str, rows: int | None = None) -> File:
    """Return a file that was written elsewhere, with its size and hash."""
    found, size = sha256(), 0
    with (root / name).open("rb") as file:
        while part := file.read(1 << 20):
            found.update(part)
            size += len(part)
    return File(name, rows, size, found.hexdigest())


class Tables:
    """The files of all tables. A row is checked against the registry before it goes into any of them."""

    def __init__(self, root: Path, tables: Iterable[Table], csv: bool, parquet: bool) -> None:
        self.tables = {table.name: table for table in tables}
        self.sinks: dict[str, list[Sink]] = {}
        for table in self.tables.values():
            self.sinks[table.name] = [Lines(root, table)] if table.lines else []
            if csv and not table.lines:
                self.sinks[table.name].append(Csv(root, table))
            if parquet:
                self.sinks[table.name].append(Parquet(root, table))

    def write(self, name: str, row: Row) -> None:
        row = checked(self.tables[name], row)
        for sink in self.sinks[name]:
            sink.write(row)

    def close(self) -> list[File]:
        return [sink.close() for sinks in self.sinks.values() for sink in sinks]
