"""Decisions of AI seats in a step: their briefs, and moves of analytic players in the step that led there."""

import time

import structlog

from bot import keys
from bot.players import analytic
from bot.players.base import Brief, Decision, briefed
from bot.players.exchange import Recall, nothing
from bot.session.model import receipt
from bot.session.model.events import Decided
from bot.session.model.session import Session
from bot.session.model.table import ERASED
from bot.session.repository import SessionRepository
from bot.session.unit_of_work import UnitOfWork
from games.core.contract import Seat

log = structlog.get_logger(__name__)

IN_A_ROW = 32
"""Maximum of decisions of analytic players in one step; they take about a millisecond each."""


def go_on(unit: UnitOfWork, sessions: SessionRepository) -> None:
    """Make the moves of analytic players up to a person's next turn in the same step: one commit, and one post.

    What such a player cannot do at once is left to a job of its own.
    """
    for _ in range(IN_A_ROW):
        session = unit.session
        if not session.automatic:
            return
        chair = next(chair for chair in session.table.chairs if chair.seat in session.turn.awaited)
        name, began = chair.strategy or session.game.default_player, time.perf_counter()
        if name not in session.game.players:
            return
        try:
            if not isinstance(sessions.strategies(name, session.game), analytic.Analytic):
                return
            brief = brief_for(session, chair.seat)
            made = analytic.decide(name, brief)
            refused = brief.legal(made.move, made.say) is not None
        except Exception as problem:  # what led here must stand all the same
            log.warning("strategy_failed", strategy=name, error=type(problem).__name__)
            return
        if refused:
            return
        sessions.metrics.decided(session.game.name, name, made.source, time.perf_counter() - began)
        play_out(unit, chair.seat, made)


def play_out(unit: UnitOfWork, seat: Seat, made: Decision) -> None:
    """Record a decision, and make its move."""
    if made.player:
        unit.commit_player(seat, made.player)
    unit.decide(Decided(seat, made.source, made.note, made.private), made.move, made.say)


def brief_for(session: Session, seat: Seat, recall: Recall = nothing) -> Brief:
    """Return the brief of a seat: everything that its strategy may know now."""
    table = session.table
    chair = table.chair(seat)
    payers = [chair.user for chair in table.chairs if chair.user not in ("", ERASED)]
    return briefed(
        session.game,
        session.state,
        seat,
        tuple(chair.seat for chair in table.chairs),
        turn=chair.turns,
        seed=receipt.opponent_seed(session.terms),
        accounts=(
            keys.game_account(session.sid),
            *(keys.person_account(user) for user in payers),
        ),
        drawn=chair.drawn or None,
        recall=recall,
    )
