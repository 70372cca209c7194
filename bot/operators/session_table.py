"""The sessions of a configured game as rows, one a session, without anybody's name or number.

`COLUMNS` describes each column; the guide for operators prints it. A person has a pseudonym, which is the same in all
sessions of a realm. Without the salt that the realm keeps, it cannot be traced back.
"""

import csv
import hmac
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime
from math import sqrt
from statistics import fmean, stdev
from typing import Any
from unicodedata import category, normalize

from msgspec import Struct
from msgspec.structs import replace

from bot.session.model.events import Decided, Gone, Hinted, Missed, Stopped
from bot.session.model.session import Session, entry_type
from bot.session.model.table import ERASED, Chair
from bot.session.model.terms import Setup
from games.core.codec import decode
from games.core.contract import Expired, Left, Moved, Slipped, written
from games.core.draw import settings_of
from games.core.settings import Document, Money, Setting, Value
from storage.base import Record

COLUMNS = {
    "session": "its id, as `parley export` and `replay` take it",
    "game": "the game",
    "name": "the operator's name for it",
    "version": "the version of that definition; each change of it makes a new one",
    "condition": "the label of its condition; empty without conditions",
    "slot": "its place in the order of the design, from 0",
    "hash": "hash of everything loaded for the definition, as `/game show` prints it",
    "spec": "hash of game, rules and settled numbers: equal for sessions that played the same thing",
    "seed": "the seed of the deal; one that somebody chose is that of the AI players, too",
    "began": "when it was opened, in UTC",
    "ended": "when it ended; empty while it runs",
    "end": "`deal`, `no_deal`, `walkaway`, `cutoff` (complete), `abandoned`, `stopped`; empty while it runs",
    "unit": "the unit of `earned_…`: `dollars` or `points`",
    "void": "whether it was declared void",
    "set_KEY": "a setting written for any of these sessions, with its dealt value; money in dollars",
    "player_SEAT": "`person`, or the strategy (`default` is the service's own); empty while nobody sits there",
    "person_SEAT": "a person's pseudonym; empty for an AI, an empty chair and a forgotten person",
    "messages_SEAT": "messages that counted",
    "faults_SEAT": "messages that didn't count, and cost a try",
    "missed_SEAT": "deadlines that a person let pass without a sign of life, in a game that went on",
    "left_SEAT": "times that a person left a game in which others played on",
    "hints_SEAT": "decisions that a person asked a hint for, where there are hints",
    "fallbacks_SEAT": "decisions that another player took because a model failed or was too slow",
    "earned_SEAT": "what the seat earned; empty while it runs",
    "result_KEY": "the game's own keys of an ended session; docs/data.md names them",
}
"""Columns of a table of sessions. KEY and SEAT are those of the game; a list is written as JSON."""
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
SEATED = ("player", "person", "messages", "faults", "missed", "left", "hints", "fallbacks", "earned")
COUNTED = ("deal", "no_deal", "walkaway", "cutoff")
COUNTS = ("messages", "faults", "missed", "left", "hints", "fallbacks")
"""Columns of events that are counted by seat."""


class Row(Struct, frozen=True):
    """One session, under the names of `COLUMNS`.

    - `seats`: each seat's player.
    - `earned`: each seat's earnings.
    - `tallied`: the other columns of seats, each with a value by seat.
    - `result`: the game's own report.
    """

    session: str
    game: str
    name: str
    version: int
    condition: str
    slot: int
    hash: str
    spec: str
    seed: int
    began: str
    ended: str
    end: str
    unit: str
    seats: tuple[tuple[str, str], ...]
    earned: tuple[tuple[str, str], ...]
    void: bool = False
    set: tuple[tuple[str, str], ...] = ()
    tallied: Mapping[str, Mapping[str, str | int]] = {}
    result: Mapping[str, Any] = {}


