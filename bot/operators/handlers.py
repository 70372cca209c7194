"""Which function carries out which command."""

from bot.operators import conditions, games, outcomes, people, tending
from bot.operators.call import Handler

HANDLERS: dict[str, Handler] = {
    **games.HANDLERS,
    **conditions.HANDLERS,
    **tending.HANDLERS,
    **outcomes.HANDLERS,
    **people.HANDLERS,
}
