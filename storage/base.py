"""The contract of a store, and its records.

A store keeps bytes under ids and versions; it knows no game, no chat and no clock of its own (times are given to it).
Its one important promise is `commit`: everything that a step changes becomes durable at once or not at all, and the
reply says which: `Ok`, `Dup` (this input was applied before; here is its answer) or `Conflict` (somebody else was
faster; load again). Leases and due lists only save work: a store whose leases never held would still be correct.

Ids. An input is named by who sent it (`tg:…`, `dc:…`), a job by its key and the version it was born at; an id is used
once in a store, whichever session it goes to, until `tidy` forgets it. A post is named by session, version and
place in the commit, so posting it again is seen to be the same post. Texts are put in order by their code points.
"""

import re
from collections.abc import AsyncIterator, Collection, Sequence
from hashlib import sha256
from typing import Literal, Protocol

from msgspec import Struct

from storage.shards import shard_of

PostId = str
"""`<sid>.<version>.<k>`: the k-th post of the commit that made this version; `~<digest of the input>.0.<k>` for a post
that belongs to no session. At most 32 characters.
"""


def post_id(sid: str, version: int, k: int) -> PostId:
    return f"{sid}.{version}.{k}"


def aside_id(input: str, k: int) -> PostId:
    return f"~{sha256(input.encode()).hexdigest()[:20]}.0.{k}"


LEEWAY = 1_000
"""Milliseconds by which the clocks of those who lease may differ."""


class Head(Struct, frozen=True):
    """What never changes in a session. `body` holds what the session manager wants to know of it."""

    sid: str
    game: str
    namespace: str
    at: int
    """Milliseconds since 1970, UTC; so are all times here."""
    body: bytes


class Input(Struct, frozen=True):
    """One thing that somebody sent us. `place` orders and shards the inbox; `sid` is the session it was first routed
    to.

    The first record of an id wins: a repeat that would be routed elsewhere by now still belongs to the first session.
    """

    id: str
    place: str
    sid: str
    at: int
    body: bytes


class Taken(Struct, frozen=True):
    """The inbox's record of an input: as it was first accepted, and its answer once it has one; its place and its body
    are not kept beyond that.

    An input that was consumed without being accepted before (a job's) is on record with its session and the time of
    the commit, an empty place and an empty body.
    """

    input: Input
    answer: bytes | None
    fresh: bool
    """True if this very call recorded it."""


class Parked(Struct, frozen=True):
    """An input that was given up after failing too often: its id, its session as first routed ("" for none), the time,
    and the reason in the caller's words. It holds nothing of what was sent, and nobody's number.
    """

    id: str
    sid: str
    at: int
    why: str


class Job(Struct, frozen=True):
    """Something to look at later. Its input id is `<key>:<born>`; `stake` fences decisions of AI seats."""

    key: str
    born: int
    due: int
    kind: Literal["clock", "ai", "nudge"]
    stake: str = ""

    @property
    def input(self) -> str:
        return f"{self.key}:{self.born}"


class Outgoing(Struct, frozen=True):
    """A post on its way to a place. A row with a `slot` makes older unposted rows of its session in that slot and place
    superfluous.
    """

    place: str
    body: bytes
    slot: str = ""


class Row(Struct, frozen=True):
    """An outgoing post as stored. `ref` is the platform's name of the message once it is out, "" before and for good if
    it never gets out. `at` is when that was settled, 0 before. `sid` is "" for a post of no session.
    """

    id: PostId
    sid: str
    post: Outgoing
    ref: str = ""
    at: int = 0


class Commit(Struct, frozen=True):
    """One step of a session, applied whole or not at all.

    `expect` is the version the step was computed from (0 with `head` for a session's first step). `inputs` are
    consumed: each is answered with `answer`, also if it was never accepted. `jobs` replaces the session's whole set of
    jobs. `over` ends the session for good: it keeps its log, its snapshot and its posts and may still be committed to,
    but has no jobs any more. `opens` starts further sessions in the same step; their `expect` is 0. `tags` puts the
    session on lists (a user's, a server's); it stays on every list that any of its commits named. `points` lets names
    stand for sessions, or for none, as `Store.point` does: a step that comes too late changes none of them (in a Redis
    Cluster, where names are in other shards, they are set before the step, and this cannot be promised).

    `base` is the mark of the log that the step was computed from, `mark` that of the log after it. A store that lost
    its last moments gives the same versions out again, so a version alone does not name a history; its mark does.
    """

    sid: str
    expect: int
    inputs: tuple[str, ...]
    answer: bytes
    events: tuple[bytes, ...]
    snapshot: bytes
    at: int
    jobs: tuple[Job, ...] = ()
    posts: tuple[Outgoing, ...] = ()
    over: bool = False
    tags: tuple[str, ...] = ()
    head: Head | None = None
    opens: "tuple[Commit, ...]" = ()
    points: tuple[tuple[str, str | None], ...] = ()
    base: str = ""
    mark: str = ""


