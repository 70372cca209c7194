"""Checks of any history, read from the store's ledger and the chats alone."""

from collections.abc import Iterator
from itertools import pairwise

from bot.session.model.clocks import LOBBY, PAUSE, fresh, waits
from bot.session.model.events import Asked, Extended, TableEvent
from bot.session.model.session import Broken, Session, entry_type, fold, restore
from bot.session.model.terms import Terms
from bot.session.timekeeper import GAP
from bot.session.tries import DIED, MOST
from games.core.codec import decode, encode
from games.core.contract import Expired, Seat
from storage.base import Commit, Job, Loaded, Record
from tests.sim.ledger import Ledger
from tests.sim.process import Screens
from tests.sim.world import World


async def problems(world: World) -> list[str]:
    """All findings about a world at rest; none if the promises were kept."""
    found = list(world.problems)
    found.extend(_inputs(world.ledger))
    found.extend(await _parked(world))
    for loaded in await world.ledger.sessions(limit=1000):
        log = [record async for record in world.ledger.events(loaded.head.sid)]
        found.extend(f"session {loaded.head.sid}: {what}" for what in _session(world, loaded, log))
    found.extend(_posts(world.ledger, world.screens))
    return found


def _inputs(ledger: Ledger) -> Iterator[str]:
    """Every accepted id was answered once, and nothing was done that nobody asked for."""
    for id in ledger.accepted:
        if ledger.uses[id] != 1 and not (ledger.uses[id] == 0 and id in ledger.unknown):
            yield f"input {id} was applied {ledger.uses[id]} times"
    jobs = {job.input for steps in ledger.steps.values() for step in steps for job in step.jobs}
    for id, uses in ledger.uses.items():
        if uses > 1 and id not in ledger.accepted:
            yield f"job {id} was applied {uses} times"
        if id not in jobs and not _known(ledger, id):
            yield f"input {id} was applied, but nobody sent it"


async def _parked(world: World) -> list[str]:
    """An input is put aside only after three tries; a process that died in the last one leaves it to the next. One that
    the store cuts off counts a try, and only itself remembers that it was no failure.
    """
    found = []
    for one in await world.ledger.parked(1000):
        died = one.why.endswith(DIED)
        again = world.ledger.tries[one.id]
        if again < (MOST if died else MOST - 1):
            found.append(f"input {one.id} was parked when it had been tried again {again} times: {one.why}")
        if died and world.deaths < MOST + 1 - world.slots:
            found.append(f"input {one.id} was parked, and only {world.deaths} processes ended")
    return found


def _known(ledger: Ledger, id: str) -> bool:
    """Return whether somebody sent this input, or it follows from one that was sent, or from an outage."""
    return id in ledger.accepted or id.rpartition(":")[0] in ledger.accepted or id.startswith(EXTENDS)


def _session(world: World, loaded: Loaded, log: list[Record]) -> Iterator[str]:
    ledger, sid = world.ledger, loaded.head.sid
    steps = ledger.steps[sid]
    if [step.expect + 1 for step in steps] != list(range(1, loaded.version + 1)):
        yield f"its versions are {[step.expect + 1 for step in steps]}"
    if any((b.version, b.k) <= (a.version, a.k) for a, b in pairwise(log)):
        yield "its log is out of order"
    fresh, now = Session.fresh(sid, decode(loaded.head.body, Terms)), restore(loaded)
    assert now is not None
    try:
        folded = fold(fresh, log)
    except Broken as problem:
        yield f"its log cannot be folded: {problem}"
        return
    if encode(folded.state) != encode(now.state) or encode(folded.table) != encode(now.table):
        yield "its log does not lead to its snapshot"
    yield from _earnings(fresh, now, log)
    if now.state is not None and now.table.phase != "over":
        yield f"it is stuck: {now.turn.awaited} awaited, jobs {loaded.jobs}"
    versions = list(_versions(fresh, log, loaded.version))
    yield from _decisions(world, sid, versions)
    yield from _clocks(ledger, sid, versions)
    yield from _fairly(world, sid, versions)


