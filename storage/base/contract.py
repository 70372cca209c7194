"""The contract of a store.

A store keeps bytes under ids and versions. It knows no game, no chat and no clock of its own: times are given to it.
Its one important promise is `commit`: everything that a step changes becomes durable at once or not at all. The reply
says which:

- `Ok`: applied.
- `Dup`: this input was applied before; here is its answer.
- `Conflict`: another process was faster; load again.

Leases and due lists only save work: a store whose leases never held would still be correct. Texts are sorted by their
code points.
"""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Protocol

from storage.base.records import (
    Collected,
    Commit,
    Conflict,
    Due,
    Dup,
    Input,
    LeaseRequest,
    Loaded,
    Ok,
    Outgoing,
    Parked,
    Points,
    PostId,
    Record,
    Row,
    Taken,
    Tally,
)

LEEWAY = 1_000
"""Milliseconds by which the clocks of lease holders may differ."""


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
        """Commit a step; the only way to change a session. Also answers `inputs` in the inbox."""

    def events(self, sid: str, after: int = 0) -> AsyncIterator[Record]:
        """Yield the log in order, from the first event of a version above `after`."""

    async def due(self, now: int, limit: int = 100, but: Collection[str] = ()) -> tuple[Due, ...]:
        """Return jobs with `due <= now`, earliest first, then by session and key, without the sessions in `but`. They
        stay until a commit removes them.
        """

    async def next_due(self) -> int | None:
        """Return the due time of the earliest job; None if there is none."""

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

    async def collect(self, place: str, held: LeaseRequest, limit: int = 100, sid: str = "") -> Collected | None:
        """Take or renew the lease on a place, and read what waits there, as `outbox` does. None if another owner has
        the lease.
        """

    async def posted(self, id: PostId, ref: str, at: int, post: Outgoing | None = None, points: Points = ()) -> None:
        """Record that a post is out (or given up: ref ""). Older rows that it replaced in its slot are settled with it.
        A settled row stays as it is, and an unknown id changes nothing.

        `post` is what went out. A store that lost its last moments gives ids out again, so a different post under this
        id still waits. `points` gives names new values with it. A Redis Cluster sets them before, also for a row that
        is settled; a part of it that is away keeps its names as they are.
        """

    async def post(self, id: PostId) -> Row | None:
        """Return a post by its id, whether it is out or not. Pressed buttons refer to posts by id."""

    async def slot(self, sid: str, place: str, slot: str) -> Row | None:
        """Return the last sent row of a slot in a place: the message that an edit would change. None for the
        slot "".
        """

    async def point(self, name: str, value: str | None) -> None:
        """Give a name (a place and user, a join code) a value, or none: a session's id, or a small text."""

    async def pointed(self, name: str) -> str | None: ...

    async def claim(self, key: str, owner: str, until: int) -> bool:
        """Return whether `owner` has this key: the first to ask has it, until it may be forgotten after `until`."""

    async def sessions(self, tag: str | None = None, live: bool | None = None, limit: int = 100) -> tuple[Loaded, ...]:
        """Return sessions, the last begun first (by `Head.at`, then by `sid`). `tag` limits them to a list, `live` to
        running or ended ones.
        """

    async def stands(self, tag: str, live: bool, limit: int = 100) -> tuple[tuple[str, int], ...]:
        """Return id and version of the running or the ended sessions on a list, in the order of `sessions`. It reads
        nothing else of them, so that a follower loads those alone that have changed.
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

    # Erasure of a person: these remove what is stored of them outside sessions, also from the store's files.

    async def names(self, *words: str) -> tuple[str, ...]:
        """Return the assigned names that contain one of the words whole (see `holds`), sorted."""

    async def erase(self, words: Collection[str], before: int) -> int:
        """Delete rows that name a person, other than sessions and names. Returns how many were deleted:

        - claims whose key contains one of these words;
        - leases of such names that expired before a time;
        - posts of no session that went out before that time to places that are one of the words.
        """

    async def scrub(self) -> str:
        """Make deleted and overwritten data unreadable in the store's files, as far as possible.

        Returns a sentence about what cannot be done; "" if nothing is left.
        """
