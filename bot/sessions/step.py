"""One step of a session in the making: events applied, facts gathered, replies noted; then a single commit.

Nothing here is durable or visible until the store has taken the commit. A step that loses the race is thrown away
whole.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.sessions import deadlines, lobbies, places
from bot.sessions.inbound import Answer, Inbound, focus
from bot.sessions.jobs import jobs_of
from bot.sessions.records import Desk, Gone, Missed, Nudged, Place, Returned, Sat, Stopped
from bot.sessions.session import Session
from games.codec import encode
from games.core import TABLE, Event, Expired, Left, News, Seat
from games.post import Line, Post, Voice
from storage.base import Commit, Head, Outgoing


class Step:
    """Works on `session`, which moves on with every event; `inbound` is the act being answered, if a person acted.
    `usual` plays where nobody is named.
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
        """A game event. Raises `IllegalMove` and leaves no trace."""
        before = self.session
        self.session, entry = before.after(event, self.now)
        self._entries.append(entry)
        self._news.extend(before.game.news(before.state, event, self.session.state))

    def desk(self, event: Desk) -> None:
        """An event of the table that the game does not see."""
        self.session, entry = self.session.after(event, self.now)
        self._entries.append(entry)

    def expire(self, clock: str) -> None:
        """A clock ran out. In a game that goes on, those who held it up have missed a deadline."""
        if self.session.table.phase == "lobby":
            self.desk(Stopped("clock", "nobody came"))
            self.say(lobbies.unattended(self.session))
            return
        turn = self.session.turn
        self.apply(Expired(clock))
        held = any(c.id == clock and c.pace in ("turn", "phase") for c in turn.clocks)
        if not held or self.session.table.phase == "over":
            return
        for chair in self.session.table.chairs:
            if chair.kind == "human" and chair.seat in turn.awaited:
                self.desk(Missed(chair.seat))
                if self.session.table.chair(chair.seat).covered and not chair.covered:
                    self.say(deadlines.stands_in(self.session, chair.seat))

    def present(self, seats: Sequence[Seat]) -> None:
        """The person in these seats acted: whoever played for them stops."""
        for chair in map(self.session.table.chair, seats):
            if chair.missed and self.session.table.phase == "play":
                self.desk(Returned(chair.seat))
                if chair.covered:
                    self.say(deadlines.is_back(self.session, chair.seat))

    def leave(self, seat: Seat) -> None:
        """The person in this seat leaves for good. Where other people play on among several, an AI takes the seat."""
        if not self.session.table.goes_on_without(seat):
            self.apply(Left(seat, "quit"))
            return
        self.desk(Gone(seat))
        self.say(deadlines.has_left(self.session, seat))

    def turn_to(self, place: str) -> None:
        """What the person who acts writes next in a place belongs to this game."""
        assert self.inbound is not None
        self.points.append((focus(place, self.inbound.user), self.session.sid))

    def follow(self, seat: Seat) -> None:
        """From now on the person who acts follows the game in the place they act from, too, and writes to it there."""
        act = self.inbound
        assert act is not None
        self.turn_to(act.place)
        if any(place.address == act.place for place in self.session.table.places):
            return
        place = Place(act.place, seat, True, locale=act.locale, plain=act.plain, width=act.width)
        self.desk(Sat(self.session.table.chair(seat), place))

    def remind(self, clock: str) -> None:
        """Say once, to those who are awaited, that their time is running out."""
        self.desk(Nudged(clock))
        self.say(deadlines.reminder(self.session, self.now))

    def opening(self) -> None:
        """Tell everybody what the deal lets them know."""
        self._dealt = True
        self._news.extend(self.session.game.opening(self.session.state))

    def reply(
        self, post: Post, *, seat: Seat = TABLE, stakes: tuple[tuple[str, str], ...] = (), secret: bool = True
    ) -> None:
        """A private answer to the act that came in, ahead of everything else that this step says. `secret`: it may hold
        what only its seat knows.
        """
        assert self.inbound is not None
        act = self.inbound
        apart = not act.private and (bool(act.origin) or (secret and self._secretive(seat)))
        sent = places.Sent(post, eyes=seat, stakes=stakes, user=act.user, origin=act.origin, private=apart)
        self._first.append(places.outgoing(self.inbound.place, sent))

    @property
    def replied(self) -> bool:
        """Whether the act gets a private answer."""
        return bool(self._first)

    def _secretive(self, seat: Seat) -> bool:
        """Whether a seat knows things that an answer to it could give away."""
        session = self.session
        return any(info.seat == seat and info.private for info in session.game.seats(session.config))

    def say(self, rows: Sequence[Outgoing]) -> None:
        """Posts that are ready, behind those that the facts of this step produce."""
        self._last.extend(rows)

    def here(self, seats: Sequence[Seat]) -> Place:
        """The place that the act came from, as this session knows it."""
        act = self.inbound
        assert act is not None
        eyes = seats[0] if seats and act.private else TABLE
        return places.place_of(
            self.session.table,
            act.place,
            seats,
            lambda: Place(act.place, eyes, act.private, locale=act.locale, plain=act.plain, width=act.width),
        )

    def voice(self, seat: Seat) -> Voice:
        """How to answer the person who acted, addressed as `seat`."""
        voice = places.voice(self.session.table, self.here([seat]))
        return Voice(seat or voice.you, voice.cast, voice.locale, voice.plain, voice.width)

    def _notes(self, after: Session) -> places.Notes:
        """Long clocks are told of once, when the game begins (or an AI seat began it); short ones when they start.
        Where to look for what is private is told with the deal, and again when an AI seat has moved first.
        """
        begins = dealt = self._dealt or self._began(after)
        found = deadlines.running(after)
        timed = found is not None and (begins or found[0].id not in self._clocks)

        def notes(place: Place) -> tuple[Line, ...]:
            hint = places.hint(after, place) if dealt else None
            time = deadlines.notice(after, place, self.now, always=begins) if timed else None
            return tuple(note for note in (hint, time) if note is not None)

        return notes

    def _began(self, after: Session) -> bool:
        """Whether an AI seat has just made the first move of all, and people were not awaited before."""
        table = after.table
        if self.inbound is not None or table.phase != "play" or sum(chair.turns for chair in table.chairs) != 1:
            return False
        first = after.game.turn(after.game.deal(after.config, after.terms.seed)).awaited
        return not any(chair.kind == "human" and chair.seat in first for chair in table.chairs)

    def commit(self, inputs: tuple[str, ...], answer: Answer, head: Head | None = None) -> tuple[Session, Commit]:
        """The session as it will be, and the commit that makes it so."""
        before = self.session
        version = before.version + 1
        over = before.table.phase == "over"
        jobs = () if over else jobs_of(before, inputs, version, self.now)
        after = replace(before, version=version, jobs=jobs, stored=before.table.mark)
        told = places.route(after, self._news, self._notes(after), self._stakes)
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
