"""The ladder of guards: what becomes of one act of one person. Pure: it works on a step and touches nothing else.

Each rung either answers, in a sentence, or lets the act pass on to the next; the last rung is the game.
"""

from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from bot.sessions import deadlines, front, lobbies, lobby, places, words
from bot.sessions.inbound import Answer, Command, Inbound, Press, Text
from bot.sessions.records import Asked
from bot.sessions.step import Step
from games.core import TABLE, IllegalMove, Moved, Reading, Said, Seat, Slipped, Unclear
from games.post import Form, Post, says

QUIT = "/quit"


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a button said, for which seat, about which stake."""

    text: str
    via: Literal["pressed", "form"]
    seat: Seat
    stake: str


def fill(form: Form, fields: dict[str, str]) -> str:
    """The text that a filled form says; fields that are missing say nothing."""
    text = form.says
    for field in form.fields:
        text = text.replace("{" + field.key + "}", fields.get(field.key, "").strip())
    return text


def act(step: Step, inbound: Inbound, pressed: Pressed | None, *, turned: bool = False) -> Answer:
    """The answer to one act; `pressed` is what stands behind it if it is a button. `turned`: the words were routed to a
    game that has ended, and came here because this one is on.
    """
    session, done = step.session, inbound.act
    mine = session.table.seats_of(inbound.user)
    if not mine:
        why = words.STANDING if session.table.phase == "lobby" else words.SHUT if session.shut else words.NOT_YOURS
        return _refuse(step, "outsider", says(why))
    if (turned or isinstance(done, Press)) and session.table.phase != "over":
        step.turn_to(inbound.place)
    if isinstance(done, Command) and done.name in session.game.words and session.table.phase == "play":
        done = Text(f"{done.name} {done.args}".strip(), order=True)
        inbound = replace(inbound, act=done)
    if session.table.phase == "play" and any(session.table.chair(seat).gone for seat in mine):
        if isinstance(done, Command):
            return command(step, mine[0], done)
        # They saw no posts since they left, so this cannot refer to the current decision.
        step.present(mine)
        step.say(deadlines.stand(step.session, step.here(mine), step.now))
        return Answer("told", session.sid, "back")
    step.present(mine)
    session = step.session
    if isinstance(done, Command):
        return command(step, mine[0], done)
    if isinstance(done, Press) and pressed is None:
        return _refuse(step, "gone", says(words.GONE))
    seat = mine[0]
    if pressed is not None:
        if pressed.seat and pressed.seat not in mine:
            return _refuse(step, "outsider", says(words.NOT_YOURS))
        seat = pressed.seat or seat
        if pressed.text.startswith("/"):
            return command(step, seat, Command(pressed.text[1:]))
    if session.table.phase == "lobby":
        return _refuse(step, "lobby", says(words.WAITING))
    if session.state is None:
        return _refuse(step, "over", says(words.SHUT), seat)
    view, voice = session.game.view(session.state, seat), step.voice(seat)
    if session.table.phase == "over":
        return _refuse(step, "over", session.game.refuse(IllegalMove("over"), view, voice), seat)
    stake = session.stake(seat) if pressed is None else pressed.stake
    if stake != session.stake(seat) and session.game.late(view, _said(inbound, pressed), stake):
        return _stale(step, seat, stake)
    question = session.table.question(seat)
    if question is not None:
        answer, confirmed = _answered(step, seat, done.text if isinstance(done, Text) else "")
        if answer is not None:
            return answer
        pressed = pressed or confirmed
    turn = session.turn
    if seat not in turn.awaited | turn.may | turn.talk:
        return _refuse(step, "not_your_turn", session.game.refuse(IllegalMove("not_your_turn"), view, voice), seat)
    said = _said(inbound, pressed)
    reading = session.game.read(view, said)
    asked = question if question is not None and pressed is None and question.stake == stake else None
    twice = asked is not None and isinstance(reading, Reading) and reading.confirm == asked.text
    passing = words.SURE if asked is not None and asked.text == QUIT else words.CONSENT
    if asked is not None and not twice and words.bare(said.text) in passing:
        leaving = words.leave(session.table.goes_on_without(seat))
        return _ask(step, seat, asked.text, words.first(leaving if asked.text == QUIT else words.confirm(asked.text)))
    if isinstance(reading, Unclear):
        return _slip(step, seat, reading)
    before = reading.move is not None and pressed is None and _was_before(step, inbound)
    if before and session.game.late(view, said, ""):
        return _stale(step, seat)
    if turned and reading.move is not None and words.bare(said.text) in words.YES | words.SURE | words.CONSENT:
        # They may have meant the game that has just ended: a bare yes could take an offer that they did not think of.
        which = words.OTHER.format(text=said.text, game=session.game.title)
        return _ask(step, seat, said.text, words.confirm(said.text, which))
    if reading.confirm and pressed is None and not twice:
        post = words.confirm(reading.confirm, reading.question)
        return _ask(step, seat, reading.confirm, post, secret=bool(reading.question))
    if seat not in (turn.awaited | turn.may if reading.move is not None else turn.talk | turn.may | turn.awaited):
        return _refuse(step, "not_your_turn", session.game.refuse(IllegalMove("not_your_turn"), view, voice), seat)
    try:
        step.apply(Moved(seat, reading.move, reading.say))
    except IllegalMove as refusal:
        return _slip(step, seat, refusal)
    return Answer("played" if reading.move is not None else "said", session.sid)


def behind(step: Step, inbound: Inbound) -> bool:
    """Tell a player that the store lost what they saw last: their words may mean an offer that is gone. False if they
    play no running game here.
    """
    mine = step.session.table.seats_of(inbound.user)
    if not mine or step.session.table.phase != "play":
        return False
    step.reply(says(words.BACK), seat=mine[0])
    step.say(deadlines.stand(step.session, step.here(mine), step.now))
    return True


def command(step: Step, seat: Seat, act: Command) -> Answer:
    """What a player may ask about a game, at any time."""
    session = step.session
    dealt, asked = session.state is not None, session.table.question(seat)
    voice, over = step.voice(seat), says(words.SHUT if session.shut else words.LATE)
    match act.name:
        case "help":
            step.reply(front.help_post(session, act.args == front.OPERATOR), seat=seat)
        case "rules" if dealt:
            step.reply(session.game.explain(session.game.view(session.state, seat), voice), seat=seat)
        case "status" if dealt:
            step.say(deadlines.stand(session, step.here([seat]), step.now))
        case front.RESUMED if dealt:
            step.follow(seat)
            step.say(deadlines.stand(step.session, step.here([seat]), step.now))
            return Answer("told", session.sid, "resume")
        case "private" if dealt:
            sheet = session.game.sheet(session.game.view(session.state, seat), voice)
            asks, stakes = ((), ()) if step.here([seat]).private else places.apart(session, seat, voice)
            step.reply(replace(sheet, asks=asks), seat=seat, stakes=stakes)
        case front.RESUMED if session.table.phase == "lobby":
            step.follow(seat)
            step.say(lobbies.board(step.session))
            return Answer("told", session.sid, "resume")
        case "rules" | "status" | "private" | front.RESUMED:
            step.reply(over if session.table.phase == "over" else says(words.WAITING), seat=seat)
        case front.EDITED if session.table.phase == "play":
            return _refuse(step, "edited", says(words.EDITED), seat)
        case front.EDITED:
            pass
        case "quit" if session.table.phase == "over":
            step.reply(over, seat=seat)
        case "quit" if session.table.chair(seat).gone:
            step.reply(says(words.LEFT), seat=seat)
        case "quit" if session.table.phase == "lobby":
            return lobby.leave(step, seat)
        case "begin" if session.table.phase == "lobby":
            return lobby.begin(step)
        case "begin":
            step.reply(over if session.shut else says(words.BEGUN), seat=seat)
        case "quit" if asked is not None and asked.text == QUIT:
            step.desk(Asked(seat))
            step.leave(seat)
        case "quit":
            return _ask(step, seat, QUIT, words.leave(session.table.goes_on_without(seat)))
        case "stay" if session.table.phase == "play":
            step.desk(Asked(seat))
            step.reply(says(words.STAY if asked is None or asked.text == QUIT else words.UNDONE), seat=seat)
        case _:
            return _refuse(step, "unknown_command", words.unknown_command(act.name, front.COMMANDS), seat)
    return Answer("told", session.sid, act.name)


def _refuse(step: Step, code: str, post: Post, seat: Seat = TABLE) -> Answer:
    step.reply(post, seat=seat)
    return Answer("refused", step.session.sid, code)


def _said(inbound: Inbound, pressed: Pressed | None) -> Said:
    """What a button says, or what was typed."""
    if pressed is not None:
        return Said(pressed.text, via=pressed.via, locale=inbound.locale)
    assert isinstance(inbound.act, Text)
    return Said(inbound.act.text, locale=inbound.locale, order=inbound.act.order)


def _stale(step: Step, seat: Seat, stake: str = "") -> Answer:
    """Refuse what was about something that is decided on no more. `stake`: what a button or a question was about."""
    session = step.session
    began = deadlines.began(session)
    why = IllegalMove("stale", stake=stake, ago=None if began is None else step.now - began)
    post = session.game.refuse(why, session.game.view(session.state, seat), step.voice(seat))
    return _refuse(step, "stale", post, seat)


def _was_before(step: Step, inbound: Inbound) -> bool:
    """Whether an act had come in before the clock began that runs now: whoever sent it knew of the last one only.
    Where the clock begins in what is the future here, two processes disagree about the time, and nothing is late.
    """
    began = deadlines.began(step.session)
    return began is not None and inbound.at < began <= step.now


def _slip(step: Step, seat: Seat, why: Unclear | IllegalMove) -> Answer:
    """Refuse privately, and charge the error budget where the game says so."""
    if why.strike:
        step.apply(Slipped(seat, why.code))
    session = step.session
    view = session.game.view(session.state, seat)
    post = session.game.refuse(why, view, step.voice(seat))
    # What a refusal offers instead is about what the seat is deciding on now.
    step.reply(post, seat=seat, stakes=((seat, session.stake(seat)),) if post.asks else ())
    return Answer("refused", session.sid, why.code)


def _ask(step: Step, seat: Seat, text: str, post: Post, *, secret: bool = False) -> Answer:
    """Ask before something that cannot be undone. A button or a typed yes then says `text`.

    What was said where others read is asked about there: a yes in another place would be one to another game. `secret`:
    the question says more than that.
    """
    stake = step.session.stake(seat)
    step.desk(Asked(seat, text, stake))
    step.reply(post, seat=seat, stakes=((seat, stake),), secret=secret)
    return Answer("asked", step.session.sid)


def _answered(step: Step, seat: Seat, text: str) -> tuple[Answer | None, Pressed | None]:
    """Close the open question of a seat. A yes does what was asked about, a no is answered, all else is itself.

    Without this rung a "yes" meant for us would be read by the game, where it may accept an offer.
    """
    question = step.session.table.question(seat)
    assert question is not None
    step.desk(Asked(seat))
    word = words.bare(text)
    leaving = question.text == QUIT
    yes = word in words.YES or word in (words.LEAVING if leaving else words.SURE)
    if word in words.NO or (leaving and word in words.STAYING):
        step.reply(says(words.STAY if leaving else words.UNDONE), seat=seat)
        return Answer("told", step.session.sid, "stay"), None
    if not yes and word != words.bare(question.text):
        return None, None
    if leaving:
        step.leave(seat)
        return Answer("played", step.session.sid, "quit"), None
    if question.stake == step.session.stake(seat):
        return None, Pressed(question.text, "pressed", seat, question.stake)
    if not yes:
        return None, None
    return _stale(step, seat, question.stake), None
