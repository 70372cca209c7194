"""Table of the functions that carry out the commands."""

from bot.operators import conditions, conduct, exchange, games, opening, outcomes, people, prompting, session_commands
from bot.operators.call import Handler

HANDLERS: dict[str, Handler] = {
    "game new": games.new,
    "game config": games.config,
    "game show": games.show,
    "game list": games.listed,
    "game open": opening.opened,
    "game close": opening.closed,
    "game export": exchange.exported,
    "game import": exchange.imported,
    "game prompt": prompting.prompt,
    "game stop": session_commands.stop,
    "condition add": conditions.add,
    "condition list": conditions.listed,
    "condition remove": conditions.remove,
    "condition balance": conditions.balance,
    "session list": session_commands.listed,
    "session show": session_commands.show,
    "session nudge": session_commands.nudge,
    "session void": session_commands.void,
    "results summary": outcomes.summary,
    "results export": outcomes.export,
    "results transcript": outcomes.read,
    "role grant": people.grant,
    "role revoke": people.revoke,
    "people reports": conduct.reports,
    "people warn": conduct.warn,
    "people ban": conduct.ban,
    "people unban": conduct.unban,
    "people bans": conduct.bans,
    "audit": people.audit,
}