def moment(at: int) -> str:
    """Return a time in milliseconds as text for people and programs."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at % 1000:03d}Z"


def row_of(session: Session, began: int, void: bool = False) -> Row:
    """Return a row with the data of the session itself; `detailed` adds those of its log and its game."""
    setup = session.terms.setup if isinstance(session.terms.setup, Setup) else Setup("", "", 0, "")
    result = session.result()
    seats = tuple((c.seat, _sitting(c)) for c in session.table.chairs)
    return Row(
        session=session.sid,
        game=session.game.name,
        name=setup.name,
        version=setup.version,
        condition=setup.condition,
        slot=setup.slot,
        hash=setup.hash,
        spec=session.terms.spec,
        seed=session.terms.seed,
        began=moment(began),
        ended="",
        end=result.end if result is not None else "",
        unit="dollars" if session.game.unit == "cents" else session.game.unit,
        seats=seats,
        earned=tuple((s, written(a, result.unit)) for s, a in result.earnings) if result is not None else (),
        void=void,
    )


def _sitting(chair: Chair) -> str:
    if chair.kind == "ai":
        return chair.strategy or "default"
    return "person" if chair.kind == "human" else ""


def wrote(session: Session) -> set[str]:
    """Return the settings that a person wrote for a session."""
    return {key for key, _ in session.terms.overrides}


def detailed(row: Row, session: Session, records: Iterable[Record], keys: Set[str], salt: str) -> Row:
    """Return the row with these settings as they were dealt, pseudonyms, counts from the log, and the result."""
    known = {s.key: s for s in settings_of(session.game) if not isinstance(s.kind, Document)}
    ended, counts = _counted(session, records)
    chairs = session.table.chairs
    tallied: dict[str, dict[str, str | int]] = {
        "person": {c.seat: pseudonym(c.user, salt) if c.kind == "human" else "" for c in chairs},
        **{name: {c.seat: counts[name, c.seat] for c in chairs} for name in COUNTS},
    }
    over = bool(row.end) and session.state is not None
    return replace(
        row,
        ended=moment(ended) if row.end and ended else "",
        set=tuple((key, _shown(known[key], getattr(session.config, key))) for key in sorted(keys & known.keys())),
        tallied=tallied,
        result=dict(session.game.report(session.state)) if over else {},
    )


def _counted(session: Session, records: Iterable[Record]) -> tuple[int, Counter[tuple[str, str]]]:
    """Return the time of the last act in a log, and how often each seat did what `COUNTS` names."""
    ended, counts, kind = 0, Counter[tuple[str, str]](), entry_type(session.game)
    for record in records:
        event = decode(record.data, kind).event
        if isinstance(event, Moved | Slipped | Expired | Left | Stopped):
            ended = record.at
        if (counted := _column(event)) is not None:
            counts[counted] += 1
    return ended, counts


def _column(event: object) -> tuple[str, str] | None:
    match event:
        case Moved(seat):
            return "messages", seat
        case Slipped(seat):
            return "faults", seat
        case Missed(seat):
            return "missed", seat
        case Gone(seat):
            return "left", seat
        case Hinted(seat):
            return "hints", seat
        case Decided(seat, source) if source.startswith("fallback:"):
            return "fallbacks", seat
    return None


SHORT = 8
"""Characters of a pseudonym that stand for it where people read."""


def pseudonym(user: str, salt: str) -> str:
    """Return a pseudonym that belongs to one person and cannot be traced back without the salt."""
    return "" if user in ("", ERASED) else hmac.digest(salt.encode(), user.encode(), "sha256").hex()[:12]


def _shown(setting: Setting, value: Value) -> str:
    shown = setting.kind.show(value)
    return shown.replace("$", "") if isinstance(setting.kind, Money) else shown


def flat(row: Row) -> dict[str, Any]:
    """Return a row as columns, in the order of `COLUMNS`."""
    made = {field: getattr(row, field) for field in COLUMNS if field.islower()}
    made |= {f"set_{key}": text for key, text in row.set}
    by_seat = {**row.tallied, "player": dict(row.seats), "earned": dict(row.earned)}
    for name in SEATED:
        made |= {f"{name}_{seat}": value for seat, value in by_seat.get(name, {}).items()}
    return made | dict(_leaves("result", row.result))


def _leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _leaves(f"{name}_{key}", part)
    else:
        yield name, value


def as_csv(rows: Sequence[Row]) -> str:
    return "".join(csv_lines(rows))


def csv_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a table with a head line. Cells that a spreadsheet might take for a formula become text."""
    found = dict.fromkeys(key for row in rows for key in flat(row))
    out = io.StringIO()
    writer = csv.DictWriter(out, sorted(found, key=_place), restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        yield _taken(out)
        writer.writerow({key: harmless(value) for key, value in flat(row).items()})
    yield _taken(out)


def _taken(out: io.StringIO) -> str:
    """Return the written text, and empty the buffer."""
    text = out.getvalue()
    out.seek(0)
    out.truncate()
    return text


def _place(column: str) -> int:
    kinds = list(COLUMNS)
    return kinds.index(column) if column in COLUMNS else kinds.index(kind_of(column))


def kind_of(column: str) -> str:
    """Return the entry of `COLUMNS` that a column belongs to."""
    if column in COLUMNS:
        return column
    head = column.partition("_")[0]
    return f"{head}_SEAT" if head in SEATED else f"{head}_KEY"


def harmless(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula: a text that could begin one gets a quote in front."""
    if isinstance(value, str):
        # The writer does not quote a lone carriage return, after which a new row would begin.
        value = value.replace("\r\n", "\n").replace("\r", "\n")
        return f"'{value}" if _is_formula(value) else value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _is_formula(text: str) -> bool:
    """Return whether a spreadsheet might calculate a text.

    Programs skip blank or invisible characters in front, and some treat full-width signs and other dashes like the
    plain ones. A plain number, such as a loss of -5.00, is no formula.
    """
    if text[:1] in ("\t", "\n"):
        return True
    if _NUMBER.fullmatch(text):
        return False
    start = next((c for c in text if not c.isspace() and category(c) not in ("Cc", "Cf")), "")
    return normalize("NFKC", start)[:1] in ("=", "+", "-", "@", "\u2212") or (start != "" and category(start) == "Pd")


def as_jsonl(rows: Sequence[Row]) -> str:
    return "".join(jsonl_lines(rows))


def jsonl_lines(rows: Sequence[Row]) -> Iterator[str]:
    return (json.dumps(flat(row), ensure_ascii=False) + "\n" for row in rows)


class Group:
    """Figures of the sessions of one condition. Void sessions must be left out before."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.active = self.complete = self.dropped = self.deals = self.walkaways = 0
        self.unit = "points"
        self.earned: dict[str, list[float]] = {}

    def add(self, row: Row) -> None:
        if not row.end:
            self.active += 1
            return
        if row.end not in COUNTED:
            self.dropped += 1
            return
        self.complete += 1
        self.unit = row.unit
        self.deals += row.end == "deal"
        self.walkaways += row.end == "walkaway"
        for seat, amount in row.earned:
            self.earned.setdefault(seat, []).append(float(amount))

    def share(self, n: int) -> str:
        return f"{100 * n / self.complete:.0f} %" if self.complete else "-"

    def mean(self, seat: str) -> str:
        """Return mean and standard error of a seat's earnings: `12.50 (1.02)`."""
        found = self.earned.get(seat)
        if not found:
            return "-"
        mean = fmean(found)
        sign = "$" if self.unit == "dollars" else ""
        error = f" ({stdev(found) / sqrt(len(found)):.2f})" if len(found) > 1 else ""
        return f"{'-' if mean < 0 else ''}{sign}{abs(mean):.2f}{error}"


def groups(rows: Iterable[Row], labels: Iterable[str] = ()) -> list[Group]:
    """Return one group for each condition, without void sessions. Those that `labels` name come first."""
    found = {label: Group(label) for label in labels}
    for row in rows:
        if not row.void:
            found.setdefault(row.condition, Group(row.condition)).add(row)
    return list(found.values())
