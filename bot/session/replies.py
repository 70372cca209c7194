"""Replies to one act within a step: refusals, questions before what cannot be undone, and what is stale."""

from bot.session.model.inbound import Answer
from bot.session.model.table import Asked
from bot.session.unit_of_work import Step
from bot.session.wording import deadlines
from games.core.contract import TABLE, IllegalMove, Seat, Slipped, Unclear
from games.core.post import Post

QUIT = "/quit"
"""The text of the question about leaving."""


def refuse(step: Step, code: str, post: Post, seat: Seat = TABLE) -> Answer:
    """Answer privately that the act does not count. Return the answer."""
    step.reply(post, seat=seat)
    return Answer("refused", step.session.sid, code)


def refuse_by_game(step: Step, why: IllegalMove, seat: Seat) -> Answer:
    """Refuse with the game's own sentence for one of the session's codes. Return the answer."""
    session = step.session
    post = session.game.refuse(why, session.game.view(session.state, seat), step.voice(seat))
    return refuse(step, why.code, post, seat)


def stale(step: Step, seat: Seat, stake: str = "") -> Answer:
    """Refuse an act about a decision that is no longer open. `stake`: what the button or the question was about."""
    began = deadlines.began(step.session)
    ago = None if began is None else step.now - began
    return refuse_by_game(step, IllegalMove("stale", stake=stake, ago=ago), seat)


def slip(step: Step, seat: Seat, why: Unclear | IllegalMove) -> Answer:
    """Refuse privately, and charge the error budget where the game says so. Return the answer."""
    if why.strike:
        step.apply(Slipped(seat, why.code))
    session = step.session
    post = session.game.refuse(why, session.game.view(session.state, seat), step.voice(seat))
    # A refusal's own buttons are about what the seat is deciding on now.
    step.reply(post, seat=seat, stakes=((seat, session.stake(seat)),) if post.asks else ())
    return Answer("refused", session.sid, why.code)


def ask(step: Step, seat: Seat, text: str, post: Post, *, secret: bool = False) -> Answer:
    """Ask before an act that cannot be undone; a button or a typed yes then says `text`. Return the answer.

    The question stands where the words were said: a yes in another place would belong to another game. `secret`: the
    post says more than that the question is open.
    """
    stake = step.session.stake(seat)
    step.desk(Asked(seat, text, stake))
    step.reply(post, seat=seat, stakes=((seat, stake),), secret=secret)
    return Answer("asked", step.session.sid)
