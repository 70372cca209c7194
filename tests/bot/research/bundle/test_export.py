"""A bundle of a whole study: complete, correct, and without anything that tells who took part."""

import asyncio
import csv
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from frictionless import Package

from bot.research.bundle.columns import tables
from bot.research.bundle.export import MARK, Options, Unwritable, write
from bot.research.bundle.sinks import NoSuchColumn, checked
from tests.bot.research.bundle.conftest import Run, rows
from tests.bot.research.bundle.field import PLANTED, REALM, SECRETS
from tests.bot.research.bundle.recount import figures

COUNTED = {
    "payoff_human": "human",
    "payoff_partner": "partner",
    "n_utterances": "utterances",
    "n_words_human": "words_human",
    "n_words_partner": "words_partner",
    "n_offers_human": "offers_human",
    "n_offers_partner": "offers_partner",
    "n_reprompts": "reprompts",
}


def test_every_figure_of_a_session_equals_a_count_over_its_log(run: Run) -> None:
    seen = 0
    for row in run.rows("session"):
        if row["status"] != "completed":
            continue
        told = figures(*run.stored[row["sid"]])
        seen += told.deal
        assert (row["deal"] == "true") == told.deal
        assert {name: float(row[name]) for name in COUNTED} == {n: getattr(told, f) for n, f in COUNTED.items()}
    assert seen >= 10


def test_every_event_is_there_and_no_other(run: Run) -> None:
    lines = [json.loads(line) for line in (run.bundle.folder / "data/event.jsonl").read_text().splitlines()]
    assert len(lines) == sum(len(records) for _, records in run.stored.values()) == run.bundle.rows("event")
    for line in lines:
        entry = json.loads(run.stored[line["sid"]][1][line["seq"] - 1].data)
        assert (line["kind"], line["hash"]) == (entry["event"]["type"], entry["mark"])


def test_the_people_are_those_who_entered(run: Run) -> None:
    people = run.rows("participant")
    assert len(people) == 60
    assert sum(int(row["n_entries"]) for row in people) == 60 + 5
    outcomes = {row["outcome"] for row in people}
    assert {"complete", "withdrawn", "silent"} <= outcomes
    assert len(run.rows("payment")) == sum(row["outcome"] not in ("", "withdrawn") for row in people)


def test_a_person_who_withdrew_leaves_one_row(run: Run) -> None:
    gone = [row["pid"] for row in run.rows("participant") if row["erased"] == "true"]
    assert gone
    for table in ("stage", "session", "message", "survey", "check", "consent", "assignment", "payment"):
        assert not {row["pid"] for row in run.rows(table)} & set(gone)


def test_nothing_that_people_say_about_themselves_leaves(run: Run) -> None:
    held = b"".join(record.data for _, records in run.stored.values() for record in records).decode()
    assert all(text in held for text in PLANTED)
    accounts = [f"{5550000 + number}" for number in range(60)]
    for name, text in _texts(run.bundle.folder):
        found = [secret for secret in (*SECRETS, *accounts) if secret in text.casefold()]
        assert not found, (name, found)


def _texts(folder: Path) -> list[tuple[str, str]]:
    """Every file of a bundle as text; hashes and times, which may contain any digits, are left out."""
    made = []
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".parquet":
            table = pq.read_table(path)
            words = [column for column in table.column_names if column in ("text_redacted", "payload", "bundle")]
            made.append((path.name, json.dumps(table.select(words).to_pylist(), ensure_ascii=False)))
        elif path.suffix in (".csv", ".jsonl") and path.parent.name == "data":
            lines = path.read_text(encoding="utf-8").splitlines()
            made.append((path.name, "\n".join(_without_hashes(line) for line in lines)))
        elif path.is_file() and path.name not in ("manifest.json", "datapackage.json", "frozen.json", "codebook.md"):
            made.append((path.name, path.read_text(encoding="utf-8")))
    return made


def _without_hashes(line: str) -> str:
    parts = line.replace('"', ",").replace("}", ",").split(",")
    return ",".join(part for part in parts if not _is_hash(part))


def _is_hash(part: str) -> bool:
    part = part.removeprefix(":")
    hexadecimal = len(part) >= 12 and all(c in "0123456789abcdef-" for c in part)
    return hexadecimal or part.isdecimal() or (part[:2] == "20" and "T" in part)


async def test_full_texts_are_verbatim_and_none_leaves_no_column(run: Run, tmp_path: Path) -> None:
    options = Options(texts="full", format="csv", at=1)
    await write(run.store, run.field.find, REALM, "dividing", tmp_path / "full", options)
    said = {row["text"] for row in rows(tmp_path / "full", "message")}
    assert any(PLANTED[0] in text for text in said)
    await write(run.store, run.field.find, REALM, "dividing", tmp_path / "none", Options(texts="none", at=1))
    assert not {"text", "text_redacted"} & set(rows(tmp_path / "none", "message")[0])


def test_every_column_stands_in_the_codebook(run: Run) -> None:
    with open(run.bundle.folder / "codebook.csv", encoding="utf-8", newline="") as file:
        book = {(row["table"], row["column"]) for row in csv.DictReader(file) if row["meaning"]}
    factors = tuple((factor.name, factor.levels) for factor in run.field.study.factors)
    for table in tables(factors):
        if not table.lines:
            head = (run.bundle.folder / f"data/{table.name}.csv").read_bytes().decode().split("\r\n")[0].split(",")
            assert tuple(head) == table.names
        assert {(table.name, name) for name in table.names} <= book
        assert pq.read_schema(run.bundle.folder / f"data/{table.name}.parquet").names == list(table.names)


