"""Unit of work on a session: events applied, facts gathered, replies noted; then a single commit.

Nothing here is durable or visible until the store has taken the commit. A unit that loses the race is discarded whole.
"""

import secrets
from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from bot.players import analytic
from bot.session.model import audience, receipt
from bot.session.model.clocks import PACE, PAUSE, jobs_of, onward, running, subject, waits
from bot.session.model.events import (
    Asked,
    Committed,
    Dealt,
    Decided,
    Extended,
    Gone,
    Missed,
    Nudged,
    Paused,
    Present,
    Resumed,
    Returned,
    Sat,
    Stopped,
    TableEvent,
)
from bot.session.model.inbound import Answer, Inbound
from bot.session.model.session import Session
from bot.session.model.table import Chair, Place
from bot.session.model.terms import Stage
from bot.session.wording import absence, deadlines
from bot.session.wording.notices import notices
from games.core.codec import encode
from games.core.contract import TABLE, Event, Expired, Left, Moved, News, Seat
from games.core.post import Post, Voice
from storage.base import Commit, Head, Outgoing

SALT: Final = 16
"""Bytes of the salt of each event."""


class UnitOfWork:
    """Work on `session`, which advances with every event from where it `started`. `inbound` is the act being answered,
    if a person acted, and `replies` are the private answers to it. `usual` plays the seats for which nobody is named.
    """

    def __init__(self, session: Session, now: int, inbound: Inbound | None = None) -> None:
        self.started = self.session = session
        self.now, self.inbound = now, inbound
        self.usual = session.game.default_player
        self.points: list[tuple[str, str | None]] = []
        self.tags: list[str] = []
        self._entries: list[bytes] = []
        self._news: list[News[object]] = []
        self.replies: list[Outgoing] = []
        self._first: list[Outgoing] = []
        self._last: list[Outgoing] = []
        self._automatic = False
        # Words stay unguessable from the receipt only if their salts do not follow from anything that is kept.
        self._salted = session.terms.root is not UNSET

    @property
    def act(self) -> Inbound:
        """The act being answered, where there must be one."""
        assert self.inbound is not None
        return self.inbound

    def apply(self, event: Event) -> None:
        """Apply a game event and gather what the game tells of it. Raises `IllegalMove` and changes nothing."""
        before = self.session
        self.session, entry = before.after(event, self.now, secrets.token_hex(SALT) if self._salted else UNSET)
        self._entries.append(entry)
        self._news.extend(before.game.news(before.state, event, self.session.state))

    def record(self, *events: TableEvent) -> None:
        """Apply table events that happen together, and add the notices of them. With the deal everybody is told what
        they may know from it.
        """
        before = self.session
        self._enter(*events)
        self.say(notices(before, events, self.session, self.now))

    def _enter(self, *events: TableEvent) -> None:
        for event in events:
            self.session, entry = self.session.after(
                event, self.now, secrets.token_hex(SALT) if self._salted else UNSET
            )
            self._entries.append(entry)
            if isinstance(event, Dealt):
                self._news.extend(self.session.game.opening(self.session.state))

    def deal(self, *sat: TableEvent) -> None:
        """Let the game begin with who `sat` down last. The analytic players commit themselves before the first move."""
        self.record(*sat, Dealt())
        for chair in self.session.table.chairs:
            if chair.kind == "ai":
                self.commit_player(chair.seat, chair.strategy or self.session.game.default_player)

    def commit_player(self, seat: Seat, name: str) -> None:
        """Record an analytic player's commitment in a seat, unless there is one."""
        session, kept = self.session, self.session.table.chair(seat).drawn
        if name in session.game.players and not (kept and kept.player == name):
            drawn = analytic.drawn(name, session.game, session.state, seat, receipt.opponent_seed(session.terms))
            self._enter(Committed(seat, drawn))

    @property
    def idle(self) -> bool:
        """True if nothing happened in this unit."""
        return not self._entries

    def decide(self, decided: Decided, move: object, say: str) -> None:
        """Apply the decision of an AI seat."""
        self._automatic = True
        self._enter(decided)  # people read of the move alone
        self.apply(Moved(decided.seat, move, say))

    def expire(self, clock: str) -> None:
        """Let a clock run out. In a game that goes on, the people who held it up and gave no sign of life have missed a
        deadline; without anybody else the game pauses instead. A study waits for nobody.
        """
        session = self.session
        table, turn = session.table, session.turn
        if table.phase == "lobby" or clock == PAUSE:
            self.record(Stopped("clock", "nobody came" if table.phase == "lobby" else "nobody came back"))
            return
        pace = next((c.pace for c in turn.clocks if c.id == clock), "")
        if pace == "quiet":
            self.apply(Expired(clock))
            return
        late = session.late(clock)
        if self._handed_over(late, clock, pace):
            return
        if late and all(chair in late for chair in table.people()) and session.goes_on_after(clock):
            self.record(Paused())
            return
        self._automatic = True
        self.apply(Expired(clock))
        if self.session.table.phase != "over":
            self.record(*(Missed(chair.seat) for chair in late))

    def _handed_over(self, late: Sequence[Chair], clock: str, pace: str) -> bool:
        """Go on without the silent people of a study or a class, as these say. Return False for every other game."""
        terms = self.session.terms
        if terms.lesson is not UNSET and pace != "phase":
            self._taught(late, clock)
            return True
        return terms.stage is not UNSET and self._silenced(terms.stage, late, clock, pace)

    def _taught(self, late: Sequence[Chair], clock: str) -> None:
        """Go on in a class without those who gave no sign of life. Those who gave one get the whole time again. If
        nobody did, the game pauses, because only the class's own clock ends its games.
        """
        people = self.session.table.people()
        silent = [chair for chair in people if chair in late]
        if not silent:
            self._renew(clock)
        elif len(silent) < len(people):
            self.record(*(Gone(chair.seat, "silent") for chair in silent))
        else:
            self.record(Paused())

    def _renew(self, clock: str) -> None:
        """Let a clock run again from now on, and remind the people whom it holds to time."""
        # It keeps its beginning: words that were on their way still answer what they were written to.
        found, due = running(self.session), self.now + waits(self.session)[clock]
        self._enter(Extended(clock, due, found.began if found is not None else self.now, "present"))
        others = tuple(job for job in self.session.jobs if subject(job) != clock)
        waiting = self.session.changed(jobs=others)
        self.session = waiting.changed(jobs=jobs_of(waiting, (), waiting.version + 1, self.now))
        self.say(deadlines.reminder(self.session, self.now))

    def run_out(self, most: int = 1_000) -> bool:
        """Let the game's clock run out until the game is over by its own rule. People read the news of the last step
        alone. Return False if the game has no such clock.
        """
        self._automatic = True
        while self.session.table.phase == "play" and most:
            clocks = self.session.game.turn(self.session.state).clocks
            clock = next((clock.id for clock in clocks if clock.pace != "quiet"), None)
            if clock is None:
                break
            self._news.clear()
            self.apply(Expired(clock))
            most -= 1
        return self.session.table.phase == "over"

    def say_first(self, rows: Sequence[Outgoing]) -> None:
        """Add finished posts before all others of this unit."""
        self._first.extend(rows)

    def _silenced(self, stage: Stage, late: Sequence[Chair], clock: str, pace: str) -> bool:
        """Go on without the people of a study who were silent, or end their game as abandoned. False if the game goes
        on by its own rule: it has a phase for everybody, and somebody was there.
        """
        session = self.session
        silent = [chair for chair in session.table.people() if chair in late]
        there = len(silent) < len(session.table.people())
        if not silent or (there and pace == "phase"):
            return False
        if there and stage.on_silence == "ai":
            self.record(*(Gone(chair.seat, "silent") for chair in silent))
        elif not session.goes_on_after(clock):
            self.apply(Expired(clock))
        else:
            for chair in silent:
                if self.session.table.phase != "over":
                    self.apply(Left(chair.seat, "silent"))
            if self.session.table.phase != "over":
                self.record(Stopped("clock", "nobody came back"))
        return True

    def present(self, seats: Sequence[Seat], here: Place | None = None) -> tuple[str, ...]:
        """Note that the person in these seats acted: a strategy that played for them stops, and a paused game goes on.

        The others are told before anything else. Return the sentences about it for `here`, where the caller says them.
        """
        table, before = self.session.table, self.session
        if table.phase != "play" or not seats:
            return ()
        events: list[TableEvent] = [Resumed(seat) for seat in seats[:1] if table.paused]
        events += [Returned(chair.seat) for chair in table.chairs if chair.missed and chair.seat in seats]
        self._enter(*events)
        if events and (table.paused or before.taught):
            # The clocks of the step begin now, so that people can be told how long they have.
            after = self.session
            self.session = after.changed(jobs=jobs_of(after, (), after.version + 1, self.now))
        self._first.extend(absence.arrivals(before, events, self.session, here, self.now))
        return absence.greetings(before, events, here) if here is not None else ()

    def asked(self, event: Asked) -> None:
        """Note that a question opens, ages or closes. The pause for merging words begins anew: it waits for answers."""
        self.record(event)
        session = self.session
        quiet = [f"{session.sid}/clock/{clock.id}" for clock in session.turn.clocks if clock.pace == "quiet"]
        if quiet:
            self.session = session.changed(jobs=tuple(job for job in session.jobs if job.key not in quiet))

    def attend(self, seats: Sequence[Seat]) -> None:
        """Note that the person in these seats gave a sign of life while still awaited, once for each clock."""
        session = self.session
        if session.terms.tempo.phase is None:
            return
        table, ran = session.table, {clock.id for clock in self.started.turn.clocks}
        held = [seat for seat in seats if seat in session.turn.awaited and not table.chair(seat).covered]
        for clock in session.turn.clocks:
            # Only a phase, or a class, goes on without those who miss it. A clock that begins now was not running as
            # they acted.
            replaces = clock.pace == "phase" or (session.taught and clock.pace != "quiet")
            if replaces and clock.id in ran:
                self._enter(*(Present(seat, clock.id) for seat in held if (seat, clock.id) not in table.seen))

    def leave(self, seat: Seat, why: str = "quit") -> None:
        """Let the person in this seat leave for good. If other people play on, an AI takes the seat."""
        if self.session.table.goes_on_without(seat):
            self.record(Gone(seat))
        else:
            self.apply(Left(seat, why))

    def remind(self, clock: str) -> None:
        """Remind the awaited people, once, that their time is running out."""
        self.record(Nudged(clock))

    def turn_to(self, focus: str) -> None:
        """Send the next words of a person in a place, as a focus names them, to this game."""
        self.points.append((focus, self.session.sid))

    def follow(self, seat: Seat) -> None:
        """Let the acting person follow the game, and write to it, in the place they act from, too."""
        self.turn_to(self.act.focus)
        if all(place.address != self.act.place for place in self.session.table.places):
            self.record(Sat(self.session.table.chair(seat), replace(self.place(seat), private=True)))

    def reply(
        self,
        post: Post,
        *,
        seat: Seat = TABLE,
        stakes: tuple[tuple[str, str], ...] = (),
        secret: bool = True,
        card: audience.Card | None = None,
        alone: bool = False,
    ) -> None:
        """Add a private answer to the act that came in. It precedes all other posts of this unit. `secret`: it may hold
        what only its seat knows. `card`: its heading, if it shows a state. `alone`: it is theirs alone in any case.
        """
        act = self.act
        apart = not act.private and (alone or bool(act.origin) or (secret and self._secretive(seat)))
        sent = audience.Sent(
            post, viewer=seat, stakes=stakes, user=act.user, origin=act.origin, private=apart, card=card
        )
        self.replies.append(audience.outgoing(act.place, sent))

    def _secretive(self, seat: Seat) -> bool:
        """Return whether a seat knows things that an answer to it could give away."""
        session = self.session
        return any(info.seat == seat and info.private for info in session.seats)

    def say(self, rows: Sequence[Outgoing]) -> None:
        """Add finished posts, after those that the facts of this unit produce."""
        self._last.extend(rows)

    def say_instead(self, rows: Sequence[Outgoing]) -> None:
        """Add finished posts in place of those of this unit that would fill the same slots."""
        filled = {(row.place, row.slot) for row in rows}
        self._last = [*(row for row in self._last if (row.place, row.slot) not in filled), *rows]

    def place(self, viewer: Seat) -> Place:
        """Return the place that the act came from, for this viewer."""
        act = self.act
        return Place(act.place, viewer, act.private, locale=act.locale, plain=act.plain, width=act.width)

    def here(self, seats: Sequence[Seat]) -> Place:
        """Return the place that the act came from, as this session knows it."""
        known = audience.place_of(self.session.table, self.act.place, seats)
        return known or self.place(seats[0] if seats and self.act.private else TABLE)

    def voice(self, seat: Seat) -> Voice:
        """Return the voice in which to answer the acting person, addressed as `seat`."""
        voice = audience.voice(self.session.table, self.here([seat]))
        return replace(voice, you=seat or voice.you)

    def commit(self, inputs: tuple[str, ...], answer: Answer, head: Head | None = None) -> tuple[Session, Commit]:
        """Return the session after this unit, and the commit that makes it so."""
        before = self.session
        version, over = before.version + 1, before.table.phase == "over"
        # A person's act is no job's input.
        consumed = inputs if self.inbound is None else ()
        rest = PACE if self._automatic and (before.unattended or len(before.table.people()) > 1) else 0
        jobs = () if over else jobs_of(before, consumed, version, self.now, rest)
        if before.terms.stage is not UNSET or before.terms.lesson is not UNSET:
            jobs += onward(self.started, before, consumed, version, self.now)
        after = before.changed(version=version, jobs=jobs, stored=before.table.mark)
        snapshot, posts = after.snapshot(), self.replies
        if self._news:
            act = self.inbound
            # A message of its own is whatever answers no token, as a press or a platform's command does.
            typed = act if act is not None and not act.origin else None
            told = audience.route(
                after,
                self._news,
                lambda: deadlines.notes(self.started, after, self.now, act is not None),
                self.started.stakes,
                typed,
            )
            posts = [*posts, *told]
        return after, Commit(
            sid=before.sid,
            expect=before.version,
            inputs=inputs,
            answer=encode(answer),
            events=tuple(self._entries),
            snapshot=snapshot,
            at=self.now,
            jobs=jobs,
            posts=(*self._first, *posts, *self._last),
            over=over and not jobs,  # whoever is still to be led on keeps it among the running ones
            tags=tuple(self.tags),
            head=head,
            points=tuple(self.points),
            base=before.stored,
            mark=after.stored,
        )
