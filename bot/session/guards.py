"""Guards: what an act of a person passes before it becomes a move, one reason each, in a fixed order.

Each guard either answers the act or lets it pass to the next. Behind the last one the game applies the move. Nothing
here touches more than the unit of work.
"""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from bot.session import questions
from bot.session.context import Context
from bot.session.model.clocks import running
from bot.session.model.events import Asked
from bot.session.model.inbound import Answer
from bot.session.model.intent import Aside, PlayPress, PlayText, Pressed
from bot.session.model.table import Place, Question
from bot.session.wishes import departs
from bot.session.wording import absence, deadlines, messages
from games.core.contract import TABLE, IllegalMove, Reading, Said, Unclear
from games.core.post import says
from games.language.agreement import find
from games.language.text import bare

NOT_YOUR_TURN = IllegalMove("not_your_turn")
RETURNING = frozenset({"resume", "here"})
"""Commands by which somebody who left takes their seat again, as they do with any words."""
SHOWING = RETURNING | {"status"}
"""Commands that show where the game stands."""
QUIT = "/quit"
"""The text of the question about leaving."""


Guard = Callable[[Context], Answer | None]


def member(context: Context) -> Answer | None:
    """Only those who sit here may act. Their next words in this place belong to this game."""
    session = context.unit.session
    if not context.mine:
        if session.table.phase == "lobby":
            return context.refuse("outsider", messages.STANDING)
        return context.refuse("outsider", messages.SHUT if session.shut else messages.NOT_YOURS)
    context.seat = context.mine[0]
    chosen = isinstance(context.intent, PlayPress) or (isinstance(context.intent, PlayText) and context.intent.sid)
    turns = context.turned or context.pressed is not None or chosen
    if turns and session.table.phase != "over":
        context.unit.turn_to(context.inbound.focus)
    return None


def present_again(context: Context) -> Answer | None:
    """A player who was away has the seat again, and a paused game goes on. Players who left see its state again before
    anything they say counts. Nobody comes back into a stage of a study that went on without them.
    """
    table = context.unit.session.table
    away = table.paused or any(chair.missed and chair.seat in context.mine for chair in table.chairs)
    return _back(context) if away and table.phase == "play" else None


def _back(context: Context) -> Answer | None:
    unit, intent = context.unit, context.intent
    name = intent.name if isinstance(intent, Aside) else None
    left = any(unit.session.table.chair(seat).gone for seat in context.mine)
    if left and unit.session.studied:
        return context.refuse("left", messages.PART_OVER)
    if left and name and context.pressed is None and name not in RETURNING:
        return None
    shows = left or name in SHOWING
    here = unit.here(context.mine)
    context.greeted = unit.present(context.mine, here if shows else None)
    if left:
        _renew(context, here)
    if not left or name in SHOWING:
        return None
    # They saw no posts since they left, so this cannot refer to the current decision.
    unit.say(deadlines.stand(unit.session, here, unit.now, context.greeted))
    return Answer("told", unit.session.sid, "back")


def _renew(context: Context, here: Place) -> None:
    """Show a player who had left, and got no posts, the forms in their place beside the table again."""
    unit = context.unit
    for place in unit.session.table.places:
        if place.viewer in context.mine and place.visibility == "private" and place != here:
            unit.say(deadlines.stand(unit.session, place, unit.now, (absence.BACK[0],)))


def seat_of_press(context: Context) -> Answer | None:
    """A button counts for the seat that it was made for, if that is the presser's."""
    pressed = context.pressed
    if pressed is None:
        gone = isinstance(context.intent, PlayPress)
        return context.refuse("gone", messages.GONE, seat=TABLE) if gone else None
    if pressed.seat and pressed.seat not in context.mine:
        return context.refuse("outsider", messages.NOT_YOURS, seat=TABLE)
    context.seat = pressed.seat or context.seat
    return None


