"""The door: adapters hand people's acts in here, and ask which place an act needs before anything is recorded."""

from collections.abc import Callable, Mapping

from msgspec import UNSET, Struct
from msgspec.structs import replace

from bot import keys
from bot.runtime.store_health import StoreHealth
from bot.session import rematch
from bot.session.dashboard import Dashboard
from bot.session.directory import MOMENT
from bot.session.lobby import HUMAN
from bot.session.manager import Manager
from bot.session.model.inbound import Act, Answer, Asked, Command, Enter, Inbound, Join, Open, Operate, Press
from bot.session.outbox import Posts, Stored
from bot.session.ports import Arrival, Wall, Welcome
from bot.session.router import command_of, translate
from bot.session.worker import Worker
from games.core.contract import SeatInfo
from games.core.draw import config_of, recipe_of
from games.core.registry import UnknownGame, get, names
from storage.base import StoreError

HINTED = 30 * 24 * 3_600_000
"""Milliseconds for which it is known that a player got a hint."""


class Begins(Struct, frozen=True):
    """The act begins a game with this title. `crowded`: more than two people, so secrets are sent to each. `alone`: one
    person plays against AIs.
    """

    title: str
    crowded: bool = False
    alone: bool = False


class Waits(Struct, frozen=True):
    """The act takes a seat at a table that is followed in these places."""

    title: str
    places: tuple[str, ...]
    crowded: bool = False


class Taken(Struct, frozen=True):
    """Something already begins the game that the act asks for: another process (`elsewhere`), or the same button."""

    elsewhere: bool


Destination = Begins | Waits | Taken


