"""The one store that all processes share, and a record of its own of what it took."""

import asyncio
from collections import Counter
from typing import Any

from storage.base import Commit, Conflict, Dup, Input, Ok, Outgoing, PostId, Taken, aside_id, post_id
from storage.memory import MemoryStore

OUTSIDE = ("incarnation", "accepted", "unknown", "lost", "gone", "old")
"""Fact about a store that is not in it."""


def _copied(value: Any) -> Any:
    """A copy of what may change."""
    match value:
        case Counter():
            return value.copy()
        case dict():
            return {key: _copied(one) for key, one in value.items()}
        case list() | set():
            return value.copy()
        case _:
            return value


class Ledger(MemoryStore):
    """Honest whatever bug is planted in what stands on it: it notes inputs, steps and posts as they become durable.

    `uses` counts how often each input was answered, in whatever way; `sent` is the order of all posts; `tries` counts
    how often each input was tried again. What a store has forgotten that went back to an earlier moment is in `unknown`
    (inputs), `lost` (inputs that had an answer) and `gone` (posts); `old` are the posts that it had at the last such
    moment. `when` has the true second of each version of a session, which no clock that leaps touches.
    """

    def __init__(self) -> None:
        super().__init__()
        self.incarnation = ""
        self.unknown: set[str] = set()
        self.lost: set[str] = set()
        self.gone: set[tuple[PostId, str, Outgoing]] = set()
        self.old: set[PostId] = set()
        self.accepted: dict[str, Input] = {}
        self.uses: Counter[str] = Counter()
        self.steps: dict[str, list[Commit]] = {}
        self.posts: dict[PostId, tuple[str, Outgoing]] = {}
        self.sent: list[PostId] = []
        self.tries: Counter[str] = Counter()
        self.when: dict[tuple[str, int], float] = {}

    async def accept(self, input: Input, to: str = "") -> Taken:
        taken = await super().accept(input, to)
        self.accepted.setdefault(input.id, taken.input)
        self.unknown.discard(input.id)
        return taken

    async def answered(self, input: Input, answer: bytes, at: int, posts: tuple[Outgoing, ...] = ()) -> bytes:
        fresh = input.id not in self._answers
        stands = await super().answered(input, answer, at, posts)
        if fresh:
            self.accepted.setdefault(input.id, input)
            self.uses[input.id] += 1
            for k, post in enumerate(posts):
                self._note(aside_id(input.id, k), "", post)
        return stands

    async def attempt(self, id: str) -> int:
        made = await super().attempt(id)
        self.tries[id] += made > 0
        return made

    async def commit(self, step: Commit) -> Ok | Dup | Conflict:
        made = await super().commit(step)
        if isinstance(made, Ok):
            self.uses.update(step.inputs)
            self.steps.setdefault(step.sid, []).append(step)
            self.when[step.sid, made.version] = asyncio.get_running_loop().time()
            for k, post in enumerate(step.posts):
                self._note(post_id(step.sid, made.version, k), step.sid, post)
        return made

    def moment(self) -> dict[str, Any]:
        """All that it has now, to go back to."""
        return {name: _copied(value) for name, value in vars(self).items() if name not in OUTSIDE}

    def go_back(self, moment: dict[str, Any], restarted: bool) -> None:
        """Forget what came after a moment; a server that restarted says so."""
        answered = set(self._answers)
        posts = {(id, *post) for id, post in self.posts.items()}
        vars(self).update(moment)
        self.unknown = self.accepted.keys() - self._inputs.keys()
        self.lost |= answered - self._answers.keys()
        self.gone |= posts - {(id, *post) for id, post in self.posts.items()}
        self.old = set(self.sent)
        if restarted:
            self.incarnation += "+"

    def _note(self, id: PostId, sid: str, post: Outgoing) -> None:
        self.posts[id] = (sid, post)
        self.sent.append(id)