def under_way(context: Context) -> Answer | None:
    """Nothing counts before the table is full, nor after the end."""
    session = context.unit.session
    match session.table.phase:
        case "lobby":
            waits = messages.CLASS_WAITS if session.taught else messages.WAITING
            return context.refuse("lobby", messages.PATIENCE if session.studied else waits, seat=TABLE)
        case "over" if session.studied:
            return context.refuse("over", messages.PART_OVER)
        case "over" if session.state is None:
            return context.refuse("over", messages.SHUT)
        case "over":
            return context.refuse_by_game(IllegalMove("over"))
        case _:
            return None


def current_decision(context: Context) -> Answer | None:
    """A button counts while its seat still decides on what it was made for, or where the game lets it count later."""
    now = context.unit.session.stakes[context.seat]
    made_for = context.intent.stake if isinstance(context.intent, PlayText) else ""
    context.stake = (made_for or now) if context.pressed is None else context.pressed.stake
    return context.stale(context.stake) if context.stake != now and context.late(context.stake) else None


def open_question(context: Context) -> Answer | None:
    """A yes does what an open question was about, a no closes it, and any other act counts and lets it age.

    Without this guard the game would read a yes that answers the session, and might accept an offer.
    """
    unit, seat = context.unit, context.seat
    table = unit.session.table
    context.question = question = table.question(seat) if table.questions else None
    if question is None:
        return None
    word = context.word if isinstance(context.intent, PlayText) else ""
    leaving = question.text == QUIT
    yes = word in messages.YES or (word in messages.LEAVING if leaving else _agrees(context, question))
    if word in messages.NO or (leaving and word in messages.STAYING):
        unit.asked(Asked(seat))
        unit.reply(says(messages.STAY if leaving else messages.UNDONE), seat=seat)
        return Answer("told", unit.session.sid, "stay")
    if yes or word == bare(question.text):
        return _confirmed(context, question, yes)
    if not question.aged:
        unit.asked(Asked(seat, question.text, question.stake, question.say, aged=True, question=question.question))
    return None


def _confirmed(context: Context, question: Question, yes: bool) -> Answer | None:
    """Do the act that the question was about, unless the seat faces another decision by now. Ask again if the person
    has said something else since: the yes may be meant for that.
    """
    unit, seat = context.unit, context.seat
    leaving, same = question.text == QUIT, question.stake == unit.session.stake(seat)
    if question.aged and yes and (leaving or same):
        return _ask_again(context, question)
    unit.asked(Asked(seat))
    if leaving:
        unit.leave(seat)
        return Answer("played", unit.session.sid, "quit")
    if question.aged or not same:
        return context.stale(question.stake) if yes else None
    if context.pressed is None:
        context.pressed = Pressed(question.text, "pressed", seat, question.stake)
        context.said = Said(question.text, via="pressed", locale=context.inbound.locale)
    return None


def _ask_again(context: Context, question: Question) -> Answer:
    leaving, goes_on = question.text == QUIT, context.unit.session.table.goes_on_without(context.seat)
    wording = question.question or ""
    about = messages.leave(goes_on) if leaving else messages.confirm(question.text, wording)
    secret = bool(wording)
    return context.ask(question.text, messages.first(about), secret=secret, say=question.say or "", question=wording)


def has_a_say(context: Context) -> Answer | None:
    """Only seats that are awaited, may move or may talk are read at all."""
    context.turn = turn = context.unit.session.turn
    if context.seat in turn.awaited | turn.may | turn.talk:
        return None
    return _departing(context) or context.refuse_by_game(NOT_YOUR_TURN)


def _departing(context: Context, reading: Reading[Any] | Unclear | None = None) -> Answer | None:
    """Ask whether to leave, if words say goodbye in a chat. Of several, somebody else may be meant by what was read."""
    session, intent = context.unit.session, context.intent
    typed = isinstance(intent, PlayText) and not intent.order and context.pressed is None
    others = isinstance(reading, Reading) and len(session.table.chairs) > 2
    if not typed or others or session.terms.tempo.turn is None or not departs(context.said.text) or session.form:
        return None
    return context.ask(QUIT, messages.leave(session.table.goes_on_without(context.seat)))


