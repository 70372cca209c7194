"""The terminal: one person, one game, one line a message, through the same manager and store as every chat.

A run has a place and a user of its own, drawn at random. Typed lines become an `Inbound` like anybody's. After each
line the game is settled (AI seats move until a person is awaited) and the posts of this place are shown.
"""

import asyncio
import re
import secrets
import sys
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from bot import keys
from bot.adapters.drafts import alike
from bot.adapters.terminal import filling
from bot.adapters.terminal.filling import Filling
from bot.adapters.terminal.lines import BadLine, Lines, fetch, storable
from bot.adapters.terminal.plain import Face
from bot.adapters.terminal.program import named, program
from bot.session.manager import Manager
from bot.session.model.audience import Sent
from bot.session.model.clocks import due_of
from bot.session.model.inbound import Act, Answer, Command, Inbound, Join, Open, Operate, Text
from bot.session.model.looking_back import hinted
from bot.session.model.session import Session
from bot.session.model.table import Chair
from bot.session.outbox import Row, drain
from bot.session.router import COMMANDS, DESK
from bot.session.wording import messages
from bot.session.wording.receipts import CHECK
from bot.session.worker import Worker, settle
from games.core.contract import Seat
from games.core.post import Ask, Block, Choice, Form, Gap, Post, item, line, plain, says

REALM = "terminal"
"""Realm of games that were set up at the command line. Anybody who uses it has the store, and may do everything."""
POLL_SECONDS = 0.2
LINES_AFTER_END = 1_000
"""Number of lines that are still answered after the end; then the rest of an endless pipe is ignored."""
HERE = ("help", "rules", "status", "private", "verify", "hint", "begin", "quit")
AFTER = ("card", "review", "progress", "stats")
"""Commands that look back, at the game of this run or at all games of this terminal."""
FORMS = {"fill": "answer the fields of a form one by one", "back": "leave the form"}
"""Commands of the terminal's own."""
ENOUGH = (b"", b"/quit")
"""Lines by which somebody who looks back at a game that had ended leaves."""
ALSO = ("stay", "resign", "leave", "walkaway")
SPOKEN = ("offer", "propose", "say")
TYPED = ((r"/play shows", "`parley games` shows"), (r"/play( [\w-]+(?=,))?", r"`parley play\1`"))
"""Words in posts that suit chats, and the terminal's words that replace them."""
JOINING = "They type: {program} join {code}"
BEGINNING = frozenset({"start", "play", "join", "resume", "rematch"})
"""Players' commands that lead to a game."""
IN_CHATS = "That works in chats only."
ONE_GAME = f"{IN_CHATS} Here, `parley play GAME` starts a game, and `parley resume` goes on with one."


class Refused(Exception):
    """Error: the requested game cannot be begun. The text is the sentence for the person."""


