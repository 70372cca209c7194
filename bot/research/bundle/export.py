"""A study's bundle as a folder: written in one pass to `NAME.partial`, and given its name when it is whole."""

import asyncio
import fcntl
import importlib.metadata
import json
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec import json as mjson

from bot.research.bundle import codebook
from bot.research.bundle.column import Row, Texts, decimal
from bot.research.bundle.columns import SCHEMA, tables
from bot.research.bundle.gather import Journey, Reading, Stay, people_of, stays_of
from bot.research.bundle.sinks import File, Out, Tables, stamp
from bot.research.bundle.transcript import transcript
from bot.studies import freezing
from bot.studies.flow import Find
from bot.studies.published import published
from bot.studies.study import Study
from games.core.registry import get
from storage.base import Store

LAST: Final = "manifest.json"
"""The file that is written last, when all others are whole."""
Format = Literal["csv", "parquet", "both"]
MARK: Final = "INCOMPLETE.txt"
"""The file that says of a folder that its export was interrupted."""
SCHEME: Final = (
    "permuted blocks; block N is shuffled by a generator seeded with the seed, `block` and N (games/core/chance.py)"
)


class Unwritable(Exception):
    """Error: a bundle cannot be written. Its text is a sentence for the person who asked."""


class Options(Struct, frozen=True):
    """Options of a bundle. `at`: the time of writing (ms). `void`: sessions that operators declared void.
    `version`: of the study; 0 for the newest.
    """

    texts: Texts = "redacted"
    format: Format = "both"
    transcripts: bool = False
    at: int = 0
    void: frozenset[str] = frozenset()
    version: int = 0


class Written(Struct, frozen=True):
    """A whole bundle: its folder, and its files."""

    folder: Path
    files: tuple[File, ...]

    def rows(self, table: str) -> int:
        """Return the rows of a table."""
        return next(f.rows or 0 for f in self.files if f.file.rpartition("/")[2].partition(".")[0] == table)


async def write(store: Store, find: Find, realm: str, study: str, folder: Path, options: Options) -> Written:
    """Write the bundle of a study into a folder that does not exist yet.

    Raises `Unwritable` with a sentence, `Unwalkable` for a log that cannot be replayed. Either leaves nothing behind.
    """
    found = await find(realm, study, options.version)
    if found is None:
        raise Unwritable(f"There is no study {study[:40]!r} here. `parley study list` names them.")
    partial = _room(folder)
    try:
        with (partial / MARK).open("w") as mark:
            fcntl.flock(mark, fcntl.LOCK_EX)
            mark.write(f"The export of {found.slug} was interrupted. Delete this folder; export again.\n")
            mark.flush()
            made = await _fill(store, realm, found, partial, options)
            await asyncio.to_thread(_finish, partial, folder)
    except OSError as problem:
        why = problem.strerror or problem
        raise Unwritable(f"{folder} cannot be written ({why}). Nothing is left of it.") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return Written(folder, tuple(made))


def _room(folder: Path) -> Path:
    """Return an empty folder to write into; what an interrupted export left there is deleted. Raises `Unwritable`."""
    if folder.exists():
        raise Unwritable(f"{folder} exists already. Name a new folder.")
    partial = folder.with_name(f"{folder.name}.partial")
    if _being_written(partial / MARK):
        raise Unwritable(f"{folder} is being written by another export just now.")
    if any((partial / name).is_file() for name in (MARK, LAST)):
        shutil.rmtree(partial)
    try:
        partial.mkdir(parents=True)
    except OSError as problem:
        raise Unwritable(f"{partial} cannot be made ({problem.strerror or problem}).") from None
    return partial


def _being_written(mark: Path) -> bool:
    """Return whether a process that lives still holds an export's mark. The lock of one that died is gone."""
    try:
        with mark.open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False


def _finish(partial: Path, folder: Path) -> None:
    (partial / MARK).unlink()
    partial.rename(folder)


