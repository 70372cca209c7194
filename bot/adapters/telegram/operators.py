"""The command menu of operators: longer than everybody's, and shown in their own chats only.

Operators named in the environment get it at the start; if Telegram does not know their chat yet, with their first
message. Other operators get it with the first command that is carried out for them.
"""

import structlog
from telegram import BotCommand, BotCommandScopeChat
from telegram.error import BadRequest, Forbidden

from bot.adapters.base import Gone
from bot.adapters.telegram.calls import Calls
from bot.adapters.telegram.profile import Profile
from bot.session.model.inbound import Act, Answer, Command
from bot.session.model.verbs import GROUPS
from bot.session.router import COMMANDS

log = structlog.get_logger(__name__)

MENU = [*COMMANDS.items(), *GROUPS.items()]
"""Players' commands come first, because operators play too."""


class OperatorMenus:
    """Menus of operators: sets each chat's menu once for each start of the program."""

    def __init__(self, profile: Profile, calls: Calls) -> None:
        self.profile, self.calls = profile, calls
        self._named: set[int] = set()
        self._set: set[int] = set()

    def begin(self, operators: tuple[str, ...]) -> None:
        """Set the menus of the operators that the environment names. A private chat has its user's number."""
        self._named = {int(user.partition(":")[2]) for user in operators if user.startswith("telegram:")}
        for chat in self._named:
            self.calls.aside(self._menu(chat))

    def answered(self, chat: int, act: Act, answer: Answer) -> None:
        """Set the menu of a chat where an operator's command was carried out."""
        operates = isinstance(act, Command) and act.name in GROUPS and answer.code != "operators_only"
        if (operates or chat in self._named) and chat not in self._set:
            self.calls.aside(self._menu(chat))

    async def _menu(self, chat: int) -> None:
        if chat in self._set:
            return
        self._set.add(chat)
        commands = [BotCommand(name, about[:256]) for name, about in MENU]
        try:
            await self.profile.menu(BotCommandScopeChat(chat), commands)
        except (BadRequest, Forbidden, Gone) as problem:
            # Telegram does not know the chat before its user has written.
            self._set.discard(chat)
            log.info("operator_menu_later", why=type(problem).__name__)
