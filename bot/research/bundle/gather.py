"""Every row of a study, in one pass over its people: each stage's session is read, turned into rows, and let go."""

import re
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from math import exp, log
from typing import Any, Final

from msgspec import Struct

from bot.research.bundle.answered import Filled, consent, form_rows
from bot.research.bundle.column import Row, Texts, decimal
from bot.research.bundle.columns import FACTOR
from bot.research.bundle.logged import event_rows
from bot.research.bundle.played import Played, Seated, session_row, shared_rows
from bot.research.bundle.redact import Redactor
from bot.research.bundle.talk import talk
from bot.research.bundle.walk import Step, ended_at, steps
from bot.session.model.events import Sat
from bot.session.model.session import gather
from bot.studies import parts
from bot.studies.design import Cell
from bot.studies.study import Part, Study, Visit
from games.core.chance import rng
from games.core.contract import Seat
from storage.base import Loaded, Record, Store

_TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:-(?:[A-Za-z]{2}|\d{3}))?(?![A-Za-z0-9])")
EFFORT: Final = 40
"""Own words that count as full effort in a ticket of the lottery."""
Rows = list[tuple[str, Row]]


class Person(Struct, frozen=True):
    """One person's part under the pseudonym that the bundle uses. `erased`: they withdrew, and their data went."""

    pid: str
    part: Part
    erased: bool


class Stay(Struct, frozen=True):
    """One stage of one person as it is read: its session in the store, and the log."""

    number: int
    visit: Visit
    loaded: Loaded | None
    records: Sequence[Record]


async def people_of(store: Store, realm: str, study: Study) -> list[Person]:
    """Return the people of this version of a study, the first begun first. A further part of the same person has a
    number behind the pseudonym.
    """
    erases = study.rules.withdrawal == "erase"
    found, seen = list[Person](), Counter[str]()
    async for held in parts.all_of(store, realm, study.slug, study.version):
        part = held.part
        seen[part.pid] += 1
        pid = part.pid if seen[part.pid] == 1 else f"{part.pid}.{seen[part.pid]}"
        found.append(Person(pid, part, erases and part.outcome == "withdrawn"))
    return found


async def stays_of(store: Store, person: Person) -> AsyncIterator[Stay]:
    """Yield the stages of a person, one at a time."""
    for number, visit in enumerate(person.part.visits, 1):
        loaded = await store.load(visit.sid)
        records = await gather(store.events(visit.sid)) if loaded is not None else []
        yield Stay(number, visit, loaded, [r for r in records if loaded is not None and r.version <= loaded.version])


class Reading:
    """The reading of one study: what its people share, such as games of two, and the rows that follow.

    `void`: sessions that operators declared void.
    """

    def __init__(
        self, study: Study, people: Sequence[Person], texts: Texts, void: frozenset[str] = frozenset()
    ) -> None:
        self.study, self.texts, self.void = study, texts, void
        self.cells = study.design.cells or (Cell("", ()),)
        self.block = sum(cell.weight for cell in self.cells)
        self.at: dict[str, list[Person]] = {}
        self.held: dict[int, list[tuple[int, str, str]]] = {}
        """The people who held each place, the first one first: since when, in which session, and the pseudonym."""
        self.shared = set[str]()
        for person in people:
            for visit in person.part.visits:
                self.at.setdefault(visit.sid, []).append(person)
            if person.part.slot >= 0 and not person.erased:
                visit = self.placed(person.part)
                self.held.setdefault(person.part.slot, []).append((visit.at, visit.sid, person.pid))
        for held in self.held.values():
            held.sort()

    def begun(self, person: Person) -> "Journey":
        return Journey(self, person)

    def placed(self, part: Part) -> Visit:
        """Return the visit with which a person took their place in the game."""
        kinds = {stage.name: stage.kind for stage in self.study.stages}
        return next((v for v in part.visits if kinds.get(v.stage, "game") == "game"), part.visits[-1])

    def before(self, part: Part) -> str | None:
        """Return the pid of a place's holder before this person; a partner in the same game shares the place."""
        mine = self.placed(part)
        earlier = [pid for at, sid, pid in self.held[part.slot] if at < mine.at and sid != mine.sid]
        return earlier[-1] if earlier else None

    def condition(self, label: str) -> int | None:
        return next((n for n, cell in enumerate(self.cells) if cell.label == label), None)

    def condition_id(self, part: Part) -> str | None:
        """Return a person's condition. Of those who were erased it is kept, as attrition is counted by condition."""
        number = self.condition(part.condition) if part.slot >= 0 or part.condition else None
        return None if number is None else f"c{number + 1}"

    def factors(self, cell: Cell) -> Row:
        return {f"{FACTOR}{name}": level for name, level in cell.levels}

    def seats(self, sid: str, walked: Sequence[Step]) -> dict[Seat, Person]:
        """Return the person in each seat of a session. Where their visits do not say, people sat down as they came."""
        there = self.at.get(sid, [])
        chairs = list(
            dict.fromkeys(s.event.chair.seat for s in walked if isinstance(s.event, Sat) and s.event.chair.user)
        )
        told = {p: visit.seat for p in there for visit in p.part.visits if visit.sid == sid and visit.seat}
        made = {Seat(seat): person for person, seat in told.items()}
        left = [person for person in there if person not in told]
        free = [seat for seat in chairs if seat not in made]
        return made | dict(zip(free, left, strict=False))


