"""Help: the menu of games, the commands, and answers to acts that lead nowhere."""

from bot.session import arguments, wishes
from bot.session.handlers.base import Service
from bot.session.model import levels
from bot.session.model.audience import AGAIN, HOW
from bot.session.model.inbound import Answer, Asked, Inbound, Join
from bot.session.model.intent import Aside, Help, PlayPress, PlayText, Refused, Request
from bot.session.model.session import Session, offers
from bot.session.model.verbs import GROUPS, of_group
from bot.session.router import EDITED
from bot.session.wording import after as wording
from bot.session.wording import messages
from bot.session.wording.lobby import BEGIN
from games.core.post import Block, Bold, Choice, Gap, Item, Post, item, line, says
from games.core.registry import get, names
from storage.base import Input

PICK = "Negotiate against an AI, or with a friend. Pick a game:"
SENTENCES = {
    "join": "Send the six letters that your friend was given, as in /join KFMRTA.",
    "rematch": "You have no finished game to play again. /play starts one.",
    "wordless": messages.WORDLESS,
}


_THIS_GAME = "/rules, /status, /private, /offer, /say, /verify, /mute, /block, /report, /quit"
_GAMES = "/play, /join, /resume, /rematch, /help"
_YOURS = "/stats, /progress, /settings, /mydata, /forget, /unblock"
_STUDY = "/rules, /status, /private, /say, /quit, /withdraw, /code"
_OFFERED = (("hint", "hint"), ("card", "card"), ("coach", "review"))
"""The offers of a game, each with its command."""
_IN_GAME = (Choice("Rules", "/rules"), Choice("Where things stand", "/status"), Choice("Leave…", "/quit"))


async def answer(service: Service, row: Input, request: Request, intent: Help) -> Answer:
    """Show the games to start, or say what is possible instead."""
    if intent.about == "play":
        post = await _picker(service, request, PICK)
    elif intent.about == "friend":
        post = friends()
    else:
        post = says(SENTENCES[intent.about])
    return await service.tell(row, request, intent.about, post)


async def commands(service: Service, row: Input, request: Request) -> Answer:
    """List the commands for a person without a game here."""
    return await service.tell(row, request, "help", help_post(None, await operating(service, request)))


async def operating(service: Service, inbound: Inbound) -> tuple[Block, ...]:
    """Return the operators' part of the list of commands; nothing for people who may not use them."""
    if service.operators is None or not await service.operators.commands(inbound):
        return ()
    groups = [(group, ", ".join(v.name.removeprefix(group).strip() for v in of_group(group))) for group in GROUPS]
    return (
        Gap(),
        line("For operators (send a command alone to see how to write it)"),
        *(item(f"/{group} {verbs}".strip() + f": {GROUPS[group].lower()}") for group, verbs in groups),
    )


async def refuse(service: Service, row: Input, request: Request, intent: Refused) -> Answer:
    """Answer an act that a limit refuses; a sentence that was said a moment ago is not repeated."""
    sentence = service.limiter.tell(request.user, intent)
    if not sentence:
        return await service.aside(row, Answer("ignored", code=intent.code))
    return await service.refuse(row, request, intent.code, sentence)


async def _picker(service: Service, request: Request, head: str) -> Post:
    """Return the menu of games under a first line, with what operators set up and the person's open game."""
    configured = await service.operators.offered(request) if service.operators is not None else ()
    return menu(head, await service.directory.open_game(request, anywhere=request.private), configured)


async def nowhere(service: Service, row: Input, request: Request) -> Answer:
    """Answer an act that found no session: with the menu, where somebody asks for a game or has never played; with one
    line otherwise. Words that were not said to us get no answer, nor do mere remarks where others read.
    """
    match request.intent:
        case PlayText(text) if not request.private and not request.origin:
            asks = _for_us(text) or any(map(str.isdigit, text))
            return await service.aside(row, Answer("ignored", code="no_game" if asks else "remark"))
        case Aside(name) if name == EDITED:
            return await service.aside(row, Answer("ignored", code="no_game"))
        case Join():
            return await service.refuse_with(row, request, "no_game", ways_in(messages.WRONG_CODE))
        case PlayPress():
            return await service.refuse(row, request, "no_game", messages.GONE)
        case Aside(pressed=pressed) if pressed is not None:
            return await service.refuse(row, request, "no_game", messages.GONE)
        case PlayText(text) if code := arguments.coded(text):
            return await service.refuse_with(row, request, "no_game", ways_in(messages.NO_TABLE.format(code=code)))
    return await service.refuse_with(row, request, "no_game", await _ahead(service, request))