class Terminal:
    """Person at a keyboard or a pipe. `unpack` turns a line's bytes into text, or None; `worker` shares the work."""

    def __init__(
        self,
        manager: Manager,
        face: Face,
        lines: Lines,
        unpack: Callable[[bytes], str | None] = storable,
        worker: Worker | None = None,
    ) -> None:
        self.manager, self.face, self.lines, self.unpack = manager, face, lines, unpack
        self._settle = worker.settle if worker is not None else partial(settle, manager)
        self.place = self.user = f"terminal:{secrets.token_hex(8)}"
        self.sid, self.seat = "", Seat("")
        self._forms: tuple[Form, ...] = ()
        """The forms of the newest post that has something to choose."""
        self._filling: Filling | None = None
        self._looks_back = False
        """The game had ended before this run."""

    async def open(self, act: Open | Join | Operate) -> None:
        """Start a game, or take a chair in one. Raises `Refused`."""
        answer = await self._handle(act)
        if answer.what == "refused":
            sentence = await self._waiting_words()
            for chats, ours in TYPED:
                sentence = re.sub(chats, ours, sentence)
            raise Refused(named(sentence))
        session = await self._session(answer.sid)
        await self._sit(session, session.table.seats_of(self.user)[0])

    async def resume(self, sid: str, seat: str = "") -> None:
        """Go on with a game. Typed lines that have no answer yet are answered now. Raises `Refused`."""
        sid = sid or await self.manager.store.pointed(keys.LAST_PLAYED) or ""
        if not sid:
            raise Refused(named("There is no game to go on with. `parley play GAME` starts one."))
        session = await self._session(sid)
        chair = _chair(session, seat)
        mine = [p.address for p in session.table.places if p.viewer == chair.seat and p.address.startswith("terminal:")]
        self.user, self.place = chair.user, mine[0]
        await self.manager.recover(self.manager.clock() + 1)
        await self._sit(session, chair.seat)
        await self._settle(sid)
        self._looks_back = session.table.phase == "over"
        if not await self._drain():
            await self._handle(Command("status"))

    async def run(self) -> int:
        """Play until the input ends, or until the game ends if the lines are typed. Returns the exit status."""
        status = 0
        try:
            session = await self._catch_up()
            if session.table.phase == "lobby":
                self._show_here(says(JOINING.format(program=program(), code=session.terms.code)))
            spare = LINES_AFTER_END
            while spare and not self._done(session):
                data = await self._next(session)
                if data is None or self._enough(data):
                    break
                try:
                    text = self.unpack(data)
                except BadLine as problem:
                    print(problem, file=sys.stderr)
                    status = 2
                    continue
                if text is None:
                    continue
                if not self.lines.live and not text.startswith("/"):
                    await self._wait_while(_listens, _held_up)
                await self._say(text)
                session = await self._catch_up(waiting=True)
                spare -= session.table.phase == "over"
            if not self.lines.live:
                await self._wait_while(_listens)
            await self._end()
        except asyncio.CancelledError:
            self.face.left(self.sid)
            raise
        return status

    def _done(self, session: Session) -> bool:
        """Return whether the game is over for somebody who types. A person who came to look back stays."""
        return session.table.phase == "over" and self.lines.live and not self._looks_back

    def _enough(self, data: bytes) -> bool:
        """Return whether somebody who types has looked back enough."""
        return self._looks_back and self.lines.live and data.strip() in ENOUGH

    async def _end(self) -> None:
        session = await self._catch_up()
        result = session.result()
        if result is None:
            self.face.left(self.sid)
            return
        report = {} if session.state is None else await asyncio.to_thread(session.game.report, session.state)
        hints = {"hints": many} if (many := hinted(session)) else {}
        self.face.ended(session, result, {**report, **hints})

    async def _next(self, session: Session) -> bytes | None:
        """Return the next line. While it is awaited, posts about other players' acts are shown."""
        reading = fetch(self.lines.read)
        while not reading.done():
            if not self._others(session):
                return await reading
            await asyncio.wait({reading}, timeout=POLL_SECONDS)
            session = await self._catch_up()
            if session.table.phase == "over" and self.lines.live:
                return None
        return reading.result()

    async def _wait_while(self, *held: Callable[[Session, Seat], bool]) -> None:
        """Hold piped lines back until the others have moved. A person who types sees whose turn it is."""
        session = await self._session(self.sid)
        while any(holds(session, self.seat) for holds in held):
            await asyncio.sleep(POLL_SECONDS)
            session = await self._catch_up()

    async def _say(self, text: str) -> None:
        if not text.startswith("/"):
            await (self._fill(text) if self._filling is not None else self._handle(Text(text)))
            return
        name, args = [*text[1:].split(None, 1), "", ""][:2]
        name = name.lower()[:32]
        if name == "help":
            self._show_here(help_post())
        elif name in FORMS:
            self._form(name, args)
        elif name in SPOKEN and args.strip():
            await self._handle(Text(args, order=name != "say"))
        elif name in (await self._session(self.sid)).game.words and (name not in DESK or args.strip().isdecimal()):
            await self._handle(Command(name, args.strip()))
        elif name in DESK and name not in AFTER:
            self._show_here(says(named(ONE_GAME if name in BEGINNING else IN_CHATS)))
        elif name in (*HERE, *AFTER, *ALSO):
            await self._handle(Command(name, args.strip()))
        else:
            self._show_here(messages.unknown_command(name, (*HERE, *AFTER, *FORMS)))

    def _form(self, name: str, args: str) -> None:
        """Open a form, or leave the open one."""
        left, self._filling = self._filling, None
        if name == "back":
            self._show_here(says(filling.LEFT if left is not None else filling.NONE))
            return
        found = filling.chosen(self._forms, args)
        if isinstance(found, Form):
            self._filling = Filling(found)
            self._show_here(self._filling.question())
        else:
            self._show_here(found)

    async def _fill(self, text: str) -> None:
        """Take a line as the answer to the next field; after the last one, send the form's text."""
        form = self._filling
        assert form is not None
        problem = form.take(text)
        if form.asked is not None:
            self._show_here(form.question(problem))
            return
        self._filling = None
        await self._handle(Text(form.text))

    async def _handle(self, act: Act) -> Answer:
        inbound = Inbound(
            id=f"terminal:{secrets.token_hex(16)}",
            place=self.place,
            user=self.user,
            at=self.manager.clock() - self.manager.time.shift,
            act=act,
            width=self.face.width,
            realm=REALM,
            admin=True,
        )
        return await self.manager.handle(inbound)

    async def _catch_up(self, waiting: bool = False) -> Session:
        """Let AI seats and clocks move, show new posts, and return the session afterwards."""
        if waiting:
            with self.face.thinking():
                await self._settle(self.sid)
        else:
            await self._settle(self.sid)
        await self._drain()
        return await self._session(self.sid)

    async def _drain(self) -> int:
        return await drain(self.manager.store, self._show, self.manager.clock, self.place)

    async def _show(self, row: Row, sent: Sent) -> str:
        blocks = tuple(self._check() if block == line(CHECK) else block for block in sent.post.blocks)
        chats = tuple(f"/{name}" for name in DESK if name not in AFTER)
        asks = tuple(
            ask for ask in sent.post.asks if not (isinstance(ask, Choice) and ask.says.partition(" ")[0] in chats)
        )
        self.face.post(row.id, self.seat, replace(sent.post, blocks=blocks, asks=asks), reply=bool(sent.user))
        if not sent.user:
            self._offered(asks)
        return row.id

    def _check(self) -> Block:
        """Return the commands that check a receipt offline, for the player who has the store. A pipe's posts hold no
        id, so that equal runs are equal.
        """
        sid = self.sid if self.lines.live else "SESSION"
        return line(f"To check it offline: {program()} export {sid} > FILE, and then: {program()} verify FILE")

    def _offered(self, asks: tuple[Ask, ...]) -> None:
        """Note the forms offered now. A form that is being filled in ends if none of them is like it."""
        self._forms = tuple(ask for ask in asks if isinstance(ask, Form))
        form = self._filling.form if self._filling is not None else None
        if form is not None and asks and not any(alike(form, other) for other in self._forms):
            self._filling = None
            self._show_here(says(filling.ENDED.format(filling.called(form))))

    def _show_here(self, post: Post) -> None:
        """Show an answer of the terminal's own, which no session needs to record."""
        self.face.post("", self.seat, post, reply=True)

    async def _waiting_words(self) -> str:
        texts: list[str] = []

        async def keep(row: Row, sent: Sent) -> str:
            texts.append(plain(sent.post))
            return row.id

        await drain(self.manager.store, keep, self.manager.clock, self.place)
        return "\n".join(texts)

    async def _session(self, sid: str) -> Session:
        session = await self.manager.sessions.session(sid)
        if session is None:
            there = named("`parley session list` shows those it has.")
            raise Refused(f"There is no session {sid[:80]!r} in this store. {there}")
        return session

    async def _sit(self, session: Session, seat: Seat) -> None:
        self.sid, self.seat = session.sid, seat
        await self.manager.store.point(keys.LAST_PLAYED, session.sid)
        self.face.opened(session, seat)

    def _others(self, session: Session) -> bool:
        if session.table.phase == "over":
            return False
        return bool(session.jobs) or any(c.kind != "ai" and c.seat != self.seat for c in session.table.chairs)


