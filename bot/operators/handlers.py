"""Table of the functions that carry out the commands."""

from bot.operators import conditions, exchange, games, opening, outcomes, people, prompting, session_commands
from bot.operators.call import Handler

HANDLERS: dict[str, Handler] = {
    **games.HANDLERS,
    **opening.HANDLERS,
    **exchange.HANDLERS,
    **prompting.HANDLERS,
    **conditions.HANDLERS,
    **session_commands.HANDLERS,
    **outcomes.HANDLERS,
    **people.HANDLERS,
}
