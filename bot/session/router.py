"""The router: settles the meaning of an inbound act, once. Everything is the same on every platform.

`/play bargaining` opens a game, `/offer 44` is a move, a button says what a person could type. Nothing behind the
router parses the text of a command.
"""

import re
import secrets
from collections.abc import Callable, Mapping

from msgspec.structs import asdict, replace

from bot import keys
from bot.session import arguments, wishes
from bot.session.directory import Directory
from bot.session.lobby import settled
from bot.session.model.inbound import Command, Enter, Inbound, Join, Open, Operate, Press, Text
from bot.session.model.intent import (
    Account,
    Aside,
    Decline,
    Help,
    Intent,
    Participation,
    PlayPress,
    PlayText,
    Refused,
    Request,
    Resume,
    Turn,
)
from bot.session.model.verbs import GROUPS
from bot.session.outbox import Stored
from bot.session.wording import messages
from games.language.text import bare

COMMANDS = {
    "play": "start a game",
    "join": "take a seat with a friend's code",
    "begin": "start now; an AI takes each free seat",
    "rules": "your rules",
    "status": "where things stand",
    "private": "what only you know",
    "offer": "make an offer, such as /offer 44",
    "say": "say something at the table",
    "verify": "the game's fair play receipt",
    "quit": "leave the game (asks once)",
    "resume": "go on with a game you left open",
    "mute": "hide somebody's words from you at this table",
    "block": "never meet somebody again",
    "unblock": "lift all your blocks",
    "report": "report somebody to the operators",
    "rematch": "play again; /rematch swap takes the other seat",
    "card": "how your last game went",
    "review": "what you could have done better in your last game",
    "progress": "how good your decisions were, game by game",
    "hint": "what to do now, in a practice game",
    "withdraw": "leave the study that you take part in",
    "code": "your completion code of a study",
    "stats": "your results so far",
    "settings": "plain text, pings",
    "mydata": "what is kept about you",
    "forget": "erase your name and your words (asks once)",
    "help": "this list",
}
"""Players' commands and what they do, for menus and for /help. The same on every platform."""
DESK = frozenset(
    [
        "start",
        "play",
        "join",
        "decline",
        "resume",
        "rematch",
        "stats",
        "progress",
        "settings",
        "mydata",
        "forget",
        "unblock",
        "withdraw",
        "code",
    ]
)
"""Commands that concern no particular game, wherever their button is shown."""
OPERATING = frozenset(GROUPS)
"""Commands of operators, each the first word of several."""
WORDLESS, EDITED = "wordless", "edited"
"""Commands that adapters hand in when a person sent a sticker, a picture or the like, or edited a message. They are
answered, and no game receives them.
"""
TURNED = "turn to"
"""Command that adapters hand in when a person turned to a post; no typed text makes it. Its argument is the post's id.
The person's next words go to the game of that post.
"""
RESUMED = "go on"
"""Command by which an earlier version recorded that a person goes on with the session in its argument."""


_NO_NUMBER = re.compile(r"\D{1,200}")
"""Words that may ask for a game or hold a code. Those with a number are meant for a game."""


async def resolve(inbound: Inbound, directory: Directory, post: Stored | None = None) -> Request:
    """Return an act with its meaning. Reads what it needs once: the pressed post, an open question, the last game."""
    if isinstance(inbound.act, Command) and inbound.act.name == TURNED:
        # The question stays open: the person's next words may answer it.
        return meaning(inbound, Turn(await directory.turned(inbound, inbound.act.args)))
    asked = inbound.focus in directory.asked
    directory.asked.discard(inbound.focus)
    if isinstance(inbound.act, Text):
        intent = await _words(inbound, inbound.act, asked, directory)
        if isinstance(intent, PlayText):
            return meaning(inbound, intent)
    else:
        if asked:
            await directory.unasked(inbound)
        intent = await _act(inbound, directory, post)
    if isinstance(intent, Join):
        intent = await directory.seated(inbound, intent)
    if isinstance(intent, Open):
        intent = settled(intent)
    if isinstance(intent, Open | Join | Enter):
        inbound = await directory.as_wished(inbound)
    return meaning(inbound, intent)


