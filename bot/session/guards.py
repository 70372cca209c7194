"""Guards: what an act of a person passes before it becomes a move, one reason each, in a fixed order.

Each guard either answers the act or lets it pass to the next. Behind the last one the game applies the move. Nothing
here touches more than the unit of work.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from bot.session.commands import command
from bot.session.model.clocks import running
from bot.session.model.events import Asked
from bot.session.model.inbound import Answer, Command, Inbound, Press, Text
from bot.session.model.session import Session
from bot.session.model.table import Question
from bot.session.replies import QUIT, ask, refuse, refuse_by_game, slip, stale
from bot.session.unit_of_work import UnitOfWork
from bot.session.wording import deadlines, messages
from games.core.contract import TABLE, IllegalMove, Moved, Reading, Said, Seat, Unclear
from games.core.post import Form, says


@dataclass(frozen=True, slots=True)
class Pressed:
    """A pressed button: the text it says, for which seat, about which stake."""

    text: str
    via: Literal["pressed", "form"]
    seat: Seat
    stake: str


def fill(form: Form, fields: dict[str, str]) -> str:
    """Return the text that a filled form says; fields that are missing say nothing."""
    text = form.says
    for one in form.fields:
        text = text.replace("{" + one.key + "}", fields.get(one.key, "").strip())
    return text


@dataclass(slots=True)
class Context:
    """One act on its way. `turned`: the words were routed to a game that has ended, and came here because this is on.

    `mine` and `seat` are the person's seats and the one that acts; `stake` is what the act is about. `question` was
    open when the act came; `asked` is that question while these words may still be about it. `reading` is their move.
    """

    unit: UnitOfWork
    inbound: Inbound
    pressed: Pressed | None
    turned: bool
    mine: tuple[Seat, ...]
    seat: Seat = TABLE
    stake: str = ""
    question: Question | None = None
    asked: Question | None = None
    reading: Reading[object] = field(default_factory=lambda: Reading(None, ""))

    @property
    def session(self) -> Session:
        return self.unit.session

    @property
    def said(self) -> Said:
        """The text of the button, or what was typed."""
        if self.pressed is not None:
            return Said(self.pressed.text, via=self.pressed.via, locale=self.inbound.locale)
        assert isinstance(self.inbound.act, Text)
        return Said(self.inbound.act.text, locale=self.inbound.locale, order=self.inbound.act.order)

    @property
    def word(self) -> str:
        """The words in the form that is compared with answers."""
        return messages.bare(self.said.text)

    @property
    def repeats(self) -> bool:
        """True if the words are the question's own once more, which confirms them."""
        return self.asked is not None and self.reading.confirm == self.asked.text

    def late(self, stake: str) -> bool:
        """Return whether the game takes these words for a decision that is no longer open."""
        session = self.session
        return session.game.late(session.game.view(session.state, self.seat), self.said, stake)


Guard = Callable[[Context], Answer | None]


def act(unit: UnitOfWork, inbound: Inbound, pressed: Pressed | None, *, turned: bool = False) -> Answer:
    """Return the answer to one act; `pressed` is what stands behind it if it is a button, `turned` as in `Context`."""
    context = Context(unit, inbound, pressed, turned, unit.session.table.seats_of(inbound.user))
    for guard in GUARDS:
        answer = guard(context)
        if answer is not None:
            return answer
    return _played(context)


def member(context: Context) -> Answer | None:
    """Only those who sit here may act. Their next words in this place belong to this game."""
    session, done = context.session, context.inbound.act
    if not context.mine:
        why = (
            messages.STANDING
            if session.table.phase == "lobby"
            else messages.SHUT
            if session.shut
            else messages.NOT_YOURS
        )
        return refuse(context.unit, "outsider", says(why))
    context.seat = context.mine[0]
    if (context.turned or isinstance(done, Press)) and session.table.phase != "over":
        context.unit.turn_to(context.inbound.place)
    if isinstance(done, Command) and done.name in session.game.words and session.table.phase == "play":
        order = Text(f"{done.name} {done.args}".strip(), order=True)
        context.inbound = replace(context.inbound, act=order)
    return None


