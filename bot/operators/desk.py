"""The operators' desk: checks rights, carries out commands, and begins sessions of configured games."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from bot.operators import begin, conduct, overview, realms, suggesting, typed
from bot.operators.call import VIEWER, Call, Exporter, Linker, Prompter, Sessions, named
from bot.operators.records import AuditEntry
from bot.operators.typed import BadWords
from bot.session import lobby
from bot.session.dashboard import Dashboard
from bot.session.handlers.base import reply
from bot.session.model.inbound import Answer, Asked, Inbound, Open, Operate
from bot.session.model.terms import Setup
from bot.session.model.verbs import LEVELS, VERBS, Level, Verb
from bot.session.ports import Opening
from bot.studies.effective import VERSION, own_texts
from games.core.codec import decode, encode
from games.core.contract import Seat
from games.core.post import says
from games.core.registry import get, names
from games.core.settings import BadSetting
from storage.base import Conflict, Dup, Input, Outgoing

OPERATORS_ONLY = "Operators only. Ask someone who runs this server; /help shows what you can do."
OWNERS_ONLY = "Only the people who run this server, or the bot, decide who may operate here."

LONGEST_LINE = 120
"""Characters of a setting in a form."""


class Operators:
    """Desk for operators' commands. `everywhere` may operate in every realm; `prompter` returns a model's request,
    `exporter` writes a study's bundle, `link` returns the address of the dashboard (None: it is not served), and `web`
    is the public address of the pages.
    """

    def __init__(
        self,
        sessions: Sessions,
        clock: Callable[[], int],
        everywhere: Iterable[str] = (),
        prompter: Prompter | None = None,
        exporter: Exporter | None = None,
        link: Linker | None = None,
        web: str = "",
    ) -> None:
        self.sessions, self.store, self.clock = sessions, sessions.store, clock
        self.everywhere, self.prompter = frozenset(everywhere), prompter or _as_set_up
        self.exporter, self.link, self.web = exporter, link, web

    @cached_property
    def dashboard(self) -> Dashboard:
        # imported late: a game should start fast
        from bot.operators.dashboard.board import Board

        return Board(self.store, self.clock, self.level, self.exporter)

    async def level(self, inbound: Inbound) -> Level | None:
        """Return a user's level of rights in their realm; None if they have none."""
        if inbound.user in self.everywhere or inbound.admin:
            return "owner"
        match (await realms.load(self.store, inbound.realm)).realm.role(inbound.user):
            case "operator":
                return "operator"
            case "viewer":
                return "viewer"
        return None

    async def commands(self, inbound: Inbound) -> tuple[tuple[str, str], ...]:
        level = await self.level(inbound)
        return tuple((verb.usage, verb.about) for verb in VERBS if may(level, verb))

    async def suggest(self, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
        if await self.level(inbound) is None:
            return ()
        return await suggesting.suggested(self.store, inbound.realm, asked)

    async def draft(self, inbound: Inbound, act: Operate) -> str | None:
        """Return a game's settings for the form of /game config; "" for other commands, None if it may not be used."""
        if await self.level(inbound) not in ("operator", "owner"):
            return None
        if act.verb != "game config":
            return ""
        found = (await realms.load(self.store, inbound.realm)).realm.game(dict(act.given).get("name", ""))
        if found is None:
            return None
        # A form has little room. Settings that are left out of it stay unchanged.
        lines = [f"{VERSION}={found.version}", *(f"{key}={text}" for key, text in own_texts(found).items())]
        return "\n".join(line for line in lines if len(line) <= LONGEST_LINE and "\n" not in line)

    async def operate(self, row: Input, inbound: Inbound, act: Operate) -> Answer:
        level = await self.level(inbound)
        if level is None:
            return await self._refuse(row, inbound, "operators_only", OPERATORS_ONLY)
        if typed.is_bare(act):
            kept = await realms.load(self.store, inbound.realm)
            post = overview.of(act.verb, kept.realm)
            answer = Answer("told", code=act.verb, replied=True)
            return await self._answer(row, answer, reply(inbound, post))
        try:
            verb, given = typed.understood(act)
        except BadWords as problem:
            return await self._refuse(row, inbound, "unclear", str(problem))
        if not may(level, verb):
            return await self._refuse(row, inbound, "operators_only", VIEWER if level == "viewer" else OWNERS_ONLY)
        return await self._carry_out(row, inbound, level, verb, given)

    async def _carry_out(self, row: Input, inbound: Inbound, level: Level, verb: Verb, given: dict[str, str]) -> Answer:
        # imported late: the handlers import much, and a game should start fast
        from bot.operators.handlers import HANDLERS

        answer = Answer("told", code=verb.name, replied=True)
        while True:
            kept = await realms.load(self.store, inbound.realm)
            ours = inbound.user in self.everywhere
            now = self.clock()
            tools = self.sessions, self.prompter, ours, self.exporter, self.link, self.web
            call = Call(verb, given, kept.realm, inbound, level, row.id, now, *tools)
            try:
                done = await HANDLERS[verb.name](call)
            except (BadWords, BadSetting) as problem:
                kept_as_it_was = "" if verb.level == "viewer" else " Nothing was changed."
                return await self._refuse(row, inbound, "bad_setting", f"{problem}{kept_as_it_was}")
            posts = (reply(inbound, done.post),)
            if done.realm is None:
                return await self._answer(row, answer, *posts)
            entry = AuditEntry(call.now, inbound.user, inbound.name, verb.name, done.target, done.lines)
            match await realms.keep(
                self.store, kept, done.realm, entry, row, encode(answer), call.now, posts, done.points
            ):
                case Dup(first):
                    return decode(first, Answer)
                case Conflict():
                    continue
            return answer

    async def _refuse(self, row: Input, inbound: Inbound, code: str, sentence: str) -> Answer:
        answer = Answer("refused", code=code, replied=True)
        post = says(*sentence.splitlines())
        return await self._answer(row, answer, reply(inbound, post))

    async def _answer(self, row: Input, answer: Answer, *posts: Outgoing) -> Answer:
        """Answer a command that changed nothing. An answer that another process gave already is returned."""
        return decode(await self.store.answered(row, encode(answer), self.clock(), posts), Answer)

    async def offered(self, inbound: Inbound) -> tuple[tuple[str, str], ...]:
        games = (await realms.load(self.store, inbound.realm)).realm.games
        ready = [d for d in games if begin.is_open(d, self.clock()) and begin.is_here(d, inbound) and d.game in names()]
        return tuple((d.name, get(d.game).title) for d in ready)

    async def title(self, inbound: Inbound, name: str) -> str | None:
        found = (await realms.load(self.store, inbound.realm)).realm.game(name)
        if found is None or found.game not in names() or not begin.is_here(found, inbound):
            return None
        if not begin.is_open(found, self.clock()) or (isinstance(inbound.act, Open) and _wants_more(inbound.act)):
            return None
        full = found.most and await begin.is_full(self.sessions, inbound.realm, found, self.clock())
        return None if full else get(found.game).title

    async def barred(self, inbound: Inbound) -> str:
        realm = (await realms.load(self.store, inbound.realm)).realm if inbound.realm else None
        ban = realm.banned(inbound.user, self.clock()) if realm is not None else None
        ban = ban or await conduct.everywhere(self.store, inbound.user, self.clock())
        return conduct.told(ban) if ban is not None else ""

    async def opening(self, inbound: Inbound, act: Open, sid: str) -> Opening:
        found = (await realms.load(self.store, inbound.realm)).realm.game(act.game)
        if found is None or not begin.is_open(found, self.clock()) or found.game not in names():
            there = [*names(), *(name for name, _ in await self.offered(inbound))]
            if found is not None and found.state != "draft":
                raise ValueError(f"{found.name} takes no new players now. Games: {', '.join(there)}.")
            raise ValueError(f"There is no game called {act.game[:40]!r}. Games: {', '.join(there)}.")
        if not begin.is_here(found, inbound):
            raise ValueError(f"{found.name} is started in another channel of this server.")
        if _wants_more(act):
            raise ValueError(f"{found.name} is played as it was set up: write /play {found.name}, without more words.")
        return await begin.assigned(self.sessions, inbound.realm, found, act, sid, self.clock())

    async def previewing(self, inbound: Inbound, act: Operate) -> Opening | None:
        if (await self.level(inbound)) not in ("operator", "owner"):
            return None
        try:
            verb, given = typed.understood(act)
        except BadWords:
            return None
        if verb.name != "game preview":
            return None
        found = named((await realms.load(self.store, inbound.realm)).realm, given["name"])
        drawn = lobby.settled(Open(found.game))
        return begin.previewed(inbound.realm, found, drawn, given.get("seat", ""), given.get("condition", ""))

    async def previewed(self, row: Input, inbound: Inbound, opening: Opening, sid: str) -> None:
        assert isinstance(opening.setup, Setup)  # every preview is of a configured game
        name, condition = opening.setup.name, opening.setup.condition
        lines = (f"session {sid}", *((f"condition {condition}",) if condition else ()))
        entry = AuditEntry(self.clock(), inbound.user, inbound.name, "game preview", name, lines)
        note = replace(row, id=f"{row.id}/deed")
        while True:
            kept = await realms.load(self.store, inbound.realm)
            noted = await realms.keep(self.store, kept, kept.realm, entry, note, b"", entry.at, ())
            if not isinstance(noted, Conflict):
                return


def _as_set_up(*asked: Any, **named: Any) -> tuple[Seat, dict[str, Any]]:
    from bot.players.llm.preview import seated
    from bot.runtime.settings import load

    return seated(load(), *asked, **named)


def _wants_more(act: Open) -> bool:
    return bool(act.wrote or act.seat or act.against or act.rest or act.level)


def may(level: Level | None, verb: Verb) -> bool:
    return level is not None and LEVELS.index(level) >= LEVELS.index(verb.level)
