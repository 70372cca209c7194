"""The bot's public face: its two descriptions and its command menus, set at the start where they have changed.

Nothing here is needed to play. What cannot be set is logged, and tried again at the next start.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import structlog
from telegram import BotCommand, BotCommandScope, BotCommandScopeAllPrivateChats, BotCommandScopeDefault
from telegram.error import TelegramError

from bot.adapters.base import Gone, Later
from bot.adapters.telegram.calls import PRESSES, Account, Calls
from bot.session.router import COMMANDS

T = TypeVar("T")
log = structlog.get_logger(__name__)

TRIES = 20
DESCRIPTION = (
    "Negotiate against an AI, or with a friend: haggle over a price, swap goods, share out books and hats, pack a "
    "balloon, or build a small society.\n\nA game takes a few minutes. Tap the buttons, or write in your own words. "
    "In a group, /play opens a table for everybody.\n\nPress Start and pick a game."
)
"""Shown in the empty chat, before anybody presses Start."""
SHORT = "Negotiate against an AI, or with a friend. Short games, by buttons or in your own words."
"""Shown on the bot's page, and beside its link where that is passed on."""
LANGUAGES = ("",)
"""Languages in which the texts exist; "" is what everybody sees whose language is not named."""
EVERYTHING = [BotCommand(name, about) for name, about in COMMANDS.items()]
MENUS: tuple[tuple[BotCommandScope, list[BotCommand]], ...] = (
    # In groups people only start games; everything else works in a private chat.
    (BotCommandScopeDefault(), EVERYTHING[:1]),
    (BotCommandScopeAllPrivateChats(), EVERYTHING),
)


class Profile:
    """Setter of descriptions and menus, in the background."""

    def __init__(self, bot: Account, calls: Calls) -> None:
        self._bot, self._calls = bot, calls

    def begin(self) -> None:
        """Compare everything with what Telegram has, and set what differs."""
        for language in LANGUAGES:
            for scope, commands in MENUS:
                self._calls.aside(self.menu(scope, commands, language))
            self._calls.aside(self._described(language))

    async def menu(self, scope: BotCommandScope, commands: Sequence[BotCommand], language: str = "") -> None:
        """Set the commands of a scope. Raises `BadRequest` or `Forbidden` for a chat that Telegram does not know."""
        code = language or None
        have = await self._have(lambda: self._bot.get_my_commands(scope, code))
        if have is None or tuple(have) != tuple(commands):
            await self._calls.patiently(PRESSES, lambda: self._bot.set_my_commands(commands, scope, code), TRIES)

    async def _described(self, language: str) -> None:
        code = language or None
        bot = self._bot
        long = await self._have(lambda: bot.get_my_description(code))
        if long is None or long.description != DESCRIPTION:
            await self._calls.patiently(PRESSES, lambda: bot.set_my_description(DESCRIPTION, code), TRIES)
        short = await self._have(lambda: bot.get_my_short_description(code))
        if short is None or short.short_description != SHORT:
            await self._calls.patiently(PRESSES, lambda: bot.set_my_short_description(SHORT, code), TRIES)

    async def _have(self, ask: Callable[[], Awaitable[T]]) -> T | None:
        """Return Telegram's present value; None if it does not say, and then it is set afresh."""
        try:
            return await self._calls(PRESSES, ask)
        except (TelegramError, Later, Gone) as problem:
            log.debug("profile_unknown", why=type(problem).__name__)
            return None
