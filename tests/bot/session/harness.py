"""A room for tests: the real manager over a real store, people who type and press, and a clock that stands still."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from bot.players import find
from bot.players.analytic import decide
from bot.players.base import Brief, Decision
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.model.inbound import Act, Answer, Command, Inbound, Join, Open, Press, Text
from bot.session.model.session import Session
from bot.session.outbox import drain
from bot.session.worker import settle
from games.core import registry
from games.core.post import plain
from storage.base import Row, Store

TINY = {name: f"tests.games.tiny.{name}:game" for name in ("number", "sealed", "rounds")}


@contextmanager
def tiny_games(*more: str) -> Iterator[None]:
    """The tiny games under their names, and `more` of them, for as long as the block lasts."""
    games = TINY | {name: f"tests.games.tiny.{name}:game" for name in more}
    registry.OURS.update(games)
    _forget()
    try:
        yield
    finally:
        for name in games:
            del registry.OURS[name]
        _forget()


def _forget() -> None:
    registry._sources.cache_clear()
    registry.get.cache_clear()


def here(manager: Manager) -> Manager:
    """Return a manager whose analyst works in threads: they know the tiny games; a new process would not."""
    manager.analyst.start = lambda: ThreadPoolExecutor(1)
    return manager


class Thoughtful:
    """A player that decides in a job of its own, as models do."""

    async def decide(self, brief: Brief, deadline: float) -> Decision:
        return decide(brief.game.default_player, brief)


class Room:
    """Everybody's posts, in the order in which they went out. Each user has one private place of the same name; `ids`
    are the platforms' numbers of those who shall have one.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 1_000_000
        self.manager = self.process()
        self.seen: list[tuple[str, Row, Sent]] = []
        self._ids = 0
        self.ids: dict[str, str] = {}

    def process(self) -> Manager:
        """Another process over the same store."""
        return here(Manager(self.store, find, lambda: self.now))

    async def act(
        self, user: str, act: Act, id: str = "", *, private: bool = True, place: str = "", direct: str = ""
    ) -> Answer:
        """One act, then everything that is due because of it, then everybody's posts."""
        self._ids += 1
        self.now += 1
        address = place or f"room:{user}"
        number = self.ids.get(user, user)
        inbound = Inbound(id or f"in:{self._ids}", address, number, self.now, act, private, user, direct=direct)
        answer = await self.manager.handle(inbound)
        if answer.sid:
            await settle(self.manager, answer.sid)
        await self.out()
        return answer

    async def open(self, game: str, user: str = "ann", **more: object) -> str:
        opened = Open(game, **({"seed": 1, "tempo": "chat"} | more))  # type: ignore[arg-type]
        answer = await self.act(user, opened)
        assert answer.what == "opened", answer
        return answer.sid

    async def say(self, user: str, text: str, id: str = "") -> Answer:
        return await self.act(user, Text(text), id)

    async def command(self, user: str, name: str, args: str = "") -> Answer:
        return await self.act(user, Command(name, args))

    async def join(self, user: str, code: str) -> Answer:
        return await self.act(user, Join(code))

    async def press(self, user: str, label: str, *, of: str = "", fields: tuple[tuple[str, str], ...] = ()) -> Answer:
        """Press the newest button with this label that `of` (or the presser) has on the screen."""
        post, index = self.button(of or user, label)
        return await self.act(user, Press(post, index, fields))

    async def walks(self, user: str, *, of: str = "") -> Answer:
        """End the game: press the button and answer the question."""
        await self.press(user, "Walk", of=of)
        await self.out()
        return await self.press(user, "Yes")

    def button(self, user: str, label: str) -> tuple[str, int]:
        for place, row, sent in reversed(self.seen):
            if place == f"room:{user}":
                for index, ask in enumerate(sent.post.asks):
                    if label in ask.label:
                        return row.id, index
        raise AssertionError(f"{user} sees no button {label!r}; on the screen: {self.texts(user)[-3:]}")

    async def out(self) -> None:
        async def show(row: Row, sent: Sent) -> str:
            self.seen.append((row.post.place, row, sent))
            return f"m{len(self.seen)}"

        await drain(self.store, show, lambda: self.now)

    def texts(self, user: str) -> list[str]:
        """Return what stands on one user's screen."""
        return [plain(sent.post) for place, _, sent in self.seen if place == f"room:{user}"]

    def last(self, user: str) -> str:
        return self.texts(user)[-1]

    async def session(self, sid: str) -> Session:
        session = await self.process().sessions.session(sid)
        assert session is not None
        return session

    async def later(self, sid: str, ms: int) -> None:
        """Let time pass, then do what has become due."""
        self.now += ms
        await settle(self.manager, sid)
        await self.out()
