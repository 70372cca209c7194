"""The way of a person through a study: in by its token, from stage to stage, and out with their completion code.

Every step follows from what is stored and from the input that led to it, so doing it again after a crash changes
nothing. A person's part is committed before their next stage opens, and their last post goes out with its last commit.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

import structlog
from msgspec import UNSET
from msgspec.structs import replace

from bot import keys
from bot.session import lobby, redaction, vault
from bot.session.model.audience import Sent, outgoing
from bot.session.model.inbound import Enter, Inbound, Open
from bot.session.model.session import Session, WrongRules, gather
from bot.session.model.table import ERASED
from bot.session.model.terms import Setup, Stage
from bot.session.ports import Arrival, Opening
from bot.session.repository import SessionRepository
from bot.session.stages import inbound_of, join_stage, leave_stage, open_stage
from bot.studies import arrivals, assigning, parts, wording
from bot.studies.arrivals import AtDoor
from bot.studies.dealing import dealing, filled
from bot.studies.effective import HOUSE, effective, merged
from bot.studies.ends import Lead, lead
from bot.studies.parts import Held, Whose
from bot.studies.study import Outcome, Part, StagePlan, Study, Visit
from games.core.codec import digest
from games.core.contract import Seat
from games.core.post import Post, says
from games.forms.config import written
from storage.base import Outgoing

log = structlog.get_logger(__name__)

MINUTE = 60_000
PARTICIPANT = "participant"
"""The seat of a form."""


class Find(Protocol):
    """Function that returns a version of a study; the newest for 0."""

    def __call__(self, realm: str, slug: str, version: int = 0) -> Awaitable[Study | None]: ...


class Step(NamedTuple):
    """A person's next stage: their part with it, and how it opens; None if they joined a table that is open."""

    part: Part
    opening: Opening | None
    note: str = ""


