"""Dry run: simulated people go through a study by the real session manager, on a store in memory and an own clock.

It shows whether conditions fill evenly, how long it takes, what it would cost, and which effect could be found.
"""

import heapq
from collections import Counter
from collections.abc import Mapping
from math import sqrt
from statistics import median, pstdev

from msgspec import Struct
from msgspec.structs import replace

from bot import keys
from bot.players import LLM, Strategy, UnknownStrategy, find
from bot.session.manager import Manager
from bot.session.model.events import Decided
from bot.session.model.session import Session, entry_type, gather
from bot.session.worker import settle
from bot.studies import freezing, parts
from bot.studies.effective import effective
from bot.studies.flow import MINUTE, Studies
from bot.studies.participants import Person, Shares
from bot.studies.study import Part, Study
from games.core.chance import rng
from games.core.codec import decode
from games.core.contract import AnyGame, Seat
from storage import open_store
from storage.base import Store

START = 1_800_000_000_000
"""When a dry run begins, in milliseconds; any time does."""
APART = 20_000
"""Mean of the milliseconds between two arrivals."""
MOST = 400
POWER = 1.959964 + 0.841621
"""Standard normal quantiles of a two-sided test at 5 % and a power of 80 %; their sum times the standard error of a
difference is the smallest effect that is found so often.
"""
TOKENS = 1_800, 250
"""Tokens that a decision of a model reads and writes in these games, about, for the estimate of its cost."""
REALM = "dryrun"


class CellReport(Struct, frozen=True):
    """One condition of a dry run. `points`: what the people of complete parts earned."""

    label: str
    complete: int
    dropped: int
    points: tuple[float, ...]


class Report(Struct, frozen=True):
    """The outcome of a dry run.

    - `outcomes`: parts by how they ended; `running` counts those that did not.
    - `turned_away`: entries of people who had taken part; `late`: people who found all places taken.
    - `minutes`: of complete parts.
    - `acts`, `invalid`: what people typed, and what of it was refused.
    - `calls`: decisions for which a model would be asked.
    - `sd`: standard deviation of the earnings within conditions; `detectable`: the smallest difference of means that
      would be found, by what is compared.
    """

    people: int
    outcomes: Mapping[str, int]
    cells: tuple[CellReport, ...]
    turned_away: int
    late: int
    minutes: tuple[float, ...]
    acts: int
    invalid: int
    calls: int
    sd: float
    detectable: Mapping[str, float]

    @property
    def usual_minutes(self) -> float:
        return median(self.minutes) if self.minutes else 0.0


async def dryrun(study: Study, people: int, seed: int, shares: Shares | None = None) -> Report:
    """Return the report on a study with simulated people. The study itself stays as it is."""
    tried = _tried(study, seed)
    store = open_store("memory:")
    await store.open()
    try:
        run = Run(tried, store, [Person(n, seed, shares or Shares()) for n in range(people)], seed)
        await run.through()
        return await _report(run, tried)
    finally:
        await store.close()


def _tried(study: Study, seed: int) -> Study:
    """Return the study as if it were open. A seed that is drawn at the freeze must not be guessed from a dry run."""
    draft = replace(study, design=replace(study.design, seed=rng(seed, "dry run").getrandbits(52) + 1), codes=())
    return replace(freezing.freeze(replace(draft, salt="dry run"), START), state="open", token="st-dryrun000000")


class Run:
    """One dry run: the manager, its clock, the people, and what happens next."""

    def __init__(self, study: Study, store: Store, people: list[Person], seed: int) -> None:
        self.study, self.people, self.now = study, people, START
        self.manager = Manager(store, _player, lambda: self.now)
        self.studies = Studies(self.manager.sessions, self._find, lambda: self.now)
        self.manager.directory.studies = self.manager.deciding.studies = self.studies
        chance = rng(seed, "arrivals")
        at = START
        self.studies.seed = lambda visit: rng(seed, "session", visit).getrandbits(52)
        self._next: list[tuple[int, int]] = []
        """When each person looks again, and who."""
        self._open: dict[str, None] = {}
        """The sessions in which something may fall due."""
        for number in range(len(people)):
            at += int(chance.expovariate(1 / APART))
            heapq.heappush(self._next, (at, number))

    async def _find(self, realm: str, slug: str, version: int = 0) -> Study | None:
        return self.study if (realm, slug) == (REALM, self.study.slug) else None

    async def through(self) -> None:
        """Let everybody come, act and leave, and every clock run out."""
        await self.manager.store.point(keys.study(self.study.token), f"{REALM}|{self.study.slug}|{self.study.version}")
        while self._next:
            at, number = heapq.heappop(self._next)
            await self._clocks(at)
            self.now = max(self.now, at)
            person = self.people[number]
            later = await self._turn(person)
            if later is not None:
                heapq.heappush(self._next, (self.now + later, number))
        await self._clocks(self.now + self.study.rules.study_minutes * 2 * MINUTE)

    async def _turn(self, person: Person) -> int | None:
        if not person.acts:
            await person.enter(self.manager, self.study.token, self.now)
            later: int | None = 1_000
        else:
            later = await person.goes_on(self.manager, self.now)
        await self._follow(person.user)
        await self._settle()
        held = await person.part(self.manager)
        if later is None and person.returns and held is not None and held.part.outcome:
            person.returns = False
            await person.enter(self.manager, self.study.token, self.now)
        return later

    async def _settle(self) -> None:
        """Do all jobs that are due now, also in sessions that these jobs open."""
        while True:
            due = [s for s in await self._running() if any(job.due <= self.now for job in s.jobs)]
            if not due:
                return
            for session in due:
                await settle(self.manager, session.sid)
                for chair in session.table.chairs:
                    await self._follow(chair.user)

    async def _follow(self, user: str) -> None:
        """Keep an eye on the session in which a person is."""
        for held in await parts.of_user(self.manager.store, user) if user else ():
            self._open |= {visit.sid: None for visit in held.part.visits[-1:]}

    async def _running(self) -> list[Session]:
        """Return the sessions in which something may fall due."""
        found = [await self.manager.sessions.current(sid) for sid in self._open]
        running = [session for session in found if session is not None and session.jobs]
        self._open = {session.sid: None for session in running}
        return running

    async def _clocks(self, until: int) -> None:
        """Let time pass: do every job that falls due up to then, in its order."""
        while True:
            due = [job.due for session in await self._running() for job in session.jobs]
            if not due or min(due) > until:
                return
            self.now = max(self.now, min(due))
            await self._settle()


