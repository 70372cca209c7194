"""The sessions of a configured game as rows, one a session, without anybody's name or number."""

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from bot.sessions.records import Setup
from bot.sessions.session import Session
from bot.tallies import Mean
from games.core import written

COUNTED = ("deal", "no_deal", "walkaway", "cutoff")


class Row(Struct, frozen=True):
    """One session. `end` is "" while it runs; `earned` is in dollars or points, as programs read them; `seats` says who
    sat where: a person, or the name of a strategy.
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
    began: int
    end: str
    unit: str
    seats: tuple[tuple[str, str], ...]
    earned: tuple[tuple[str, str], ...]
    void: bool = False


def row_of(session: Session, began: int, void: bool = False) -> Row:
    setup = session.terms.setup if isinstance(session.terms.setup, Setup) else Setup("", "", 0, "")
    result = session.result()
    seats = tuple((c.seat, c.strategy or "default" if c.kind == "ai" else "person") for c in session.table.chairs)
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
        began=began,
        end=result.end if result is not None else "",
        unit=session.game.unit,
        seats=seats,
        earned=tuple((s, written(a, result.unit)) for s, a in result.earnings) if result is not None else (),
        void=void,
    )


def flat(row: Row) -> dict[str, Any]:
    """A row as columns; each seat has one for who sat there and one for what they earned."""
    made = {field: getattr(row, field) for field in row.__struct_fields__ if field not in ("seats", "earned")}
    made |= {f"player_{seat}": who for seat, who in row.seats}
    return made | {f"earned_{seat}": amount for seat, amount in row.earned}


def as_csv(rows: Iterable[Row]) -> str:
    """A table with a head line; what a spreadsheet might take for a formula is made text."""
    flats = [flat(row) for row in rows]
    head = list(dict.fromkeys(key for made in flats for key in made))
    out = io.StringIO()
    writer = csv.DictWriter(out, head, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows([{key: _harmless(value) for key, value in made.items()} for made in flats])
    return out.getvalue()


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "@", "\t", "\r") else value


def as_jsonl(rows: Iterable[Row]) -> str:
    return "".join(json.dumps(flat(row), ensure_ascii=False) + "\n" for row in rows)


class Group:
    """Figures of the sessions of one condition. Void sessions are left out before."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.active = self.complete = self.dropped = self.deals = self.walkaways = 0
        self.unit = "points"
        self.earned: dict[str, Mean] = {}

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
            self.earned.setdefault(seat, Mean()).add(float(amount))

    def share(self, n: int) -> str:
        return f"{100 * n / self.complete:.0f} %" if self.complete else "-"

    def mean(self, seat: str) -> str:
        """Mean and standard error of what a seat earned: `12.50 (1.02)`."""
        found = self.earned.get(seat)
        if found is None or found.mean is None:
            return "-"
        sign = "$" if self.unit == "cents" else ""
        minus = "-" if found.mean < 0 else ""
        se = f" ({found.se:.2f})" if found.se is not None else ""
        return f"{minus}{sign}{abs(found.mean):.2f}{se}"


def groups(rows: Iterable[Row], labels: Iterable[str] = ()) -> list[Group]:
    """One group for each condition, those that `labels` name first, without void sessions."""
    found = {label: Group(label) for label in labels}
    for row in rows:
        if not row.void:
            found.setdefault(row.condition, Group(row.condition)).add(row)
    return list(found.values())