async def _fill(store: Store, realm: str, study: Study, root: Path, options: Options) -> list[File]:
    factors = tuple((factor.name, factor.levels) for factor in study.factors)
    registry = tables(factors, options.texts)
    sinks = Tables(root, registry, options.format != "parquet", options.format != "csv")
    extra: list[File] = []
    try:
        for name, row in _declared(study):
            sinks.write(name, row)
        people = await people_of(store, realm, study)
        reading = Reading(study, people, options.texts, options.void)
        for person in people:
            journey = reading.begun(person)
            if not person.erased:
                async for stay in stays_of(store, person):
                    extra += await asyncio.to_thread(_stage, root, sinks, journey, stay, options)
            for name, row in journey.ended():
                sinks.write(name, row)
    finally:
        made = await asyncio.to_thread(sinks.close)
    return await asyncio.to_thread(_beside, root, study, registry, [*made, *extra], options)


def _stage(root: Path, sinks: Tables, journey: Journey, stay: Stay, options: Options) -> list[File]:
    """Write one stage's rows; return its transcript's file, if it was asked for."""
    rows = journey.stage(stay)
    for name, row in rows:
        sinks.write(name, row)
    text = transcript(stay.visit.sid, rows) if options.transcripts else ""
    return [_text(root, f"transcripts/{stay.visit.sid}.md", text)] if text else []


def _declared(study: Study) -> list[tuple[str, Row]]:
    """Return the rows about the study and its conditions."""
    reading = Reading(study, (), "none")
    rows: list[tuple[str, Row]] = [("study", _study(study))]
    for number, cell in enumerate(reading.cells, 1):
        planned = decimal(study.rules.places * cell.weight / reading.block) if study.rules.places else None
        rows.append(
            (
                "condition",
                {
                    "condition_id": f"c{number}",
                    "label": cell.label or None,
                    "weight": cell.weight,
                    "planned_n": planned,
                    **reading.factors(cell),
                },
            )
        )
    return rows


def _study(study: Study) -> Row:
    closed = study.state == "closed"
    return {
        "study_id": f"{study.slug}@{study.version}",
        "slug": study.slug,
        "title": study.title,
        "version": study.version,
        "state": study.state,
        "game": study.design.game,
        "unit": "dollars" if get(study.design.game).unit == "cents" else "points",
        "config_hash": study.hash or None,
        "frozen_at": study.frozen_at or None,
        "software_version": importlib.metadata.version("parley"),
        "schema_version": SCHEMA,
        "rng_scheme": SCHEME,
        "seed_commitment": study.commitment or None,
        "seed_revealed": str(study.design.seed) if closed else None,
        "seed_seal": freezing.seal(study) if closed else None,
        "planned_n": study.rules.places,
        "turn_minutes": study.rules.turn_minutes,
        "study_minutes": study.rules.study_minutes,
        "withdrawal": study.rules.withdrawal,
    }


def frozen(study: Study) -> dict[str, Any]:
    """Return everything that is loaded for a study, with its hash. Seed and codes stand there as hashes."""
    return {"hash": study.hash, **freezing.loaded(study)}


def _beside(root: Path, study: Study, registry: Any, made: list[File], options: Options) -> list[File]:
    """Write the files beside the data, and the manifest last."""
    software, at = importlib.metadata.version("parley"), stamp(options.at)
    readme = _static("README.md").format(
        title=study.title, slug=study.slug, version=study.version, software=software, made=at, texts=options.texts
    )
    for name, text in (
        ("codebook.csv", codebook.as_csv(registry, study)),
        ("codebook.md", codebook.as_markdown(registry, study)),
        ("datapackage.json", _json(codebook.package(registry, study, made, at, software))),
        ("study.yaml", published(study)),
        ("frozen.json", _json(frozen(study))),
        ("README.md", readme),
        ("quickstart.py", _static("quickstart.py.txt")),
        ("quickstart.R", _static("quickstart.R")),
    ):
        made.append(_text(root, name, text))
    manifest = {
        "schema_version": SCHEMA,
        "software_version": software,
        "study": study.slug,
        "version": study.version,
        "config_hash": study.hash,
        "made_at": at,
        "filters": {"text": options.texts, "format": options.format, "transcripts": options.transcripts},
        "files": [mjson.decode(mjson.encode(file)) for file in made],
    }
    return [*made, _text(root, LAST, _json(manifest))]


def _static(name: str) -> str:
    return (files("bot.research.bundle") / "static" / name).read_text(encoding="utf-8")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _text(root: Path, name: str, text: str) -> File:
    out = Out(root, name)
    out.write(text)
    return out.close()
