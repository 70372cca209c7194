"""Help: the menu of games, the commands, and answers to acts that lead nowhere."""

from bot.session import arguments
from bot.session.handlers.base import Service
from bot.session.model.inbound import Answer, Asked, Inbound, Join
from bot.session.model.intent import Aside, Help, PlayPress, PlayText, Refused, Request
from bot.session.model.session import Session
from bot.session.model.verbs import GROUPS, of_group
from bot.session.router import COMMANDS, EDITED
from bot.session.wording import messages
from games.core.post import Block, Choice, Gap, Post, item, line, says
from games.core.registry import get, names
from storage.base import Input

SENTENCES = {
    "join": "Write /join and the six letters that your friend was given, such as /join KFMRTA.",
    "rematch": "You have no finished game to play again. /play starts one.",
    "wordless": messages.WORDLESS,
}


async def answer(service: Service, row: Input, request: Request, intent: Help) -> Answer:
    """Show the games to start, or say what is possible instead."""
    if intent.about == "play":
        configured = await service.operators.offered(request) if service.operators is not None else ()
        post = menu(await service.directory.open_game(request), configured)
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
        line("For operators (a command alone says how it is written)"),
        *(item(f"/{group} {verbs}".strip() + f": {GROUPS[group].lower()}") for group, verbs in groups),
    )


async def refuse(service: Service, row: Input, request: Request, intent: Refused) -> Answer:
    """Answer an act that a limit refuses; a sentence that was said a moment ago is not repeated."""
    sentence = service.limiter.tell(request.user, intent)
    if not sentence:
        return await service.aside(row, Answer("ignored", code=intent.code))
    return await service.refuse(row, request, intent.code, sentence)


async def nowhere(service: Service, row: Input, request: Request) -> Answer:
    """Answer an act that found no session. Words that were not said to us get no answer."""
    match request.intent:
        case PlayText() if not request.private and not request.origin:
            return await service.aside(row, Answer("ignored", code="no_game"))
        case Aside(name) if name == EDITED:
            return await service.aside(row, Answer("ignored", code="no_game"))
        case Join():
            sentence = messages.WRONG_CODE
        case PlayPress():
            sentence = messages.GONE
        case Aside(pressed=pressed) if pressed is not None:
            sentence = messages.GONE
        case PlayText(text) if code := arguments.coded(text):
            sentence = messages.CODE_ALONE.format(code=code)
        case _ if request.private and await service.directory.open_game(request, anywhere=True) is not None:
            sentence = messages.ELSEWHERE
        case _:
            sentence = messages.NO_GAME
    return await service.refuse(row, request, "no_game", sentence)


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


def help_post(playing: Session | None, operating: tuple[Block, ...] = ()) -> Post:
    """Return the commands that a person may use now. `operating`: the operators' part of the list."""
    head = (
        f"You are playing {playing.game.title}. Anything else you write is said at the table." if playing else "Parley."
    )
    return Post((line(head), Gap(), *(item(f"/{name}: {about}") for name, about in COMMANDS.items()), *operating))


async def suggest(service: Service, inbound: Inbound, asked: Asked) -> tuple[tuple[str, str], ...]:
    """Return labels and values for an option: games for everybody, the rest as operators may know it."""
    if asked.verb == "play":
        ours = await service.operators.offered(inbound) if service.operators is not None else ()
        found = [(get(name).title, name) for name in names()]
        found += [(f"{name} ({title})", name) for name, title in ours]
        return tuple(pair for pair in found if asked.typed.casefold() in f"{pair[0]} {pair[1]}".casefold())
    return await service.operators.suggest(inbound, asked) if service.operators is not None else ()