def test_the_manifest_counts_and_hashes_every_file(run: Run) -> None:
    root = run.bundle.folder
    manifest = json.loads((root / "manifest.json").read_text())
    told = {file["file"]: file for file in manifest["files"]}
    there = {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}
    assert there == told.keys() | {"manifest.json"}
    for name, file in told.items():
        data = (root / name).read_bytes()
        assert (file["bytes"], file["sha256"]) == (len(data), sha256(data).hexdigest())
        if name.endswith(".csv") and name.startswith("data/"):
            assert file["rows"] == len(rows(root, Path(name).stem))
        if name.endswith(".parquet"):
            assert file["rows"] == pq.read_metadata(root / name).num_rows


def test_the_data_package_is_valid(run: Run) -> None:
    report = Package(str(run.bundle.folder / "datapackage.json")).validate()
    assert report.valid, report.flatten(["title", "message"])[:5]


def test_parquet_says_what_csv_says(run: Run) -> None:
    typed = pq.read_table(run.bundle.folder / "data/session.parquet").to_pylist()
    for plain, row in zip(run.rows("session"), typed, strict=True):
        assert {name: plain[name] for name in ("sid", "end_reason", "role")} == {
            name: row[name] or "" for name in ("sid", "end_reason", "role")
        }
        assert (float(plain["payoff_joint"]) if plain["payoff_joint"] else None) == row["payoff_joint"]


def test_a_place_that_was_given_back_says_whom_it_replaces(run: Run) -> None:
    held: dict[str, str] = {}
    for row in run.rows("assignment"):
        assert row["replaces"] == held.get(row["slot"], "")
        held[row["slot"]] = row["pid"]
    assert len(held) < len(run.rows("assignment"))


def test_a_session_has_the_levels_of_its_condition_and_played_them(run: Run) -> None:
    assert {row["condition_id"] for row in run.rows("session")} == {f"c{n}" for n in range(1, 7)}
    cells = {row["condition_id"]: row for row in run.rows("condition")}
    for row in run.rows("session"):
        cell = cells[row["condition_id"]]
        assert (row["factor_reward"], row["factor_partner"]) == (cell["factor_reward"], cell["factor_partner"])
        assert row["policy_id"] == f"{row['factor_reward']}/{row['factor_partner']}"


def test_an_interrupted_export_leaves_nothing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = tmp_path / "new.partial"
    left.mkdir()
    (left / MARK).write_text("interrupted")
    (left / "stray").write_text("from an export that was killed")
    calls = 0

    def load(sid: str) -> Any:
        nonlocal calls
        calls += 1
        assert (left / MARK).is_file()
        assert not (left / "stray").exists()
        if calls > 20:
            raise OSError(28, "No space left on device")
        return run.store.__class__.load(run.store, sid)

    with monkeypatch.context() as patch:
        patch.setattr(run.store, "load", load)
        with pytest.raises(Unwritable, match="No space left on device"):
            asyncio.run(write(run.store, run.field.find, REALM, "dividing", tmp_path / "new", Options(at=1)))
    assert not list(tmp_path.iterdir())


def test_an_export_that_was_killed_before_its_folder_got_its_name_is_replaced(run: Run, tmp_path: Path) -> None:
    left = tmp_path / "new.partial"
    left.mkdir()
    (left / "manifest.json").write_text("{}")
    options = Options(texts="none", format="csv")
    asyncio.run(write(run.store, run.field.find, REALM, "dividing", tmp_path / "new", options))
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


async def test_two_exports_at_once_do_not_write_into_one_folder(run: Run, tmp_path: Path) -> None:
    declared, second = run.field.find, list[str]()

    class Store:
        """The store, where a second export begins while the first one reads."""

        def __getattr__(self, name: str) -> Any:
            return getattr(run.store, name)

        async def load(self, sid: str) -> Any:
            if not second:
                with pytest.raises(Unwritable) as told:
                    await write(run.store, declared, REALM, "dividing", tmp_path / "new", Options(at=1))
                second.append(str(told.value))
            return await run.store.load(sid)

    options = Options(texts="none", format="csv", at=1)
    made = await write(Store(), declared, REALM, "dividing", tmp_path / "new", options)
    assert "is being written by another export" in second[0]
    for file in made.files:
        assert file.bytes == (made.folder / file.file).stat().st_size


async def test_what_cannot_be_written_is_said(run: Run, tmp_path: Path) -> None:
    with pytest.raises(Unwritable, match="exists already"):
        await write(run.store, run.field.find, REALM, "dividing", tmp_path, Options())
    with pytest.raises(Unwritable, match="no study 'other'"):
        await write(run.store, run.field.find, REALM, "other", tmp_path / "new", Options())


def test_nothing_outside_the_registry_is_written() -> None:
    (study,) = (table for table in tables() if table.name == "consent")
    with pytest.raises(NoSuchColumn, match="email"):
        checked(study, {"email": "a@b.example"})
