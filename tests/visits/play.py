"""Playing a script on a platform: always the same game, because nothing is left to chance."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any
from unittest.mock import patch

from bot.session.handlers import help
from bot.session.model import receipt
from games.core.registry import OURS
from tests.bot.adapters.discord.service import housed as on_discord
from tests.bot.adapters.telegram.service import housed as on_telegram
from tests.visits.scripts import Says, Script
from tests.visits.visitor import OnDiscord, OnTelegram, Visitor

SEED = 7
GAMES = tuple(OURS)
"""Before the games for tests join them."""
HOUSES: dict[str, tuple[Callable[[], AbstractAsyncContextManager[Any]], Callable[[Any], Visitor]]] = {
    "telegram": (on_telegram, OnTelegram),
    "discord": (on_discord, OnDiscord),
}


async def visited(platform: str, script: Script) -> Visitor:
    """Return the visitor after the whole script, with diary and album."""
    housed, visitor = HOUSES[platform]
    with (
        patch.object(receipt, "deal_seed", lambda root: SEED),
        patch.object(receipt, "opponent_seed", lambda terms: terms.seed),
        patch.object(help, "names", lambda: GAMES),
    ):
        async with housed() as house:
            person = visitor(house)
            await (person.plays(script.by, script.answer) if script.by else person.comes(script.game, script.answer))
            for step in script.steps:
                act = person.says if isinstance(step, Says) else person.presses
                await act(step[0], step.answer)
    return person