def _earnings(fresh: Session, now: Session, log: list[Record]) -> Iterator[str]:
    """The game by itself, without the table, pays what the session says."""
    if now.state is None or now.table.stopped:
        return
    kind, game = entry_type(fresh.game), fresh.game
    state = game.deal(fresh.config, fresh.terms.seed)
    for record in log:
        event = decode(record.data, kind).event
        if not isinstance(event, TableEvent):
            state = game.apply(state, event)
    if game.result(state) != now.result():
        yield f"a replay earns {game.result(state)}, not {now.result()}"


def _versions(fresh: Session, log: list[Record], last: int) -> Iterator[Session]:
    """The session at each version from 0."""
    yield fresh
    for version in range(1, last + 1):
        fresh = fold(fresh, [record for record in log if record.version == version])
        yield fresh


def _held(sid: str, versions: list[Session], job: Job, until: int) -> bool:
    """Return whether what a job is about stayed the same from its birth to a version."""
    subject = job.key.removeprefix(f"{sid}/{job.kind}/")
    if subject == LOBBY:
        return all(s.table.phase == "lobby" for s in versions[job.born : until + 1])
    if subject == PAUSE:
        return all(s.table.paused for s in versions[job.born : until + 1])
    if job.kind == "onward":
        out = (s.table.phase == "over" or s.table.chair(Seat(subject)).gone for s in versions[job.born : until + 1])
        return all(out)
    if job.kind != "ai":
        return all(any(c.id == subject for c in s.turn.clocks) for s in versions[job.born : until + 1])
    seat = Seat(subject)
    return all(seat in s.turn.awaited and s.stake(seat) == job.stake for s in versions[job.born : until + 1])


def _decisions(world: World, sid: str, versions: list[Session]) -> Iterator[str]:
    """Jobs were done at their time, and what they were about had not changed since they were born. A decision that was
    begun before the service's clock was set back may seem to come too early.
    """
    ledger = world.ledger
    for step in ledger.steps[sid]:
        had = {job.input: job for job in ledger.steps[sid][step.expect - 1].jobs} if step.expect else {}
        for id in step.inputs:
            job = had.get(id)
            if job is None and not _known(ledger, id):
                yield f"version {step.expect + 1} did {id}, which was no job of it any more"
            if job is not None and not _held(sid, versions, job, step.expect):
                yield f"version {step.expect + 1} did {id} after its stake or clock had gone"
            early = job is not None and step.at + SKEW < job.due
            if job is not None and early and not (job.kind == "ai" and _set_back(ledger, sid, job, step)):
                yield f"version {step.expect + 1} did {id} before its time"


def _set_back(ledger: Ledger, sid: str, job: Job, step: Commit) -> bool:
    """Return whether the clock of the steps was set back between the birth of a job and the step that did it."""
    went = step.at - ledger.steps[sid][job.born - 1].at
    passed = 1000 * (ledger.when[sid, step.expect + 1] - ledger.when[sid, job.born])
    return passed - went > GAP


SKEW = 300
"""Milliseconds by which two processes' clocks may differ."""
LAG = 8.0
"""Seconds between a step and its commit where the line is slow; a process that goes by another's clock lags as well.
One that starts with a wrong clock goes by the last sign of life at first, which may be as old as `GAP`.
"""
EXTENDS = "extend:"
"""Openings of the inputs that give clocks more time after an outage."""