def meaning(inbound: Inbound, intent: Intent) -> Request:
    """Return an act with its meaning, and with the focus that was worked out for it."""
    request = Request(**asdict(inbound), intent=intent)
    request.__dict__.update(inbound.__dict__)
    return request


async def _words(inbound: Inbound, act: Text, asked: bool, directory: Directory) -> Intent:
    """Return the meaning of words. A plain yes or no may answer our own question or an invitation; the rest is play."""
    word = bare(act.text)
    if word in messages.PARTING and (parting := await directory.parting(inbound, word, asked)) is not None:
        return parting
    if asked:
        await directory.unasked(inbound)
    if "st-" in act.text.lower() and (inbound.private or inbound.origin) and (token := arguments.token(act.text)):
        return directory.limiter.guessing(inbound.user) or Enter(token)
    if word in messages.ABOUT_INVITATION and (code := await directory.invited(inbound)):
        return Decline(code) if word in messages.NO else Join(code)
    if _NO_NUMBER.fullmatch(act.text) and (wish := await directory.welcomed(inbound, act.text)) is not None:
        return wish
    return PlayText(act.text, act.order)


async def _act(inbound: Inbound, directory: Directory, post: Stored | None) -> Intent:
    match inbound.act:
        case Press() as press:
            return await _press(inbound, press, directory, post)
        case Command(name, args):
            return await _command(inbound, name, args, directory)
        case Join() | Enter():
            return directory.limiter.guessing(inbound.user) or inbound.act
        case Open() | Operate():
            return inbound.act
    raise AssertionError(inbound.act)


async def _press(inbound: Inbound, press: Press, directory: Directory, post: Stored | None) -> Intent:
    """Return the meaning of a button: words, a command about its own game, or a command about no particular game."""
    sid, pressed = await directory.pressed(press, post)
    command = command_of(pressed.text) if pressed is not None else None
    if pressed is None or command is None:
        return PlayPress(sid, pressed)
    if (said := arguments.said_there(pressed.text)) is not None:
        return said
    name, args = command.name, command.args
    about = Aside(name, args, sid, pressed)
    if name == "rematch":
        # The button means the game that it hangs under; the game itself answers those who did not play it.
        intent: Intent = await directory.rematch(inbound, args, sid) or (about if sid else Help("rematch"))
    elif name in DESK | OPERATING:
        intent = await _lookup(inbound, name, args, directory) or parsed(name, args)
    else:
        return about
    if isinstance(intent, Open) and await directory.presses_again(inbound, press):
        return Refused("again")
    return intent


async def _command(inbound: Inbound, name: str, args: str, directory: Directory) -> Intent:
    found = await _lookup(inbound, name, args.strip(), directory)
    if found is not None:
        return found
    intent = parsed(name, args.strip())
    return (directory.limiter.guessing(inbound.user) or intent) if isinstance(intent, Join | Enter) else intent


async def _lookup(inbound: Inbound, name: str, args: str, directory: Directory) -> Intent | None:
    """The meaning of a command that only the store tells; None for the others."""
    if name == "start" and not arguments.token(args) and (game := await directory.linked(inbound, args)):
        return arguments.opening(game)
    if name == "rematch":
        return await directory.rematch(inbound, args) or Help("rematch")
    if name in ("block", "report"):
        known = await directory.blocked(inbound.user) if name == "block" else ""
        return Aside(name, args, await directory.company(inbound), known=known)
    if name in ("card", "review"):
        return Aside(name, args, await directory.ended(inbound))
    return Resume(await directory.resumed(inbound)) if name == "resume" else None


def _playing(args: str) -> Intent:
    return Help("friend") if wishes.asks_for_friend(args) else arguments.opening(args)


def _joining(args: str) -> Intent:
    if token := arguments.token(args):
        return Enter(token)
    # Join codes have letters only, so a number is a move of a game in which players join something.
    return PlayText(f"join {args}", order=True) if args.isdecimal() else arguments.joining(args)


