"""Files of exports on their way to a browser: a study's bundle, and the table of a game's sessions."""

import asyncio
import tempfile
import zipfile
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

from bot.operators import outcomes, realms, session_table
from bot.operators.call import Exporter, named, studied
from bot.operators.typed import number
from bot.session.dashboard import Download
from storage.base import Store

PIECE = 64 * 1024
"""Bytes that are sent at a time."""
LINES = 100
"""Lines of a table that are sent at a time."""
VERSIONS = 1_000_000


async def made(store: Store, exporter: Exporter | None, realm: str, verb: str, given: Mapping[str, str]) -> Download:
    """Return the file of an export. Raises `ValueError` with a sentence."""
    if verb == "study export":
        return await _bundle(store, exporter, realm, given)
    return await _table(store, realm, given)


async def _bundle(store: Store, exporter: Exporter | None, realm: str, given: Mapping[str, str]) -> Download:
    """Return a study's bundle as a ZIP file; it is written to a temporary folder first, which then goes."""
    kept = (await realms.load(store, realm)).realm
    version = number("version", given["version"], VERSIONS) if given.get("version") else 0
    study = studied(kept, given["name"], version)
    if exporter is None:
        raise ValueError("This program cannot write bundles: install parley[research].")
    room = tempfile.TemporaryDirectory()
    try:
        name = f"{study.slug}-v{study.version}"
        await exporter(kept, study, Path(room.name) / name, given.get("texts") or "redacted")
        file = await asyncio.to_thread(_packed, Path(room.name), name)
    except BaseException:
        room.cleanup()
        raise
    return Download(f"{name}.zip", "application/zip", _read(file, room))


def _packed(room: Path, name: str) -> Path:
    file = room / f"{name}.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted((room / name).rglob("*")):
            packed.write(path, path.relative_to(room))
    return file


async def _read(file: Path, room: tempfile.TemporaryDirectory[str]) -> AsyncIterator[bytes]:
    try:
        with file.open("rb") as opened:
            while piece := await asyncio.to_thread(opened.read, PIECE):
                yield piece
    finally:
        room.cleanup()


async def _table(store: Store, realm: str, given: Mapping[str, str]) -> Download:
    """Return the sessions of a game, a row each."""
    kept = (await realms.load(store, realm)).realm
    definition = named(kept, given["name"])
    kind = "jsonl" if given.get("format", "").casefold() == "jsonl" else "csv"
    rows = await outcomes.table(store, kept, definition)
    lines = session_table.jsonl_lines(rows) if kind == "jsonl" else session_table.csv_lines(rows)
    media = "application/x-ndjson" if kind == "jsonl" else "text/csv"
    return Download(f"{definition.name}.{kind}", media, _pieces(lines))


async def _pieces(lines: Iterator[str]) -> AsyncIterator[bytes]:
    some = list[str]()
    for line in lines:
        some.append(line)
        if len(some) == LINES:
            yield "".join(some).encode()
            some.clear()
            await asyncio.sleep(0)
    yield "".join(some).encode()