def present_again(context: Context) -> Answer | None:
    """A player who had left is shown where the game stands before anything they say counts."""
    table, unit = context.session.table, context.unit
    left = table.phase == "play" and any(table.chair(seat).gone for seat in context.mine)
    if left and isinstance(context.inbound.act, Command):
        return None
    unit.present(context.mine)
    if not left:
        return None
    # They saw no posts since they left, so this cannot refer to the current decision.
    unit.say(deadlines.stand(unit.session, unit.here(context.mine), unit.now))
    return Answer("told", unit.session.sid, "back")


def commanded(context: Context) -> Answer | None:
    """Commands are done at any time."""
    done = context.inbound.act
    return command(context.unit, context.seat, done) if isinstance(done, Command) else None


def seat_of_press(context: Context) -> Answer | None:
    """A button counts for the seat that it was made for, if that is the presser's; one may say a command."""
    pressed = context.pressed
    if pressed is None:
        gone = isinstance(context.inbound.act, Press)
        return refuse(context.unit, "gone", says(messages.GONE)) if gone else None
    if pressed.seat and pressed.seat not in context.mine:
        return refuse(context.unit, "outsider", says(messages.NOT_YOURS))
    context.seat = pressed.seat or context.seat
    if pressed.text.startswith("/"):
        return command(context.unit, context.seat, Command(pressed.text[1:]))
    return None


def dealt(context: Context) -> Answer | None:
    """There must be a game: the table is full, and was not closed before."""
    if context.session.table.phase == "lobby":
        return refuse(context.unit, "lobby", says(messages.WAITING))
    if context.session.state is None:
        return refuse(context.unit, "over", says(messages.SHUT), context.seat)
    return None


def not_over(context: Context) -> Answer | None:
    """Nothing counts after the end."""
    over = context.session.table.phase == "over"
    return refuse_by_game(context.unit, IllegalMove("over"), context.seat) if over else None


def current_decision(context: Context) -> Answer | None:
    """A button counts while its seat still decides on what it was made for, or where the game lets it count later."""
    now = context.session.stake(context.seat)
    context.stake = now if context.pressed is None else context.pressed.stake
    if context.stake != now and context.late(context.stake):
        return stale(context.unit, context.seat, context.stake)
    return None


def open_question(context: Context) -> Answer | None:
    """An open question is closed: a yes does what was asked about, a no is answered, all else is itself.

    Without this guard a yes meant for us would be read by the game, where it may accept an offer.
    """
    unit, seat = context.unit, context.seat
    context.question = question = context.session.table.question(seat)
    if question is None:
        return None
    unit.record(Asked(seat))
    word = messages.bare(context.inbound.act.text if isinstance(context.inbound.act, Text) else "")
    leaving = question.text == QUIT
    yes = word in messages.YES or word in (messages.LEAVING if leaving else messages.SURE)
    if word in messages.NO or (leaving and word in messages.STAYING):
        unit.reply(says(messages.STAY if leaving else messages.UNDONE), seat=seat)
        return Answer("told", unit.session.sid, "stay")
    if not yes and word != messages.bare(question.text):
        return None
    return _confirmed(context, question, yes)


def _confirmed(context: Context, question: Question, yes: bool) -> Answer | None:
    """Do what was asked about, unless something else is decided on by now."""
    unit, seat = context.unit, context.seat
    if question.text == QUIT:
        unit.leave(seat)
        return Answer("played", unit.session.sid, "quit")
    if question.stake == unit.session.stake(seat):
        context.pressed = context.pressed or Pressed(question.text, "pressed", seat, question.stake)
        return None
    return stale(unit, seat, question.stake) if yes else None


