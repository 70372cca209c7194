"""The front desk: commands that are not about the game the person is in.

Some commands mean another act and become that act before anything is recorded: `/play bargaining` opens a game, `/offer
44` is a move. The front desk answers all others. Everything is the same on every platform.
"""

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from bot import keys
from bot.operators import typed
from bot.players import LLM
from bot.session import account, arguments
from bot.session import rematch as partners
from bot.session.lobby import HUMAN
from bot.session.model import audience
from bot.session.model.audience import Sent
from bot.session.model.inbound import Act, Asked, Command, Inbound, Join, Open, Operate, Press, Text
from bot.session.model.session import Session, known
from bot.session.model.verbs import GROUPS, of_group
from bot.session.outbox import tagged
from bot.session.ports import Operators
from bot.session.wording import messages
from games.core.post import Block, Choice, Gap, Post, item, line, says
from games.core.registry import get, names
from storage.base import Outgoing, Store

COMMANDS = {
    "play": "start a game",
    "join": "take a seat with a friend's code",
    "begin": "start now; an AI takes each free seat",
    "rules": "the rules as they are for you",
    "status": "where things stand",
    "private": "what only you know",
    "offer": "make an offer, such as /offer 44",
    "say": "say something at the table",
    "quit": "leave the game (asks once)",
    "resume": "go on with a game you left open",
    "rematch": "play again; /rematch swap changes seats",
    "stats": "how you have done so far",
    "settings": "plain text, pings, language",
    "mydata": "what is kept about you",
    "forget": "erase your name and your words (asks once)",
    "help": "this list",
}
"""Players' commands and what they do, for menus and for /help. The same on every platform."""
DESK = frozenset({"start", "play", "join", "resume", "rematch", "stats", "settings", "mydata", "forget"})
"""Commands that concern no particular game, wherever their button is shown."""
OPERATING = frozenset(GROUPS)
"""Commands of operators, each the first word of several."""
OPERATOR = "operator"
"""The argument that the manager adds to /help for people who may use operators' commands."""
WORDLESS, EDITED = "wordless", "edited"
"""Commands that adapters hand in when a person sent a sticker, a picture or the like, or edited a message. They are
answered, and no game receives them.
"""
TURNED = "turn to"
"""Command that adapters hand in when a person turned to a post; no typed text makes it. Its argument is the post's id.
The person's next words go to the game of that post.
"""
RESUMED = "go on"
"""Command that /resume is translated to; no typed text makes it. It goes on with the session whose id is its
argument.
"""
ABOUT_ERASING = messages.YES | messages.ERASING | messages.SURE | messages.NO | messages.KEEPING
"""Words that may answer the question whether to erase a person's data."""
ASKING = 600_000
"""Milliseconds for which a plain yes may still answer a question of the front desk."""


def translate(inbound: Inbound) -> Inbound:
    """Return the act that a command stands for; other acts come back unchanged."""
    act = inbound.act
    if not isinstance(act, Command):
        return inbound
    meant = _meant(act.name, act.args.strip())
    return replace(inbound, act=meant) if meant is not None else inbound


def _meant(name: str, args: str) -> Act | None:
    match name:
        case "join" if args.isdecimal():
            # Join codes have letters only, so a number is a move of a game in which players join something.
            return Text(f"join {args}", order=True)
        case "start" | "join" if args:
            return arguments.joining(args)
        case "play" if args:
            return arguments.opening(args)
        case "offer" | "propose" if args:
            return Text(args, order=True)
        case "say" if args:
            return Text(args)
        case "accept" | "pass":
            return Text(f"{name} {args}".strip(), order=name == "accept")
        case _ if name in OPERATING:
            return typed.act_of(name, args)
        case "help":
            return Command("help")
        case "resign" | "leave" | "walkaway":
            return Command("quit")
        case _:
            return None


def menu(playing: Session | None = None, configured: tuple[tuple[str, str], ...] = ()) -> Post:
    """Return the first post a person sees: what this is, and a game in one tap. `playing` is an open game that can be
    resumed; `configured` holds names and titles of games that operators have opened.
    """
    games = [get(name) for name in names()]
    ours = tuple(Choice(f"{name} ({title})"[:60], f"/play {name}", mood="go") for name, title in configured[:10])
    back = (Choice(f"Go on: {playing.game.title}", "/resume", mood="go"),) if playing else ()
    return Post(
        (line("Negotiate against an AI, or with a friend. Pick a game:"),),
        (*back, *(Choice(game.title, f"/play {game.name}", mood="go") for game in games), *ours),
    )