def _withdrawing(answer: str, part: str) -> Intent:
    return Participation("withdraw", answer if answer in ("yes", "no") else "", part if answer == "yes" else "")


WITH_ARGUMENTS: Mapping[str, Callable[[str], Intent]] = {
    "start": lambda args: Enter(token) if (token := arguments.token(args)) else arguments.joining(args),
    "join": _joining,
    "decline": Decline,
    "play": _playing,
    "offer": lambda args: PlayText(args, order=True),
    "propose": lambda args: PlayText(args, order=True),
    "say": PlayText,
}
"""Commands that need text after them."""
ALWAYS: Mapping[str, Callable[[str], Intent]] = {
    "accept": lambda args: PlayText(f"accept {args}".strip(), order=True),
    "pass": lambda args: PlayText(f"pass {args}".strip()),
    "start": lambda args: Help("play"),
    "play": lambda args: Help("play"),
    "join": lambda args: Help("join"),
    WORDLESS: lambda args: Help("wordless"),
    "help": lambda args: Aside("help"),
    "resign": lambda args: Aside("quit"),
    "leave": lambda args: Aside("quit"),
    "walkaway": lambda args: Aside("quit"),
    "rematch": lambda args: Help("rematch"),
    "resume": lambda args: Resume(),
    RESUMED: Resume,
    "stats": lambda args: Account("stats", args),
    "progress": lambda args: Account("progress"),
    "settings": lambda args: Account("settings", args),
    "mydata": lambda args: Account("mydata", args),
    "forget": lambda args: Account("forget", args),
    "unblock": lambda args: Account("unblock"),
    "withdraw": lambda args: _withdrawing(*args.partition(" ")[::2]),
    "code": lambda args: Participation("code"),
}


def parsed(name: str, args: str) -> Intent:
    """Return the meaning of a typed command, as far as its words alone tell it."""
    if name in OPERATING:
        return Operate(name, (("", args),))
    make = (WITH_ARGUMENTS.get(name) if args else None) or ALWAYS.get(name)
    return make(args) if make is not None else Aside(name, args)


def command_of(text: str) -> Command | None:
    """Return the command that a button says; None if it says words."""
    if not text.startswith("/"):
        return None
    name, _, args = text[1:].partition(" ")
    return Command(name, args.strip())


def translate(inbound: Inbound) -> Inbound:
    """Return the act that a command stands for by its words alone; other acts come back unchanged."""
    if not isinstance(inbound.act, Command):
        return inbound
    match parsed(inbound.act.name, inbound.act.args.strip()):
        case Open() | Join() | Enter() | Operate() as act:
            return replace(inbound, act=act)
        case PlayText(text, order):
            return replace(inbound, act=Text(text, order))
    return inbound


async def again(request: Request, directory: Directory) -> Request:
    """Return an act that an earlier version recorded with its meaning. It had settled everything but the form."""
    match request.act:
        case Text(text, order):
            intent: Intent = PlayText(text, order)
        case Press() as press:
            sid, pressed = await directory.pressed(press)
            command = command_of(pressed.text) if pressed is not None else None
            intent = PlayPress(sid, pressed) if command is None else Aside(command.name, command.args, sid, pressed)
        case Command(name, args) if name == TURNED:
            intent = Turn(await directory.turned(request, args))
        case Command(name, args):
            intent = parsed(name, args.strip())
        case act:
            intent = act
    return replace(request, intent=settled(intent) if isinstance(intent, Open) else intent)


def destination(request: Request) -> tuple[str, str]:
    """Return the session that a request goes to: a new id if it opens one, and where the id is unknown, the name that
    the store has for it.
    """
    match request.intent:
        case PlayText(sid=sid):
            return (sid, "") if sid else ("", request.focus)
        case Open() | Enter() | Operate():
            return secrets.token_hex(6), ""
        case Join(code) | Decline(code):
            return "", keys.code(code)
        case PlayPress(sid) | Resume(sid):
            return sid, ""
        case Aside(sid=sid, pressed=pressed) if sid or pressed is not None:
            return sid, ""
        case Aside() | Participation():
            return "", request.focus
    return "", ""
