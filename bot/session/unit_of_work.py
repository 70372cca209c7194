"""Unit of work on a session: events applied, facts gathered, replies noted; then a single commit.

Nothing here is durable or visible until the store has taken the commit. A unit that loses the race is discarded whole.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot import keys
from bot.session import lobby_posts
from bot.session.model import audience
from bot.session.model.events import Gone, Missed, Nudged, Returned, Sat, Stopped, TableEvent
from bot.session.model.inbound import Answer, Inbound
from bot.session.model.jobs import jobs_of
from bot.session.model.session import Session
from bot.session.model.table import Place
from bot.session.wording import deadlines
from games.core.codec import encode
from games.core.contract import TABLE, Event, Expired, Left, News, Seat
from games.core.post import Line, Post, Voice
from storage.base import Commit, Head, Outgoing


class UnitOfWork:
    """Unit of work on `session`, which advances with every event. `inbound` is the act being answered, if a person
    acted. `usual` plays the seats for which nobody is named.
    """

    def __init__(self, session: Session, now: int, inbound: Inbound | None = None) -> None:
        self.session, self.now, self.inbound = session, now, inbound
        self.usual = session.game.default_player
        self.points: list[tuple[str, str | None]] = []
        self.tags: list[str] = []
        self._entries: list[bytes] = []
        self._news: list[News[object]] = []
        self._first: list[Outgoing] = []
        self._last: list[Outgoing] = []
        self._dealt = False
        self._clocks = {clock.id for clock in session.turn.clocks}
        self._stakes = {chair.seat: session.stake(chair.seat) for chair in session.table.chairs}

    def apply(self, event: Event) -> None:
        """Apply a game event. Raises `IllegalMove` and changes nothing."""
        before = self.session
        self.session, entry = before.after(event, self.now)
        self._entries.append(entry)
        self._news.extend(before.game.news(before.state, event, self.session.state))

    def record(self, event: TableEvent) -> None:
        """Apply an event of the table; the game does not see it."""
        self.session, entry = self.session.after(event, self.now)
        self._entries.append(entry)

    def expire(self, clock: str) -> None:
        """Let a clock run out. In a game that goes on, the people who held it up have missed a deadline."""
        if self.session.table.phase == "lobby":
            self.record(Stopped("clock", "nobody came"))
            self.say(lobby_posts.unattended(self.session))
            return
        turn = self.session.turn
        self.apply(Expired(clock))
        held = any(c.id == clock and c.pace in ("turn", "phase") for c in turn.clocks)
        if not held or self.session.table.phase == "over":
            return
        for chair in self.session.table.chairs:
            if chair.kind == "human" and chair.seat in turn.awaited:
                self.record(Missed(chair.seat))
                if self.session.table.chair(chair.seat).covered and not chair.covered:
                    self.say(deadlines.stands_in(self.session, chair.seat))

    def present(self, seats: Sequence[Seat]) -> None:
        """Note that the person in these seats acted: a strategy that played for them stops."""
        for chair in map(self.session.table.chair, seats):
            if chair.missed and self.session.table.phase == "play":
                self.record(Returned(chair.seat))
                if chair.covered:
                    self.say(deadlines.is_back(self.session, chair.seat))

    def leave(self, seat: Seat) -> None:
        """Let the person in this seat leave for good. If other people play on, an AI takes the seat."""
        if not self.session.table.goes_on_without(seat):
            self.apply(Left(seat, "quit"))
            return
        self.record(Gone(seat))
        self.say(deadlines.has_left(self.session, seat))

    def turn_to(self, place: str) -> None:
        """Send the acting person's next words in a place to this game."""
        assert self.inbound is not None
        self.points.append((keys.focus(place, self.inbound.user), self.session.sid))

    def follow(self, seat: Seat) -> None:
        """Let the acting person follow the game, and write to it, in the place they act from, too."""
        act = self.inbound
        assert act is not None
        self.turn_to(act.place)
        if any(place.address == act.place for place in self.session.table.places):
            return
        place = Place(act.place, seat, True, locale=act.locale, plain=act.plain, width=act.width)
        self.record(Sat(self.session.table.chair(seat), place))

    def remind(self, clock: str) -> None:
        """Remind the awaited people, once, that their time is running out."""
        self.record(Nudged(clock))
        self.say(deadlines.reminder(self.session, self.now))

    def opening(self) -> None:
        """Tell everybody the facts that they may know from the deal."""
        self._dealt = True
        self._news.extend(self.session.game.opening(self.session.state))

    def reply(
        self, post: Post, *, seat: Seat = TABLE, stakes: tuple[tuple[str, str], ...] = (), secret: bool = True
    ) -> None:
        """Add a private answer to the act that came in. It precedes all other posts of this unit. `secret`: it may hold
        what only its seat knows.
        """
        assert self.inbound is not None
        act = self.inbound
        apart = not act.private and (bool(act.origin) or (secret and self._secretive(seat)))
        sent = audience.Sent(post, viewer=seat, stakes=stakes, user=act.user, origin=act.origin, private=apart)
        self._first.append(audience.outgoing(self.inbound.place, sent))

    @property
    def replied(self) -> bool:
        """True if the act gets a private answer."""
        return bool(self._first)

    def _secretive(self, seat: Seat) -> bool:
        """Return whether a seat knows things that an answer to it could give away."""
        session = self.session
        return any(info.seat == seat and info.private for info in session.game.seats(session.config))

    def say(self, rows: Sequence[Outgoing]) -> None:
        """Add finished posts, after those that the facts of this unit produce."""
        self._last.extend(rows)

    def here(self, seats: Sequence[Seat]) -> Place:
        """Return the place that the act came from, as this session knows it."""
        act = self.inbound
        assert act is not None
        viewer = seats[0] if seats and act.private else TABLE
        return audience.place_of(
            self.session.table,
            act.place,
            seats,
            lambda: Place(act.place, viewer, act.private, locale=act.locale, plain=act.plain, width=act.width),
        )

    def voice(self, seat: Seat) -> Voice:
        """Return how to answer the acting person, addressed as `seat`."""
        voice = audience.voice(self.session.table, self.here([seat]))
        return Voice(seat or voice.you, voice.cast, voice.locale, voice.plain, voice.width)

    def _notes(self, after: Session) -> audience.Notes:
        """Return the notes on clocks and private information for each place.

        A long clock is mentioned once, when the game begins (or when an AI seat began it); a short one when it starts.
        The hint about private information comes with the deal, and again after an AI seat has moved first.
        """
        begins = dealt = self._dealt or self._began(after)
        found = deadlines.running(after)
        timed = found is not None and (begins or found[0].id not in self._clocks)

        def notes(place: Place) -> tuple[Line, ...]:
            hint = audience.hint(after, place) if dealt else None
            time = deadlines.notice(after, place, self.now, always=begins) if timed else None
            return tuple(note for note in (hint, time) if note is not None)

        return notes

    def _began(self, after: Session) -> bool:
        """Return whether an AI seat has just made the very first move, and no person was awaited before."""
        table = after.table
        if self.inbound is not None or table.phase != "play" or sum(chair.turns for chair in table.chairs) != 1:
            return False
        first = after.game.turn(after.game.deal(after.config, after.terms.seed)).awaited
        return not any(chair.kind == "human" and chair.seat in first for chair in table.chairs)

    def commit(self, inputs: tuple[str, ...], answer: Answer, head: Head | None = None) -> tuple[Session, Commit]:
        """Return the session after this unit, and the commit that makes it so."""
        before = self.session
        version = before.version + 1
        over = before.table.phase == "over"
        jobs = () if over else jobs_of(before, inputs, version, self.now)
        after = replace(before, version=version, jobs=jobs, stored=before.table.mark)
        told = audience.route(after, self._news, self._notes(after), self._stakes)
        posts = (*self._first, *told, *self._last)
        return after, Commit(
            sid=before.sid,
            expect=before.version,
            inputs=inputs,
            answer=encode(answer),
            events=tuple(self._entries),
            snapshot=after.snapshot(),
            at=self.now,
            jobs=jobs,
            posts=posts,
            over=over,
            tags=tuple(self.tags),
            head=head,
            points=tuple(self.points),
            base=before.stored,
            mark=after.stored,
        )