def _clocks(ledger: Ledger, sid: str, versions: list[Session]) -> Iterator[str]:
    """A clock runs out once, when its pace says, counted from the step that started it, or when it was extended to; no
    other step moves it. The pause for merging words begins anew when a question opens, ages or closes.
    """
    ends: dict[str, int] = {}
    kind = entry_type(versions[0].game)
    for step in ledger.steps[sid]:
        version = step.expect + 1
        for event in (decode(data, kind).event for data in step.events):
            if isinstance(event, Expired) and step.at + SKEW < ends.get(event.clock, step.at + 2 * SKEW):
                yield f"clock {event.clock} ran out too early, at version {version}"
            if isinstance(event, Extended):
                ends[event.clock] = event.due
            if isinstance(event, Asked):
                merging = {clock.id for clock in versions[version].turn.clocks if clock.pace == "quiet"}
                ends = {id: end for id, end in ends.items() if id not in merging}
        running = {c.id for c in versions[version].turn.clocks}
        lengths = {id: ms for id, ms in waits(versions[version]).items() if id in running}
        ends = {id: ends.get(id, step.at + ms) for id, ms in lengths.items()}
        for id, end in ends.items():
            due = [job.due for job in step.jobs if job.kind == "clock" and job.key.endswith(f"/{id}")]
            if due != [end]:
                yield f"clock {id} is due at {due} from version {version}, not at {end}"


def _fairly(world: World, sid: str, versions: list[Session]) -> Iterator[str]:
    """People had all the time that a clock gives them, whatever it showed; and after an outage a fresh part of it."""
    ledger = world.ledger
    kind = entry_type(versions[0].game)
    began: dict[str, float] = {}
    for step in ledger.steps[sid]:
        version = step.expect + 1
        now, clocks = ledger.when[sid, version], versions[step.expect].turn.clocks
        for event in (decode(data, kind).event for data in step.events):
            clock = next((c for c in clocks if isinstance(event, Expired) and c.id == event.clock), None)
            wait = waits(versions[step.expect]).get(clock.id) if clock is not None else None
            if clock is None or wait is None or clock.pace == "quiet":
                continue
            late = now + (GAP / 1000 if world.mishap == "one starts wrong" else LAG)
            if late < began[clock.id] + wait / 1000:
                yield f"clock {clock.id} ran out after {now - began[clock.id]} seconds, at version {version}"
            for start, end in world.outages:
                ends = end + fresh(wait) / 1000
                hit = began[clock.id] < start < now and began[clock.id] + wait / 1000 < ends
                if hit and late < ends:
                    yield f"clock {clock.id} ran out in an outage or soon after it, at version {version}"
        began = {c.id: began.get(c.id, now) for c in versions[version].turn.clocks}


def _posts(ledger: Ledger, screens: Screens) -> Iterator[str]:
    """Each place saw what was committed for it, all of it, in the order of the commits, and nothing else. What a store
    forgot that went back stays where it was shown; what it had before may come again.
    """
    shown: dict[str, int] = {}
    ours = [(k, row) for k, row in enumerate(screens.seen) if ledger.posts.get(row.id) == (row.sid, row.post)]
    for row in screens.seen:
        if ledger.posts.get(row.id) != (row.sid, row.post) and (row.id, row.sid, row.post) not in ledger.gone:
            yield f"post {row.id} was shown and never committed"
    for k, row in ours:
        shown.setdefault(row.id, k)
    latest: dict[tuple[str, str], int] = {}
    boxes: dict[tuple[str, str, str], str] = {}
    for id in ledger.sent:
        sid, post = ledger.posts[id]
        if post.slot:
            boxes[sid, post.place, post.slot] = id
        elif id not in shown:
            yield f"post {id} never came to {post.place}"
        elif sid and (id, sid, post) not in ledger.gone:  # one that was on its way when it was forgotten
            if shown[id] < latest.get((sid, post.place), -1):
                yield f"post {id} came to {post.place} before an earlier one"
            latest[sid, post.place] = max(latest.get((sid, post.place), -1), shown[id])
    ends = {(row.sid, row.post.place, row.post.slot): row.id for _, row in ours if row.post.slot}
    for box, id in boxes.items():
        if ends.get(box) != id and id not in ledger.old and (id, *ledger.posts[id]) not in ledger.gone:
            yield f"box {box} ended with {ends.get(box)}, not with {id}"