def parts_of(step: Commit) -> tuple[Commit, ...]:
    """A step and all that it opens, in the order in which they are applied.

    Raises `ValueError` for what no store can apply: a first step without its head, a head in a later step, an opened
    session that is not at its first step, a session that occurs twice, or one in another shard than the step's own
    (`storage.shards.sid_like` makes ids that go together).
    """
    if (step.head is None) == (step.expect == 0) or (step.head is not None and step.head.sid != step.sid):
        raise ValueError(f"session {step.sid}: the first step, and no other, brings the session's head")
    if not step.opens:
        return (step,)
    parts = (step, *(part for opened in step.opens for part in parts_of(opened)))
    if any(part.expect for part in parts[1:]) or len({part.sid for part in parts}) < len(parts):
        raise ValueError(f"session {step.sid}: a step opens new sessions only, each of them once")
    if any(shard_of(part.sid) != shard_of(step.sid) for part in parts):
        raise ValueError(
            f"session {step.sid}: a step opens sessions of its own shard only; draw their ids with sid_like"
        )
    return parts


def consumed(parts: tuple[Commit, ...]) -> dict[str, Commit]:
    """The inputs of a step and of what it opens, each with the part that answers it: the first that names it."""
    found: dict[str, Commit] = {}
    for part in parts:
        for id in part.inputs:
            found.setdefault(id, part)
    return found


class Ok(Struct, frozen=True):
    """Applied; the session is at `version` now."""

    version: int


class Dup(Struct, frozen=True):
    """One of the inputs was applied before; `answer` is what it was answered. Nothing changed.

    It goes before `Conflict`: a repeat gets its first answer however far the session has come since.
    """

    answer: bytes


class Conflict(Struct, frozen=True):
    """A session is at `version` (0: there is no such session) with the log of `mark`. Nothing changed.

    The version is not the expected one, or the mark is not the step's `base`. A session without a stored mark goes by
    its version alone. The session is the step's own, or the first of those it opens that is there already.
    """

    version: int
    mark: str = ""


class Loaded(Struct, frozen=True):
    """A session as of `version`. `mark` is the one its last commit brought, or "" where an earlier version of this
    program stored it.
    """

    head: Head
    version: int
    snapshot: bytes
    jobs: tuple[Job, ...]
    over: bool
    mark: str = ""


class Record(Struct, frozen=True):
    """One event of a log: the k-th (from 0) of the commit that made `version`."""

    version: int
    k: int
    at: int
    data: bytes


class Due(Struct, frozen=True):
    """A job whose time has come, and its session."""

    sid: str
    job: Job


class Tally(Struct, frozen=True):
    """How much is under way: running sessions on each of the lists asked for, inputs without an answer, posts that
    wait.
    """

    live: tuple[int, ...]
    inputs: int
    posts: int


def holds(name: str, word: str) -> bool:
    """Return whether a name holds a word whole: `telegram:12` is in `focus:telegram:12|x`, not in `telegram:123`."""
    return word in name and re.search(rf"(?<![\w-]){re.escape(word)}(?!\w)", name) is not None


class StoreError(Exception):
    """The store cannot be used; the text says why and what to do about it."""


class PartlyDown(StoreError):
    """The part of the store that a call concerns cannot be used; other parts can.

    One call fails, and the process goes on: no outage begins. Lists over all parts leave the missing ones out.
    """


