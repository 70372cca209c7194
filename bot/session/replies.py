"""Replies to one act within a unit: refusals, questions before what cannot be undone, and what is stale."""

from bot.session.model.clocks import running
from bot.session.model.events import Asked
from bot.session.model.inbound import Answer
from bot.session.unit_of_work import UnitOfWork
from games.core.contract import TABLE, IllegalMove, Seat, Slipped, Unclear
from games.core.post import Post

QUIT = "/quit"
"""The text of the question about leaving."""


def refuse(unit: UnitOfWork, code: str, post: Post, seat: Seat = TABLE) -> Answer:
    """Answer privately that the act does not count. Return the answer."""
    unit.reply(post, seat=seat)
    return Answer("refused", unit.session.sid, code)


def refuse_by_game(unit: UnitOfWork, why: IllegalMove, seat: Seat) -> Answer:
    """Refuse with the game's own sentence for one of the session's codes. Return the answer."""
    session = unit.session
    post = session.game.refuse(why, session.game.view(session.state, seat), unit.voice(seat))
    return refuse(unit, why.code, post, seat)


def stale(unit: UnitOfWork, seat: Seat, stake: str = "") -> Answer:
    """Refuse an act about a decision that is no longer open. `stake`: what the button or the question was about."""
    deadline = running(unit.session)
    ago = None if deadline is None else unit.now - deadline.began
    return refuse_by_game(unit, IllegalMove("stale", stake=stake, ago=ago), seat)


def slip(unit: UnitOfWork, seat: Seat, why: Unclear | IllegalMove) -> Answer:
    """Refuse privately, and charge the error budget where the game says so. Return the answer."""
    if why.strike:
        unit.apply(Slipped(seat, why.code))
    session = unit.session
    post = session.game.refuse(why, session.game.view(session.state, seat), unit.voice(seat))
    # A refusal's own buttons are about what the seat is deciding on now.
    unit.reply(post, seat=seat, stakes=((seat, session.stake(seat)),) if post.asks else ())
    return Answer("refused", session.sid, why.code)


def ask(unit: UnitOfWork, seat: Seat, text: str, post: Post, *, secret: bool = False) -> Answer:
    """Ask before an act that cannot be undone; a button or a typed yes then says `text`. Return the answer.

    The question stands where the words were said: a yes in another place would belong to another game. `secret`: the
    post says more than that the question is open.
    """
    stake = unit.session.stake(seat)
    unit.record(Asked(seat, text, stake))
    unit.reply(post, seat=seat, stakes=((seat, stake),), secret=secret)
    return Answer("asked", unit.session.sid)
