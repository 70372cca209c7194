"""The contract of a store, and its records.

A store keeps bytes under ids and versions. It knows no game, no chat and no clock of its own: times are given to it.
Its one important promise is `commit`: everything that a step changes becomes durable at once or not at all. The reply
says which:

- `Ok`: applied.
- `Dup`: this input was applied before; here is its answer.
- `Conflict`: another process was faster; load again.

Leases and due lists only save work: a store whose leases never held would still be correct.

Ids. An input's id begins with its platform (`tg:…`, `dc:…`); a job's is its key and the version it was created at. An
id is used once in a store, whichever session it goes to, until `tidy` forgets it. A post's id is its session, version
and position in the commit, so a second delivery is recognised as the same post. Texts are sorted by their code points.
"""

import re
from collections.abc import AsyncIterator, Collection, Sequence
from hashlib import sha256
from typing import Literal, Protocol

from msgspec import Struct

from storage.redis.shards import shard_of

PostId = str
"""`<sid>.<version>.<k>`: the k-th post of the commit that made this version. `~<digest of the input>.0.<k>`: a post
that belongs to no session. At most 32 characters.
"""


def post_id(sid: str, version: int, k: int) -> PostId:
    return f"{sid}.{version}.{k}"


def aside_id(input: str, k: int) -> PostId:
    return f"~{sha256(input.encode()).hexdigest()[:20]}.0.{k}"


LEEWAY = 1_000
"""Milliseconds by which the clocks of lease holders may differ."""


class Head(Struct, frozen=True):
    """The part of a session that never changes. `body` belongs to the session manager."""

    sid: str
    game: str
    namespace: str
    at: int
    """Milliseconds since 1970, UTC; the same for all times in this module."""
    body: bytes


class Input(Struct, frozen=True):
    """One act or event that was sent to the service. `place` orders and shards the inbox; `sid` is the session it was
    first routed to.

    The first record of an id wins: a repeat still belongs to the first session, even if it would be routed elsewhere by
    now.
    """

    id: str
    place: str
    sid: str
    at: int
    body: bytes


class Taken(Struct, frozen=True):
    """The inbox's record of an input: as it was first accepted, and its answer once there is one. An answered input
    keeps neither its place nor its body.

    A job's input is consumed without being accepted first. It is on record with its session and the time of the commit,
    an empty place and an empty body.
    """

    input: Input
    answer: bytes | None
    fresh: bool
    """True if this very call recorded it."""


class Parked(Struct, frozen=True):
    """An input that was given up after failing too often: its id, its session as first routed ("" for none), the time,
    and the reason in the caller's words. It holds no content of the input and no person's number.
    """

    id: str
    sid: str
    at: int
    why: str


class Job(Struct, frozen=True):
    """A task for a later time. Its input id is `<key>:<born>`. `stake` keeps an outdated decision of an AI seat from
    being applied.
    """

    key: str
    born: int
    due: int
    kind: Literal["clock", "ai", "nudge"]
    stake: str = ""

    @property
    def input(self) -> str:
        return f"{self.key}:{self.born}"


class Outgoing(Struct, frozen=True):
    """A post on its way to a place. A row with a `slot` replaces older unposted rows of its session in that slot and
    place.
    """

    place: str
    body: bytes
    slot: str = ""


class Row(Struct, frozen=True):
    """An outgoing post as stored.

    - `ref`: the platform's name of the message; "" until it is sent, and for good if it was given up.
    - `at`: when that was settled; 0 before.
    - `sid`: "" for a post of no session.
    """

    id: PostId
    sid: str
    post: Outgoing
    ref: str = ""
    at: int = 0


class Commit(Struct, frozen=True):
    """One step of a session, applied whole or not at all.

    - `expect`: the version the step was computed from (0 with `head` for a session's first step).
    - `inputs`: are consumed: each is answered with `answer`, also if it was never accepted.
    - `jobs`: replaces the session's whole set of jobs.
    - `over`: ends the session for good. It keeps its log, snapshot and posts and may still be committed to, but has no
      jobs any more.
    - `opens`: starts further sessions in the same step; their `expect` is 0.
    - `tags`: puts the session on lists (a user's, a server's). It stays on every list that any of its commits named.
    - `points`: lets names stand for sessions, or for none, as `Store.point` does.
    - `base`, `mark`: mark of the log that the step was computed from, and of the log after it.

    A step that comes too late changes no name. A Redis Cluster cannot promise this: its names are in other shards and
    are set before the step.

    A store that lost its last moments gives the same versions out again. So a version alone does not identify a
    history; its mark does.
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
    """Return a step and all that it opens, in the order in which they are applied.

    Raises `ValueError` for a step that no store can apply:

    - a first step without its head, or a head in a later step;
    - an opened session that is not at its first step;
    - a session that occurs twice;
    - a session in another shard than the step's own (`storage.redis.shards.sid_like` makes ids of the same shard).
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
    """Return the inputs of a step and of the sessions it opens, each with the first part that names it. That part
    answers it.
    """
    found: dict[str, Commit] = {}
    for part in parts:
        for id in part.inputs:
            found.setdefault(id, part)
    return found