class Door:
    """The manager as adapters see it; every method that waits raises `StoreError` while the store is away.

    The effects of an act are processed as soon as it has been answered. `wake` is called with a place that an answer
    may wait for. `places` knows which game is played where.
    """

    def __init__(self, manager: Manager, worker: Worker, health: StoreHealth, wake: Callable[[str], None]) -> None:
        self._manager, self._worker, self._health, self._wake = manager, worker, health, wake
        self._store, self._posts = manager.store, Posts(manager.store)
        self.places = self._posts.places
        self.platforms: tuple[str, ...] = ()
        """The platforms that this process serves."""

    async def handle(self, inbound: Inbound, post: Stored | None = None) -> Answer:
        """Record an act of one person, do it, and return its answer; a repeat gets its first answer. `post` is the post
        of a pressed button, if it has been read.
        """
        try:
            answer = await self._manager.handle(inbound, post)
        except StoreError as problem:
            self._health.met(problem)
            raise
        if not answer.sid:
            self._wake(inbound.place)
        self._worker.wake(answer.sid)
        if answer.what in ("said", "played"):
            await self._listens(answer.sid)
        return answer

    @property
    def dashboard(self) -> Dashboard | None:
        """The operators' dashboard; None where nobody operates."""
        operators = self._manager.directory.operators
        return operators.dashboard if operators is not None else None

    async def _listens(self, sid: str) -> None:
        """Show a typing notice where an AI waits for the rest of a person's words."""
        session = await self._manager.sessions.current(sid)
        if session is None or all(chair.kind != "ai" for chair in session.table.chairs):
            return
        if any(clock.pace == "quiet" for clock in session.turn.clocks):
            self._worker.thinking(session)

    async def quiet(self, place: str, user: str) -> bool:
        """Return whether all that a person's acts in a place led to is done, and posted there."""
        sid = await self._store.pointed(keys.focus(place, user))
        if sid is not None and await self._worker.works(sid):
            return False
        return not await self._store.outbox(place, 1)

    async def stands(self, press: Press, user: str) -> bool:
        """Return True if a button is still valid for this user. Adapters ask before they open a form."""
        try:
            return await self._manager.stands(press, user)
        except StoreError as problem:
            self._health.met(problem)
            raise

    async def filling(self, inbound: Inbound) -> None:
        """Note that a person opened or changed the form of a button: they are there, although they do nothing yet.

        What is known already is not stored again, so this may be told at every tap.
        """
        try:
            self._worker.wake(await self._manager.filling(inbound))
        except StoreError as problem:
            self._health.met(problem)

    async def unheard(self, place: str, user: str, message: str, at: int) -> bool:
        """Return whether to tell a player that words as these do not reach us: once a game, however many processes
        receive the message.
        """
        sid = await self._store.pointed(keys.focus(place, user))
        return sid is not None and await self._store.claim(keys.unheard(sid, user), message, at + HINTED)

    async def suggest(self, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
        """Return labels and values for an option of a command that this user is typing."""
        return await self._manager.suggest(inbound, asked)

    async def draft(self, inbound: Inbound, act: Operate) -> str | None:
        """Return the initial text of the form for an operator's command; None if the user may not use it."""
        return await self._manager.draft(inbound, act)

    async def apart(self, user: str, other: str) -> bool:
        """Return whether one of two people has blocked the other: then no invitation passes between them."""
        return await self._manager.directory.apart(user, (other,))

    def for_two(self) -> str:
        """Return the game for two people who name none: the first of those that seat two."""
        return next(name for name in names() if len(_seats(name)) == 2)

    async def title(self, inbound: Inbound) -> str | None:
        """Return the title of what an act would open; None if it opens nothing. Asking changes nothing."""
        return await self._manager.title(inbound)

    async def welcome(self, code: str) -> Welcome | None:
        """Return the class that a join code leads into; None if it is no class's."""
        classes = self._manager.directory.classes
        return await classes.welcome(code) if classes is not None else None

    async def wall(self, token: str) -> Wall | None:
        """Return the board of a class that a token opens; None if there is none."""
        classes = self._manager.directory.classes
        return await classes.wall(token) if classes is not None else None

    async def papers(self, token: str) -> Mapping[str, str] | None:
        """Return the texts of a class that was reviewed, by file name; None if there are none."""
        classes = self._manager.directory.classes
        return await classes.papers(token) if classes is not None else None

    async def arrives(self, user: str, entry: Enter) -> Arrival | None:
        """Return somebody's arrival at a study's entrance; None if no study has the token. Asking changes nothing."""
        studies = self._manager.directory.studies
        return await studies.arriving(user, entry) if studies is not None else None

    async def begins(self, inbound: Inbound) -> bool:
        """Return whether an act may begin or join a game."""
        return _begins((await self._meant(inbound)).act)

    def watched(self, inbound: Inbound) -> Inbound | None:
        """Return a group's act that opens a table for several people, which the group watches; None for others."""
        meant = translate(inbound)
        if isinstance(meant.act, Open) and meant.act.rest == HUMAN:
            return replace(meant, act=replace(meant.act, watch=True))
        return None

    async def destination(self, inbound: Inbound, process: str, *, inside: bool) -> Destination | None:
        """Return the place to open for an act done where others read, too; None if the act stays where it was done.

        `process` is the asking process: of all that receive the same message, only one begins its game. `inside`: the
        act was done in the place of a game, where a rematch goes on.
        """
        meant = await self._meant(inbound)
        if not _begins(meant.act):
            return None
        if not inbound.origin and not await self._ours(inbound, process):
            return Taken(elsewhere=True)
        match meant.act:
            case Join(code):
                return await self._joins(code, inbound)
            case Open() | Enter() | Operate():
                title = await self._manager.title(meant)
                if title is None:
                    return None
                if not await self._first(inbound):
                    return Taken(elsewhere=False)
                return Begins(title, _crowded(meant.act), _alone(meant.act))
        last = None if inside else await rematch.last_of(self._store, inbound.user)
        if last is None:
            return None
        code = await rematch.waiting(self._store, last, inbound.user, self._manager.directory.apart)
        if not code:
            people = [chair for chair in last.table.chairs if chair.kind == HUMAN]
            return Begins(last.game.title, alone=len(people) == 1 and last.terms.setup is UNSET)
        table = await self._seat(code, inbound)
        return replace(table, crowded=False) if table is not None else None

    async def _joins(self, code: str, inbound: Inbound) -> Destination | None:
        welcome = await self.welcome(code)
        if welcome is None:
            return await self._seat(code, inbound)
        return Begins(welcome.title, alone=True) if await self._first(inbound) else Taken(elsewhere=False)

    async def _seat(self, code: str, inbound: Inbound) -> Waits | None:
        found = await self.places.waiting(code, inbound.user)
        if found is None or not await self._manager.admits(inbound, found.sid):
            return None
        return Waits(found.title, found.places, found.chairs > 2)

    async def _meant(self, inbound: Inbound) -> Inbound:
        act = inbound.act
        if isinstance(act, Press):
            ask = await self._posts.ask(act.post, act.index)
            command = command_of(ask.says) if ask is not None else None
            if command is None:
                return inbound
            act = command
        return translate(replace(inbound, act=act))

    async def _ours(self, inbound: Inbound, process: str) -> bool:
        """Return whether this process begins the game of a message, which every process over one store receives."""
        said = keys.answers_message(inbound.id)
        return await self._store.claim(said, process, until=inbound.at + 2 * MOMENT)

    async def _first(self, inbound: Inbound) -> bool:
        """Return whether this press may begin a game. Repeated quick presses of a button begin only one."""
        act = inbound.act
        if not isinstance(act, Press):
            return True
        button = keys.opens_thread(act.post, act.index, inbound.user, inbound.at // MOMENT)
        return await self._store.claim(button, inbound.id, until=inbound.at + 2 * MOMENT)


def _begins(act: Act) -> bool:
    return isinstance(act, Open | Join | Enter | Operate) or (isinstance(act, Command) and act.name == "rematch")


def _alone(act: Open | Enter | Operate) -> bool:
    """Return whether an act opens a game of one person against AIs, or a study, where nobody else reads along.
    Operators may look on at what they set up.
    """
    if isinstance(act, Enter):
        return True
    if isinstance(act, Operate) or act.game not in names():
        return False
    return not act.watch and HUMAN not in (act.rest, *(player for _, player in act.against))


def _crowded(act: Open | Enter | Operate) -> bool:
    """Return whether an act may lead to a table of more than two."""
    if not isinstance(act, Open):
        return isinstance(act, Operate)
    try:
        return len(_seats(act.game, act.wrote)) > 2
    except (UnknownGame, ValueError):
        return False


def _seats(name: str, wrote: tuple[tuple[str, str], ...] = ()) -> tuple[SeatInfo, ...]:
    """Return the seats of a game under these settings. Raises `UnknownGame`, or `ValueError` for a setting."""
    game = get(name)
    return game.seats(config_of(game, recipe_of(game, dict(wrote)), 0, 0))
