"""Memory and time of the export of a large study: `python -m tests.bench.bundles PEOPLE FOLDER`.

Thirty simulated people take part once; the store gets their sessions again and again under other names, and the export
runs in a process of its own, whose peak of memory is what counts.
"""

import asyncio
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from msgspec.structs import replace

from bot.research.bundle.export import Options, write
from bot.session.model.session import gather
from bot.studies import parts
from bot.studies.parts import Whose
from storage.base import Commit, Loaded, Record, Store
from storage.memory import MemoryStore
from storage.sqlite.store import SqliteStore
from tests.bot.research.bundle.field import REALM, Field

FEW = 30


async def fill(path: Path, people: int) -> None:
    """Store a study with so many people."""
    few = MemoryStore()
    await few.open()
    field = Field(few)
    await field.opens()
    for number in range(FEW):
        await field.takes_part(f"{5550000 + number}")
    kept: list[tuple[parts.Held, list[tuple[Loaded, list[Record]]]]] = []
    async for held in field.people():
        logs = []
        for visit in held.part.visits:
            loaded = await few.load(visit.sid)
            assert loaded is not None
            logs.append((loaded, await gather(few.events(visit.sid))))
        if held.part.outcome == "complete":
            kept.append((held, logs))
    store = SqliteStore(str(path))
    await store.open()
    for number in range(people):
        held, logs = kept[number % len(kept)]
        visits = []
        for n, (visit, (loaded, records)) in enumerate(zip(held.part.visits, logs, strict=True)):
            visits.append(replace(visit, sid=f"s{number}x{n}"))
            await _copied(store, visits[-1].sid, loaded, records)
        part = replace(held.part, pid=f"p{number}", visits=tuple(visits), slot=number)
        whose = Whose(REALM, field.study.slug, field.study.version)
        await parts.begin(store, whose, part, f"chat:{number}", parts.sid_of(whose, part.pid, 1))
    await store.close()


async def _copied(store: Store, sid: str, loaded: Loaded, records: list[Record]) -> None:
    """Store a session again under another id, in one commit."""
    head = replace(loaded.head, sid=sid)
    events = tuple(record.data for record in records)
    await store.commit(Commit(sid, 0, (), b"", events, loaded.snapshot, records[-1].at, over=True, head=head))


async def export(path: Path, folder: Path) -> None:
    """Export the study and print time, rows and the peak of memory as JSON."""
    store = SqliteStore(str(path))
    await store.open()
    field = Field(MemoryStore())
    began = time.perf_counter()
    made = await write(store, field.find, REALM, field.study.slug, folder, Options(at=1))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told = {
        "sessions": made.rows("session"),
        "stages": made.rows("stage"),
        "events": made.rows("event"),
        "seconds": round(time.perf_counter() - began),
        "peak_mb": round(peak),
        "bytes": sum(file.bytes for file in made.files),
    }
    print(json.dumps(told))
    await store.close()


def main(people: int, folder: Path) -> None:
    folder.mkdir(parents=True)
    asyncio.run(fill(folder / "store.db", people))
    subprocess.run([sys.executable, "-m", "tests.bench.bundles", "export", str(folder)], check=True)


if __name__ == "__main__":
    if sys.argv[1] == "export":
        asyncio.run(export(Path(sys.argv[2]) / "store.db", Path(sys.argv[2]) / "bundle"))
    else:
        main(int(sys.argv[1]), Path(sys.argv[2]))