class Store(Protocol):
    """Every method is one atomic step. Nothing here raises for a race: races are answers.

    Any of them raises `StoreError` if the store cannot be reached or used; then nothing is known of what it was to do,
    and the same call made again is right in either case.
    """

    @property
    def incarnation(self) -> str:
        """Names the server that answers. A new name means that it restarted or another one took over, so that it may
        have lost its last moments: whatever a process remembers of the store must be read again. "" for this machine's
        own file or memory.
        """
        ...

    @property
    def whole(self) -> bool:
        """Tells whether no part of the store is known to be away: a list read just before had left nothing out."""
        ...

    async def open(self) -> None:
        """Make or check what is stored. Raises `StoreError` with a sentence for the operator."""

    async def close(self) -> None: ...

    async def accept(self, input: Input, to: str = "") -> Taken:
        """Record an input durably before anybody reacts to it, or return the record it already has. One that names no
        session goes to the one that the name `to` stands for now (see `point`), if there is one.
        """

    async def pending(self, before: int, limit: int = 100) -> tuple[Input, ...]:
        """Inputs with `at` before a time and not answered yet: what a crash left behind. Oldest first, and of one time
        and place in the order in which they were accepted.
        """

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
        """Answer an input that concerns no session, and send posts of no session. If it has an answer, nothing changes.
        Returns the answer that it has now.

        An input that was never accepted is recorded with it.
        """

    async def attempt(self, id: str) -> int:
        """Count one more try at an unanswered input, before it is made. Returns the number of tries so far, the one
        that followed `accept` included; 0 for an input that has its answer, or is unknown.
        """

    async def park(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], why: str) -> bytes:
        """Answer an input as `answered` does, and list it as parked for the reason `why`, which is not
        empty. One that has an answer already is not listed.
        """

    async def parked(self, limit: int = 100) -> tuple[Parked, ...]:
        """Parked inputs, the last parked first, then by id from the last. They are forgotten with their inbox records
        (`tidy`).
        """

    async def load(self, sid: str) -> Loaded | None: ...

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        """The only way to change a session. Also answers `inputs` in the inbox. Raises `ValueError` as `parts_of`
        does.
        """

    def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        """The log in order, from the first event of a version above `after`."""

    async def due(self, now: int, limit: int = 100, but: Collection[str] = ()) -> tuple[Due, ...]:
        """Jobs with `due <= now`, earliest first, of one time by session and key; none of the sessions in `but`. They
        stay until a commit removes them.
        """

    async def next_due(self) -> int | None:
        """When the earliest job falls due; None if there is none."""

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        """Advisory: True if `owner` may work on this session until just before `now + ttl`. A holder renews by asking
        again. Other things than sessions may be leased under names of their own.

        A lease whose end is farther away than it is long, and `LEEWAY`, was taken by a clock that ran ahead, and has
        run out. A shared server goes by its own clock, which is one for all, and not by `now`.
        """

    async def release(self, sid: str, owner: str) -> None:
        """Give a lease back; that of another owner stays."""

    async def outbox(self, place: str | None = None, limit: int = 100, sid: str = "") -> tuple[Row, ...]:
        """Posts that are not out yet, those of each place in the order of their commits; of one place if given, and of
        one session there. Rows made superfluous by their slot are left out.
        """

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None) -> None:
        """A post is out (or given up: ref ""). Superfluous older rows of its slot are settled with it. A row that is
        settled already stays as it is, and an unknown id is nothing.

        `post` is what went out. A store that lost its last moments gives ids out again: another post under this id
        still waits.
        """

    async def post(self, id: PostId) -> Row | None:
        """A post by its id, posted or not: what a pressed button refers to."""

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        """The last row of a slot in a place that got out: what an edit would change. None for the slot ""."""

    async def point(self, name: str, sid: str | None) -> None:
        """Let a name (a place and user, a join code) stand for a session, or for none."""

    async def pointed(self, name: str) -> str | None: ...

    async def claim(self, counter: str, key: str, until: int = 0) -> int:
        """The number of `key` in a counter, from 0; the same key always gets the same number. What was claimed with
        `until` may be forgotten after that time.
        """

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        """Sessions, the last begun (by `Head.at`, then by `sid`) first: those on the list `tag`, or all if there is
        none; running ones, ended ones, or both.
        """

    async def tally(self, tags: Sequence[str]) -> Tally: ...

    # Nothing grows for ever: ended sessions move to the archive, from which they may be dropped one day.

    async def ended(self, before: int, limit: int = 100, archived: bool = False) -> tuple[str, ...]:
        """Ended sessions whose last commit was before a time, the oldest commit first: those that are not in the
        archive, or those that are.
        """

    async def archive(self, sid: str) -> bool:
        """Move an ended session to the archive; False if it is there already, runs still, or has posts that wait.

        It is loaded, listed and read as before, and its ids stay used; its posts are gone. A commit takes it out of the
        archive again, with its whole log.
        """

    async def rewrite(
        self, sid: str, version: int, events: Sequence[bytes], snapshot: bytes, untag: Sequence[str], mark: str = ""
    ) -> bool:
        """Write an archived session anew, because somebody wants to be forgotten: other data for each event of its log,
        in their order, another snapshot, and the mark of that log; and take it off the lists `untag`. Versions and
        times stay.

        False if it is not in the archive at this version, or has another number of events; then nothing changed.
        """

    async def drop(self, sid: str) -> bool:
        """Delete an ended session whole, archived or not; False if there is none, it runs still, or has posts that
        wait.
        """

    async def tidy(self, before: int) -> int:
        """Forget what nobody will ask for any more: inputs recorded and answered before a time, posts of no session
        that were made before it and are out, leases and claims that ran out before it. Returns how many at least; 0
        if there is nothing more to do now.
        """

    # Somebody wants to be forgotten: what no session holds of them goes, also from the files of the store.

    async def names(self, *words: str) -> tuple[str, ...]:
        """Return the names that stand for something and hold one of the words whole (see `holds`), in their order."""

    async def erase(self, words: Collection[str], before: int) -> int:
        """Delete what names somebody outside of sessions and names, and return how many rows that were: claims whose
        counter holds one of these words, leases of such names that ran out before a time, and posts of no session that
        went out before it to places that are one of the words.
        """

    async def scrub(self) -> str:
        """Make what was deleted and overwritten unreadable in the files of the store, as far as it can.

        Returns a sentence about what cannot be done, "" if nothing is left.
        """
