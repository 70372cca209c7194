"""The end of a game that was still on when its class ended: its words, in place of the game's own.

A game takes that end for a clock that ran out, so it would tell people that they had left, or had not answered.
"""

from bot.session.model import titles
from bot.session.model.amounts import money
from bot.session.model.session import Session
from games.core.display_names import who
from games.core.post import Block, Bold, Post, Voice, line

HEADING = line(Bold("Unfinished: the class ended first"))
"""The heading of such a game's card."""


def ended_by_class(session: Session) -> bool:
    """Return whether a game ended because its class did. One that its rules settle at any time, such as a society, has
    its usual end.
    """
    return session.table.rung and session.ended is not None and session.ended.end == "abandoned"


def closing(session: Session, speak: Voice) -> Post:
    """Return the end of such a game for one reader."""
    assert session.ended is not None
    paid = sorted(session.ended.earnings, key=lambda pair: pair[0] != speak.you)
    earned = ", ".join(f"{_player(session, seat, speak)} {money(amount, session.game.unit)}" for seat, amount in paid)
    told = line("The class has ended, so this game ends unfinished.")
    return Post((line(Bold("GAME OVER")), told, line(Bold("Final Earnings:"), f" {earned}.")))


def carded(session: Session, blocks: tuple[Block, ...] | None) -> tuple[Block, ...] | None:
    """Return a game's card, under a heading of its own if the game is unfinished."""
    return (HEADING, *blocks[1:]) if blocks and ended_by_class(session) else blocks


def _player(session: Session, seat: str, speak: Voice) -> str:
    chair = session.table.chair(seat)
    if chair.kind == "ai" or seat == speak.you:
        return who(seat, speak)
    return titles.called(session, chair.seat, speak.you)
