"""The guard applied to one decision: the words of a player that is no person, against all that its seat knows."""

from typing import Any, Final

from bot.players.base import Brief
from bot.players.exchange import Exchange
from bot.players.llm import guard
from games.core.prompt import Prompt

COMPARED: Final = 4
"""Events whose public numbers may be compared in words: the last move of everybody at a small table."""


def fault_of(
    brief: Brief, exchange: Exchange, prompt: Prompt, move: Any, say: str, private: tuple[str, ...] = ()
) -> str:
    """Return the fault of words beside a move: a code of the guard, or `another_move`; "" if they may be posted.

    `private` are texts of which nothing may be quoted, besides what the prompt tells the seat of itself.
    """
    game, view, public = brief.game, brief.view, exchange.public
    since = (entry.text for entry in public[1:][-COMPARED:])
    fault = guard.fault(
        say,
        public=tuple(entry.text for entry in public[1:]),
        rules=public[0].text if public else "",
        latest=(*since, exchange.status, game.described(view, move), game.uttered(view, move)),
        private=(*private, prompt.rules),
        secret=prompt.rules,
        stake=prompt.now,
        worths=game.secretive,
    )
    if fault:
        return fault
    return "" if game.agrees(view, move, guard.tidy(say)) else "another_move"
