"""Unit of work on a session: events applied, facts gathered, replies noted; then a single commit.

Nothing here is durable or visible until the store has taken the commit. A unit that loses the race is discarded whole.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.session.model import audience
from bot.session.model.clocks import jobs_of
from bot.session.model.events import Dealt, Gone, Missed, Nudged, Returned, Sat, Stopped, TableEvent
from bot.session.model.inbound import Answer, Inbound
from bot.session.model.session import Session
from bot.session.model.table import Place
from bot.session.wording.deadlines import notes
from bot.session.wording.notices import notices
from games.core.codec import encode
from games.core.contract import TABLE, Event, Expired, Left, News, Seat
from games.core.post import Post, Voice
from storage.base import Commit, Head, Outgoing


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
        self._last: list[Outgoing] = []

    @property
    def act(self) -> Inbound:
        """The act being answered, where there must be one."""
        assert self.inbound is not None
        return self.inbound

    def apply(self, event: Event) -> None:
        """Apply a game event and gather what the game tells of it. Raises `IllegalMove` and changes nothing."""
        before = self.session
        self.session, entry = before.after(event, self.now)
        self._entries.append(entry)
        self._news.extend(before.game.news(before.state, event, self.session.state))

    def record(self, *events: TableEvent) -> None:
        """Apply table events that happen together, and add the notices of them. With the deal everybody is told what
        they may know from it.
        """
        before = self.session
        for event in events:
            self.session, entry = self.session.after(event, self.now)
            self._entries.append(entry)
            if isinstance(event, Dealt):
                self._news.extend(self.session.game.opening(self.session.state))
        self.say(notices(before, events, self.session, self.now))

    def expire(self, clock: str) -> None:
        """Let a clock run out. In a game that goes on, the people who held it up have missed a deadline."""
        if self.session.table.phase == "lobby":
            self.record(Stopped("clock", "nobody came"))
            return
        turn = self.session.turn
        self.apply(Expired(clock))
        held = any(c.id == clock and c.pace in ("turn", "phase") for c in turn.clocks)
        if held and self.session.table.phase != "over":
            chairs = (chair for chair in self.session.table.chairs if chair.kind == "human")
            self.record(*(Missed(chair.seat) for chair in chairs if chair.seat in turn.awaited))

    def present(self, seats: Sequence[Seat]) -> None:
        """Note that the person in these seats acted: a strategy that played for them stops."""
        table = self.session.table
        away = [chair.seat for chair in table.chairs if chair.missed and chair.seat in seats]
        if away and table.phase == "play":
            self.record(*map(Returned, away))

    def leave(self, seat: Seat) -> None:
        """Let the person in this seat leave for good. If other people play on, an AI takes the seat."""
        if self.session.table.goes_on_without(seat):
            self.record(Gone(seat))
        else:
            self.apply(Left(seat, "quit"))

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
    ) -> None:
        """Add a private answer to the act that came in. It precedes all other posts of this unit. `secret`: it may hold
        what only its seat knows. `card`: its heading, if it shows a state.
        """
        act = self.act
        apart = not act.private and (bool(act.origin) or (secret and self._secretive(seat)))
        sent = audience.Sent(
            post, viewer=seat, stakes=stakes, user=act.user, origin=act.origin, private=apart, card=card
        )
        self.replies.append(audience.outgoing(act.place, sent))

    def _secretive(self, seat: Seat) -> bool:
        """Return whether a seat knows things that an answer to it could give away."""
        session = self.session
        return any(info.seat == seat and info.private for info in session.game.seats(session.config))

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
        """Return how to answer the acting person, addressed as `seat`."""
        voice = audience.voice(self.session.table, self.here([seat]))
        return replace(voice, you=seat or voice.you)

    def _typed(self) -> audience.Typed | None:
        """Return where the act stands as a message of its own: everything that is no answer to a token, as a press or a
        platform's command is.
        """
        act = self.inbound
        if act is None or act.origin:
            return None
        return audience.Typed(act.place, self.session.table.seats_of(act.user))

    def commit(self, inputs: tuple[str, ...], answer: Answer, head: Head | None = None) -> tuple[Session, Commit]:
        """Return the session after this unit, and the commit that makes it so."""
        before = self.session
        version, over = before.version + 1, before.table.phase == "over"
        # A person's act is no job's input.
        jobs = () if over else jobs_of(before, inputs if self.inbound is None else (), version, self.now)
        after = before.changed(version=version, jobs=jobs, stored=before.table.mark)
        snapshot, posts = after.snapshot(), self.replies
        if self._news:
            acted = self.inbound is not None
            told = audience.route(
                after,
                self._news,
                lambda: notes(self.started, after, self.now, acted),
                self.started.stakes,
                self._typed(),
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
            posts=(*posts, *self._last),
            over=over,
            tags=tuple(self.tags),
            head=head,
            points=tuple(self.points),
            base=before.stored,
            mark=after.stored,
        )
