"""Players' commands about a game: what one may ask or do at any time, whoever is on turn."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from bot.session import lobby, lobby_posts, router
from bot.session.model import audience
from bot.session.model.inbound import Answer, Command
from bot.session.model.table import Asked
from bot.session.replies import QUIT, ask, refuse
from bot.session.unit_of_work import Step
from bot.session.wording import deadlines, messages
from games.core.contract import Seat
from games.core.post import Post, says

Handler = Callable[[Step, Seat], Answer | None]
"""Does one command for a seat. None: it was done, and the answer is the usual one."""


def command(step: Step, seat: Seat, act: Command) -> Answer:
    """Do a command and return its answer; an unknown one is refused with the list of those there are."""
    told = Answer("told", step.session.sid, act.name)
    if act.name == "help":
        step.reply(router.help_post(step.session, act.args == router.OPERATOR), seat=seat)
        return told
    handler = HANDLERS.get(act.name)
    return (handler(step, seat) or told) if handler is not None else _unknown(step, seat, act.name)


def _unknown(step: Step, seat: Seat, name: str) -> Answer:
    return refuse(step, "unknown_command", messages.unknown_command(name, router.COMMANDS), seat)


def _rules(step: Step, seat: Seat) -> None:
    session = step.session
    if session.state is None:
        _undealt(step, seat)
        return
    view = session.game.view(session.state, seat)
    step.reply(session.game.explain(view, step.voice(seat)), seat=seat)


def _status(step: Step, seat: Seat) -> None:
    if step.session.state is None:
        _undealt(step, seat)
        return
    step.say(deadlines.stand(step.session, step.here([seat]), step.now))


def _private(step: Step, seat: Seat) -> None:
    session = step.session
    if session.state is None:
        _undealt(step, seat)
        return
    voice = step.voice(seat)
    sheet = session.game.sheet(session.game.view(session.state, seat), voice)
    asks, stakes = ((), ()) if step.here([seat]).private else audience.apart(session, seat, voice)
    step.reply(replace(sheet, asks=asks), seat=seat, stakes=stakes)


def _resume(step: Step, seat: Seat) -> Answer | None:
    session = step.session
    if session.state is None and session.table.phase != "lobby":
        _undealt(step, seat)
        return None
    step.follow(seat)
    here = step.here([seat])
    step.say(
        lobby_posts.board(step.session) if session.state is None else deadlines.stand(step.session, here, step.now)
    )
    return Answer("told", session.sid, "resume")


def _edited(step: Step, seat: Seat) -> Answer | None:
    return refuse(step, "edited", says(messages.EDITED), seat) if step.session.table.phase == "play" else None


def _quit(step: Step, seat: Seat) -> Answer | None:
    table = step.session.table
    asked = table.question(seat)
    if table.phase == "over":
        step.reply(_over(step), seat=seat)
    elif table.chair(seat).gone:
        step.reply(says(messages.LEFT), seat=seat)
    elif table.phase == "lobby":
        return lobby.leave(step, seat)
    elif asked is not None and asked.text == QUIT:
        step.desk(Asked(seat))
        step.leave(seat)
    else:
        return ask(step, seat, QUIT, messages.leave(table.goes_on_without(seat)))
    return None


def _begin(step: Step, seat: Seat) -> Answer | None:
    if step.session.table.phase == "lobby":
        return lobby.begin(step)
    step.reply(_over(step) if step.session.shut else says(messages.BEGUN), seat=seat)
    return None


def _stay(step: Step, seat: Seat) -> Answer | None:
    table = step.session.table
    if table.phase != "play":
        return _unknown(step, seat, "stay")
    asked = table.question(seat)
    step.desk(Asked(seat))
    step.reply(says(messages.STAY if asked is None or asked.text == QUIT else messages.UNDONE), seat=seat)
    return None


def _undealt(step: Step, seat: Seat) -> None:
    """Say that there is no game yet, or that there will be none."""
    step.reply(_over(step) if step.session.table.phase == "over" else says(messages.WAITING), seat=seat)


def _over(step: Step) -> Post:
    return says(messages.SHUT if step.session.shut else messages.LATE)


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