class Ok(Struct, frozen=True):
    """Reply: applied; the session is now at `version`."""

    version: int


class Dup(Struct, frozen=True):
    """Reply: one of the inputs was applied before, with this `answer`. Nothing changed.

    It takes precedence over `Conflict`: a repeat gets its first answer, however far the session has advanced since.
    """

    answer: bytes


class Conflict(Struct, frozen=True):
    """Reply: a session is at `version` (0: there is no such session), and its log has `mark`. Nothing changed.

    Either the version is not the expected one, or the mark is not the step's `base`. A session without a stored mark is
    compared by version alone. The session is the step's own, or the first of those to be opened that exists already.
    """

    version: int
    mark: str = ""


class Loaded(Struct, frozen=True):
    """A session as of `version`. `mark` came with its last commit; "" if an earlier version of this program
    stored it.
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
    """A due job, and its session."""

    sid: str
    job: Job


class Tally(Struct, frozen=True):
    """Amount of open work: running sessions on each of the given lists, unanswered inputs, waiting posts."""

    live: tuple[int, ...]
    inputs: int
    posts: int


def holds(name: str, word: str) -> bool:
    """Return whether a name contains a whole word: `telegram:12` is in `focus:telegram:12|x`, not in `telegram:123`."""
    return word in name and re.search(rf"(?<![\w-]){re.escape(word)}(?!\w)", name) is not None


class StoreError(Exception):
    """Error: the store cannot be used. The text says why and what to do about it."""


class PartlyDown(StoreError):
    """Error: the part of the store that a call concerns cannot be used; other parts can.

    Only this call fails: the process goes on, and no outage begins. Lists over all parts leave the missing ones out.
    """


class Store(Protocol):
    """The interface of a store. Every method is one atomic step. No method raises for a race: races are answers.

    Each method raises `StoreError` if the store cannot be reached or used. Its effect is then unknown, and repeating
    the same call is safe in either case.
    """

    @property
    def incarnation(self) -> str:
        """Name of the server that answers; "" for this machine's own file or memory.

        A new name means that the server restarted or another one took over. It may have lost its last moments, so a
        process must read again whatever it remembers of the store.
        """
        ...

    @property
    def whole(self) -> bool:
        """Tells whether no part of the store is known to be away: a list read just before had left nothing out."""
        ...

    async def open(self) -> None:
        """Create or check the stored layout. Raises `StoreError` with a sentence for the operator."""

    async def close(self) -> None: ...

    async def accept(self, input: Input, to: str = "") -> Taken:
        """Record an input durably before any reaction to it, or return its existing record. An input without a session
        goes to the session that the name `to` stands for now (see `point`), if there is one.
        """

    async def pending(self, before: int, limit: int = 100) -> tuple[Input, ...]:
        """Return inputs with `at` before a time that have no answer yet, as a crash leaves them. They come oldest
        first; those of the same time and place in the order of acceptance.
        """

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
        """Answer an input that concerns no session, and send posts of no session. If it has an answer, nothing changes.
        Returns the answer that it has now.

        An input that was never accepted is recorded with its answer.
        """

    async def attempt(self, id: str) -> int:
        """Count one more try at an unanswered input, before it is made. Returns the number of tries so far, including
        the one after `accept`; 0 for an input that is answered or unknown.
        """

    async def park(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...], why: str) -> bytes:
        """Answer an input as `answered` does, and list it as parked for the reason `why`, which must not be empty. An
        input that already has an answer is not listed.
        """

    async def parked(self, limit: int = 100) -> tuple[Parked, ...]:
        """Return parked inputs, the last parked first; at equal times by id, in descending order. They are forgotten
        together with their inbox records (`tidy`).
        """

    async def load(self, sid: str) -> Loaded | None: ...

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        """Commit a step; the only way to change a session. Also answers `inputs` in the inbox. Raises `ValueError` as
        `parts_of` does.
        """

    def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        """Yield the log in order, from the first event of a version above `after`."""

    async def due(self, now: int, limit: int = 100, but: Collection[str] = ()) -> tuple[Due, ...]:
        """Return jobs with `due <= now`, earliest first, then by session and key; none of the sessions in `but`. They
        stay until a commit removes them.
        """

    async def next_due(self) -> int | None:
        """Return when the earliest job falls due; None if there is none."""

    async def lease(self, sid: str, owner: str, now: int, ttl: int) -> bool:
        """Return whether `owner` may work on this session until just before `now + ttl`. Leases are advisory. A holder
        renews by asking again. Names other than sessions may be leased, too.

        A lease may end farther ahead than its length plus `LEEWAY`. It was then taken by a clock that ran ahead, and
        counts as expired. A shared server uses its own clock, the same for all callers, instead of `now`.
        """

    async def release(self, sid: str, owner: str) -> None:
        """Give a lease back; another owner's lease stays."""

    async def outbox(self, place: str | None = None, limit: int = 100, sid: str = "") -> tuple[Row, ...]:
        """Return waiting posts, those of each place in the order of their commits. `place` limits them to one place,
        `sid` to one session there. Rows that were replaced in their slot are left out.
        """

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None) -> None:
        """Record that a post is out (or given up: ref ""). Older rows that it replaced in its slot are settled with it.
        A settled row stays as it is, and an unknown id changes nothing.

        `post` is what went out. A store that lost its last moments gives ids out again, so a different post under this
        id still waits.
        """

    async def post(self, id: PostId) -> Row | None:
        """Return a post by its id, whether it is out or not. Pressed buttons refer to posts by id."""

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        """Return the last sent row of a slot in a place: the message that an edit would change. None for the
        slot "".
        """

    async def point(self, name: str, sid: str | None) -> None:
        """Let a name (a place and user, a join code) stand for a session, or for none."""

    async def pointed(self, name: str) -> str | None: ...

    async def claim(self, counter: str, key: str, until: int = 0) -> int:
        """Return the number of `key` in a counter, from 0; the same key always gets the same number. A claim with
        `until` may be forgotten after that time.
        """

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        """Return sessions, the last begun first (by `Head.at`, then by `sid`). `tag` limits them to a list, `live` to
        running or ended ones.
        """

    async def tally(self, tags: Sequence[str]) -> Tally: ...

    # Ended sessions move to the archive and may be dropped later; otherwise the store would grow for ever.

    async def ended(self, before: int, limit: int = 100, archived: bool = False) -> tuple[str, ...]:
        """Return ended sessions whose last commit was before a time, the oldest commit first. `archived` selects those
        in the archive; otherwise those that are not in it.
        """

    async def archive(self, sid: str) -> bool:
        """Move an ended session to the archive. Returns False if it is there already, is still running, or has waiting
        posts.

        It is loaded, listed and read as before, and its ids stay used; its posts are gone. A commit takes it out of the
        archive again, with its whole log.
        """

    async def rewrite(
        self, sid: str, version: int, events: Sequence[bytes], snapshot: bytes, untag: Sequence[str], mark: str = ""
    ) -> bool:
        """Rewrite an archived session to erase a person. Each event of its log gets other data, in order; the session
        gets another snapshot and the new log's mark, and leaves the lists `untag`. Versions and times stay.

        Returns False, with nothing changed, if it is not in the archive at this version or has another number of
        events.
        """

    async def drop(self, sid: str) -> bool:
        """Delete an ended session whole, archived or not. Returns False if there is none, it is still running, or has
        waiting posts.
        """

    async def tidy(self, before: int) -> int:
        """Forget data that is no longer needed. Returns a lower bound of how many; 0 if nothing is left to do now.

        - inputs that were recorded before a time and are answered;
        - posts of no session that were made before it and are out;
        - leases and claims that expired before it.
        """

    # Erasure of a person: these remove what is stored of them outside of sessions, also from the store's files.

    async def names(self, *words: str) -> tuple[str, ...]:
        """Return the assigned names that contain one of the words whole (see `holds`), sorted."""

    async def erase(self, words: Collection[str], before: int) -> int:
        """Delete rows that name a person, other than sessions and names. Returns how many were deleted:

        - claims whose counter contains one of these words;
        - leases of such names that expired before a time;
        - posts of no session that went out before that time to places that are one of the words.
        """

    async def scrub(self) -> str:
        """Make deleted and overwritten data unreadable in the store's files, as far as possible.

        Returns a sentence about what cannot be done; "" if nothing is left.
        """
