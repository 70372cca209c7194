"""The records of a store: what goes in, what is kept, and the replies to a commit.

Ids. An input's id begins with its platform (`tg:…`, `dc:…`); a job's is its key and the version it was created at. An
id is used once in a store, whichever session it goes to, until `Store.tidy` forgets it. A post's id is its session,
version and position in the commit, so a second delivery is recognised as the same post.
"""

import re
from hashlib import sha256
from typing import Literal

from msgspec import Struct

Points = tuple[tuple[str, str | None], ...]
"""Names with their new values, None for no value."""
PostId = str
"""`<sid>.<version>.<k>`: the k-th post of the commit that made this version. `~<digest of the input>.0.<k>`: a post
that belongs to no session. At most 32 characters.
"""


def post_id(sid: str, version: int, k: int) -> PostId:
    return f"{sid}.{version}.{k}"


def aside_id(input: str, k: int) -> PostId:
    return f"~{sha256(input.encode()).hexdigest()[:20]}.0.{k}"


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
    """Input given up after too many failures: id, first session ("" for none), time, reason; nothing of its content."""

    id: str
    sid: str
    at: int
    why: str


class Job(Struct, frozen=True):
    """Task for a later time, with input id `<key>:<born>`. `stake` stops an outdated decision of an AI seat.

    An `onward` job is what a person does after this session: lead them on. A `class` job is a step of a whole class.
    """

    key: str
    born: int
    due: int
    kind: Literal["clock", "ai", "nudge", "onward", "class"]
    stake: str = ""

    @property
    def input(self) -> str:
        return f"{self.key}:{self.born}"


class Outgoing(Struct, frozen=True):
    """A post on its way to a place. A row with a `slot` replaces its session's older unposted ones there."""

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


class LeaseRequest(Struct, frozen=True):
    """An owner's request for the lease on a place, as `Store.lease` takes it, with the name of the place's note."""

    name: str
    owner: str
    now: int
    ttl: int
    note: str


class Collected(Struct, frozen=True):
    """Waiting posts of a place, and what its note's name stands for; None while its part of a cluster is away."""

    rows: tuple[Row, ...]
    note: str | None


class Commit(Struct, frozen=True):
    """One step of a session, applied whole or not at all.

    - `expect`: the version the step was computed from (0 with `head` for a session's first step).
    - `inputs`: are consumed: each is answered with `answer`, also if it was never accepted.
    - `jobs`: replaces the session's whole set of jobs.
    - `over`: ends the session for good. It keeps its log, snapshot and posts and may still be committed to, but has no
      jobs any more.
    - `tags`: puts the session on lists (a user's, a server's). It stays on every list that any of its commits named.
    - `points`: gives names new values, or none, as `Store.point` does.
    - `base`, `mark`: mark of the log that the step was computed from, and of the log after it.

    A step that comes too late changes no name. A Redis Cluster cannot promise this: its names are in other shards and
    are set before the step.

    A store that lost its last moments gives the same versions out again. So a version alone does not identify a
    history; its mark does.

    Raises `ValueError` for a first step without its head, and for a head in a later step.
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
    points: Points = ()
    base: str = ""
    mark: str = ""

    def __post_init__(self) -> None:
        if (self.head is None) == (self.expect == 0) or (self.head is not None and self.head.sid != self.sid):
            raise ValueError(f"session {self.sid}: the first step, and no other, brings the session's head")


class Ok(Struct, frozen=True):
    """Reply: applied; the session is now at `version`."""

    version: int


class Dup(Struct, frozen=True):
    """Reply: one of the inputs was applied before, with this `answer`. Nothing changed.

    It takes precedence over `Conflict`: a repeat gets its first answer, however far the session has advanced since.
    """

    answer: bytes


class Conflict(Struct, frozen=True):
    """Reply: the session is at `version` (0: there is no such session), and its log has `mark`. Nothing changed.

    Either the version is not the expected one, or the mark is not the step's `base`. A session without a stored mark is
    compared by version alone.
    """

    version: int
    mark: str = ""


class Loaded(Struct, frozen=True):
    """Loaded session as of `version`. `mark` came with its last commit; "" if an older program stored it."""

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
