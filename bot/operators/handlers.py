"""Table of the functions that carry out the commands."""

from bot.operators import conditions, games, outcomes, people, prompting, tending
from bot.operators.call import Handler

HANDLERS: dict[str, Handler] = {
    **games.HANDLERS,
    **prompting.HANDLERS,
    **conditions.HANDLERS,
    **tending.HANDLERS,
    **outcomes.HANDLERS,
    **people.HANDLERS,
}