def help_post(playing: Session | None, operator: bool = False) -> Post:
    """Return the commands that a person may use now."""
    groups = [(group, ", ".join(v.name.removeprefix(group).strip() for v in of_group(group))) for group in GROUPS]
    operating: tuple[Block, ...] = (
        (
            Gap(),
            line("For operators (a command alone says how it is written)"),
            *(item(f"/{group} {verbs}".strip() + f": {GROUPS[group].lower()}") for group, verbs in groups),
        )
        if operator
        else ()
    )
    head = (
        f"You are playing {playing.game.title}. Anything else you write is said at the table." if playing else "Parley."
    )
    return Post((line(head), Gap(), *(item(f"/{name}: {about}") for name, about in COMMANDS.items()), *operating))


class Front:
    """Desk that answers commands which belong to no particular session."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self.store, self.clock = store, clock
        self.operators: Operators | None = None
        self._asked: set[str] = set()
        """Places and users (as `focus` names them) who were asked whether to erase their data and have done nothing
        since.
        """

    async def heard(self, inbound: Inbound) -> Inbound:
        """Return the intended act where the words alone do not tell it."""
        act = inbound.act
        if isinstance(act, Command) and act.name == TURNED:
            return inbound  # the words that they turn to the post for come next
        asked = inbound.focus in self._asked
        self._asked.discard(inbound.focus)
        if isinstance(act, Text) and (meant := await self._answered(inbound, act.text, asked)) is not None:
            return replace(inbound, act=meant)
        if asked:
            await self.store.point(keys.asked(inbound.place, inbound.user), None)
        if isinstance(act, Text) and messages.bare(act.text) in messages.YES | messages.SURE | messages.GLAD:
            code = await partners.wanted(self.store, inbound)
            return replace(inbound, act=Join(code)) if code and not await self.on(inbound, playing=True) else inbound
        if isinstance(act, Command) and act.name == "start" and (name := await self._linked(inbound, act.args)):
            return replace(inbound, act=Command("play", name))
        return inbound

    async def _answered(self, inbound: Inbound, text: str, asked: bool) -> Command | None:
        """Read a plain yes or no as the answer to whether to erase a person's data; a game might take it for its own.

        `asked`: the question was the last thing that happened to them here. If that is uncertain, they are asked
        again.
        """
        word = messages.bare(text)
        if word not in ABOUT_ERASING:
            return None
        kept = await self.store.pointed(keys.asked(inbound.place, inbound.user))
        if kept is None or inbound.at - int(kept) > ASKING:
            return None
        if word in messages.NO | messages.KEEPING:
            return Command("forget", "no")
        return Command("forget", "yes" if asked and word in messages.YES | messages.ERASING else "")

    async def _linked(self, inbound: Inbound, payload: str) -> str:
        """Return the game that a link names in place of a table's code; "" if it can only be a code."""
        name = payload.strip().lower()
        if len(name.split()) != 1 or await self.store.pointed(keys.code(name)) is not None:
            return ""
        if name in names() or arguments.CODE.fullmatch(name) is None:
            return name
        known = self.operators is not None and await self.operators.title(inbound, name) is not None
        return name if known else ""

    async def turn_to(self, inbound: Inbound, sid: str) -> None:
        """Send the person's next words in this place to this game, if they play it."""
        if await self.store.pointed(inbound.focus) == sid:
            return
        loaded = await self.store.load(sid)
        session = await known(self.store, loaded) if loaded is not None else None
        if session is not None and session.table.phase != "over" and session.table.seats_of(inbound.user):
            await self.store.point(inbound.focus, sid)

    async def answer(self, inbound: Inbound, act: Command) -> tuple[Outgoing, ...] | None:
        """Return posts for a command; None if the front desk does not answer it."""
        match act.name:
            case "start" | "play":
                configured = await self.operators.offered(inbound) if self.operators is not None else ()
                post = menu(await self._open_here(inbound), configured)
            case "join":
                post = says("Write /join and the six letters that your friend was given, such as /join KFMRTA.")
            case "resume":
                post = says(messages.NONE_OPEN_ALONE if inbound.private else messages.NONE_OPEN)
            case "stats":
                post = await account.stats(self.store, inbound.user)
            case "settings":
                post = await account.settings(self.store, inbound.user, act.args)
            case "mydata":
                post = await account.mydata(self.store, inbound.user)
            case "forget" if act.args.strip() == "no":
                await self.store.point(keys.asked(inbound.place, inbound.user), None)
                post = says(messages.KEPT)
            case "forget":
                self._asked.add(inbound.focus)
                await self.store.point(keys.asked(inbound.place, inbound.user), str(inbound.at))
                post = account.farewell()
            case _ if act.name == TURNED:
                turned = await tagged(self.store, act.args)
                if turned is not None and turned.post.place == inbound.place:
                    await self.turn_to(inbound, turned.sid)
                return ()
            case _ if act.name == WORDLESS:
                post = says(messages.WORDLESS)
            case "rematch":
                post = says("You have no finished game to play again. /play starts one.")
            case "help" if not await self.store.pointed(inbound.focus):
                post = help_post(None, act.args == OPERATOR)
            case _:
                return None
        return (reply(inbound, post),)

    async def suggest(self, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
        """Return labels and values for an option: playable games for everybody, everything else as operators may know
        it.
        """
        if asked.verb == "play":
            ours = await self.operators.offered(inbound) if self.operators is not None else ()
            found = [(get(name).title, name) for name in names()]
            found += [(f"{name} ({title})", name) for name, title in ours]
            return tuple(pair for pair in found if asked.typed.casefold() in f"{pair[0]} {pair[1]}".casefold())
        return await self.operators.suggest(inbound, asked) if self.operators is not None else ()

    async def draft(self, inbound: Inbound, act: Operate) -> str | None:
        """Return the initial text of the form for an operator's command; None if the person may not use it."""
        return await self.operators.draft(inbound, act) if self.operators is not None else None

    async def nowhere(self, inbound: Inbound) -> Outgoing:
        """Return the answer to an act that found no session."""
        match inbound.act:
            case Join():
                sentence = messages.WRONG_CODE
            case Press():
                sentence = messages.GONE
            case Text(text) if code := arguments.coded(text):
                sentence = messages.CODE_ALONE.format(code=code)
            case _ if inbound.private and await self._open_here(inbound, anywhere=True) is not None:
                sentence = messages.ELSEWHERE
            case _:
                sentence = messages.NO_GAME
        return reply(inbound, says(sentence))

    async def rematch(self, inbound: Inbound, swap: bool, sid: str = "") -> Inbound | None:
        """Return the act that opens a game once more, with another seed: the game with this id, or the person's last.
        None if they played no such game.
        """
        if sid:
            loaded = await self.store.load(sid)
            last = await known(self.store, loaded) if loaded is not None else None
        else:
            last = await partners.last_of(self.store, inbound.user)
        if last is None or last.state is None or not last.table.seats_of(inbound.user):
            return None
        if code := await partners.waiting(self.store, last, inbound.user):
            return replace(inbound, act=Join(code))
        if last.terms.setup is not UNSET:
            # Configured games use their current version, seats included; the game may have a new version by now, or be
            # closed.
            name = last.terms.setup.name
            if last.terms.setup.slot < 0:
                return replace(inbound, act=Operate("game preview", (("name", name),)))
            return replace(inbound, act=Open(name, seat="swap" if swap else ""))
        mine = last.table.seats_of(inbound.user)[0]
        seats = [chair.seat for chair in last.table.chairs]
        seat = seats[(seats.index(mine) + 1) % len(seats)] if swap else mine
        overrides = tuple(last.terms.overrides)
        strategy = next((c.strategy for c in last.table.chairs if c.kind == "ai"), HUMAN)
        # The model may be unavailable by now; the default player is always there.
        strategy = "" if strategy == LLM else strategy
        people = {mine if c.seat == seat else c.seat for c in last.table.chairs if c.kind == "human" and c.seat != mine}
        homes, alone = dict(last.table.homes), {place.address for place in last.table.places if place.private}
        others = [chair for chair in last.table.chairs if chair.seat in homes and chair.seat != mine]
        opened = Open(
            last.terms.game,
            overrides,
            seat,
            tuple((other, HUMAN) for other in seats if other in people),
            rest=strategy,
            tempo=last.terms.tempo.name,
            invites=tuple((homes[c.seat], "" if homes[c.seat] in alone else c.user) for c in others),
        )
        return replace(inbound, act=opened)

    async def resume(self, inbound: Inbound) -> Inbound | None:
        """Return the act that goes on with the person's open game in this place; None if there is none.

        In a private place, a game that was played elsewhere is resumed as well: its own place may be gone.
        """
        session = await self._open_here(inbound)
        if session is None and inbound.private:
            session = await self._open_here(inbound, anywhere=True)
        return replace(inbound, act=Command(RESUMED, session.sid)) if session is not None else None

    async def on(self, inbound: Inbound, playing: bool = False) -> Session | None:
        """Return the person's current game in this place, as `partners.on` finds it."""
        return await partners.on(self.store, inbound.user, inbound.place, playing)

    async def _open_here(self, inbound: Inbound, anywhere: bool = False) -> Session | None:
        """Return the person's last running game in this place; with `anywhere`, in any place."""
        return await anext(partners.running(self.store, inbound.user, "" if anywhere else inbound.place), None)


def may_turn(inbound: Inbound) -> bool:
    """Return whether an act goes to the person's current game here: words, and commands that name no game."""
    return isinstance(inbound.act, Text) or (isinstance(inbound.act, Command) and inbound.act.name != RESUMED)


def reply(inbound: Inbound, post: Post) -> Outgoing:
    """Return a private answer that belongs to no session."""
    return audience.outgoing(
        inbound.place, Sent(post, user=inbound.user, origin=inbound.origin, private=not inbound.private)
    )