class Journey:
    """One person's way through the stages: each stage gives rows, and the end gives those about the person."""

    def __init__(self, reading: Reading, person: Person) -> None:
        self.reading, self.person = reading, person
        self.locale = ""
        self.wrong = {"attention": 0, "comprehension": 0}
        self.checked = False
        self.svo: Row = {}
        self.consent: Filled | None = None
        self.game: Row = {}
        self.last: int | None = None
        """When the last stage ended (ms)."""

    def stage(self, stay: Stay) -> Rows:
        """Return the rows of one stage. Those that a session has once come with the first person who was there."""
        reading, person, visit = self.reading, self.person, stay.visit
        plan = reading.study.stage(visit.stage)
        kind = plan.kind if plan is not None else "game"
        row: Row = {
            "sid": visit.sid,
            "pid": person.pid,
            "stage_no": stay.number,
            "stage": visit.stage,
            "kind": kind,
            "began_at": visit.at,
            "n_events": len(stay.records),
        }
        if stay.loaded is None or not stay.records:
            return [("stage", row | {"end": "erased"})]
        walked = steps(stay.loaded, stay.records)
        session, result = walked[-1].after, walked[-1].after.result()
        self.locale = self.locale or next((place.locale for place in session.table.places), "")
        if result is not None:
            self.last = ended_at(walked)
            row |= {"ended_at": self.last, "end": result.end}
        seats = reading.seats(visit.sid, walked)
        redact = _redactor(reading.study, walked, seats.values())
        made: Rows = [("stage", row)]
        played = Played(
            visit.sid,
            visit.stage,
            walked,
            {seat: one.pid for seat, one in seats.items() if not one.erased},
            redact,
            reading.texts,
            frozenset(seat for seat, one in seats.items() if one.erased),
        )
        first = visit.sid not in reading.shared
        reading.shared.add(visit.sid)
        if first:
            began = stay.loaded.head.at
            events = event_rows(visit.sid, walked, began, redact, reading.texts, played.erased)
            made += (("event", event) for event in events)
        if kind in ("game", "practice"):
            return made + self._game(played, kind, first, seats, stay.loaded.head.at)
        return made + self._form(Filled(visit.sid, person.pid, visit.stage, kind, walked, redact, reading.texts))

    def _game(self, played: Played, kind: str, first: bool, seats: Mapping[Seat, Person], began: int) -> Rows:
        said = talk(played.steps)
        rows = list(shared_rows(played, said)) if first else []
        if kind == "practice":
            return [row for row in rows if row[0] in ("message", "ai_call")]
        seat = next((seat for seat, one in seats.items() if one.pid == self.person.pid), None)
        part, reading = self.person.part, self.reading
        if seat is None or played.session.state is None or (number := reading.condition(part.condition)) is None:
            return rows
        seated = Seated(self.person.pid, part.outcome, began, part.test, played.sid in reading.void)
        row = session_row(played, said, seat, seated)
        row |= {"condition_id": f"c{number + 1}", **reading.factors(reading.cells[number])}
        self.game = row
        return [("session", row), *rows]

    def _form(self, filled: Filled) -> Rows:
        made = list(form_rows(filled))
        self.consent = filled if filled.kind == "consent" else self.consent
        for table, row in made:
            if table == "check":
                self.checked = True
                self.wrong[row["kind"]] += not row["correct"]
        session = filled.steps[-1].after
        if filled.kind == "svo" and session.state is not None:
            report = session.game.report(session.state)
            self.svo = {
                "svo_type": report.get("svo_type"),
                "svo_angle": decimal(report.get("svo_angle")),
                "svo_n_consistent": report.get("svo_consistent"),
            }
        return made

    def ended(self) -> Iterator[tuple[str, Row]]:
        """Yield the rows about the person: participant, assignment, withdrawal, payment."""
        part, reading, pid = self.person.part, self.reading, self.person.pid
        yield "participant", self._participant()
        if self.person.erased:
            return
        if part.outcome == "withdrawn" and self.consent is not None and self.consent.form is not None:
            yield "consent", consent(self.consent, "withdrawn", part.ended)
        if part.slot >= 0 and (number := reading.condition(part.condition)) is not None:
            yield "assignment", self._assignment(number)
        if part.outcome:
            yield "payment", payment(reading.study, part, pid, self.game, self.last)

    def _participant(self) -> Row:
        person, part, reading = self.person, self.person.part, self.reading
        withdrawn = part.outcome == "withdrawn"
        row: Row = {
            "pid": person.pid,
            "platform": part.platform,
            "first_seen_at": part.began,
            "ended_at": part.ended or None,
            "outcome": part.outcome or None,
            "n_entries": part.entries,
            "is_test": part.test,
            "is_sim": part.platform == "sim",
            "withdrawn_at": part.ended if withdrawn else None,
            "erased": person.erased,
            "condition_id": reading.condition_id(part),
        }
        if person.erased:
            return row
        plan = reading.study.stage(part.stage)
        failed = self.wrong if self.checked else {}
        return row | {
            "lang": _language(self.locale),
            "last_stage": part.stage or None,
            "last_stage_kind": plan.kind if plan is not None else None,
            "attention_failed_n": failed.get("attention"),
            "comprehension_failed_n": failed.get("comprehension"),
            **self.svo,
        }

    def _assignment(self, number: int) -> Row:
        part, reading = self.person.part, self.reading
        block, position = divmod(part.slot, reading.block)
        visit = reading.placed(part)
        return {
            "assignment_id": f"{part.slot}-{self.person.pid}",
            "pid": self.person.pid,
            "condition_id": f"c{number + 1}",
            "slot": part.slot,
            "block_no": block,
            "block_pos": position,
            "block_size": reading.block,
            "method": "permuted_block" if len(reading.cells) > 1 else "single",
            "stage": visit.stage,
            "at": visit.at,
            "replaces": reading.before(part),
        }