def meant(context: Context) -> Answer | None:
    """The game reads the words; unclear ones slip. A consent while a question is open is for the question, unless it
    may be a move in the game or was said in passing: then the question is asked again.
    """
    session, seat, question = context.unit.session, context.seat, context.question
    reading = session.game.read(session.game.view(session.state, seat), context.said)
    if question is not None and context.pressed is None and question.stake == context.stake:
        context.asked = question
    mere = isinstance(reading, Unclear) or reading.move is None
    if mere and (leaving := _departing(context, reading)) is not None:
        return leaving
    if isinstance(reading, Reading):
        context.reading = reading if question is None else _with_words(context, question, reading)
    if context.asked is not None and not context.repeats:
        return _beside_question(context, context.asked, reading)
    return context.slip(reading) if isinstance(reading, Unclear) else None


def _with_words(context: Context, question: Question, reading: Reading[Any]) -> Reading[Any]:
    """Return an answer with the words beside what was asked about. A form that says the same has none: another act."""
    about = question.text == context.said.text and context.said.via != "form"
    kept = question.say if about else UNSET
    return replace(reading, say=kept) if kept and not reading.say else reading


def _beside_question(context: Context, asked: Question, reading: Reading[Any] | Unclear) -> Answer | None:
    """Judge words that came while a question is open and are not its own."""
    word, leaving = context.word, asked.text == QUIT
    if not leaving and _does_the_same(context, asked, reading):
        context.asked = None
        return _confirmed(context, asked, yes=True) or meant(context)
    if _half_agrees(word) if leaving else _unclear_whose(context, asked, reading):
        return _ask_again(context, asked)
    if not leaving and not _moves(reading) and find(word).clear_yes:
        # The game takes nothing by these words, so they can only answer us.
        context.asked = None
        return _confirmed(context, asked, yes=True) or meant(context)
    return context.slip(reading) if isinstance(reading, Unclear) else None


def _does_the_same(context: Context, asked: Question, reading: Reading[Any] | Unclear) -> bool:
    """Return whether words name the numbers of a question beside a yes, or accept what it asks to accept."""
    word, found = context.word, find(context.word)
    if questions.echoes(word, asked.text) or questions.echoes(word, asked.question or ""):
        return True
    accepts = word in messages.CONSENT or (found.clear_yes and found.kind == "accept")
    return accepts and isinstance(reading, Reading) and reading.move == _act_of(context, asked)


def _unclear_whose(context: Context, asked: Question, reading: Reading[Any] | Unclear) -> bool:
    """Return whether words may answer our question as well as somebody's offer, or puzzle over it."""
    word, found = context.word, find(context.word)
    if _moves(reading) and _names_theirs(context, asked):
        return False
    about_words, takes = _act_of(context, asked) is None, _takes(context, reading)
    if about_words and _moves(reading):
        # `deal` does not answer "Say this?", but "sounds good" may.
        return takes and found.kind != "accept"
    if takes or word in messages.CONSENT or (not about_words and questions.puzzles(word)):
        return True
    if isinstance(reading, Unclear):
        # What begins or ends with a yes, and is no price and no set, is still about us.
        return found.side == "yes" and not any(map(str.isdigit, word))
    return found.clear_yes and _moves(reading)


def _half_agrees(word: str) -> bool:
    """Return whether words may mean to leave: "sure" and "sounds good" may agree to an offer as well."""
    found = find(word)
    return word in messages.SURE or (found.clear_yes and found.kind != "accept") or questions.puzzles(word)


