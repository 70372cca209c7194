"""Commands of players about their game: what each does, for one seat."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from bot.session import lobby
from bot.session.context import Context
from bot.session.guards import QUIT
from bot.session.handlers import help, receipt, strangers
from bot.session.model import audience
from bot.session.model.events import Asked
from bot.session.model.inbound import Answer
from bot.session.router import COMMANDS
from bot.session.wording import absence, deadlines, messages
from bot.session.wording import lobby as lobby_posts
from games.core.post import Block, Post, says


def do(context: Context, name: str, prepared: tuple[Block, ...]) -> Answer:
    """Do a command and return its answer; an unknown one is refused with the list of all commands."""
    told = Answer("told", context.unit.session.sid, name)
    if name == "help":
        context.unit.reply(help.help_post(context.unit.session, prepared), seat=context.seat)
        return told
    if name == "verify" and context.unit.session.studied:
        return context.refuse("study", messages.STUDY)
    if name == "verify":
        receipt.verify(context, prepared)
        return told
    command = COMMAND.get(name)
    return (command(context) or told) if command is not None else _unknown(context, name)


def _unknown(context: Context, name: str) -> Answer:
    context.unit.reply(messages.unknown_command(name, COMMANDS), seat=context.seat)
    return Answer("refused", context.unit.session.sid, "unknown_command")


def _rules(context: Context) -> None:
    session = context.unit.session
    if session.state is None:
        _undealt(context)
        return
    context.unit.reply(session.game.explain(context.view(), context.unit.voice(context.seat)), seat=context.seat)


def _status(context: Context) -> None:
    unit = context.unit
    if unit.session.state is None:
        _undealt(context)
        return
    unit.say(deadlines.stand(unit.session, unit.here([context.seat]), unit.now, context.greeted))


def _here(context: Context) -> None:
    if context.unit.session.table.phase != "play":
        _undealt(context)
    elif context.greeted:
        _status(context)
    else:
        context.unit.reply(says(absence.STAYS), seat=context.seat, secret=False)


def _private(context: Context) -> None:
    unit, seat = context.unit, context.seat
    session = unit.session
    if session.state is None:
        _undealt(context)
        return
    voice = unit.voice(seat)
    sheet = session.game.sheet(context.view(), voice)
    asks, stakes = ((), ()) if unit.here([seat]).private else audience.apart(session, seat, voice)
    unit.reply(replace(sheet, asks=asks), seat=seat, stakes=stakes, card=audience.card(session, voice))


def _resume(context: Context) -> None:
    unit, seat = context.unit, context.seat
    if unit.session.state is None and unit.session.table.phase != "lobby":
        _undealt(context)
        return
    unit.follow(seat)
    here, session = unit.here([seat]), unit.session
    state = session.state
    unit.say(lobby_posts.board(session) if state is None else deadlines.stand(session, here, unit.now, context.greeted))


def _edited(context: Context) -> Answer | None:
    return context.refuse("edited", messages.EDITED) if context.unit.session.table.phase == "play" else None


def _quit(context: Context) -> Answer | None:
    unit, seat = context.unit, context.seat
    table = unit.session.table
    asked = table.question(seat)
    if table.phase == "over":
        unit.reply(_over(context), seat=seat)
    elif table.chair(seat).gone:
        unit.reply(says(messages.LEFT), seat=seat)
    elif table.phase == "lobby":
        return lobby.leave(unit, seat)
    elif asked is not None and asked.text == QUIT:
        unit.asked(Asked(seat))
        unit.leave(seat)
    else:
        return context.ask(QUIT, messages.leave(table.goes_on_without(seat)))
    return None


def _begin(context: Context) -> Answer | None:
    if context.unit.session.table.phase == "lobby" and context.unit.session.studied:
        return context.refuse("lobby", messages.PATIENCE)
    if context.unit.session.table.phase == "lobby" and context.unit.session.taught:
        return context.refuse("lobby", messages.CLASS_WAITS)
    if context.unit.session.table.phase == "lobby":
        return lobby.begin(context.unit)
    context.unit.reply(_over(context) if context.unit.session.shut else says(messages.BEGUN), seat=context.seat)
    return None


def _stay(context: Context) -> Answer | None:
    unit, seat = context.unit, context.seat
    if unit.session.table.phase != "play":
        return _unknown(context, "stay")
    asked = unit.session.table.question(seat)
    unit.asked(Asked(seat))
    unit.reply(says(messages.STAY if asked is not None and asked.text == QUIT else messages.UNDONE), seat=seat)
    return None


def _undealt(context: Context) -> None:
    """Say that there is no game yet, or that there will be none."""
    over = context.unit.session.table.phase == "over"
    waits = messages.CLASS_WAITS if context.unit.session.taught else messages.WAITING
    context.unit.reply(_over(context) if over else says(waits), seat=context.seat)


def _over(context: Context) -> Post:
    if context.unit.session.studied:
        return says(messages.PART_OVER)
    return says(messages.SHUT if context.unit.session.shut else messages.LATE)


COMMAND: Mapping[str, Callable[[Context], Answer | None]] = {
    "rules": _rules,
    "status": _status,
    "here": _here,
    "private": _private,
    "resume": _resume,
    "edited": _edited,
    "quit": _quit,
    "begin": _begin,
    "stay": _stay,
    "mute": strangers.mute,
    "block": strangers.block,
    "report": strangers.report,
}
"""Does one command for a seat. None: it was done, and the answer is the usual one."""