async def _ahead(service: Service, request: Request) -> Post:
    """Return the next step for a person in no game here: the menu, or after a remark one line."""
    playing = await service.directory.open_game(request, anywhere=True) if request.private else None
    said = request.intent.text if isinstance(request.intent, PlayText) else None
    if said is not None and not _for_us(said):
        if playing is not None:
            return Post((line(messages.ELSEWHERE),), (_back(playing), messages.MENU))
        if await service.directory.has_played(request.user):
            return Post((line(messages.IDLE),), (messages.MENU, messages.AGAIN))
    return await _picker(service, request, messages.ELSEWHERE if playing is not None else messages.PICK_ONE)


def _for_us(text: str) -> bool:
    return wishes.asks_to_play(text) or wishes.greets(text)


def ways_in(head: str) -> Post:
    """Return the ways into a game under a sentence to somebody whom a code led nowhere."""
    return Post((line(head),), (messages.MENU, messages.FRIEND, messages.CODE))


def friends() -> Post:
    """Return the games to play with a friend, each in one tap: it opens a table with a code to pass on."""
    games = [get(name) for name in names()]
    return Post((line(messages.WITH_WHOM),), tuple(Choice(game.title, f"/play {game.name} human") for game in games))


def _back(playing: Session) -> Choice:
    return Choice(f"Go on: {playing.game.title}", "/resume", mood="go")


def menu(head: str, playing: Session | None = None, configured: tuple[tuple[str, str], ...] = ()) -> Post:
    """Return a person's first post: a game in one tap, one to resume (`playing`), those of operators, and a way in with
    a code.
    """
    games = [get(name) for name in names()]
    lines = (Item((Bold(game.title), f" ({game.minutes} min): {game.about}")) for game in games)
    picks = (Choice(f"{game.title} · {game.minutes} min", f"/play {game.name}", mood="go") for game in games)
    ours = (Choice(f"{name} ({title})"[:60], f"/play {name}", mood="go") for name, title in configured[:10])
    back = (_back(playing),) if playing else ()
    return Post((line(head), *lines), (*back, *picks, *ours, messages.FRIEND, messages.CODE))


def _here(playing: Session) -> tuple[str, tuple[Choice, ...]]:
    """Return the commands of a game that is being played or has ended, and the buttons for some of them."""
    there = offers(playing)
    looks = [f"/{command}" for offer, command in _OFFERED if offer in there]
    if playing.table.phase == "play":
        return ", ".join((*looks, _THIS_GAME)), ((wording.HINT,) if there else ()) + _IN_GAME
    how = (HOW,) if there else ()
    return ", ".join((*looks, "/rematch, /status, /rules, /verify")), AGAIN[len(playing.table.chairs) > 2] + how


def help_post(playing: Session | None, operating: tuple[Block, ...] = ()) -> Post:
    """Return the commands that a person may use now. `operating`: the operators' part of the list."""
    if playing is not None and playing.studied:
        listed = (item(f"This study: {_STUDY}"), item("About you: /settings, /mydata, /forget"))
        return Post((line("You're taking part in a study."), *listed, *operating))
    phase = "" if playing is None or playing.shut else playing.table.phase
    asks: tuple[Choice, ...]
    if playing is None or not phase:
        head, here, asks = messages.PICK_ONE, "", (messages.MENU, messages.FRIEND, messages.CODE)
    elif phase == "lobby":
        head, here, asks = f"{playing.game.title}: waiting for players.", "/begin, /quit", (BEGIN,)
    else:
        head = f"You're playing {playing.game.title}." if phase == "play" else f"{playing.game.title} is over."
        here, asks = _here(playing)
    lists = (("This table" if phase == "lobby" else "This game", here), ("Games", _GAMES), ("About you", _YOURS))
    return Post((line(head), *(item(f"{name}: {listed}") for name, listed in lists if listed), *operating), asks)


async def suggest(service: Service, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
    """Return labels and values for an option: games for everybody, the rest as operators may know it."""
    if (asked.verb, asked.option) == ("play", "opponent"):
        game = dict(asked.given).get("game", "")
        there = levels.of(get(game)) if game in names() else levels.everywhere()
        return tuple((level, level) for level in there if level.startswith(asked.typed.casefold()))
    if asked.verb == "play":
        ours = await service.operators.offered(inbound) if service.operators is not None else ()
        found = [(f"{get(name).title} · {get(name).minutes} min · {get(name).about}", name) for name in names()]
        found += [(f"{name} ({title})", name) for name, title in ours]
        return tuple(pair for pair in found if asked.typed.casefold() in f"{pair[0]} {pair[1]}".casefold())
    return await service.operators.suggest(inbound, asked) if service.operators is not None else ()