def _player(name: str, game: AnyGame) -> Strategy:
    """Return a player; models are stood in for, as a dry run costs nothing."""
    try:
        return find(name, game)
    except UnknownStrategy:
        return find(game.default_player, game)


async def _report(run: Run, study: Study) -> Report:
    found: list[Part] = [held.part async for held in parts.all_of(run.manager.store, REALM, study.slug)]
    points, calls = await _played(run, study, found)
    sd = _spread(points)
    again, late = sum(part.entries - 1 for part in found), len(run.people) - len(found)
    return Report(
        len(run.people),
        dict(Counter(part.outcome or "running" for part in found)),
        tuple(_cell(label, found, tuple(earned)) for label, earned in points.items()),
        again,
        late,
        tuple((part.ended - part.began) / MINUTE for part in found if part.outcome == "complete"),
        sum(person.acts for person in run.people),
        sum(person.refused for person in run.people) - again - late,
        calls,
        sd,
        _detectable(study, sd, len(found)),
    )


async def _played(run: Run, study: Study, found: list[Part]) -> tuple[dict[str, list[float]], int]:
    """Return the earnings of those who completed, by condition, and the calls that models would have had."""
    points: dict[str, list[float]] = {label: [] for label in [cell.label for cell in study.design.cells] or [""]}
    calls = 0
    for part in found:
        session = await _game_of(run, study, part)
        if session is not None:
            calls += await _calls(run, session) if _models(study, part.condition) else 0
            if part.outcome == "complete":
                points[part.condition].append(_earned(session, part))
    return points, calls


def _spread(points: Mapping[str, list[float]]) -> float:
    """Return the standard deviation of earnings within a condition, pooled over conditions."""
    within = [pstdev(held) for held in points.values() if len(held) > 1]
    return sqrt(sum(value**2 for value in within) / len(within)) if within else 0.0


def _cell(label: str, found: list[Part], points: tuple[float, ...]) -> CellReport:
    here = [part for part in found if part.condition == label and part.outcome]
    complete = sum(part.outcome == "complete" for part in here)
    return CellReport(label, complete, len(here) - complete, points)


async def _game_of(run: Run, study: Study, part: Part) -> Session | None:
    game = next(stage.name for stage in study.stages if stage.kind == "game")
    sid = next((visit.sid for visit in reversed(part.visits) if visit.stage == game), "")
    return await run.manager.sessions.current(sid) if sid else None


def _earned(session: Session, part: Part) -> float:
    """Return a person's earnings, in points or dollars."""
    result = session.result()
    seat = next(visit.seat for visit in part.visits if visit.sid == session.sid)
    earned = float(dict(result.earnings).get(Seat(seat), 0)) if result is not None else 0.0
    return earned / 100 if result is not None and result.unit == "cents" else earned


def _models(study: Study, label: str) -> bool:
    loaded = effective(study.design)
    return loaded.house(loaded.variant(label))["opponent"].startswith(LLM)


async def _calls(run: Run, session: Session) -> int:
    kind = entry_type(session.game)
    records = await gather(run.manager.store.events(session.sid))
    return sum(isinstance(decode(record.data, kind).event, Decided) for record in records)


def _detectable(study: Study, sd: float, came: int) -> dict[str, float]:
    """Return the smallest difference of mean earnings that is found in 80 of 100 studies, by what is compared."""
    n = (study.rules.places or came) / max(1, len(study.design.cells))
    if not sd or n < 2 or not study.design.cells:
        return {}
    found = {"two conditions": POWER * sd * sqrt(2 / n)}
    for factor in study.factors:
        level = n * len(study.design.cells) / len(factor.levels)
        found[f"two levels of {factor.name}"] = POWER * sd * sqrt(2 / level)
    return found
