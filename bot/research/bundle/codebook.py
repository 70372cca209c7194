"""The codebook and the data package of a bundle, both from the registry of columns and the study's forms."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any, Final

from bot.research.bundle.answered import wording
from bot.research.bundle.column import Column, Table
from bot.research.bundle.sinks import File
from bot.studies.study import Study
from games.forms.config import Choose, Divide, Form, Item, Scale

HEAD: Final = ("table", "column", "type", "unit", "required", "allowed", "meaning")
ITEM: Final = "item"
"""The type of a codebook's row about an item of a form."""
_TYPES: Final[dict[str, dict[str, Any]]] = {
    "text": {"type": "string"},
    "integer": {"type": "integer"},
    "decimal": {"type": "number"},
    "boolean": {"type": "boolean", "trueValues": ["true"], "falseValues": ["false"]},
    "time": {"type": "datetime", "format": "%Y-%m-%dT%H:%M:%S.%fZ"},
    "json": {"type": "string"},
}


def as_csv(tables: Iterable[Table], study: Study) -> str:
    """Return the codebook as CSV: a row for each column, and one for each item of a form."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEAD)
    writer.writerows(_rows(tables, study))
    return out.getvalue()


def _rows(tables: Iterable[Table], study: Study) -> Iterator[tuple[str, ...]]:
    for table in tables:
        for column in table.columns:
            required = "no" if column.null else "yes"
            allowed = "|".join(column.allowed)
            yield table.name, column.name, column.kind, column.unit, required, allowed, column.meaning
    for form, item in items(study):
        yield "survey", f"{form.name}.{item.id}", ITEM, "", "", "|".join(_answers(item)), item.text


def items(study: Study) -> Iterator[tuple[Form, Item]]:
    """Yield every item of a study's forms, each form once."""
    forms = {stage.form.name: stage.form for stage in study.stages if stage.form is not None}
    for form in forms.values():
        for item in form.items:
            yield form, item


def _answers(item: Item) -> tuple[str, ...]:
    match item:
        case Choose(options=options):
            return tuple(f"{value}={label}" for value, label in options)
        case Scale(low=low, high=high, labels=labels):
            if len(labels) == high - low + 1:
                return tuple(f"{low + n}={label}" for n, label in enumerate(labels))
            return (f"{low} to {high}", *labels)
        case Divide(options=options):
            return tuple(f"{own}:{other}" for own, other in options)
    return ()


def as_markdown(tables: Iterable[Table], study: Study) -> str:
    """Return the codebook for people."""
    lines = [
        f"# Codebook of {study.title}",
        "",
        f"Study `{study.slug}`, version {study.version}. Empty cells are missing values. Times are UTC.",
    ]
    for table in tables:
        key = ", ".join(f"`{name}`" for name in table.key)
        lines += ["", f"## {table.name}", "", f"A row is {table.row}. Key: {key}.", ""]
        lines += ["| column | type | unit | meaning |", "| --- | --- | --- | --- |"]
        lines += (
            f"| `{c.name}` | {c.kind}{'' if c.null else ', required'} | {c.unit} | {_cell(c.meaning)}{_allowed(c)} |"
            for c in table.columns
        )
    lines += ["", "## Items of the forms", ""]
    lines += ["| instrument | version | item | wording | answers | sha256 |", "| --- | --- | --- | --- | --- | --- |"]
    for form, item in items(study):
        answers = _cell("; ".join(_answers(item)))
        lines.append(
            f"| {form.name} | {form.version} | `{item.id}` | {_cell(item.text)} | {answers} | `{wording(item)[:12]}` |"
        )
    return "\n".join(lines) + "\n"


def _allowed(column: Column) -> str:
    return f" One of {', '.join(f'`{value}`' for value in column.allowed)}." if column.allowed else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "<br>")


def package(tables: Iterable[Table], study: Study, files: Iterable[File], made: str, software: str) -> dict[str, Any]:
    """Return the data package (Frictionless Data Package, version 1): a schema for each CSV, with its keys."""
    there = {file.file: file for file in files}
    known = {table.name for table in tables}
    resources = []
    for table in tables:
        path = f"data/{table.name}.csv"
        if path in there:
            resources.append(
                {
                    "name": table.name,
                    "path": path,
                    "profile": "tabular-data-resource",
                    "title": f"A row is {table.row}",
                    "format": "csv",
                    "mediatype": "text/csv",
                    "encoding": "utf-8",
                    "bytes": there[path].bytes,
                    "hash": f"sha256:{there[path].sha256}",
                    "schema": schema(table, known),
                }
            )
    return {
        "name": f"{study.slug}-v{study.version}",
        "title": study.title,
        "profile": "data-package" if not resources else "tabular-data-package",
        "created": made,
        "version": str(study.version),
        "description": f"Written by Parley {software}. `manifest.json` lists every file with its hash.",
        "resources": resources,
    }


def schema(table: Table, known: Iterable[str]) -> dict[str, Any]:
    """Return the table schema of one table (Frictionless Table Schema)."""
    links = [
        {"fields": list(link.columns), "reference": {"resource": link.table, "fields": list(link.theirs)}}
        for link in table.links
        if link.table in known
    ]
    made: dict[str, Any] = {
        "fields": [_field(column) for column in table.columns],
        "primaryKey": list(table.key),
        "missingValues": [""],
    }
    return made | ({"foreignKeys": links} if links else {})


def _field(column: Column) -> dict[str, Any]:
    made: dict[str, Any] = {"name": column.name, **_TYPES[column.kind], "description": column.meaning}
    if column.unit:
        made["unit"] = column.unit
    limits: dict[str, Any] = {} if column.null else {"required": True}
    if column.allowed:
        limits["enum"] = list(column.allowed)
    return made | ({"constraints": limits} if limits else {})