def has_a_say(context: Context) -> Answer | None:
    """Only seats that are awaited, may move or may talk are read at all."""
    turn = context.session.turn
    return None if context.seat in turn.awaited | turn.may | turn.talk else _not_your_turn(context)


def meant(context: Context) -> Answer | None:
    """The game reads the words. A consent in passing while a question is open is asked about; unclear words slip."""
    session, seat, question = context.session, context.seat, context.question
    reading = session.game.read(session.game.view(session.state, seat), context.said)
    if question is not None and context.pressed is None and question.stake == context.stake:
        context.asked = question
    if isinstance(reading, Reading):
        context.reading = reading
    if (asked := context.asked) is not None and not context.repeats:
        leaving = asked.text == QUIT
        if context.word in (messages.SURE if leaving else messages.CONSENT):
            about = messages.leave(session.table.goes_on_without(seat)) if leaving else messages.confirm(asked.text)
            return ask(context.unit, seat, asked.text, messages.first(about))
    return slip(context.unit, seat, reading) if isinstance(reading, Unclear) else None


def in_time(context: Context) -> Answer | None:
    """Typed words count for the decision that their author knew of.

    Where the running clock begins in this process's future, two processes disagree about the time, and nothing is late.
    """
    deadline = running(context.session)
    if context.reading.move is None or context.pressed is not None or deadline is None:
        return None
    if context.inbound.at < deadline.began <= context.unit.now and context.late(""):
        return stale(context.unit, context.seat)
    return None


def meant_here(context: Context) -> Answer | None:
    """A bare yes that was routed to a game that has ended may not take an offer of this one unasked."""
    text = context.said.text
    if (
        context.turned
        and context.reading.move is not None
        and context.word in messages.YES | messages.SURE | messages.CONSENT
    ):
        which = messages.OTHER.format(text=text, game=context.session.game.title)
        return ask(context.unit, context.seat, text, messages.confirm(text, which))
    return None


def confirmed(context: Context) -> Answer | None:
    """Typed words that cannot be undone are asked about first, unless they are the question's own once more."""
    reading = context.reading
    if reading.confirm and context.pressed is None and not context.repeats:
        post = messages.confirm(reading.confirm, reading.question)
        return ask(context.unit, context.seat, reading.confirm, post, secret=bool(reading.question))
    return None


def on_turn(context: Context) -> Answer | None:
    """A move needs a seat that is awaited or may move; words alone, one that may talk."""
    turn = context.session.turn
    able = turn.awaited | turn.may if context.reading.move is not None else turn.talk | turn.may | turn.awaited
    return None if context.seat in able else _not_your_turn(context)


GUARDS: tuple[Guard, ...] = (
    member,
    present_again,
    commanded,
    seat_of_press,
    dealt,
    not_over,
    current_decision,
    open_question,
    has_a_say,
    meant,
    in_time,
    meant_here,
    confirmed,
    on_turn,
)
"""In the order in which an act passes them."""


def _not_your_turn(context: Context) -> Answer:
    return refuse_by_game(context.unit, IllegalMove("not_your_turn"), context.seat)


def _played(context: Context) -> Answer:
    """Apply the move. A rule may still refuse it, which leaves no trace."""
    reading, unit = context.reading, context.unit
    try:
        unit.apply(Moved(context.seat, reading.move, reading.say))
    except IllegalMove as refusal:
        return slip(unit, context.seat, refusal)
    return Answer("played" if reading.move is not None else "said", unit.session.sid)


def behind(unit: UnitOfWork, inbound: Inbound) -> bool:
    """Tell a player that the store lost what they saw last: their words may mean an offer that is gone.

    Return False if they play no running game here.
    """
    mine = unit.session.table.seats_of(inbound.user)
    if not mine or unit.session.table.phase != "play":
        return False
    unit.reply(says(messages.BACK), seat=mine[0])
    unit.say(deadlines.stand(unit.session, unit.here(mine), unit.now))
    return True