class Studies:
    """The studies of all realms, for the session manager. `find` looks one up; `clock` gives milliseconds."""

    def __init__(self, sessions: SessionRepository, find: Find, clock: Callable[[], int]) -> None:
        self.sessions, self.store, self.find, self.clock = sessions, sessions.store, find, clock
        self.seed: Callable[[str], int | None] = lambda visit: None
        """Seed of a stage's session, by the person's part and the stage; None: a random one. A dry run sets it, so that
        equal runs are equal.
        """

    # --- in -----------------------------------------------------------------------------------------------------------

    async def knows(self, token: str) -> bool:
        return await self._named(token) is not None

    async def busy(self, user: str) -> bool:
        return any(not held.part.outcome for held in await parts.of_user(self.store, user))

    async def _named(self, token: str) -> Whose | None:
        """Return the study that a token opens."""
        name = await self.store.pointed(keys.study(token))
        if not name:
            return None
        realm, slug, version = name.rsplit("|", 2)
        return Whose(realm, slug, int(version))

    async def arriving(self, user: str, entry: Enter) -> Arrival | None:
        whose = await self._named(entry.token)
        study = await self._study(whose) if whose is not None else None
        if whose is None or study is None:
            return None
        return arrivals.told(study, await arrivals.at_door(self.store, study, whose, user, entry.panel))

    async def entering(self, inbound: Inbound, entry: Enter, sid: str) -> Opening | Post:
        whose = await self._named(entry.token)
        study = await self._study(whose) if whose is not None else None
        if whose is None or study is None:
            return says(wording.GONE)
        while True:
            at_door = await arrivals.at_door(self.store, study, whose, inbound.user, entry.panel)
            if isinstance(at_door, str):
                return says(at_door)
            answer = await self._entered(inbound, study, whose, at_door, sid)
            if answer is not None:
                return answer

    async def _entered(
        self, inbound: Inbound, study: Study, whose: Whose, at_door: AtDoor, sid: str
    ) -> Opening | Post | None:
        """Return the opening or the words for a person at the door; None if they did something else meanwhile."""
        found, pid = at_door.found, at_door.pid
        if found is not None and not found.part.outcome and at_door.mine:
            return await self._again(found, sid, inbound)
        if found is not None and (study.rules.once or not found.part.outcome):
            return await self._returned(study, found, at_door, inbound)
        if study.state != "open":
            return says(wording.SHUT[study.state])
        if assigning.is_full(study, (await parts.desk(self.store, whose)).value):
            return says(wording.FULL)
        entries = found.part.entries + 1 if found is not None else 1
        part = parts.fresh(study, pid, inbound, now := self.clock(), entries)
        if not await arrivals.admitted(self.store, study, whose, at_door, inbound.user, now):
            return says(wording.ELSEWHERE)
        step = await self._step(study, whose, parts.sid_of(whose, pid, entries), part, sid)
        if step is None:
            return says(wording.FULL)
        sealed = arrivals.sealed(study, whose, at_door, inbound.user, now)
        begun = await parts.begin(self.store, whose, step.part, inbound.user, parts.sid_of(whose, pid, entries), sealed)
        return step.opening if begun else None

    async def _returned(self, study: Study, found: Held, at_door: AtDoor, inbound: Inbound) -> Post | None:
        """Count somebody who takes part already, or did, and return the words for them."""
        part = replace(found.part, entries=found.part.entries + 1)
        if not await parts.keep(self.store, found, part, self.clock(), input=inbound.id):
            return None
        return wording.again(study, found.part) if at_door.mine else says(wording.ELSEWHERE)

    async def _again(self, found: Held, sid: str, inbound: Inbound) -> Opening | Post | None:
        """Return the stage at which a person stands if it never opened, else the words that say where they are."""
        study = await self._study(found.whose)
        if study is None:
            return says(wording.GONE)
        last = found.part.visits[-1]
        plan = study.stage(last.stage)
        if plan is not None and await self.sessions.current(last.sid) is None and len(found.part.visits) == 1:
            if last.sid != sid:
                part = replace(found.part, visits=(replace(last, sid=sid),))
                if not await parts.keep(self.store, found, part, self.clock()):
                    return None
                if plan.kind == "game":
                    await assigning.instead(self.store, found.whose, last.sid, sid, self.clock())
            return self._opening(study, found.whose, found.part, plan)
        if not await parts.keep(
            self.store, found, replace(found.part, entries=found.part.entries + 1), self.clock(), input=inbound.id
        ):
            return None
        return wording.middle(study, found.part)

    async def _study(self, whose: Whose) -> Study | None:
        return await self.find(whose.realm, whose.study, whose.version)

    # --- from stage to stage ------------------------------------------------------------------------------------------

    async def onward(self, session: Session, seat: Seat, input: str) -> None:
        stage = session.terms.stage
        if stage is UNSET:
            return
        study = await self.find(stage.realm, stage.study, stage.version)
        held = await self._part_in(session, seat, stage)
        if study is None or held is None:
            return  # they withdrew, and nothing is kept that leads from their part to this session
        records = await gather(self.store.events(session.sid))
        follows = lead(session, seat, records)
        inbound = inbound_of(session, seat, input, self.clock())
        while not await self._onward(study, held, session, inbound, follows):
            held = await parts.held(self.store, held.sid) or held

    async def _onward(self, study: Study, held: Held, session: Session, inbound: Inbound, follows: Lead) -> bool:
        """Lead a person on from a stage; False if their part changed meanwhile."""
        part, sids = held.part, [visit.sid for visit in held.part.visits]
        if part.outcome:
            await assigning.ended(self.store, held, self.clock())
            if part.outcome == follows == "withdrawn":
                await self._blanked(held)
            return True
        at = sids.index(session.sid)
        if at + 1 == len(sids):
            late = self.clock() - part.began > study.rules.study_minutes * MINUTE
            if follows == "nobody":
                return await self._alone(study, held, inbound)
            if follows != "on":
                return await self._end(study, held, follows, inbound)
            if late:
                return await self._end(study, held, "silent", inbound)
            if self._plan_after(study, part) is None:
                return await self._end(study, held, "complete", inbound)
            return await self._next(study, held, inbound)
        # The part had moved on, and its next stage may not have opened.
        plan = study.stage(part.visits[at + 1].stage)
        if plan is not None and await self.sessions.current(sids[at + 1]) is None:
            await self._open(inbound, self._opening(study, held.whose, part, plan), sids[at + 1])
        return True

    async def _next(self, study: Study, held: Held, inbound: Inbound) -> bool:
        sid = digest(b"stage", held.sid.encode(), b"%d" % len(held.part.visits))[:12]
        step = await self._step(study, held.whose, held.sid, held.part, sid, inbound)
        if step is None:
            return await self._end(study, held, "dismissed", inbound)
        posts = (_said(inbound, says(step.note)),) if step.note else ()
        if not await self._keep(held, step.part, posts):
            found = await parts.held(self.store, held.sid)
            if found is not None and found.part.outcome:  # they withdrew, and their part does not know of this place
                await assigning.settle(self.store, held.whose, sid, found.part.outcome, self.clock())
            return False
        if step.opening is not None:
            await self._open(inbound, step.opening, step.part.visits[-1].sid)
        return True

    async def _step(
        self, study: Study, whose: Whose, part_sid: str, part: Part, sid: str, inbound: Inbound | None = None
    ) -> Step | None:
        """Return a person's next stage, under the session `sid`; None if there is no place in the game for them."""
        plan, now = self._plan_after(study, part), self.clock()
        assert plan is not None
        if plan.kind != "game":
            visited = _visited(part, plan, sid, now, "" if plan.kind == "practice" else PARTICIPANT)
            note = wording.PRACTICE if plan.kind == "practice" else ""
            return Step(visited, self._opening(study, whose, visited, plan), note)
        practised = part.stage and study.stage(part.stage)
        note = wording.REAL if isinstance(practised, StagePlan) and practised.kind == "practice" else ""
        while True:
            place = await assigning.assign(self.store, study, whose, part_sid, sid, now, self.sessions.session)
            if place is None:
                return None
            placed = replace(part, condition=place.label, slot=place.slot)
            if not place.joins:
                visited = _visited(placed, plan, sid, now, "")
                opening = self._opening(study, whose, visited, plan)
                return Step(_visited(placed, plan, sid, now, opening.act.seat), opening, note)
            assert inbound is not None, "a study of pairs begins with another stage"
            joined = await join_stage(self.sessions, inbound, place.sid, f"{inbound.id}/join/{place.sid}")
            if joined.what == "joined" or joined.code == "twice":
                table = await self.sessions.current(place.sid)
                seats = table.table.seats_of(inbound.user) if table is not None else ()
                return Step(_visited(placed, plan, place.sid, now, "".join(seats[:1])), None, note)
            await assigning.closed(self.store, whose, place.sid, now)

    def _plan_after(self, study: Study, part: Part) -> StagePlan | None:
        """Return the stage after the one in which a person is; None after the last."""
        names = [stage.name for stage in study.stages]
        at = names.index(part.stage) + 1 if part.stage else 0
        return study.stages[at] if at < len(names) else None

    def _opening(self, study: Study, whose: Whose, part: Part, plan: StagePlan, alone: bool = False) -> Opening:
        stage = Stage(whose.realm, study.slug, study.version, plan.name, plan.kind, study.rules.on_silence)
        tempo, seed = f"{study.rules.turn_minutes} minutes", self.seed(f"{part.pid} {part.began} {plan.name}")
        if plan.form is not None:
            act = Open("form", (("content", written(plan.form)),), tempo=tempo, seed=seed)
            return Opening(act, UNSET, stage)
        design = study.design
        if plan.kind == "practice":
            wrote = tuple(pair for pair in merged(design.wrote, plan.wrote) if pair[0] not in HOUSE)
            seat = dict(merged(design.wrote, plan.wrote)).get("seat", "")
            act = lobby.settled(Open(design.game, wrote, seat, rest=plan.opponent, tempo=tempo, seed=seed))
            return Opening(dealing(act, study.slug), UNSET, stage)
        loaded = effective(study.design)
        act = filled(lobby.settled(Open(design.game, seed=seed)), design, loaded, part.condition)
        if act.rest == lobby.HUMAN:
            act = replace(act, rest="", wait=0) if alone else replace(act, wait=study.rules.wait_minutes)
        setup = Setup(whose.realm, study.slug, study.version, study.hash, part.condition, part.slot)
        return Opening(dealing(replace(act, number=part.slot), study.slug), setup, stage)

    async def _open(self, inbound: Inbound, opening: Opening, sid: str) -> None:
        await open_stage(self.sessions, inbound, opening, sid, f"{inbound.id}/next")

    async def _alone(self, study: Study, held: Held, inbound: Inbound) -> bool:
        """Go on after nobody came to play with a person: with an AI, which is said, or to the end of their part."""
        last = held.part.visits[-1]
        plan = study.stage(last.stage)
        if study.rules.on_nobody == "dismiss" or plan is None:
            return await self._end(study, held, "dismissed", inbound)
        sid = digest(b"alone", last.sid.encode())[:12]
        await assigning.instead(self.store, held.whose, last.sid, sid, self.clock())
        opening = self._opening(study, held.whose, held.part, plan, alone=True)
        part = _visited(held.part, plan, sid, self.clock(), opening.act.seat)
        if not await self._keep(held, part, (_said(inbound, says(wording.ALONE)),)):
            return False
        await self._open(inbound, opening, sid)
        return True

    # --- out ----------------------------------------------------------------------------------------------------------

    async def _end(self, study: Study, held: Held, outcome: Outcome, inbound: Inbound) -> bool:
        """End a person's part; their last post, with the code, is in the same commit."""
        code = study.code(outcome)
        part = replace(held.part, outcome=outcome, ended=self.clock(), code=code)
        told = () if outcome == "withdrawn" else (_said(inbound, wording.closing(study, part)),)
        if not await self._keep(held, part, told):
            return False
        ended = await parts.held(self.store, held.sid) or held
        await assigning.ended(self.store, ended, self.clock())
        if outcome == "withdrawn":
            await self._blanked(ended)
        return True

    async def _blanked(self, held: Held) -> None:
        """Blank a withdrawn part whose place is settled: only its visits and its slot lead to that place."""
        if held.part.visits:
            await parts.keep(self.store, held, _blank(held.part), self.clock())

    async def _keep(self, held: Held, part: Part, posts: Sequence[Outgoing]) -> bool:
        kept = await parts.keep(self.store, held, part, self.clock(), posts)
        if kept and posts:
            self.sessions.spoken("", tuple(posts))
        return kept

    async def withdrawing(self, inbound: Inbound, sid: str) -> tuple[Post, str] | None:
        held = await self._current(inbound.user, sid)
        study = await self._study(held.whose) if held is not None else None
        return (wording.asking(study, held.part), held.sid) if held is not None and study is not None else None

    async def withdraw(self, inbound: Inbound, input: str, sid: str, part: str = "") -> Post | None:
        session = await self.sessions.current(sid) if sid else None
        held = await parts.meant(self.store, inbound.user, part, session)
        study = await self._study(held.whose) if held is not None else None
        if held is None or study is None:
            return None
        before, erases = held.part, study.rules.withdrawal == "erase"
        if before.outcome != "withdrawn":
            after = replace(before, outcome="withdrawn", ended=self.clock())
            if not await parts.keep(self.store, held, after, self.clock()):
                return await self.withdraw(inbound, input, sid, part)
            held = await parts.held(self.store, held.sid) or held
        for visit in held.part.visits:
            await leave_stage(self.sessions, visit.sid, inbound.user, f"{input}/leave/{visit.sid}")
            if erases:
                await self._redact(visit.sid, inbound.user, f"{input}/redact/{visit.sid}")
        await assigning.ended(self.store, held, self.clock())
        if erases:
            await self._empty(held, inbound.user)
        return wording.withdrawn(study, held.part)

    async def _empty(self, held: Held, user: str) -> None:
        """Blank a withdrawn part, and empty the vault of its person unless they are to be paid."""
        await self._blanked(held)
        if not held.part.code:
            await vault.drop(self.store, held.whose.name, held.part.pid, user)

    async def _redact(self, sid: str, user: str, input: str) -> None:
        try:
            session = await self.sessions.session(sid)
            if session is not None and session.table.seats_of(user):
                await self.sessions.enter(sid, (input,), lambda unit: redaction.leave(unit, user), None)
        except WrongRules:
            log.warning("forgotten_whole", session=sid, dropped=await self.store.drop(sid))

    async def code(self, inbound: Inbound) -> Post:
        mine = await parts.of_user(self.store, inbound.user)
        running = [held for held in mine if not held.part.outcome] or mine
        study = await self._study(running[-1].whose) if running else None
        return wording.coded(study, running[-1].part) if running and study is not None else wording.NOWHERE

    # --- whose --------------------------------------------------------------------------------------------------------

    async def _current(self, user: str, sid: str) -> Held | None:
        """Return the part that a person may withdraw: that of a session, else the one they are at, else the newest."""
        mine = [held for held in await parts.of_user(self.store, user) if held.part.outcome != "withdrawn"]
        there = [held for held in mine if any(visit.sid == sid for visit in held.part.visits)]
        running = [held for held in mine if not held.part.outcome]
        found = there or running or mine
        return found[-1] if found else None

    async def _part_in(self, session: Session, seat: Seat, stage: Stage) -> Held | None:
        """Return the part of the person in a seat. After an erasure nothing leads to it but its visits."""
        user = session.table.chair(seat).user
        if user not in ("", ERASED):
            for held in await parts.of_user(self.store, user):
                if any(visit.sid == session.sid for visit in held.part.visits):
                    return held
        async for held in parts.all_of(self.store, stage.realm, stage.study):
            if any(visit.sid == session.sid and visit.seat in ("", seat) for visit in held.part.visits):
                return held
        return None


def _visited(part: Part, plan: StagePlan, sid: str, at: int, seat: str) -> Part:
    return replace(part, visits=(*part.visits, Visit(plan.name, sid, at, seat)))


def _blank(part: Part) -> Part:
    """Return a part of which nothing is kept but its condition, how and when it ended, and a code it had earned."""
    return replace(part, visits=(), slot=-1, names=())


def _said(inbound: Inbound, post: Post) -> Outgoing:
    """Return a post of the study in a person's place."""
    return outgoing(inbound.place, Sent(post, user=inbound.user, private=not inbound.private))