def payment(study: Study, part: Part, pid: str, game: Mapping[str, Any], last: int | None = None) -> Row:
    """Return the payment row of a part. Tickets are drawn once the study is closed, from its committed seed.

    Who withdraws after the end keeps the code of that end, which they were shown as the `last` stage ended.
    """
    performance = game.get("payoff_human_norm")
    words = game.get("n_words_human")
    effort = None if words is None else decimal(min(words, EFFORT) / EFFORT)
    weight = decimal(0)
    if part.outcome == "complete":
        weight = decimal(1 + max(performance or 0, 0) + (effort or 0))
    assert weight is not None
    drawn = None
    if study.state == "closed" and weight > 0:
        uniform = 1 - rng(study.design.seed, "lottery", pid).random()
        drawn = decimal(exp(log(uniform) / float(weight)))
    return {
        "pid": pid,
        "code_kind": next((kind for kind, code in study.codes if part.code == code), part.outcome),
        "code_shown": bool(part.code),
        "code_shown_at": (last if part.outcome == "withdrawn" else part.ended) if part.code else None,
        "performance": performance,
        "effort": effort,
        "lottery_weight": weight,
        "lottery_draw": drawn,
    }


def _language(locale: str) -> str | None:
    """Return the language and the region of a place's tag; nothing else of it, as a client may send any text."""
    found = _TAG.match(locale)
    return found[0] if found is not None else None


def _redactor(study: Study, walked: Sequence[Step], people: Collection[Person]) -> Redactor:
    """Return a session's redaction, made of the names in its log and those that its people's parts keep."""
    seals = [seal for one in people for seal in one.part.names]
    users = {step.event.chair.user for step in walked if isinstance(step.event, Sat)}
    return Redactor(_named(walked), seals, [parts.name_key(study, user) for user in users if user])


def _named(walked: Sequence[Step]) -> list[str]:
    """Return the names, accounts and addresses that a log has of its people."""
    found: list[str] = []
    for step in walked:
        if isinstance(step.event, Sat):
            chair = step.event.chair
            places = (step.event.place, step.event.direct)
            found += (chair.name, chair.user.rpartition(":")[2])
            found += (place.address.rpartition(":")[2] for place in places if place is not None)
    return [name for name in found if name]
