"""Paying people whom a panel sent: their ids there with how their parts ended, and erasing the ids afterwards.

This is the one place where the vault is read. Its list goes into a file, only at the command line, so that no chat, no
post and no log ever holds an id; each reading is in the audit.
"""

import csv
import io
import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bot import keys
from bot.operators.call import Call, Done
from bot.operators.session_table import harmless
from bot.operators.typed import BadWords
from bot.session import vault
from bot.session.key_erasure import Eraser
from bot.session.model.inbound import AT_MACHINE
from bot.session.vault import Sealed
from bot.studies import parts
from bot.studies.parts import Whose
from bot.studies.study import Part, Study
from games.core.post import Block, Post, item, line

PAID = ("outcome", "code", "began", "ended", "minutes", "entries")
"""Columns of the list behind the panel's own parameters."""


async def payments(call: Call) -> Done:
    """Write the list of people to pay, by the panel's ids."""
    study = _from_panel(call)
    owed = await _owed(call, study)
    ends = Counter(part.outcome or "running" for _, part in owed)
    told: list[Block] = [line(f"{study.slug}: {_people(len(owed))} whom a panel sent.")]
    told += [item(f"{outcome}: {n}") for outcome, n in sorted(ends.items())]
    if not call.inbound.place.startswith("terminal:"):
        told.append(line(f"Their ids are written only at the command line: /study payments name:{study.slug}"))
        return Done(Post(tuple(told)))
    if call.now - call.inbound.at > AT_MACHINE:
        raise BadWords("Writing the list was interrupted. Run the command again.")
    file = Path(call.text("to") or f"{study.slug}-payments.csv")
    named = call.text("pseudonyms") == "yes"
    try:
        _write(file, _table(study, owed, named=named))
    except OSError as problem:
        raise BadWords(f"{str(file)[:200]} cannot be written ({problem.strerror}).") from None
    told.append(
        line(f"Written: {file}. It names people: keep it apart from the data, and delete it when all are paid.")
    )
    lines = (f"panel ids of {len(owed)} written{', with pseudonyms' if named else ''}",)
    return Done(Post(tuple(told)), call.realm, study.slug, lines)


async def paid(call: Call) -> Done:
    """Erase the panel's ids of those whose part has ended."""
    study = _from_panel(call)
    ended = [(sealed, part) for sealed, part in await _owed(call, study) if part.outcome]
    running = len(await vault.of_study(call.sessions.store, _name(call, study))) - len(ended)
    if ended:
        await Eraser(call.sessions.store).rewrote(call.now)  # the files that held them are rewritten
    told: list[Block] = [line(f"{study.slug}: the panel's ids of {_people(len(ended))} are erased.")]
    if running:
        told.append(line(f"Those of {running} stay: their parts haven't ended."))
    gone = tuple((str(sealed.name), None) for sealed, _ in ended)
    return Done(Post(tuple(told)), call.realm, study.slug, (f"panel ids of {len(ended)} erased",), gone)


def _from_panel(call: Call) -> Study:
    """Return the study of the command. Raises `BadWords` if it has no panel."""
    study = call.begun()
    if study.panel is None:
        raise BadWords(f"{study.slug} declares no panel, so it keeps no panel's ids.")
    return study


def _name(call: Call, study: Study) -> str:
    return Whose(call.realm.name, study.slug, study.version).name


async def _owed(call: Call, study: Study) -> list[tuple[Sealed, Part]]:
    """Return the vault's entries with the newest part of each person, the first begun first."""
    store, name = call.sessions.store, _name(call, study)
    found = []
    for sealed in await vault.of_study(store, name):
        held = await parts.held(store, await store.pointed(keys.part(name, sealed.pid)) or "")
        if held is not None:
            found.append((sealed, held.part))
    return sorted(found, key=lambda one: (one[1].began, one[0].pid))


def _people(n: int) -> str:
    return "1 person" if n == 1 else f"{n} people"


def _table(study: Study, owed: list[tuple[Sealed, Part]], *, named: bool) -> str:
    takes = study.panel.takes if study.panel is not None else ()
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow((*takes, *PAID, *(("pid",) if named else ())))
    for sealed, part in owed:
        brought = dict(sealed.entry.pairs)
        own = (*(brought.get(name, "") for name in takes), *_paid(part), *((part.pid,) if named else ()))
        rows.writerow([harmless(cell) for cell in own])
    return text.getvalue()


def _paid(part: Part) -> Iterator[str]:
    yield part.outcome
    yield part.code
    yield _time(part.began)
    yield _time(part.ended)
    yield f"{(part.ended - part.began) / 60_000:.1f}" if part.ended else ""
    yield str(part.entries)


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds") if at else ""


def _write(file: Path, text: str) -> None:
    """Write a file that its owner alone may read."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
        os.fchmod(out.fileno(), 0o600)
        out.write(text)