def _names_theirs(context: Context, asked: Question) -> bool:
    """Return whether words are for what somebody else offers: an order, their name, or what is theirs."""
    if isinstance(context.intent, PlayText) and context.intent.order:
        return True
    others = [chair.name for chair in context.unit.session.table.chairs if chair.seat != context.seat and chair.name]
    return questions.names_theirs(context.word, f"{asked.text} {asked.question or ''}", others)


def _moves(reading: Reading[Any] | Unclear) -> bool:
    return isinstance(reading, Reading) and reading.move is not None


def _takes(context: Context, reading: Reading[Any] | Unclear) -> bool:
    """Return whether a reading takes what stands in the game, as a bare yes does."""
    return isinstance(reading, Reading) and reading.move is not None and reading.move in _taken(context)


def _taken(context: Context) -> tuple[Any, ...]:
    """Return the moves by which a bare yes takes what stands."""
    game, view = context.unit.session.game, context.view()
    readings = (game.read(view, Said(word)) for word in ("accept", "yes"))
    return tuple(reading.move for reading in readings if isinstance(reading, Reading) and reading.move is not None)


def _act_of(context: Context, asked: Question) -> Any:
    """Return the move that a question is about; None for mere words."""
    reading = context.unit.session.game.read(context.view(), Said(asked.text, via="pressed"))
    return reading.move if isinstance(reading, Reading) else UNSET


def _agrees(context: Context, asked: Question) -> bool:
    """Return whether words say nothing but yes to a question about a move."""
    return questions.agrees(context.word, own=_act_of(context, asked) not in _taken(context))


def in_time(context: Context) -> Answer | None:
    """Typed words count for the decision that their author knew of: an AI may have answered their last ones since. Mere
    talk is never late; where nobody but the seat may talk, its words take the turn.

    Where the running clock begins in this process's future, two processes disagree about the time, and nothing is late.
    """
    talk = context.reading.move is None and context.turn.talk != {context.seat}
    if talk or context.pressed is not None:
        return None
    deadline = running(context.unit.started)
    if deadline is None or not context.inbound.at <= deadline.began <= context.unit.now:
        return None
    return context.stale() if context.late("") else None


def meant_here(context: Context) -> Answer | None:
    """A bare yes that was routed to a game that has ended may not take an offer of this one unasked."""
    if not context.turned or context.reading.move is None:
        return None
    if context.word not in messages.YES | messages.SURE | messages.CONSENT:
        return None
    text = context.said.text
    which = messages.OTHER.format(text=text, game=context.unit.session.game.title)
    return context.ask(text, messages.confirm(text, which), question=which)


def confirmed(context: Context) -> Answer | None:
    """An act that cannot be undone is asked about first: a button of the mood `stop`, and whatever the game asks about,
    unless it is the question's own words once more. A button without a question is plain, a form may still hold a slip.
    """
    reading, pressed = context.reading, context.pressed
    if pressed is not None and pressed.question:
        return context.ask(pressed.text, messages.confirm(pressed.text, pressed.question), question=pressed.question)
    plain = pressed is not None and pressed.via == "pressed"
    if plain or not reading.confirm or context.repeats:
        return None
    question = reading.question
    post = messages.confirm(reading.confirm, question)
    return context.ask(reading.confirm, post, secret=bool(question), say=reading.say, question=question)


def on_turn(context: Context) -> Answer | None:
    """A move needs a seat that is awaited or may move; words alone, one that may talk."""
    turn = context.turn
    able = turn.awaited | turn.may if context.reading.move is not None else turn.talk | turn.may | turn.awaited
    return None if context.seat in able else context.refuse_by_game(NOT_YOUR_TURN)


ASIDES: tuple[Guard, ...] = (member, present_again, seat_of_press)
"""For commands, which are done at any time; in the order in which an act passes them."""
GUARDS: tuple[Guard, ...] = (
    *ASIDES,
    under_way,
    current_decision,
    open_question,
    has_a_say,
    meant,
    in_time,
    meant_here,
    confirmed,
    on_turn,
)
"""For moves and words; in the order in which an act passes them."""
