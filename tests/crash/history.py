"""Checks of any history, read from the store, the screens and the answers to people."""

from collections import Counter
from collections.abc import AsyncIterator
from decimal import Decimal

from bot.session.model.events import Decided, TableEvent
from bot.session.model.inbound import Answer, Text
from bot.session.model.session import Broken, Session, entry_type, fold, gather, restore
from bot.session.model.terms import Terms
from bot.session.tries import PARKED
from games.core.codec import decode, encode
from games.core.contract import Expired, Moved
from storage.base import Input, Loaded, Outgoing, Record, Row, Store, post_id
from tests.crash.people import Person
from tests.crash.town import Town

PLAYED = ("played", "said")
EVERY = 1 << 30


class Verdict:
    """Counts of what was looked at, and problems: inputs lost, inputs applied twice, earnings that differ, the rest."""

    def __init__(self) -> None:
        self.looked: Counter[str] = Counter()
        self.lost: list[str] = []
        self.doubled: list[str] = []
        self.earnings: list[str] = []
        self.other: list[str] = []

    @property
    def problems(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.earnings, *self.other]


async def verdict(store: Store, town: Town) -> Verdict:
    """Everything that the town was promised, checked against the store at rest."""
    made = Verdict()
    made.other.extend(town.problems)
    by_session: Counter[str] = Counter()
    for person in town.people:
        made.other.extend(person.problems)
        for id, answer in person.told.items():
            made.looked["inputs"] += 1
            taken = await store.accept(Input(id, person.place, "", 0, b""))
            if taken.fresh or taken.answer is None:
                made.lost.append(f"{id} was answered {answer}, and the store does not know it")
            elif decode(taken.answer, Answer) != answer:
                made.other.append(f"{id} was answered {answer}, and the store says {decode(taken.answer, Answer)}")
            # What was put aside, because processes died in it, was answered without a step.
            made.looked["inputs put aside"] += answer.code == PARKED
            by_session[answer.sid] += answer.what != "ignored" and answer.code != PARKED
    shown = {(row.id, row.post) for row, _ in town.seen}
    for loaded in await store.sessions(limit=EVERY):
        log = await gather(store.events(loaded.head.sid))
        _session(made, town, loaded, log, by_session[loaded.head.sid])
        async for problem in _posts(store, shown, loaded):
            made.other.append(problem)
    _shown(made, town)
    everybody = {id: answer for person in town.people for id, answer in person.told.items()}
    for one in await store.parked(EVERY):
        if one.id in everybody and everybody[one.id].code != PARKED:
            made.other.append(f"{one.id} is listed as put aside, and was answered {everybody[one.id]}")
    made.looked["posts shown"] = len(town.seen)
    return made


def _session(made: Verdict, town: Town, loaded: Loaded, log: list[Record], inputs: int) -> None:
    sid = loaded.head.sid
    made.looked["sessions"] += 1
    made.looked["events"] += len(log)
    fresh, now = Session.fresh(sid, decode(loaded.head.body, Terms)), restore(loaded)
    assert now is not None
    try:
        folded = fold(fresh, log)
    except Broken as problem:
        made.other.append(f"{sid}: its log cannot be folded: {problem}")
        return
    if encode(folded.state) != encode(now.state) or encode(folded.table) != encode(now.table):
        made.other.append(f"{sid}: its log does not lead to its snapshot")
    kind = entry_type(fresh.game)
    events = [(record.version, decode(record.data, kind).event) for record in log]
    if [v for v, _ in events] != sorted(v for v, _ in events) or any(v > loaded.version for v, _ in events):
        made.other.append(f"{sid}: its log is out of order")
    jobs = {version for version, event in events if isinstance(event, Decided | Expired)}
    made.looked["AI moves and clocks"] += len(jobs)
    # Each version is one commit, and each commit is of one input: a person's, or a job's.
    if loaded.version - len(jobs) > inputs:
        made.doubled.append(f"{sid}: {loaded.version - len(jobs)} steps of people, who were answered {inputs} times")
    elif loaded.version - len(jobs) < inputs:
        made.lost.append(f"{sid}: {loaded.version - len(jobs)} steps of people, who were answered {inputs} times")
    for chair in now.table.chairs:
        person = next((person for person in town.people if person.name == chair.user), None)
        if person is not None:
            moved = [event for _, event in events if isinstance(event, Moved) and event.seat == chair.seat]
            _acts(made, person, sid, now.game.name, moved)
    _earned(made, fresh, now, [event for _, event in events])


def _acts(made: Verdict, person: Person, sid: str, game: str, moved: list[Moved[object]]) -> None:
    """Each act that a person was told was played is in the log, once, in the order in which it was done."""
    told = [id for id, a in person.told.items() if a.sid == sid and a.what in PLAYED and a.code != "quit"]
    made.looked["moves of people"] += len(told)
    if len(moved) > len(told):
        made.doubled.append(f"{sid}: {person.name} moved {len(moved)} times for {len(told)} acts")
    if len(moved) < len(told):
        made.lost.append(f"{sid}: {person.name} moved {len(moved)} times for {len(told)} acts")
    if person.town.lost.intersection(told):
        return  # what Redis had kept without an answer is done late: after what the person did next
    if game == "bargaining" and len(moved) == len(told):
        for id, event in zip(told, moved, strict=True):
            act, cents = person.sent[id], getattr(event.move, "cents", None)
            figures = "".join(c for c in act.text if c.isdigit() or c == ".") if isinstance(act, Text) else ""
            if figures and cents is not None and Decimal(figures) * 100 != cents:
                made.other.append(f"{sid}: {id} said {act}, and the log has {event}")


def _earned(made: Verdict, fresh: Session, now: Session, events: list[object]) -> None:
    """The game by itself, without the table, pays what the session says."""
    if now.state is None or now.table.stopped:
        return
    game, state = fresh.game, fresh.game.deal(fresh.config, fresh.terms.seed)
    for event in events:
        if not isinstance(event, TableEvent):
            state = game.apply(state, event)  # type: ignore[arg-type]
    made.looked["results"] += 1
    if now.result() is None or game.result(state) != now.result():
        made.earnings.append(f"{now.sid}: a replay earns {game.result(state)}, not {now.result()}")


async def _posts(store: Store, shown: set[tuple[str, Outgoing]], loaded: Loaded) -> AsyncIterator[str]:
    """Everything that was committed to be said was shown, boxes aside, which only have to end with the newest."""
    for version in range(1, loaded.version + 1):
        k = 0
        while (row := await store.post(post_id(loaded.head.sid, version, k))) is not None:
            if (row.id, row.post) not in shown and not row.post.slot:
                yield f"post {row.id} never came to {row.post.place}"
            k += 1


def _shown(made: Verdict, town: Town) -> None:
    """A post that came twice was the same both times, and a place saw new posts in the order of their commits. A store
    that lost its last moments gives ids out again.
    """
    first: dict[str, Row] = {}
    latest: dict[tuple[str, str], tuple[int, int]] = {}
    for number, (row, _) in enumerate(town.seen):
        if number in town.rewinds:
            first.clear()
            latest.clear()
        if first.setdefault(row.id, row).post != row.post:
            made.other.append(f"post {row.id} came twice, with different words")
        elif first[row.id] is not row:
            made.looked["posts shown again"] += 1
        elif row.sid and not row.post.slot:
            _, version, k = row.id.rsplit(".", 2)
            place, key = (int(version), int(k)), (row.sid, row.post.place)
            if place < latest.get(key, (0, 0)):
                made.other.append(f"post {row.id} came to {row.post.place} before an earlier one")
            latest[key] = place