def _chair(session: Session, seat: str) -> Chair:
    people = [c for c in session.table.chairs if c.kind == "human"]
    here = [c for c in people if c.user.startswith("terminal:")]
    if people and not here:
        platform = people[0].user.partition(":")[0]
        raise Refused(f"That game is played on {platform}; it goes on there.")
    fitting = [c for c in here if not seat or c.seat == seat]
    if len(fitting) != 1:
        raise Refused(f"Say which seat is yours: --seat {' or --seat '.join(c.seat for c in here)}.")
    return fitting[0]


def _listens(session: Session, seat: Seat) -> bool:
    """Return whether the game waits a little for the rest of a seat's words, as it does in chats."""
    turn = session.turn
    return seat not in turn.awaited and any(
        c.pace == "quiet" and due_of(session, c.id) is not None for c in turn.clocks
    )


def _held_up(session: Session, seat: Seat) -> bool:
    """Return whether another person has to act before this seat's next line can count."""
    if session.table.phase == "over":
        return False
    people = {c.seat for c in session.table.chairs if c.kind == "human"}
    return session.table.phase == "lobby" or (seat not in session.turn.awaited and bool(session.turn.awaited & people))


def help_post() -> Post:
    return Post(
        (
            line("Whatever you type is said at the table; lines that begin with / are commands."),
            Gap(),
            *(item(f"/{name}: {COMMANDS[name]}") for name in (*HERE, *AFTER)),
            *(item(f"/{name}: {about}") for name, about in FORMS.items()),
        )
    )
