"""Players' commands about a game: what one may ask or do at any time, whoever is on turn."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from bot.session import lobby, router
from bot.session.model import audience
from bot.session.model.events import Asked
from bot.session.model.inbound import Answer, Command
from bot.session.replies import QUIT, ask, refuse
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording import deadlines, messages
from bot.session.wording import lobby as lobby_posts
from games.core.contract import Seat
from games.core.post import Post, says

Handler = Callable[[UnitOfWork, Seat], Answer | None]
"""Does one command for a seat. None: it was done, and the answer is the usual one."""


def command(unit: UnitOfWork, seat: Seat, act: Command) -> Answer:
    """Do a command and return its answer; an unknown one is refused with the list of those there are."""
    told = Answer("told", unit.session.sid, act.name)
    if act.name == "help":
        unit.reply(router.help_post(unit.session, act.args == router.OPERATOR), seat=seat)
        return told
    handler = HANDLERS.get(act.name)
    return (handler(unit, seat) or told) if handler is not None else _unknown(unit, seat, act.name)


def _unknown(unit: UnitOfWork, seat: Seat, name: str) -> Answer:
    return refuse(unit, "unknown_command", messages.unknown_command(name, router.COMMANDS), seat)


def _rules(unit: UnitOfWork, seat: Seat) -> None:
    session = unit.session
    if session.state is None:
        _undealt(unit, seat)
        return
    view = session.game.view(session.state, seat)
    unit.reply(session.game.explain(view, unit.voice(seat)), seat=seat)


def _status(unit: UnitOfWork, seat: Seat) -> None:
    if unit.session.state is None:
        _undealt(unit, seat)
        return
    unit.say(deadlines.stand(unit.session, unit.here([seat]), unit.now))


def _private(unit: UnitOfWork, seat: Seat) -> None:
    session = unit.session
    if session.state is None:
        _undealt(unit, seat)
        return
    voice = unit.voice(seat)
    sheet = session.game.sheet(session.game.view(session.state, seat), voice)
    asks, stakes = ((), ()) if unit.here([seat]).private else audience.apart(session, seat, voice)
    unit.reply(replace(sheet, asks=asks), seat=seat, stakes=stakes)


def _resume(unit: UnitOfWork, seat: Seat) -> Answer | None:
    session = unit.session
    if session.state is None and session.table.phase != "lobby":
        _undealt(unit, seat)
        return None
    unit.follow(seat)
    here = unit.here([seat])
    unit.say(
        lobby_posts.board(unit.session) if session.state is None else deadlines.stand(unit.session, here, unit.now)
    )
    return Answer("told", session.sid, "resume")


def _edited(unit: UnitOfWork, seat: Seat) -> Answer | None:
    return refuse(unit, "edited", says(messages.EDITED), seat) if unit.session.table.phase == "play" else None


def _quit(unit: UnitOfWork, seat: Seat) -> Answer | None:
    table = unit.session.table
    asked = table.question(seat)
    if table.phase == "over":
        unit.reply(_over(unit), seat=seat)
    elif table.chair(seat).gone:
        unit.reply(says(messages.LEFT), seat=seat)
    elif table.phase == "lobby":
        return lobby.leave(unit, seat)
    elif asked is not None and asked.text == QUIT:
        unit.record(Asked(seat))
        unit.leave(seat)
    else:
        return ask(unit, seat, QUIT, messages.leave(table.goes_on_without(seat)))
    return None


def _begin(unit: UnitOfWork, seat: Seat) -> Answer | None:
    if unit.session.table.phase == "lobby":
        return lobby.begin(unit)
    unit.reply(_over(unit) if unit.session.shut else says(messages.BEGUN), seat=seat)
    return None


def _stay(unit: UnitOfWork, seat: Seat) -> Answer | None:
    table = unit.session.table
    if table.phase != "play":
        return _unknown(unit, seat, "stay")
    asked = table.question(seat)
    unit.record(Asked(seat))
    unit.reply(says(messages.STAY if asked is None or asked.text == QUIT else messages.UNDONE), seat=seat)
    return None


def _undealt(unit: UnitOfWork, seat: Seat) -> None:
    """Say that there is no game yet, or that there will be none."""
    unit.reply(_over(unit) if unit.session.table.phase == "over" else says(messages.WAITING), seat=seat)


def _over(unit: UnitOfWork) -> Post:
    return says(messages.SHUT if unit.session.shut else messages.LATE)


HANDLERS: Mapping[str, Handler] = {
    "rules": _rules,
    "status": _status,
    "private": _private,
    router.RESUMED: _resume,
    router.EDITED: _edited,
    "quit": _quit,
    "begin": _begin,
    "stay": _stay,
}
